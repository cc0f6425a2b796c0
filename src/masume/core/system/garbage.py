"""Collect cyclic garbage less often while a search allocates nodes, which form no cycles.

Each collection looks at all young objects; a search makes millions that live until its end.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_YOUNG = 100_000  # new objects until a collection; 700 by default
_lock = Lock()
_users = 0
_threshold = gc.get_threshold()


@contextmanager
def rare_collections() -> Iterator[None]:
    """Raise the threshold of the garbage collector; the last of several threads restores it."""
    global _users, _threshold
    with _lock:
        if _users == 0:
            _threshold = gc.get_threshold()
            if 0 < _threshold[0] < _YOUNG:
                gc.set_threshold(_YOUNG, *_threshold[1:])
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                gc.set_threshold(*_threshold)
