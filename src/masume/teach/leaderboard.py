"""Rank submissions by their expansions on hidden boards, compared with a reference.

Each board that a submission solves gives a ratio: its expansions over those of the reference. The
ratios are averaged on a logarithmic scale, and an interval from bootstrap samples of the boards
says how far the average can be trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import exp, inf, log
from random import Random
from statistics import mean

from masume.errors import NotApplicable
from masume.teach.assignment import Assignment
from masume.teach.grading import StudentResult
from masume.teach.judge import Case

_SAMPLES = 1000
REFERENCE = "reference"


@dataclass(frozen=True)
class Standing:
    """One row of the leaderboard."""

    rank: int
    name: str
    solved: int
    boards: int
    ratio: float | None  # of expansions to those of the reference; None if nothing was solved
    low: float | None = None
    high: float | None = None


def standings(
    assignment: Assignment, students: Sequence[StudentResult], *, names: bool = False
) -> list[Standing]:
    """Return the rows, best first; those that cannot be told apart share a rank.

    Who solves more boards comes first. Without `names`, students have pseudonyms that depend on the
    secret seed. Raise NotApplicable if no criterion on hidden boards has a reference.
    """
    chosen = [
        number
        for number, criterion in enumerate(assignment.criteria)
        if criterion.reference and assignment.is_hidden(criterion)
    ]
    if not chosen:
        raise NotApplicable(
            "a leaderboard needs a criterion on hidden boards with a reference; "
            'add a line like reference = "astar + manhattan"'
        )
    rows = []
    for student in students:
        cases = [case for number in chosen for case in student.results[number].cases]
        name = student.student if names else _pseudonym(assignment, student.student)
        rows.append(_standing(name, cases))
    most = max((row.boards for row in rows), default=0)
    rows.append(Standing(0, REFERENCE, most, most, 1.0, 1.0, 1.0))
    return _ranked(rows)


def _pseudonym(assignment: Assignment, student: str) -> str:
    """Return a name that students recognise only if they are told."""
    text = f"{assignment.secret}\0{student}"
    return f"submission {blake2b(text.encode(), digest_size=3).hexdigest()}"


def _standing(name: str, cases: Sequence[Case]) -> Standing:
    """Return the row of a submission, still without a rank."""
    logs = [
        log(max(1, case.expansions) / max(1, case.reference))
        for case in cases
        if case.expansions is not None and case.reference is not None
    ]
    if not logs:
        return Standing(0, name, 0, len(cases), None)
    rng = Random(name)
    means = sorted(mean(rng.choices(logs, k=len(logs))) for _ in range(_SAMPLES))
    low, high = means[int(0.025 * _SAMPLES)], means[int(0.975 * _SAMPLES) - 1]
    return Standing(0, name, len(logs), len(cases), exp(mean(logs)), exp(low), exp(high))


def _ranked(rows: Sequence[Standing]) -> list[Standing]:
    """Return the rows sorted, with equal ranks for those that cannot be told apart."""
    ordered = sorted(rows, key=lambda row: (-row.solved, row.ratio or inf, row.name))
    ranked: list[Standing] = []
    first = ordered[0] if ordered else None
    rank = 1
    for number, row in enumerate(ordered, 1):
        assert first is not None
        if not _is_tie(first, row):
            first, rank = row, number
        ranked.append(
            Standing(rank, row.name, row.solved, row.boards, row.ratio, row.low, row.high)
        )
    return ranked


def _is_tie(first: Standing, other: Standing) -> bool:
    """Return whether two rows solve as many boards and their intervals overlap."""
    if first.solved != other.solved:
        return False
    if first.high is None or other.low is None:
        return first.high is other.low
    return other.low <= first.high
