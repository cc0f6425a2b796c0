"""A picture as solution: the nearest one that the rules allow, and a board that has no other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from masume.api.exact import model_of
from masume.core.model.model import Clause
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.errors import BadOption, NotApplicable, counted
from masume.exact.answers import nearest
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.make.compose import UNSOLVABLE, complete, composed

_SHARE = 0.3  # of the time that is spent on coming nearer; the rest is for the clues
_LONGEST = 4.0  # seconds of it


@dataclass(frozen=True)
class PictureBoard:
    """A board whose solution is like a picture, or why there is none."""

    puzzle: Puzzle | None
    answer: Position | None = None  # the solution
    differs: tuple[Cell, ...] = ()  # cells that are not as in the picture
    # Proved: of the solutions that the puzzle offers for a board (`Maker.sole`, `Maker.held`)
    # none is more like the picture
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
    """Clues for a board, bare or not, such that its only solution looks like a picture.

    `dark` are the dark cells. The rules may not allow them all: then the solution is the nearest.

    >>> from masume import loads
    >>> found = from_picture(loads("kuromasu\\n. . .\\n. . .\\n. . ."), [0, 4, 8])
    >>> sorted(found.answer.black), found.differs, found.nearest
    ([0, 8], (4,), True)
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    kind, maker = composed(puzzle)
    cells = _checked(puzzle, kind, dark)
    try:
        sole = maker.sole(puzzle)
        solution, proved = _nearest(kind, puzzle, cells, sole, deadline)
        if solution is None and sole:  # its clues may force a solution that breaks these clauses
            solution, proved = _nearest(kind, puzzle, cells, (), deadline)
        if solution is None:
            raise NotApplicable(UNSOLVABLE)
        answer = maker.held(puzzle, solution)
        done = complete(puzzle, answer, deadline=deadline)
    except LimitReached as reached:
        return PictureBoard(None, reason=str(reached), stopped=reached.stopped)
    if done.puzzle is None:
        return PictureBoard(None, answer, reason=done.reason, stopped=done.stopped)
    differs = _differs(kind, puzzle, answer, cells)
    return PictureBoard(done.puzzle, answer, differs, proved and answer == solution)


def bare_board(kind: Kind, rows: int, cols: int) -> Puzzle:
    """A board of a puzzle without any clue."""
    puzzle: Puzzle = kind.new(rows, cols, (None,) * (rows * cols))
    return puzzle


def _checked(puzzle: Puzzle, kind: Kind, dark: Iterable[Cell]) -> set[Cell]:
    if kind.dark is None:
        raise NotApplicable(f"solutions of {kind.name} are no pictures of dark and light cells")
    cells = set(dark)
    if wrong := [cell for cell in cells if not 0 <= cell < puzzle.grid.size]:
        size = counted(puzzle.grid.size, "cell")
        raise BadOption(f"the picture has a cell {min(wrong)}, and the board {size}, from 0 on")
    return cells


def _nearest(
    kind: Kind, puzzle: Puzzle, cells: set[Cell], sole: Sequence[Clause], deadline: Deadline
) -> tuple[Position | None, bool]:
    """The solution that differs least, and whether that is proved; what was found in time."""
    assert kind.dark is not None
    seconds = deadline.limit.seconds
    until = deadline.seconds + min(_LONGEST, _LONGEST if seconds is None else seconds * _SHARE)
    best: list[int] | None = None

    def check() -> None:
        deadline.check()
        if best is not None and deadline.seconds > until:
            raise _Enough

    model = model_of(puzzle, deadline)
    wanted = [one if cell in cells else -one for cell, one in enumerate(kind.dark(puzzle))]
    proved = True
    try:
        for literals in nearest(model, check, wanted, sole):
            best = literals
    except _Enough:
        proved = False
    return None if best is None else model.vocabulary.answer(best), proved


class _Enough(Exception):
    """It is near enough for the time that there is."""


def _differs(kind: Kind, puzzle: Puzzle, answer: Position, cells: set[Cell]) -> tuple[Cell, ...]:
    assert kind.dark is not None
    assert kind.vocabulary is not None
    held = set(kind.vocabulary(puzzle).marks(answer))
    every = enumerate(kind.dark(puzzle))
    return tuple(cell for cell, literal in every if (literal in held) != (cell in cells))
