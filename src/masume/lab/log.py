"""The file of results: JSON lines, appended by one process.

A line holds one record and a checksum of the rest of the line,
`{"check":"1a2b3c4d","run":{"key":"…","status":"solved",…}}`, and is written as soon as its run has
ended. A line cut off by a crash or a full disk is removed by the next process that writes; a line
damaged later is left out and reported, and its run is repeated. Readers need no lock.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TypeAlias
from zlib import crc32

from masume.errors import MasumeError

Values: TypeAlias = Mapping[str, object]

SUFFIX = ".jsonl"
_FORMAT = {"format": 1}
_SYNC_SECONDS = 1.0  # the most that a power failure loses
_LOCK_TRIES, _LOCK_SECONDS = 20, 0.05  # a reader that looks whether a study runs is quicker
_BODY = len('{"check":"12345678",')


class StoreError(MasumeError):
    """Results cannot be read or written."""


class Locked(StoreError):
    """Another process is writing the results."""


class Log:
    """A results file that this process appends to."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._size = _intact_size(handle)
        os.ftruncate(handle, self._size)
        self._synced = monotonic()
        if not self._size:
            self.append("masume_study", _FORMAT)

    def append(self, kind: str, record: Values) -> None:
        """Write a record; raise StoreError if that fails, and remove what was written of it."""
        text = json.dumps({kind: record}, ensure_ascii=False, separators=(",", ":"))
        body = text[1:].encode("utf-8", "replace")  # file names may contain lone surrogates
        line = b'{"check":"%08x",%s\n' % (crc32(body), body)
        try:
            done = 0
            while done < len(line):
                done += os.write(self._handle, line[done:])
            self._size += len(line)
            if monotonic() - self._synced > _SYNC_SECONDS:
                self.sync()
        except OSError as fault:
            with suppress(OSError):
                os.ftruncate(self._handle, self._size)
            raise StoreError(describe_fault(self.path, str(fault))) from fault

    def sync(self) -> None:
        """Write everything to the disk; raise StoreError if the file was removed meanwhile."""
        os.fsync(self._handle)
        self._synced = monotonic()
        if not os.fstat(self._handle).st_nlink:
            raise StoreError(
                f"{self.path} was removed while the study ran, and the results with it; run it "
                "again"
            )


@contextmanager
def open_log(path: Path) -> Iterator[Log]:
    """Open a results file for appending, and create it if it does not exist.

    Raise Locked if another process writes it, and StoreError if it is another sort of file.
    """
    if path.exists() and path.stat().st_size:
        read_lines(path, lambda *_: None)  # a file that is no results file stays as it is
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as fault:
        raise StoreError(describe_fault(path, str(fault.strerror))) from fault
    try:
        for left in reversed(range(_LOCK_TRIES)):
            if lock(handle, shared=False):
                break
            if not left:
                raise Locked(f"{path} is being written by {_writer(path)}; wait for it or stop it")
            sleep(_LOCK_SECONDS)
        log = Log(path, handle)
        yield log
        log.sync()
    finally:
        os.close(handle)


def progress_path(path: Path) -> Path:
    """Return the path of the progress file of a results file."""
    return path.with_name(path.name + ".progress")


def _writer(path: Path) -> str:
    """Name the process that writes a results file, if its progress file does."""
    with suppress(OSError, ValueError):
        return f"process {int(json.loads(progress_path(path).read_bytes())['process'])}"
    return "another process"


def lock(handle: int, *, shared: bool) -> bool:
    """Lock a file until it is closed; return whether that succeeded."""
    try:
        import fcntl
    except ImportError:  # Windows, where a study runs in one process anyway
        return True
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _intact_size(handle: int) -> int:
    """Return the size of a file without its unfinished last line."""
    size = os.fstat(handle).st_size
    while size:
        start = max(0, size - (1 << 16))
        end = os.pread(handle, size - start, start).rfind(b"\n")
        if end >= 0:
            return start + end + 1
        size = start
    return 0


def read_lines(path: Path, take: Callable[[int, str, bytes], None]) -> list[int]:
    """Call `take` with the number, kind and JSON of each intact line; return the other numbers.

    Raise StoreError if no line is intact or the file has another format.
    """
    damaged, intact = [], 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break  # it is being written, or was cut off
                body = line[_BODY:-1]
                if line[:_BODY] != b'{"check":"%08x",' % crc32(body):
                    damaged.append(number)
                    continue
                intact += 1
                kind, _, content = body[1:-1].partition(b'":')
                if kind == b"masume_study" and json.loads(content) != _FORMAT:
                    raise StoreError(
                        f"{path} was written by another version of masume; use that version, or "
                        "name another file"
                    )
                take(number, kind.decode("ascii", "replace"), content)
    except OSError as fault:
        raise StoreError(describe_fault(path, str(fault))) from fault
    if not intact:
        raise StoreError(f"{path}: not a results file, or nothing of it is intact; name another")
    return damaged


_NO_ROOM = re.compile("No space left|File too large|disk space")


def describe_fault(path: Path, line: str) -> str:
    """Return a message for an error of DuckDB or of the system, with a remedy."""
    if _NO_ROOM.search(line):
        return f"{path}: no space left on the disk; free some and run again (no result is lost)"
    return f"{path}: {line[:300]}"
