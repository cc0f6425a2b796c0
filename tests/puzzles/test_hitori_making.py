"""How Hitori boards are made: black cells, numbers around them, and what follows from these."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from support import is_the_only_answer

import masume
from masume.core.model.model import never_cancel
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import cells, grid, mask
from masume.core.puzzle.maker import BoardRequest
from masume.core.puzzle.technique import LEVELS
from masume.families.shading.make import _bare, _closes_a_wall, random_black, scattered_black
from masume.families.shading.model import BLACK, WHITE
from masume.families.shading.position import blackener, is_sound
from masume.logic.explainer import Explainer
from masume.puzzles.hitori.following import FollowingColours
from masume.puzzles.hitori.generate import draw, redraw
from masume.puzzles.hitori.model import MANY
from masume.puzzles.hitori.numbers import Numbering, latin
from masume.puzzles.hitori.puzzle import Hitori

TINY = [(1, 3), (1, 6), (7, 1), (2, 2), (2, 5), (6, 2), (3, 3), (3, 4)]
USUAL = [(4, 4), (5, 5), (4, 7), (8, 5), (6, 6), (7, 7), (9, 9), (10, 10), (11, 8)]


def drawn(rng, size):
    """A board with some solution, perhaps with others, and perhaps without some numbers."""
    level = rng.choice([None, "easy", "hard"])
    request = BoardRequest(*size, level=level, symmetry=rng.random() < 0.2)
    puzzle, answer = draw(rng, request)
    for _ in range(rng.randrange(4)):
        puzzle, answer = redraw(rng, puzzle, answer, ())
    if rng.random() < 0.3:
        clues = [rng.choice([None, UNKNOWN]) if rng.random() < 0.1 else c for c in puzzle.clues]
        puzzle = Hitori(*size, tuple(clues))
    return puzzle


def compared(puzzle):
    """How much is unknown level by level, which must be just as much as the techniques leave."""
    known, walk = FollowingColours(puzzle.rows, puzzle.cols, puzzle.clues), Explainer(puzzle)
    for level in range(3):
        is_done = known.follow(level)
        list(walk.named(level + 1))
        colours = walk.notes.colours
        by_techniques = [mask(c for c, x in enumerate(colours) if x == k) for k in (BLACK, WHITE)]
        assert [known.black, known.white] == by_techniques, (puzzle, level)
        assert is_done is (known.unknown == 0)
        yield known.unknown.bit_count()


# What follows


@pytest.mark.parametrize(("sizes", "number"), [(TINY, 160), (USUAL, 100)], ids=["tiny", "usual"])
def test_what_follows_for_the_maker_is_what_techniques_of_the_level_find(sizes, number):
    rng, boards = Random(f"{sizes}"), []
    for _ in range(number):
        boards.append(list(compared(drawn(rng, rng.choice(sizes)))))
    for level in range(3):  # each level tells something new, and comes to the end now and then
        assert any(left[level] == 0 for left in boards)
        assert level == 0 or any(left[level] < left[level - 1] for left in boards)
    assert any(left[2] for left in boards)


@pytest.mark.soak
def test_what_follows_on_many_boards():
    rng = Random("many")
    for _ in range(3000):
        list(compared(drawn(rng, (rng.randint(2, 13), rng.randint(2, 13)))))


# Examples of techniques that a random board seldom needs, and a cell that may be the only white.
@pytest.mark.parametrize(
    "numbers",
    [
        "1 2 2 / 3 2 1 / 1 1 2",
        "3 2 3 / 1 1 3 / 2 4 2",
        "2 1 4 / 1 4 3 / 2 3 4 / 4 4 1",
        "3 3 3 / 3 1 2 / 2 2 2",
        "1 1 3 / 2 2 4 / 4 3 1",
        "3 1 1 / 2 3 1 / 3 1 2",
        "2 2 1 / 3 1 2 / 3 2 1",
        "1 2 1 / 4 1 3 / 4 1 2 / 3 4 1",
        "1 1 2",
    ],
)
def test_what_follows_on_boards_of_one_technique(numbers):
    list(compared(masume.load("hitori\n" + numbers.replace(" / ", "\n"))))


def test_numbers_that_stand_in_a_line_very_many_times_tell_no_pairs():
    """As with the techniques, which leave them to the rule as a whole."""
    many = MANY + 1
    for columns in (2 * many, 2 * many - 4):
        clues = [1 if col % 2 else col + 2 for col in range(columns)]
        clues += [(col + 5) % columns + 2 for col in range(columns)]
        clues[columns + 1] = 1  # a pair in a column
        wide = Hitori(2, columns, tuple(clues))
        high = Hitori(
            columns, 2, tuple(clues[r + c * columns] for r in range(columns) for c in (0, 1))
        )
        (left, *_), (as_much, *_) = compared(wide), compared(high)
        assert left == as_much
        assert (left == 2 * columns) is (columns == 2 * many)


# Boards of a level


@pytest.mark.parametrize("level", LEVELS[:3])
@pytest.mark.parametrize("size", [(4, 4), (5, 6), (9, 4), (10, 10)], ids=str)
def test_a_new_board_is_of_its_level_and_has_one_solution(size, level):
    for made in masume.generate("hitori", size=size, difficulty=level, count=2, seed=3):
        assert made.level == level == masume.grade(made.puzzle).level
        assert is_the_only_answer(made.puzzle, made.answer)


@pytest.mark.soak
@pytest.mark.parametrize("symmetry", [False, True], ids=["as it comes", "symmetric"])
@pytest.mark.parametrize("level", [None, *LEVELS[:3]])
def test_many_new_boards_are_of_their_levels(level, symmetry):
    for size in ((5, 5), (6, 6), (8, 8), (7, 4), (3, 9), (11, 5), (12, 12), (15, 15)):
        made = masume.generate(
            "hitori", size=size, difficulty=level, count=6, seed=5, symmetry=symmetry
        )
        for one in made:
            assert one.level == masume.grade(one.puzzle).level
            assert level in (None, one.level)
            assert is_the_only_answer(one.puzzle, one.answer)


def test_boards_as_they_come_are_of_several_levels_and_have_many_pairs():
    boards = list(masume.generate("hitori", size=(8, 8), count=40, seed=1))
    assert {made.level for made in boards} == {"easy", "medium", "hard"}
    black = [len(made.answer.black) for made in boards]
    assert 0.25 < sum(black) / len(black) / 64 < 0.32
    assert max(black) - min(black) > 2


# Numbers


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 7), (6, 1), (2, 3), (4, 9), (9, 4), (12, 12)], ids=str
)
def test_numbers_of_white_cells_repeat_in_no_line(size):
    rows, cols = size
    numbers = latin(Random(1), rows, cols, never_cancel)
    assert set(numbers) <= set(range(1, max(size) + 1))
    for row in range(rows):
        assert len(set(numbers[row * cols : row * cols + cols])) == cols
    for col in range(cols):
        assert len(set(numbers[col::cols])) == rows


def test_every_square_of_numbers_can_come_out():
    rng = Random(2)
    times = Counter(tuple(latin(rng, 4, 4, never_cancel)) for _ in range(9000))
    assert len(times) == 576  # as many as there are
    assert max(times.values()) < 4 * 9000 / 576


def test_numbers_of_black_cells_are_those_of_white_ones_in_their_lines():
    rng, g = Random(3), grid(7, 9)
    for is_hard in (False, True):
        black = mask(random_black(rng, g, g.size))
        numbering = Numbering(rng, 7, 9, black)
        numbers = numbering.drawn(never_cancel, is_hard=is_hard)
        where = mask(range(30))
        for other in (numbers, numbering.changed(numbers, where)):
            for cell in range(g.size):
                line = [c for ray in g.rays(cell) for c in ray if not black >> c & 1]
                assert (other[cell] in [other[c] for c in line]) is bool(black >> cell & 1)
        changed = [cell for cell in range(g.size) if other[cell] != numbers[cell]]
        assert len(changed) <= 3 and all((black & where) >> cell & 1 for cell in changed)


def test_twins_of_hard_boards_are_far_and_beside_few_black_cells():
    rng, g = Random(4), grid(9, 9)
    black = mask(random_black(rng, g, g.size))
    numbers = Numbering(rng, 9, 9, black).drawn(never_cancel, is_hard=True)

    def company(cell):
        return (g.neighbour_mask[cell] & black).bit_count()

    for cell in cells(black):
        line = [c for ray in g.rays(cell) for c in ray if not black >> c & 1]
        far = [c for ray in g.rays(cell) for c in ray[2:] if not black >> c & 1] or line
        twins = [c for c in far if numbers[c] == numbers[cell]]
        assert min(map(company, far)) in map(company, twins)


# Black cells


@pytest.mark.parametrize("size", [(1, 5), (2, 2), (2, 7), (4, 6), (9, 9), (12, 7)], ids=str)
def test_black_cells_keep_the_rules_and_leave_room_for_none(size):
    rng, g = Random(f"{size}"), grid(*size)
    may_blacken = blackener(g)
    for make in (
        lambda: random_black(rng, g, g.size),
        lambda: scattered_black(rng, g, never_cancel),
    ):
        for _ in range(5):
            black = mask(make())
            assert is_sound(g, black)
            assert not any(may_blacken(black, c) for c in cells(g.full & ~black))


def test_a_cell_closes_a_wall_if_it_would_cut_the_white_cells():
    rng, g, closed = Random(5), grid(7, 6), 0
    may_blacken = blackener(g)
    for _ in range(60):
        black = mask(random_black(rng, g, rng.randrange(15)))
        for cell in cells(g.full & ~g.spread(black)):
            closes = _closes_a_wall(g, black, cell)
            assert closes is not may_blacken(black, cell)
            closed += closes
    assert closed > 50


def test_scattered_black_cells_leave_hardly_a_cell_without_one_beside_it():
    rng, g = Random(6), grid(10, 10)
    scattered = [_bare(g, mask(scattered_black(rng, g, never_cancel))) for _ in range(8)]
    usual = [_bare(g, mask(random_black(rng, g, g.size))) for _ in range(8)]
    assert sum(lonely.bit_count() for _, lonely in scattered) < 4
    bare, usually = (sum(one.bit_count() for one, _ in some) for some in (scattered, usual))
    assert 3 * bare < usually
