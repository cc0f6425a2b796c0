"""Lights out: pressing a lamp switches it and its neighbours; turn all lamps off.

This file shows how to set an assignment on a puzzle of your own: a class with `initial`,
`successors` and `is_goal`, and an instance. `draw` is optional.
"""

from __future__ import annotations

from collections.abc import Iterator

SIZE = 3


class LightsOut:
    """A square of lamps; a state is a tuple of 0 and 1, row by row."""

    def __init__(self, start: tuple[int, ...]) -> None:
        self.start = start

    def initial(self) -> tuple[int, ...]:
        """Return the first state."""
        return self.start

    def successors(self, state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
        """Yield each press of a lamp."""
        for cell in range(SIZE * SIZE):
            lamps = list(state)
            for other in switched(cell):
                lamps[other] = 1 - lamps[other]
            yield f"r{cell // SIZE + 1}c{cell % SIZE + 1}", tuple(lamps), 1

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Return whether all lamps are off."""
        return not any(state)

    def draw(self, state: tuple[int, ...]) -> str:
        """Return the lamps as text."""
        rows = range(0, SIZE * SIZE, SIZE)
        return "\n".join(" ".join(".#"[lamp] for lamp in state[row : row + SIZE]) for row in rows)


def switched(cell: int) -> Iterator[int]:
    """Yield a cell and its neighbours."""
    row, col = divmod(cell, SIZE)
    yield cell
    for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if 0 <= r < SIZE and 0 <= c < SIZE:
            yield r * SIZE + c


Easy = LightsOut((1, 0, 1, 0, 0, 0, 1, 0, 1))
