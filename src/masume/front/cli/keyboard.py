"""Read single keys from a terminal without Enter, and restore its settings afterwards."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

_NAMES = {"\x1b[C": "right", "\x1bOC": "right", "\x1b[D": "left", "\x1bOD": "left"}


class WatchEnded(Exception):
    """Raised when the viewer ends the replay."""


# Returns the next key, or "" if none is pressed within so many seconds (None: wait).
KeySource: TypeAlias = Callable[[float | None], str]


@contextmanager
def terminal_keys() -> Iterator[KeySource | None]:
    """Yield the key source of standard input, or None if it is not a terminal."""
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
        yield lambda seconds: _read_key(number, seconds)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _read_key(number: int, seconds: float | None) -> str:
    """Return the next key of a terminal, or "" after `seconds` without one."""

    from select import select

    ready, _, _ = select([number], [], [], seconds)
    if not ready:
        return ""
    text = os.read(number, 16).decode(errors="replace")
    if not text:  # the terminal was closed
        return "q"
    return _NAMES.get(text, text[0])
