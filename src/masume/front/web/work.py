"""Running tasks in workers, and the exceptions by which tasks fail."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from masume.errors import MasumeError, MissingExtra

if TYPE_CHECKING:
    from masume.work.queue import WorkerQueue


class TaskRefused(Exception):
    """The request is invalid; the text says why in one line."""


class TaskNeedsExtras(TaskRefused):
    """Optional dependencies are missing; the text starts with their purpose."""

    def __init__(self, text: str, extras: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.extras = tuple(extras)


class TaskUnreadable(Exception):
    """A file cannot be read; the text says why, without its path."""


class TaskCrashed(Exception):
    """A bug in masume came up; the worker continues."""

    @classmethod
    def by(cls, bug: Exception) -> TaskCrashed:
        """Return the exception for a bug, in one line."""
        return cls(f"a bug in masume ({type(bug).__name__}: {bug})")


TASK_CODES = {TaskRefused: 400, TaskNeedsExtras: 400, TaskUnreadable: 409, TaskCrashed: 500}
"""The HTTP status of each."""

_BATCHED = ("search",)  # tasks that yield thousands of small values
_BATCH_SECONDS, _BATCH_SIZE = 0.03, 200  # per message


def task_queue(workers: int, most_waiting: int, wait_seconds: float) -> WorkerQueue:
    """Return a queue of workers for the functions of `masume.front.web.tasks`."""
    from masume.work.queue import WorkerQueue  # imported late: workers do not need asyncio

    module = "masume.front.web.tasks"
    return WorkerQueue(run_task, workers, most_waiting, wait_seconds, module=module)


def run_task(task: str, *args: object) -> Iterator[object]:
    """Yield the values of a task; its errors become the exceptions of this module."""
    from masume.front.web.tasks import TASKS

    try:
        answer = TASKS[task](*args)
        if isinstance(answer, Iterator):
            yield from _batch_values(answer) if task in _BATCHED else answer
        else:
            yield answer
    except MissingExtra as fault:
        raise TaskNeedsExtras(str(fault), fault.extras) from None
    except MasumeError as fault:
        raise TaskRefused(str(fault)) from None
    except TaskUnreadable as fault:
        raise TaskUnreadable(str(fault)) from None
    except (MemoryError, RecursionError):
        raise TaskRefused(
            "the board is too large: out of memory or stack; try a smaller one"
        ) from None
    except Exception as bug:
        raise TaskCrashed.by(bug) from bug


def failed_line(error: str) -> dict[str, str]:
    """Return the last line of a failed stream."""
    return {"end": "failed", "error": error}


def lines_text(value: object) -> str:
    """Format a value, or a batch of values, as lines of JSON.

    A string is such a line already: films are made as text.
    """
    values = value if isinstance(value, list) else [value]
    return "".join((v if isinstance(v, str) else json.dumps(v)) + "\n" for v in values)


def _batch_values(values: Iterator[object]) -> Iterator[object]:
    """Group values that arrive in quick succession; a message costs more than a value."""
    batch: list[object] = []
    sent = 0.0
    try:
        for value in values:
            batch.append(value)
            if len(batch) >= _BATCH_SIZE or perf_counter() - sent > _BATCH_SECONDS:
                yield batch
                batch, sent = [], perf_counter()
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch
