"""Connected: the cells of a grid whose literals are true are connected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from masume.constraints.cut_cells import cut_cells, is_cut
from masume.constraints.literals import known_mask, negate, true_indices
from masume.core.model.model import Clause, Known, Literal
from masume.core.puzzle.grid import Cell, Grid, each

_BORDER = -1


@dataclass(frozen=True)
class Connected:
    """The constraint that the cells whose literals are true are connected by sides.

    The empty set is connected. A cell is *in* if its literal is true, else *out*. Set `apart` if
    the model itself forbids two neighbours to be out; then much stronger cuts are used.
    """

    grid: Grid
    literals: Sequence[Literal]  # one per cell
    apart: bool = False

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return clauses violated by a proposal: rings of out cells, or parts without a way out."""
        out = true_indices(self._outs, truth)
        if self.apart:
            return self._rings(out)
        islands = groups(self.grid, set(range(self.grid.size)).difference(out))
        return self._ways_out([(cells[0], cells) for cells in islands])

    def early_cuts(self, held: set[Literal]) -> list[Clause]:
        """Return clauses that join parts which contain in cells and are separated by out cells."""
        out = [cell for cell, literal in enumerate(self.literals) if -literal in held]
        parts = groups(self.grid, set(range(self.grid.size)).difference(out))
        firsts = [next((c for c in part if self.literals[c] in held), None) for part in parts]
        pairs = zip(firsts, parts, strict=True)
        return self._ways_out([(cell, part) for cell, part in pairs if cell is not None])

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return clauses for cells cut off from the first in cell, and for cells that must link.

        A cell that alone links two in cells is in; a cell that no in cell can reach is out.
        """
        literals, inside = self.literals, known_mask(self.literals, known)
        possible_mask = self.grid.full & ~known_mask(self._outs, known)
        if not inside or not is_cut(self.grid, possible_mask, inside):
            return []  # usually, and tested at a fraction of the cost
        first, possible = (inside & -inside).bit_length() - 1, set(each(possible_mask))
        order: list[Cell] = []
        links = list(cut_cells(self.grid, possible, first, order))
        clauses: list[Clause] = []
        for part in groups(self.grid, possible.difference(order)):
            cut = [-literals[first], *ways_out(self.grid, literals, part)]
            clauses += [[-literals[cell], *cut] for cell in part]
        for link, start, end in links:
            if not known[literals[link]]:
                part = order[start:end]
                beyond = next((cell for cell in part if known[literals[cell]]), None)
                if beyond is not None:
                    cut = ways_out(self.grid, literals, part)
                    clauses.append([-literals[first], -literals[beyond], *cut])
        return clauses

    @cached_property
    def _outs(self) -> Sequence[Literal]:
        """For each cell the literal that it is out."""
        return negate(self.literals)

    def _rings(self, out: list[Cell]) -> list[Clause]:
        """Return one clause per ring of out cells, or chain of them from border to border.

        Consider the graph of out cells that touch at corners, with the border as one more node.
        The in cells are connected if and only if this graph has no cycle. Each non-tree edge of a
        breadth-first forest, grown from the border first, closes a short cycle.
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
            for cell in queue:  # the queue grows during the loop
                for other in corners[cell]:
                    if other not in is_out or other == parent[cell]:
                        continue
                    if other not in parent:
                        parent[other], depth[other] = cell, depth[cell] + 1
                        queue.append(other)
                    elif parent[other] != cell and cell < other:
                        ring = _ring(cell, other, parent, depth)
                        clauses.append([literals[member] for member in ring])
        return clauses

    def _ways_out(self, parts: list[tuple[Cell, list[Cell]]]) -> list[Clause]:
        """Return clauses that each part but the largest has a way out, if its given cell is in."""
        if len(parts) < 2:
            return []
        *others, (main, _) = sorted(parts, key=lambda pair: len(pair[1]))
        return [
            [-self.literals[cell], -self.literals[main], *ways_out(self.grid, self.literals, part)]
            for cell, part in others
        ]


def _ring(a: Cell, b: Cell, parent: dict[Cell, Cell], depth: dict[Cell, int]) -> list[Cell]:
    """Return the cycle that the edge a–b closes in the tree, without the border."""
    ring = []
    while a != b:
        if depth[a] < depth[b]:
            a, b = b, a
        ring.append(a)
        a = parent[a]
    return ring if a == _BORDER else [*ring, a]


def groups(grid: Grid, cells: Collection[Cell]) -> list[list[Cell]]:
    """Return the connected components of some cells, each in breadth-first order."""
    left = set(cells)
    grouped: list[list[Cell]] = []
    for seed in sorted(cells):
        if seed in left:
            left.remove(seed)
            queue = [seed]
            for cell in queue:  # the queue grows during the loop
                for other in grid.neighbours[cell]:
                    if other in left:
                        left.remove(other)
                        queue.append(other)
            grouped.append(queue)
    return grouped


def ways_out(grid: Grid, literals: Sequence[Literal], group: Sequence[Cell]) -> list[Literal]:
    """Return the literals that the cells around a group are in."""
    members = set(group)
    around = {other for cell in group for other in grid.neighbours[cell]} - members
    return [literals[cell] for cell in sorted(around)]
