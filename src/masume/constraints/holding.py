"""Which of some literals hold in a proposed solution."""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.model.model import Literal


def places(literals: Sequence[Literal], truth: Sequence[Literal]) -> list[int]:
    """The places of those that hold; `truth` lists the literal of each variable in order.

    Variables in a row are the common case, and can be told faster.
    """
    if isinstance(literals, range) and literals.step == 1 and literals.start > 0:
        first = literals.start
        return [one - first for one in truth[first - 1 : literals.stop - 1] if one > 0]
    return [place for place, one in enumerate(literals) if truth[abs(one) - 1] == one]


def opposites(literals: Sequence[Literal]) -> Sequence[Literal]:
    """The negative of each."""
    if isinstance(literals, range):
        return range(-literals.start, -literals.stop, -literals.step)
    return [-one for one in literals]
