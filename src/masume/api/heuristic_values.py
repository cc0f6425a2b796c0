"""Evaluate heuristics: compute their values at one position.

`masume.api.heuristic_check` checks them against the true cost in all states instead.

>>> from masume import load
>>> values = heuristic_values(load("hitori/first"), names=["duplicates", "black_needed"])
>>> [(item.name, item.value) for item in values]
[('duplicates', 13), ('black_needed', 5)]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from masume.core.plugins.registry import heuristic_named, heuristics, kind_of, space_named
from masume.core.puzzle.puzzle import Answer, Puzzle
from masume.core.search.space import Heuristic, SpaceType, space_options
from masume.core.search.spec import check_options, parse_spec
from masume.errors import NotApplicable
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board


@dataclass(frozen=True)
class HeuristicValue:
    """The value of one heuristic at a position."""

    name: str
    space: str
    value: float  # infinite at a dead end
    published: str  # the value in the notation of its paper, if that differs; otherwise empty


def heuristic_values(
    board: Board | Puzzle,
    position: Answer | None = None,
    names: Sequence[str] = (),
    *,
    space: str | None = None,
) -> tuple[HeuristicValue, ...]:
    """Return the value of each heuristic at a position, in the order of their declaration.

    The defaults are the bare board and all heuristics of the puzzle. Each is evaluated in the given
    space, or else in the first space it supports; heuristics that do not support the given space
    are skipped. Raise NotApplicable if none remains.
    """
    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    start = None if position is None else position_of(puzzle, position)
    spaces = [space_type.name for space_type in kind.spaces] if space is None else [space]
    chosen = [heuristic_named(kind, name) for name in names] or [*heuristics(kind.name).values()]
    values = []
    for heuristic in chosen:
        for text in spaces:
            spec = parse_spec(text)
            space_type: SpaceType = space_named(kind, spec.name)
            if heuristic.supports(space_type):
                options = check_options(text, dict(spec.options), space_options(space_type))
                instance = space_type(puzzle, **options)
                state = instance.initial() if start is None else instance.initial(start)
                values.append(_value(heuristic, text, instance, state))
                break
    if not values:
        raise NotApplicable(f"no heuristic can be used in {space or kind.name}")
    return tuple(values)


def _value(heuristic: Heuristic, name: str, space: object, state: object) -> HeuristicValue:
    published = heuristic.published(space)(state) if heuristic.published else ""
    return HeuristicValue(heuristic.name, name, heuristic.build(space)(state), published)
