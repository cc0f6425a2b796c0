"""Loop: links between nodes, and which are there depends on literals, form one single loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from masume.constraints.holding import places
from masume.core.model.model import Clause, Literal


@dataclass(frozen=True)
class Loop:
    """The links whose literals hold are one loop, which passes no node twice.

    No two links join the same nodes. A model should tell `clauses` from the start; then there is
    nothing left to forbid but several loops.
    """

    nodes: int
    links: Sequence[tuple[int, int]]
    literals: Sequence[Literal]  # one for each link

    @cached_property
    def clauses(self) -> list[Clause]:
        """There are links, and each node has two of them or none."""
        clauses: list[Clause] = [list(self.literals)]
        for numbers in self._at:
            here = [self.literals[number] for number in numbers]
            clauses += [[-one, *(other for other in here if other != one)] for one in here]
            clauses += [[-a, -b, -c] for a, b, c in combinations(here, 3)]
        return clauses

    @cached_property
    def _at(self) -> list[list[int]]:
        """The links of each node."""
        links_at: list[list[int]] = [[] for _ in range(self.nodes)]
        for number, ends in enumerate(self.links):
            for node in ends:
                links_at[node].append(number)
        return links_at

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Of several loops each needs a link that leaves it, as long as there is another."""
        held = set(truth)
        if broken := [clause for clause in self.clauses if held.isdisjoint(clause)]:
            return broken
        loops = self._loops(places(self.literals, truth))
        loops.sort(key=len)
        other = -self.literals[loops.pop()[0]]
        return [[-self.literals[loop[0]], other, *self._leaving(loop)] for loop in loops]

    def _loops(self, there: list[int]) -> list[list[int]]:
        """Links in loops, where each node has two or none."""
        left = dict.fromkeys(there)
        loops = []
        while left:
            first = number = next(iter(left))
            node = self.links[first][0]
            loop = []
            while number in left:
                del left[number]
                loop.append(number)
                node = sum(self.links[number]) - node  # its other end
                number = next((one for one in self._at[node] if one in left), first)
            loops.append(loop)
        return loops

    def _leaving(self, loop: list[int]) -> list[Literal]:
        """The links with one end on a loop."""
        inside = {node for number in loop for node in self.links[number]}
        return [
            literal
            for (a, b), literal in zip(self.links, self.literals, strict=True)
            if (a in inside) != (b in inside)
        ]
