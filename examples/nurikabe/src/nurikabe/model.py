"""The Nurikabe model for the exact engine: variable cell + 1 means that a cell is black.

Islands are expressed by three rules, so that each can be a separate reason: a number has its size,
no two numbers share an island, and each white cell is on an island with a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from masume.constraints.connected import Connected
from masume.constraints.regions import OneSeed, Seeded, Sized
from masume.core.model.model import CancelCheck, Clause, Literal, Model, never_cancel
from masume.core.puzzle.grid import Cell, Grid
from masume.families.shading.model import cell_model_builder
from nurikabe.puzzle import Nurikabe, pools

NO_NUMBER, NUMBERS, SEA, POOL, CLUE = "no-number", "numbers", "sea", "pool", "clue"


def model(
    puzzle: Nurikabe, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each number and each rule is a part with a reason."""
    builder, grid = cell_model_builder(puzzle), puzzle.grid
    white = range(-1, -grid.size - 1, -1)
    numbers = {
        cell: clue if isinstance(clue, int) else None
        for cell, clue in enumerate(puzzle.clues)
        if clue is not None
    }
    sea = builder.part(SEA, (), "all black cells are connected")
    sea.constraints.append(Connected(grid, range(1, grid.size + 1)))
    pool = builder.part(POOL, (), "no square of 2×2 cells is all black")
    pool.clauses += [[-cell - 1 for cell in square] for square in pools(puzzle)]
    # For each number a variable that its clue holds, so that the clue can be dropped as a reason
    active = dict(zip(numbers, builder.more(len(numbers)), strict=True))
    apart = builder.part(NUMBERS, (), "no two numbers are on one island")
    apart.constraints.append(_ActiveSeeds(OneSeed(grid, white, numbers), active))
    apart.clauses += [_if_active(clause, active) for clause in _two_steps_apart(grid, numbers)]
    numbered = builder.part(NO_NUMBER, (), "each island has a number")
    numbered.constraints.append(Seeded(grid, white, numbers))
    for cell, size in numbers.items():
        check_cancel()
        text = f"the {'?' if size is None else size} at {grid.name(cell)}"
        part = builder.part(CLUE, (cell,), text, clues=1)
        part.clauses += [[-cell - 1], [active[cell]]]
        if size is not None:
            part.clauses += _first_steps(grid, cell, size)
            part.constraints.append(Sized(grid, white, {cell: size}))
    return builder.model()


@dataclass(frozen=True)
class _ActiveSeeds:
    """The constraint that no two active numbers share an island."""

    rule: OneSeed
    active: Mapping[Cell, Literal]

    @property
    def literals(self) -> Sequence[Literal]:
        """The literals of the cells and of the active numbers."""
        return (*self.rule.literals, *self.active.values())

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return the violated cuts of the rule between active numbers."""
        clauses = (_if_active(clause, self.active) for clause in self.rule.cuts(truth))
        return [
            clause
            for clause in clauses
            if all(truth[abs(literal) - 1] == -literal for literal in clause)
        ]


def _if_active(clause: Clause, active: Mapping[Cell, Literal]) -> Clause:
    """Return the clause weakened to hold only if all its numbers are active."""
    return [*clause, *(-active[literal - 1] for literal in clause if literal - 1 in active)]


def _two_steps_apart(grid: Grid, numbers: Mapping[Cell, int | None]) -> list[Clause]:
    """Return clauses: a cell next to two numbers is black; two numbers are never neighbours."""
    clauses: list[Clause] = []
    for cell in range(grid.size):
        near = [other for other in grid.neighbours[cell] if other in numbers]
        if cell in numbers:
            clauses += [[cell + 1, other + 1] for other in near if other > cell]
        clauses += [[cell + 1, a + 1, b + 1] for n, a in enumerate(near) for b in near[n + 1 :]]
    return clauses


def _first_steps(grid: Grid, cell: Cell, size: int) -> list[Clause]:
    """Return clauses: a 1 has no white neighbour, any other number has at least one."""
    if size == 1:
        return [[cell + 1, other + 1] for other in grid.neighbours[cell]]
    return [[-other - 1 for other in grid.neighbours[cell]]]
