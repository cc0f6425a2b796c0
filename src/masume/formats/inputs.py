"""Convert the arguments of public functions: boards or puzzles, and positions in any form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.errors import NotApplicable
from masume.formats.load import parse_answer
from masume.formats.plain import Board

if TYPE_CHECKING:
    from masume.core.search.problem import Problem


def puzzle_of(board: Board | Puzzle | Problem) -> Puzzle:
    """Return the puzzle of a board, a puzzle itself, or a problem in the place of a puzzle.

    Raise TypeError for anything else.
    """
    if isinstance(board, str):
        raise TypeError("a text is not a board; parse it with masume.loads")
    if hasattr(board, "successors"):
        from masume.core.search.problem import board_of

        return board_of(board)
    puzzle = board.puzzle if isinstance(board, Board) else board
    kind_of(puzzle)  # raises TypeError
    return puzzle


def position_of(puzzle: Puzzle, answer: Answer) -> Position:
    """Return a Position given as such, as text or as JSON; raise if it does not fit the puzzle."""
    kind = kind_of(puzzle)
    if isinstance(answer, str):
        return parse_answer(puzzle, answer)
    if isinstance(answer, Mapping):
        return kind.from_json(puzzle, dict(answer))
    own = type(kind.start(puzzle))
    if not isinstance(answer, own):
        given = type(answer).__name__
        raise NotApplicable(f"a position of {kind.name} is a {own.__name__}, not a {given}")
    size = getattr(puzzle, "points", puzzle.grid).size  # marks may join the corners of cells
    for cell in answer.cells:
        if not (isinstance(cell, int) and 0 <= cell < size):
            raise NotApplicable(f"cell {cell!r} is not on a board of {puzzle.rows}×{puzzle.cols}")
    return answer


def marks_of(puzzle: Puzzle, answer: Answer | None) -> Position | None:
    """Return the marks as a Position; None if there are none."""
    return None if answer is None else position_of(puzzle, answer)
