"""What a reader of a Kuromasu board sees: numbers, and how far they see and may see."""

from __future__ import annotations

from itertools import product
from typing import Any

from sentence_checker import shading
from sentence_checker.shading import SIDES
from sentence_checker.words import Cell


class View(shading.View):
    """A board with numbers, whose own cells are white."""

    def __init__(self, board: str, known: Any) -> None:
        super().__init__(board, known)
        self.bare = not self.colour
        self.learn((at, "white") for at in self.clues)  # nobody needs that told

    def ray(self, at: Cell, side: str) -> list[Cell]:
        """The cells to that side, up to the border."""
        (r, c), (down, right) = at, SIDES[side]
        found = []
        while self.inside((r + down, c + right)):
            r, c = r + down, c + right
            found.append((r, c))
        return found

    def seen(self, at: Cell, side: str) -> list[Cell]:
        """The white cells that are seen there for sure."""
        found = []
        for one in self.ray(at, side):
            if not self.is_(one, "white"):
                break
            found.append(one)
        return found

    def room(self, at: Cell, side: str) -> list[Cell]:
        """The cells up to the first black one."""
        found = []
        for one in self.ray(at, side):
            if self.is_(one, "black"):
                break
            found.append(one)
        return found

    def lengths(self, at: Cell, side: str) -> set[int]:
        """How far it may see: never up to a cell before a white one."""
        room = self.room(at, side)
        return {n for n in range(len(room) + 1) if n == len(room) or not self.is_(room[n], "white")}

    def total(self, at: Cell, clue: str) -> int:
        """What a number must see besides itself; its lines are looked at."""
        self.need_clue(at, clue)
        self.look(at)
        return int(clue) - 1

    def look(self, at: Cell) -> None:
        for side in SIDES:
            room = self.room(at, side)
            self.looked.update(self.ray(at, side)[: len(room) + 1])
        self.looked.add(at)

    def least(self, at: Cell) -> int:
        return sum(len(self.seen(at, side)) for side in SIDES)

    def most(self, at: Cell) -> int:
        return sum(len(self.room(at, side)) for side in SIDES)

    def sums(self, at: Cell) -> set[int]:
        """All that it may see, itself included."""
        return {1 + sum(some) for some in product(*(self.lengths(at, side) for side in SIDES))}
