"""Nurikabe for the exact engine: variable cell + 1 says that a cell is black.

Islands are told in three ways, so that each can be a reason of its own: a number has its size, no
two numbers share an island, and each white cell is on an island with a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from masume.constraints.connected import Connected
from masume.constraints.regions import OneSeed, Seeded, Sized
from masume.core.model.model import CancelCheck, Clause, Literal, Model, never_cancel
from masume.core.puzzle.grid import Cell, Grid
from masume.families.shading.model import cell_draft
from nurikabe.puzzle import Nurikabe, pools

NO_NUMBER, NUMBERS, SEA, POOL, CLUE = "no-number", "numbers", "sea", "pool", "clue"


def model(
    puzzle: Nurikabe, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """The board as a model; each number is a reason, and so is each rule."""
    draft, grid = cell_draft(puzzle), puzzle.grid
    white = range(-1, -grid.size - 1, -1)
    numbers = {
        cell: clue if isinstance(clue, int) else None
        for cell, clue in enumerate(puzzle.clues)
        if clue is not None
    }
    sea = draft.part(SEA, (), "all black cells are connected")
    sea.constraints.append(Connected(grid, range(1, grid.size + 1)))
    pool = draft.part(POOL, (), "no square of 2×2 cells is all black")
    pool.clauses += [[-cell - 1 for cell in square] for square in pools(puzzle)]
    there = dict(zip(numbers, draft.more(len(numbers)), strict=True))  # that the number is told
    apart = draft.part(NUMBERS, (), "no two numbers are on one island")
    apart.constraints.append(_OfTwoNumbers(OneSeed(grid, white, numbers), there))
    apart.clauses += [_if_told(clause, there) for clause in _two_steps_apart(grid, numbers)]
    numbered = draft.part(NO_NUMBER, (), "each island has a number")
    numbered.constraints.append(Seeded(grid, white, numbers))
    for cell, size in numbers.items():
        check_cancel()
        text = f"the {'?' if size is None else size} at {grid.name(cell)}"
        part = draft.part(CLUE, (cell,), text, clues=1)
        part.clauses += [[-cell - 1], [there[cell]]]
        if size is not None:
            part.clauses += _first_steps(grid, cell, size)
            part.constraints.append(Sized(grid, white, {cell: size}))
    return draft.model()


@dataclass(frozen=True)
class _OfTwoNumbers:
    """That no two numbers share an island holds for those that are told: each is a reason."""

    rule: OneSeed
    there: Mapping[Cell, Literal]

    @property
    def literals(self) -> Sequence[Literal]:
        """The cells, and which numbers are told."""
        return (*self.rule.literals, *self.there.values())

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """What the rule says of two numbers, if both are told."""
        found = (_if_told(clause, self.there) for clause in self.rule.cuts(truth))
        return [clause for clause in found if all(truth[abs(one) - 1] == -one for one in clause)]


def _if_told(clause: Clause, there: Mapping[Cell, Literal]) -> Clause:
    told = (there[one - 1] for one in clause if one - 1 in there)
    return [*clause, *(-one for one in told)]


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
