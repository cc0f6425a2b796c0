"""Boards whose answers or number of answers are known from elsewhere: the engine agrees."""

from __future__ import annotations

from pathlib import Path

import pytest
from mazes import BOARDS, PUBLISHED, answer
from support import EXAMPLES

import masume
from masume import Status
from masume.formats.plain import read_boards

DATA = [Path(__file__).parents[1] / "data" / f"{kind}.txt" for kind in masume.kinds()]
DATA.append(Path(__file__).parent / "data" / "answers.txt")
RECORDED = [board for file in DATA if file.exists() for board in read_boards(file.read_text())]
ANSWERED = [board for board in RECORDED if board.answer is not None]
NOTED = [board for board in [*RECORDED, *EXAMPLES] if board.note("solutions")]
ENOUGH = masume.Limit(seconds=60)


def label(board):
    return f"{board.kind.name}-{board.name}"


@pytest.mark.long
@pytest.mark.parametrize("board", ANSWERED, ids=label)
def test_the_recorded_answer_is_found_and_is_the_only_one(board):
    found = masume.solve(board.puzzle, limit=ENOUGH)
    assert found.status is Status.SOLVED
    assert masume.check(board.puzzle, found.answer) == []
    assert found.answer == board.answer
    assert found.unique is True and found.other is None


@pytest.mark.parametrize("board", ANSWERED[::3], ids=label)
def test_all_of_the_only_answer_is_forced(board):
    found = masume.forced(board.puzzle, limit=ENOUGH)
    assert found.status is Status.SOLVED and found.open == 0
    sure = board.kind.to_json(board.puzzle, found.position)
    assert board.kind.to_json(board.puzzle, board.answer).items() <= sure.items()


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_path_is_found_and_is_the_only_one(name):
    found = masume.solve(BOARDS[name], limit=ENOUGH)
    assert found.answer == answer(BOARDS[name], PUBLISHED[name][0])
    assert found.unique is True and found.shortest is True
    assert found.cost == len(PUBLISHED[name][0])


@pytest.mark.long
@pytest.mark.parametrize("board", NOTED, ids=label)
def test_as_many_solutions_as_noted(board):
    number = int(board.note("solutions"))
    counted = masume.count(board.puzzle, at_most=number + 1, limit=ENOUGH)
    assert (counted.number, counted.complete) == (number, True)
    every = list(masume.solutions(board.puzzle, limit=ENOUGH))
    assert len(set(every)) == number
    assert all(masume.check(board.puzzle, one) == [] for one in every)
    found = masume.solve(board.puzzle, limit=ENOUGH)
    assert found.status is (Status.SOLVED if number else Status.EXHAUSTED)
    assert found.unique is {0: None, 1: True}.get(number, False)
    assert found.answer in every if number else found.answer is None


def test_examples_without_a_note_can_be_solved():
    for board in EXAMPLES:
        if not board.note("solutions"):
            found = masume.solve(board.puzzle, limit=ENOUGH)
            assert found.status is Status.SOLVED, board.name
            assert masume.check(board.puzzle, found.answer) == []


def test_there_are_many_boards_to_know():
    """Files that have gone missing would make all this pass."""
    for kind, least in (("kuromasu", 75), ("hitori", 80), ("hashi", 90)):
        assert sum(board.kind.name == kind for board in ANSWERED) >= least
    assert len(NOTED) > 100
    assert {board.note("solutions") for board in NOTED} >= {"0", "1", "2"}
