"""Hitori for the exact engine: of two equal numbers in a line one is black."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.grid import Cell
from masume.families.shading.model import OPEN, Contradiction, shading_draft
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.settle import settled
from masume.puzzles.hitori.twins import equal_numbers

MANY = 30  # equal numbers in a line that are no longer told pair by pair
_BREATH = 50  # such groups between two looks at the time
LARGE = 600  # cells; to tell a solver all clauses of a larger board takes longer than to settle it


def model(
    puzzle: Hitori, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """The board as a model; with `reasons` every pair of equal numbers is a part of its own."""
    if reasons:
        return _with_reasons(puzzle, check_cancel)
    size = puzzle.grid.size
    try:
        colours = settled(puzzle, check_cancel) if size > LARGE else bytearray(size)
    except Contradiction:
        draft = shading_draft(puzzle, b"")
        draft.part().clauses.append([])
        return draft.model()
    draft = shading_draft(puzzle, colours)
    part = draft.part()
    for number, same in enumerate(_equals(puzzle) if OPEN in colours else ()):
        if number % _BREATH == 0:
            check_cancel()
        if size > LARGE:
            same = [cell for cell in same if colours[cell] == OPEN]
        if len(same) > MANY:
            draft.at_most_one([-cell - 1 for cell in same], part)
        else:
            part.clauses += [[one + 1, other + 1] for one, other in combinations(same, 2)]
    return draft.model()


def _with_reasons(puzzle: Hitori, check_cancel: CancelCheck) -> Model:
    draft = shading_draft(puzzle, None)
    for same in _equals(puzzle):
        check_cancel()
        if len(same) > MANY:
            draft.at_most_one([-cell - 1 for cell in same], _named(draft, puzzle, same))
            continue
        for pair in combinations(same, 2):
            clause = [cell + 1 for cell in pair]
            _named(draft, puzzle, pair).clauses.append(clause)
    return draft.model()


def _named(draft: ModelBuilder, puzzle: Hitori, same: Sequence[Cell]) -> PartBuilder:
    names = [puzzle.grid.name(cell) for cell in same]
    where = " and ".join(names) if len(names) == 2 else f"{names[0]}, {names[1]} and more"
    text = f"the {puzzle.clues[same[0]]}s at {where}"
    return draft.part("duplicate", tuple(same), text, clues=len(same))


def _equals(puzzle: Hitori) -> list[list[Cell]]:
    """The cells of each row and column with the same number."""
    across, down = equal_numbers(puzzle)
    return [*across, *down]
