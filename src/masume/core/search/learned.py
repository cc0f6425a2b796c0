"""Learned heuristics: a weighted sum of other heuristics, with weights from solved boards."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isinf

from masume.core.plugins.registry import heuristic_named, kind_named, space_named
from masume.core.search.space import Estimate, Heuristic, StateSpace


def learned_heuristic(
    kind_name: str, space_name: str, weights: Mapping[str, float], name: str = "learned"
) -> Heuristic:
    """Return the sum of a kind's heuristics in a space, each times its weight, but at least 0.

    Where one of them is infinite, so is the sum. It is not admissible, even if all of them are.
    """
    kind = kind_named(kind_name)
    space_type = space_named(kind, space_name)
    parts = [(heuristic_named(kind, part), weight) for part, weight in weights.items()]

    def build(space: StateSpace) -> Estimate:
        estimates = [(part.build(space), weight) for part, weight in parts]

        def estimate(state: object) -> float:
            total = 0.0
            for part, weight in estimates:
                value = part(state)
                if isinf(value):
                    return inf
                total += weight * value
            return max(0.0, total)

        return estimate

    build.__module__ = name  # it is declared in a file of the user, and counted like user code
    summary = "A weighted sum of heuristics, learned from solved boards. May overestimate."
    return Heuristic(name, build, (space_type,), False, False, False, summary)
