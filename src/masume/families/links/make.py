"""Random loops along the links of a grid, for makers."""

from __future__ import annotations

from random import Random

from masume.core.puzzle.grid import Cell, Grid
from masume.families.links.position import Pair

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))  # clockwise


def random_loop(rng: Random, points: Grid, share: float) -> set[Pair]:
    """Return the links of a random loop through points of a grid; empty if there is no room.

    The loop is the border of a region that grows square by square without holes, until it has this
    share of the squares between the points, or cannot grow. Squares with few neighbours in the
    region are preferred, so that the loop winds.
    """
    rows, cols = points.rows - 1, points.cols - 1
    if rows < 1 or cols < 1:
        return set()
    region = {(rng.randrange(rows), rng.randrange(cols))}
    edge = {place for place in _sides(*next(iter(region))) if _is_inside(place, rows, cols)}
    wanted = max(1, round(share * rows * cols))
    while edge and len(region) < wanted:
        order = sorted(edge)
        tried = [rng.choice(order) for _ in range(3)]
        place = min(tried, key=lambda at: sum(side in region for side in _sides(*at)))
        edge.discard(place)
        if place not in region and _keeps_simple(region, place):
            region.add(place)
            edge |= {side for side in _sides(*place) if _is_inside(side, rows, cols)} - region
    return _border(region, points)


def _sides(row: int, col: int) -> list[tuple[int, int]]:
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def _is_inside(place: tuple[int, int], rows: int, cols: int) -> bool:
    return 0 <= place[0] < rows and 0 <= place[1] < cols


def _keeps_simple(region: set[tuple[int, int]], place: tuple[int, int]) -> bool:
    """Return whether a square can join the region without a hole or a contact at a corner only."""
    row, col = place
    ring = [(row + down, col + right) in region for down, right in _AROUND]
    corners_fit = all(ring[n - 1] or ring[n + 1] for n in (0, 2, 4, 6) if ring[n])
    return corners_fit and sum(ring[n] != ring[n - 1] for n in range(8)) == 2


def _border(region: set[tuple[int, int]], points: Grid) -> set[Pair]:
    """Return the sides of the region's squares that are on its border."""
    links: set[Pair] = set()
    for row, col in region:
        corner: Cell = points.cell(row, col)
        below = corner + points.cols
        for pair in (
            (corner, corner + 1),
            (below, below + 1),
            (corner, below),
            (corner + 1, below + 1),
        ):
            links ^= {pair}  # a side between two squares of the region occurs twice
    return links
