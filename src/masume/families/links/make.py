"""Boards made from random loops along the links of a grid."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.families.links.neighbours import NeighbourBoard
from masume.families.links.position import Lines, Pair
from masume.families.links.shaded import ShadedLines

B = TypeVar("B", bound=NeighbourBoard)
A = TypeVar("A", bound=Lines)

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))  # clockwise


def loop_source(
    board: type[B],
    clue: Callable[[B, A, Cell], Clue | None],
    answer_of: Callable[[B, Lines], A],
    *,
    inside: int = 55,
    empty: Callable[[B, Cell], Clue | None] = lambda puzzle, cell: None,
) -> BoardSource[B, A]:
    """Return how boards come from random loops.

    `answer_of` returns the answer with a loop on a board without clues, and `clue` the clue that an
    answer allows in a cell. The loop has this percentage of the board inside, if possible.
    """

    def with_clues(rows: int, cols: int, loop: set[Pair] | None = None) -> B:
        empty = board(rows, cols, (None,) * (rows * cols))
        if loop is None:
            return empty
        answer = answer_of(empty, Lines(frozenset((a, b, 1) for a, b in loop)))
        return board(rows, cols, tuple(clue(empty, answer, cell) for cell in range(rows * cols)))

    def blank(rng: Random, request: BoardRequest) -> B:
        points = with_clues(request.rows, request.cols).points
        loop = random_loop(rng, points, request.options["inside"] / 100)
        return with_clues(request.rows, request.cols, loop)

    def repair(rng: Random, request: BoardRequest, puzzle: B, answer: A, other: A) -> B:
        loop = changed_loop(rng, puzzle.points, answer, other)
        return with_clues(puzzle.rows, puzzle.cols, loop)

    share = Option(inside, "percentage of the board inside the loop", 5, 90)
    return BoardSource(blank, clue, {"inside": share}, empty=empty, repair=repair)


def only_loop(puzzle: NeighbourBoard, loop: Lines) -> Lines:
    """Return a loop as the answer of a puzzle without other marks."""
    return loop


def loop_and_shading(puzzle: NeighbourBoard, loop: Lines) -> ShadedLines:
    """Return a loop and shaded cells: as many others as possible, no two of them neighbours."""
    passed = {cell for a, b, _ in loop.joined for cell in (a, b)}
    black: set[Cell] = set()
    for cell in set(range(puzzle.grid.size)) - passed:
        if black.isdisjoint(puzzle.grid.neighbours[cell]):
            black.add(cell)
    return ShadedLines(loop.joined, black=frozenset(black))


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
    frontier = {side for side in _sides(*next(iter(region))) if _is_inside(side, rows, cols)}
    wanted = max(1, round(share * rows * cols))
    while frontier and len(region) < wanted:
        order = sorted(frontier)
        candidates = [rng.choice(order) for _ in range(3)]
        square = min(candidates, key=lambda at: sum(side in region for side in _sides(*at)))
        frontier.discard(square)
        if square not in region and _keeps_simple(region, square):
            region.add(square)
            frontier |= {side for side in _sides(*square) if _is_inside(side, rows, cols)} - region
    return _border(region, points)


def changed_loop(rng: Random, points: Grid, answer: Lines, other: Lines) -> set[Pair]:
    """Return a loop that differs from an answer a little, at a place where another one differs.

    Some squares there join or leave the region inside the loop.
    """
    loop = {(a, b) for a, b, _ in answer.joined}
    ends = [end for pair in loop ^ {(a, b) for a, b, _ in other.joined} for end in pair]
    rows, cols = points.rows - 1, points.cols - 1
    region = _inside(loop, points)
    row, col = points.at(rng.choice(sorted(ends)))
    for _ in range(rng.randint(1, 4)):
        place = row - 1 + rng.choice((-1, 0, 0, 1, 1, 2)), col - 1 + rng.choice((-1, 0, 0, 1, 1, 2))
        fits = _is_inside(place, rows, cols) and _keeps_simple(region, place)
        if fits and region != {place}:
            region ^= {place}
    return _border(region, points)


def _inside(loop: set[Pair], points: Grid) -> set[tuple[int, int]]:
    """Return the squares inside a loop: an odd number of its lines is to the left of them."""
    region = set()
    for row in range(points.rows - 1):
        is_inside = False
        for col in range(points.cols - 1):
            point = points.cell(row, col)
            is_inside ^= (point, point + points.cols) in loop
            if is_inside:
                region.add((row, col))
    return region


def _sides(row: int, col: int) -> list[tuple[int, int]]:
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def _is_inside(place: tuple[int, int], rows: int, cols: int) -> bool:
    return 0 <= place[0] < rows and 0 <= place[1] < cols


def _keeps_simple(region: set[tuple[int, int]], place: tuple[int, int]) -> bool:
    """Return whether a square can join or leave the region.

    Neither may leave a hole or a contact at a corner only.
    """
    row, col = place
    own = place not in region
    ring = [((row + down, col + right) in region) == own for down, right in _AROUND]
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
