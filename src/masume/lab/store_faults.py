"""What can go wrong with a file of results, in words for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from masume.errors import MasumeError


class StoreError(MasumeError):
    """Results that cannot be read or written; says what is safe and what to do."""


class Locked(StoreError):
    """Somebody else is writing the results."""


@contextmanager
def faults_in_words(path: Path) -> Iterator[None]:
    """What DuckDB complains of, in words for people."""
    import duckdb

    try:
        yield
    except duckdb.Error as fault:
        if holder := re.search(r"PID (\d+)", str(fault)):
            message = f"{path} is being written by process {holder[1]}; wait for it, or stop it"
            raise Locked(message) from fault
        raise StoreError(describe(path, " ".join(str(fault).split()))) from fault


_NO_ROOM = ("No space left", "File too large", "disk space")
_DAMAGED = ("valid DuckDB database", "orrupt", "checksum", "read enough bytes")


def describe(path: Path, line: str) -> str:
    """What a line of DuckDB or of the system means, and what to do."""
    if any(sign in line for sign in _NO_ROOM):
        return f"{path}: there is no room left to write; free some and run again, nothing is lost"
    if any(sign in line for sign in _DAMAGED):
        damage = f"{path} is damaged or not a file of results ({line[:120]}); it was left as it is"
        return f"{damage}; masume study salvage makes a new one of what can be read"
    return f"{path}: {line[:300]}"
