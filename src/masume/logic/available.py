"""The choice at each point of a walk: how many steps are available."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log2, pow
from typing import TYPE_CHECKING

from masume.core.model.model import Literal
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import Deduction, Rule, Technique
from masume.core.system.limits import Deadline
from masume.logic.explainer import Explainer
from masume.logic.step import STEPS_PER_LEVEL, Step

if TYPE_CHECKING:
    from masume.logic.walks import Walk

MOST = 40  # steps that are counted at one point
_CHOICE = 0.75  # how much easier a step is found if several are available


def walk_effort(walk: Walk, deadline: Deadline | None = None) -> float:
    """Return the effort of a whole walk, which orders boards of one level.

    A step counts 4 to the power of its level, more the more premises it has, and less the more
    steps are available, as it is then found sooner. The form is fitted to the order of published
    boards (docs/difficulty.md).
    """
    available = AvailableSteps(walk.puzzle, walk.initial_literals, deadline)
    singles = [single for step in walk.taken for single in step.single_steps]
    base = float(STEPS_PER_LEVEL)
    return sum(
        base**step.level * log2(2 + step.size) / pow(available.follow(step), _CHOICE)
        for step in singles
    )


class AvailableSteps:
    """A second walk that follows another one and counts what else could have been next.

    `known` are the literals before the first step.
    """

    def __init__(
        self, puzzle: Puzzle, known: Iterable[Literal], deadline: Deadline | None = None
    ) -> None:
        self._walk = Explainer(puzzle, deadline=deadline)
        self._walk.learn(known)

    def follow(self, step: Step) -> int:
        """Return how many steps of its level or an easier one there are, and take the step.

        Steps with the same conclusion count once; the count ends at MOST. A supposition counts as
        the only step.
        """
        count = self._count(step.level)
        self._walk.learn(step.literals)
        return max(1, count)

    def _count(self, level: int) -> int:
        known, found = self._walk.known, set[frozenset[Literal]]()
        for _, deduction in self.deductions(level):
            found.add(frozenset(deduction.literals) - known)
            if len(found) == MOST:
                break
        return len(found)

    def deductions(self, level: int) -> Iterator[tuple[Technique | Rule, Deduction]]:
        """Yield what techniques up to a level conclude that is new."""
        walk = self._walk
        for technique in walk.techniques:
            if technique.level <= level:
                walk.deadline.check()
                for deduction in technique.deductions(walk.notes):
                    if not walk.known.issuperset(deduction.literals):
                        yield technique, deduction
