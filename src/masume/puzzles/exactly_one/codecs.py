"""The codecs of mazes: ids, and the matrices of the paper.

An id is `eom/cols/rows/` and a label for each cell. A label of one character is written as it is,
one of two after a `-`, a longer one in parentheses; `.` and `0` are free cells.
"""

from __future__ import annotations

from textwrap import wrap

from masume.core.text.blocks import Block, TextLine, read_grid, split_rows, write_grid
from masume.core.text.codec import (
    AddressCode,
    Code,
    Given,
    PaperCode,
    PaperNotation,
    Taken,
    Token,
    Values,
    either,
    runs,
)
from masume.errors import NotApplicable, ParseError
from masume.puzzles.exactly_one.puzzle import DIRECTIONS, ExactlyOne, Trail, start
from masume.puzzles.exactly_one.text import parse_label, path_letters, read, read_answer


def _labels() -> Token:
    """Return the token of one label."""

    def read(text: str, at: int) -> Taken:
        """Read one label; None if there is none."""
        if text[at] == "-":
            label, end = text[at + 1 : at + 3], at + 3
            if len(label) < 2:
                return None
        elif text[at] == "(":
            end = text.find(")", at) + 1
            label = text[at + 1 : end - 1]
        else:
            label, end = text[at], at + 1
        return ([label], end) if end > at and _is_label(label) else None

    def write(values: Values, at: int) -> Given:
        label = values[at]
        if not isinstance(label, str):
            return None
        text = {1: label, 2: f"-{label}"}.get(len(label), f"({label})")
        return text, at + 1

    return Token(read, write)


def _is_label(text: str) -> bool:
    try:
        return parse_label(text) is not None
    except ValueError:
        return False


_CELLS = either(runs(".", None), _labels(), runs("0", None))

# The paper's matrices: 0 is free, a number a shape, -1 visited. A -1 hides the number of its shape,
# so a board with a path is written as the board, the state, and the paper's moves.


def _read_paper(lines: list[str]) -> tuple[ExactlyOne, Trail | None]:
    """Read a matrix, or a matrix with its state and moves; raise `ParseError` if they disagree."""
    moves = " ".join(line for line in lines if line.startswith("Move")).replace("Move", "")
    grid = [line for line in lines if not line.startswith("Move")]
    rows = len(grid) // 2 if moves else len(grid)
    numbered_lines = [TextLine(line, number) for number, line in enumerate(grid, start=1)]
    puzzle = read(Block(1, grid=numbered_lines[:rows]))
    if not moves:
        return puzzle, None
    trail = read_answer(puzzle, Block(1, answer=[TextLine(moves, len(lines))]))
    _, _, state = read_grid(numbered_lines[rows:], str)
    if [cell for cell, word in enumerate(state) if word == "-1"] != sorted(trail.path):
        raise ParseError("the moves do not visit the cells with -1; make the two agree")
    return puzzle, trail


def _write_paper(puzzle: ExactlyOne, position: Trail | None) -> list[str]:
    """Write the matrices and moves, the inverse of `_read_paper`."""
    words = [label or "0" for label in puzzle.labels]
    lines = write_grid(split_rows(words, puzzle.cols))
    if position is None or position == start(puzzle):
        return lines
    steps = path_letters(puzzle, position.path)
    if not steps or position != Trail(position.path):
        raise NotApplicable("paper can only express a path from the start cell, without notes")
    state = ["-1" if cell in position.path else word for cell, word in enumerate(words)]
    names = {direction[0].upper(): f"Move{direction.capitalize()}" for direction in DIRECTIONS}
    moves = wrap(" ".join(names[step] for step in steps), 90)
    return [*lines, *write_grid(split_rows(state, puzzle.cols)), *moves]


def _refuses_paper(puzzle: ExactlyOne) -> str:
    labels = [label for label in puzzle.labels if label is not None]
    return "" if all(label.isdigit() for label in labels) else "a shape that is not a number"


CODECS: dict[str, Code[ExactlyOne, Trail]] = {
    "puzz.link": AddressCode(("eom",), _CELLS, bare=True),
    "paper": PaperCode(
        ("exactly_one", "eom"),
        notation=PaperNotation(_read_paper, _write_paper),
        refuses=_refuses_paper,
    ),
}
