"""The Kind of a puzzle with lines between neighbours, with defaults for what they share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from masume.core.puzzle.clue import read_clues
from masume.core.puzzle.kind import Kind, lazy_function
from masume.core.text.blocks import Block, split_rows, write_grid
from masume.families.links import position as links
from masume.families.links.neighbours import NeighbourBoard
from masume.families.links.position import Lines, LinkBoard, read_moves

B = TypeVar("B", bound=NeighbourBoard)
_VIEW = "masume.families.links.neighbour_view"


def neighbour_kind(
    *,
    puzzle: type[NeighbourBoard],
    on_sides: bool = False,
    items_of: Callable[..., object] | None = None,
    **own: object,
) -> Kind:
    """Return a Kind from a puzzle's own fields; `on_sides` if lines run along the sides of cells.

    Texts, moves, gestures and drawing are the family's unless given; `items_of` draws a clue.
    """
    look = {} if items_of is None else {"items_of": items_of}
    fields: dict[str, object] = {
        "read": _board_reader(puzzle),
        "write": _write_board,
        "read_answer": read_answer,
        "write_answer": write_answer,
        "to_json": links.to_json,
        "from_json": links.from_json,
        "start": links.start,
        "parse_move": links.parse_move,
        "write_move": links.write_move,
        "play": links.play,
        "mark": links.mark,
        "touch": lazy_function("masume.families.links.play", "touch_neighbours"),
        "scene": partial(lazy_function(_VIEW, "scene"), **look),
        "vocabulary": lazy_function("masume.families.links.neighbours", "NeighbourLinks"),
        "drag": "path",
        "notation": "Write one line per piece of the line between two neighbouring cells, such as "
        "r1c1-r1c2=1.",
    }
    if on_sides:
        fields["drag"] = "side"
        fields["picture"] = lazy_function(_VIEW, "side_picture")
        fields["notation"] = (
            "Write one line per piece of the loop, from corner to corner, such as r1c1-r1c2=1 for "
            "the top side of the upper left cell: r1c1 is the upper left corner of the board, "
            "r2c2 the corner below and right of it."
        )
    else:
        fields["picture"] = lazy_function(_VIEW, "picture")
        fields["mark_styles"] = ("stroke", "cross")
    return Kind(puzzle=puzzle, **{**fields, **own})  # type: ignore[arg-type]


_SHADED = "masume.families.links.shaded"
_OF_SHADED = ("start", "play", "parse_move", "write_move", "mark", "read_answer", "write_answer")


def shaded_kind(**own: object) -> Kind:
    """Return the Kind of a puzzle with lines between neighbours and shaded cells."""
    fields: dict[str, object] = {
        **{name: lazy_function(_SHADED, name) for name in (*_OF_SHADED, "to_json", "from_json")},
        "touch": lazy_function(_SHADED, "touch"),
        "vocabulary": lazy_function("masume.families.links.shaded_model", "LinksAndShading"),
        "mark_styles": None,
        "notation": "Write one line per piece of the line between two neighbouring cells, such as "
        "r1c1-r1c2=1, and one per shaded cell, such as r3c4=black.",
    }
    return neighbour_kind(**{**fields, **own})  # type: ignore[arg-type]


def _board_reader(board: type[B]) -> Callable[[Block], B]:
    return lambda block: board(*read_clues(block, board.parse_clue))


def _write_board(board: NeighbourBoard) -> list[str]:
    return write_grid(split_rows([board.write_clue(clue) for clue in board.clues], board.cols))


_NO_LINK = "-"


def read_answer(puzzle: LinkBoard, block: Block) -> Lines:
    """Read an answer from moves such as r1c1-r1c2=1; `-` alone is an answer without any."""
    lines = block.answer or []
    if [line.text.strip() for line in lines] == [_NO_LINK]:
        return Lines()
    return read_moves(puzzle, lines)


def write_answer(puzzle: LinkBoard, position: Lines) -> list[str]:
    """Write an answer as moves, the inverse of `read_answer`."""
    return links.write_answer(puzzle, position) or [_NO_LINK]
