"""Clock: the processor time of a task, divided into parts, and its wall-clock time.

Results are compared by processor time, which does not depend on the load of the machine. The wall
clock is limited too, because a sleeping process uses no processor time.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter, process_time

PREPARE, TABLES, SEARCH, PROOF = "prepare", "tables", "search", "proof"
_SLACK = 2.0  # on a busy machine, the allowed ratio of wall-clock to processor time
_MOMENT = 1.0  # and the seconds allowed in addition
_SOONEST = 0.001  # the least seconds between two full checks of a limit


class Clock:
    """A stopwatch for processor and wall-clock time; it stops at `pause`.

    `most` is the limit in seconds. In a process that is `alone` with its task, as in the lab, the
    limit is one of processor time, child processes included, and the wall clock has some slack
    because other processes may delay it. Elsewhere a user is waiting, so the limit holds for both.
    `children` returns the processor time of everything that the task has started; without it, that
    of the children that have ended and were waited for.
    """

    def __init__(
        self,
        most: float | None = None,
        *,
        alone: bool = False,
        children: Callable[[], float] | None = None,
    ) -> None:
        self.parts: dict[str, float] = {}  # processor seconds by part
        self.most = inf if most is None else most
        self._most_wall = self.most * _SLACK + _MOMENT if alone else self.most
        self._children = children or (_children_clock() if alone else lambda: 0.0)
        self._children_until = self._children()  # the children's time at the last pause
        self._part = ""
        self._going = False
        self._used = self._wall = 0.0  # totals at the last pause
        self._used_from = self._wall_from = 0.0  # the readings when it was last started
        self.due = inf  # the perf_counter reading at which a limit can be reached

    @property
    def seconds(self) -> float:
        """The processor time so far."""
        return self._used + (self._processor() - self._used_from if self._going else 0.0)

    def _processor(self) -> float:
        return process_time() + self._children()

    @property
    def wall(self) -> float:
        """The wall-clock time so far."""
        return self._wall + (perf_counter() - self._wall_from if self._going else 0.0)

    def begin(self, part: str) -> None:
        """Start counting for this part, after pausing the current one."""
        self._stop_at(now := self._processor())
        self._part, self._going = part, True
        self._used_from, self._wall_from = now, perf_counter()
        self._look_again(self._used, self._wall)

    def resume(self) -> None:
        """Continue the part that was paused."""
        self.begin(self._part)

    def pause(self) -> None:
        """Stop counting; do nothing if the clock is stopped."""
        if self._going:
            self._stop_at(self._processor())

    def _stop_at(self, processor: float) -> None:
        """Stop counting at a reading of the processor time; do nothing if the clock is stopped."""
        if self._going:
            used, self._wall = self._used + processor - self._used_from, self.wall
            self.parts[self._part] = self.parts.get(self._part, 0.0) + used - self._used
            self._used, self._going = used, False
            self._children_until = self._children()

    def count_children(self) -> None:
        """Add the time of child processes that were reaped since the last pause."""
        late = self._children() - self._children_until
        self._children_until += late
        self._used += late
        if self._part:
            self.parts[self._part] = self.parts.get(self._part, 0.0) + late

    def is_late(self) -> bool:
        """Return whether the limit is reached; cheap enough to call after every step.

        One thread cannot use more processor time than wall-clock time. Until the limit could be
        reached by that bound, only the wall clock is read, which is ten times faster.
        """
        if perf_counter() < self.due:
            return False
        if self.has_overrun():
            return True
        self._look_again(self.seconds, self.wall)
        return False

    def has_overrun(self) -> bool:
        """Return whether the limit is reached, by exact readings of both clocks."""
        if self.most == inf:  # reading the processor time takes microseconds
            return False
        return self.seconds >= self.most or self.wall >= self._most_wall

    def _look_again(self, used: float, wall: float) -> None:
        left = min(self.most - used, self._most_wall - wall)
        self.due = perf_counter() + (max(left, _SOONEST) if left > 0 else 0.0)


def _children_clock() -> Callable[[], float]:
    """Return a function that returns the processor time of finished child processes."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # Windows
        return lambda: 0.0

    def processor_time() -> float:
        usage = getrusage(RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    return processor_time
