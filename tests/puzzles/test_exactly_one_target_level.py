"""Mazes of a requested level: grading, raising the level, and superfluous shapes."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from masume.api.exact import vocabulary_of
from masume.core.model.model import never_cancel
from masume.core.puzzle.grid import grid, mask
from masume.core.puzzle.maker import Clues
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.make.unique_board import KnownWalk, level_reached, whole_literals
from masume.puzzles.exactly_one.placement import place_shapes
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.exactly_one.target_level import ShapeGrader, raise_level, sufficient_clues
from masume.puzzles.exactly_one.winding import winding_path

HARD = LEVELS.index("hard")


def placed_shapes(rng, side=8):
    """Return a grid, a path, and shapes that determine it."""
    g = grid(side, side)
    while True:
        path = winding_path(rng, g, round(0.4 * g.size), never_cancel)
        shapes = path and place_shapes(rng, g, path, 5, far=True, check_cancel=never_cancel)
        if shapes:
            return g, path, [mask(shape) for shape in shapes]


def board(g, shapes):
    numbered_shapes = list(enumerate(shapes, start=1))
    labels = (
        next((str(n) for n, one in numbered_shapes if one >> c & 1), None) for c in range(g.size)
    )
    return ExactlyOne(g.rows, g.cols, tuple(labels))


def level_by_techniques(g, path, shapes, most):
    puzzle = board(g, shapes)
    solution = whole_literals(vocabulary_of(puzzle), Trail(tuple(path)))
    return level_reached(KnownWalk(puzzle, solution, Deadline()), most)


def test_grader_agrees_with_the_techniques():
    levels = set()
    for seed in range(12):
        rng = Random(seed)
        g, path, shapes = placed_shapes(rng)
        some = rng.sample(shapes, len(shapes) - rng.randint(0, 2))
        for most in range(HARD + 1):
            level = ShapeGrader(g, never_cancel).level(some, most)
            assert level == level_by_techniques(g, path, some, most)
            levels.add(level)
    assert levels == {0, 1, 2, 3}


@pytest.mark.parametrize("level", [1, HARD])
def test_raise_level_reaches_the_level(level):
    made = 0
    for seed in range(6):
        rng = Random(seed)
        g, path, shapes = placed_shapes(rng)
        harder = raise_level(rng, g, shapes, path, level, never_cancel)
        if harder is not None:
            made += 1
            assert level_by_techniques(g, path, harder, HARD) == level
            for shape in harder:  # connected, and with one cell of the path
                assert g.is_connected(shape) and (shape & mask(path)).bit_count() == 1
                assert shape.bit_count() > 1 and any(shape & old == shape for old in shapes)
    assert made > 2


def test_sufficient_clues_drops_only_superfluous_shapes():
    rng = Random(1)
    g, path, shapes = placed_shapes(rng)
    free = [cell for cell in path[1:-1] if not any(shape >> cell & 1 for shape in shapes)]
    spare = [1 << cell for cell in free[:3]]
    puzzle = board(g, [*shapes, *spare])
    clues = [Clues(cells, ()) for cells in puzzle.shapes.values()]
    kept, level = sufficient_clues(rng, puzzle, clues, 0, 1, never_cancel)
    left = [mask(clues[number].cells) for number in kept]
    assert ShapeGrader(g, never_cancel).level(left, 1) == level and len(left) <= len(shapes)
    for dropped in left:
        others = [shape for shape in left if shape != dropped]
        assert ShapeGrader(g, never_cancel).open_links(others, 1)
    assert sufficient_clues(rng, puzzle, clues, HARD, HARD, never_cancel) == (
        [*range(len(clues))],
        0,
    )
    assert sufficient_clues(rng, puzzle, clues[:1], 0, 1, never_cancel) is None


@pytest.mark.parametrize("size", [(5, 5), (12, 9), (3, 14), (14, 3), (2, 9)], ids=str)
def test_winding_path_nowhere_touches_itself(size):
    g = grid(*size)
    for seed in range(10):
        path = winding_path(Random(seed), g, round(0.4 * g.size), never_cancel)
        if path is not None:
            assert (path[0], path[-1]) == (g.size - g.cols, g.cols - 1)
            joined = {frozenset(pair) for pair in pairwise(path)}
            on = set(path)
            beside = {frozenset((a, b)) for a in on for b in g.neighbours[a] if b in on}
            assert len(on) == len(path) and beside == joined
