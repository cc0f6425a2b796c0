"""Playing Hitori: gestures, and rules that the marks already break."""

from __future__ import annotations

from masume.core.puzzle.kind import Violation
from masume.core.puzzle.technique import join_words
from masume.families.shading.position import Shading, common_violations
from masume.families.shading.touch import touch
from masume.puzzles.hitori.puzzle import Hitori, duplicates

__all__ = ["touch", "visible_violations"]


def visible_violations(puzzle: Hitori, position: Shading) -> list[Violation]:
    """Return the violations that no further mark can cure.

    Equal numbers count only where at least two of them are marked white.
    """
    faults = common_violations(puzzle, position)
    for fault in duplicates(puzzle, position):
        white = tuple(cell for cell in fault.cells if cell in position.white)
        if len(white) > 1:
            names = join_words([puzzle.grid.name(cell) for cell in white])
            both = "both" if len(white) == 2 else "all"
            text = f"the {puzzle.clues[white[0]]}s at {names} are {both} white"
            faults.append(fault._replace(cells=white, text=text))
    return faults
