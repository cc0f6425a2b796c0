"""Kuromasu for the exact engine.

Each number's four arms are small numbers: an arm is at least i long if its first i cells are white.
Together they reach the clue. What the numbers settle by themselves is left out beforehand, unless
reasons are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Levels, Literal, Model, Sum, never_cancel
from masume.families.shading.model import BLACK, Contradiction, shading_draft
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.settle import Settled


def model(
    puzzle: Kuromasu, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """The board as a model; with `reasons` every clue is a part of its own."""
    board = Settled(puzzle, check_cancel)
    if reasons:
        return _with_reasons(puzzle, board, check_cancel)
    try:
        board.settle()
    except Contradiction:
        draft = shading_draft(puzzle, b"")
        draft.part().clauses.append([])
        return draft.model()
    draft = shading_draft(puzzle, board.colours)
    part = draft.part()
    for number in range(len(board.numbers)):
        _add_number(draft, part, board, number)
    return draft.model()


def _with_reasons(puzzle: Kuromasu, board: Settled, check_cancel: CancelCheck) -> Model:
    draft = shading_draft(puzzle, None)
    number_of = {cell: number for number, cell in enumerate(board.numbers)}
    for cell, clue in enumerate(puzzle.clues):
        if clue is None:
            continue
        check_cancel()
        name = puzzle.grid.name(cell)
        text = f"the {clue} at {name}" if isinstance(clue, int) else f"the ? at {name} is white"
        part = draft.part("clue", (cell,), text, clues=1)
        part.clauses.append([-cell - 1])
        if cell in number_of:
            _add_number(draft, part, board, number_of[cell])
    return draft.model()


def _add_number(draft: ModelBuilder, part: PartBuilder, board: Settled, number: int) -> None:
    least, most = board.least[number], board.most[number]
    for low, high, ray in zip(least, most, board.rays[number], strict=True):
        if low == high < len(ray) and board.colours[ray[high]] != BLACK:
            part.clauses.append([ray[high] + 1])  # the arm ends there
    if least == most:
        if sum(least) != board.totals[number]:
            part.clauses.append([])
        return
    numbers: list[Levels] = []
    for low, high, ray in zip(least, most, board.rays[number], strict=True):
        if low < high:
            numbers.append(_arm(draft, part, board.colours, ray, low, high))
    part.sums.append(Sum(numbers, board.totals[number] - sum(least)))


def _arm(
    draft: ModelBuilder, part: PartBuilder, colours: Sequence[int], ray: range, low: int, high: int
) -> list[Literal]:
    """The levels of what an arm has beyond its least length."""
    levels = [-ray[low] - 1]  # one more: the next cell is white
    helpers = draft.more(high - low - 1)
    for level, cell in zip(helpers, ray[low + 1 : high], strict=True):
        before = levels[-1]
        levels.append(level)
        # At least this long: the cells before are white, and this one is.
        part.clauses += [[-level, before], [-level, -cell - 1], [level, -before, cell + 1]]
    if high < len(ray) and colours[ray[high]] != BLACK:
        part.clauses.append([-levels[-1], ray[high] + 1])  # no longer: a black cell ends it
    return levels
