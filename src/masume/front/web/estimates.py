"""Reports on heuristics for the pages: counts, sentences and pictures of the worst states."""

from __future__ import annotations

from math import inf

from masume.api.heuristic_check import HeuristicCase, HeuristicVerdict, check_heuristics
from masume.core.puzzle.puzzle import Puzzle
from masume.front.web.boards import Data, fields_of, read_board
from masume.front.web.bodies import HeuristicsBody
from masume.front.web.pictures import picture

_MAX_STATES = 60_000  # takes a few seconds


def assess_heuristics(body: HeuristicsBody) -> Data:
    """Compare the heuristics of a small board with the true costs in all its states."""
    puzzle = read_board(body.board).puzzle
    report = check_heuristics(puzzle, space=body.space, most_states=_MAX_STATES)
    return fields_of(report, "space", "states", "dead_ends") | {
        "heuristics": [_row(puzzle, verdict, body.theme) for verdict in report.verdicts],
        "dominates": [list(pair) for pair in report.dominates],
    }


def _row(puzzle: Puzzle, verdict: HeuristicVerdict, theme: str) -> Data:
    """Describe how often a heuristic is wrong, with its worst states."""
    worst, steepest = verdict.worst, verdict.steepest
    plain = ("name", "admissible", "consistent", "overestimates", "drops", "exact", "dead")
    return fields_of(verdict, *plain) | {
        "mean_share": None if verdict.mean_share is None else round(verdict.mean_share, 4),
        "overestimate": "" if worst is None else f"h = {_n(worst.h)}, true {_n(worst.truth)}",
        "overestimate_svg": _svg(puzzle, worst, theme),
        "drop": "" if steepest is None else _drop_text(steepest),
        "drop_svg": _svg(puzzle, steepest, theme),
    }


def _drop_text(case: HeuristicCase) -> str:
    drop = f"h falls from {_n(case.h)} to {_n(case.h_then)} over {case.then}"
    return f"{drop}, which costs {_n(case.cost)}"


def _svg(puzzle: Puzzle, case: HeuristicCase | None, theme: str) -> str | None:
    return None if case is None else picture(puzzle, case.position, theme)


def _n(value: float | None) -> str:
    return "∞" if value == inf else f"{value or 0:g}"
