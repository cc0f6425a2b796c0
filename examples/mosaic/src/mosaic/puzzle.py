"""Mosaic: the board, the rules, the model, and how boards come from solutions.

1 3 3        . . #
2 4 3   →    . # #
2 3 2        # . .
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from masume.core.model.model import CancelCheck, Model, Sum, never_cancel
from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.maker import BoardSource
from masume.families.shading.model import cell_model_builder
from masume.families.shading.position import Shading

CODES = {"clue": "a number has not that many black cells around it"}


@dataclass(frozen=True)
class Mosaic(ClueBoard):
    """A Mosaic board."""

    least: ClassVar[int] = 0


def area(puzzle: Mosaic, cell: Cell) -> Sequence[Cell]:
    """Return a cell and those around it."""
    return (cell, *puzzle.grid.neighbours[cell], *puzzle.grid.corners[cell])


def violations(puzzle: Mosaic, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee)."""
    faults = []
    for cell, clue in enumerate(puzzle.clues):
        count = sum(other in position.black for other in area(puzzle, cell))
        if isinstance(clue, int) and count != clue:
            text = f"the {clue} at {puzzle.grid.name(cell)} has {count} black cells around it"
            faults.append(Violation("clue", (cell,), text))
    return faults


def model(
    puzzle: Mosaic, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each number is a part."""
    builder = cell_model_builder(puzzle)
    for cell, clue in enumerate(puzzle.clues):
        if isinstance(clue, int):
            text = f"the {clue} at {puzzle.grid.name(cell)}"
            part = builder.part("clue", (cell,), text, clues=1)
            part.sums.append(Sum([[other + 1] for other in area(puzzle, cell)], clue))
    return builder.model()


def source() -> BoardSource[Mosaic, Shading]:
    """Return how boards come from solutions: from any picture."""
    return BoardSource(
        lambda rng, size: Mosaic(size.rows, size.cols, (None,) * (size.rows * size.cols)),
        lambda puzzle, answer, cell: sum(o in answer.black for o in area(puzzle, cell)),
    )
