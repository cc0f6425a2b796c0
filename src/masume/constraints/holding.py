"""Which of some literals hold in a proposed solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from operator import eq

from masume.core.model import Literal


def holding(literals: Sequence[Literal], truth: Sequence[Literal]) -> Iterator[bool]:
    """Whether each of them holds; `truth` lists the literal of each variable in order."""
    return map(eq, map(truth.__getitem__, [abs(one) - 1 for one in literals]), literals)


def places(literals: Sequence[Literal], truth: Sequence[Literal]) -> list[int]:
    """The places of those that hold."""
    return list(compress(range(len(literals)), holding(literals, truth)))
