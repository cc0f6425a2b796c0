"""Heyawake as a model, on sites, and made from random rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.core.text.codec import Code, PageCode
from masume.families.room_codes import AREAS, room_codes
from masume.families.room_make import exclude_one, moved, random_rectangles, room_source
from masume.families.rooms import named
from masume.families.shading.codes import shading_marks
from masume.families.shading.model import shading_model_builder
from masume.families.shading.position import Shading
from masume.puzzles.heyawake.puzzle import Heyawake, violations

CODECS: dict[str, Code[Heyawake, Shading]] = {
    **room_codes(("heyawake", "heyawacky"), Heyawake, numbers=True),
    "janko": PageCode(
        ("heyawake",), words={"0": 0}, areas=AREAS, marks=shading_marks("x", "-", "-")
    ),
}


def model(
    puzzle: Heyawake, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each number is a part of its own."""
    builder, grid = shading_model_builder(puzzle, reasons=reasons), puzzle.grid
    for cell, number in enumerate(puzzle.numbers):
        if number is not None:
            check_cancel()
            room = puzzle.cells_of_rooms[puzzle.rooms[cell]]
            builder.clue(cell, number).count((other + 1 for other in room), number)
    rule = "no straight line of white cells crosses two borders of rooms"
    otherwise = "a straight line of white cells would cross two borders of rooms"
    part = builder.part("line", (), rule, otherwise=otherwise)
    for line in grid.lines:
        places = puzzle.crossings(line)
        for first, second in pairwise(places):
            part.clauses.append([cell + 1 for cell in line[first - 1 : second + 1]])
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Heyawake:
    """Return random rectangular rooms without numbers."""
    board = Heyawake(request.rows, request.cols, (None,) * (request.rows * request.cols))
    longest = request.options["longest"]
    rooms = random_rectangles(rng, board.grid, longest, longest * longest)
    return Heyawake(board.rows, board.cols, tuple(named(rooms)))


def clue(puzzle: Heyawake, answer: Shading, cell: Cell) -> str | None:
    """Return the name of a room with its number of black cells, for its first cell."""
    room = puzzle.rooms[cell]
    if room < 0 or puzzle.cells_of_rooms[room][0] != cell:
        return None
    return f"{puzzle.room_name(cell)}{len(answer.black.intersection(puzzle.cells_of_rooms[room]))}"


def repair(
    rng: Random, request: BoardRequest, puzzle: Heyawake, answer: Shading, other: Shading
) -> Heyawake | None:
    """Change rooms so that one of two answers breaks a rule and the other one does not.

    A room is divided in two, or a cell added to a room beside it; then the numbers follow.
    """
    divided = list(_divided(puzzle, answer, other))
    joined = list(moved(puzzle, sorted(answer.black ^ other.black)))
    rng.shuffle(divided)
    rng.shuffle(joined)

    def build(rooms: Sequence[object], kept: Shading) -> Heyawake:
        return numbered(puzzle.rows, puzzle.cols, rooms, kept)

    return exclude_one((*divided, *joined), (answer, other), build, violations)


def _divided(puzzle: Heyawake, answer: Shading, other: Shading) -> Iterator[list[object]]:
    """Yield the rooms after a room with different cells is divided along a row or column."""
    for room in sorted({puzzle.rooms[cell] for cell in answer.black ^ other.black}):
        places = [divmod(cell, puzzle.cols) for cell in puzzle.cells_of_rooms[room]]
        for axis in (0, 1):
            for cut in sorted({place[axis] for place in places})[1:]:
                yield [
                    (other, other == room and divmod(cell, puzzle.cols)[axis] < cut)
                    for cell, other in enumerate(puzzle.rooms)
                ]


def numbered(rows: int, cols: int, rooms: Sequence[object], answer: Shading) -> Heyawake:
    """Return the board of these rooms with the numbers of an answer."""
    board = Heyawake(rows, cols, tuple(named(rooms)))
    clues = (clue(board, answer, cell) or board.room_name(cell) for cell in range(rows * cols))
    return Heyawake(rows, cols, tuple(clues))


def source() -> BoardSource[Heyawake, Shading]:
    """Return how boards come from solutions."""
    longest = Option(4, "longest side of a room", 1, 20)
    return room_source(blank, repair, clue=clue, options={"longest": longest}, density=0.33)
