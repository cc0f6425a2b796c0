"""Dropping clues from a board that has one solution, until none can be spared.

That asks for uniqueness hundreds of times, so one engine answers all of it: each clue is an
assumption, and so is "the answer is another one". If that is refuted, the clues that the proof has
used are enough, and all others can go at once.
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
    """A board with more clues than it needs."""

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
        self._switches = [[board.switches[key] for key in one.keys] for one in clues]
        self._owners: dict[Literal, set[int]] = {}  # some say something together
        for number, here in enumerate(self._switches):
            for switch in here:
                self._owners.setdefault(switch, set()).add(number)
        self._rules = [s for s in board.switches.values() if s not in self._owners]
        (self._differs,) = self._engine.variables.more(1)
        self._engine.solver.add([[-self._differs, *(-one for one in solution)]])

    def add_rules(self, model: Model, parts: Iterable[Part]) -> None:
        """Let parts of another model of the same solutions hold whichever clues are dropped.

        Their helper variables get numbers of their own. Constraints that are no clauses or sums are
        left out: then the trimmer keeps clues that it could drop, but never too few.
        """
        helpers = self._engine.variables.more(model.variables - model.shown)

        def renumber(literals: Iterable[Literal]) -> list[Literal]:
            first = model.shown + 1
            return [
                one if abs(one) < first else helpers[abs(one) - first] * (1 if one > 0 else -1)
                for one in literals
            ]

        for part in parts:
            clauses: list[Clause] = [renumber(clause) for clause in part.clauses]
            for one in part.sums:
                numbers = [renumber(levels) for levels in one.numbers]
                clauses += equal(self._engine.variables, numbers, one.total)
            self._engine.solver.add(clauses)

    def enough(self, kept: Sequence[int]) -> list[int] | None:
        """Those of the kept clues that suffice for uniqueness; None if all of them do not."""
        there = set(kept)
        of_kept = (switch for number in kept for switch in self._switches[number])
        switches = [one for one in dict.fromkeys(of_kept) if self._owners[one] <= there]
        if self._engine.solve([self._differs, *self._rules, *switches]) is not None:
            return None
        core = self._engine.solver.core()
        used = set[int]().union(*(self._owners.get(switch, ()) for switch in core))
        return [number for number in kept if number in used]

    def minimal(self, rng: Random, among: Iterable[int] | None = None) -> list[int] | None:
        """Of all clues, or some of them, those of which none can be dropped.

        None if the solution is not the only one at all.
        """
        order = list(range(len(self.clues)) if among is None else among)
        rng.shuffle(order)
        left = self.enough(order)
        if left is None:
            return None
        rng.shuffle(left)
        needed: list[int] = []
        while left:
            one, *rest = left
            fewer = self.enough(needed + rest)
            if fewer is None:
                needed.append(one)
                left = rest
            else:
                used = set(fewer)
                left = [number for number in rest if number in used]
        return needed
