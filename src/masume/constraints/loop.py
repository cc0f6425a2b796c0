"""Loop: the links between nodes whose literals are true form a single loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, compress

from masume.constraints.literals import true_indices
from masume.core.model.model import Clause, Known, Literal


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
        """There is a link, and the local conditions hold."""
        return [list(self.literals), *self.local_clauses]

    @property
    def local_clauses(self) -> list[Clause]:
        """The local conditions: each node has two links or none."""
        return [*self.end_clauses, *self.branch_clauses]

    @cached_property
    def end_clauses(self) -> list[Clause]:
        """The clauses that no node has one link."""
        at = [[self.literals[number] for number in numbers] for numbers in self._at]
        return [
            [-link, *(other for other in links if other != link)] for links in at for link in links
        ]

    @cached_property
    def branch_clauses(self) -> list[Clause]:
        """The clauses that no node has more than two links."""
        at = [[self.literals[number] for number in numbers] for numbers in self._at]
        return [[-a, -b, -c] for links in at for a, b, c in combinations(links, 3)]

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
        present = true_indices(self.literals, truth)
        ends = Counter(chain.from_iterable(map(self.links.__getitem__, present)))
        if not present or set(ends.values()) != {2}:
            held = set(truth)
            return [clause for clause in self.clauses if held.isdisjoint(clause)]
        loops = self._loops(present)
        loops.sort(key=len)
        other = -self.literals[loops.pop()[0]]
        return [[-self.literals[loop[0]], other, *self._exits(loop)] for loop in loops]

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return clauses that forbid links which would close a loop too early.

        A link must not join the ends of a chain of links as long as there is another link; and
        beside a closed loop there is no link.
        """
        literals = self.literals
        present = self._known_links(known)
        clauses: list[Clause] = []
        if not present and all(known[-literal] for literal in literals):
            return [list(literals)]
        ends, loops = self._ends(present)
        for number in loops:
            loop = self._trace(present, number)
            if len(loop) < 3:  # the links branch
                continue
            closing = [-literals[n] for n in loop]
            others = (n for n, lit in enumerate(literals) if not known[-lit] and n not in loop)
            clauses += [[*closing, -literals[n]] for n in others]
        for pair in ends.items():
            number = self._number_of.get(pair, -1)
            if number >= 0 and not (known[literals[number]] or known[-literals[number]]):
                path = self._trace(present, number)[1:]
                other = next((n for n in present if n not in path), None)
                if other is not None and path:
                    closing = [-literals[n] for n in path]
                    clauses.append([-literals[number], *closing, -literals[other]])
        return clauses or self._broken(known)

    def _known_links(self, known: Known) -> list[int]:
        """Return the indices of the links that are known to be present."""
        literals = self.literals
        if isinstance(literals, range) and literals.step == 1 and literals.start > 0:
            flags: Iterable[int] = known[literals.start : literals.stop]
        else:
            flags = (known[literal] for literal in literals)
        return list(compress(range(len(literals)), flags))

    def _ends(self, present: Iterable[int]) -> tuple[dict[int, int], list[int]]:
        """Return for each end of a chain of links its other end, and a link of each closed loop.

        The result is of no use where links branch.
        """
        ends: dict[int, int] = {}
        loops: list[int] = []
        for number in present:
            a, b = self.links[number]
            from_a, from_b = ends.pop(a, a), ends.pop(b, b)
            if from_a == b:
                loops.append(number)
            else:
                ends[from_a], ends[from_b] = from_b, from_a
        return ends, loops

    def _trace(self, present: Collection[int], first: int) -> list[int]:
        """Return the links of the loop that a link closes with present ones, itself first.

        Only the link itself, if there is no such loop or the links branch on it.
        """
        at: dict[int, list[int]] = {}
        for number in present:
            for node in self.links[number]:
                at.setdefault(node, []).append(number)
        node, goal = self.links[first]
        loop = [first]
        while node != goal:
            onward = [number for number in at.get(node, ()) if number != loop[-1]]
            if len(onward) != 1 or len(loop) > len(present):
                return [first]
            loop.append(onward[0])
            node = sum(self.links[onward[0]]) - node  # the other end
        return loop

    def _broken(self, known: Known) -> list[Clause]:
        """Return violated local conditions if all links are known."""
        if not all(known[literal] or known[-literal] for literal in self.literals):
            return []
        return [clause for clause in self.clauses if not any(known[lit] for lit in clause)]

    @cached_property
    def _number_of(self) -> dict[tuple[int, int], int]:
        """The index of each link, by its ends in order."""
        return {(min(ends), max(ends)): number for number, ends in enumerate(self.links)}

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
