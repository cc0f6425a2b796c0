"""Playing Kuromasu: what a gesture means, and what is wrong already."""

from __future__ import annotations

from masume.core.grid import Cell
from masume.core.kind import Violation
from masume.families.shading.position import Shading
from masume.families.shading.touch import touch
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from, violations

__all__ = ["broken", "touch"]


def broken(puzzle: Kuromasu, position: Shading) -> list[Violation]:
    """What no further mark can cure. A number that sees too much may still be closed off."""
    return [
        fault
        for fault in violations(puzzle, position)
        if fault.rule != "clue-sight" or _is_lost(puzzle, position, fault.cells[0])
    ]


def _is_lost(puzzle: Kuromasu, position: Shading, cell: Cell) -> bool:
    """Whether a number sees too little, or too many cells that are surely white."""
    clue = puzzle.clues[cell]
    assert isinstance(clue, int)
    if seen_from(puzzle, position, cell) < clue:
        return True
    sure = 1
    for ray in puzzle.grid.rays(cell):
        for other in ray:
            if other not in position.white and puzzle.clues[other] is None:
                break
            sure += 1
    return sure > clue
