"""New boards, line by line: each as soon as it is made, and meanwhile what is nearest to it."""

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
from masume.make.generate import Made, make, make_set
from masume.make.nearest import looking
from masume.make.request import BoardPlan, plan

_A_WHILE = 1.0  # seconds after which it is told how many attempts were made


def generate(body: bodies.Generate) -> Iterator[Data]:
    """New boards, one after the other; if wanted, with the nearest so far."""
    planned = plan(
        body.puzzle,
        size=(body.rows, body.cols),
        difficulty=body.difficulty,
        symmetry=body.symmetry,
        needs=body.needs,
        clues=body.clues,
    )
    seed = secrets.randbelow(2**31) if body.seed is None else body.seed
    began = perf_counter()

    def boards(numbers: range) -> Iterator[Made | Data]:
        for place in numbers:
            left = max(0.0, body.seconds - (perf_counter() - began))
            # One that hardly comes at all leaves their share of the time to the others.
            deadline = Deadline(Limit(seconds=left / (numbers.stop - place)))
            number = body.first + place
            if body.nearest:
                yield from _progress(planned, seed, number, deadline, body.theme)
            else:
                yield make(planned, seed, number, deadline)

    for made in make_set(planned, seed, body.count, boards):
        if not isinstance(made, Made):
            yield made
        elif made.puzzle is None:
            yield {"number": made.number, "seed": seed, "error": made.reason}
        else:
            name = f"{planned.kind.name}-{seed}-{made.number + 1}"
            row = _row(planned, made.puzzle, name, made.level, body.theme)
            yield {"number": made.number, "seed": seed, **row, "seconds": round(made.seconds, 3)}
    yield {"end": True}


def _progress(
    planned: BoardPlan, seed: int, number: int, deadline: Deadline, theme: str
) -> Iterator[Made | Data]:
    """A line for each board that is nearer than those before, and one every now and then."""
    last, nearest = perf_counter(), None
    for step in looking(planned, seed, number, deadline):
        if isinstance(step, Made):
            yield step
            continue
        now, near = perf_counter(), step.nearest
        if near is nearest and now - last < _A_WHILE:
            continue
        row: Data | None = None
        if near is not None and near is not nearest:
            name = f"{planned.kind.name}-{seed}-{number + 1}-{near.level}"
            row = {**_row(planned, near.puzzle, name, near.level, theme), "away": near.away}
        last, nearest = now, near
        yield {"number": number, "seed": seed, "attempts": step.attempts, "nearest": row}


def _row(planned: BoardPlan, puzzle: Puzzle, name: str, level: str, theme: str) -> Data:
    return {
        "board": write_board(Board(planned.kind, puzzle, name)),
        "kind": planned.kind.name,
        "name": name,
        "level": level,
        "svg": picture(puzzle, None, theme),
    }
