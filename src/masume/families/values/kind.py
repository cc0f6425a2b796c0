"""The Kind of a puzzle of numbers, with defaults for all that such puzzles have in common."""

from __future__ import annotations

from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind, lazy_function
from masume.families.shading.kind import clue_reader
from masume.families.values import position
from masume.families.values.position import ValueBoard


def symbols(puzzle: ValueBoard) -> list[str]:
    """Return the texts of the numbers that a cell can have."""
    return [str(number) for number in puzzle.numbers]


def value_kind(*, puzzle: type[ValueBoard], **own: object) -> Kind:
    """Return a Kind from a puzzle's own fields.

    Texts, moves, gestures and drawing are the family's unless given.
    """
    fields: dict[str, object] = {
        "read": clue_reader(puzzle, puzzle.least),
        "write": write_clues,
        "read_answer": position.read_answer,
        "write_answer": position.write_answer,
        "to_json": position.to_json,
        "from_json": position.from_json,
        "picture": position.picture,
        "start": position.start,
        "parse_move": position.parse_move,
        "write_move": position.write_move,
        "play": position.play,
        "mark": position.mark,
        "symbols": symbols,
        "palette": symbols,
        "touch": lazy_function("masume.families.values.touch", "touch"),
        "scene": lazy_function("masume.families.values.view", "scene"),
        "vocabulary": lazy_function("masume.families.values.model", "CellNumbers"),
        "drag": "select",
        "notation": "Write one line per row: the numbers of its cells, separated by blanks.",
    }
    return Kind(puzzle=puzzle, **{**fields, **own})  # type: ignore[arg-type]
