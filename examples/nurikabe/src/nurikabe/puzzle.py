"""Nurikabe: white islands of the sizes that their numbers tell, in one black sea.

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
    "size": "an island has not as many cells as its number says",
    "sea": "the black cells are not connected",
    "pool": "a square of 2×2 cells is all black",
}


@dataclass(frozen=True)
class Nurikabe(ClueBoard):
    """A Nurikabe board: a number, a `?` or nothing in each cell."""


def read(block: Block) -> Nurikabe:
    """Read a grid of numbers, `?` and `.`; `write_clues` is the inverse."""
    return Nurikabe(*read_clues(block))


def pools(puzzle: ClueBoard) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
    """All squares of 2×2 cells."""
    for row in range(puzzle.rows - 1):
        for col in range(puzzle.cols - 1):
            cell = row * puzzle.cols + col
            yield cell, cell + 1, cell + puzzle.cols, cell + puzzle.cols + 1


# The referee: straight from the rules, and not used by any solver


def violations(puzzle: Nurikabe, position: Shading) -> list[Violation]:
    """Every broken rule, whatever is not black being white."""
    black, name = position.black, puzzle.grid.name
    found = [
        Violation("black-number", (cell,), f"the number at {name(cell)} is black")
        for cell in sorted(black)
        if puzzle.clues[cell] is not None
    ]
    white = [cell for cell in range(puzzle.rows * puzzle.cols) if cell not in black]
    for island in _parts(puzzle, white):
        found += _island_faults(puzzle, island)
    sea = _parts(puzzle, sorted(black))
    for part in sea[1:]:
        text = f"{name(part[0])} is cut off from {name(sea[0][0])}"
        found.append(Violation("sea", tuple(part), text))
    for pool in pools(puzzle):
        if black.issuperset(pool):
            text = f"the square from {name(pool[0])} to {name(pool[3])} is black"
            found.append(Violation("pool", pool, text))
    return found


def _island_faults(puzzle: Nurikabe, island: list[Cell]) -> list[Violation]:
    name, cells = puzzle.grid.name, tuple(island)
    numbers = [cell for cell in island if puzzle.clues[cell] is not None]
    if not numbers:
        return [Violation("no-number", cells, f"the island at {name(cells[0])} has no number")]
    if len(numbers) > 1:
        several = f"{name(numbers[0])} and {name(numbers[1])}"
        return [Violation("numbers", cells, f"the numbers at {several} are on one island")]
    wanted = puzzle.clues[numbers[0]]
    if isinstance(wanted, int) and wanted != len(island):
        text = f"the island of the {wanted} at {name(numbers[0])} has {len(island)}"
        return [Violation("size", cells, f"{text} cell{'s' * (len(island) != 1)}")]
    return []


def _parts(puzzle: Nurikabe, cells: list[Cell]) -> list[list[Cell]]:
    """Cells that are connected by their sides, part by part."""
    left, found = set(cells), []
    for seed in cells:
        if seed not in left:
            continue
        left.discard(seed)
        part = [seed]
        for cell in part:  # grows while it is gone through
            row, col = divmod(cell, puzzle.cols)
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                other = r * puzzle.cols + c
                if 0 <= r < puzzle.rows and 0 <= c < puzzle.cols and other in left:
                    left.discard(other)
                    part.append(other)
        found.append(sorted(part))
    return found


def obstacles(puzzle: Nurikabe) -> list[Violation]:
    """Numbers side by side, and numbers too large together for the board."""
    found, name = [], puzzle.grid.name
    numbers = [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]
    for cell in numbers:
        for other in puzzle.grid.neighbours[cell]:
            if other > cell and puzzle.clues[other] is not None:
                text = f"the numbers at {name(cell)} and {name(other)} share a side"
                found.append(Violation("numbers", (cell, other), text))
    sizes = sum(1 if not isinstance(clue, int) else clue for clue in puzzle.clues if clue)
    if sizes > puzzle.grid.size:
        text = f"the islands have {sizes} cells, the board {puzzle.grid.size}"
        found.append(Violation("size", tuple(numbers), text))
    return found
