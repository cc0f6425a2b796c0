"""New boards line by line, with progress lines in between."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from time import perf_counter

from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline, Limit
from masume.formats.plain import Board, write_board
from masume.front.web import bodies
from masume.front.web.boards import Data
from masume.front.web.pictures import picture
from masume.make.generate import GeneratedBoard, make, make_set
from masume.make.nearest import report_attempts
from masume.make.request import BoardSpec, resolve_board_spec

_PROGRESS_SECONDS = 1.0  # between progress lines


def generate(body: bodies.Generate) -> Iterator[Data]:
    """Yield new boards; with `nearest`, also the closest boards found on the way."""
    planned = resolve_board_spec(
        body.puzzle,
        size=(body.rows, body.cols),
        difficulty=body.difficulty,
        symmetry=body.symmetry,
        needs=body.needs,
        clues=body.clues,
    )
    seed = secrets.randbelow(2**31) if body.seed is None else body.seed
    began = perf_counter()

    def boards(numbers: range) -> Iterator[GeneratedBoard | Data]:
        for index in numbers:
            left = max(0.0, body.seconds - (perf_counter() - began))
            # An equal share of the remaining time, so that a hard board leaves time for the rest.
            deadline = Deadline(Limit(seconds=left / (numbers.stop - index)))
            number = body.first + index
            if body.nearest:
                yield from _progress(planned, seed, number, deadline, body.theme)
            else:
                yield make(planned, seed, number, deadline)

    for made in make_set(planned, seed, body.count, boards):
        if not isinstance(made, GeneratedBoard):
            yield made
        elif made.puzzle is None:
            yield {"number": made.number, "seed": seed, "error": made.reason}
        else:
            name = f"{planned.kind.name}-{seed}-{made.number + 1}"
            row = _row(planned, made.puzzle, name, made.level, body.theme)
            yield {"number": made.number, "seed": seed, **row, "seconds": round(made.seconds, 3)}
    yield {"end": True}


def _progress(
    planned: BoardSpec, seed: int, number: int, deadline: Deadline, theme: str
) -> Iterator[GeneratedBoard | Data]:
    """Yield a line for each closer board, one each second, and then the board."""
    last, nearest = perf_counter(), None
    for step in report_attempts(planned, seed, number, deadline):
        if isinstance(step, GeneratedBoard):
            yield step
            continue
        now, near = perf_counter(), step.nearest
        if near is nearest and now - last < _PROGRESS_SECONDS:
            continue
        row: Data | None = None
        if near is not None and near is not nearest:
            name = f"{planned.kind.name}-{seed}-{number + 1}-{near.level}"
            row = {**_row(planned, near.puzzle, name, near.level, theme), "distance": near.distance}
        last, nearest = now, near
        yield {"number": number, "seed": seed, "attempts": step.attempts, "nearest": row}


def _row(planned: BoardSpec, puzzle: Puzzle, name: str, level: str, theme: str) -> Data:
    """Describe a new board."""
    return {
        "board": write_board(Board(planned.kind, puzzle, name)),
        "kind": planned.kind.name,
        "name": name,
        "level": level,
        "svg": picture(puzzle, None, theme),
    }
