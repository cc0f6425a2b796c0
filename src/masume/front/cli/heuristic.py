"""`masume heuristic`: h beside the true cost to go, in every state of small boards."""

from __future__ import annotations

import json
from math import inf

import click

from masume.api.heuristics import (
    MOST_STATES,
    HeuristicCase,
    HeuristicReport,
    HeuristicVerdict,
    judge_heuristics,
)
from masume.api.searches import adopt_all
from masume.errors import counted
from masume.formats.plain import Board
from masume.front.cli.batch import one_by_one
from masume.front.cli.inputs import (
    Whole,
    as_option,
    boards_argument,
    boards_of,
    completes,
    json_option,
    label,
)
from masume.render.text import PLAIN, fitted


@click.command("heuristic")
@boards_argument
@click.option(
    "--heuristic",
    "names",
    metavar="NAME",
    multiple=True,
    shell_complete=completes("heuristics"),
    help="Which one; all of the puzzle without it. May be repeated.",
)
@click.option("--space", metavar="SPACE", help="The way to search in which they are compared.")
@click.option(
    "--states",
    type=Whole(min=1),
    default=MOST_STATES,
    show_default=True,
    help="Most states that a board may have.",
)
@as_option
@json_option
def heuristic_(
    boards: tuple[str, ...],
    names: tuple[str, ...],
    space: str | None,
    states: int,
    kind: str | None,
    as_json: bool,
) -> None:
    """Compare heuristics with the true cost to go.

    Every state of small boards is looked at. Tells where one says more than is true (it is not
    admissible), where it falls by more than a move costs (it is not consistent), with the board,
    and which dominates which. Exit code 1: one that claims to be admissible is not.
    """
    adopt_all(space, *names)

    def judge(board: Board) -> int:
        found = judge_heuristics(board, names, space=space, most_states=states)
        print(json.dumps(_row(board, found)) if as_json else "\n".join(_lines(board, found)))
        wrong = any(one.claims_admissible and not one.admissible for one in found.judged)
        return int(wrong)

    one_by_one(boards_of(boards, kind), judge, as_json=as_json)


def _lines(board: Board, found: HeuristicReport) -> list[str]:
    states = counted(found.states, "state")
    lines = [f"{label(board)} in {found.space}: {states}, {found.dead_ends:,} of them dead ends"]
    for one in found.judged:
        lines += ["", *_verdict_lines(board, one)]
    if found.dominates:
        lines += ["", *(f"{one} dominates {other} here" for one, other in found.dominates)]
    return [*lines, ""]


def _verdict_lines(board: Board, one: HeuristicVerdict) -> list[str]:
    told = "admissible" if one.admissible else f"not admissible: too much in {one.overestimates:,}"
    steady = "consistent" if one.consistent else f"not consistent: falls too fast in {one.drops:,}"
    lines = [
        f"{one.name}: {told}, {steady}",
        f"  {one.mean_share:.0%} of the truth on average, exact in {one.exact:,} states, "
        f"{one.dead:,} dead ends seen",
    ]
    if one.false_dead:
        lines.append(f"  calls {counted(one.false_dead, 'state')} dead from which a goal follows")
    if one.worst is not None:
        lines += _case_lines(
            board, one.worst, f"  h = {_n(one.worst.h)}, true {_n(one.worst.truth)}"
        )
    if one.steepest is not None:
        case = one.steepest
        h = f"from {_n(case.h)} to {_n(case.h_then)} over {case.then}, which costs {_n(case.cost)}"
        lines += _case_lines(board, case, f"  falls {h}")
    return lines


def _case_lines(board: Board, case: HeuristicCase, text: str) -> list[str]:
    picture = fitted(board.kind.picture(board.puzzle, case.position), PLAIN)
    return [
        f"{text}, at {', '.join(case.moves) or 'the start'}:",
        *(f"    {one}" for one in picture),
    ]


def _n(value: float | None) -> str:
    return "∞" if value == inf else f"{value or 0:g}"


def _row(board: Board, found: HeuristicReport) -> dict[str, object]:
    return {
        "board": board.name,
        "space": found.space,
        "states": found.states,
        "dead_ends": found.dead_ends,
        "heuristics": [_verdict_row(board, one) for one in found.judged],
        "dominates": [list(pair) for pair in found.dominates],
    }


def _verdict_row(board: Board, one: HeuristicVerdict) -> dict[str, object]:
    return {
        "heuristic": one.name,
        "claims_admissible": one.claims_admissible,
        "admissible": one.admissible,
        "consistent": one.consistent,
        "overestimates": one.overestimates,
        "drops": one.drops,
        "false_dead": one.false_dead,
        "dead": one.dead,
        "exact": one.exact,
        "mean_share": round(one.mean_share, 4),
        "worst": None if one.worst is None else _case_row(board, one.worst),
        "steepest": None if one.steepest is None else _case_row(board, one.steepest),
    }


def _case_row(board: Board, case: HeuristicCase) -> dict[str, object]:
    return {
        "moves": list(case.moves),
        "position": board.kind.to_json(board.puzzle, case.position),
        "h": None if case.h == inf else case.h,
        "truth": None if case.truth == inf else case.truth,
        "then": case.then or None,
        "h_then": case.h_then,
        "cost": case.cost,
    }
