"""Pancakes: sort a stack by flipping its upper part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from masume.core.drawing.scene import Item, Label, Rect, Scene
from masume.core.search.space import Estimate, heuristic
from masume.problems._scenes import NUMBER, TILE

Stack = tuple[int, ...]  # sizes from top to bottom


class Pancakes:
    """Flip the upper pancakes of a stack until their sizes grow downwards; a flip costs 1."""

    def __init__(self, start: Sequence[int]) -> None:
        self.start = tuple(start)
        self.rows, self.cols = len(self.start), max(self.start)

    def initial(self) -> Stack:
        """Return the first stack."""
        return self.start

    def successors(self, state: Stack) -> Iterator[tuple[str, Stack, int]]:
        """Yield the flips of the upper 2, 3, … pancakes."""
        for count in range(2, len(state) + 1):
            yield f"flip {count}", state[:count][::-1] + state[count:], 1

    def is_goal(self, state: Stack) -> bool:
        """Return whether the stack is sorted."""
        return all(a < b for a, b in pairwise(state))

    def draw(self, state: Stack) -> Scene:
        """Draw the pancakes as bars."""
        items: list[Item] = []
        for row, size in enumerate(state):
            left = (self.cols - size) / 2
            items += [
                Rect(left, row + 0.1, size, 0.8, TILE),
                Label(self.cols / 2, row + 0.5, 1, 0.5, str(size), NUMBER),
            ]
        return Scene(self.cols, self.rows, tuple(items), "Pancakes")


@heuristic(Pancakes, admissible=True, default=True)
def gaps(problem: Pancakes) -> Estimate:
    """The number of neighbours whose sizes differ by more than 1, the plate included."""
    plate = max(problem.start) + 1
    return lambda state: sum(abs(a - b) > 1 for a, b in pairwise((*state, plate)))


EXAMPLES = {
    "easy": Pancakes((3, 1, 2, 4)),
    "eight": Pancakes((4, 6, 2, 5, 1, 3, 8, 7)),
    "twelve": Pancakes((7, 12, 1, 9, 5, 3, 11, 2, 8, 6, 10, 4)),
}
