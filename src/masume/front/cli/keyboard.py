"""Single keys of a terminal, without waiting for the Enter key; the terminal is left as it was."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

_NAMES = {"\x1b[C": "right", "\x1bOC": "right", "\x1b[D": "left", "\x1bOD": "left"}


class WatchEnded(Exception):
    """Whoever watches does not want to see more."""


class KeySource(Protocol):
    """Where keys come from."""

    def __call__(self, seconds: float | None) -> str:
        """The next key; nothing if none is pressed in so many seconds (None: wait for one)."""


@contextmanager
def terminal_keys() -> Iterator[KeySource | None]:
    """The keys of the terminal that is standard input; None where there is none."""
    try:
        import termios
        import tty
    except ImportError:  # not a Unix
        yield None
        return
    if not sys.stdin.isatty():
        yield None
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)  # Ctrl-C still interrupts
        yield lambda seconds: _next(number, seconds)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _next(number: int, seconds: float | None) -> str:
    from select import select

    ready, _, _ = select([number], [], [], seconds)
    if not ready:
        return ""
    text = os.read(number, 16).decode(errors="replace")
    if not text:  # the terminal has gone
        return "q"
    return _NAMES.get(text, text[0])
