"""A new file of results from whatever a damaged one and its shards still tell."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from masume.lab.schema import KEYS, TABLES
from masume.lab.shards import read_shards, shards_of
from masume.lab.store import Record, Store, plain
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store

_ROWS = 10_000  # at once


@dataclass(frozen=True)
class Salvaged:
    """What came out."""

    runs: int
    unreadable: tuple[str, ...]  # tables of the old file
    damaged: tuple[str, ...]  # lines of the shards


def salvage(path: Path, to: Path) -> Salvaged:
    """Write to a new file what can be read; the old one is left as it is."""
    if not path.exists() and not shards_of(path).exists():
        raise StoreError(f"there is neither {path} nor {shards_of(path).name}; nothing to salvage")
    for place in (to, shards_of(to)):
        if place.exists():
            raise StoreError(f"{place} is there already, it was left as it is; name another file")
    try:
        with TemporaryDirectory(dir=to.parent, prefix=f".{to.name}.", suffix="~") as work:
            made = Path(work) / to.name
            salvaged = _salvage(path, made)
            os.replace(shards_of(made), shards_of(to))
            os.replace(made, to)
    except OSError as fault:
        raise StoreError(f"{to}: cannot be written: {fault.strerror}") from fault
    return salvaged


def _salvage(path: Path, to: Path) -> Salvaged:
    damaged: list[str] = []
    unreadable: list[str] = []
    with open_store(to, write=True) as new:
        new.keep_copy()
        for table, rows in read_shards(path, damaged):
            _keep(new, table, rows)
        for table in TABLES:
            try:
                for rows in _readable(path, table):
                    _keep(new, table, rows)
            except StoreError:
                unreadable.append(table)
        (runs,) = new.one("SELECT count(*) FROM runs")
    return Salvaged(runs, tuple(unreadable), tuple(damaged))


def _keep(new: Store, table: str, rows: list[Record]) -> None:
    if table == "meta":
        new.note(**{row["key"]: row["value"] for row in rows})
        return
    key = KEYS.get(table)
    unique = {row[key]: row for row in rows}.values() if key else rows
    if key:  # of a run that was done again the last one counts
        with new.transaction():
            new.drop(table, key, [row[key] for row in unique])
    with new.transaction():
        new.add(table, ({name: plain(value) for name, value in row.items()} for row in unique))


def _readable(path: Path, table: str) -> Iterator[list[Record]]:
    """The rows of a table of the old file, as long as they can be read."""
    if not path.exists():
        return
    with open_store(path) as old:
        yield from old.each(f"SELECT * FROM {table}", _ROWS)
