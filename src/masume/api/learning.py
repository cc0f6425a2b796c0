"""Learn a heuristic: linear regression of the true remaining cost on the values of heuristics.

The states of small boards with their true costs are the examples. Boards, not states, are divided
into those to learn from and those to test with: states of one board resemble each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf
from random import Random
from typing import TypeAlias

from masume.api.heuristic_check import StateGraph, choose_space
from masume.core.plugins.registry import heuristic_named, heuristics
from masume.core.search.learned import learned_heuristic
from masume.core.search.space import Heuristic
from masume.errors import BadOption, NotApplicable, pluralise
from masume.formats.plain import Board

MOST_STATES = 20_000  # of a board; larger ones are left out
_MOST_SAMPLED = 1000  # states of a board, so that large boards do not count more
_TEST_SHARE = 3  # every third board is for the test
_RIDGE = 1e-6  # makes the solution unique where features depend on each other

Example: TypeAlias = tuple[Sequence[float], float]  # the features of a state, and its true cost


@dataclass(frozen=True)
class LearnedFit:
    """How well an estimate fits the true costs of some states."""

    boards: int
    states: int
    error: float  # the mean absolute difference
    over: float  # the share of states that it overestimates

    def __str__(self) -> str:
        size = f"{pluralise(self.boards, 'board')}, {pluralise(self.states, 'state')}"
        return f"{size}: mean error {self.error:.2f}, overestimates {self.over:.0%}"


@dataclass(frozen=True)
class Learned:
    """The weights of a learned heuristic, and how well it fits."""

    kind: str
    space: str
    weights: dict[str, float]
    seed: int
    train: LearnedFit
    test: LearnedFit  # on boards that were not learned from
    baseline: LearnedFit  # the best single heuristic on the same test boards
    baseline_name: str

    def heuristic(self) -> Heuristic:
        """Return the heuristic."""
        return learned_heuristic(self.kind, self.space, self.weights)

    def source(self) -> str:
        """Return a Python file that declares the heuristic as `learned`."""
        lines = [f"    {name!r}: {weight!r}," for name, weight in self.weights.items()]
        return "\n".join(
            [
                f'"""A heuristic for {self.kind}/{self.space}, learned with seed {self.seed}.',
                "",
                f"Learned from {self.train}.",
                f"Tested on {self.test}.",
                f"Alone, {self.baseline_name} on {self.baseline}.",
                '"""',
                "",
                "from masume.core.search.learned import learned_heuristic",
                "",
                "WEIGHTS = {",
                *lines,
                "}",
                f"learned = learned_heuristic({self.kind!r}, {self.space!r}, WEIGHTS)",
                "",
            ]
        )


def learn_heuristic(
    boards: Sequence[Board],
    *,
    space: str | None = None,
    names: Sequence[str] = (),
    seed: int = 0,
    most_states: int = MOST_STATES,
) -> Learned:
    """Learn the weights of heuristics from all states of some boards of one kind.

    The default space is the first with heuristics, the default features are all its estimates of
    cost. Boards with too many states or without a solution are left out. Raise NotApplicable if
    fewer than three remain, or if the boards are of several kinds.
    """
    kinds = {board.kind.name: board.kind for board in boards}
    if len(kinds) != 1:
        found = ", ".join(kinds) or "none"
        raise NotApplicable(f"boards of one kind are needed to learn from, not {found}")
    (kind,) = kinds.values()
    chosen = [heuristic_named(kind, name) for name in names]
    if objective := next((h for h in chosen if h.objective), None):
        raise NotApplicable(f"{objective.name} is an objective, not an estimate of cost")
    space_type, _, space_name = choose_space(kind, boards[0].puzzle, space, chosen)
    usable = chosen or [h for h in heuristics(kind.name).values() if not h.objective]
    features = [h for h in usable if h.supports(space_type)]
    if not features:
        raise NotApplicable(f"no heuristic is defined for {kind.name}/{space_name}")
    rng = Random(seed)
    examples = []
    for board in boards:
        _, instance, _ = choose_space(kind, board.puzzle, space_name, features)
        if instance.repairs:
            raise NotApplicable(f"{space_name} repairs full boards: its states have no cost to go")
        try:
            graph = StateGraph(instance, most_states)
        except NotApplicable:
            continue  # too large
        own = _examples(graph, features, rng)
        if own:
            examples.append(own)
    if len(examples) < _TEST_SHARE:
        raise NotApplicable(
            f"{pluralise(len(examples), 'board')} with a solution and at most {most_states:,} "
            f"states; at least {_TEST_SHARE} are needed, some of them for the test"
        )
    rng.shuffle(examples)
    count = max(1, len(examples) // _TEST_SHARE)
    test, train = examples[:count], examples[count:]
    fitted = regress([example for own in train for example in own])
    weights = [round(weight, 4) for weight in fitted]
    single = [[float(n == at) for n in range(len(features))] for at in range(len(features))]
    fits = [_fit(test, one) for one in single]
    best = min(range(len(fits)), key=lambda at: fits[at].error)
    return Learned(
        kind.name,
        space_name,
        {h.name: weight for h, weight in zip(features, weights, strict=True)},
        seed,
        _fit(train, weights),
        _fit(test, weights),
        fits[best],
        features[best].name,
    )


def _examples(graph: StateGraph, features: Sequence[Heuristic], rng: Random) -> list[Example]:
    """Return some states that lead to a goal, with all features finite."""
    estimates = [feature.build(graph.space) for feature in features]
    alive = [state for state, cost in graph.truth.items() if cost < inf]
    if len(alive) > _MOST_SAMPLED:
        alive = rng.sample(alive, _MOST_SAMPLED)
    rows = [([h(state) for h in estimates], graph.truth[state]) for state in alive]
    return [(values, cost) for values, cost in rows if not any(map(isinf, values))]


def regress(examples: Sequence[Example]) -> list[float]:
    """Return the weights of least squared error, from the normal equations.

    >>> [round(weight, 3) for weight in regress([([1, 0], 2), ([0, 1], 3), ([1, 1], 5)])]
    [2.0, 3.0]
    """
    if not examples:
        raise BadOption("no examples to learn from")
    size = len(examples[0][0])
    rows = [[0.0] * (size + 1) for _ in range(size)]
    for values, cost in examples:
        for i, a in enumerate(values):
            for j, b in enumerate(values):
                rows[i][j] += a * b
            rows[i][size] += a * cost
    for i in range(size):
        rows[i][i] += _RIDGE * len(examples)
    for i in range(size):  # Gaussian elimination with pivots
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for row in range(size):
            if row != i:
                factor = rows[row][i] / rows[i][i]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def _fit(boards: Sequence[Sequence[Example]], weights: Sequence[float]) -> LearnedFit:
    """Return how well a weighted sum fits the examples of some boards."""
    pairs = [
        (max(0.0, sum(w * v for w, v in zip(weights, values, strict=True))), cost)
        for own in boards
        for values, cost in own
    ]
    error = sum(abs(guess - cost) for guess, cost in pairs) / len(pairs)
    over = sum(guess > cost + 1e-9 for guess, cost in pairs) / len(pairs)
    return LearnedFit(len(boards), len(pairs), error, over)
