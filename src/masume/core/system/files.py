"""Atomic writes: files and folders that are replaced as a whole or not at all.

Every file that masume writes for a user is written with these functions; `tests/test_writes.py`
checks that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from typing import IO, TYPE_CHECKING, TextIO

if TYPE_CHECKING:  # imported where used: most commands write no file
    from pathlib import Path


@contextmanager
def atomic_file(path: Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Open a file for writing that replaces `path` if the block ends without an exception.

    Otherwise the old file stays. The data is written to a temporary file in the same folder, synced
    to the disk if `durable`, and renamed. If `path` is not a regular file (a pipe, /dev/null), it
    is written directly. An OSError names `path`.
    """
    import tempfile
    from pathlib import Path

    given, path = path, Path(os.path.realpath(path))  # keep symbolic links
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
def atomic_text_file(path: Path, *, errors: str = "strict") -> Iterator[TextIO]:
    """Open a UTF-8 text file for writing that replaces `path` like `atomic_file`."""
    with atomic_file(path) as out:
        text = TextIOWrapper(out, encoding="utf-8", errors=errors)
        yield text
        text.detach()


def write_atomically(path: Path, text: str, *, durable: bool = True) -> None:
    """Replace the contents of a file by a text, or keep the old file if that fails.

    >>> import tempfile
    >>> from pathlib import Path
    >>> write_atomically(Path(tempfile.mkdtemp()) / "notes.txt", "all or nothing")
    """
    with atomic_file(path, durable=durable) as out:
        out.write(text.encode("utf-8"))


@contextmanager
def atomic_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder that replaces `path` when the block ends without an exception.

    Otherwise the old folder stays.
    """
    import tempfile
    from pathlib import Path

    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.", suffix="~") as work:
        new = Path(work) / "new"
        new.mkdir()
        yield new
        old = Path(work) / "old"
        if path.exists():
            os.replace(path, old)
        try:
            os.replace(new, path)
        except OSError:
            if old.exists():
                os.replace(old, path)
            raise


def _umask() -> int:
    umask = os.umask(0)  # it can only be read by setting it
    os.umask(umask)
    return umask


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a reproducible ZIP archive."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name), files[name], ZIP_DEFLATED, 9)
    return buffer.getvalue()
