"""Heuristics judged on a board small enough to be searched whole: h beside the true cost to go.

>>> from masume import load
>>> report = check_heuristics(load("hitori/first"), ["black_needed"], space="shade")
>>> report.judged[0].overestimates, report.judged[0].drops
(0, 0)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf, isclose
from typing import TypeAlias

from masume.api.searches import space_options
from masume.core.plugins.registry import (
    declared_heuristic,
    heuristic_named,
    heuristics,
    kind_of,
    space_named,
)
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.space import Heuristic, SpaceType, StateSpace
from masume.core.search.spec import check_options, parse_spec
from masume.errors import NotApplicable
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board

MOST_STATES = 200_000
_Drop: TypeAlias = tuple[float, Hashable, object, Hashable, int]
"""By how much h falls too fast, and where: (fall, state, move, child, cost)."""


@dataclass(frozen=True)
class HeuristicCase:
    """A state in which a heuristic is wrong: what it says, what is true, and how it got there."""

    moves: tuple[str, ...]  # from the bare board
    position: Position
    h: float
    truth: float  # the cost to go; infinite where no goal follows
    then: str = ""  # the move over which h falls too fast
    h_then: float | None = None
    cost: float | None = None


@dataclass(frozen=True)
class HeuristicVerdict:
    """What was found out of one heuristic on one board."""

    name: str
    claims_admissible: bool
    overestimates: int  # states in which it says more than the truth
    drops: int  # moves over which it falls by more than they cost
    false_dead: int  # states that it calls dead though a goal follows
    dead: int  # dead ends that it sees
    exact: int  # states with a goal below in which it is right
    mean_share: float | None
    """h as a share of the true cost, averaged over the states, other than goals, that lead to a
    goal; None if there is no such state."""
    worst: HeuristicCase | None  # where it overestimates most
    steepest: HeuristicCase | None  # where it drops most

    @property
    def admissible(self) -> bool:
        """Whether it never says more than the truth here; always so if no state leads to a goal."""
        return self.overestimates == 0

    @property
    def consistent(self) -> bool:
        """Whether it never falls by more than a move costs here."""
        return self.drops == 0


@dataclass(frozen=True)
class HeuristicReport:
    """The heuristics of a board in one space."""

    board: Puzzle
    space: str
    states: int
    dead_ends: int  # states from which no goal follows
    judged: tuple[HeuristicVerdict, ...]
    dominates: tuple[tuple[str, str], ...]  # (a, b): both admissible here, a never less, once more

    @property
    def solvable(self) -> bool:
        """Whether any state leads to a goal."""
        return self.dead_ends < self.states


def check_heuristics(
    board: Board | Puzzle,
    names: Sequence[str | Heuristic] = (),
    *,
    space: str | None = None,
    most_states: int = MOST_STATES,
) -> HeuristicReport:
    """Compare h with the true cost to go in every state of a board; all heuristics without names.

    A heuristic goes by its name or is the thing itself. Without a space it is the first in which
    one of them can be used. Objectives are no estimates of cost and are left out unless they are
    named, which is refused.
    """
    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    chosen = [
        heuristic_named(kind, one) if isinstance(one, str) else declared_heuristic(one)
        for one in names
    ]
    for one in chosen:
        if one.objective:
            raise NotApplicable(f"{one.name} is an objective, not an estimate of the cost to come")
    space_type, made, space_name = _space(kind, puzzle, space, chosen)
    if made.can_undo:
        raise NotApplicable(f"{space_name} mends full boards: there is no cost to go there")
    usable = chosen or [*heuristics(kind.name).values()]
    fitting = [one for one in usable if one.speaks_of(space_type) and not one.objective]
    if not fitting:
        raise NotApplicable(f"no heuristic speaks of {space_name}")
    graph = _Graph(made, most_states)
    tables: dict[str, dict[Hashable, float]] = {}
    judged = []
    for one in fitting:
        h = one.build(made)
        tables[one.name] = {state: h(state) for state in graph.edges}
        judged.append(_verdict(kind, graph, one, tables[one.name]))
    good = [one.name for one in judged if one.admissible]
    return HeuristicReport(
        puzzle,
        space_name,
        len(graph.edges),
        sum(cost == inf for cost in graph.truth.values()),
        tuple(judged),
        tuple((a, b) for a in good for b in good if a != b and _dominates(tables[a], tables[b])),
    )


def _space(
    kind: Kind, puzzle: Puzzle, named: str | None, wanted: Sequence[Heuristic]
) -> tuple[SpaceType, StateSpace, str]:
    if named is not None:
        spec = parse_spec(named)
        space_type = space_named(kind, spec.name)
        options = check_options(named, dict(spec.options), space_options(space_type))
        return space_type, space_type(puzzle, **options), named
    some = wanted or [one for one in heuristics(kind.name).values() if not one.objective]
    for one in kind.spaces:
        if not one.can_undo and any(h.speaks_of(one) for h in some):
            return one, one(puzzle), one.name
    raise NotApplicable(f"no space of {kind.name} has a heuristic that estimates cost")


class _Graph:
    """All states of a space, how each was reached, and the true cost to go from it."""

    def __init__(self, space: StateSpace, most: int) -> None:
        self.space = space
        start = space.initial()
        self.edges: dict[Hashable, list[tuple[object, Hashable, int]]] = {}
        self.came: dict[Hashable, tuple[Hashable, object] | None] = {start: None}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            self.edges[state] = steps = list(space.successors(state))
            for move, child, _ in steps:
                if child not in self.came:
                    self.came[child] = (state, move)
                    waiting.append(child)
            if len(self.came) > most:
                raise NotApplicable(
                    f"the board has more than {most:,} states in {space.name}; "
                    "take a smaller one to know the truth of each"
                )
        self.truth = self._costs()

    def _costs(self) -> dict[Hashable, float]:
        into: dict[Hashable, list[tuple[Hashable, int]]] = {state: [] for state in self.edges}
        for state, steps in self.edges.items():
            for _, child, cost in steps:
                into[child].append((state, cost))
        to_go: dict[Hashable, float] = dict.fromkeys(self.edges, inf)
        heap: list[tuple[float, int, Hashable]] = []
        for ticket, state in enumerate(self.edges):
            if self.space.is_goal(state):
                to_go[state] = 0
                heap.append((0, ticket, state))
        ticket = len(self.edges)
        while heap:
            far, _, state = heappop(heap)
            if far > to_go[state]:
                continue
            for before, cost in into[state]:
                if far + cost < to_go[before]:
                    to_go[before] = far + cost
                    ticket += 1
                    heappush(heap, (far + cost, ticket, before))
        return to_go

    def moves(self, kind: Kind, state: Hashable) -> tuple[str, ...]:
        """How a state is reached."""
        moves = []
        while (step := self.came[state]) is not None:
            state, move = step
            moves.append(kind.write_move(self.space.puzzle, move))
        return tuple(reversed(moves))


def _verdict(
    kind: Kind, graph: _Graph, heuristic: Heuristic, h: dict[Hashable, float]
) -> HeuristicVerdict:
    truth = graph.truth
    over = [state for state in h if _more(h[state], truth[state])]
    worst = max(over, key=lambda state: h[state] - truth[state], default=None)
    drops: list[_Drop] = [
        (h[state] - h[child] - cost, state, move, child, cost)
        for state, steps in graph.edges.items()
        for move, child, cost in steps
        if h[child] != inf and _more(h[state], h[child] + cost)
    ]
    steepest = max(drops, key=lambda drop: drop[0], default=None)
    alive = [state for state in h if truth[state] not in (0, inf)]
    shares = [min(h[state], 10 * truth[state]) / truth[state] for state in alive]
    return HeuristicVerdict(
        heuristic.name,
        heuristic.admissible,
        len(over),
        len(drops),
        sum(h[state] == inf and truth[state] < inf for state in h),
        sum(h[state] == inf and truth[state] == inf for state in h),
        sum(truth[state] < inf and isclose(h[state], truth[state]) for state in h),
        sum(shares) / len(shares) if shares else None,
        None if worst is None else _case(kind, graph, h, worst),
        None if steepest is None else _drop(kind, graph, h, steepest),
    )


def _more(one: float, other: float) -> bool:
    return one > other and not isclose(one, other)


def _case(kind: Kind, graph: _Graph, h: dict[Hashable, float], state: Hashable) -> HeuristicCase:
    position = graph.space.position(state)
    return HeuristicCase(graph.moves(kind, state), position, h[state], graph.truth[state])


def _drop(kind: Kind, graph: _Graph, h: dict[Hashable, float], drop: _Drop) -> HeuristicCase:
    _, state, move, child, cost = drop
    then = kind.write_move(graph.space.puzzle, move)
    return replace(_case(kind, graph, h, state), then=then, h_then=h[child], cost=cost)


def _dominates(one: dict[Hashable, float], other: dict[Hashable, float]) -> bool:
    """Whether the one is never less than the other, and somewhere more."""
    more = any(_more(one[state], other[state]) for state in one)
    return more and not any(_more(other[state], one[state]) for state in one)
