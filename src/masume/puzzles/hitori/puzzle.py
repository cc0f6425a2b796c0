"""Hitori: shade cells so that no number appears twice in a row or column.

No number appears twice among the white cells of a row or column. Black cells never share a side,
white cells are connected. A cell without a number, or with a `?`, is exempt from the first rule.

    1 1 1 4        # 1 # 4
    1 4 2 3   →    1 4 2 3
    3 3 2 1        # 3 # 1
    4 2 1 3        4 2 1 #
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from masume.core.puzzle.clue import ClueBoard, read_clues
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.text.blocks import Block
from masume.families.shading.position import Shading, adjacent_violations, divided_violations

CODES = {
    "adjacent": "two black cells share a side",
    "divided": "the white cells are not connected",
    "duplicate": "a number appears twice among the white cells of a row or column",
}


@dataclass(frozen=True)
class Hitori(ClueBoard):
    """A Hitori board."""


def read(block: Block) -> Hitori:
    """Read a grid of numbers, `?` and `.`; `write_clues` is the inverse."""
    return Hitori(*read_clues(block))


def _lines(puzzle: Hitori) -> list[tuple[str, range]]:
    """Return the name and the cells of each row, then of each column."""
    rows, cols = puzzle.rows, puzzle.cols
    across = [(f"row {r + 1}", range(r * cols, (r + 1) * cols)) for r in range(rows)]
    down = [(f"column {c + 1}", range(c, rows * cols, cols)) for c in range(cols)]
    return across + down


def _cells_by_number(puzzle: Hitori, cells: range) -> dict[int, list[Cell]]:
    """Return the cells of a line grouped by their number."""
    cells_by_number: dict[int, list[Cell]] = {}
    for cell in cells:
        clue = puzzle.clues[cell]
        if isinstance(clue, int):
            cells_by_number.setdefault(clue, []).append(cell)
    return cells_by_number


def violations(puzzle: Hitori, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); unmarked cells count as white."""
    common = adjacent_violations(puzzle, position) + divided_violations(puzzle, position)
    return common + duplicates(puzzle, position)


def duplicates(puzzle: Hitori, position: Shading) -> list[Violation]:
    """Return the numbers that appear more than once in a line on cells that are not black."""
    broken = []
    for line, cells in _lines(puzzle):
        for number, group in _cells_by_number(puzzle, cells).items():
            white = tuple(cell for cell in group if cell not in position.black)
            if len(white) > 1:
                text = f"{number} appears {len(white)} times in {line}"
                broken.append(Violation("duplicate", white, text))
    return broken


def obstacles(puzzle: Hitori) -> list[Violation]:
    """Return groups of equal numbers so close in a line that at most one cannot stay white."""
    impossible = []
    for line, cells in _lines(puzzle):
        for number, group in _cells_by_number(puzzle, cells).items():
            touching = [pair for pair in pairwise(group) if pair[1] - pair[0] == cells.step]
            # Each adjacent pair keeps a white cell; the line allows one, so they must share it.
            candidates = set(touching[0]) if touching else set()
            if not touching or any(all(cell in pair for pair in touching) for cell in candidates):
                continue
            text = f"too many {number}s are side by side in {line}"
            impossible.append(Violation("duplicate", tuple(group), text))
    return impossible
