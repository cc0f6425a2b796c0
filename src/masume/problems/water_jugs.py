"""Water jugs: measure an amount with jugs that have no marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masume.core.drawing.scene import Item, Label, Line, Rect, Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._scenes import NUMBER, ROUTE, TILE

Levels = tuple[int, ...]


class WaterJugs:
    """Fill, empty and pour until a jug holds the wanted amount; each action costs 1."""

    name = "Water jugs"

    def __init__(self, sizes: Sequence[int], wanted: int) -> None:
        self.sizes, self.wanted = tuple(sizes), wanted
        self.rows, self.cols = max(sizes) + 1, 2 * len(sizes)

    def initial(self) -> Levels:
        """Return empty jugs."""
        return (0,) * len(self.sizes)

    def successors(self, state: Levels) -> Iterator[tuple[str, Levels, int]]:
        """Yield fillings, emptyings and pourings that change something."""
        for jug, (level, size) in enumerate(zip(state, self.sizes, strict=True)):
            if level < size:
                yield f"fill {size}", (*state[:jug], size, *state[jug + 1 :]), 1
            if level == 0:
                continue
            yield f"empty {size}", (*state[:jug], 0, *state[jug + 1 :]), 1
            for other, room in enumerate(self.sizes):
                amount = min(level, room - state[other])
                if other != jug and amount:
                    levels = list(state)
                    levels[jug] -= amount
                    levels[other] += amount
                    yield f"{size} to {room}", tuple(levels), 1

    def is_goal(self, state: Levels) -> bool:
        """Return whether some jug holds the wanted amount."""
        return self.wanted in state

    def draw(self, state: Levels) -> Scene:
        """Draw the jugs with their water."""
        items: list[Item] = []
        for jug, (level, size) in enumerate(zip(state, self.sizes, strict=True)):
            left, top, bottom = 2 * jug + 0.3, self.rows - size, self.rows
            items.append(Rect(left, bottom - level, 1.4, level, TILE))
            sides = ((left, top), (left, bottom), (left + 1.4, bottom), (left + 1.4, top))
            items.append(Line(sides, ROUTE))
            items.append(Label(left + 0.7, top - 0.4, 1.6, 0.5, f"{level} of {size}", NUMBER))
        return Scene(self.cols, self.rows, tuple(items), f"Measure {self.wanted}")


@heuristic(WaterJugs, admissible=True, default=True)
def not_yet(problem: WaterJugs) -> Estimate:
    """1 unless a jug holds the wanted amount."""
    return lambda state: 0 if problem.wanted in state else 1


EXAMPLES = {
    "die-hard": WaterJugs((3, 5), 4), "three": WaterJugs((3, 5, 8), 4),
    "large": WaterJugs((11, 17, 23), 2),
}  # fmt: skip
