"""Rank submissions by their expansions on hidden boards, compared with a reference.

Each board that a submission solves gives a ratio: its expansions over those of the reference. The
ratios are averaged on a logarithmic scale, and an interval from bootstrap samples of the boards
states its precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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


def rank_submissions(
    assignment: Assignment, students: Sequence[StudentResult], *, names: bool = False
) -> list[Standing]:
    """Return one `Standing` per student plus the reference, best first.

    Statistical ties share a rank. Students are ordered by solved boards, then by ratio. Without
    `names`, they have pseudonyms that depend on the secret seed. Raise NotApplicable if no
    criterion on hidden boards has a reference.
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
        rows.append(_summarise_cases(name, cases))
    most = max((row.boards for row in rows), default=0)
    rows.append(
        Standing(rank=0, name=REFERENCE, solved=most, boards=most, ratio=1.0, low=1.0, high=1.0)
    )
    return _assign_ranks(rows)


def _pseudonym(assignment: Assignment, student: str) -> str:
    """Return a pseudonym that cannot be computed without the secret seed."""
    text = f"{assignment.secret}\0{student}"
    return f"submission {blake2b(text.encode(), digest_size=3).hexdigest()}"


def _summarise_cases(name: str, cases: Sequence[Case]) -> Standing:
    """Return the row of a submission, still without a rank."""
    logs = [
        log(max(1, case.expansions) / max(1, case.reference))
        for case in cases
        if case.expansions is not None and case.reference is not None
    ]
    if not logs:
        return Standing(rank=0, name=name, solved=0, boards=len(cases), ratio=None)
    rng = Random(name)
    means = sorted(mean(rng.choices(logs, k=len(logs))) for _ in range(_SAMPLES))
    low, high = means[int(0.025 * _SAMPLES)], means[int(0.975 * _SAMPLES) - 1]
    return Standing(
        rank=0,
        name=name,
        solved=len(logs),
        boards=len(cases),
        ratio=exp(mean(logs)),
        low=exp(low),
        high=exp(high),
    )


def _assign_ranks(rows: Sequence[Standing]) -> list[Standing]:
    """Return the rows, best first, with their ranks; statistical ties share one."""
    ordered = sorted(rows, key=lambda row: (-row.solved, row.ratio or inf, row.name))
    ranked: list[Standing] = []
    first = ordered[0] if ordered else None
    rank = 1
    for number, row in enumerate(ordered, 1):
        assert first is not None
        if not _is_tie(first, row):
            first, rank = row, number
        ranked.append(replace(row, rank=rank))
    return ranked


def _is_tie(first: Standing, other: Standing) -> bool:
    """Return whether two rows solve as many boards and their intervals overlap."""
    if first.solved != other.solved:
        return False
    if first.high is None or other.low is None:
        return first.high is other.low
    return other.low <= first.high
