"""Limits: how much some work may use, and the clock that is asked whether to stop.

A search has its own counters (`core/search/run.py`); everything else is watched by a `Deadline`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from math import inf

from masume.core.system.clock import PREPARE, Clock
from masume.errors import BadOption

_LONG = 0.1  # seconds


class Stop(Enum):
    """What ended some work before it was done."""

    NODES = "nodes"
    SECONDS = "seconds"
    MEMORY = "memory"
    SIZE = "size"  # what was left to do would have been too large
    INTERRUPTED = "interrupted"  # somebody did not want to wait for it


@dataclass(frozen=True)
class Limit:
    """How much a run may use; None is no limit. Reaching one ends the run with `Status.LIMIT`."""

    nodes: int | None = None  # expansions
    seconds: float | None = None  # of the processor, and on the wall
    states: int | None = None  # stored at once
    megabytes: int | None = None  # the same, by a careful estimate of their size

    @property
    def of_engine(self) -> Limit:
        """What of it holds for the exact engine, which has no nodes and stores no states."""
        return Limit(seconds=self.seconds, megabytes=self.megabytes)

    def __post_init__(self) -> None:
        for one in fields(self):
            most = getattr(self, one.name)
            number = isinstance(most, int | float) and not isinstance(most, bool)
            if most is not None and not (number and most >= 0):  # nan is not
                raise BadOption(f"{one.name}={most!r:.40} is no limit: a number from 0, or None")


class LimitReached(Exception):
    """Ends some work from inside it; whoever began it turns this into a result."""

    def __init__(self, reason: str, stopped: Stop) -> None:
        super().__init__(reason)
        self.stopped = stopped


class Deadline:
    """Has a clock for work that is no search, and can interrupt any work from outside.

    `check` raises LimitReached when time is up or somebody has called `stop`. A limit that would
    not be kept is refused; only the lists of solutions have one in megabytes. A clock that is
    handed in goes already: it counts what came before, too.
    """

    def __init__(
        self, limit: Limit | None = None, *, memory: bool = False, clock: Clock | None = None
    ) -> None:
        self.limit = limit or Limit()
        for name in ("nodes", "states") if memory else ("nodes", "states", "megabytes"):
            if getattr(self.limit, name) is not None:
                raise BadOption(f"this keeps no limit in {name}; limit the seconds instead")
        self.clock = clock or Clock(self.limit.seconds)
        if clock is None:
            self.clock.begin(PREPARE)
        self.stopped = ""  # why, once somebody has stopped it
        self.later: Callable[[], None] | None = None  # to be done once if it takes long

    @property
    def seconds(self) -> float:
        """Of the processor, since the beginning."""
        return self.clock.seconds

    def stop(self, reason: str = "interrupted") -> None:
        """Let the next check end the work; signal handlers and other threads may call it."""
        self.stopped = reason

    def check(self) -> None:
        """To be called now and then by whoever works."""
        if self.stopped:
            raise LimitReached(self.stopped, Stop.INTERRUPTED)
        if self.clock.is_late():
            raise LimitReached(f"{self.limit.seconds:g} s used", Stop.SECONDS)
        if self.later is not None and self.clock.wall > _LONG:
            todo, self.later = self.later, None
            todo()

    def check_memory(self, used: int) -> None:
        """The same for bytes that are held."""
        most = self.limit.megabytes
        if most is not None and used > most << 20:
            raise LimitReached(f"about {most:,} MB used", Stop.MEMORY)


def or_endless(limit: float | None) -> float:
    """A limit as a number to compare with."""
    return inf if limit is None else limit
