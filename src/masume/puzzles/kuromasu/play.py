"""Playing Kuromasu: gestures, and rules that the marks already break."""

from __future__ import annotations

from dataclasses import replace

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.families.shading import touch as shading
from masume.families.shading.position import Mark, Shading, common_violations
from masume.puzzles.kuromasu.puzzle import Kuromasu, clue_violations, seen_from


def touch(puzzle: Kuromasu, position: Shading, gesture: Gesture) -> list[Mark]:
    """Return the marks of a gesture; a click on a clue can only mark it white."""
    if not gesture.is_drag and puzzle.clues[gesture.cell] is not None:
        gesture = replace(gesture, second=True)
    moves = shading.touch(puzzle, position, gesture)
    return [mark for mark in moves if mark.colour != "black" or puzzle.clues[mark.cell] is None]


def clue_cells(puzzle: Kuromasu) -> list[Cell]:
    """Return the cells with clues, which are never black."""
    return [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]


def visible_violations(puzzle: Kuromasu, position: Shading) -> list[Violation]:
    """Return the violations that no further mark can cure.

    A number that sees too much may still be closed off by black cells.
    """
    faults = common_violations(puzzle, position)
    for fault in clue_violations(puzzle, position):
        if fault.rule == "clue-sight":
            text = _sight_fault(puzzle, position, fault.cells[0])
            if not text:
                continue
            fault = fault._replace(text=text)
        faults.append(fault)
    return faults


def _sight_fault(puzzle: Kuromasu, position: Shading, cell: Cell) -> str:
    """Return why a number can no longer be satisfied, or "" if it still can.

    It sees too few cells, or too many cells that are marked white.
    """
    clue = puzzle.clues[cell]
    assert isinstance(clue, int)
    name = f"the {clue} at {puzzle.grid.name(cell)}"
    most = seen_from(puzzle, position, cell)
    if most < clue:
        return f"{name} can see only {most} white cell{'s' * (most != 1)}"
    marked = 1
    for ray in puzzle.grid.rays(cell):
        for other in ray:
            if other not in position.white and puzzle.clues[other] is None:
                break
            marked += 1
    return f"{name} sees {marked} white cells already" if marked > clue else ""
