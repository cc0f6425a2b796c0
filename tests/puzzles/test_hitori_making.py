"""Generation of Hitori boards: black cells, numbers, propagation and levels."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from support import is_the_only_answer

import masume
from masume.core.model.model import never_cancel
from masume.core.puzzle.grid import cells, grid, mask
from masume.core.puzzle.technique import LEVELS
from masume.families.shading.make import _bare, random_black, scatter_black
from masume.families.shading.position import blackener, is_sound
from masume.families.shading.walls import closes_wall
from masume.puzzles.hitori.numbers import Numbering, latin

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
