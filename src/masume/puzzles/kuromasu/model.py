"""Kuromasu as a model for the exact engine.

The length of each arm of a number is an order-encoded integer: it is at least i if the first i
cells are white. The four lengths sum up to the clue. Cells that presolving decides are left out,
unless reasons are requested.
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Levels, Literal, Model, Sum, never_cancel
from masume.families.shading.model import BLACK, Contradiction, shading_model_builder
from masume.puzzles.kuromasu.presolve import Presolver
from masume.puzzles.kuromasu.puzzle import Kuromasu


def model(
    puzzle: Kuromasu, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the model of a board; with `reasons` each clue is a separate part."""
    presolver = Presolver(puzzle, check_cancel)
    if reasons:
        return _model_with_reasons(puzzle, presolver, check_cancel)
    try:
        presolver.propagate()
    except Contradiction:
        builder = shading_model_builder(puzzle, b"")
        builder.part().clauses.append([])
        return builder.model()
    builder = shading_model_builder(puzzle, presolver.colours)
    part = builder.part()
    for number in range(len(presolver.numbers)):
        _add_number(builder, part, presolver, number)
    return builder.model()


def _model_with_reasons(puzzle: Kuromasu, presolver: Presolver, check_cancel: CancelCheck) -> Model:
    """Return the model with one part per clue, without presolving."""
    builder = shading_model_builder(puzzle, None)
    number_of = {cell: number for number, cell in enumerate(presolver.numbers)}
    for cell, clue in enumerate(puzzle.clues):
        if clue is None:
            continue
        check_cancel()
        name = puzzle.grid.name(cell)
        text = f"the {clue} at {name}" if isinstance(clue, int) else f"the ? at {name} is white"
        part = builder.part("clue", (cell,), text, clues=1)
        part.clauses.append([-cell - 1])
        if cell in number_of:
            _add_number(builder, part, presolver, number_of[cell])
    return builder.model()


def _add_number(
    builder: ModelBuilder, part: PartBuilder, presolver: Presolver, number: int
) -> None:
    """Add the constraint of a number, with the bounds of its arms as far as they are known."""
    least, most = presolver.least[number], presolver.most[number]
    for low, high, ray in zip(least, most, presolver.rays[number], strict=True):
        if low == high < len(ray) and presolver.colours[ray[high]] != BLACK:
            part.clauses.append([ray[high] + 1])  # the arm ends here
    if least == most:
        if sum(least) != presolver.totals[number]:
            part.clauses.append([])
        return
    lengths: list[Levels] = []
    for low, high, ray in zip(least, most, presolver.rays[number], strict=True):
        if low < high:
            lengths.append(_arm(builder, part, presolver.colours, ray, low, high))
    part.sums.append(Sum(lengths, presolver.totals[number] - sum(least)))


def _arm(
    builder: ModelBuilder,
    part: PartBuilder,
    colours: Sequence[int],
    ray: range,
    low: int,
    high: int,
) -> list[Literal]:
    """Return the levels of the length of an arm beyond its least length."""
    levels = [-ray[low] - 1]  # at least one longer: the next cell is white
    helpers = builder.more(high - low - 1)
    for level, cell in zip(helpers, ray[low + 1 : high], strict=True):
        before = levels[-1]
        levels.append(level)
        # level <-> before and this cell is white
        part.clauses += [[-level, before], [-level, -cell - 1], [level, -before, cell + 1]]
    if high < len(ray) and colours[ray[high]] != BLACK:
        part.clauses.append(
            [-levels[-1], ray[high] + 1]
        )  # at its greatest length a black cell ends it
    return levels
