"""What follows at a cell from the number of its links, and in a shape from its cells.

The functions about links treat all cells of a board at once. A cell on the path has two links, an
end of the path has one. The arguments are the cells with at least one, two and three links of some
kind, as `Net.at_least` returns them.
"""

from __future__ import annotations

from typing import TypeAlias

from masume.core.puzzle.grid import Mask

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


def others_of_shape(cells: Mask, visited: Mask) -> Mask:
    """Return the cells of a shape that are not on the path because one of them is."""
    hit = cells & visited
    return cells & ~(hit & -hit) if hit else 0


def last_of_shape(candidates: Mask, visited: Mask) -> Mask:
    """Return the only cell of a shape that can be on the path, if none is known to be on it."""
    is_last = candidates and not candidates & (candidates - 1) and not candidates & visited
    return candidates if is_last else 0
