"""`masume heuristic --from`: print the value of every heuristic at a position."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import inf

from masume.api.heuristic_values import HeuristicValue, heuristic_values
from masume.draw.text import PLAIN, fit_picture
from masume.errors import MasumeError
from masume.formats.plain import Board
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import label, read_position


def show_values(
    boards: Iterable[Board | MasumeError],
    marks: str,
    names: Sequence[str],
    space: str | None,
    *,
    as_json: bool,
) -> None:
    """Print the values of heuristics at a position of each board; empty marks: the bare board."""

    def show(board: Board) -> int:
        """Print the values on one board."""
        position = read_position(board, marks) if marks.strip() else board.kind.start(board.puzzle)
        values = heuristic_values(board, position, names, space=space)
        if as_json:
            row = {
                "board": board.name,
                "position": board.kind.to_json(board.puzzle, position),
                "values": [_value_row(value) for value in values],
            }
            print(json.dumps(row))
        else:
            picture = fit_picture(board.kind.picture(board.puzzle, position), PLAIN)
            print("\n".join([label(board), *picture, "", *map(_value_line, values), ""]))
        return 0

    for_each_board(boards, show, as_json=as_json)


def _value_line(one: HeuristicValue) -> str:
    value = "∞" if one.value == inf else f"{one.value:g}"
    published = f", published as {one.published}" if one.published else ""
    return f"{one.name} = {value} in {one.space}{published}"


def _value_row(one: HeuristicValue) -> dict[str, object]:
    return {
        "heuristic": one.name,
        "space": one.space,
        "value": None if one.value == inf else one.value,
        "published": one.published or None,
    }
