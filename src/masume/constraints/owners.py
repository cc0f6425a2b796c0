"""Clauses that say which seed each cell belongs to, where every region has one seed and its size.

They follow from the constraints in `regions`, and replace most of the cuts that these would add:
cells out of reach of all seeds are out at once, and the cells of each seed are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Clause, Literal, Sum
from masume.core.puzzle.grid import Cell, Grid

_MOST_COUNTED = 20_000  # cells within reach times size; larger regions are not counted

# For each seed that a cell can belong to, the literal that it does; None: to one not counted
_Owners: TypeAlias = "dict[Cell | None, Literal]"


def add_owners(
    builder: ModelBuilder,
    grid: Grid,
    literals: Sequence[Literal],
    seeds: Mapping[Cell, int | None],
    check_cancel: CancelCheck,
) -> None:
    """Add the clauses for seeds that are all in."""
    part, counted = builder.part(), dict[Cell, list[Cell]]()
    for seed, size in seeds.items():
        check_cancel()
        cells = _reach(grid, seeds, seed, size) if size else []
        if size and size * len(cells) <= _MOST_COUNTED:
            counted[seed] = cells
    owners: list[_Owners] = [{} for _ in range(grid.size)]
    for seed, cells in counted.items():
        for cell in cells:
            owners[cell][seed] = literals[cell]
    for cell, own in enumerate(owners):
        if len(counted) < len(seeds) and counted.keys().isdisjoint(grid.neighbours[cell]):
            own[None] = literals[cell]
        if cell not in seeds:
            _add_choice(builder, part, literals[cell], own)
    for cell in range(grid.size):
        check_cancel()
        if cell not in seeds:
            part.clauses += _links(grid, literals, seeds, owners, cell)
    for seed, cells in counted.items():
        part.sums.append(Sum([[owners[cell][seed]] for cell in cells], (seeds[seed] or 1) - 1))


def _reach(grid: Grid, seeds: Mapping[Cell, int | None], seed: Cell, size: int) -> list[Cell]:
    """Return the other cells that a seed's region can contain."""
    found, edge = {seed: None}, [seed]
    for _ in range(size - 1):
        near = dict.fromkeys(other for cell in edge for other in grid.neighbours[cell])
        edge = [
            cell
            for cell in near
            if cell not in found
            and cell not in seeds
            and all(other == seed or other not in seeds for other in grid.neighbours[cell])
        ]
        found.update(dict.fromkeys(edge))
    return list(found)[1:]


def _add_choice(builder: ModelBuilder, part: PartBuilder, literal: Literal, own: _Owners) -> None:
    """Add that a cell that is in belongs to exactly one seed; replace the literals in `own`."""
    if len(own) > 1:
        own.update(zip(own, builder.more(len(own)), strict=True))
        part.clauses += [[-mine, literal] for mine in own.values()]
        builder.at_most_one([*own.values()], part)
    if len(own) != 1:
        part.clauses.append([-literal, *own.values()])


def _links(
    grid: Grid,
    literals: Sequence[Literal],
    seeds: Mapping[Cell, int | None],
    owners: Sequence[_Owners],
    cell: Cell,
) -> Iterator[Clause]:
    """Yield that cells beside a cell belong to the same seed, and one of them is in."""
    for seed, mine in owners[cell].items():
        for other in grid.neighbours[cell]:
            theirs = owners[other].get(seed)
            if other not in seeds and theirs != literals[other]:
                yield [-mine, -literals[other], *([theirs] if theirs else [])]
        if seed is not None and seed not in grid.neighbours[cell]:
            near = (owners[other].get(seed) for other in grid.neighbours[cell])
            yield [-mine, *(theirs for theirs in near if theirs)]
