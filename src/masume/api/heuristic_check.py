"""Check heuristics: compare h with the true remaining cost in every state of a small board.

The check finds out whether a heuristic is admissible and consistent on this board, and which one
dominates another. `masume.api.heuristic_values` evaluates heuristics at a single position instead.

>>> from masume import load
>>> report = check_heuristics(load("hitori/first"), ["black_needed"], space="shade")
>>> report.verdicts[0].overestimates, report.verdicts[0].drops
(0, 0)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf, isclose
from typing import TypeAlias

from masume.core.drawing.show import short_repr, table
from masume.core.plugins.registry import (
    ensure_heuristic,
    heuristic_named,
    heuristics,
    kind_of,
    space_named,
)
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.problem import Problem
from masume.core.search.space import Estimate, Heuristic, SpaceType, StateSpace, space_options
from masume.core.search.spec import check_options, parse_spec
from masume.errors import NotApplicable
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board

MOST_STATES = 200_000
_Drop: TypeAlias = tuple[float, Hashable, object, Hashable, int]
"""An inconsistent move: (decrease of h beyond the cost, state, move, child, cost)."""


@dataclass(frozen=True)
class HeuristicCase:
    """A counterexample: a state in which a heuristic overestimates or is inconsistent."""

    moves: tuple[str, ...]  # from the bare board to the state
    position: Position
    h: float
    truth: float  # the true remaining cost; infinite at a dead end
    then: str = ""  # the inconsistent move
    h_then: float | None = None  # h after this move
    cost: float | None = None  # the cost of this move


@dataclass(frozen=True)
class HeuristicVerdict:
    """The result of checking one heuristic on one board."""

    name: str
    claims_admissible: bool
    overestimates: int  # states in which h exceeds the true cost
    drops: int  # moves that decrease h by more than their cost
    false_dead: int  # states with infinite h that lead to a goal
    dead: int  # dead ends with infinite h
    exact: int  # states that lead to a goal in which h is the true cost
    mean_share: float | None
    """The mean of h divided by the true cost, over the states other than goals that lead to a goal;
    None if there is no such state."""
    worst: HeuristicCase | None  # the state of the largest overestimate
    steepest: HeuristicCase | None  # the move of the largest excess decrease
    nonzero_goals: int = 0  # goals at which h is not 0
    negative: int = 0  # states with an estimate below 0

    @property
    def admissible(self) -> bool:
        """Whether h never exceeds the true cost on this board; true if it has no solution."""
        return self.overestimates == 0

    @property
    def consistent(self) -> bool:
        """Whether no move on this board decreases h by more than its cost."""
        return self.drops == 0


@dataclass(frozen=True)
class HeuristicReport:
    """The results of checking heuristics on a board in one space."""

    board: Puzzle
    space: str
    states: int
    dead_ends: int  # states that lead to no goal
    verdicts: tuple[HeuristicVerdict, ...]
    dominates: tuple[tuple[str, str], ...]
    """Pairs (a, b) of heuristics admissible on this board: a is never less than b, and greater in
    some state."""

    @property
    def solvable(self) -> bool:
        """Whether the board has a solution in this space."""
        return self.dead_ends < self.states

    def __repr__(self) -> str:
        names = (v.name if v.admissible else f"{v.name} (not admissible)" for v in self.verdicts)
        return short_repr(self, self.space, f"{self.states:,} states", *names)

    def _repr_html_(self) -> str:
        return table(
            {
                v.name: f"{'' if v.admissible else 'not '}admissible, "
                f"{'' if v.consistent else 'not '}consistent"
                for v in self.verdicts
            }
        )


def check_heuristics(
    board: Board | Puzzle | Problem,
    names: Sequence[str | Heuristic | Estimate] = (),
    *,
    space: str | None = None,
    most_states: int = MOST_STATES,
) -> HeuristicReport:
    """Compare heuristics with the true remaining cost in every state of a board.

    Heuristics are given by name or as objects; the default is all of the puzzle except objectives.
    The default space is the first one that one of them supports. Raise NotApplicable for an
    objective, for a repair space, and if the board has more than `most_states` states.
    """
    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    chosen = [
        heuristic_named(kind, name) if isinstance(name, str) else ensure_heuristic(name, "", kind)
        for name in names
    ]
    for heuristic in chosen:
        if heuristic.objective:
            raise NotApplicable(
                f"{heuristic.name} is an objective, not an estimate of the remaining cost"
            )
    space_type, instance, space_name = choose_space(kind, puzzle, space, chosen)
    if instance.repairs:
        raise NotApplicable(f"{space_name} repairs full boards: its states have no remaining cost")
    usable = chosen or [*heuristics(kind.name).values()]
    supported = [h for h in usable if h.supports(space_type) and not h.objective]
    if not supported:
        raise NotApplicable(f"no heuristic is defined for {space_name}")
    graph = StateGraph(instance, most_states)
    tables: dict[str, dict[Hashable, float]] = {}
    verdicts = []
    for heuristic in supported:
        h = heuristic.build(instance)
        tables[heuristic.name] = {state: h(state) for state in graph.edges}
        verdicts.append(_verdict(kind, graph, heuristic, tables[heuristic.name]))
    good = [verdict.name for verdict in verdicts if verdict.admissible]
    return HeuristicReport(
        puzzle,
        space_name,
        len(graph.edges),
        sum(cost == inf for cost in graph.truth.values()),
        tuple(verdicts),
        tuple((a, b) for a in good for b in good if a != b and _dominates(tables[a], tables[b])),
    )


def choose_space(
    kind: Kind, puzzle: Puzzle, named: str | None, wanted: Sequence[Heuristic]
) -> tuple[SpaceType, StateSpace, str]:
    """Return (class, instance, name) of the named space, or of the first supported one."""
    if named is not None:
        spec = parse_spec(named)
        space_type = space_named(kind, spec.name)
        options = check_options(named, dict(spec.options), space_options(space_type))
        return space_type, space_type(puzzle, **options), named
    candidates = wanted or [h for h in heuristics(kind.name).values() if not h.objective]
    for space_type in kind.spaces:
        if not space_type.repairs and any(h.supports(space_type) for h in candidates):
            return space_type, space_type(puzzle), space_type.name
    raise NotApplicable(f"no space of {kind.name} has a heuristic that estimates cost")


class StateGraph:
    """The complete graph of a space, with the true remaining cost of each state."""

    def __init__(self, space: StateSpace, most: int) -> None:
        self.space = space
        start = space.initial()
        self.edges: dict[Hashable, list[tuple[object, Hashable, int]]] = {}
        self.came: dict[Hashable, tuple[Hashable, object] | None] = {start: None}
        reached = [start]
        for state in reached:  # breadth first, so that paths to counterexamples are short
            self.edges[state] = steps = list(space.successors(state))
            for move, child, _ in steps:
                if child not in self.came:
                    self.came[child] = (state, move)
                    reached.append(child)
            if len(self.came) > most:
                raise NotApplicable(
                    f"the board has more than {most:,} states in {space.name}; use a smaller one"
                )
        self.truth = self._costs()

    def _costs(self) -> dict[Hashable, float]:
        """Return the true remaining cost of each state, by Dijkstra's algorithm from the goals."""
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
        """Return the moves from the bare board to a state, as text."""
        moves = []
        while (step := self.came[state]) is not None:
            state, move = step
            moves.append(kind.write_move(self.space.puzzle, move))
        return tuple(reversed(moves))


def _verdict(
    kind: Kind, graph: StateGraph, heuristic: Heuristic, h: dict[Hashable, float]
) -> HeuristicVerdict:
    """Compare a heuristic's values with the true costs."""
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
        sum(truth[state] == 0 and h[state] != 0 for state in h),
        sum(estimate < 0 for estimate in h.values()),
    )


def _more(a: float, b: float) -> bool:
    return a > b and not isclose(a, b)


def _case(
    kind: Kind, graph: StateGraph, h: dict[Hashable, float], state: Hashable
) -> HeuristicCase:
    position = graph.space.position(state)
    return HeuristicCase(graph.moves(kind, state), position, h[state], graph.truth[state])


def _drop(kind: Kind, graph: StateGraph, h: dict[Hashable, float], drop: _Drop) -> HeuristicCase:
    _, state, move, child, cost = drop
    then = kind.write_move(graph.space.puzzle, move)
    return replace(_case(kind, graph, h, state), then=then, h_then=h[child], cost=cost)


def _dominates(a: dict[Hashable, float], b: dict[Hashable, float]) -> bool:
    """Return whether a is never less than b, and greater in some state."""
    more = any(_more(a[state], b[state]) for state in a)
    return more and not any(_more(b[state], a[state]) for state in a)
