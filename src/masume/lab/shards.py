"""A second copy of all results: small files beside the database, with a checksum for each line.

One damage cannot take more than a line here, or the database there; `salvage` makes a new file of
whatever either of them still tells. A line is written before the database has its rows, so the
copy may tell a run twice, but never lacks one that the database has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO
from zlib import crc32

if TYPE_CHECKING:
    from masume.lab.store import Record

_LARGEST = 16_000_000  # characters; then another shard is begun
_KEPT = ("meta", "boards", "machines", "made", "not_tried", "runs", "traces")


def shards_of(path: Path) -> Path:
    """The folder of the copy of a file of results."""
    return path.with_name(f"{path.name}.shards")


class Shards:
    """Where rows are noted as they are written; a driver begins a file of its own."""

    def __init__(self, path: Path) -> None:
        self._folder = shards_of(path)
        self._file: TextIO | None = None
        self._size = 0

    @property
    def are_there(self) -> bool:
        """Whether some of the rows have been noted before."""
        return self._folder.exists()

    def note(self, table: str, rows: str) -> None:
        """Rows of a table, as JSON in one line."""
        if table not in _KEPT:
            return
        if self._file is None or self._size > _LARGEST:
            self.close()
            self._folder.mkdir(exist_ok=True)
            last = max((int(one.stem) for one in self._folder.glob("[0-9]*.jsonl")), default=0)
            place = self._folder / f"{last + 1:06}.jsonl"
            self._file, self._size = place.open("x", encoding="utf-8"), 0
        line = f'{{"table": "{table}", "rows": {rows}}}'
        self._file.write(f"{crc32(line.encode()):08x} {line}\n")
        self._file.flush()  # from here on it survives the end of this process
        self._size += len(line)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def read_shards(path: Path, damaged: list[str]) -> Iterator[tuple[str, list[Record]]]:
    """The tables and rows of all lines that are as they were written, oldest first.

    Of lines that do not fit their checksums the places are added to `damaged`.
    """
    for shard in sorted(shards_of(path).glob("[0-9]*.jsonl")):
        with shard.open("rb") as file:
            for number, line in enumerate(file, 1):
                checksum, _, text = line.rstrip(b"\n").partition(b" ")
                if checksum == b"%08x" % crc32(text):
                    noted = json.loads(text)
                    yield noted["table"], noted["rows"]
                else:
                    damaged.append(f"{shard.name}, line {number}")
