"""The nearest board so far: it has one solution, comes nearer and nearer, and changes nothing."""

from __future__ import annotations

import pytest
from support import STEERED, by_name, is_the_only_answer, size_of

import masume
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit
from masume.make import generate as making
from masume.make.generate import GeneratedBoard, make
from masume.make.nearest import report_attempts
from masume.make.request import resolve_board_spec


@pytest.mark.long
@pytest.mark.parametrize("level", ["easy", "hard", "extreme"])
@pytest.mark.parametrize("kind", STEERED, ids=by_name)
def test_boards_come_nearer_until_one_is_as_wished(kind, level, monkeypatch):
    monkeypatch.setattr(making, "MOST_ATTEMPTS", 6)
    size = size_of(kind.name, 5)
    wish = resolve_board_spec(kind.name, size=size, difficulty=level)
    *steps, board = report_attempts(wish, 4, 0, Deadline())
    assert isinstance(board, GeneratedBoard) and board.attempts in (len(steps), len(steps) + 1)
    alone = make(wish, 4, 0, Deadline())
    assert (board.puzzle, board.level, board.reason) == (alone.puzzle, alone.level, alone.reason)
    assert [step.attempts for step in steps] == list(range(1, len(steps) + 1))
    result = list(dict.fromkeys(step.nearest for step in steps if step.nearest))
    for near in result:
        assert near.level == masume.grade(near.puzzle).level
        assert near.distance == abs(LEVELS.index(near.level) - LEVELS.index(level))
        assert near.distance or level == "hard"  # one hard step alone
        assert is_the_only_answer(near.puzzle, near.answer)
        assert (near.puzzle.rows, near.puzzle.cols) == size
    assert [near.distance for near in result] == sorted(
        {near.distance for near in result}, reverse=True
    )


def test_a_board_that_lacks_only_the_technique_is_nearest(monkeypatch):
    monkeypatch.setattr(making, "MOST_ATTEMPTS", 4)
    wish = resolve_board_spec(
        "hitori", size=(5, 5), needs="three-side-by-side"
    )  # others do nearly always
    result = [step for seed in range(3) for step in report_attempts(wish, seed, 0, Deadline())]
    near = [
        step.nearest for step in result if not isinstance(step, GeneratedBoard) and step.nearest
    ]
    lacking = {step for step in near if step.distance == 0}
    assert lacking and {step.level for step in lacking} == {wish.request.level}


def test_the_limit_ends_it():
    wish = resolve_board_spec("hitori", size=(12, 12), difficulty="extreme")
    *_, board = report_attempts(wish, 1, 0, Deadline(Limit(seconds=0.05)))
    assert board.puzzle is None and "0.05 s used" in board.reason
