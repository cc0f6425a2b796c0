"""The templates that shading puzzles share."""

from __future__ import annotations

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import BriefForm

_LONG_WALL = 8  # cells; pictures show the others


def _chain(puzzle: ClueBoard, wall: tuple[Cell | tuple[Cell, ...], ...]) -> str:
    """Write the cells of a wall, of a long one the ends; alternatives are in parentheses."""
    name = puzzle.grid.name
    names = [
        name(cell) if isinstance(cell, int) else f"({' or '.join(map(name, cell))})"
        for cell in wall
    ]
    if len(names) > _LONG_WALL:
        names[2:-2] = ["…"]
    return "–".join(names)


TEMPLATES = {
    "beside": "{at:cell} is black, so beside it {others:cells} {others:is|are} white.",
    "and-beside": "{others:cells} beside {it} {others:is|are} white",
    "and-all-beside": "all their neighbours are white",
    "way-out": "{by:cell} is the only way out for the white cell {at:cell}, so it is white.",
    "would-cut": "If {at:cell} were black, {cut}. So {at:cell} is white.",
    "in-two": "it would cut the board in two",
    "locked-in": "{at:cell} would be locked in",
    "ring": "the ring {wall:chain} would lock in white cells",
    "wall": "the wall {wall:chain} would run from border to border",
}
FORMS = {"chain": _chain}
BRIEFS = {"beside": BriefForm("and-beside", "others", "at", several="and-all-beside")}
