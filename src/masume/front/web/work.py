"""What the server's workers are asked for, and the ways in which a task fails by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from masume.errors import MasumeError

if TYPE_CHECKING:
    from masume.work.queue import WorkerQueue


class TaskRefused(Exception):
    """The task itself says in one line what is wrong with the request."""


class TaskUnreadable(Exception):
    """Says in one line why a file cannot be looked at, without where it is."""


class TaskBroken(Exception):
    """A fault of masume's own came up over this request; the worker goes on."""


def task_queue(workers: int, most_waiting: int) -> WorkerQueue:
    """Workers for the functions of `masume.front.web.tasks`."""
    from masume.work.queue import WorkerQueue  # workers come here too, and need no asyncio

    return WorkerQueue(answers, workers, most_waiting, module="masume.front.web.tasks")


def answers(task: str, *args: object) -> Iterator[object]:
    """In the worker: what a task yields."""
    from masume.front.web.tasks import TASKS

    try:
        yield from TASKS[task](*args)
    except MasumeError as fault:
        raise TaskRefused(str(fault)) from None
    except TaskUnreadable as fault:
        raise TaskUnreadable(str(fault)) from None
    except (MemoryError, RecursionError):
        raise TaskRefused("the board is too large for this") from None
    except Exception as bug:
        raise TaskBroken(f"{type(bug).__name__}: {bug}") from bug
