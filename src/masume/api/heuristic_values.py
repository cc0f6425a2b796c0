"""The values of a puzzle's heuristics at one position.

>>> from masume import load
>>> values = heuristic_values(load("hitori/first"), names=["duplicates", "black_needed"])
>>> [(one.name, one.value) for one in values]
[('duplicates', 13), ('black_needed', 5)]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from masume.api.searches import space_options
from masume.core.plugins.registry import heuristic_named, heuristics, kind_of, space_named
from masume.core.puzzle.puzzle import Answer, Puzzle
from masume.core.search.space import Heuristic, SpaceType
from masume.core.search.spec import check_options, parse_spec
from masume.errors import NotApplicable
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board


@dataclass(frozen=True)
class HeuristicValue:
    """The value of one heuristic at a position."""

    name: str
    space: str
    value: float  # infinite: no solution can be reached from here
    published: str  # in the notation of its paper, where that differs; otherwise empty


def heuristic_values(
    board: Board | Puzzle,
    position: Answer | None = None,
    names: Sequence[str] = (),
    *,
    space: str | None = None,
) -> tuple[HeuristicValue, ...]:
    """Return the value of each heuristic at a position, in the order of their declaration.

    Without a position it is the untouched board, without names all heuristics are evaluated. Each
    is evaluated in the given space or in the first one that it can be used in; those that cannot
    be used in the given space are left out. Raise NotApplicable if none is left.
    """
    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    start = None if position is None else position_of(puzzle, position)
    spaces = [named.name for named in kind.spaces] if space is None else [space]
    chosen = [heuristic_named(kind, name) for name in names] or [*heuristics(kind.name).values()]
    values = []
    for heuristic in chosen:
        for text in spaces:
            spec = parse_spec(text)
            space_type: SpaceType = space_named(kind, spec.name)
            if heuristic.speaks_of(space_type):
                options = check_options(text, dict(spec.options), space_options(space_type))
                made = space_type(puzzle, **options)
                state = made.initial() if start is None else made.initial(start)
                values.append(_value(heuristic, text, made, state))
                break
    if not values:
        raise NotApplicable(f"no heuristic can be used in {space or kind.name}")
    return tuple(values)


def _value(heuristic: Heuristic, name: str, space: object, state: object) -> HeuristicValue:
    published = heuristic.published(space)(state) if heuristic.published else ""
    return HeuristicValue(heuristic.name, name, heuristic.build(space)(state), published)
