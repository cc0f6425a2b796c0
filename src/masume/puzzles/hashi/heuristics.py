"""Heuristics for Hashi. Costs are bridges in `build` and `decide`, changes in `repair`."""

from __future__ import annotations

from collections import Counter
from operator import mul

from masume.core.search.space import Estimate, heuristic, incremental
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.spaces import Build, HashiDecide, HashiRepair


@heuristic(Build, HashiDecide, admissible=True, default=True)
def bridges_needed(space: Build | HashiDecide) -> Estimate:
    """The least number of missing bridges, from the clues and the groups to connect."""
    return space.bridges_needed


@heuristic(Build, HashiDecide, objective=True)
def mass(space: Build | HashiDecide) -> Estimate:
    """Minus the clues at both ends of each bridge: heavy bridges first (Pokropek & Wojakowski).

    A `?` has no weight.
    """
    counts, weights = space.counts, _weights(space.net)
    return lambda state: -_mass(counts(state), weights)


@heuristic(Build, HashiDecide)
def cohesion(space: Build | HashiDecide) -> Estimate:
    """Islands outside the largest group. Overestimates: one bridge can join two large groups."""
    net, counts = space.net, space.counts
    return lambda state: _outside(net, counts(state))


@heuristic(Build, HashiDecide, objective=True)
def mass_cohesion(space: Build | HashiDecide) -> Estimate:
    """Mass plus twice the cohesion, as in the paper's program (Pokropek & Wojakowski)."""
    net, counts, weights = space.net, space.counts, _weights(space.net)

    def estimate(built: bytes) -> float:
        return 2 * _outside(net, built) - _mass(built, weights)

    return lambda state: estimate(counts(state))


def _weights(net: IslandNetwork) -> list[int]:
    """Return for each link the sum of the clues at its ends."""
    return [(net.clues[a] or 0) + (net.clues[b] or 0) for a, b in net.ends]


def _mass(counts: bytes, weights: list[int]) -> int:
    total: int = sum(map(mul, counts, weights))
    return total


def _outside(net: IslandNetwork, counts: bytes) -> int:
    return net.islands - max(Counter(net.groups(counts)).values(), default=0)


@heuristic(HashiRepair, default=True)
def conflicts(space: HashiRepair) -> Estimate:
    """The sum of excess and missing bridges, crossings, separate groups and loops."""
    net = space.net

    def estimate(state: int) -> float:
        """Return the number of faults of a full board."""
        counts = space.counts(state)
        degrees = net.degrees(counts)
        wrong = sum(
            abs(clue - degree)
            for clue, degree in zip(net.clues, degrees, strict=True)
            if clue is not None
        )
        groups = net.islands - net.join(list(range(net.islands)), counts)
        wrong += net.crossings(counts) + max(0, groups - 1)
        if not net.loops:
            joined = len(counts) - counts.count(0)
            wrong += joined - (net.islands - groups)
        return wrong

    def near(state: int, value: float) -> Estimate:
        counts = space.counts(state)
        degrees, roots = net.degrees(counts), net.groups(counts)

        def estimate(child: int) -> float:
            """Return the faults of a board of which one link differs."""
            link = space.changed_link(state, child)
            new, old = space.counts_of_link(child, link), counts[link]
            change = 0
            for island in net.ends[link]:
                clue = net.clues[island]
                if clue is not None:
                    change += abs(clue - degrees[island] - new + old)
                    change -= abs(clue - degrees[island])
            if bool(new) == bool(old):
                return value + change
            sign = 1 if new else -1
            change += sign * sum(counts[other] > 0 for other in net.crossing[link])
            a, b = net.ends[link]
            if new:
                merges = roots[a] != roots[b]
            else:
                without = counts[:link] + b"\0" + counts[link + 1 :]
                roots_without = net.groups(without)
                merges = roots_without[a] != roots_without[b]
            # A link that merges two groups ends a separation, any other one closes a loop.
            return value + change + (-sign if merges else sign * (not net.loops))

        return estimate

    return incremental(estimate, near)
