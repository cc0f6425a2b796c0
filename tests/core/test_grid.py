"""Bit masks of cells compared with Python sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples

from masume.core.puzzle.grid import Grid, cells, grid, mask
from masume.families.shading.position import black_pairs, blackener


@st.composite
def regions(draw):
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    return grid(rows, cols), draw(st.sets(st.integers(0, rows * cols - 1)))


def parts(g: Grid, members: set[int]) -> list[set[int]]:
    found, rest = [], set(members)
    while rest:
        part, waiting = set(), [rest.pop()]
        while waiting:
            cell = waiting.pop()
            part.add(cell)
            row, col = g.at(cell)
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                other = r * g.cols + c
                if 0 <= r < g.rows and 0 <= c < g.cols and other in rest:
                    rest.remove(other)
                    waiting.append(other)
        found.append(part)
    return found


@examples(100)
@given(st.sets(st.integers(0, 300)))
def test_mask_and_cells_are_inverse(members):
    assert cells(mask(members)) == sorted(members)
    assert mask(members) == sum(1 << cell for cell in members)


@examples(100)
@given(regions())
def test_flood_fill_finds_components(region):
    g, members = region
    expected = parts(g, members)
    assert g.is_connected(mask(members)) == (len(expected) <= 1)
    assert sorted(map(cells, g.components(mask(members)))) == sorted(map(sorted, expected))


@examples(100)
@given(regions())
def test_spread_adds_all_neighbours(region):
    g, members = region
    assert set(cells(g.spread(mask(members)))) == members | {
        other for cell in members for other in g.neighbours[cell]
    }


@examples(100)
@given(regions())
def test_black_pairs_are_counted_once(region):
    g, black = region
    pairs = {frozenset((a, b)) for a in black for b in g.neighbours[a] if b in black}
    assert black_pairs(g, mask(black)) == len(pairs)


@examples(100)
@given(regions(), st.data())
def test_blackener_agrees_with_flood_fill(region, data):
    """The shortcut by contacts gives the same results as flood fill."""
    g, wished = region
    may_blacken = blackener(g)
    black: set[int] = set()
    for cell in data.draw(st.permutations(sorted(wished))):
        white = set(range(g.size)) - black - {cell}
        expected = not any(n in black for n in g.neighbours[cell]) and len(parts(g, white)) <= 1
        assert may_blacken(mask(black), cell) == expected
        if expected:
            black.add(cell)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (5, 1), (2, 2), (3, 4)])
def test_rays_reach_the_border(rows, cols):
    g = grid(rows, cols)
    for cell in range(g.size):
        row, col = g.at(cell)
        up, down, left, right = (list(ray) for ray in g.rays(cell))
        assert up == [g.cell(r, col) for r in range(row - 1, -1, -1)]
        assert down == [g.cell(r, col) for r in range(row + 1, rows)]
        assert left == [g.cell(row, c) for c in range(col - 1, -1, -1)]
        assert right == [g.cell(row, c) for c in range(col + 1, cols)]
