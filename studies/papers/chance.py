"""The statistical test by which all claims are judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from masume.core.statistics import sign_test

TESTS = 8  # of the papers' claims; each p is corrected for their number (Bonferroni)
QUESTIONS = 3  # those of our own questions, which decide about no paper


@dataclass(frozen=True)
class Contest:
    """The comparison of two searches on the same boards."""

    fewer: int  # boards on which the first needs less
    more: int
    boards: int
    first: float  # sums over all boards
    second: float
    tests: int = TESTS  # that this is one of

    @property
    def p(self) -> float:
        """The p of the exact two-sided sign test over the boards, without ties."""
        return sign_test(self.fewer, self.more)

    @property
    def corrected(self) -> float:
        """The p corrected for the number of tests of the page (Bonferroni)."""
        return min(1.0, self.tests * self.p)

    @property
    def holds(self) -> bool | None:
        """Whether the first needs less; None if the boards do not show it."""
        return None if self.corrected >= 0.05 else self.fewer > self.more

    @property
    def description(self) -> str:
        """The result in words."""
        p = f"{_p(self.p)}, corrected {_p(self.corrected)}"
        return (
            f"fewer on {self.fewer} of {self.boards} boards, more on {self.more} ({p}), "
            f"{self.first:,.0f} against {self.second:,.0f} in total"
        )


def _p(value: float) -> str:
    return f"p = {value:.3f}" if value >= 0.0005 else "p < 0.001"


def compared(first: Sequence[float], second: Sequence[float], tests: int = TESTS) -> Contest:
    """Compare two searches board by board.

    >>> compared([1, 2, 3], [2, 4, 3]).description
    'fewer on 2 of 3 boards, more on 0 (p = 0.500, corrected p = 1.000), 6 against 9 in total'
    """
    pairs = list(zip(first, second, strict=True))
    fewer, more = sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)
    return Contest(fewer, more, len(pairs), sum(first), sum(second), tests)


def together(parts: Iterable[bool | None]) -> bool | None:
    """Combine the verdicts of several cases: one clear counterexample refutes, else each must hold.

    >>> together([True, None]), together([True, False, None]), together([True, True])
    (None, False, True)
    """
    verdicts = list(parts)
    if False in verdicts:
        return False
    return None if None in verdicts else True


def percent(share: float) -> str:
    """Format a share.

    >>> percent(0.1)
    '10 %'
    """
    return f"{100 * share:.0f} %"
