"""Files and folders that are never seen half written.

Every file that masume writes for a user goes through here (`tests/test_writes.py` checks it).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO


@contextmanager
def whole_file(path: Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Open a file that takes its name only when the block ends without an exception.

    Otherwise the old file stays. The data is written to a temporary file in the same folder, synced
    to the disk if `durable`, and renamed. What is no regular file (a pipe, /dev/null) is written to
    directly. An OSError names `path`.
    """
    given, path = path, Path(os.path.realpath(path))  # a symbolic link stays one
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as out:
                yield out
            return
        handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix="~")
        try:
            with os.fdopen(handle, "wb") as out:
                yield out
                out.flush()
                if durable:
                    os.fsync(out.fileno())
            os.chmod(fresh, path.stat().st_mode if path.exists() else 0o666 & ~_umask())
            os.replace(fresh, path)
        except BaseException:
            Path(fresh).unlink(missing_ok=True)
            raise
    except OSError as fault:
        if fault.filename is None or str(fault.filename).endswith("~"):
            fault.filename = str(given)
        raise


@contextmanager
def whole_text(path: Path, *, errors: str = "strict") -> Iterator[TextIO]:
    """Open a text file in UTF-8 as `whole_file` does."""
    with whole_file(path) as out:
        text = TextIOWrapper(out, encoding="utf-8", errors=errors)
        yield text
        text.detach()


def write_whole(path: Path, text: str, *, durable: bool = True) -> None:
    """Write all of a text, or, if that fails, leave the old one.

    >>> write_whole(Path(tempfile.mkdtemp()) / "notes.txt", "all or nothing")
    """
    with whole_file(path, durable=durable) as out:
        out.write(text.encode("utf-8"))


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder that replaces `path` when the block ends without an exception.

    Otherwise the old folder stays.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.", suffix="~") as work:
        made = Path(work) / "new"
        made.mkdir()
        yield made
        old = Path(work) / "old"
        if path.exists():
            os.replace(path, old)
        try:
            os.replace(made, path)
        except OSError:
            if old.exists():
                os.replace(old, path)
            raise


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
