"""Norinori as a model, on sites, and made from random dominoes."""

from __future__ import annotations

from itertools import combinations
from random import Random

from masume.core.model.model import CancelCheck, Model, Sum, never_cancel
from masume.core.puzzle.grid import Cell, grid
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.core.text.codec import AddressCode, Code
from masume.families.rooms import board_of_rooms, border_codec, grow_rooms
from masume.families.shading.model import cell_model_builder
from masume.families.shading.position import Shading
from masume.puzzles.norinori.puzzle import Norinori

CODECS: dict[str, Code[Norinori, Shading]] = {
    "puzz.link": AddressCode(
        ("norinori",),
        body=border_codec(Norinori, lambda text, rooms: {}, lambda puzzle: ""),
    )
}


def model(
    puzzle: Norinori, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each room and each cell is a part."""
    builder, g = cell_model_builder(puzzle), puzzle.grid
    for cells in puzzle.cells_of_rooms:
        check_cancel()
        text = f"the room at {g.name(cells[0])} has 2 black cells"
        room = builder.part("room", tuple(cells), text)
        room.sums.append(Sum([[cell + 1] for cell in cells], 2))
    three = builder.part("three", (), "a black cell has only one black neighbour")
    for cell in range(g.size):
        beside = [other + 1 for other in g.neighbours[cell]]
        alone = builder.part("alone", (cell,), f"{g.name(cell)} is not black without a neighbour")
        alone.clauses.append([-cell - 1, *beside])
        three.clauses += [[-cell - 1, -a, -b] for a, b in combinations(beside, 2)]
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Norinori | None:
    """Return rooms grown from pairs of cells of random dominoes; None if they do not pair."""
    g = grid(request.rows, request.cols)
    black: set[Cell] = set()
    for cell in rng.sample(range(g.size), g.size):
        near = [o for o in g.neighbours[cell] if _is_free(g.neighbours, o, black, cell)]
        if near and _is_free(g.neighbours, cell, black, cell):
            black |= {cell, rng.choice(near)}
    room = grow_rooms(rng, g, [[cell] for cell in sorted(black)])
    return _paired(rng, request, room)


def _is_free(
    neighbours: tuple[tuple[Cell, ...], ...], cell: Cell, black: set[Cell], but: Cell
) -> bool:
    return cell not in black and all(o == but or o not in black for o in neighbours[cell])


def _paired(rng: Random, request: BoardRequest, room: list[int]) -> Norinori | None:
    """Join neighbouring one-seed regions in pairs, at random; None if one is left over."""
    g = grid(request.rows, request.cols)
    beside: dict[int, set[int]] = {number: set() for number in room}
    for cell in range(g.size):
        for other in g.neighbours[cell]:
            if room[other] != room[cell]:
                beside[room[cell]].add(room[other])
    partner: dict[int, int] = {}
    while len(partner) < len(beside):
        free = [number for number in beside if number not in partner]
        # The region with the fewest free neighbours first, or it would be left over
        number = min(free, key=lambda n: (len(beside[n].difference(partner)), rng.random()))
        others = sorted(beside[number].difference(partner))
        if not others:
            return None
        other = rng.choice(others)
        partner[number], partner[other] = other, number
    rooms = [min(number, partner[number]) for number in room]
    return board_of_rooms(Norinori, g.rows, g.cols, rooms, {})


def source() -> BoardSource[Norinori, Shading]:
    """Return how boards come from solutions: the rooms are all their clues."""
    return BoardSource(
        blank,
        lambda puzzle, answer, cell: None,
        reject=lambda size: "a board needs two cells" if size.rows * size.cols < 2 else None,
        rule="",
        symmetry="",
        why_no_symmetry="rooms are drawn at random",
        repair=repair,
    )


def repair(
    rng: Random, request: BoardRequest, puzzle: Norinori, answer: Shading, other: Shading
) -> Norinori | None:
    """Move a cell in which only the other answer is black to a neighbouring room, or None."""
    g, rooms = puzzle.grid, list(puzzle.rooms)
    for cell in rng.sample(sorted(other.black - answer.black), len(other.black - answer.black)):
        near = [rooms[o] for o in g.neighbours[cell] if rooms[o] != rooms[cell]]
        rest = sum(1 << c for c in puzzle.cells_of_rooms[rooms[cell]] if c != cell)
        if near and g.is_connected(rest):
            rooms[cell] = rng.choice(near)
            return board_of_rooms(Norinori, g.rows, g.cols, rooms, {})
    return None
