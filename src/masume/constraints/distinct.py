"""Distinct: several rows of literals differ from each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations

from masume.core.model.model import Clause, Known, Literal


@dataclass(frozen=True)
class Distinct:
    """The constraint that no two of these rows, all of one length, have the same values."""

    rows: Sequence[Sequence[Literal]]

    @cached_property
    def literals(self) -> Sequence[Literal]:
        """The literals of all rows."""
        return list(chain.from_iterable(self.rows))

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return for each two equal rows that one of their values is another one."""
        known = bytearray(2 * len(truth) + 1)
        for literal in truth:
            known[literal] = 1
        return self.unit_cuts(known)

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return that two rows differ in the only place where they can, or cannot be so."""
        seen = []
        for row in self.rows:
            true = settled = 0
            for place, literal in enumerate(row):
                if known[literal]:
                    true |= 1 << place
                    settled |= 1 << place
                elif known[-literal]:
                    settled |= 1 << place
            if len(row) - settled.bit_count() < 2:
                seen.append((row, true, settled))
        full = (1 << len(self.rows[0])) - 1 if self.rows else 0
        return [
            self._differ(row, other, known)
            for (row, true, settled), (other, also_true, also) in combinations(seen, 2)
            if not (true ^ also_true) & settled & also
            and settled | also == full
            and (settled & also).bit_count() >= len(row) - 1
        ]

    def _differ(self, row: Sequence[Literal], other: Sequence[Literal], known: Known) -> Clause:
        """Return the clause that two rows, equal as far as they are known, are not equal."""
        clause: list[Literal] = []
        for pair in zip(row, other, strict=True):
            is_true = any(known[literal] for literal in pair)
            clause += [-literal if is_true else literal for literal in pair]
        return clause
