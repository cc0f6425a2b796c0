"""Route finding: the shortest way along roads, with the textbook's map of Romania."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._scenes import GOAL, HERE, graph

# Distances in km and the straight-line distance to Bucharest, as AIMA (4th edition) gives them.
ROMANIA = """
Arad Zerind 75, Arad Sibiu 140, Arad Timisoara 118, Zerind Oradea 71, Oradea Sibiu 151,
Sibiu Fagaras 99, Sibiu Rimnicu 80, Timisoara Lugoj 111, Lugoj Mehadia 70, Mehadia Drobeta 75,
Drobeta Craiova 120, Craiova Rimnicu 146, Craiova Pitesti 138, Rimnicu Pitesti 97,
Fagaras Bucharest 211, Pitesti Bucharest 101, Bucharest Giurgiu 90, Bucharest Urziceni 85,
Urziceni Hirsova 98, Hirsova Eforie 86, Urziceni Vaslui 142, Vaslui Iasi 92, Iasi Neamt 87"""
TO_BUCHAREST = """Arad 366, Bucharest 0, Craiova 160, Drobeta 242, Eforie 161, Fagaras 176,
Giurgiu 77, Hirsova 151, Iasi 226, Lugoj 244, Mehadia 241, Neamt 234, Oradea 380, Pitesti 100,
Rimnicu 193, Sibiu 253, Timisoara 329, Urziceni 80, Vaslui 199, Zerind 374"""
PLACES = """Arad 91 492, Bucharest 400 327, Craiova 253 288, Drobeta 165 299, Eforie 562 293,
Fagaras 305 449, Giurgiu 375 270, Hirsova 534 350, Iasi 473 506, Lugoj 165 379, Mehadia 168 339,
Neamt 406 537, Oradea 131 571, Pitesti 320 368, Rimnicu 233 410, Sibiu 207 457, Timisoara 94 410,
Urziceni 456 350, Vaslui 509 444, Zerind 108 531"""


def _table(text: str) -> list[list[str]]:
    return [entry.split() for entry in text.replace("\n", " ").split(",")]


class Route:
    """Drive from one town to another along roads; a move costs the length of the road."""

    name = "Route finding"
    rows, cols = 5, 9

    def __init__(self, start: str, goal: str = "Bucharest", roads: str = ROMANIA) -> None:
        self.start, self.goal, self._text = start, goal, roads
        self.roads: dict[str, dict[str, int]] = {}
        for a, b, length in _table(roads):
            self.roads.setdefault(a, {})[b] = self.roads.setdefault(b, {})[a] = int(length)
        self.straight = {town: int(km) for town, km in _table(TO_BUCHAREST)}

    def initial(self) -> str:
        """Return the town to start from."""
        return self.start

    def successors(self, state: str) -> Iterator[tuple[str, str, int]]:
        """Yield the roads from a town, in alphabetical order of where they lead."""
        for town, length in sorted(self.roads[state].items()):
            yield town, town, length

    def is_goal(self, state: str) -> bool:
        """Return whether the destination is reached."""
        return state == self.goal

    def reversed(self) -> Route:
        """Return the way back."""
        return Route(self.goal, self.start, self._text)

    def draw(self, state: str) -> Scene:
        """Draw the map with the current town and the destination."""
        places = {n: ((int(x) - 91) / 471, (571 - int(y)) / 301) for n, x, y in _table(PLACES)}
        edges = sorted({tuple(sorted((a, b))) for a in self.roads for b in self.roads[a]})
        roles: Mapping[str, object] = {self.goal: GOAL, state: HERE}
        return graph(places, edges, roles, (self.cols, self.rows), "Romania")  # type: ignore[arg-type]


@heuristic(Route, admissible=True, default=True)
def straight_line(problem: Route) -> Estimate:
    """The textbook's straight-line distance to Bucharest; 0 for other destinations."""
    if problem.goal != "Bucharest":
        return lambda state: 0
    return problem.straight.__getitem__


EXAMPLES = {
    "arad": Route("Arad"), "timisoara": Route("Timisoara"), "neamt": Route("Neamt"),
}  # fmt: skip
