"""The contract of every model: its answers pass the referee, and its vocabulary is consistent."""

from __future__ import annotations

import pytest
from support import EXAMPLES, KINDS

import masume
from masume.api.exact import vocabulary_of
from masume.core.model.wording import literal_sentence
from masume.core.search.events import Status

SMALL = [b for b in EXAMPLES if b.kind.model and b.puzzle.rows * b.puzzle.cols <= 100]
IDS = [board.name for board in SMALL]


@pytest.mark.parametrize("kind", [k for k in KINDS if k.model], ids=lambda kind: kind.name)
def test_there_are_boards_for_every_kind(kind):
    assert any(board.kind is kind for board in SMALL)


@pytest.mark.parametrize("board", SMALL, ids=IDS)
def test_answers_pass_the_referee_and_counts_agree(board):
    result = masume.solve(board.puzzle)
    count = masume.count(board.puzzle, at_most=200)
    assert result.status is (Status.SOLVED if count.number else Status.EXHAUSTED)
    assert result.unique is (None if not count.number else count.number == 1)
    if board.note("solutions"):
        assert count.complete and str(count.number) == board.note("solutions")
    for answer in (result.answer, result.other):
        assert answer is None or masume.check(board.puzzle, answer) == []
    assert bool(result.differs) == (result.other is not None)
    assert all(0 <= cell < board.puzzle.rows * board.puzzle.cols for cell in result.differs)


@pytest.mark.parametrize("board", SMALL, ids=IDS)
def test_vocabulary_round_trips_positions(board):
    vocabulary = vocabulary_of(board.puzzle)
    result = masume.solve(board.puzzle)
    size = board.puzzle.rows * board.puzzle.cols
    for variable in range(1, vocabulary.shown + 1):
        yes, no = literal_sentence(vocabulary, variable), literal_sentence(vocabulary, -variable)
        assert yes and no and yes != no
        assert all(0 <= cell < size for cell in vocabulary.cells(variable))
    if result.answer is not None:
        marks = vocabulary.literals(result.answer)
        assert set(marks) <= set(range(-vocabulary.shown, vocabulary.shown + 1))
        # An answer's own marks are consistent with it, and `forced` extends them.
        forced = masume.forced(board.puzzle, result.answer)
        assert forced.status is Status.SOLVED
        text = board.kind.write_answer(board.puzzle, forced.position)
        assert masume.parse_answer(board.puzzle, "\n".join(text)) == forced.position


@pytest.mark.parametrize("board", SMALL, ids=IDS)
def test_why_not_reports_a_solution_if_there_is_one(board):
    result = masume.why_not(board.puzzle)
    if masume.solve(board.puzzle).status is Status.SOLVED:
        assert result.status is Status.SOLVED and not result.reasons
    else:
        assert result.status is Status.EXHAUSTED and result.reasons and result.minimal
        assert len(set(result.reasons)) == len(result.reasons)
        size = board.puzzle.rows * board.puzzle.cols
        for reason in result.reasons:
            assert reason.rule and reason.text and "\n" not in reason.text
            assert all(0 <= cell < size for cell in reason.cells)
            assert reason.clues or reason.rule in board.kind.codes
