"""Name puzzles and limits in reports."""

from __future__ import annotations

from masume.core.plugins.registry import kinds
from masume.core.system.limits import Limit
from masume.errors import pluralise


def title_of(kind: str) -> str:
    """Return the title of a puzzle, or its name if it is not installed."""
    known = kinds()
    return known[kind].title if kind in known else kind


def limits_in_words(limit: Limit) -> str:
    """Describe limits.

    >>> limits_in_words(Limit(nodes=1000, seconds=5.0))
    '5 s, 1,000 expansions'
    """
    parts = [f"{limit.seconds:g} s"] if limit.seconds else []
    parts += [pluralise(limit.nodes, "expansion")] if limit.nodes else []
    parts += [pluralise(limit.states, "stored state")] if limit.states else []
    parts += [f"{limit.megabytes:,} MB"] if limit.megabytes else []
    return ", ".join(parts) or "unknown"
