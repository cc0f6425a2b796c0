"""Heuristics judged for the pages: numbers, sentences and the boards where one is wrong."""

from __future__ import annotations

from math import inf

from masume.api.heuristics import HeuristicCase, HeuristicVerdict, check_heuristics
from masume.core.puzzle.puzzle import Puzzle
from masume.front.web.boards import Data, fields_of, one_board
from masume.front.web.bodies import HeuristicsBody
from masume.front.web.pictures import picture

_MOST_STATES = 60_000  # some seconds


def judged(body: HeuristicsBody) -> Data:
    """What the heuristics of a board are worth there."""
    puzzle = one_board(body.board).puzzle
    report = check_heuristics(puzzle, space=body.space, most_states=_MOST_STATES)
    return fields_of(report, "space", "states", "dead_ends") | {
        "heuristics": [_row(puzzle, one, body.theme) for one in report.judged],
        "dominates": [list(pair) for pair in report.dominates],
    }


def _row(puzzle: Puzzle, one: HeuristicVerdict, theme: str) -> Data:
    worst, steepest = one.worst, one.steepest
    plain = ("name", "admissible", "consistent", "overestimates", "drops", "exact", "dead")
    return fields_of(one, *plain) | {
        "mean_share": None if one.mean_share is None else round(one.mean_share, 4),
        "over": "" if worst is None else f"h = {_n(worst.h)}, true {_n(worst.truth)}",
        "over_svg": _svg(puzzle, worst, theme),
        "fall": "" if steepest is None else _fall(steepest),
        "fall_svg": _svg(puzzle, steepest, theme),
    }


def _fall(case: HeuristicCase) -> str:
    fall = f"h falls from {_n(case.h)} to {_n(case.h_then)} over {case.then}"
    return f"{fall}, which costs {_n(case.cost)}"


def _svg(puzzle: Puzzle, case: HeuristicCase | None, theme: str) -> str | None:
    return None if case is None else picture(puzzle, case.position, theme)


def _n(value: float | None) -> str:
    return "∞" if value == inf else f"{value or 0:g}"
