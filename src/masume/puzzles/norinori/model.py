"""Norinori as a model, on sites, and made from random dominoes."""

from __future__ import annotations

from itertools import combinations
from random import Random

from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.grid import Cell, grid
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.core.text.codec import Code, PageCode
from masume.families.room_codes import AREAS, room_codes
from masume.families.room_make import room_repair, room_source, rooms_around
from masume.families.rooms import named
from masume.families.shading.codes import shading_marks
from masume.families.shading.model import cell_model_builder
from masume.families.shading.position import Shading
from masume.puzzles.norinori.puzzle import Norinori

CODECS: dict[str, Code[Norinori, Shading]] = {
    **room_codes(("norinori",), Norinori),
    "janko": PageCode(("norinori",), areas=AREAS, marks=shading_marks("x", "-", "-")),
}


def model(
    puzzle: Norinori, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each room is a part of its own."""
    builder, g = cell_model_builder(puzzle), puzzle.grid
    for cells in puzzle.cells_of_rooms:
        check_cancel()
        text = f"the room of {g.name(cells[0])} has two black cells"
        builder.part("room", tuple(cells), text).count((cell + 1 for cell in cells), 2)
    outside = builder.part("outside", (), "all black cells are in rooms")
    outside.clauses += [[-cell - 1] for cell, room in enumerate(puzzle.rooms) if room < 0]
    rule = "no black cell has two black neighbours"
    otherwise = "a black cell would have two black neighbours"
    touching = builder.part("touching", (), rule, otherwise=otherwise)
    alone = builder.part(
        "alone",
        (),
        "every black cell has a black neighbour",
        otherwise="a black cell would have no black neighbour",
        needs="only {to} can be the black neighbour of {at}",
    )
    for cell in range(g.size):
        beside = [other + 1 for other in g.neighbours[cell]]
        alone.clauses.append([-cell - 1, *beside])
        touching.clauses += [[-cell - 1, -a, -b] for a, b in combinations(beside, 2)]
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Norinori | None:
    """Return rooms around random dominoes that leave no space for more; None if that fails."""
    g = grid(request.rows, request.cols)
    pairs = [(cell, other) for cell in range(g.size) for other in g.neighbours[cell]]
    black: list[Cell] = []
    for pair in rng.sample(pairs, len(pairs)):
        if not {near for cell in pair for near in (cell, *g.neighbours[cell])} & set(black):
            black += pair
    rooms = rooms_around(rng, g, black, 2)
    return None if rooms is None else Norinori(g.rows, g.cols, tuple(named(rooms)))


def source() -> BoardSource[Norinori, Shading]:
    """Return how boards come from solutions."""
    return room_source(
        blank,
        room_repair,
        reject=lambda request: "a room needs two cells" * (request.rows * request.cols < 2) or None,
        density=0.3,
    )
