"""Why this cell: an argument for what it must be, from the marks there are."""

from __future__ import annotations

from random import Random

import pytest
from support import EXPLAINED, by_name, few

import masume
from masume.api.exact import vocabulary_of
from masume.core.puzzle.technique import Deduction
from masume.errors import ParseError
from masume.logic.advice import HintOutcome
from masume.logic.explainer import Explainer


def small(kind):
    boards = [board for board in masume.examples(kind.name) if board.puzzle.grid.size <= 49]
    return [board for board in boards if masume.solve(board).unique]


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_what_is_said_of_a_cell_is_proved_by_what_is_named(kind):
    rng = Random(f"why {kind.name}")
    argued = asked = 0
    for board in few(small(kind), 4):
        puzzle, words = board.puzzle, vocabulary_of(board.puzzle)
        walk = Explainer(puzzle)
        goal = sorted(walk.goal, key=abs)
        position = words.position_of([literal for literal in goal if rng.random() < 0.4])
        marks = words.marks(position)
        for variable in rng.sample(range(1, words.shown + 1), min(words.shown, 6)):
            cells = words.cells(variable)
            about = "-".join(
                puzzle.grid.name(cell) for cell in dict.fromkeys((cells[0], cells[-1]))
            )
            hint = masume.why(board, about, position)
            assert hint.outcome is HintOutcome.STEP and hint.cells and hint.text
            asked += 1
            new = set(words.marks(hint.after)) - set(marks)
            assert new <= walk.goal
            if "nothing short" in hint.text:
                continue
            argued += 1
            near = {*hint.cells, *hint.grounds}
            given = [literal for literal in marks if near.issuperset(words.cells(abs(literal)))]
            keys = [k for k, reason in walk.what_if.reasons.items() if reason.text in hint.reasons]
            mine = [
                literal for literal in walk.goal if tuple(words.cells(abs(literal))) == tuple(cells)
            ]
            proved = [
                literal
                for literal in mine
                if walk.what_if.proves(Deduction((literal,), tuple(given), tuple(keys), ""))
            ]
            assert proved, (board.name, about, hint)
    assert argued > 0.8 * asked


def test_wrong_marks_are_left_out_and_said_so():
    hint = masume.why(masume.load("kuromasu/br-5x5-2"), "r3c3", "r4c3=white")
    assert hint.text.startswith("The mark that r4c3 is white is wrong, so it is left out here. ")


def test_a_mark_on_the_cell_itself_is_no_argument():
    board = masume.load("hitori/first")
    assert masume.why(board, "r1c1", "r1c1=black").text == masume.why(board, "r1c1").text


def test_there_may_be_other_arguments_of_another_kind():
    hint = masume.why(masume.load("hitori/jain-sample1"), "r8c8")
    (other,) = hint.others
    assert "would both be white" in hint.text and "the corner" in other
    assert not masume.why(masume.load("hitori/first"), "r1c1").others  # by two pairs, or by three


def test_open_and_unsolvable_questions():
    both = masume.why(masume.load("hitori\n1 1"), "r1c1")
    assert (
        both.outcome is HintOutcome.OPEN and "several solutions" in both.text and both.after is None
    )
    assert masume.why(masume.load("hitori\n1 1 1\n1 1 1"), "r1c1").outcome is HintOutcome.UNSOLVABLE


@pytest.mark.parametrize("about", ["r9c9", "chess", "", "r1c1-r2c2", "r1c1-r1c2-r1c3"])
def test_what_is_no_cell_of_the_board_is_refused(about):
    with pytest.raises(ParseError):
        masume.why(masume.load("hitori/first"), about)


def test_the_limit_ends_it():
    hint = masume.why(masume.load("hitori/first"), "r1c1", limit=masume.Limit(seconds=0))
    assert hint.outcome is HintOutcome.LIMIT
