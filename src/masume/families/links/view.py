"""Items of scenes for lines between points: parallel lines, strokes, and marks on links."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot

from masume.core.drawing.scene import Item, Line, Role, cross, middle
from masume.core.puzzle.grid import Cell
from masume.families.links.position import Pair

_GAP = 0.15  # between parallel lines
_ROOM = 0.5  # greatest width of all of them together


def parallel_lines(a: Cell, b: Cell, count: int, cols: int, role: Role) -> list[Item]:
    """Return the parallel lines between two points; lines that no link allows are drawn as well."""
    (x, y), (x1, y1) = middle(a, cols), middle(b, cols)
    length = hypot(x1 - x, y1 - y) or 1
    across = ((y - y1) / length, (x1 - x) / length)  # unit vector from one line to the next
    gap = min(_GAP, _ROOM / max(1, count - 1))
    lines: list[Item] = []
    for number in range(count):
        offset = (number - (count - 1) / 2) * gap
        dx, dy = across[0] * offset, across[1] * offset
        lines.append(Line(((x + dx, y + dy), (x1 + dx, y1 + dy)), role, (a, b)))
    return lines


def no_line_mark(
    a: Cell, b: Cell, between: Sequence[Cell], under: Collection[Cell], cols: int, role: Role
) -> list[Item]:
    """Return a cross halfway, or on a cell without lines; empty if there is no room.

    `between` are the cells between the two points, `under` all cells that lines run over.
    """
    (x, y), (x1, y1) = middle(a, cols), middle(b, cols)
    at = (x + x1) / 2, (y + y1) / 2
    free = [cell for cell in between if cell not in under]
    if len(free) < len(between):
        if not free:
            return []
        at = middle(free[len(free) // 2], cols)
    return cross(*at, 0.1, role, (a, b))


def bar(a: Cell, b: Cell, cols: int, role: Role) -> Item:
    """Return a short stroke on the border between two neighbours."""
    (x, y), (x_other, y_other) = middle(a, cols), middle(b, cols)
    along, down = 0.22 * (y_other - y), 0.22 * (x_other - x)
    x, y = (x + x_other) / 2, (y + y_other) / 2
    return Line(((x - along, y - down), (x + along, y + down)), role, (a, b))


def strokes(pairs: Iterable[Pair], cols: int, role: Role) -> Iterator[Item]:
    """Yield each connected line of links as one stroke, from an end if it has one."""
    for cells in chains(pairs):
        yield stroke(cells, cols, role)


def chains(pairs: Iterable[Pair]) -> Iterator[list[Cell]]:
    """Yield the points of each connected line of links in order, from an end if it has one.

    The last point of a loop is its first; where a line branches, another one begins.
    """
    adjacency: dict[Cell, list[Cell]] = {}
    for a, b in sorted(pairs):
        adjacency.setdefault(a, []).append(b)
        adjacency.setdefault(b, []).append(a)
    for first in sorted(adjacency, key=lambda cell: (len(adjacency[cell]) != 1, cell)):
        while adjacency[first]:
            cells = [first]
            while adjacency[cells[-1]]:
                cell = adjacency[cells[-1]].pop(0)
                adjacency[cell].remove(cells[-1])
                cells.append(cell)
            yield cells


def stroke(cells: Sequence[Cell], cols: int, role: Role) -> Line:
    """Return the line through the middles of some cells."""
    return Line(tuple(middle(cell, cols) for cell in cells), role, tuple(cells))
