"""Reports on heuristics for the pages: counts, sentences and pictures of the worst states."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from masume.api.heuristic_check import HeuristicCase, HeuristicVerdict, check_heuristics
from masume.core.puzzle.puzzle import Puzzle
from masume.front.web.boards import read_board
from masume.front.web.bodies import HeuristicsBody
from masume.front.web.pictures import picture
from masume.front.web.records import Record

_MAX_STATES = 60_000  # takes a few seconds


class HeuristicRow(Record):
    """How often a heuristic is wrong, with its worst states.

    `overestimate` is the worst overestimate, `drop` the worst inconsistency; each is a sentence.
    """

    name: str
    admissible: bool
    consistent: bool
    overestimates: int
    drops: int
    exact: int
    dead: int
    mean_share: float | None
    overestimate: str
    overestimate_svg: str | None
    drop: str
    drop_svg: str | None


class HeuristicsReply(Record):
    """The heuristics of a board; `dominates` are pairs of names."""

    space: str
    states: int
    dead_ends: int
    heuristics: list[HeuristicRow]
    dominates: Sequence[Sequence[str]]


def heuristics(body: HeuristicsBody) -> HeuristicsReply:
    """Return heuristics compared with the true costs in all states of a small board."""
    puzzle = read_board(body.board).puzzle
    report = check_heuristics(puzzle, space=body.space, most_states=_MAX_STATES)
    rows = [_row(puzzle, verdict, body.theme) for verdict in report.verdicts]
    return HeuristicsReply.of(report, heuristics=rows)


def _row(puzzle: Puzzle, verdict: HeuristicVerdict, theme: str) -> HeuristicRow:
    """Describe how often a heuristic is wrong, with its worst states."""
    worst, steepest = verdict.worst, verdict.steepest
    return HeuristicRow.of(
        verdict,
        mean_share=None if verdict.mean_share is None else round(verdict.mean_share, 4),
        overestimate="" if worst is None else f"h = {_n(worst.h)}, true {_n(worst.truth)}",
        overestimate_svg=_svg(puzzle, worst, theme),
        drop="" if steepest is None else _drop_text(steepest),
        drop_svg=_svg(puzzle, steepest, theme),
    )


def _drop_text(case: HeuristicCase) -> str:
    drop = f"h falls from {_n(case.h)} to {_n(case.h_then)} over {case.then}"
    return f"{drop}, which costs {_n(case.cost)}"


def _svg(puzzle: Puzzle, case: HeuristicCase | None, theme: str) -> str | None:
    return None if case is None else picture(puzzle, case.position, theme)


def _n(value: float | None) -> str:
    return "∞" if value == inf else f"{value or 0:g}"
