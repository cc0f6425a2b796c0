"""Handling of Ctrl-C that records the signal as well as raising KeyboardInterrupt.

Python prints and drops an exception raised inside a weak-reference callback, which the import
system uses. Code that must not continue after Ctrl-C checks `received`.
"""

from __future__ import annotations

import signal
from types import FrameType

received: list[int] = []  # signal numbers


def raise_interrupt(number: int, _frame: FrameType | None) -> None:
    """Handle a signal: record it and raise KeyboardInterrupt."""
    received.append(number)
    raise KeyboardInterrupt


def allow_interrupts() -> None:
    """Make Ctrl-C raise KeyboardInterrupt from now on, unless it is ignored."""
    received.clear()
    if callable(signal.getsignal(signal.SIGINT)):  # ignored in background jobs
        signal.signal(signal.SIGINT, raise_interrupt)
