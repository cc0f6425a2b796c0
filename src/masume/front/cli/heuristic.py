"""`masume heuristic`: compare h with the true remaining cost in every state of small boards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import inf

import click

from masume.api.heuristic_check import (
    MOST_STATES,
    HeuristicCase,
    HeuristicReport,
    HeuristicVerdict,
    check_heuristics,
)
from masume.api.heuristic_values import HeuristicValue, heuristic_values
from masume.api.searches import adopt_all
from masume.draw.text import PLAIN, fit_picture
from masume.errors import MasumeError, pluralise
from masume.formats.plain import Board
from masume.front.cli import options
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import label, read_boards, read_position
from masume.front.cli.options import WholeNumber


@click.command("heuristic")
@options.boards
@options.name_option(
    "--heuristic",
    "heuristics",
    "names",
    multiple=True,
    help="Heuristic to check; repeatable. Default: all of the puzzle.",
)
@click.option("--space", metavar="SPACE", help="State space to use.")
@click.option(
    "--states",
    type=WholeNumber(min=1),
    default=MOST_STATES,
    help="Maximum number of states of a board.",
)
@options.marks
@options.kind
@options.as_json
def heuristic_(
    sources: tuple[str, ...],
    names: tuple[str, ...],
    space: str | None,
    states: int,
    marks: str | None,
    kind: str | None,
    as_json: bool,
) -> None:
    """Compare heuristics with the true remaining cost.

    Examines every state of small boards. Reports whether each heuristic is admissible (never
    overestimates) and consistent (never drops by more than the cost of a move), with
    counterexamples, and which heuristic dominates which. Exit code 1: a heuristic that is declared
    admissible is not.

    --from prints the value of every heuristic at a position instead; --from '' is the empty board.
    """
    adopt_all(space, *names)
    if marks is not None:
        _show_values(read_boards(sources, kind), marks, names, space, as_json=as_json)
        return

    def judge(board: Board) -> int:
        comparison = check_heuristics(board, names, space=space, most_states=states)
        lines = [json.dumps(_row(board, comparison))] if as_json else _lines(board, comparison)
        print("\n".join(lines))
        return int(any(v.claims_admissible and not v.admissible for v in comparison.verdicts))

    for_each_board(read_boards(sources, kind), judge, as_json=as_json)


def _lines(board: Board, comparison: HeuristicReport) -> list[str]:
    """Return the report on all heuristics of a board."""
    states = pluralise(comparison.states, "state")
    dead_ends = f"{comparison.dead_ends:,} of them dead ends"
    if not comparison.solvable:
        dead_ends = "none leads to a solution"
    lines = [f"{label(board)} in {comparison.space}: {states}, {dead_ends}"]
    for verdict in comparison.verdicts:
        lines += ["", *_verdict_lines(board, verdict, comparison)]
    if comparison.dominates:
        lines.append("")
    for better, worse in comparison.dominates:
        lines.append(f"{better} dominates {worse} here")
    return [*lines, ""]


def _verdict_lines(
    board: Board, verdict: HeuristicVerdict, comparison: HeuristicReport
) -> list[str]:
    """Return the report on one heuristic with its counterexamples."""
    over, drops = verdict.overestimates, verdict.drops
    admissible = (
        "admissible"
        if verdict.admissible
        else f"not admissible: overestimates in {pluralise(over, 'state')}"
    )
    consistent = (
        "consistent"
        if verdict.consistent
        else f"not consistent: drops too much over {pluralise(drops, 'move')}"
    )
    if not comparison.solvable:
        admissible = "admissible (vacuously: there is no solution)"
    lines = [
        f"{verdict.name}: {admissible}, {consistent}",
        f"  {_share(verdict, comparison)}, {pluralise(verdict.dead, 'dead end')} detected",
    ]
    if verdict.nonzero_goals:
        lines.append(f"  is not 0 at {pluralise(verdict.nonzero_goals, 'goal')}")
    if verdict.negative:
        lines.append(f"  is negative in {pluralise(verdict.negative, 'state')}")
    if verdict.false_dead:
        lines.append(f"  reports {pluralise(verdict.false_dead, 'solvable state')} as dead")
    if verdict.worst is not None:
        lines += _case_lines(
            board,
            verdict.worst,
            f"  h = {_n(verdict.worst.h)}, true {_n(verdict.worst.truth)}",
        )
    if verdict.steepest is not None:
        case = verdict.steepest
        h = f"from {_n(case.h)} to {_n(case.h_then)} over {case.then}, which costs {_n(case.cost)}"
        lines += _case_lines(board, case, f"  drops {h}")
    return lines


def _share(verdict: HeuristicVerdict, comparison: HeuristicReport) -> str:
    """Return the mean ratio of h to the true cost as text."""
    if not comparison.solvable:
        return "no true cost to compare"
    exact = f"exact in {pluralise(verdict.exact, 'state')}"
    if verdict.mean_share is None:
        return f"no state with a remaining cost, {exact}"
    return f"{verdict.mean_share:.0%} of the true cost on average, {exact}"


def _case_lines(board: Board, case: HeuristicCase, text: str) -> list[str]:
    picture = fit_picture(board.kind.picture(board.puzzle, case.position), PLAIN)
    return [
        f"{text}, at {', '.join(case.moves) or 'the start'}:",
        *(f"    {line}" for line in picture),
    ]


def _n(value: float | None) -> str:
    return "∞" if value == inf else f"{value or 0:g}"


def _row(board: Board, comparison: HeuristicReport) -> dict[str, object]:
    """Return the JSON row of a report."""
    return {
        "board": board.name,
        "space": comparison.space,
        "states": comparison.states,
        "dead_ends": comparison.dead_ends,
        "heuristics": [_verdict_row(board, verdict) for verdict in comparison.verdicts],
        "dominates": [list(pair) for pair in comparison.dominates],
    }


_VERDICT_KEYS = (
    *("claims_admissible", "admissible", "consistent", "overestimates", "drops"),
    *("false_dead", "dead", "exact", "nonzero_goals", "negative"),
)


def _verdict_row(board: Board, verdict: HeuristicVerdict) -> dict[str, object]:
    """Return the JSON object of one heuristic."""
    return {
        "heuristic": verdict.name,
        **{name: getattr(verdict, name) for name in _VERDICT_KEYS},
        "mean_share": None if verdict.mean_share is None else round(verdict.mean_share, 4),
        "worst": None if verdict.worst is None else _case_row(board, verdict.worst),
        "steepest": None if verdict.steepest is None else _case_row(board, verdict.steepest),
    }


def _case_row(board: Board, case: HeuristicCase) -> dict[str, object]:
    """Return the JSON object of a counterexample."""
    return {
        "moves": list(case.moves),
        "position": board.kind.to_json(board.puzzle, case.position),
        "h": None if case.h == inf else case.h,
        "truth": None if case.truth == inf else case.truth,
        "then": case.then or None,
        "h_then": case.h_then,
        "cost": case.cost,
    }


# Values at one position


def _show_values(
    boards: Iterable[Board | MasumeError],
    marks: str,
    names: Sequence[str],
    space: str | None,
    *,
    as_json: bool,
) -> None:
    """Print the values of heuristics at a position of each board; empty marks: the bare board."""

    def show(board: Board) -> int:
        """Print the values on one board."""
        position = read_position(board, marks) if marks.strip() else board.kind.start(board.puzzle)
        values = heuristic_values(board, position, names, space=space)
        if as_json:
            row = {
                "board": board.name,
                "position": board.kind.to_json(board.puzzle, position),
                "values": [_value_row(value) for value in values],
            }
            print(json.dumps(row))
        else:
            picture = fit_picture(board.kind.picture(board.puzzle, position), PLAIN)
            print("\n".join([label(board), *picture, "", *map(_value_line, values), ""]))
        return 0

    for_each_board(boards, show, as_json=as_json)


def _value_line(one: HeuristicValue) -> str:
    value = "∞" if one.value == inf else f"{one.value:g}"
    published = f", published as {one.published}" if one.published else ""
    return f"{one.name} = {value} in {one.space}{published}"


def _value_row(one: HeuristicValue) -> dict[str, object]:
    return {
        "heuristic": one.name,
        "space": one.space,
        "value": None if one.value == inf else one.value,
        "published": one.published or None,
    }
