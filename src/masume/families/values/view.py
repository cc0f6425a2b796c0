"""Draw puzzles of numbers: large ones for givens and entries, small ones as pencil marks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import ceil, sqrt

from masume.core.drawing.scene import (
    BOARD,
    Item,
    Label,
    Line,
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
from masume.core.puzzle.clue import write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.values.position import ValueBoard, Values

GIVEN = Role("printed-number", "text")
ENTERED = Role("entered-number", "value", is_mark=True)
PENCIL = Role("pencil-mark", "text")
PRINTED = Role("printed-cell", "shade")
BORDER = Role("box-border", "border")

_MOST_PENCILLED = 16  # numbers of a board that are shown as pencil marks


def scene(
    puzzle: ValueBoard,
    position: Values,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
) -> Scene:
    """Return the scene of a board with its numbers."""
    rows, cols, faults = puzzle.rows, puzzle.cols, tuple(faults)
    items: list[Item] = [Rect(0, 0, cols, rows, BOARD)]
    clues = list(enumerate(puzzle.clues))
    items += [square(cell, cols, PRINTED) for cell, clue in clues if clue is not None]
    items += grid_lines(rows, cols)
    items += [Line(ends, BORDER) for ends in puzzle.borders(position)]
    for cell, clue in clues:
        if clue is not None:
            items.append(_large(cell, cols, write_clue(clue), GIVEN))
    entered = {cell for cell, _ in position.entered}
    for cell, number in sorted(position.entered - puzzle.givens):
        items.append(_large(cell, cols, str(number), ENTERED))
    pencilled = _pencilled(puzzle, position, entered)
    for cell, numbers in pencilled.items():
        items += _small(cell, cols, puzzle.numbers, numbers)
    items.append(border(rows, cols))
    items += highlights(cols, faults, tuple(marked))
    words = [pluralise(sum(clue is not None for clue in puzzle.clues), "given")]
    words += [f"{pluralise(len(position.entered - puzzle.givens), 'number')} entered"]
    words += [f"{pluralise(len(pencilled), 'cell')} with pencil marks"] if pencilled else []
    return Scene(cols, rows, tuple(items), description=describe(words, faults))


@lru_cache(8192)  # successive scenes share nearly all numbers
def _large(cell: Cell, cols: int, text: str, role: Role) -> Label:
    return Label(*middle(cell, cols), 0.78, 0.62, text, role, (cell,))


def _pencilled(
    puzzle: ValueBoard, position: Values, entered: set[Cell]
) -> dict[Cell, tuple[int, ...]]:
    """Return the numbers that are left for each cell in which some are ruled out."""
    gone: dict[Cell, set[int]] = {}
    for cell, number in position.excluded:
        if cell not in entered:
            gone.setdefault(cell, set()).add(number)
    if not gone:
        return {}
    value = dict(position.entered | puzzle.givens)
    left = {}
    for cell, numbers in sorted(gone.items()):
        numbers |= {value[other] for other in puzzle.peers[cell] if other in value}
        left[cell] = tuple(number for number in puzzle.numbers if number not in numbers)
    return left


@lru_cache(8192)
def _small(cell: Cell, cols: int, of: range, numbers: tuple[int, ...]) -> tuple[Item, ...]:
    """Return small numbers at fixed places of a cell, or in order if the board has many."""
    order = of if len(of) <= _MOST_PENCILLED else numbers[:_MOST_PENCILLED]
    side = max(2, ceil(sqrt(len(order))))
    step = 0.9 / side
    x, y = cell % cols + 0.05, cell // cols + 0.05
    return tuple(
        Label(
            x + step * (place % side + 0.5),
            y + step * (place // side + 0.5),
            step * 0.95,
            step * 0.85,
            str(number),
            PENCIL,
            (cell,),
        )
        for place, number in enumerate(order)
        if number in numbers
    )
