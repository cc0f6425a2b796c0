"""Doubting an explanation: each step must follow, and from nothing but what it names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from masume.core.limits import Watch
from masume.core.puzzle import Puzzle
from masume.core.technique import Deduction
from masume.explain.explainer import WHAT_IF, Explainer
from masume.explain.step import Step


@dataclass
class Audit:
    """What a walk was like, and what is wrong with it."""

    steps: list[Step] = field(default_factory=list)
    finished: bool = False  # to the end
    named: bool = False  # to the end by named techniques alone
    faults: list[str] = field(default_factory=list)

    @property
    def used(self) -> Counter[str]:
        """How often each technique was used."""
        return Counter(step.technique for step in self.steps)


def audit(puzzle: Puzzle, *, only_named: bool = False, watch: Watch | None = None) -> Audit:
    """Walk through a board until something is wrong.

    Each step must hold in all solutions, rest on what is known by then, and its reasons must prove
    it by themselves.
    """
    walk = Explainer(puzzle, watch=watch, tidy=True)  # as it is told to people
    found = Audit()
    known: set[int] = set()
    for step in walk.named() if only_named else walk.steps():
        where = f"step {len(found.steps) + 1}, {step.technique}: {step.text}"
        if not set(step.literals) <= walk.goal:
            found.faults.append(f"not forced: {where} {step.literals}")
        if not set(step.given) <= known:
            found.faults.append(f"rests on what is not known: {where} {step.given}")
        unknown = [key for key in step.because if key not in walk.what_if.switches]
        if unknown:
            found.faults.append(f"no such reason {unknown}: {where}")
        elif not walk.what_if.proves(Deduction(step.literals, step.given, step.because, step.text)):
            found.faults.append(f"its reasons do not suffice: {where} {step}")
        known.update(step.literals)
        found.steps.append(step)
        if found.faults:
            break
    found.finished = walk.finished
    found.named = walk.finished and all(step.technique != WHAT_IF for step in found.steps)
    return found
