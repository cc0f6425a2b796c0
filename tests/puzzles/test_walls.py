"""Walls of black cells, compared with the connectivity of the white cells."""

from __future__ import annotations

from random import Random

import pytest

from masume.core.puzzle.grid import grid, mask
from masume.families.shading.position import is_sound
from masume.families.shading.walls import Walls, closes_wall, ring_through

SIZES = [(1, 1), (1, 6), (5, 1), (2, 2), (2, 5), (4, 3), (5, 5), (7, 6)]


def random_walls(rng, size):
    """Return walls of random black cells that obey the rules."""
    g = grid(*size)
    walls = Walls(g)
    for cell in rng.sample(range(g.size), rng.randint(0, g.size)):
        if walls.may_add(cell) and rng.random() < 0.8:
            walls.add(cell)
    return walls


def apart(walls, *cells):
    """Return whether none of these cells is beside a black or another one."""
    g, black = walls.grid, [*walls.added, *cells]
    return not any(other in black for cell in cells for other in g.neighbours[cell])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_gap_is_a_cell_that_would_divide_the_white_cells(size):
    rng, gaps = Random(f"{size}"), 0
    for _ in range(60):
        walls = random_walls(rng, size)
        g, black = walls.grid, mask(walls.added)
        for cell in range(g.size):
            if cell in walls or not apart(walls, cell):
                continue
            # On a board with one other cell, cutting it off divides nothing.
            divides = not is_sound(g, black | 1 << cell)
            is_gap = bool(walls.gaps >> cell & 1)
            assert is_gap >= divides and is_gap is closes_wall(g, black, cell)
            ring = ring_through(g, walls, cell)
            assert bool(ring) is is_gap is walls.would_close(1 << cell)
            assert walls.may_add(cell) is not is_gap
            gaps += is_gap
            if is_gap:
                only = mask(ring)
                assert ring[0] == cell and not only & ~(black | 1 << cell)
                assert divides is not is_sound(g, only)  # the ring alone divides them
            else:
                count, before = walls.count, walls.gaps
                after = walls.gaps_with(cell)
                assert walls.add(cell) == after
                assert walls.gaps == before | after == Walls(g, walls.added).gaps
                walls.undo(count)
                assert walls.gaps == before and cell not in walls
    assert gaps or size in [(1, 1), (2, 2)]


def test_several_cells_close_a_wall_together():
    rng, closing = Random(3), 0
    for _ in range(1500):
        walls = random_walls(rng, rng.choice(SIZES[4:]))
        g = walls.grid
        new = rng.sample(range(g.size), 3)
        if any(cell in walls for cell in new) or not apart(walls, *new):
            continue
        closes = walls.would_close(mask(new))
        assert closes is not is_sound(g, mask([*walls.added, *new]))
        closing += closes
        other = walls.copy()
        for cell in new:
            other.add(cell)
        assert all(cell not in walls for cell in new) and sorted(other.added) == sorted(new)
        other.undo(0)
        assert other.gaps == walls.gaps
    assert closing > 10
