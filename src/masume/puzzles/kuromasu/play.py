"""Playing Kuromasu: what a gesture means, and what is wrong already."""

from __future__ import annotations

from dataclasses import replace

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.families.shading import touch as shading
from masume.families.shading.position import Mark, Shading, broken_rules
from masume.puzzles.kuromasu.puzzle import Kuromasu, clue_violations, seen_from


def touch(puzzle: Kuromasu, position: Shading, gesture: Gesture) -> list[Mark]:
    """As on all such boards, but clues are white: a click can only note that."""
    if not gesture.is_drag and puzzle.clues[gesture.cell] is not None:
        gesture = replace(gesture, second=True)
    moves = shading.touch(puzzle, position, gesture)
    return [one for one in moves if one.colour != "black" or puzzle.clues[one.cell] is None]


def numbered(puzzle: Kuromasu) -> list[Cell]:
    """The cells with clues, which are never black."""
    return [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]


def broken(puzzle: Kuromasu, position: Shading) -> list[Violation]:
    """What no further mark can cure. A number that sees too much may still be closed off."""
    faults = broken_rules(puzzle, position)
    for fault in clue_violations(puzzle, position):
        if fault.rule == "clue-sight":
            text = _never(puzzle, position, fault.cells[0])
            if not text:
                continue
            fault = fault._replace(text=text)
        faults.append(fault)
    return faults


def _never(puzzle: Kuromasu, position: Shading, cell: Cell) -> str:
    """That a number sees too little, or too many cells that are surely white; else nothing."""
    clue = puzzle.clues[cell]
    assert isinstance(clue, int)
    name = f"the {clue} at {puzzle.grid.name(cell)}"
    most = seen_from(puzzle, position, cell)
    if most < clue:
        return f"{name} can see only {most} white cell{'s' * (most != 1)}"
    sure = 1
    for ray in puzzle.grid.rays(cell):
        for other in ray:
            if other not in position.white and puzzle.clues[other] is None:
                break
            sure += 1
    return f"{name} sees {sure} white cells already" if sure > clue else ""
