"""Files that are never seen half written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(path: Path, *, durable: bool = False) -> Iterator[IO[bytes]]:
    """A file to write into: all of it is there at the end, or, if that fails, the old one.

    durable: through to the disk.
    """
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix="~")
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
            if durable:
                out.flush()
                os.fsync(out.fileno())
        os.chmod(fresh, 0o666 & ~_umask())  # as any other file, not for us alone
        os.replace(fresh, path)
    except BaseException:
        Path(fresh).unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str, *, durable: bool = False) -> None:
    """Write all of a text, or, if that fails, leave the old one.

    >>> write_whole(Path(tempfile.mkdtemp()) / "notes.txt", "all or nothing")
    """
    with whole_file(path, durable=durable) as out:
        out.write(text.encode("utf-8"))


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
