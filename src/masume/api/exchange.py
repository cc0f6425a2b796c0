"""Why a board has several solutions: two of them that differ as little as possible."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from masume.api.exact import solutions, vocabulary_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.limits import Deadline, Limit, Stop
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board

AT_MOST = 100  # solutions that are compared


@dataclass(frozen=True)
class Exchange:
    """Two solutions, and the smallest part of the board in which such a pair differs."""

    solutions: int  # that were compared
    complete: bool  # whether these are all
    first: Position | None = None
    second: Position | None = None
    cells: tuple[Cell, ...] = ()
    stopped: Stop | None = None  # None: AT_MOST or all solutions were compared


def smallest_exchange(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> Exchange:
    """Compare the solutions of a board, at most AT_MOST, and return the most similar two.

    >>> from masume import load
    >>> found = smallest_exchange(load("hitori\\n1 1"))
    >>> found.solutions, found.cells
    (2, (0, 1))
    """
    puzzle = puzzle_of(board)
    found = solutions(puzzle, at_most=AT_MOST, deadline=deadline or Deadline(limit))
    answers = list(found)
    total = found.count()
    if len(answers) < 2:
        first = answers[0] if answers else None
        return Exchange(len(answers), total.complete, first, stopped=total.stopped)
    words = vocabulary_of(puzzle)
    marks = [frozenset(words.marks(answer)) for answer in answers]
    pairs = combinations(range(len(answers)), 2)
    a, b = min(pairs, key=lambda pair: len(marks[pair[0]] ^ marks[pair[1]]))
    cells = tuple(words.cells_of(marks[a] ^ marks[b]))
    both = answers[a], answers[b]
    return Exchange(len(answers), total.complete, *both, tuple(sorted(cells)), total.stopped)
