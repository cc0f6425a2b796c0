"""Gestures on boards of links.

`touch` is for bridges:

A drag from a point towards another one adds a line between them; after the greatest number it
starts again at none. A click on a cell that one link runs over does the same for that link. The
second button sets or clears the mark "no line".

`touch_neighbours` is for lines between neighbours: a drag from cell to cell, or a click near a side
of a cell, draws or removes the line there, or with the second button the mark "no line".
"""

from __future__ import annotations

from masume.core.puzzle.gesture import Gesture, Side
from masume.core.puzzle.grid import Cell
from masume.families.links.neighbours import NeighbourBoard
from masume.families.links.position import Lines, Link, LinkBoard, Span


def touch(puzzle: LinkBoard, position: Lines, gesture: Gesture) -> list[Span]:
    """Return the moves of a gesture; empty if it points at no link, or at two."""
    link = (
        _link_towards(puzzle, gesture.cell, gesture.to)
        if gesture.to is not None and gesture.is_drag
        else _link_over(puzzle, position, gesture)
    )
    if link is None:
        return []
    pair = (link.a, link.b)
    count = next((n for a, b, n in position.joined if (a, b) == pair), 0)
    if gesture.second:
        return [Span(*pair, 0 if pair in position.barred else None)]
    return [Span(*pair, (count + 1) % (puzzle.most + 1))]


def touch_neighbours(puzzle: NeighbourBoard, position: Lines, gesture: Gesture) -> list[Span]:
    """Return the move of a gesture about the link of two cells, or at a side of a cell."""
    side = gesture.side
    if gesture.to is not None and gesture.is_drag:
        step = gesture.to - gesture.cell
        sides: dict[int, Side] = {-puzzle.cols: "up", puzzle.cols: "down", -1: "left", 1: "right"}
        side = sides.get(step) if gesture.to in puzzle.grid.neighbours[gesture.cell] else None
    pair = None if side is None else puzzle.at_side(gesture.cell, side)
    if pair is None:
        return []
    is_drawn = (*pair, 1) in position.joined
    if gesture.second:
        return [Span(*pair, 0 if pair in position.barred else None)]
    return [Span(*pair, 0 if is_drawn else 1)]


def _link_towards(puzzle: LinkBoard, cell: Cell, to: Cell) -> Link | None:
    """Return the link of a point in the direction of another cell, at any distance."""
    cols = puzzle.grid.cols
    row, col = divmod(cell, cols)
    to_row, to_col = divmod(to, cols)
    if (row == to_row) == (col == to_col):
        return None
    forward = to > cell
    for link in puzzle.links:
        same_row = link.a // cols == link.b // cols
        if (link.a if forward else link.b) == cell and same_row == (row == to_row):
            return link
    return None


def _link_over(puzzle: LinkBoard, position: Lines, gesture: Gesture) -> Link | None:
    """Return the link over a cell; of two, the one with lines or in the gesture's axis."""
    over = [link for link in puzzle.links if gesture.cell in link.between]
    drawn = {(a, b) for a, b, _ in position.joined}
    for candidates in (
        [link for link in over if (link.a, link.b) in drawn],
        [link for link in over if (link.between.step == 1) == gesture.across],
        over,
    ):
        if len(candidates) == 1:
            return candidates[0]
    return None
