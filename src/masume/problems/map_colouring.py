"""Map colouring: give neighbouring regions different colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import ne

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._scenes import TONES, graph

Colours = tuple[int, ...]  # of the regions in their order, as far as they have one

AUSTRALIA = {
    "WA": "NT SA", "NT": "WA SA Q", "SA": "WA NT Q NSW V", "Q": "NT SA NSW", "NSW": "Q SA V",
    "V": "SA NSW", "T": "",
}  # fmt: skip
_PLACES = {
    "WA": (0.1, 0.5), "NT": (0.4, 0.2), "SA": (0.5, 0.6), "Q": (0.75, 0.25),
    "NSW": (0.9, 0.6), "V": (0.8, 0.85), "T": (0.85, 1.0),
}  # fmt: skip
NAMES = ("red", "green", "blue", "yellow")


class MapColouring:
    """Colour the regions one after another so that no two neighbours are alike."""

    name = "Map colouring"
    is_tree = True
    rows, cols = 5, 8

    def __init__(self, borders: Mapping[str, str], colours: int = 3) -> None:
        self.regions, self.colours = tuple(borders), colours
        place = {region: number for number, region in enumerate(self.regions)}
        self._earlier = [
            [place[other] for other in borders[region].split() if place[other] < place[region]]
            for region in self.regions
        ]
        self._borders = [
            (self.regions[b], self.regions[a]) for a, near in enumerate(self._earlier) for b in near
        ]

    def initial(self) -> Colours:
        """Return the map without colours."""
        return ()

    def successors(self, state: Colours) -> Iterator[tuple[str, Colours, int]]:
        """Yield the colours that the next region's coloured neighbours do not have."""
        if len(state) < len(self.regions):
            taken = {state[other] for other in self._earlier[len(state)]}
            for colour in range(self.colours):
                if colour not in taken:
                    name = f"{self.regions[len(state)]}={NAMES[colour]}"
                    yield name, (*state, colour), 1

    def is_goal(self, state: Colours) -> bool:
        """Return whether every region has a colour."""
        return len(state) == len(self.regions)

    def domains(self) -> dict[str, tuple[str, ...]]:
        """Return the colours of each region."""
        return dict.fromkeys(self.regions, NAMES[: self.colours])

    def constraints(self) -> Iterator[tuple[tuple[str, str], Callable[[str, str], bool]]]:
        """Yield each pair of neighbours, which must differ."""
        return ((border, ne) for border in self._borders)

    def solution(self, values: Mapping[str, str]) -> Colours:
        """Return the state with these colours."""
        return tuple(NAMES.index(values[region]) for region in self.regions)

    def draw_domains(self, domains: Mapping[str, Sequence[str]]) -> Scene:
        """Draw the regions with one colour left as discs, and write the colours of the others."""
        roles = {r: TONES[NAMES.index(v[0])] for r, v in domains.items() if len(v) == 1}
        left = {r: f"{r} {''.join(c[0] for c in v)}" for r, v in domains.items() if r not in roles}
        places = {left.get(region, region): place for region, place in _PLACES.items()}
        borders = [(left.get(a, a), left.get(b, b)) for a, b in self._borders]
        return graph(places, borders, roles, (self.cols, self.rows), self.name)

    def draw(self, state: Colours) -> Scene:
        """Draw the regions as discs, with lines where they share a border."""
        roles = {region: TONES[c] for region, c in zip(self.regions, state, strict=False)}
        return graph(_PLACES, self._borders, roles, (self.cols, self.rows), self.name)


@heuristic(MapColouring, admissible=True, default=True)
def regions_left(problem: MapColouring) -> Estimate:
    """The number of regions without a colour."""
    return lambda state: len(problem.regions) - len(state)


EXAMPLES = {"australia": MapColouring(AUSTRALIA), "two-colours": MapColouring(AUSTRALIA, 2)}
