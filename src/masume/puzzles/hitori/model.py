"""Hitori for the exact engine: of two equal numbers in a line one is black."""

from __future__ import annotations

from itertools import combinations

from masume.core.grid import Cell
from masume.core.model import Model, Pulse, no_pulse
from masume.core.shading_model import shading_model
from masume.puzzles.hitori.puzzle import Hitori


def model(puzzle: Hitori, *, reasons: bool = False, pulse: Pulse = no_pulse) -> Model:
    """The board as a model; with `reasons` every pair of equal numbers is a part of its own."""
    found = shading_model(puzzle, None if reasons else b"")
    if reasons:
        for one, other in _pairs(puzzle):
            names = f"{puzzle.grid.name(one)} and {puzzle.grid.name(other)}"
            text = f"the {puzzle.clues[one]}s at {names}"
            found.part("duplicate", (one, other), text).clauses.append([one + 1, other + 1])
    else:
        found.part().clauses += [[one + 1, other + 1] for one, other in _pairs(puzzle)]
    return found


def _pairs(puzzle: Hitori) -> list[tuple[Cell, Cell]]:
    """Every two equal numbers in a row or column."""
    lines: dict[tuple[int, int], list[Cell]] = {}
    rows = puzzle.rows
    for cell, clue in enumerate(puzzle.clues):
        if isinstance(clue, int):
            row, col = divmod(cell, puzzle.cols)
            lines.setdefault((row, clue), []).append(cell)
            lines.setdefault((rows + col, clue), []).append(cell)
    return [pair for same in lines.values() if len(same) > 1 for pair in combinations(same, 2)]
