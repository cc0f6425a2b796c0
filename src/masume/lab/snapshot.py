"""Open results for reading, as a copy if a study is writing them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from masume.lab.store import Store
from masume.lab.store_faults import Locked, StoreError
from masume.lab.store_files import open_store

_TRIES = 20
_PAUSE = 0.1  # seconds between two tries


@contextmanager
def open_results(path: Path) -> Iterator[Store]:
    """Open results for reading; if a study is writing them, open a copy of the committed rows.

    `is_running` of the store tells whether it is a copy. Raise Locked if no copy can be made.
    """
    try:
        with open_store(path) as store:
            yield store
        return
    except Locked as locked:
        fault = locked
    with TemporaryDirectory(prefix="masume-") as folder:
        _copy(path, Path(folder), fault)
        with open_store(Path(folder) / path.name) as store:
            store.path, store.is_running = path, True
            yield store


def _copy(path: Path, folder: Path, fault: Locked) -> None:
    """Copy the database and its write-ahead log consistently.

    DuckDB appends to the log and changes the database only at checkpoints, so the copies belong
    together if the database has not changed while they were made.
    """
    for _ in range(_TRIES):
        try:
            before = path.stat()
            for file in path.parent.glob(f"{path.name}*"):
                if file.name == path.name or ".wal" in file.name:
                    shutil.copyfile(file, folder / file.name)
            after = path.stat()
            if (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size):
                with open_store(folder / path.name):
                    return
        except (FileNotFoundError, StoreError):  # a checkpoint, or no tables yet
            pass
        for file in folder.iterdir():
            file.unlink()
        sleep(_PAUSE)
    raise Locked(f"{fault}, or try again: no results can be read yet") from fault
