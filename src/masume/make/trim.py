"""Remove clues from a board with a unique solution until every clue is needed.

This asks for uniqueness hundreds of times, so one incremental solver answers all questions: each
clue is an assumption, and so is "the answer is a different one". If that is refuted, the clues in
the unsatisfiable core suffice, and all others are dropped together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random

from masume.core.model.model import Clause, Literal, Model, Part
from masume.core.puzzle.maker import Clues
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline
from masume.exact.sums import equal
from masume.logic.what_if import WhatIf


class Trimmer:
    """A board with redundant clues, and a solver that finds subsets of them that suffice."""

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Collection[Literal],
        clues: Sequence[Clues],
        deadline: Deadline,
    ) -> None:
        self.clues = clues
        board = WhatIf(puzzle, deadline)
        self._engine = board.engine
        self._switches = [[board.switches[key] for key in clue.keys] for clue in clues]
        self._owners: dict[Literal, set[int]] = {}  # several clues may share a reason
        for number, switches in enumerate(self._switches):
            for switch in switches:
                self._owners.setdefault(switch, set()).add(number)
        self._rules = [s for s in board.switches.values() if s not in self._owners]
        (self._differs,) = self._engine.variables.more(1)
        self._engine.solver.add([[-self._differs, *(-literal for literal in solution)]])

    def add_rules(self, model: Model, parts: Iterable[Part]) -> None:
        """Add parts of another model of the same solutions that hold whichever clues are dropped.

        Helper variables are renumbered. Constraints other than clauses and sums are left out; then
        the trimmer may keep clues that it could drop, but never drops too many.
        """
        helpers = self._engine.variables.more(model.variables - model.shown)

        def renumber(literals: Iterable[Literal]) -> list[Literal]:
            first = model.shown + 1
            return [
                n if abs(n) < first else helpers[abs(n) - first] * (1 if n > 0 else -1)
                for n in literals
            ]

        for part in parts:
            clauses: list[Clause] = [renumber(clause) for clause in part.clauses]
            for part_sum in part.sums:
                numbers = [renumber(levels) for levels in part_sum.numbers]
                clauses += equal(self._engine.variables, numbers, part_sum.total)
            self._engine.solver.add(clauses)

    def sufficient_subset(self, kept: Sequence[int]) -> list[int] | None:
        """Return a subset of the kept clues that proves uniqueness; None if even all do not."""
        kept_set = set(kept)
        of_kept = (switch for number in kept for switch in self._switches[number])
        # A reason that several clues share holds only while all of them are kept.
        switches = [switch for switch in dict.fromkeys(of_kept) if self._owners[switch] <= kept_set]
        if self._engine.solve([self._differs, *self._rules, *switches]) is not None:
            return None
        core = self._engine.solver.core()
        used = set[int]().union(*(self._owners.get(switch, ()) for switch in core))
        return [number for number in kept if number in used]

    def minimal_subset(self, rng: Random, among: Iterable[int] | None = None) -> list[int] | None:
        """Return a subset-minimal set of clues that keeps the solution unique, in random order.

        `among` restricts the clues. None if even all of them leave several solutions.
        """
        order = list(range(len(self.clues)) if among is None else among)
        rng.shuffle(order)
        left = self.sufficient_subset(order)
        if left is None:
            return None
        rng.shuffle(left)
        needed: list[int] = []
        while left:
            clue, *rest = left
            fewer = self.sufficient_subset(needed + rest)
            if fewer is None:
                needed.append(clue)
                left = rest
            else:
                used = set(fewer)
                left = [number for number in rest if number in used]
        return needed
