"""Running tasks in workers, and the exceptions by which tasks fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from masume.errors import MasumeError, MissingExtra
from masume.front.web.operations import find_operation, load_operations
from masume.front.web.records import FailedLine, Record, json_text

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

_BATCH_SECONDS, _BATCH_SIZE = 0.03, 200  # per message


def task_queue(workers: int, most_waiting: int, wait_seconds: float) -> WorkerQueue:
    """Return a queue of workers for operations and the tasks of `study_tasks`."""
    from masume.work.queue import WorkerQueue  # imported late: workers do not need asyncio

    return WorkerQueue(run_task, workers, most_waiting, wait_seconds, prepare=load_operations)


def run_task(task: str, *args: object) -> Iterator[object]:
    """Yield the answer of an operation, or the result of another task.

    An object is yielded as JSON, a stream as chunks of lines of JSON. Errors become the exceptions
    of this module.
    """
    try:
        answer = _find_function(task)(*args)
        if isinstance(answer, Iterator):
            yield from _batch_lines(answer)
        else:
            yield json_text(answer) if isinstance(answer, Record) else answer
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


def _find_function(task: str) -> Callable[..., object]:
    """Return the function of a task."""
    if (operation := find_operation(task)) is not None:
        return operation.function
    if task == "open":
        from masume.front.web.games import open_game

        return open_game
    from masume.front.web import study_tasks

    return study_tasks.TASKS[task]


def failed_line(error: str) -> str:
    """Return the last line of a failed stream."""
    return json_text(FailedLine(end="failed", error=error)) + "\n"


def _batch_lines(values: Iterator[Record | str]) -> Iterator[str]:
    """Yield values as lines of JSON; texts are JSON already.

    Texts that arrive in quick succession are joined, as a message costs more than a value.
    """
    batch = ""
    count = 0
    sent = 0.0
    try:
        for value in values:
            batch += f"{value if isinstance(value, str) else json_text(value)}\n"
            count += 1
            is_due = count >= _BATCH_SIZE or perf_counter() - sent > _BATCH_SECONDS
            if is_due or not isinstance(value, str):
                yield batch
                batch, count, sent = "", 0, perf_counter()
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch
