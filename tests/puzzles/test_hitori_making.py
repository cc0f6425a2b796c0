"""Generation of Hitori boards: black cells, numbers, propagation and levels."""

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
from masume.families.shading.make import _bare, random_black, scatter_black
from masume.families.shading.model import BLACK, WHITE
from masume.families.shading.position import blackener, is_sound
from masume.families.shading.walls import closes_wall
from masume.logic.explainer import Explainer
from masume.puzzles.hitori.generate import draw, redraw
from masume.puzzles.hitori.model import MANY
from masume.puzzles.hitori.numbers import Numbering, latin
from masume.puzzles.hitori.propagate import Propagator
from masume.puzzles.hitori.puzzle import Hitori

TINY = [(1, 3), (1, 6), (7, 1), (2, 2), (2, 5), (6, 2), (3, 3), (3, 4)]
USUAL = [(4, 4), (5, 5), (4, 7), (8, 5), (6, 6), (7, 7), (9, 9), (10, 10), (11, 8)]


def random_board(rng, size):
    """Return a board with at least one solution, sometimes without some numbers."""
    level = rng.choice([None, "easy", "hard"])
    request = BoardRequest(*size, level=level, symmetry=rng.random() < 0.2)
    puzzle, answer = draw(rng, request)
    for _ in range(rng.randrange(4)):
        puzzle, answer = redraw(rng, puzzle, answer, ())
    if rng.random() < 0.3:
        clues = [rng.choice([None, UNKNOWN]) if rng.random() < 0.1 else c for c in puzzle.clues]
        puzzle = Hitori(*size, tuple(clues))
    return puzzle


def check_levels(puzzle):
    """Yield the number of unknown cells per level; each must equal what the techniques leave."""
    propagator, walk = Propagator(puzzle.rows, puzzle.cols, puzzle.clues), Explainer(puzzle)
    for level in range(3):
        is_solved = propagator.propagate(level)
        list(walk.named_steps(level + 1))
        colours = walk.notes.colours
        by_techniques = [mask(c for c, x in enumerate(colours) if x == k) for k in (BLACK, WHITE)]
        assert [propagator.black, propagator.white] == by_techniques, (puzzle, level)
        assert is_solved is (propagator.unknown == 0)
        yield propagator.unknown.bit_count()


# Propagation


@pytest.mark.parametrize(("sizes", "count"), [(TINY, 160), (USUAL, 100)], ids=["tiny", "usual"])
def test_propagator_finds_what_techniques_of_the_level_find(sizes, count):
    rng, unknown_by_level = Random(f"{sizes}"), []
    for _ in range(count):
        unknown_by_level.append(list(check_levels(random_board(rng, rng.choice(sizes)))))
    for level in range(3):  # each level finds more, and solves some boards
        assert any(unknown[level] == 0 for unknown in unknown_by_level)
        assert level == 0 or any(
            unknown[level] < unknown[level - 1] for unknown in unknown_by_level
        )
    assert any(unknown[2] for unknown in unknown_by_level)


@pytest.mark.soak
def test_propagator_on_many_boards():
    rng = Random("many")
    for _ in range(3000):
        list(check_levels(random_board(rng, (rng.randint(2, 13), rng.randint(2, 13)))))


# Examples of techniques that random boards rarely need, and a cell that may be the only white one.
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
def test_propagator_on_boards_of_one_technique(numbers):
    list(check_levels(masume.load("hitori\n" + numbers.replace(" / ", "\n"))))


def test_very_large_groups_of_equal_numbers_are_ignored():
    """The techniques ignore them too."""
    count = MANY + 1
    for columns in (2 * count, 2 * count - 4):
        clues = [1 if col % 2 else col + 2 for col in range(columns)]
        clues += [(col + 5) % columns + 2 for col in range(columns)]
        clues[columns + 1] = 1  # a pair in a column
        wide = Hitori(2, columns, tuple(clues))
        high = Hitori(
            columns, 2, tuple(clues[r + c * columns] for r in range(columns) for c in (0, 1))
        )
        (unknown, *_), (unknown_high, *_) = check_levels(wide), check_levels(high)
        assert unknown == unknown_high
        assert (unknown == 2 * columns) is (columns == 2 * count)


# Boards of a level


@pytest.mark.parametrize("level", LEVELS[:3])
@pytest.mark.parametrize("size", [(4, 4), (5, 6), (9, 4), (10, 10)], ids=str)
def test_generated_board_has_its_level_and_one_solution(size, level):
    for board in masume.generate("hitori", size=size, difficulty=level, count=2, seed=3):
        assert board.level == level == masume.grade(board.puzzle).level
        assert is_the_only_answer(board.puzzle, board.answer)


@pytest.mark.soak
@pytest.mark.parametrize("symmetry", [False, True], ids=["asymmetric", "symmetric"])
@pytest.mark.parametrize("level", [None, *LEVELS[:3]])
def test_many_generated_boards_have_their_levels(level, symmetry):
    for size in ((5, 5), (6, 6), (8, 8), (7, 4), (3, 9), (11, 5), (12, 12), (15, 15)):
        boards = masume.generate(
            "hitori", size=size, difficulty=level, count=6, seed=5, symmetry=symmetry
        )
        for board in boards:
            assert board.level == masume.grade(board.puzzle).level
            assert level in (None, board.level)
            assert is_the_only_answer(board.puzzle, board.answer)


def test_boards_without_a_requested_level_have_several_levels_and_many_black_cells():
    boards = list(masume.generate("hitori", size=(8, 8), count=40, seed=1))
    assert {board.level for board in boards} == {"easy", "medium", "hard"}
    black = [len(board.answer.black) for board in boards]
    assert 0.25 < sum(black) / len(black) / 64 < 0.32
    assert max(black) - min(black) > 2


# Numbers


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 7), (6, 1), (2, 3), (4, 9), (9, 4), (12, 12)], ids=str
)
def test_latin_rectangle_repeats_no_number_in_a_line(size):
    rows, cols = size
    numbers = latin(Random(1), rows, cols, never_cancel)
    assert set(numbers) <= set(range(1, max(size) + 1))
    for row in range(rows):
        assert len(set(numbers[row * cols : row * cols + cols])) == cols
    for col in range(cols):
        assert len(set(numbers[col::cols])) == rows


def test_every_latin_square_is_generated():
    rng = Random(2)
    frequency = Counter(tuple(latin(rng, 4, 4, never_cancel)) for _ in range(9000))
    assert len(frequency) == 576  # the number of Latin squares of order 4
    assert max(frequency.values()) < 4 * 9000 / 576


def test_numbers_of_black_cells_are_those_of_white_cells_in_their_lines():
    rng, g = Random(3), grid(7, 9)
    for is_hard in (False, True):
        black = mask(random_black(rng, g, g.size))
        numbering = Numbering(rng, 7, 9, black)
        numbers = numbering.draw(never_cancel, is_hard=is_hard)
        where = mask(range(30))
        for other in (numbers, numbering.change_some(numbers, where)):
            for cell in range(g.size):
                line = [c for ray in g.rays(cell) for c in ray if not black >> c & 1]
                assert (other[cell] in [other[c] for c in line]) is bool(black >> cell & 1)
        changed = [cell for cell in range(g.size) if other[cell] != numbers[cell]]
        assert len(changed) <= 3 and all((black & where) >> cell & 1 for cell in changed)


def test_twins_of_hard_boards_are_far_and_have_few_black_neighbours():
    rng, g = Random(4), grid(9, 9)
    black = mask(random_black(rng, g, g.size))
    numbers = Numbering(rng, 9, 9, black).draw(never_cancel, is_hard=True)

    def black_neighbours(cell):
        return (g.neighbour_mask[cell] & black).bit_count()

    for cell in cells(black):
        line = [c for ray in g.rays(cell) for c in ray if not black >> c & 1]
        far = [c for ray in g.rays(cell) for c in ray[2:] if not black >> c & 1] or line
        twins = [c for c in far if numbers[c] == numbers[cell]]
        assert min(map(black_neighbours, far)) in map(black_neighbours, twins)


# Black cells


@pytest.mark.parametrize("size", [(1, 5), (2, 2), (2, 7), (4, 6), (9, 9), (12, 7)], ids=str)
def test_black_cells_obey_the_rules_and_are_maximal(size):
    rng, g = Random(f"{size}"), grid(*size)
    may_blacken = blackener(g)
    for make in (
        lambda: random_black(rng, g, g.size),
        lambda: scatter_black(rng, g, never_cancel),
    ):
        for _ in range(5):
            black = mask(make())
            assert is_sound(g, black)
            assert not any(may_blacken(black, c) for c in cells(g.full & ~black))


def test_cell_closes_a_wall_if_it_would_cut_the_white_cells():
    rng, g, closing = Random(5), grid(7, 6), 0
    may_blacken = blackener(g)
    for _ in range(60):
        black = mask(random_black(rng, g, rng.randrange(15)))
        for cell in cells(g.full & ~g.spread(black)):
            closes = closes_wall(g, black, cell)
            assert closes is not may_blacken(black, cell)
            closing += closes
    assert closing > 50


def test_scattered_black_cells_leave_few_cells_without_a_black_neighbour():
    rng, g = Random(6), grid(10, 10)
    scattered = [_bare(g, mask(scatter_black(rng, g, never_cancel))) for _ in range(8)]
    usual = [_bare(g, mask(random_black(rng, g, g.size))) for _ in range(8)]
    assert sum(lonely.bit_count() for _, lonely in scattered) < 4
    bare, usual_bare = (sum(m.bit_count() for m, _ in masks) for masks in (scattered, usual))
    assert 3 * bare < usual_bare
