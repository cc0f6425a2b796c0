"""Loop: the links between nodes whose literals are true form a single loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from masume.constraints.literals import true_indices
from masume.core.model.model import Clause, Literal


@dataclass(frozen=True)
class Loop:
    """The constraint that the links whose literals are true form one simple cycle.

    No two links join the same nodes. A model should include `clauses` from the start, so that only
    several loops are left to exclude lazily.
    """

    nodes: int
    links: Sequence[tuple[int, int]]
    literals: Sequence[Literal]  # one per link

    @cached_property
    def clauses(self) -> list[Clause]:
        """The local conditions: there is a link, and each node has two links or none."""
        clauses: list[Clause] = [list(self.literals)]
        for numbers in self._at:
            links = [self.literals[number] for number in numbers]
            clauses += [[-link, *(other for other in links if other != link)] for link in links]
            clauses += [[-a, -b, -c] for a, b, c in combinations(links, 3)]
        return clauses

    @cached_property
    def _at(self) -> list[list[int]]:
        """The indices of the links at each node."""
        links_at: list[list[int]] = [[] for _ in range(self.nodes)]
        for number, ends in enumerate(self.links):
            for node in ends:
                links_at[node].append(number)
        return links_at

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return violated `clauses`; else for several loops, that each has a link leaving it."""
        held = set(truth)
        if broken := [clause for clause in self.clauses if held.isdisjoint(clause)]:
            return broken
        loops = self._loops(true_indices(self.literals, truth))
        loops.sort(key=len)
        other = -self.literals[loops.pop()[0]]
        return [[-self.literals[loop[0]], other, *self._exits(loop)] for loop in loops]

    def _loops(self, present: list[int]) -> list[list[int]]:
        """Split the present links into loops, given that each node has two of them or none."""
        left = dict.fromkeys(present)
        loops = []
        while left:
            first = number = next(iter(left))
            node = self.links[first][0]
            loop = []
            while number in left:
                del left[number]
                loop.append(number)
                node = sum(self.links[number]) - node  # the other end
                number = next((link for link in self._at[node] if link in left), first)
            loops.append(loop)
        return loops

    def _exits(self, loop: list[int]) -> list[Literal]:
        """Return the literals of the links with exactly one end on a loop."""
        inside = {node for number in loop for node in self.links[number]}
        return [
            literal
            for (a, b), literal in zip(self.links, self.literals, strict=True)
            if (a in inside) != (b in inside)
        ]
