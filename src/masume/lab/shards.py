"""A second copy of all results: JSON files beside the database, with a checksum for each line.

Damage to a shard affects single lines only, so `salvage` can rebuild results from the shards and
the readable part of the database. A line is written before the transaction of its rows: shards may
hold a run twice, but never miss one that the database has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO
from zlib import crc32

if TYPE_CHECKING:
    from masume.lab.store import Record

_LARGEST = 16_000_000  # characters of a shard
_KEPT = ("meta", "boards", "machines", "generated", "not_tried", "runs", "traces")


def shards_of(path: Path) -> Path:
    """Return the folder of the shards of a results file."""
    return path.with_name(f"{path.name}.shards")


class Shards:
    """Appends rows to shards; each session begins a new file."""

    def __init__(self, path: Path) -> None:
        self._folder = shards_of(path)
        self._file: TextIO | None = None
        self._size = 0

    @property
    def exists(self) -> bool:
        """Whether an earlier session has written shards."""
        return self._folder.exists()

    def write(self, table: str, rows: str) -> None:
        """Append rows of a table, given as JSON, as one line."""
        if table not in _KEPT:
            return
        if self._file is None or self._size > _LARGEST:
            self.close()
            self._folder.mkdir(exist_ok=True)
            last = max((int(shard.stem) for shard in self._folder.glob("[0-9]*.jsonl")), default=0)
            path = self._folder / f"{last + 1:06}.jsonl"
            self._file, self._size = path.open("x", encoding="utf-8"), 0
        line = f'{{"table": "{table}", "rows": {rows}}}'
        self._file.write(f"{crc32(line.encode()):08x} {line}\n")
        self._file.flush()  # now it survives the end of this process
        self._size += len(line)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def read_shards(path: Path, damaged: list[str]) -> Iterator[tuple[str, list[Record]]]:
    """Yield the table and the rows of each intact line, oldest first.

    The places of lines with a wrong checksum are added to `damaged`.
    """
    for shard in sorted(shards_of(path).glob("[0-9]*.jsonl")):
        with shard.open("rb") as file:
            for number, line in enumerate(file, 1):
                checksum, _, text = line.rstrip(b"\n").partition(b" ")
                if checksum == b"%08x" % crc32(text):
                    line_data = json.loads(text)
                    yield line_data["table"], line_data["rows"]
                else:
                    damaged.append(f"{shard.name}, line {number}")
