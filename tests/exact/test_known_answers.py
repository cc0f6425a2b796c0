"""Boards whose answers or number of answers are known from other sources."""

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


@pytest.mark.every_puzzle
@pytest.mark.long
@pytest.mark.parametrize("board", ANSWERED, ids=label)
def test_recorded_answer_is_found_and_unique(board):
    result = masume.solve(board.puzzle, limit=ENOUGH)
    assert result.status is Status.SOLVED
    assert masume.check(board.puzzle, result.answer) == []
    assert result.answer == board.answer
    assert result.unique is True and result.other is None


@pytest.mark.parametrize("board", ANSWERED[::3], ids=label)
def test_backbone_is_the_unique_answer(board):
    result = masume.forced(board.puzzle, limit=ENOUGH)
    assert result.status is Status.SOLVED and result.open == 0
    sure = board.kind.to_json(board.puzzle, result.position)
    assert board.kind.to_json(board.puzzle, board.answer).items() <= sure.items()


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_path_is_found_and_unique(name):
    result = masume.solve(BOARDS[name], limit=ENOUGH)
    assert result.answer == answer(BOARDS[name], PUBLISHED[name][0])
    assert result.unique is True and result.shortest is True
    assert result.cost == len(PUBLISHED[name][0])


@pytest.mark.every_puzzle
@pytest.mark.long
@pytest.mark.parametrize("board", NOTED, ids=label)
def test_number_of_solutions_matches_the_note(board):
    number = int(board.note("solutions"))
    count = masume.count(board.puzzle, at_most=number + 1, limit=ENOUGH)
    assert (count.number, count.complete) == (number, True)
    every = list(masume.solutions(board.puzzle, limit=ENOUGH))
    assert len(set(every)) == number
    assert all(masume.check(board.puzzle, answer) == [] for answer in every)
    result = masume.solve(board.puzzle, limit=ENOUGH)
    assert result.status is (Status.SOLVED if number else Status.EXHAUSTED)
    assert result.unique is {0: None, 1: True}.get(number, False)
    assert result.answer in every if number else result.answer is None


def test_examples_without_a_note_are_solvable():
    for board in EXAMPLES:
        if not board.note("solutions"):
            result = masume.solve(board.puzzle, limit=ENOUGH)
            assert result.status is Status.SOLVED, board.name
            assert masume.check(board.puzzle, result.answer) == []


def test_test_data_is_complete():
    """Without this, missing files would go unnoticed."""
    for kind, least in (("kuromasu", 75), ("hitori", 80), ("hashi", 90)):
        assert sum(board.kind.name == kind for board in ANSWERED) >= least
    assert len(NOTED) > 100
    assert {board.note("solutions") for board in NOTED} >= {"0", "1", "2"}
