"""Draw clues of a number and an arrow, each in a tinted cell."""

from __future__ import annotations

from masume.core.drawing.scene import Item, Label, Line, Role, middle, square
from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell
from masume.families.arrows import arrow_of

CELL = Role("arrow-cell", "shade")
NUMBER = Role("arrow-number", "text")
ARROW = Role("arrow", "line")
_AHEAD = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def arrow_items(puzzle: ClueBoard, cell: Cell) -> list[Item]:
    """Return the drawing of a cell's clue: the cell, the number, and the arrow beside it."""
    clue = puzzle.clues[cell]
    if clue is None:
        return []
    items: list[Item] = [square(cell, puzzle.cols, CELL)]
    if not isinstance(clue, int):
        return items
    number, side = arrow_of(clue)
    (x, y), (ahead, down) = middle(cell, puzzle.cols), _AHEAD[side]
    aside = 0.28  # of the arrow from the middle of the cell: above the number, or right of it
    arrow_x, arrow_y = (x, y - aside) if ahead else (x + aside, y)
    tip = arrow_x + 0.26 * ahead, arrow_y + 0.26 * down
    back = arrow_x + 0.1 * ahead, arrow_y + 0.1 * down
    wing_x, wing_y = 0.1 * abs(down), 0.1 * abs(ahead)
    head = ((back[0] - wing_x, back[1] - wing_y), tip, (back[0] + wing_x, back[1] + wing_y))
    items.append(Line(((2 * arrow_x - tip[0], 2 * arrow_y - tip[1]), tip), ARROW, (cell,)))
    items.append(Line(head, ARROW, (cell,)))
    label = (x, y + 0.1) if ahead else (x - 0.12, y)
    return [*items, Label(*label, 0.6, 0.5, str(number), NUMBER, (cell,))]
