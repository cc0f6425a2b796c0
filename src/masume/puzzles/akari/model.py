"""Akari for the exact engine: variable cell + 1 is true if there is a lamp."""

from __future__ import annotations

from masume.core.model.model import CancelCheck, Model, Sum, never_cancel
from masume.families.shading.model import CellColours, cell_model_builder
from masume.puzzles.akari.puzzle import Akari, seen


class Lamps(CellColours):
    """The vocabulary of Akari."""

    things = "lamp", "lamps"
    black, white = "a lamp", "empty"

    def __init__(self, puzzle: Akari) -> None:
        super().__init__(puzzle)
        self.unmarked = {cell for cell, clue in enumerate(puzzle.clues) if clue is not None}


def model(puzzle: Akari, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel) -> Model:
    """Return the board as a model; each number and each cell to be lit has a part."""
    builder, name = cell_model_builder(puzzle, Lamps(puzzle)), puzzle.grid.name
    walls = builder.part("wall", (), "there are no lamps on walls")
    lamps = builder.part("lamps", (), "no lamp lights another")
    for cell, clue in enumerate(puzzle.clues):
        check_cancel()
        if clue is None:
            lit = [cell, *seen(puzzle, cell)]
            lamps.clauses += [[-cell - 1, -other - 1] for other in lit if other > cell]
            dark = builder.part("dark", (cell,), f"{name(cell)} must be lit")
            dark.clauses.append([other + 1 for other in lit])
            continue
        walls.clauses.append([-cell - 1])
        if isinstance(clue, int):
            part = builder.part("clue", (cell,), f"the {clue} at {name(cell)}", clues=1)
            free = [o for o in puzzle.grid.neighbours[cell] if puzzle.clues[o] is None]
            part.sums.append(Sum([[other + 1] for other in free], clue))
    return builder.model()
