"""The choice at each point of a walk: how many steps are available."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING

from masume.core.model.model import Literal
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline
from masume.logic.explainer import Explainer
from masume.logic.step import STEPS_PER_LEVEL, Step

if TYPE_CHECKING:
    from masume.logic.walks import Walk

MOST = 40  # steps that are counted at one point


def walk_effort(walk: Walk, deadline: Deadline | None = None) -> float:
    """Return the effort of a whole walk, which orders boards of one level.

    A step counts more the higher its level is, and less the more steps are available, as it is then
    found sooner: 4 to the power of its level, divided by the square root of their number.
    """
    available = AvailableSteps(walk.puzzle, walk.initial_literals, deadline)
    singles = [single for step in walk.taken for single in step.single_steps]
    base = float(STEPS_PER_LEVEL)
    return sum(base**step.level / sqrt(available.follow(step)) for step in singles)


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
        walk = self._walk
        found: set[frozenset[Literal]] = set()
        for technique in walk.techniques:
            if technique.level <= level:
                walk.deadline.check()
                for deduction in islice(technique.deductions(walk.notes), MOST - len(found)):
                    if new := frozenset(deduction.literals) - walk.known:
                        found.add(new)
        return len(found)
