"""The tally of a process: events that it reports to its parent as they happen.

Marks are written into a pipe, so code in this process cannot take back what was counted: the
counters of a user's search are compared with it by the parent. Only workers with user code have a
tally; elsewhere `current` returns None.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

EXPANDED, GENERATED = b"e", b"g"

_write: Callable[[bytes], object] | None = None


def open_tally(handle: int) -> None:
    """Write all further marks of this process to an open pipe."""
    global _write
    _write = partial(os.write, handle)


def current() -> Callable[[bytes], object] | None:
    """Return the function that writes marks; None if this process has no tally."""
    return _write


class MarkCount:
    """The marks that a process has written, counted by its parent."""

    def __init__(self) -> None:
        self.expanded = self.generated = 0

    def add(self, marks: bytes) -> None:
        """Count marks."""
        self.expanded += marks.count(EXPANDED)
        self.generated += marks.count(GENERATED)
