"""The option `duplicates`: graph search drops states that were reached before, tree search not."""

from __future__ import annotations

from masume.core.search.space import StateSpace
from masume.core.search.spec import Tuning

DUPLICATES = Tuning(
    "What happens to a state that is reached again: drop is graph search with a table of states, "
    "keep is tree search without one, which may never end where moves can be undone.",
    choices=("drop", "keep"),
)


def needs_table(space: StateSpace, duplicates: str) -> bool:
    """Return whether a search keeps a table of visited states."""
    return duplicates == "drop" and not space.is_tree
