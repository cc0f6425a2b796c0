"""Binairo as a model, on sites, and made from random solutions."""

from __future__ import annotations

from masume.constraints.distinct import Distinct
from masume.core.model.model import CancelCheck, Model, Sum, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.core.text.codec import Code
from masume.families.shading.codes import shading_marks
from masume.families.shading.model import CellColours, cell_model_builder
from masume.families.shading.position import Shading
from masume.puzzles.binairo.puzzle import Binairo, lines

CODECS: dict[str, Code[Binairo, Shading]] = {
    "janko": Code(("binairo",), words={"0": 0, "1": 1}, marks=shading_marks("1", "0", "-"))
}


class Digits(CellColours):
    """The vocabulary of Binairo: variable cell + 1 is a 1."""

    things = "one", "ones"
    black, white = "1", "0"


def model(
    puzzle: Binairo, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each given digit and each line is a part."""
    builder, name = cell_model_builder(puzzle, Digits(puzzle)), puzzle.grid.name
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            part = builder.part("clue", (cell,), f"the {clue} at {name(cell)}", clues=1)
            part.clauses.append([cell + 1 if clue else -cell - 1])
    three = builder.part("three", (), "no three equal digits are in a row")
    same = builder.part("same", (), "no two rows are equal, and no two columns")
    each = lines(puzzle)
    for line, cells in each:
        check_cancel()
        for run in zip(cells, cells[1:], cells[2:], strict=False):
            three.clauses += [[cell + 1 for cell in run], [-cell - 1 for cell in run]]
        half, odd = divmod(len(cells), 2)
        text = f"{line} has {half} or {half + 1} ones" if odd else f"{line} has {half} ones"
        part = builder.part("balance", tuple(cells), text)
        one_less = [[helper] for helper in builder.more(odd)]  # whether a zero is in the majority
        part.sums.append(Sum([*([cell + 1] for cell in cells), *one_less], half + odd))
    for some in (each[: puzzle.rows], each[puzzle.rows :]):
        same.constraints.append(Distinct([[cell + 1 for cell in cells] for _, cells in some]))
    return builder.model()


def clue(puzzle: Binairo, answer: Shading, cell: Cell) -> int:
    """Return the digit of a cell."""
    return int(cell in answer.black)


def reject(request: BoardRequest) -> str | None:
    """Return why no board of this size exists, or None."""
    different = {1: 2, 2: 2, 3: 6, 4: 6, 5: 14, 6: 14}  # lines of a length that obey the rules
    rows, cols = request.rows, request.cols
    if rows > different.get(cols, rows) or cols > different.get(rows, cols):
        return "no two lines are equal, and there are too few different lines for this size"
    return None


def source() -> BoardSource[Binairo, Shading]:
    """Return how boards come from solutions."""
    return BoardSource(
        lambda rng, size: Binairo(size.rows, size.cols, (None,) * (size.rows * size.cols)),
        clue,
        reject=reject,
        symmetry="the positions of the digits",
    )
