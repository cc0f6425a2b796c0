"""Playing Hitori: what a gesture means, and what is wrong already."""

from __future__ import annotations

from masume.core.puzzle.kind import Violation
from masume.core.puzzle.technique import listed
from masume.families.shading.position import Shading, broken_rules
from masume.families.shading.touch import touch
from masume.puzzles.hitori.puzzle import Hitori, duplicates

__all__ = ["broken", "touch"]


def broken(puzzle: Hitori, position: Shading) -> list[Violation]:
    """What no further mark can cure. Equal numbers are wrong if both are surely white."""
    faults = broken_rules(puzzle, position)
    for fault in duplicates(puzzle, position):
        sure = tuple(cell for cell in fault.cells if cell in position.white)
        if len(sure) > 1:
            names = listed([puzzle.grid.name(cell) for cell in sure])
            both = "both" if len(sure) == 2 else "all"
            text = f"the {puzzle.clues[sure[0]]}s at {names} are {both} white"
            faults.append(fault._replace(cells=sure, text=text))
    return faults
