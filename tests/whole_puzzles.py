"""Puzzles that are no part of masume, written to see that the constraints there are suffice: what a
model allows is compared with all that a referee lets pass."""

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
    """Compare; the number of answers.

    `candidates` are all positions that could be answers; `violations` names the rules and cells
    that one breaks, as the reasons of the model do.
    """
    broken = {one: set(violations(puzzle, one)) for one in candidates}
    right = {one for one, faults in broken.items() if not faults}
    found = list(Solutions(lambda: model(puzzle), Deadline()))
    assert len(found) == len(set(found))
    assert set(found) == right
    told = why_not(model(puzzle, reasons=True), Deadline(), [])
    assert (told.status is Status.SOLVED) == bool(right)
    reasons = {(reason.rule, reason.cells) for reason in told.reasons}
    assert right or all(map(reasons.intersection, broken.values()))  # they forbid all there is
    return len(right)


def shadings(size):
    """All sets of black cells."""
    every = product((False, True), repeat=size)
    return [Shading(frozenset(n for n, black in enumerate(one) if black)) for one in every]
