"""Build a new results file from the readable parts of a damaged one and its shards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from masume.lab.schema import KEYS, TABLES
from masume.lab.shards import read_shards, shards_of
from masume.lab.store import Record, Store, json_value
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store

_ROWS = 10_000  # read at a time


@dataclass(frozen=True)
class Salvaged:
    """The number of salvaged runs, and what could not be read."""

    runs: int
    unreadable: tuple[str, ...]  # tables of the old file
    damaged: tuple[str, ...]  # lines of the shards


def salvage(path: Path, to: Path) -> Salvaged:
    """Write everything readable to a new file; the old one is not changed."""
    if not path.exists() and not shards_of(path).exists():
        raise StoreError(f"{path}: not found, nor {shards_of(path).name}; nothing to salvage")
    for place in (to, shards_of(to)):
        if place.exists():
            raise StoreError(f"{place} exists already; name another file")
    try:
        with TemporaryDirectory(dir=to.parent, prefix=f".{to.name}.", suffix="~") as work:
            new = Path(work) / to.name
            salvaged = _salvage(path, new)
            os.replace(shards_of(new), shards_of(to))
            os.replace(new, to)
    except OSError as fault:
        raise StoreError(f"{to}: cannot be written: {fault.strerror}") from fault
    return salvaged


def _salvage(path: Path, to: Path) -> Salvaged:
    """Copy all readable rows of the shards and of the old file to a new file."""
    damaged: list[str] = []
    unreadable: list[str] = []
    with open_store(to, write=True) as new:
        new.start_shards()
        for table, rows in read_shards(path, damaged):
            _copy_rows(new, table, rows)
        for table in TABLES:
            try:
                for rows in _read_table(path, table):
                    _copy_rows(new, table, rows)
            except StoreError:
                unreadable.append(table)
        (runs,) = new.query_row("SELECT count(*) FROM runs")
    return Salvaged(runs, tuple(unreadable), tuple(damaged))


def _copy_rows(new: Store, table: str, rows: list[Record]) -> None:
    """Store rows of a table; newer rows replace older ones of the same key."""
    if table == "meta":
        new.set_meta(**{row["key"]: row["value"] for row in rows})
        return
    key = KEYS.get(table)
    unique = {row[key]: row for row in rows}.values() if key else rows
    if key:  # the last row of a repeated run counts
        with new.transaction():
            new.delete(table, key, [row[key] for row in unique])
    with new.transaction():
        new.add(table, ({name: json_value(value) for name, value in row.items()} for row in unique))


def _read_table(path: Path, table: str) -> Iterator[list[Record]]:
    """Yield the rows of a table until an unreadable one raises StoreError."""
    if not path.exists():
        return
    with open_store(path) as old:
        yield from old.query_batches(f"SELECT * FROM {table}", _ROWS)
