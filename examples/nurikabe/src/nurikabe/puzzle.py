"""Nurikabe: white islands of the sizes of their numbers, in one connected black sea.

2 . .        2 . #
. . .   →    # # #
1 . 1        1 # 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from masume.core.puzzle.clue import ClueBoard, read_clues
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.text.blocks import Block
from masume.families.shading.position import Shading

CODES = {
    "black-number": "a number is black",
    "no-number": "an island has no number",
    "numbers": "an island has more than one number",
    "size": "an island has more or fewer cells than its number",
    "sea": "the black cells are not connected",
    "pool": "a square of 2×2 cells is all black",
}


@dataclass(frozen=True)
class Nurikabe(ClueBoard):
    """A Nurikabe board: each cell has a number, a `?` or nothing."""


def read(block: Block) -> Nurikabe:
    """Read a grid of numbers, `?` and `.`, the inverse of `write_clues`."""
    return Nurikabe(*read_clues(block))


def pools(puzzle: ClueBoard) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
    """Yield all squares of 2×2 cells."""
    for row in range(puzzle.rows - 1):
        for col in range(puzzle.cols - 1):
            cell = row * puzzle.cols + col
            yield cell, cell + 1, cell + puzzle.cols, cell + puzzle.cols + 1


# The referee: directly from the rules, and not used by any solver


def violations(puzzle: Nurikabe, position: Shading) -> list[Violation]:
    """Return every broken rule; cells that are not black count as white."""
    black, name = position.black, puzzle.grid.name
    faults = [
        Violation("black-number", (cell,), f"the number at {name(cell)} is black")
        for cell in sorted(black)
        if puzzle.clues[cell] is not None
    ]
    white = [cell for cell in range(puzzle.rows * puzzle.cols) if cell not in black]
    for island in _parts(puzzle, white):
        faults += _island_violations(puzzle, island)
    sea = _parts(puzzle, sorted(black))
    for part in sea[1:]:
        text = f"{name(part[0])} is cut off from {name(sea[0][0])}"
        faults.append(Violation("sea", tuple(part), text))
    for pool in pools(puzzle):
        if black.issuperset(pool):
            text = f"the square from {name(pool[0])} to {name(pool[3])} is black"
            faults.append(Violation("pool", pool, text))
    return faults


def _island_violations(puzzle: Nurikabe, island: list[Cell]) -> list[Violation]:
    """Return the violation of an island's number or size, if there is one."""
    name, cells = puzzle.grid.name, tuple(island)
    numbers = [cell for cell in island if puzzle.clues[cell] is not None]
    if not numbers:
        return [Violation("no-number", cells, f"the island at {name(cells[0])} has no number")]
    if len(numbers) > 1:
        places = f"{name(numbers[0])} and {name(numbers[1])}"
        return [Violation("numbers", cells, f"the numbers at {places} are on one island")]
    clue = puzzle.clues[numbers[0]]
    if isinstance(clue, int) and clue != len(island):
        text = f"the island of the {clue} at {name(numbers[0])} has {len(island)}"
        return [Violation("size", cells, f"{text} cell{'s' * (len(island) != 1)}")]
    return []


def _parts(puzzle: Nurikabe, cells: list[Cell]) -> list[list[Cell]]:
    """Return the connected components of some cells, each sorted."""
    pending, parts = set(cells), []
    for seed in cells:
        if seed not in pending:
            continue
        pending.discard(seed)
        part = [seed]
        for cell in part:  # grows during the loop
            row, col = divmod(cell, puzzle.cols)
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                other = r * puzzle.cols + c
                if 0 <= r < puzzle.rows and 0 <= c < puzzle.cols and other in pending:
                    pending.discard(other)
                    part.append(other)
        parts.append(sorted(part))
    return parts


def obstacles(puzzle: Nurikabe) -> list[Violation]:
    """Return adjacent numbers, and numbers whose sum exceeds the board."""
    faults, name = [], puzzle.grid.name
    numbers = [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]
    for cell in numbers:
        for other in puzzle.grid.neighbours[cell]:
            if other > cell and puzzle.clues[other] is not None:
                text = f"the numbers at {name(cell)} and {name(other)} share a side"
                faults.append(Violation("numbers", (cell, other), text))
    sizes = sum(1 if not isinstance(clue, int) else clue for clue in puzzle.clues if clue)
    if sizes > puzzle.grid.size:
        text = f"the islands have {sizes} cells, the board {puzzle.grid.size}"
        faults.append(Violation("size", tuple(numbers), text))
    return faults
