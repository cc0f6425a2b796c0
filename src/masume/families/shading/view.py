"""Draw shading puzzles as scenes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from masume.core.drawing.scene import (
    BOARD,
    Disc,
    Item,
    Label,
    Rect,
    Role,
    Scene,
    border,
    describe,
    grid_lines,
    highlights,
    middle,
    square,
)
from masume.core.puzzle.clue import ClueBoard, write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.shading.position import Shading

BLACK = Role("black", "solid", is_mark=True)
NOTED = Role("noted", "tint", is_mark=True)
NOTED_DOT = Role("noted-dot", "dot")
CLUE = Role("clue", "text")
CLUE_RING = Role("clue-ring", "ring")
CLUE_ON_BLACK = Role("clue-on-black", "text-on-solid")


def scene(
    puzzle: ClueBoard,
    position: Shading,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
    *,
    ringed: bool = False,
) -> Scene:
    """Return the scene of a board with its marks; with `ringed`, clues are drawn in rings."""
    rows, cols, faults = puzzle.rows, puzzle.cols, tuple(faults)
    items: list[Item] = [Rect(0, 0, cols, rows, BOARD)]
    items += [square(cell, cols, NOTED) for cell in sorted(position.white)]
    items += grid_lines(rows, cols)
    items += [square(cell, cols, BLACK) for cell in sorted(position.black)]
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            items += _clue(cell, cols, write_clue(clue), cell in position.black, ringed)
    for cell in sorted(position.white):
        x, y = middle(cell, cols)
        aside = 0 if puzzle.clues[cell] is None else 0.32  # beside the clue
        items.append(Disc(x - aside, y - aside, 0.065, NOTED_DOT, (cell,)))
    items.append(border(rows, cols))
    items += highlights(cols, faults, tuple(marked))
    words = [pluralise(sum(clue is not None for clue in puzzle.clues), "clue")]
    words += [pluralise(len(position.black), "black cell")]
    words += [f"{pluralise(len(position.white), 'cell')} noted as white"] if position.white else []
    return Scene(cols, rows, tuple(items), description=describe(words, faults))


@lru_cache(8192)  # successive scenes share nearly all clues
def _clue(cell: Cell, cols: int, text: str, is_black: bool, ringed: bool) -> tuple[Item, ...]:
    """Return the items of a clue, readable on black cells too."""
    x, y = middle(cell, cols)
    if is_black:
        return (Label(x, y, 0.7, 0.5, text, CLUE_ON_BLACK, (cell,)),)
    if ringed:
        ring = Disc(x, y, 0.37, CLUE_RING, (cell,))
        return ring, Label(x, y, 0.6, 0.45, text, CLUE, (cell,))
    return (Label(x, y, 0.76, 0.54, text, CLUE, (cell,)),)
