"""Hitori for the exact engine: of two equal numbers in a line one is black."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from masume.core.draft import Draft, DraftPart
from masume.core.grid import Cell
from masume.core.model import CancelCheck, Model, never_cancel
from masume.families.shading.model import shading_draft
from masume.puzzles.hitori.puzzle import Hitori

MANY = 30  # equal numbers in a line that are no longer told pair by pair


def model(
    puzzle: Hitori, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """The board as a model; with `reasons` every pair of equal numbers is a part of its own."""
    found = shading_draft(puzzle, None if reasons else b"")
    everywhere = found.part()
    for same in _equals(puzzle):
        check_cancel()
        if len(same) > MANY:
            part = _named(found, puzzle, same) if reasons else everywhere
            found.at_most_one([-cell - 1 for cell in same], part)
        elif reasons:
            for pair in combinations(same, 2):
                clause = [cell + 1 for cell in pair]
                _named(found, puzzle, pair).clauses.append(clause)
        else:
            pairs = combinations(same, 2)
            everywhere.clauses += [[one + 1, other + 1] for one, other in pairs]
    return found.model()


def _named(found: Draft, puzzle: Hitori, same: Sequence[Cell]) -> DraftPart:
    names = [puzzle.grid.name(cell) for cell in same]
    where = " and ".join(names) if len(names) == 2 else f"{names[0]}, {names[1]} and more"
    text = f"the {puzzle.clues[same[0]]}s at {where}"
    return found.part("duplicate", tuple(same), text, clues=len(same))


def _equals(puzzle: Hitori) -> list[list[Cell]]:
    """The cells of each row and column with the same number."""
    lines: dict[tuple[int, int], list[Cell]] = {}
    rows = puzzle.rows
    for cell, clue in enumerate(puzzle.clues):
        if isinstance(clue, int):
            row, col = divmod(cell, puzzle.cols)
            lines.setdefault((row, clue), []).append(cell)
            lines.setdefault((rows + col, clue), []).append(cell)
    return [same for same in lines.values() if len(same) > 1]
