"""The Kind of a shading puzzle, with defaults for all that such puzzles have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from masume.core.puzzle.clue import (
    ClueBoard,
    parse_clue,
    parse_clue_from_0,
    read_clues,
    write_clues,
)
from masume.core.puzzle.kind import Kind, lazy_function
from masume.core.text.blocks import Block
from masume.families.noted_option import NotedOption
from masume.families.rooms import RoomBoard, room_reader, write_rooms
from masume.families.shading.position import POSITIONS

B = TypeVar("B", bound=ClueBoard)
R = TypeVar("R", bound=RoomBoard)


def clue_reader(board: Callable[..., B], least: int = 1) -> Callable[[Block], B]:
    """Return the reader of a class of boards whose text is a grid of numbers, `?` and `.`."""
    parse = parse_clue if least else parse_clue_from_0

    def read(block: Block) -> B:
        return board(*read_clues(block, parse))

    return read


def shading_kind(
    *, puzzle: type[ClueBoard | RoomBoard], look: Mapping[str, object] | None = None, **own: object
) -> Kind:
    """Return a Kind from a puzzle's own fields; `look` are the options of the family's scene.

    Texts, moves, gestures and drawing are the family's unless given.
    """
    fields: dict[str, object] = {
        **POSITIONS,
        "write": write_clues,
        "dark_literals": None,  # few pictures are solutions
        "scene": partial(lazy_function("masume.families.shading.view", "scene"), **(look or {})),
        "touch": lazy_function("masume.families.shading.touch", "touch"),
    }
    if issubclass(puzzle, ClueBoard):
        fields["read"] = clue_reader(puzzle, puzzle.least)
    return Kind(puzzle=puzzle, **{**fields, **own})  # type: ignore[arg-type]


def room_kind(
    *,
    puzzle: type[R],
    numbers: bool = False,
    option: NotedOption[R] | None = None,
    **own: object,
) -> Kind:
    """Return the Kind of a shading puzzle on a board of rooms, which may have an option."""
    read = room_reader(puzzle, numbers=numbers)
    fields = option.fields(read, write_rooms) if option else {"read": read, "write": write_rooms}
    return shading_kind(puzzle=puzzle, **{**fields, **own})  # type: ignore[arg-type]
