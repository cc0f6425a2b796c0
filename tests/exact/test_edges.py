"""The smallest boards, unusual clues and unusual positions, compared with enumeration."""

from __future__ import annotations

from itertools import product

import pytest
from material import truth_of
from support import sample

import masume
from masume import NotApplicable, Status
from masume.core.puzzle.clue import UNKNOWN
from masume.families.links.position import Lines
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu


def agrees(puzzle):
    """Compare all queries on a board with enumeration; return its number of solutions."""
    truth = truth_of(masume.kind_of(puzzle).name).answers(puzzle)
    assert set(masume.solutions(puzzle)) == truth, puzzle
    result, count = masume.solve(puzzle), masume.count(puzzle, at_most=10**6)
    assert (count.number, count.complete) == (len(truth), True), puzzle
    assert result.unique is (len(truth) == 1 if truth else None), puzzle
    assert result.answer in truth if truth else result.status is Status.EXHAUSTED
    status = Status.SOLVED if truth else Status.EXHAUSTED
    assert masume.forced(puzzle).status is status
    why = masume.why_not(puzzle)
    assert why.status is status and bool(why.reasons) is (not truth)
    return len(truth)


def read(text):
    return masume.load(text)


@pytest.mark.parametrize("clue", [None, UNKNOWN, 1, 2, 10**9])
@pytest.mark.parametrize("made", [Kuromasu, Hitori, Hashi])
def test_board_of_one_cell(made, clue):
    agrees(made(1, 1, (clue,)))


def test_one_cell_of_hitori_may_be_black_or_white():
    assert agrees(Hitori(1, 1, (1,))) == 2
    assert agrees(Kuromasu(1, 1, (None,))) == 2
    assert agrees(Kuromasu(1, 1, (1,))) == 1


@pytest.mark.parametrize("label", [None, "a"])
def test_maze_of_one_cell(label):
    puzzle = ExactlyOne(1, 1, (label,))
    assert agrees(puzzle) == 1
    result = masume.solve(puzzle)
    assert result.answer == Trail((0,)) and result.cost == 0 and result.shortest is True


@pytest.mark.long
@pytest.mark.parametrize("size", [(1, 2), (2, 1), (1, 3), (3, 1), (2, 2)])
@pytest.mark.parametrize("made", [Kuromasu, Hitori, Hashi])
def test_all_clues_on_the_smallest_boards(made, size):
    rows, cols = size
    every = list(product([None, UNKNOWN, 1, 2, 3, 4], repeat=rows * cols))
    for clues in sample(every, 5 if len(every) > 100 else 1):
        agrees(made(rows, cols, clues))


@pytest.mark.long
@pytest.mark.parametrize("size", [(1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3)])
def test_all_shapes_on_the_smallest_mazes(size):
    rows, cols = size
    every = list(product([None, "a", "b"], repeat=rows * cols))
    for labels in sample(every, 4 if len(every) > 500 else 1):
        agrees(ExactlyOne(rows, cols, labels))


@pytest.mark.parametrize("made", [Kuromasu, Hitori])
@pytest.mark.parametrize("size", [(1, 9), (9, 1), (2, 6), (3, 4)])
def test_boards_without_numbers(made, size):
    rows, cols = size
    for clue in (None, UNKNOWN):
        agrees(made(rows, cols, (clue,) * (rows * cols)))


def test_strips_are_cut_by_one_black_cell():
    assert agrees(Kuromasu(1, 9, (None,) * 9)) == 4  # nothing, either end, or both
    assert agrees(Kuromasu(9, 1, (None,) * 9)) == 4


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (3, 4)])
def test_numbers_that_see_the_whole_board_leave_it_white(size):
    rows, cols = size
    assert agrees(Kuromasu(rows, cols, (rows + cols - 1,) * (rows * cols))) == 1
    result = masume.solve(Kuromasu(rows, cols, (rows + cols - 1,) * (rows * cols)))
    assert result.answer == Shading() and result.cost == 0


def test_an_answer_without_black_cells():
    latin = Hitori(3, 3, (1, 2, 3, 2, 3, 1, 3, 1, 2))
    assert agrees(latin) > 1
    assert Shading() in set(masume.solutions(latin))


@pytest.mark.parametrize(
    "text",
    [
        "kuromasu\n1 .",
        "kuromasu\n. 1 .",
        "kuromasu\n1 . .\n. . .",
        "kuromasu\n. . .\n. 1 .\n. . .",
        "kuromasu\n1000000 .\n. .",
        "kuromasu\n9 9\n9 9",
        "kuromasu\n2 2\n2 2",
        "kuromasu\n3 3\n3 3",
        "hitori\n1000000 1000000",
        "hitori\n7 7 7",
        "hitori\n7 7 7\n7 8 7",
        "hitori\n? ? ?\n? ? ?",
        "hashi\n. .\n. .",
        "hashi\n? .\n. ?",
        "hashi\n1 . 1",
        "hashi\n2 . 2",
        "hashi\n3 . 3",
        "hashi\n? . ?",
        "hashi\n? 1\n1 ?",
        "hashi\n1000000 . 1000000",
        "hashi\n1 1 . 1 1",
        "hashi\n2 2\n2 2",
        "hashi\nloops: no\n2 2\n2 2",
        "hashi\nloops: no\n? ?\n? ?",
        "hashi\nmost: 1\n2 . 2\n. . .\n2 . 2",
        "hashi\nmost: 1\nloops: no\n2 . 2\n. . .\n2 . 2",
        "hashi\n. 1 .\n1 . 1\n. 1 .",
        "hashi\n. 1 . .\n1 . 2 .\n. 2 . 2",
    ],
)
def test_odd_boards(text):
    agrees(read(text))


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize(("most", "cols"), [(1, 3), (2, 3), (3, 2), (4, 2)])
def test_boards_of_unknown_clues(most, cols, loops):
    assert agrees(Hashi(2, cols, (UNKNOWN,) * 2 * cols, most=most, loops=loops)) > 1


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_two_islands_with_up_to_most_bridges(most):
    for clue in range(1, 6):
        assert agrees(Hashi(1, 3, (clue, None, clue), most=most)) == (clue <= most)
    assert agrees(Hashi(1, 3, (UNKNOWN, None, UNKNOWN), most=most)) == most


def test_boards_with_one_island_and_with_none():
    assert agrees(Hashi(2, 2, (None,) * 4)) == 1
    assert agrees(Hashi(2, 2, (UNKNOWN, None, None, None))) == 1
    assert agrees(Hashi(2, 2, (1, None, None, None))) == 0


def test_presolved_board_has_one_solution():
    """The model has no open variables."""
    puzzle = masume.load("kuromasu/rules")
    result = masume.solve(puzzle)
    assert masume.forced(puzzle, result.answer).open == 0
    for board in (Kuromasu(1, 2, (1, None)), Kuromasu(2, 2, (3, 3, 3, 3))):
        count = masume.count(board, at_most=5)
        assert (count.number, count.complete) == (1, True)


# Odd positions


def status_from(puzzle, position):
    explained = masume.why_not(puzzle, position)
    result = masume.forced(puzzle, position)
    assert explained.status is result.status
    assert bool(explained.reasons) is (result.status is Status.EXHAUSTED)
    return result.status


def test_cell_marked_black_and_white_is_a_contradiction():
    for made in (Kuromasu, Hitori):
        puzzle = made(2, 2, (None,) * 4)
        assert status_from(puzzle, Shading(frozenset({0}), frozenset({0}))) is Status.EXHAUSTED
        assert status_from(puzzle, Shading(frozenset({0, 1}))) is Status.EXHAUSTED
        assert status_from(puzzle, Shading(frozenset({0}), frozenset({1}))) is Status.SOLVED


def test_marks_on_islands():
    puzzle = read("hashi\n3 . 3\n. . .\n2 . 2")
    assert status_from(puzzle, Lines(frozenset({(0, 2, 2)}))) is Status.SOLVED
    assert status_from(puzzle, Lines(frozenset({(0, 2, 3)}))) is Status.EXHAUSTED  # too wide
    both = Lines(frozenset({(0, 2, 1)}), frozenset({(0, 2)}))
    assert status_from(puzzle, both) is Status.EXHAUSTED
    for wrong in ((0, 8, 1), (0, 1, 1)):
        with pytest.raises(NotApplicable):
            masume.forced(puzzle, Lines(frozenset({wrong})))


@pytest.mark.parametrize(
    ("path", "fits"),
    [
        ((6,), True),
        ((6, 3, 0, 1, 2), True),
        ((6, 4), False),  # not neighbours
        ((6, 0), False),
        ((0, 1), False),  # begins elsewhere
        ((3,), False),
        ((6, 3, 4, 7, 6), False),  # crosses itself
        ((6, 3, 4, 3), False),
        ((6, 7, 6), False),
        ((6, 7, 8, 5, 2, 1), False),  # beyond the goal
    ],
)
def test_trails_that_start_no_path(path, fits):
    puzzle = ExactlyOne(3, 3, (None,) * 9)
    assert status_from(puzzle, Trail(path)) is (Status.SOLVED if fits else Status.EXHAUSTED)


def test_maze_marks():
    puzzle = ExactlyOne(3, 3, (None,) * 9)
    assert status_from(puzzle, Trail((6,), ticked=frozenset({0, 4, 8}))) is Status.SOLVED
    assert status_from(puzzle, Trail((6,), crossed=frozenset({2}))) is Status.EXHAUSTED
    both = Trail((6,), crossed=frozenset({4}), ticked=frozenset({4}))
    assert status_from(puzzle, both) is Status.EXHAUSTED
    result = masume.forced(puzzle, Trail((6,), crossed=frozenset({3}))).position
    assert result.path == (6, 7) and result.crossed == {3, 0}
