"""Helpers for sequences of literals, with fast paths for consecutive variables."""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.model.model import Known, Literal
from masume.core.puzzle.grid import Mask

_DIGITS = b"0" + b"1" * 255  # any other byte is a known literal


def true_indices(literals: Sequence[Literal], truth: Sequence[Literal]) -> list[int]:
    """Return the indices of the true literals; `truth` has the true literal of each variable."""
    if isinstance(literals, range) and literals.step == 1 and literals.start > 0:
        first = literals.start
        return [value - first for value in truth[first - 1 : literals.stop - 1] if value > 0]
    return [i for i, literal in enumerate(literals) if truth[abs(literal) - 1] == literal]


def known_mask(literals: Sequence[Literal], known: Known) -> Mask:
    """Return the indices of the literals that are known to be true, as a set."""
    if isinstance(literals, range) and isinstance(known, bytes | bytearray):
        shift = 0 if literals.start > 0 else len(known)
        flags = known[literals.start + shift : literals.stop + shift : literals.step]
    else:
        flags = bytes(map(known.__getitem__, literals))
    return int(flags[::-1].translate(_DIGITS) or b"0", 2)


def negate(literals: Sequence[Literal]) -> Sequence[Literal]:
    """Return the negation of each literal."""
    if isinstance(literals, range):
        return range(-literals.start, -literals.stop, -literals.step)
    return [-literal for literal in literals]
