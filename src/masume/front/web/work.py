"""What the server's workers are asked for, and the ways in which a task fails by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from masume.errors import MasumeError, MissingExtra

if TYPE_CHECKING:
    from masume.work.queue import WorkerQueue


class TaskRefused(Exception):
    """The task itself says in one line what is wrong with the request."""


class TaskMissing(TaskRefused):
    """Extras are missing; the text begins with what they are for."""

    def __init__(self, text: str, extras: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.extras = tuple(extras)

    @property
    def purpose(self) -> str:
        """What it is missing for."""
        return str(self).partition(":")[0]


class TaskUnreadable(Exception):
    """Says in one line why a file cannot be looked at, without where it is."""


class TaskBroken(Exception):
    """A fault of masume's own came up over this request; the worker goes on."""

    @classmethod
    def by(cls, bug: Exception) -> TaskBroken:
        """In one line."""
        return cls(f"a bug in masume ({type(bug).__name__}: {bug})")


TASK_CODES = {TaskRefused: 400, TaskMissing: 400, TaskUnreadable: 409, TaskBroken: 500}
"""What HTTP calls them."""


_MANY = ("search",)  # tasks that yield thousands of small things
_SECONDS, _MOST = 0.03, 200  # of them go through the pipe together


def task_queue(workers: int, most_waiting: int, wait_seconds: float) -> WorkerQueue:
    """Workers for the functions of `masume.front.web.tasks`."""
    from masume.work.queue import WorkerQueue  # workers come here too, and need no asyncio

    module = "masume.front.web.tasks"
    return WorkerQueue(answers, workers, most_waiting, wait_seconds, module=module)


def answers(task: str, *args: object) -> Iterator[object]:
    """In the worker: what a task returns or yields."""
    from masume.front.web.tasks import TASKS

    try:
        answer = TASKS[task](*args)
        if isinstance(answer, Iterator):
            yield from _together(answer) if task in _MANY else answer
        else:
            yield answer
    except MissingExtra as fault:
        raise TaskMissing(str(fault), fault.extras) from None
    except MasumeError as fault:
        raise TaskRefused(str(fault)) from None
    except TaskUnreadable as fault:
        raise TaskUnreadable(str(fault)) from None
    except (MemoryError, RecursionError):
        raise TaskRefused("the board is too large for this") from None
    except Exception as bug:
        raise TaskBroken.by(bug) from bug


def failed_line(error: str) -> dict[str, str]:
    """The last of some lines, if a fault has ended them."""
    return {"end": "failed", "error": error}


def lines_text(value: object) -> str:
    """What a task has yielded as a line of JSON; or several, if they have come together.

    A text is such a line already: films are made as text.
    """
    values = value if isinstance(value, list) else [value]
    return "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in values)


def _together(values: Iterator[object]) -> Iterator[object]:
    """Lists of what comes in quick succession: each message takes longer than such a thing."""
    batch: list[object] = []
    sent = 0.0
    try:
        for value in values:
            batch.append(value)
            if len(batch) >= _MOST or perf_counter() - sent > _SECONDS:
                yield batch
                batch, sent = [], perf_counter()
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch
