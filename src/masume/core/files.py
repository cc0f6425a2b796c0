"""Files that are never seen half written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str, *, durable: bool = False) -> None:
    """Write all of a file, or, if that fails, leave the old one; durable: through to the disk.

    >>> write_whole(Path(tempfile.mkdtemp()) / "notes.txt", "all or nothing")
    """
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix="~")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            if durable:
                out.flush()
                os.fsync(out.fileno())
        os.chmod(fresh, 0o666 & ~_umask())  # as any other file, not for us alone
        os.replace(fresh, path)
    except BaseException:
        Path(fresh).unlink(missing_ok=True)
        raise


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
