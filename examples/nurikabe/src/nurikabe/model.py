"""Nurikabe for the exact engine: variable cell + 1 says that a cell is black.

Islands are told in three ways, so that each can be a reason of its own: a number has its size, no
two numbers share an island, and each white cell is on an island with a number. All three are
constraints of this package, made by the protocol `masume.core.model.Constraint`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from masume.constraints.connected import Connected, groups, ways_out
from masume.constraints.holding import holding
from masume.core.grid import Cell, Grid
from masume.core.model import Clause, Literal, Model, Pulse, no_pulse
from masume.families.shading.model import cell_draft
from nurikabe.puzzle import Nurikabe, pools

NO_NUMBER, NUMBERS, SEA, POOL, CLUE = "no-number", "numbers", "sea", "pool", "clue"


@dataclass(frozen=True)
class Islands:
    """What the three have in common: which cells are white, and the islands of a proposal."""

    grid: Grid
    numbers: Mapping[Cell, int | None]

    @property
    def literals(self) -> Sequence[Literal]:
        """A cell is white."""
        return range(-1, -self.grid.size - 1, -1)

    def islands(self, truth: Sequence[Literal]) -> list[list[Cell]]:
        """The white cells, island by island."""
        return groups(self.grid, list(holding(self.literals, truth)))

    def leaves(self, cells: Sequence[Cell]) -> list[Literal]:
        """One of the cells around these is white."""
        return ways_out(self.grid, self.literals, cells)


class Sized(Islands):
    """The island of each of these numbers has its size."""

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Islands that are too small, which must go on, or too large, which must stop."""
        found: list[Clause] = []
        for island in self.islands(truth):
            for number in self.numbers.keys() & set(island):
                size = self.numbers[number]
                if size is not None and len(island) < size:
                    found.append(self.leaves(island))
                elif size is not None and len(island) > size:
                    near = outward(self.grid, number, set(island), size + 1)
                    found.append([cell + 1 for cell in near])
        return found


class Apart(Islands):
    """No two numbers are on one island."""

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """The way from one number to another is not all white."""
        found: list[Clause] = []
        for island in self.islands(truth):
            first, *others = sorted(self.numbers.keys() & set(island)) or [-1]
            for other in others:
                way = between(self.grid, first, other, set(island))
                found.append([cell + 1 for cell in way])
        return found


class Numbered(Islands):
    """Each white cell is on an island with a number."""

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """An island without a number goes on, if its first cell is white at all."""
        return [
            [island[0] + 1, *self.leaves(island)]
            for island in self.islands(truth)
            if not self.numbers.keys() & set(island)
        ]


def outward(grid: Grid, first: Cell, within: set[Cell], most: int) -> list[Cell]:
    """So many connected cells, from the first one outward."""
    found = [first]
    for cell in found:  # grows while it is gone through
        for other in grid.neighbours[cell]:
            if other in within and other not in found and len(found) < most:
                found.append(other)
    return found


def between(grid: Grid, start: Cell, goal: Cell, within: set[Cell]) -> list[Cell]:
    """A shortest way from one cell to another, ends included; empty if there is none."""
    reached_by = {start: start}
    queue = [start]
    for cell in queue:  # grows while it is gone through
        if cell == goal:
            way = [goal]
            while way[-1] != start:
                way.append(reached_by[way[-1]])
            return way
        for other in grid.neighbours[cell]:
            if other in within and other not in reached_by:
                reached_by[other] = cell
                queue.append(other)
    return []


def model(puzzle: Nurikabe, *, reasons: bool = False, pulse: Pulse = no_pulse) -> Model:
    """The board as a model; each number is a reason, and so is each rule."""
    draft, grid = cell_draft(puzzle), puzzle.grid
    numbers = {
        cell: clue if isinstance(clue, int) else None
        for cell, clue in enumerate(puzzle.clues)
        if clue is not None
    }
    sea = draft.part(SEA, (), "all black cells are connected")
    sea.constraints.append(Connected(grid, range(1, grid.size + 1)))
    pool = draft.part(POOL, (), "no square of 2×2 cells is all black")
    pool.clauses += [[-cell - 1 for cell in square] for square in pools(puzzle)]
    apart = draft.part(NUMBERS, (), "no two numbers are on one island")
    apart.constraints.append(Apart(grid, numbers))
    apart.clauses += _two_steps_apart(grid, numbers)
    numbered = draft.part(NO_NUMBER, (), "each island has a number")
    numbered.constraints.append(Numbered(grid, numbers))
    for cell, size in numbers.items():
        pulse()
        text = f"the {'?' if size is None else size} at {grid.name(cell)}"
        part = draft.part(CLUE, (cell,), text, clues=1)
        part.clauses.append([-cell - 1])
        if size is not None:
            part.clauses += _first_steps(grid, cell, size)
            part.constraints.append(Sized(grid, {cell: size}))
    return draft.model()


def _two_steps_apart(grid: Grid, numbers: Mapping[Cell, int | None]) -> list[Clause]:
    """A cell beside two numbers is black, or one of them is; two numbers are never neighbours."""
    found: list[Clause] = []
    for cell in range(grid.size):
        beside = [other for other in grid.neighbours[cell] if other in numbers]
        if cell in numbers:
            found += [[cell + 1, other + 1] for other in beside if other > cell]
        found += [[cell + 1, a + 1, b + 1] for n, a in enumerate(beside) for b in beside[n + 1 :]]
    return found


def _first_steps(grid: Grid, cell: Cell, size: int) -> list[Clause]:
    """A 1 has no white neighbour, any other number has one."""
    if size == 1:
        return [[cell + 1, other + 1] for other in grid.neighbours[cell]]
    return [[-other - 1 for other in grid.neighbours[cell]]]
