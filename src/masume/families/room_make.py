"""Random divisions of boards into rooms, and changes that exclude a solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from masume.core.puzzle.grid import Cell, Grid, mask
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.maker import BoardRequest, BoardSource
from masume.families.rooms import RoomBoard, named
from masume.families.shading.position import Shading

R = TypeVar("R", bound=RoomBoard)


def room_source(
    blank: Callable[[Random, BoardRequest], R | None],
    repair: Callable[[Random, BoardRequest, R, Shading, Shading], R | None],
    **own: object,
) -> BoardSource[R, Shading]:
    """Return how boards of random rooms come from solutions; `own` are fields of the source."""
    fields: dict[str, object] = {
        "empty": lambda puzzle, cell: puzzle.room_name(cell),
        "why_no_symmetry": "random rooms are not symmetric",
        "repair": repair,
    }
    return BoardSource(blank, **{**fields, **own})  # type: ignore[arg-type]


def grow_rooms(rng: Random, g: Grid, seeds: Sequence[Sequence[Cell]]) -> list[int]:
    """Return a room for each cell: rooms begin with given cells and grow at random."""
    room = [-1] * g.size
    for number, cells in enumerate(seeds):
        for cell in cells:
            room[cell] = number
    edge = [cell for cell in range(g.size) if room[cell] >= 0]
    while edge:
        place = rng.randrange(len(edge))
        cell = edge[place]
        free = [other for other in g.neighbours[cell] if room[other] < 0]
        if not free:
            edge[place] = edge[-1]
            edge.pop()
            continue
        other = rng.choice(free)
        room[other] = room[cell]
        edge.append(other)
    return room


def random_rectangles(rng: Random, g: Grid, longest: int, largest: int) -> list[int]:
    """Return a rectangle for each cell, with sides up to `longest` and an area up to `largest`."""
    rooms = [-1] * g.size
    for number, cell in enumerate(range(g.size)):
        if rooms[cell] >= 0:
            continue
        row, col = divmod(cell, g.cols)
        width = 1
        while col + width < g.cols and rooms[cell + width] < 0 and width < longest:
            width += 1
        width = rng.randint(min(2, width), width)
        height = rng.randint(1, min(longest, g.rows - row, largest // width))
        for down in range(height):
            start = cell + down * g.cols
            rooms[start : start + width] = [number] * width
    return rooms


def rooms_around(rng: Random, g: Grid, cells: Collection[Cell], each: int) -> list[int] | None:
    """Return random rooms that contain `each` of some cells; None if this attempt fails.

    A room grows around each cell; then neighbours are joined, those with few neighbours first.
    """
    single = grow_rooms(rng, g, [[cell] for cell in cells])
    beside: dict[int, set[int]] = {room: set() for room in range(len(cells))}
    for cell, room in enumerate(single):
        for other in g.neighbours[cell]:
            if single[other] != room:
                beside[room].add(single[other])
    joined: dict[int, int] = {}
    while len(joined) < len(beside):
        free = {room: others - joined.keys() for room, others in beside.items()}
        open_rooms = [room for room in beside if room not in joined]
        group = [min(open_rooms, key=lambda room: (len(free[room]), rng.random()))]
        while len(group) < each:
            near = set().union(*(free[room] for room in group)).difference(group)
            if not near:
                return None
            group.append(min(sorted(near), key=lambda room: (len(free[room]), rng.random())))
        joined.update(dict.fromkeys(group, group[0]))
    return [joined[room] for room in single]


def moved(puzzle: RoomBoard, cells: Iterable[Cell]) -> Iterator[list[int]]:
    """Yield the rooms after one of these cells has left its room for another one.

    With it go the cells on the way to the other room, and those that it would cut off.
    """
    g, rooms = puzzle.grid, puzzle.rooms
    for cell in cells:
        own = mask(puzzle.cells_of_rooms[rooms[cell]])
        ways, queue = {cell: 1 << cell}, [cell]
        for at in queue:  # grows during iteration
            way = ways[at]
            parts = g.components(own & ~way)
            leaving = own & ~max(parts, key=int.bit_count, default=0)
            for room in sorted({rooms[other] for other in g.neighbours[at]} - {rooms[cell]}):
                if parts:
                    yield [room if leaving >> c & 1 else r for c, r in enumerate(rooms)]
            for other in g.neighbours[at]:
                if own >> other & 1 and other not in ways:
                    ways[other] = way | 1 << other
                    queue.append(other)


def unevenness(rooms: Sequence[object]) -> int:
    """Return the sum of the squared sizes of rooms; small rooms leave few solutions."""
    return sum(size * size for size in Counter(rooms).values())


def room_repair(
    rng: Random, request: BoardRequest, puzzle: R, answer: Shading, other: Shading
) -> R | None:
    """Move a cell to another room so that one answer has no longer equally many cells in all rooms.

    Small rooms are preferred. Return None if no such change excludes just one of the answers.
    """

    def counts(rooms: Sequence[int], shading: Shading) -> list[int]:
        return sorted(Counter(rooms[cell] for cell in shading.black).values())

    divisions = list(moved(puzzle, sorted(answer.black ^ other.black)))
    equal = counts(puzzle.rooms, answer)
    rng.shuffle(divisions)
    for rooms in sorted(divisions, key=unevenness, reverse=True):
        if (counts(rooms, answer) == equal) != (counts(rooms, other) == equal):
            return replace(puzzle, clues=tuple(named(rooms)))
    return None


def exclude_one(
    divisions: Iterable[Sequence[object]],
    answers: tuple[Shading, Shading],
    build: Callable[[Sequence[object], Shading], R],
    violations: Callable[[R, Shading], list[Violation]],
) -> R | None:
    """Return the first board that only one of two answers solves; None if there is none.

    `build` returns the board of some rooms, with numbers from an answer.
    """
    for rooms in divisions:
        for kept, excluded in (answers, answers[::-1]):
            board = build(rooms, kept)
            if violations(board, excluded) and not violations(board, kept):
                return board
    return None
