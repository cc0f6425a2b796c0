"""Every model of every puzzle: its answers pass the referee, and its words and cells make sense."""

from __future__ import annotations

import pytest
from support import EXAMPLES, KINDS

import masume
from masume.api.exact import vocabulary_of
from masume.core.model.wording import said
from masume.core.search.events import Status

SMALL = [b for b in EXAMPLES if b.kind.model and b.puzzle.rows * b.puzzle.cols <= 100]
IDS = [board.name for board in SMALL]


@pytest.mark.parametrize("kind", [k for k in KINDS if k.model], ids=lambda kind: kind.name)
def test_there_are_boards_to_try(kind):
    assert any(board.kind is kind for board in SMALL)


@pytest.mark.parametrize("board", SMALL, ids=IDS)
def test_answers_pass_the_referee_and_counts_agree(board):
    found = masume.solve(board.puzzle)
    count = masume.count(board.puzzle, at_most=200)
    assert found.status is (Status.SOLVED if count.number else Status.EXHAUSTED)
    assert found.unique is (None if not count.number else count.number == 1)
    if board.note("solutions"):
        assert count.complete and str(count.number) == board.note("solutions")
    for answer in (found.answer, found.other):
        assert answer is None or masume.check(board.puzzle, answer) == []
    assert bool(found.differs) == (found.other is not None)
    assert all(0 <= cell < board.puzzle.rows * board.puzzle.cols for cell in found.differs)


@pytest.mark.parametrize("board", SMALL, ids=IDS)
def test_a_vocabulary_and_positions_say_the_same(board):
    vocabulary = vocabulary_of(board.puzzle)
    found = masume.solve(board.puzzle)
    size = board.puzzle.rows * board.puzzle.cols
    for variable in range(1, vocabulary.shown + 1):
        yes, no = said(vocabulary, variable), said(vocabulary, -variable)
        assert yes and no and yes != no
        assert all(0 <= cell < size for cell in vocabulary.cells(variable))
    if found.answer is not None:
        marks = vocabulary.literals(found.answer)
        assert set(marks) <= set(range(-vocabulary.shown, vocabulary.shown + 1))
        # From its own marks an answer can be reached, and what is forced goes on from them.
        forced = masume.forced(board.puzzle, found.answer)
        assert forced.status is Status.SOLVED
        text = board.kind.write_answer(board.puzzle, forced.position)
        assert masume.parse_answer(board.puzzle, "\n".join(text)) == forced.position


@pytest.mark.parametrize("board", SMALL, ids=IDS)
def test_why_not_is_for_boards_without_a_solution(board):
    found = masume.why_not(board.puzzle)
    if masume.solve(board.puzzle).status is Status.SOLVED:
        assert found.status is Status.SOLVED and not found.reasons
    else:
        assert found.status is Status.EXHAUSTED and found.reasons and found.minimal
        assert len(set(found.reasons)) == len(found.reasons)
        size = board.puzzle.rows * board.puzzle.cols
        for reason in found.reasons:
            assert reason.rule and reason.text and "\n" not in reason.text
            assert all(0 <= cell < size for cell in reason.cells)
            assert reason.clues or reason.rule in board.kind.codes
