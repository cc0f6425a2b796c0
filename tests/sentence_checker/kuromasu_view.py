"""A Kuromasu board as its reader sees it: numbers, and how far each sees and can see."""

from __future__ import annotations

from itertools import product
from typing import Any

from sentence_checker import shading
from sentence_checker.shading import SIDES
from sentence_checker.words import Cell, need


class View(shading.View):
    """A shading board with numbers, whose cells are white."""

    def __init__(self, board: str, known: Any) -> None:
        super().__init__(board, known)
        self.bare = not self.colour
        self.learn((at, "white") for at in self.clues)  # a reader knows this without being told

    def ray(self, at: Cell, side: str) -> list[Cell]:
        """Return the cells on a side, up to the border."""
        (r, c), (down, right) = at, SIDES[side]
        cells = []
        while self.inside((r + down, c + right)):
            r, c = r + down, c + right
            cells.append((r, c))
        return cells

    def seen(self, at: Cell, side: str) -> list[Cell]:
        """Return the cells on a side that are certainly seen."""
        cells = []
        for cell in self.ray(at, side):
            if not self.has_colour(cell, "white"):
                break
            cells.append(cell)
        return cells

    def room(self, at: Cell, side: str) -> list[Cell]:
        """Return the cells on a side before the first black one."""
        cells = []
        for cell in self.ray(at, side):
            if self.has_colour(cell, "black"):
                break
            cells.append(cell)
        return cells

    def lengths(self, at: Cell, side: str) -> set[int]:
        """Return the possible lengths of an arm, which never ends before a white cell."""
        room = self.room(at, side)
        return {
            n
            for n in range(len(room) + 1)
            if n == len(room) or not self.has_colour(room[n], "white")
        }

    def total(self, at: Cell) -> int:
        """Return how many cells a number must see besides itself, and look at its lines."""
        self.look(at)
        need(self.clues.get(at, "?") != "?", "it is no number")
        return int(self.clues[at]) - 1

    def broken(self, code: str, some: list[Cell]) -> None:
        if not code.startswith("clue-"):
            super().broken(code, some)
            return
        (at,) = some
        if code == "clue-black":
            need(at in self.clues and self.has_colour(at, "black"), "it has none, or is not")
        else:
            fits = self.least(at) <= self.total(at) <= self.most(at)
            need(not fits, "it can still see as many as it should")

    def look(self, at: Cell) -> None:
        for side in SIDES:
            room = self.room(at, side)
            self.looked_at.update(self.ray(at, side)[: len(room) + 1])
        self.looked_at.add(at)

    def least(self, at: Cell) -> int:
        return sum(len(self.seen(at, side)) for side in SIDES)

    def most(self, at: Cell) -> int:
        return sum(len(self.room(at, side)) for side in SIDES)

    def sums(self, at: Cell) -> set[int]:
        """Return all possible totals of a number, itself included."""
        return {1 + sum(some) for some in product(*(self.lengths(at, side) for side in SIDES))}
