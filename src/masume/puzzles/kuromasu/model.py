"""Kuromasu as a model for the exact engine.

The length of each arm of a number is an order-encoded integer: it is at least i if the first i
cells are white. The four lengths sum up to the clue. What propagation decides is left out, unless
reasons are requested; a board that it completes needs no engine.
"""

from __future__ import annotations

from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Levels, Literal, Model, Sum, never_cancel
from masume.core.puzzle.grid import Cell, Mask, each
from masume.families.shading.model import cell_model_builder, shading_model_builder, solved_model
from masume.puzzles.kuromasu.arm_lengths import ENDS, Arms
from masume.puzzles.kuromasu.propagate import Propagator, propagator
from masume.puzzles.kuromasu.puzzle import Kuromasu


def model(
    puzzle: Kuromasu, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the model of a board; with `reasons` each clue is a separate part."""
    board = propagator(puzzle)
    board.check_cancel = check_cancel
    if reasons:
        return _model_with_reasons(puzzle, board)
    board.add((0, board.clue_cells))
    is_possible = board.propagate()
    if not is_possible:
        builder = cell_model_builder(puzzle)
        builder.part().clauses.append([])
        return builder.model()
    if not board.unknown:
        return solved_model(puzzle, board.black)
    builder = shading_model_builder(puzzle, board.black, board.white)
    part = builder.part()
    for cell in each(board.active):
        _add_number(builder, part, board, cell, board.arms_of[cell])
    return builder.model()


def _model_with_reasons(puzzle: Kuromasu, board: Propagator) -> Model:
    """Return the model with one part per clue, without propagation."""
    builder = shading_model_builder(puzzle, reasons=True)
    for cell in each(board.clue_cells):
        board.check_cancel()
        clue, name = puzzle.clues[cell], puzzle.grid.name(cell)
        text = f"the {clue} at {name}" if isinstance(clue, int) else f"the ? at {name} is white"
        part = builder.part("clue", (cell,), text, clues=1)
        part.clauses.append([-cell - 1])
        if isinstance(clue, int):
            a, b, c, d = board.lines.arms(cell)
            within = (1 << clue) - 1
            _add_number(
                builder, part, board, cell, (a & within, b & within, c & within, d & within)
            )
    return builder.model()


def _add_number(
    builder: ModelBuilder, part: PartBuilder, board: Propagator, cell: Cell, arms: Arms
) -> None:
    """Add the constraint of a number whose arms have these lengths."""
    lengths: list[Levels] = []
    rest = board.totals[cell] - ENDS
    for ray, bits in zip(board.grid.rays(cell), arms, strict=True):
        low, high = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
        rest -= low
        if low < high:
            lengths.append(_arm(builder, part, board.black, ray, low, high))
        elif low < len(ray) and not board.black >> ray[low] & 1:
            part.clauses.append([ray[low] + 1])  # the arm ends here
    if lengths:
        part.sums.append(Sum(lengths, rest))
    elif rest:
        part.clauses.append([])


def _arm(
    builder: ModelBuilder, part: PartBuilder, black: Mask, ray: range, low: int, high: int
) -> list[Literal]:
    """Return the levels of the length of an arm beyond its least length."""
    levels = [-ray[low] - 1]  # at least one longer: the next cell is white
    helpers = builder.more(high - low - 1)
    for level, cell in zip(helpers, ray[low + 1 : high], strict=True):
        before = levels[-1]
        levels.append(level)
        # level <-> before and this cell is white
        part.clauses += [[-level, before], [-level, -cell - 1], [level, -before, cell + 1]]
    if high < len(ray) and not black >> ray[high] & 1:
        # At its greatest length a black cell ends it.
        part.clauses.append([-levels[-1], ray[high] + 1])
    return levels
