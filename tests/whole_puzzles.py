"""Compare models of puzzles that are not part of masume with their referees.

They show that the available constraints suffice for other puzzles.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from masume.core.puzzle.grid import grid
from masume.core.search.events import Status
from masume.core.system.limits import Deadline
from masume.exact.answers import Solutions, why_not
from masume.families.shading.position import Shading


@dataclass(frozen=True)
class Printed:
    """A board with numbers from 0 or None in its cells."""

    rows: int
    cols: int
    clues: tuple[int | None, ...]

    @property
    def grid(self):
        return grid(self.rows, self.cols)


def agree(puzzle, model, violations, candidates):
    """Compare a model with a referee, and return the number of answers.

    `candidates` are all possible answers; `violations` returns the (rule, cells) that a candidate
    violates, as in the reasons of the model.
    """
    broken = {candidate: set(violations(puzzle, candidate)) for candidate in candidates}
    right = {candidate for candidate, faults in broken.items() if not faults}
    result = list(Solutions(lambda: model(puzzle), Deadline()))
    assert len(result) == len(set(result))
    assert set(result) == right
    conflict = why_not(model(puzzle, reasons=True), Deadline(), [])
    assert (conflict.status is Status.SOLVED) == bool(right)
    reasons = {(reason.rule, reason.cells) for reason in conflict.reasons}
    assert right or all(map(reasons.intersection, broken.values()))  # they exclude all candidates
    return len(right)


def shadings(size):
    """Return all sets of black cells."""
    every = product((False, True), repeat=size)
    return [Shading(frozenset(n for n, black in enumerate(choice) if black)) for choice in every]
