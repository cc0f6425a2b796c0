"""Kuromasu: shade cells so that each number sees that many white cells.

A numbered cell is white and sees exactly that many white cells in its row and column, itself
included, up to the next black cell. Black cells never share a side, white cells are connected.

    . . . 7 .        . # . 7 .
    5 . . . .        5 . # . .
    . . 2 . .   →    . # 2 . #
    . . . . 2        . . # . 2
    . 4 . . .        # 4 . . #
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.clue import ClueBoard, read_clues
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.text.blocks import Block
from masume.families.shading.position import Shading, adjacent_violations, divided_violations

CODES = {
    "adjacent": "two black cells share a side",
    "divided": "the white cells are not connected",
    "clue-black": "a cell with a clue is black",
    "clue-sight": "a number does not see that many white cells",
}


@dataclass(frozen=True)
class Kuromasu(ClueBoard):
    """A Kuromasu board."""


def read(block: Block) -> Kuromasu:
    """Read a grid of numbers, `?` and `.`; `write_clues` is the inverse."""
    return Kuromasu(*read_clues(block))


def seen_from(puzzle: Kuromasu, position: Shading, cell: Cell) -> int:
    """Return how many white cells a cell sees, itself included."""
    count = 1
    for ray in puzzle.grid.rays(cell):
        for other in ray:
            if other in position.black:
                break
            count += 1
    return count


def violations(puzzle: Kuromasu, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); unmarked cells count as white."""
    common = adjacent_violations(puzzle, position) + divided_violations(puzzle, position)
    return common + clue_violations(puzzle, position)


def clue_violations(puzzle: Kuromasu, position: Shading) -> list[Violation]:
    """Return the black clues and the numbers that see too many or too few cells."""
    broken = []
    for cell, clue in enumerate(puzzle.clues):
        if clue is None:
            continue
        name = puzzle.grid.name(cell)
        if cell in position.black:
            broken.append(Violation("clue-black", (cell,), f"{name} has a clue and is black"))
        elif isinstance(clue, int):
            seen = seen_from(puzzle, position, cell)
            if seen != clue:
                text = f"the {clue} at {name} sees {seen} white cells"
                broken.append(Violation("clue-sight", (cell,), text))
    return broken


def palette(puzzle: Kuromasu) -> list[str]:
    """Return the clues that a cell can have: at most all cells of its row and column."""
    return [*map(str, range(2, puzzle.rows + puzzle.cols)), "?"]


def obstacles(puzzle: Kuromasu) -> list[Violation]:
    """Return the numbers that no shading can satisfy, regardless of the other clues."""
    impossible = []
    most = puzzle.rows + puzzle.cols - 1
    for cell, clue in enumerate(puzzle.clues):
        if not isinstance(clue, int):
            continue
        where = f"the {clue} at {puzzle.grid.name(cell)}"
        if clue > most:
            text = f"{where} can see at most {most} cells"
            impossible.append(Violation("clue-sight", (cell,), text))
        elif clue == 1 and puzzle.grid.size > 1 + len(puzzle.grid.neighbours[cell]):
            text = f"{where} would be cut off by the black cells around it"
            impossible.append(Violation("clue-sight", (cell,), text))
    return impossible
