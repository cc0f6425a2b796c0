"""The Kind of a puzzle of numbers, with defaults for all that such puzzles have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from masume.core.puzzle.clue import write_clues
from masume.core.puzzle.kind import Kind, Violation, lazy_function
from masume.families.noted_option import NotedOption
from masume.families.shading.kind import clue_reader
from masume.families.values import position
from masume.families.values.position import ValueBoard, Values

V = TypeVar("V", bound=ValueBoard)
Referee: TypeAlias = Callable[[ValueBoard, Values], list[Violation]]


def symbols(puzzle: ValueBoard) -> list[str]:
    """Return the texts of the numbers that a cell can have."""
    return [str(number) for number in puzzle.numbers]


def value_kind(
    *,
    puzzle: type[V],
    violations: Referee,
    option: NotedOption[V] | None = None,
    **own: object,
) -> Kind:
    """Return a Kind from a puzzle's own fields; boards may have an option.

    Texts, moves, gestures and drawing are the family's unless given.
    """

    def obstacles(puzzle: ValueBoard) -> list[Violation]:
        """Return the rules that the givens break."""
        return [fault for fault in violations(puzzle, Values()) if fault.rule != "cell"]

    fields: dict[str, object] = {
        "violations": violations,
        "obstacles": obstacles,
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
    if option:
        fields.update(option.fields(clue_reader(puzzle, puzzle.least), write_clues))
    return Kind(puzzle=puzzle, **{**fields, **own})  # type: ignore[arg-type]
