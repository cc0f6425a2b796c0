"""Limits and deadlines: how much a computation may use, and how it is stopped.

A search is limited by its `Run`; all other computations are limited by a `Deadline`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from math import inf

from masume.core.system.clock import PREPARE, Clock
from masume.errors import BadOption

_LONG = 0.1  # seconds after which `Deadline.later` is called


class Stop(Enum):
    """The reason why a computation ended early."""

    NODES = "nodes"
    SECONDS = "seconds"
    MEMORY = "memory"
    SIZE = "size"  # the remaining work would have been too large
    INTERRUPTED = "interrupted"  # stopped from outside


@dataclass(frozen=True)
class Limit:
    """The resources that a computation may use; None is no limit.

    A run that reaches a limit ends with `Status.LIMIT`. Raise BadOption for a negative limit.
    """

    nodes: int | None = None  # expansions
    seconds: float | None = None  # processor time; on the wall clock see `Clock`
    states: int | None = None  # states stored at the same time
    megabytes: int | None = None  # memory of the stored states, by an upper estimate of their size

    @property
    def of_engine(self) -> Limit:
        """The limits that apply to the exact engine, which has no nodes and stores no states."""
        return Limit(seconds=self.seconds, megabytes=self.megabytes)

    def __post_init__(self) -> None:
        for item in fields(self):
            most = getattr(self, item.name)
            is_number = isinstance(most, int | float) and not isinstance(most, bool)
            if most is not None and not (is_number and most >= 0):  # also rejects nan
                raise BadOption(f"{item.name}={most!r:.40} is invalid; use None or a number from 0")


_UNLIMITED = Limit()


class LimitReached(Exception):
    """Raised inside a computation to end it; its caller turns it into a result."""

    def __init__(self, reason: str, stopped: Stop) -> None:
        super().__init__(reason)
        self.stopped = stopped


class Deadline:
    """The time limit of a computation, and a way to stop it from outside.

    The computation calls `check` regularly, which raises LimitReached when the time is up or
    another thread has called `stop`. The clock starts now, unless a running one is passed.

    Raise BadOption for a limit that a deadline cannot enforce: nodes and states, and megabytes
    unless `memory` is set and the computation calls `check_memory`.
    """

    def __init__(
        self, limit: Limit | None = None, *, memory: bool = False, clock: Clock | None = None
    ) -> None:
        self.limit = limit or _UNLIMITED
        for name in ("nodes", "states") if memory else ("nodes", "states", "megabytes"):
            if getattr(self.limit, name) is not None:
                raise BadOption(f"a limit in {name} is not supported here; limit the seconds")
        self.clock = clock or Clock(self.limit.seconds)
        if clock is None:
            self.clock.begin(PREPARE)
        self.stopped = ""  # the reason, after `stop`
        self.later: Callable[[], None] | None = None  # called once, if the computation takes long

    @property
    def seconds(self) -> float:
        """The processor time since the clock was started."""
        return self.clock.seconds

    def stop(self, reason: str = "interrupted") -> None:
        """Make the next `check` raise; safe to call from signal handlers and other threads."""
        self.stopped = reason

    def check(self) -> None:
        """Raise LimitReached if the time is up or `stop` was called."""
        if self.stopped:
            raise LimitReached(self.stopped, Stop.INTERRUPTED)
        if self.clock.is_late():
            raise LimitReached(f"{self.limit.seconds:g} s used", Stop.SECONDS)
        if self.later is not None and self.clock.wall > _LONG:
            todo, self.later = self.later, None
            todo()

    def check_memory(self, used: int) -> None:
        """Raise LimitReached if more bytes are used than the limit in megabytes allows."""
        most = self.limit.megabytes
        if most is not None and used > most << 20:
            raise LimitReached(f"about {most:,} MB used", Stop.MEMORY)


def or_infinite(limit: float | None) -> float:
    """Return the limit, or infinity if it is None."""
    return inf if limit is None else limit
