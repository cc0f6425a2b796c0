"""Generate large boards from random answers, and one kind of board without an answer."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import process_time

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import grid
from masume.core.system.limits import Deadline
from masume.families.links.position import Lines
from masume.families.shading.position import Shading, blackener
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from


def shading(rng: Random, rows: int, cols: int, dense: float = 1.0) -> Shading:
    """Return random black cells, added one by one where the rules allow it."""
    g, black = grid(rows, cols), 0
    may_blacken = blackener(g)
    for cell in rng.sample(range(g.size), round(g.size * dense)):
        if may_blacken(black, cell):
            black |= 1 << cell
    return Shading(frozenset(cell for cell in range(g.size) if black >> cell & 1))


def kuromasu(rng: Random, rows: int, cols: int, dense: float = 0.3) -> tuple[Kuromasu, Shading]:
    answer = shading(rng, rows, cols)
    blank = Kuromasu(rows, cols, (None,) * (rows * cols))
    clues = [
        seen_from(blank, answer, cell)
        if cell not in answer.black and rng.random() < dense
        else None
        for cell in range(rows * cols)
    ]
    return Kuromasu(rows, cols, tuple(clues)), answer


def hitori(rng: Random, rows: int, cols: int, dense: float = 1.0) -> tuple[Hitori, Shading]:
    """Return a board with the numbers of a Latin square; black cells repeat a number."""
    long = max(rows, cols)
    names = rng.sample(range(1, long + 1), long)
    across, down = rng.sample(range(long), long), rng.sample(range(long), long)
    clues = [names[(across[r] + down[c]) % long] for r in range(rows) for c in range(cols)]
    answer = shading(rng, rows, cols, dense)
    for cell in sorted(answer.black):
        row, col = divmod(cell, cols)
        lines = [range(row * cols, row * cols + cols), range(col, rows * cols, cols)]
        white = [other for other in rng.choice(lines) if other not in answer.black]
        clues[cell] = clues[rng.choice(white)] if white else clues[cell]
    return Hitori(rows, cols, tuple(clues)), answer


def hashi(rng: Random, rows: int, cols: int, islands: int, most: int = 2) -> tuple[Hashi, Lines]:
    """Return a board grown from one island by bridges, with some bridges added afterwards."""
    size = rows * cols
    taken = {rng.randrange(size): "island"}
    joined: dict[tuple[int, int], int] = {}
    for _ in range(60 * islands):
        if sum(what == "island" for what in taken.values()) == islands:
            break
        cell = rng.choice([c for c, what in taken.items() if what == "island"])
        ray = rng.choice(grid(rows, cols).rays(cell))
        free = 0
        while free < len(ray) and ray[free] not in taken:
            free += 1
        length = rng.randint(0, free)
        end = ray[length - 1] if length > 1 else None
        if end is None or any(taken.get(c) == "island" for c in grid(rows, cols).neighbours[end]):
            continue
        taken |= dict.fromkeys(ray[: length - 1], "bridge") | {end: "island"}
        joined[min(cell, end), max(cell, end)] = rng.randint(1, most)
    has: dict[int, int] = {}
    for pair, count in joined.items():
        for cell in pair:
            has[cell] = has.get(cell, 0) + count
    clues = [
        has.get(cell, UNKNOWN) if taken.get(cell) == "island" else None for cell in range(size)
    ]
    answer = Lines(frozenset((a, b, count) for (a, b), count in joined.items()))
    return Hashi(rows, cols, tuple(clues), most=most), answer


def winding_maze(
    rng: Random, size: int, bends: int, every: int
) -> tuple[ExactlyOne, tuple[int, ...]]:
    """Return a maze with a winding path, and shapes that it visits in one of `every` cells.

    All other cells belong to shapes, so that there are few other paths.
    """
    g = grid(size, size)
    path = [(size - 1) * size]
    while path[-1] != size - 1:
        onward = [path[-1] - size] if path[-1] >= size else []
        onward += [path[-1] + 1] if (path[-1] + 1) % size else []
        path.append(rng.choice(onward))
    visited = set(path)
    for _ in range(bends):
        _bend(rng, g, path, visited)
    labels: list[str | None] = [None] * g.size
    for number, cell in enumerate(rng.sample(path, len(path) // every)):
        labels[cell] = f"s{number}"
    beside = set(range(g.size)) - visited
    edge = [c for c in sorted(beside) if any(labels[other] for other in g.neighbours[c])]
    while edge:
        cell = rng.choice(edge)
        labels[cell] = rng.choice([labels[c] for c in g.neighbours[cell] if labels[c]])
        edge.remove(cell)
        beside.remove(cell)
        for other in beside.intersection(g.neighbours[cell]).difference(edge):
            insort(edge, other)
    return ExactlyOne(size, size, tuple(labels)), tuple(path)


def _bend(rng, g, path, visited):
    """Replace one step of the path by a detour over two free cells."""
    place = rng.randrange(len(path) - 1)
    a, b = path[place], path[place + 1]
    side = rng.choice((1, -1)) * (g.cols if abs(a - b) == 1 else 1)
    c, d = a + side, b + side
    inside = c in g.neighbours[a] and d in g.neighbours[b]
    if inside and c not in visited and d not in visited:
        path[place + 1 : place + 1] = [c, d]
        visited.update((c, d))


def crowded(fewer: int) -> Hashi:
    """Return a board with an island in every cell, `fewer` of which lack one bridge.

    It has no solution, and solvers find no proof of that within minutes.
    """
    rng, size, most = Random(10), 10, 3
    board = Hashi(size, size, (UNKNOWN,) * (size * size), most=most)
    wants = [0] * (size * size)
    for link in board.links:
        count = rng.randint(0, most)
        wants[link.a] += count
        wants[link.b] += count
    inner = [r * size + c for r in range(2, 8) for c in range(2, 8) if (r + c) % 2 == 0]
    for cell in rng.sample(inner, fewer):
        wants[cell] -= 1
    return Hashi(size, size, tuple(wants), most=most)


@contextmanager
def in_time(seconds: float = 1.3) -> Iterator[None]:
    """Assert that the block takes at most this processor time."""
    began = process_time()
    yield
    assert process_time() - began < seconds


class StoppedAfter(Deadline):
    """A deadline that is reached after a number of checks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.stop("stopped")
        super().check()
