"""Star Battle as a model, on sites, and made from random stars."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, pairwise
from random import Random

from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.model.wording import number_word
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import (
    AddressCode,
    BodyCodec,
    Code,
    DrawingCode,
    FileCode,
    FileLines,
    PageCode,
    Rows,
)
from masume.errors import ParseError, shorten
from masume.families.room_codes import AREAS, area_lines, border_body, border_lines, no_borders
from masume.families.room_make import room_repair, room_source, rooms_around
from masume.families.rooms import RoomBoard, named
from masume.families.shading.codes import SHADING, shading_marks
from masume.families.shading.model import CellColours, cell_model_builder
from masume.families.shading.position import Shading
from masume.puzzles.star_battle.puzzle import StarBattle

_BORDERS = border_body(RoomBoard)


def _stars(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,2}", text):
        raise ParseError(f"{shorten(text)!r} is no number of stars; write how many a row has")
    return int(text)


def read_body(rows: int, cols: int, text: str) -> StarBattle:
    """Read the number of stars and the borders of the rooms."""
    stars, _, borders = text.partition("/")
    count = _stars(stars)
    return StarBattle(rows, cols, _BORDERS.read(rows, cols, borders).clues, count)


def with_stars(rooms: FileLines[RoomBoard]) -> FileLines[StarBattle]:
    """Return the codec of a line with the number of stars, then the rooms; without it, 1 star."""

    def read(rows: int, cols: int, lines: Rows) -> tuple[StarBattle, int]:
        count = _stars(lines[0][0]) if lines else 1
        board, taken = rooms.read(rows, cols, lines[1:])
        return StarBattle(rows, cols, board.clues, count), taken + len(lines[:1])

    return FileLines(read, lambda puzzle: [[str(puzzle.stars)], *rooms.write(puzzle)])


def read_star_option(notes: Mapping[str, str]) -> dict[str, object]:
    """Return the option `stars` of a page, from its line `stars` or counted in its solution.

    Raise ParseError if the page has neither.
    """
    solution = notes.get("solution", "").splitlines()
    text = notes.get("stars") or str(solution[0].split().count("x") if solution else "")
    if not re.fullmatch("[1-9][0-9]{0,2}", text):
        raise ParseError("the page does not say how many stars a row has; add a line: stars 2")
    return {"stars": int(text)}


CODECS: dict[str, Code[StarBattle, Shading]] = {
    "puzz.link": AddressCode(
        ("starbattle",),
        body=BodyCodec(read_body, lambda puzzle: f"{puzzle.stars}/{_BORDERS.write(puzzle)}"),
        refuses=no_borders,
    ),
    "pzprv3": FileCode(
        ("starbattle",),
        marks=SHADING,
        body=with_stars(area_lines(RoomBoard)),
        later=with_stars(border_lines(RoomBoard)),
        refuses=no_borders,
    ),
    "penpa": DrawingCode(
        ("starbattle",),
        marks=SHADING,
        body=with_stars(border_lines(RoomBoard)),
        question=(tools.COUNT, tools.ROOMS),
        answer=(tools.STARS,),
        refuses=no_borders,
    ),
    "janko": PageCode(
        ("sternenschlacht", "starbattle", "star-battle"),
        areas=AREAS,
        marks=shading_marks("x", "-", "-"),
        read_notes=read_star_option,
        write_notes=lambda puzzle: [f"stars {puzzle.stars}"],
    ),
}


class Stars(CellColours):
    """The vocabulary of Star Battle: variable cell + 1 is a star."""

    things = "star", "stars"
    black, white = "a star", "empty"


def model(
    puzzle: StarBattle, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each row, column and room is a part of its own."""
    builder, g = cell_model_builder(puzzle, Stars(puzzle)), puzzle.grid
    units = [("row", f"row {n + 1}", line) for n, line in enumerate(g.lines[: g.rows])]
    units += [("column", f"column {n + 1}", line) for n, line in enumerate(g.lines[g.rows :])]
    rooms = puzzle.cells_of_rooms
    for rule, name, cells in (
        *units,
        *(("room", f"the room of {g.name(room[0])}", room) for room in rooms),
    ):
        check_cancel()
        text = f"{name} has {number_word(puzzle.stars)} star{'s' * (puzzle.stars > 1)}"
        builder.part(rule, tuple(cells), text).count((cell + 1 for cell in cells), puzzle.stars)
    outside = builder.part("outside", (), "all stars are in rooms")
    outside.clauses += [[-cell - 1] for cell, room in enumerate(puzzle.rooms) if room < 0]
    touching = builder.part("touching", (), "no two stars touch", otherwise="two stars would touch")
    for cell in range(g.size):
        near = (*g.neighbours[cell], *g.corners[cell])
        touching.clauses += [[-cell - 1, -other - 1] for other in near if other > cell]
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> StarBattle | None:
    """Return rooms around random stars; None if that fails."""
    g, stars = grid(request.rows, request.cols), request.options["stars"]
    placed = random_stars(rng, g, stars)
    rooms = placed and rooms_around(rng, g, placed, stars)
    return StarBattle(g.rows, g.cols, tuple(named(rooms)), stars) if rooms else None


def random_stars(rng: Random, g: Grid, each: int) -> list[Cell]:
    """Return random stars for all rows and columns, by backtracking; none if this attempt fails."""
    rows: list[tuple[int, ...]] = []  # the columns of the stars in each row so far
    pending: list[list[tuple[int, ...]]] = []  # other choices for each row
    for _ in range(50 * g.rows):
        if len(rows) == len(pending):
            need = [each - sum(col in row for row in rows) for col in range(g.cols)]
            left = g.rows - len(rows)
            near = {col + step for col in (rows[-1] if rows else ()) for step in (-1, 0, 1)}
            free = [col for col in range(g.cols) if need[col] and col not in near]
            every = [c for c in combinations(free, each) if all(b - a > 1 for a, b in pairwise(c))]
            urgent = {col for col in range(g.cols) if 2 * need[col] > left}
            rng.shuffle(every)
            pending.append([choice for choice in every if urgent.issubset(choice)])
        if pending[-1]:
            rows.append(pending[-1].pop())
            if len(rows) == g.rows:
                return [row * g.cols + col for row, cols in enumerate(rows) for col in cols]
        else:
            pending.pop()
            if not rows:
                break
            rows.pop()
    return []


def reject(request: BoardRequest) -> str | None:
    """Return why no board has this size and number of stars, or None."""
    stars, side = request.options["stars"], request.rows
    if side != request.cols:
        return "a Star Battle board is square"
    fits = side == 1 if stars == 1 and side < 4 else side >= 4 * stars
    return None if fits else f"{side}×{side} cells are too few for {stars} stars in each row"


def source() -> BoardSource[StarBattle, Shading]:
    """Return how boards come from solutions."""
    stars = Option(1, "stars in each row, column and room", 1, 5)
    options = {"stars": stars}
    return room_source(blank, room_repair, options=options, reject=reject, density=0.2)
