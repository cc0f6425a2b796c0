"""Verify explanations: each step must follow, and from nothing but the grounds it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import Deduction
from masume.core.system.limits import Deadline
from masume.logic.explainer import WHAT_IF, Explainer
from masume.logic.step import Step


@dataclass
class Audit:
    """The steps of a walk and the faults found in it."""

    steps: list[Step] = field(default_factory=list)
    finished: bool = False  # whether the walk reached the solution
    named_only: bool = False  # whether it did so by named techniques alone
    faults: list[str] = field(default_factory=list)

    @property
    def used(self) -> Counter[str]:
        """How often each technique was used."""
        return Counter(step.technique for step in self.steps)


def audit(puzzle: Puzzle, *, only_named: bool = False, deadline: Deadline | None = None) -> Audit:
    """Walk through a board up to the end or the first faulty step.

    Each step must hold in all solutions and rest only on known literals, and its reasons must
    suffice to prove it.
    """
    walk = Explainer(puzzle, deadline=deadline, tidy=True)  # in the order that people see
    report = Audit()
    known = set(walk.known)
    for step in walk.named_steps() if only_named else walk.steps():
        where = f"step {len(report.steps) + 1}, {step.technique}: {step.text}"
        report.faults += [f"{fault}: {where} {step}" for fault in _find_faults(walk, step, known)]
        known.update(walk.vocabulary.closure(step.literals))
        report.steps.append(step)
        if report.faults:
            break
    report.finished = walk.goal <= known
    report.named_only = walk.finished and all(step.technique != WHAT_IF for step in report.steps)
    return report


def _find_faults(walk: Explainer, step: Step, known: set[int]) -> Iterator[str]:
    """Yield the faults of a step: not forced, unknown grounds, insufficient reasons."""
    if not set(step.literals) <= walk.goal:
        yield "not forced"
    if not set(step.given) <= known:
        yield "rests on what is not known"
    unknown = [key for key in step.because if key not in walk.what_if.switches]
    if unknown:
        yield f"no such reason {unknown}"
    elif not walk.what_if.proves(Deduction(step.literals, step.given, step.because, step.says)):
        yield "its reasons do not suffice"
