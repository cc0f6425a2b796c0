"""The shortest walk by weight: the cheapest set of steps that leads to the same end.

All steps that the techniques see along the ordinary walk are candidates; a step can be taken as
soon as its premises are known, in whatever order. Choosing the cheapest set is set covering, so it
is searched for: cheap steps first, then without each expensive one in turn. The result costs at
most as much as the ordinary walk, and none of its steps can be left out; that nothing else is
cheaper is not proved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from masume.core.model.model import Literal
from masume.logic.available import AvailableSteps
from masume.logic.short import find_steps
from masume.logic.step import Step

if TYPE_CHECKING:
    from masume.logic.explainer import Explainer


def shortest_steps(walk: Explainer) -> tuple[list[Step], int]:
    """Take all steps of a walk; return a cheapest choice of steps, and the cost of those taken."""
    search = _Search(walk)
    ordinary, candidates = search.take_steps()
    goal = frozenset(walk.known)
    found = [search.drop_needless(steps, goal) for steps in (ordinary, candidates)]
    best = min(found, key=total_cost)
    banned: set[int] = set()
    for step in sorted(best, key=lambda step: -step.cost):
        if step.level and id(step) not in banned:
            banned.add(id(step))
            others = search.drop_needless([s for s in candidates if id(s) not in banned], goal)
            if others and total_cost(others) < total_cost(best):
                best = others
            else:
                banned.discard(id(step))
    return search.rephrase(best), total_cost(ordinary)


def total_cost(steps: Iterable[Step]) -> int:
    """Return the sum of the costs of steps."""
    return sum(step.cost for step in steps)


class _Search:
    """A walk from its first point on, and the steps seen along it."""

    def __init__(self, walk: Explainer) -> None:
        self.walk = walk
        self.deadline = walk.deadline
        self.start = walk.branch()
        self.closure = walk.vocabulary.closure

    def take_steps(self) -> tuple[list[Step], list[Step]]:
        """Take all steps of the walk; return them, and all that were seen on the way."""
        available = AvailableSteps(self.walk.puzzle, self.start.known, self.deadline)
        seen: dict[object, Step] = {}
        ordinary: list[Step] = []
        for step in self.walk.steps():
            for technique, deduction in available.deductions(step.level):
                key = technique.name, deduction.literals, deduction.given
                if key not in seen:
                    literals = deduction.literals
                    seen[key] = Step.of(technique, literals, deduction, self.walk.words)
            available.follow(step)
            ordinary.append(step)
        return ordinary, [*ordinary, *seen.values()]

    def order(self, steps: Sequence[Step], goal: Collection[Literal]) -> list[Step] | None:
        """Return the steps that add something, the cheapest first; None if they do not suffice."""
        self.deadline.check()
        known = set(self.start.known)
        missing = [set(step.given) - known for step in steps]
        waiting: dict[Literal, list[int]] = {}
        for number, literals in enumerate(missing):
            for literal in literals:
                waiting.setdefault(literal, []).append(number)
        heap = [(steps[n].cost, n) for n, literals in enumerate(missing) if not literals]
        heapify(heap)
        taken: list[Step] = []
        while heap:
            _, number = heappop(heap)
            new = set(self.closure(steps[number].literals)) - known
            if not new:
                continue
            taken.append(steps[number])
            known |= new
            for literal in new:
                for other in waiting.get(literal, ()):
                    missing[other].discard(literal)
                    if not missing[other]:
                        heappush(heap, (steps[other].cost, other))
        return taken if known.issuperset(goal) else None

    def drop_needless(self, steps: Sequence[Step], goal: Collection[Literal]) -> list[Step]:
        """Return steps that reach the goal and of which none can be left out; none if impossible.

        Expensive ones are left out first.
        """
        taken = self.order(steps, goal) or []
        for step in sorted(taken, key=lambda step: -step.cost):
            fewer = self.order([other for other in taken if other is not step], goal)
            taken = fewer or taken
        return taken

    def rephrase(self, steps: Sequence[Step]) -> list[Step]:
        """Return steps so that each goes on from the last ones, described on the board there."""
        board, left = self.start.branch(), list(steps)
        when: dict[Literal, int] = {}
        told: list[Step] = []
        while left:
            ready = [step for step in left if board.known.issuperset(step.given)]
            newest = max(ready, key=lambda s: max((when.get(n, 0) for n in s.given), default=0))
            left.remove(newest)
            if step := self._find_again(board, newest):
                told.append(step)
                for literal in board.learn(step.literals):
                    when.setdefault(literal, len(told))
        return told

    def _find_again(self, board: Explainer, step: Step) -> Step | None:
        """Return a step as its technique finds it on a board; None if it adds nothing."""
        new = tuple(literal for literal in step.literals if literal not in board.known)
        if not new:
            return None
        known = (one for one in board.techniques if one.name == step.technique)  # unless what-if
        found = (again for technique in known for again in find_steps(board, technique))
        fits = (one for one in found if one.cost <= step.cost and {*new} <= {*one.literals})
        return next(fits, replace(step, literals=new))
