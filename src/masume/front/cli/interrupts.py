"""Ctrl-C: noted as well as raised, so that none is lost.

Python prints and drops an exception that is raised inside a callback of a weak reference, as the
import system uses them. What must not run on after a Ctrl-C asks `received`.
"""

from __future__ import annotations

import signal
from types import FrameType

received: list[int] = []  # the signals so far


def raise_interrupt(number: int, _frame: FrameType | None) -> None:
    """Handle a signal: note it and raise KeyboardInterrupt."""
    received.append(number)
    raise KeyboardInterrupt


def allow_interrupts() -> None:
    """Have Ctrl-C raise KeyboardInterrupt from now on, unless it is ignored."""
    received.clear()
    if callable(signal.getsignal(signal.SIGINT)):  # not ignored, as in the background
        signal.signal(signal.SIGINT, raise_interrupt)
