"""Connected: some cells of a grid, and which these are depends on literals, are connected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from masume.constraints.holding import opposites, places
from masume.core.model.model import Clause, Literal
from masume.core.puzzle.grid import Cell, Grid

_BORDER = -1


@dataclass(frozen=True)
class Connected:
    """The cells whose literals hold are connected by their sides; none at all are, too.

    `apart` says that the model forbids two neighbours both to be out anyway; then there are much
    stronger cuts.
    """

    grid: Grid
    literals: Sequence[Literal]  # one for each cell: it is in
    apart: bool = False

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """What a proposal breaks."""
        out = places(self._outs, truth)
        if self.apart:
            return self._rings(out)
        islands = groups(self.grid, set(range(self.grid.size)).difference(out))
        return self._ways_out([(cells[0], cells) for cells in islands])

    def foresee(self, held: set[Literal]) -> list[Clause]:
        """The parts with cells that are in, between which too many cells are out."""
        out = [cell for cell, literal in enumerate(self.literals) if -literal in held]
        parts = groups(self.grid, set(range(self.grid.size)).difference(out))
        firsts = [next((c for c in part if self.literals[c] in held), None) for part in parts]
        pairs = zip(firsts, parts, strict=True)
        return self._ways_out([(one, part) for one, part in pairs if one is not None])

    @cached_property
    def _outs(self) -> Sequence[Literal]:
        """One for each cell: it is out."""
        return opposites(self.literals)

    def _rings(self, out: list[Cell]) -> list[Clause]:
        """Where no two neighbours are out: rings of cells that are out, or chains between borders.

        Cells that touch by corners form groups, and the border is one more cell of such groups.
        The others are connected exactly if the groups hold no ring. Breadth first from the border
        finds the rings that close its tree, and those are short.
        """
        contacts, corners, literals = self.grid.border_contacts, self.grid.corners, self.literals
        clauses: list[Clause] = [[literals[cell]] for cell in out if contacts[cell] > 1]
        is_out = set(out)
        parent: dict[Cell, Cell] = {cell: _BORDER for cell in out if contacts[cell]}
        depth = {_BORDER: 0, **dict.fromkeys(parent, 1)}
        for seed in [None, *out]:
            if seed is None:
                queue = list(parent)
            elif seed in parent:
                continue
            else:
                queue, parent[seed], depth[seed] = [seed], seed, 1
            for cell in queue:  # grows while it is gone through
                for other in corners[cell]:
                    if other not in is_out or other == parent[cell]:
                        continue
                    if other not in parent:
                        parent[other], depth[other] = cell, depth[cell] + 1
                        queue.append(other)
                    elif parent[other] != cell and cell < other:
                        ring = _ring(cell, other, parent, depth)
                        clauses.append([literals[one] for one in ring])
        return clauses

    def _ways_out(self, parts: list[tuple[Cell, list[Cell]]]) -> list[Clause]:
        """If some cell of each part is in, all but the largest part need a way out."""
        if len(parts) < 2:
            return []
        *others, (main, _) = sorted(parts, key=lambda pair: len(pair[1]))
        return [
            [-self.literals[one], -self.literals[main], *ways_out(self.grid, self.literals, part)]
            for one, part in others
        ]


def _ring(a: Cell, b: Cell, parent: dict[Cell, Cell], depth: dict[Cell, int]) -> list[Cell]:
    """The ring that the link between a and b closes in the tree; the border is left out."""
    ring = []
    while a != b:
        if depth[a] < depth[b]:
            a, b = b, a
        ring.append(a)
        a = parent[a]
    return ring if a == _BORDER else [*ring, a]


def groups(grid: Grid, cells: Collection[Cell]) -> list[list[Cell]]:
    """The connected groups of some cells, each from its first cell outward."""
    left = set(cells)
    grouped: list[list[Cell]] = []
    for seed in sorted(cells):
        if seed in left:
            left.remove(seed)
            queue = [seed]
            for cell in queue:  # grows while it is gone through
                for other in grid.neighbours[cell]:
                    if other in left:
                        left.remove(other)
                        queue.append(other)
            grouped.append(queue)
    return grouped


def ways_out(grid: Grid, literals: Sequence[Literal], group: Sequence[Cell]) -> list[Literal]:
    """The cells around a group: to be in, each of them."""
    members = set(group)
    around = {other for cell in group for other in grid.neighbours[cell]} - members
    return [literals[cell] for cell in sorted(around)]
