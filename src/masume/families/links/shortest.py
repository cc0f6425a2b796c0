"""A normal form of lines between pairs of numbers: lines that cannot be made shorter.

A line that passes two neighbours, or two cells beside an empty one, can take the direct way
between them; where both ways are equally long, it takes the one whose inner cell comes first. A
series of such steps ends. Solutions are searched by their first empty cell, the last cells first:
all cells before it are on lines, which leaves few possibilities.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise

from masume.core.model.builder import ModelBuilder
from masume.core.model.model import CancelCheck, Literal, NormalForm
from masume.core.puzzle.grid import Cell, Grid
from masume.families.links.neighbours import NeighbourLinks
from masume.families.links.position import Pair, ordered


def shortest_lines(
    builder: ModelBuilder,
    words: NeighbourLinks,
    line: Sequence[Mapping[int, Literal]],
    check_cancel: CancelCheck,
) -> NormalForm:
    """Return the normal form, and add its clauses to the model.

    `line` has the literals of the numbers of the lines that a cell can be on. There are two cells
    with each number, where its line ends.
    """
    grid, clues = words.puzzle.grid, words.puzzle.clues
    ends = frozenset(cell for cell, clue in enumerate(clues) if clue is not None)
    clauses = builder.part().clauses
    (normal,) = builder.more(1)
    link = words.variable_of
    empty = dict(zip(range(grid.size), builder.more(grid.size), strict=True))
    covered = builder.more(grid.size)  # a cell and all before it
    for cell, own in enumerate(line):
        check_cancel()
        clauses.append([empty[cell], *own.values()])
        clauses += [[-empty[cell], -number] for number in own.values()]
        before = [covered[cell - 1]] if cell else []
        clauses += [[-covered[cell], literal] for literal in (-empty[cell], *before)]
        clauses.append([covered[cell], empty[cell], *(-literal for literal in before)])
        for other in grid.neighbours[cell]:
            if other > cell:
                joined = link[cell, other]
                clauses += [[-normal, joined, -a, -b] for a, b in _both(own, line[other])]
        for three in combinations(_square(grid, link, cell), 3):
            clauses.append([-normal, *(-side for side in three)])  # the fourth is shorter
        for a, b in combinations(grid.neighbours[cell], 2) if cell not in ends else ():
            beyond = a + b - cell
            # Only the way around the opposite cell of a square is as short, and comes first or not
            sides = [[link[ordered(end, beyond)]] for end in (a, b)] if beyond < cell else [[]]
            same = _both(line[a], line[b])
            for side in sides:
                head = [-normal, -empty[cell], *side]
                clauses += [[*head, -one, -two] for one, two in same]
    free = [cell for cell in reversed(range(grid.size)) if cell not in ends]
    cases = [[normal, empty[cell], *([covered[cell - 1]] if cell else [])] for cell in free]
    return NormalForm([[normal, covered[-1]], *cases], partial(_longer, grid, link, ends))


def _both(
    first: Mapping[int, Literal], second: Mapping[int, Literal]
) -> list[tuple[Literal, Literal]]:
    """Return the literals of the numbers that two cells share."""
    return [(first[number], second[number]) for number in first if number in second]


def _square(grid: Grid, link: dict[Pair, int], cell: Cell) -> list[Literal]:
    """Return the links of the square of four cells below and right of a cell; none at the edge."""
    row, col = grid.at(cell)
    if row + 1 == grid.rows or col + 1 == grid.cols:
        return []
    below = cell + grid.cols
    pairs = (cell, cell + 1), (below, below + 1), (cell, below), (cell + 1, below + 1)
    return [link[pair] for pair in pairs]


def _longer(
    grid: Grid, link: dict[Pair, int], ends: frozenset[Cell], solution: Sequence[Literal]
) -> list[Literal] | None:
    """Return a solution with a part of a line led through empty cells; None if there is none."""
    drawn = [pair for pair, variable in link.items() if solution[variable - 1] > 0]
    near: dict[Cell, list[Cell]] = {}
    for a, b in drawn:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    parts = [(a, b, [(a, b)]) for a, b in drawn]
    for cell, beside in near.items():
        if cell not in ends:
            a, b = beside
            parts.append((a, b, [ordered(a, cell), ordered(cell, b)]))
    for a, b, replaced in parts:
        path = _path(grid, a, b, near.keys() | ends)
        if path is not None:
            changed = {*drawn}.difference(replaced) | {ordered(*pair) for pair in pairwise(path)}
            on = {link[pair] for pair in changed}
            return [v if v in on else -v for v in range(1, len(link) + 1)]
    return None


def _path(grid: Grid, start: Cell, end: Cell, taken: Collection[Cell]) -> list[Cell] | None:
    """Return a way between two cells through at least one cell that is not taken."""
    came_from = {cell: start for cell in grid.neighbours[start] if cell not in taken}
    queue = [*came_from]
    for cell in queue:  # grows during the loop
        if end in grid.neighbours[cell]:
            path = [end, cell]
            while path[-1] != start:
                path.append(came_from[path[-1]])
            return path
        for other in grid.neighbours[cell]:
            if other not in taken and other not in came_from:
                came_from[other] = cell
                queue.append(other)
    return None
