"""The travelling salesman: shorten a round trip by local search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from random import Random

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic, incremental
from masume.problems._scenes import graph

Tour = tuple[int, ...]  # the towns in order, the first of them 0


class TravellingSalesman:
    """Reverse parts of a round trip (2-opt) until it is no longer than a given length."""

    name = "Travelling salesman"
    repairs = True
    rows = cols = 8

    def __init__(self, places: Sequence[tuple[float, float]], good_enough: float = 0) -> None:
        self.places, self.good_enough = tuple(places), good_enough
        self.distance = [[hypot(a - c, b - d) for c, d in places] for a, b in places]

    def length(self, tour: Tour) -> float:
        """Return the length of a round trip."""
        return sum(self.distance[a][b] for a, b in zip(tour, (*tour[1:], tour[0]), strict=True))

    def initial(self) -> Tour:
        """Return the towns in the order of their numbers."""
        return tuple(range(len(self.places)))

    def random_state(self, rng: Random) -> Tour:
        """Return the towns in random order, from 0 on."""
        return (0, *rng.sample(range(1, len(self.places)), len(self.places) - 1))

    def successors(self, state: Tour) -> Iterator[tuple[str, Tour, int]]:
        """Yield the tours with one part reversed."""
        for i in range(1, len(state) - 1):
            for j in range(i + 2, len(state) + 1):
                yield f"reverse {i}–{j - 1}", (*state[:i], *state[i:j][::-1], *state[j:]), 1

    def is_goal(self, state: Tour) -> bool:
        """Return whether the tour is short enough."""
        return self.length(state) <= self.good_enough

    def draw(self, state: Tour) -> Scene:
        """Draw the tour."""
        places = {str(town): place for town, place in enumerate(self.places)}
        legs = [(str(a), str(b)) for a, b in zip(state, (*state[1:], state[0]), strict=True)]
        return graph(places, legs, {}, (self.cols, self.rows), f"Length {self.length(state):.3f}")


@heuristic(TravellingSalesman, objective=True, default=True)
def tour_length(problem: TravellingSalesman) -> Estimate:
    """The length of the round trip."""
    distance = problem.distance

    def near(tour: Tour, value: float) -> Estimate:
        def estimate(child: Tour) -> float:
            changed = [at for at, town in enumerate(tour) if town != child[at]]
            i, j = changed[0], changed[-1]
            a, b, c, d = tour[i - 1], tour[i], tour[j], tour[(j + 1) % len(tour)]
            return value + distance[a][c] + distance[b][d] - distance[a][b] - distance[c][d]

        return estimate

    return incremental(problem.length, near)


def random_towns(count: int, seed: int, good_enough: float) -> TravellingSalesman:
    """Return towns at random places in a unit square."""
    rng = Random(seed)
    places = [(rng.random(), rng.random()) for _ in range(count)]
    return TravellingSalesman(places, good_enough)


EXAMPLES = {"ten": random_towns(10, 1, 3.45), "thirty": random_towns(30, 2, 5.0)}
