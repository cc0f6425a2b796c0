"""New boards line by line, with progress lines in between."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from time import perf_counter

from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline, Limit
from masume.formats.plain import Board, write_board
from masume.front.web import bodies
from masume.front.web.pictures import picture
from masume.front.web.records import EndLine, Record
from masume.make.generate import GeneratedBoard, make, make_set
from masume.make.nearest import report_attempts
from masume.make.request import BoardSpec, resolve_board_spec

_PROGRESS_SECONDS = 1.0  # between progress lines


class NewBoardRow(Record):
    """A new board."""

    board: str
    kind: str
    name: str
    level: str
    svg: str


class NewBoardLine(NewBoardRow):
    """A new board."""

    number: int
    seed: int
    seconds: float


class NearestRow(NewBoardRow):
    """A board that misses the request by some levels, or does not need the technique."""

    distance: int  # in levels; 0 if only the technique is not needed


class ProgressLine(Record):
    """The number of attempts so far; `nearest` is null if no closer board was found."""

    number: int
    seed: int
    attempts: int
    nearest: NearestRow | None


class BoardFailureLine(Record):
    """A board that could not be made."""

    number: int
    seed: int
    error: str


def generate(
    body: bodies.Generate,
) -> Iterator[ProgressLine | NewBoardLine | BoardFailureLine | EndLine]:
    """Yield new boards with exactly one solution; with `nearest`, also the closest so far."""
    spec = resolve_board_spec(
        body.puzzle,
        size=(body.rows, body.cols),
        difficulty=body.difficulty,
        symmetry=body.symmetry,
        needs=body.needs,
        clues=body.clues,
    )
    seed = secrets.randbelow(2**31) if body.seed is None else body.seed
    began = perf_counter()

    def boards(numbers: range) -> Iterator[GeneratedBoard | ProgressLine]:
        """Make the boards of these numbers, sharing the remaining time equally."""
        for index in numbers:
            left = max(0.0, body.seconds - (perf_counter() - began))
            deadline = Deadline(Limit(seconds=left / (numbers.stop - index)))
            number = body.first + index
            if body.nearest:
                yield from _progress(spec, seed, number, deadline, body.theme)
            else:
                yield make(spec, seed, number, deadline)

    for board in make_set(spec, seed, body.count, boards):
        if not isinstance(board, GeneratedBoard):
            yield board
        elif board.puzzle is None:
            yield BoardFailureLine(number=board.number, seed=seed, error=board.reason)
        else:
            name = f"{spec.kind.name}-{seed}-{board.number + 1}"
            row = _row(spec, board.puzzle, name, board.level, body.theme)
            seconds = round(board.seconds, 3)
            yield NewBoardLine.of(row, number=board.number, seed=seed, seconds=seconds)
    yield EndLine(end=True)


def _progress(
    spec: BoardSpec, seed: int, number: int, deadline: Deadline, theme: str
) -> Iterator[GeneratedBoard | ProgressLine]:
    """Yield a line for each closer board, one each second, and then the board."""
    last, nearest = perf_counter(), None
    for step in report_attempts(spec, seed, number, deadline):
        if isinstance(step, GeneratedBoard):
            yield step
            continue
        now, closest = perf_counter(), step.nearest
        if closest is nearest and now - last < _PROGRESS_SECONDS:
            continue
        row = None
        if closest is not None and closest is not nearest:
            name = f"{spec.kind.name}-{seed}-{number + 1}-{closest.level}"
            found = _row(spec, closest.puzzle, name, closest.level, theme)
            row = NearestRow.of(found, distance=closest.distance)
        last, nearest = now, closest
        yield ProgressLine(number=number, seed=seed, attempts=step.attempts, nearest=row)


def _row(spec: BoardSpec, puzzle: Puzzle, name: str, level: str, theme: str) -> NewBoardRow:
    """Describe a new board."""
    return NewBoardRow(
        board=write_board(Board(spec.kind, puzzle, name)),
        kind=spec.kind.name,
        name=name,
        level=level,
        svg=picture(puzzle, None, theme),
    )
