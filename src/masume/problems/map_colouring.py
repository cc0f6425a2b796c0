"""Map colouring: give neighbouring regions different colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import ne

from masume.core.drawing.scene import Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._maps import AUSTRALIA, PLACES
from masume.problems._scenes import TONES, graph

Colours = tuple[int, ...]  # of the regions in their order, as far as they have one

NAMES = ("red", "green", "blue", "yellow")


class MapColouring:
    """Colour the regions one after another so that no two neighbours are alike."""

    name = "Map colouring"
    is_tree = True
    rows, cols = 5, 8

    def __init__(self, borders: Mapping[str, str], colours: int = 3) -> None:
        self.regions, self.colours = tuple(borders), colours
        number = {region: at for at, region in enumerate(borders)}
        near = [[number[other] for other in borders[region].split()] for region in borders]
        self._earlier = [[b for b in others if b < a] for a, others in enumerate(near)]
        pairs = [(b, a) for a, others in enumerate(self._earlier) for b in others]
        self._borders = [(self.regions[b], self.regions[a]) for b, a in pairs]

    def initial(self) -> Colours:
        """Return the map without colours."""
        return ()

    def successors(self, state: Colours) -> Iterator[tuple[str, Colours, int]]:
        """Yield the colours that the next region's coloured neighbours do not have."""
        if len(state) < len(self.regions):
            taken = {state[other] for other in self._earlier[len(state)]}
            for colour in sorted({*range(self.colours)} - taken):
                yield f"{self.regions[len(state)]}={NAMES[colour]}", (*state, colour), 1

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
        places = {left.get(region, region): place for region, place in PLACES.items()}
        borders = [(left.get(a, a), left.get(b, b)) for a, b in self._borders]
        return graph(places, borders, roles, (self.cols, self.rows), self.name)

    def draw(self, state: Colours) -> Scene:
        """Draw the regions as discs, with lines where they share a border."""
        roles = {region: TONES[c] for region, c in zip(self.regions, state, strict=False)}
        return graph(PLACES, self._borders, roles, (self.cols, self.rows), self.name)


@heuristic(MapColouring, admissible=True, default=True)
def regions_left(problem: MapColouring) -> Estimate:
    """The number of regions without a colour."""
    return lambda state: len(problem.regions) - len(state)


EXAMPLES = {"australia": MapColouring(AUSTRALIA), "two-colours": MapColouring(AUSTRALIA, 2)}
