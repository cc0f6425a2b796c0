"""What follows at a cell from the number of its links, and in a shape from its cells.

The functions about links treat all cells of a board at once. A cell on the path has two links, an
end of the path has one. The arguments are the cells with at least one, two and three links of some
kind, as `Net.at_least` returns them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Mask

AtLeast: TypeAlias = tuple[Mask, Mask, Mask]


def dead_ends(may: AtLeast, ends: Mask) -> Mask:
    """Return the cells that no path can pass, as fewer than two links are possible there.

    The result includes bits outside the board.
    """
    return ~may[1] & ~ends


def tight_cells(may: AtLeast, ends: Mask) -> Mask:
    """Return the cells that need all their possible links if they are on the path.

    The result includes bits outside the board.
    """
    return ~may[2] & ~ends | ~may[1] & ends


def complete_cells(has: AtLeast, ends: Mask) -> Mask:
    """Return the cells that have all their links."""
    return has[1] & ~ends | has[0] & ends


def is_broken(has: AtLeast, may: AtLeast, ends: Mask) -> bool:
    """Return whether a cell has too many links, or cannot get the ones it needs."""
    return bool(has[2] or has[1] & ends or ends & ~may[0] or has[0] & ~ends & ~may[1])


# Shapes


def shape_rules(
    shapes: Iterable[tuple[Cell, Mask]], visited: Mask, empty: Mask, fresh: Mask
) -> tuple[Mask, Mask, bool]:
    """Return the cells off the path as their shapes are visited, the last ones of other shapes,
    and whether a shape is visited twice or cannot be visited.

    Only shapes with fresh cells are examined.
    """
    others = last = 0
    is_broken = False
    for first, cells in shapes:
        if not fresh >> first & cells:
            continue
        hit = visited >> first & cells
        if hit:
            rest = cells ^ hit & -hit
            is_broken = is_broken or bool(rest & hit)
            others |= rest << first
        else:
            candidates = cells & ~(empty >> first)
            if not candidates & (candidates - 1):
                is_broken = is_broken or not candidates
                last |= candidates << first
    return others, last, is_broken
