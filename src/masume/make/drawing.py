"""Make a board whose unique solution is as close to a picture as the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from masume.api.exact import model_of
from masume.core.model.model import Clause
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.errors import BadOption, NotApplicable, pluralise
from masume.exact.answers import nearest
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.make.compose import UNSOLVABLE, complete, kind_and_maker

_SHARE = 0.3  # of the time, for coming closer to the picture; the rest is for the clues
_LONGEST = 4.0  # seconds, at most, for that


@dataclass(frozen=True)
class PictureBoard:
    """A board whose solution resembles a picture, or the reason why there is none."""

    puzzle: Puzzle | None
    answer: Position | None = None  # the solution
    differs: tuple[Cell, ...] = ()  # the cells that differ from the picture
    # Whether it is proved that no solution that can be unique (`Maker.uniqueness_clauses`,
    # `Maker.normalise`) is closer to the picture
    nearest: bool = False
    reason: str = ""
    stopped: Stop | None = None


def from_picture(
    board: Board | Puzzle,
    dark: Iterable[Cell],
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> PictureBoard:
    """Add clues to a board so that its unique solution looks like a picture.

    `dark` are the dark cells. If the rules do not allow the picture, the closest solution is used.

    >>> from masume import loads
    >>> found = from_picture(loads("kuromasu\\n. . .\\n. . .\\n. . ."), [0, 4, 8])
    >>> sorted(found.answer.black), found.differs, found.nearest
    ([0, 8], (4,), True)
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    kind, maker = kind_and_maker(puzzle)
    cells = _check_cells(puzzle, kind, dark)
    try:
        sole = maker.uniqueness_clauses(puzzle)
        solution, proved = _nearest_solution(kind, puzzle, cells, sole, deadline)
        if solution is None and sole:  # its clues may force a solution that breaks these clauses
            solution, proved = _nearest_solution(kind, puzzle, cells, (), deadline)
        if solution is None:
            raise NotApplicable(UNSOLVABLE)
        answer = maker.normalise(puzzle, solution)
        done = complete(puzzle, answer, deadline=deadline)
    except LimitReached as reached:
        return PictureBoard(None, reason=str(reached), stopped=reached.stopped)
    if done.puzzle is None:
        return PictureBoard(None, answer, reason=done.reason, stopped=done.stopped)
    differs = _differing_cells(kind, puzzle, answer, cells)
    return PictureBoard(done.puzzle, answer, differs, proved and answer == solution)


def bare_board(kind: Kind, rows: int, cols: int) -> Puzzle:
    """Return a board without clues."""
    puzzle: Puzzle = kind.new(rows, cols, (None,) * (rows * cols))
    return puzzle


def _check_cells(puzzle: Puzzle, kind: Kind, dark: Iterable[Cell]) -> set[Cell]:
    if kind.dark_literals is None:
        raise NotApplicable(f"solutions of {kind.name} are no pictures of dark and light cells")
    cells = set(dark)
    if wrong := [cell for cell in cells if not 0 <= cell < puzzle.grid.size]:
        size = pluralise(puzzle.grid.size, "cell")
        raise BadOption(f"the picture has a cell {min(wrong)}, and the board {size}, from 0 on")
    return cells


def _nearest_solution(
    kind: Kind, puzzle: Puzzle, cells: set[Cell], sole: Sequence[Clause], deadline: Deadline
) -> tuple[Position | None, bool]:
    """Return the closest solution found in time, and whether it is proved to be the closest."""
    assert kind.dark_literals is not None
    seconds = deadline.limit.seconds
    until = deadline.seconds + min(_LONGEST, _LONGEST if seconds is None else seconds * _SHARE)
    best: list[int] | None = None

    def check() -> None:
        deadline.check()
        if best is not None and deadline.seconds > until:
            raise _TimeShareUsed

    model = model_of(puzzle, deadline)
    literals_of_cells = enumerate(kind.dark_literals(puzzle))
    wanted = [dark if cell in cells else -dark for cell, dark in literals_of_cells]
    proved = True
    try:
        for literals in nearest(model, check, wanted, sole):
            best = literals
    except _TimeShareUsed:
        proved = False
    return None if best is None else model.vocabulary.answer(best), proved


class _TimeShareUsed(Exception):
    """The share of the time for coming closer to the picture is used up."""


def _differing_cells(
    kind: Kind, puzzle: Puzzle, answer: Position, cells: set[Cell]
) -> tuple[Cell, ...]:
    assert kind.dark_literals is not None
    assert kind.vocabulary is not None
    held = set(kind.vocabulary(puzzle).marks(answer))
    every = enumerate(kind.dark_literals(puzzle))
    return tuple(cell for cell, literal in every if (literal in held) != (cell in cells))
