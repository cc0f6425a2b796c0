"""Check an answer, draw a board as text, compare positions."""

from __future__ import annotations

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board


def check(board: Board | Puzzle, answer: Answer) -> list[Violation]:
    """Return the violations of an answer, given as a Position, text or JSON; none if it is right.

    >>> from masume import load
    >>> board = load("hitori\\n1 1\\n1 2")
    >>> [fault.text for fault in check(board, ". .\\n. .")]
    ['1 appears 2 times in row 1', '1 appears 2 times in column 1']
    >>> check(board, {"black": [[0, 0]]})
    []
    """
    puzzle = puzzle_of(board)
    return kind_of(puzzle).violations(puzzle, position_of(puzzle, answer))


def picture(board: Board | Puzzle, position: Answer | None = None) -> str:
    """Return a board with a position on it as lines of text.

    >>> from masume import load, solve
    >>> print(picture(load("hitori/first"), solve(load("hitori/first")).answer))
    # 1 # 4
    1 4 2 3
    # 3 # 1
    4 2 1 #
    """
    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    shown = kind.start(puzzle) if position is None else position_of(puzzle, position)
    return "\n".join(line.rstrip() for line in kind.picture(puzzle, shown))


def changed_cells(board: Board | Puzzle, before: Position, after: Position) -> list[Cell]:
    """Return the cells in which two positions differ."""
    puzzle = puzzle_of(board)
    meaning = kind_of(puzzle).vocabulary
    if meaning is None:
        return []
    vocabulary = meaning(puzzle)
    differ = set(vocabulary.literals(before)) ^ set(vocabulary.literals(after))
    return vocabulary.cells_of(differ)
