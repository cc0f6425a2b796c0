"""Errors of results files, with messages for users."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from masume.errors import MasumeError


class StoreError(MasumeError):
    """Results cannot be read or written."""


class Locked(StoreError):
    """Another process is writing the results."""


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translate DuckDB's errors into StoreError or Locked."""
    import duckdb

    try:
        yield
    except duckdb.Error as fault:
        if holder := re.search(r"PID (\d+)", str(fault)):
            message = f"{path} is being written by process {holder[1]}; wait for it or stop it"
            raise Locked(message) from fault
        raise StoreError(describe(path, " ".join(str(fault).split()))) from fault


_NO_ROOM = ("No space left", "File too large", "disk space")
_DAMAGED = ("valid DuckDB database", "orrupt", "checksum", "read enough bytes")


def describe(path: Path, line: str) -> str:
    """Return a message for an error of DuckDB or of the system, with a remedy."""
    if any(sign in line for sign in _NO_ROOM):
        return f"{path}: no space left on the disk; free some and run again (no result is lost)"
    if any(sign in line for sign in _DAMAGED):
        return (
            f"{path}: damaged, or not a results file ({line[:120]}); masume study salvage builds a "
            "new file from what can be read"
        )
    return f"{path}: {line[:300]}"
