"""The progress of a study, and the file beside its results that other processes read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic
from typing import TypedDict

from masume.core.system.files import write_atomically
from masume.lab.log import StoreError, progress_path

_INTERVAL = 0.2  # seconds between two writes of the progress file


@dataclass
class Progress:
    """The progress of a study."""

    doing: str = "boards"  # or runs, or features
    total: int = 0
    before: int = 0  # done in earlier sessions
    done: int = 0  # in this session
    statuses: dict[str, int] = field(default_factory=dict)
    not_generated: Sequence[str] = ()  # the reason for each board that could not be generated
    kills: int = 0  # processes killed from outside; their runs were repeated
    outdated: int = 0  # stored runs of older sources
    damaged: int = 0  # unreadable lines of the results
    machines: set[str] = field(default_factory=set)  # ids of those described in this session
    began: float = field(default_factory=monotonic)

    @property
    def rate(self) -> float:
        """Runs per second."""
        return self.done / max(1e-9, monotonic() - self.began)

    @property
    def left(self) -> float | None:
        """The estimated seconds until the end; None before the first run has ended."""
        remaining = self.total - self.before - self.done
        return remaining / self.rate if self.done else None


ProgressCallback = Callable[[Progress], None]


class SavedProgress(TypedDict):
    """The contents of a progress file."""

    doing: str
    process: int  # its id
    total: int
    done: int
    rate: float
    left: float | None


@contextmanager
def progress_file(results: Path, on_progress: ProgressCallback) -> Iterator[ProgressCallback]:
    """Yield a callback that passes the progress on, and writes it to a file beside the results.

    It is written at most every `_INTERVAL` seconds.
    """
    path = progress_path(results)
    last, doing = -inf, ""

    def write(progress: Progress) -> None:
        nonlocal last, doing
        now = monotonic()
        if now - last < _INTERVAL and progress.doing == doing:
            return
        last, doing = now, progress.doing
        try:
            write_atomically(path, json.dumps(_values(progress)), durable=False)
        except OSError as fault:
            raise StoreError(
                f"{path}: cannot be written: {fault.strerror}; solve this and run the study "
                "again (results so far are kept)"
            ) from fault

    def report(progress: Progress) -> None:
        on_progress(progress)
        write(progress)

    write(Progress())  # replaces the file of a killed process
    try:
        yield report
    finally:
        path.unlink(missing_ok=True)


def _values(progress: Progress) -> SavedProgress:
    """Return the contents of the progress file."""
    return {
        "doing": progress.doing,
        "process": os.getpid(),
        "total": progress.total,
        "done": progress.before + progress.done,
        "rate": progress.rate,
        "left": progress.left,
    }


def read_progress(path: Path) -> SavedProgress | None:
    """Read the progress file of a results file; return None if there is none or it is replaced."""
    try:
        now: SavedProgress = json.loads(progress_path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return now
