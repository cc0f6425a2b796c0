"""What is made or changed has one solution, and every claim about it is true, by brute force."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import brute_force
import pytest
from material import small_examples
from support import KINDS, SOAK, size_of

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.core.system.limits import LimitReached
from masume.errors import MasumeError
from masume.make.composer import add_clues
from masume.make.drawing import bare_board

COMPOSED = [name for name in brute_force.composed_kinds() if masume.kinds()[name] in KINDS]


def test_number_that_replaces_a_question_mark_is_a_separate_clue():
    puzzle = masume.loads("kuromasu\n. ? .\n? ? ?\n. ? .")
    assert len(brute_force.answers(puzzle)) == 16
    result = masume.complete(puzzle)
    assert result.added and brute_force.answers(result.puzzle) == {result.answer}


def smallest(name):
    """Boards of a few cells with every combination of blanks, `?` and clues of small examples."""
    kind = masume.kinds()[name]
    examples = [board.puzzle for board in small_examples(name)]
    printed = {cell for puzzle in examples for cell in kind.cells(puzzle)} - {None, UNKNOWN}
    clues = [None, UNKNOWN, *sorted(printed, key=str)[:2]]
    for rows, cols in ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2)):
        for cells in product(clues, repeat=rows * cols):
            try:
                yield add_clues(
                    bare_board(kind, rows, cols), [((n,), cell) for n, cell in enumerate(cells)]
                )
            except MasumeError:  # there is no such clue, or none of such a shape
                continue


@pytest.mark.long
@pytest.mark.every_puzzle
@pytest.mark.parametrize("name", COMPOSED)
def test_the_smallest_boards(name):
    """One cell, no islands, all blank, all `?`, unsolvable."""
    boards, kind = list(smallest(name)), masume.kinds()[name]
    blank = [board for board in boards if board == bare_board(kind, board.rows, board.cols)]
    assert blank
    rng, tally = brute_force.Random(0), brute_force.Tally()
    for puzzle in boards if SOAK else blank + boards[:12] + boards[12::20]:
        brute_force.compare(puzzle, rng, tally, generates=SOAK)
    assert tally.boards[1] and tally.returned["complete"]


@pytest.mark.long
@pytest.mark.every_puzzle
@pytest.mark.parametrize("name", COMPOSED)
def test_random_boards(name):
    """Nothing that was returned is wrong, and nothing was found that the proof had to reject."""
    *_, tally = brute_force.run(name, 400 if SOAK else 8)
    assert tally.returned["generate"]
    assert tally.returned["complete"] or not brute_force.has_clues(name)
    assert tally.rejected == 0


@pytest.mark.soak
@pytest.mark.parametrize("name", COMPOSED)
def test_many_random_boards(name):
    *_, tally = brute_force.run(name, 5000, seed="soak")
    assert tally.rejected == 0


@pytest.mark.long
@pytest.mark.parametrize("name", COMPOSED)
def test_unproved_board_is_not_returned(name, monkeypatch):
    """Each operation asks the proof about what it returns."""
    limit = masume.Limit(seconds=0.1)
    (made,) = masume.generate(name, size=size_of(name, 5), seed=1)
    several, drops = made.puzzle, masume.kind_of(made.puzzle).maker().removals
    while masume.count(several, at_most=2).number == 1:
        several = drops(several)[0][1]
    for module in brute_force.PROVING:
        monkeypatch.setattr(module, "is_only_solution", lambda *_: False)
    (made_now,) = masume.generate(name, size=size_of(name, 5), seed=1, limit=limit)
    assert made_now.puzzle is None
    said = ("several solutions", "the first attempt was not finished")  # on a busy machine
    assert any(words in made_now.reason for words in said)
    assert masume.complete(several, limit=limit).puzzle is None
    for change in (masume.harder, masume.easier):
        with suppress(LimitReached):  # on a busy machine, the first grade takes longer
            assert change(made.puzzle, limit=limit).puzzle is None
