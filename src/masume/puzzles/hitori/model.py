"""Hitori as a model for the exact engine: of two equal numbers in a line at least one is black."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import propagate
from masume.families.shading.model import shading_model_builder, solved_model
from masume.puzzles.hitori.propagate import MANY, propagator
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.rules import RULES
from masume.puzzles.hitori.twins import equal_numbers

_CANCEL_EVERY = 50  # groups between two cancellation checks


def model(
    puzzle: Hitori, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the model of a board; with `reasons` each pair of equal numbers is a separate part."""
    if reasons:
        return _model_with_reasons(puzzle, check_cancel)
    board = propagator(puzzle)
    board.check_cancel = check_cancel
    propagate(board, RULES)
    if board.clash:
        builder = shading_model_builder(puzzle)
        builder.part().clauses.append([])
        return builder.model()
    if not board.unknown and max(puzzle.rows, puzzle.cols) <= MANY:
        return solved_model(puzzle, board.black)
    builder = shading_model_builder(puzzle, board.black, board.white)
    part = builder.part()
    if max(puzzle.rows, puzzle.cols) <= MANY:
        unknown = board.unknown
        for cell, equals in enumerate(board.equals):
            later = (equals & unknown) >> cell
            while later and unknown >> cell & 1:
                low = later & -later
                later ^= low
                part.clauses.append([cell + 1, cell + low.bit_length()])
        return builder.model()
    for number, group in enumerate(_equal_groups(puzzle) if board.unknown else ()):
        if number % _CANCEL_EVERY == 0:
            check_cancel()
        group = [cell for cell in group if board.unknown >> cell & 1]
        if len(group) > MANY:
            builder.at_most_one([-cell - 1 for cell in group], part)
        else:
            part.clauses += [[a + 1, b + 1] for a, b in combinations(group, 2)]
    return builder.model()


def _model_with_reasons(puzzle: Hitori, check_cancel: CancelCheck) -> Model:
    """Return the model with one part per pair of equal numbers, or per very large group."""
    builder = shading_model_builder(puzzle, reasons=True)
    for group in _equal_groups(puzzle):
        check_cancel()
        if len(group) > MANY:
            builder.at_most_one([-cell - 1 for cell in group], _add_part(builder, puzzle, group))
            continue
        for pair in combinations(group, 2):
            clause = [cell + 1 for cell in pair]
            _add_part(builder, puzzle, pair).clauses.append(clause)
    return builder.model()


def _add_part(builder: ModelBuilder, puzzle: Hitori, group: Sequence[Cell]) -> PartBuilder:
    names = [puzzle.grid.name(cell) for cell in group]
    where = " and ".join(names) if len(names) == 2 else f"{names[0]}, {names[1]} and more"
    text = f"the {puzzle.clues[group[0]]}s at {where}"
    return builder.part("duplicate", tuple(group), text, clues=len(group))


def _equal_groups(puzzle: Hitori) -> list[list[Cell]]:
    """Return the groups of equal numbers in rows, then those in columns."""
    across, down = equal_numbers(puzzle)
    return [*across, *down]
