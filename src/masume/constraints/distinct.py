"""Distinct: no two lines of cells have the same values everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from masume.core.model.model import Clause, Known, Literal


@dataclass(frozen=True)
class Distinct:
    """The constraint that of some lines of equal length no two agree in all their literals."""

    lines: Sequence[Sequence[Literal]]

    @cached_property
    def literals(self) -> Sequence[Literal]:
        """The literals of all lines."""
        return [literal for line in self.lines for literal in line]

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return, for each two lines that agree, that not all these values hold."""
        same: dict[tuple[bool, ...], Sequence[Literal]] = {}
        clauses: list[Clause] = []
        for line in self.lines:
            values = tuple(truth[abs(literal) - 1] == literal for literal in line)
            first = same.setdefault(values, line)
            if first is not line:
                clauses.append([-truth[abs(literal) - 1] for literal in (*first, *line)])
        return clauses

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return that the last open literal of two lines that agree elsewhere makes them differ."""
        clauses: list[Clause] = []
        values = [
            tuple(1 if known[lit] else -1 if known[-lit] else 0 for lit in line)
            for line in self.lines
        ]
        order = sorted(range(len(values)), key=lambda number: values[number].count(0))
        for a, b in combinations(order, 2):
            if values[a].count(0) + values[b].count(0) > 1:
                if values[a].count(0) > 0:
                    break
                continue
            clause = _difference(self.lines[a], self.lines[b], values[a], values[b])
            if clause is not None:
                clauses.append(clause)
        return clauses


def _difference(
    line: Sequence[Literal], other: Sequence[Literal], values: Sequence[int], others: Sequence[int]
) -> Clause | None:
    """Return the clause that two lines differ, if they agree wherever both are known."""
    clause: list[Literal] = []
    for literal, twin, value, other_value in zip(line, other, values, others, strict=True):
        if value and other_value and value != other_value:
            return None
        sign = value or other_value
        clause += [-sign * literal, -sign * twin]
    return clause
