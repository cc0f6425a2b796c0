"""The one clock of everything that is compared: processor time in parts, and the time on the wall.

Processor time does not depend on what else the machine does. The wall binds too, or whoever sleeps
would have all the time in the world.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter, process_time

PREPARE, TABLES, SEARCH, PROOF = "prepare", "tables", "search", "proof"
_SLACK = 2.0  # on a busy machine a second of the processor may take so many on the wall,
_MOMENT = 1.0  # and that many seconds more
_SOONEST = 0.001  # seconds until a limit that is nearly reached is looked at again


class Clock:
    """Counts while a part is going on; between `pause` and `begin` or `resume` it stands still.

    A process `alone` with its work, as those of the lab are, may be kept waiting by others for as
    long again, and what its children use is its own. Elsewhere somebody waits, by the wall.
    """

    def __init__(self, most: float | None = None, *, alone: bool = False) -> None:
        self.parts: dict[str, float] = {}  # processor seconds by what they went to
        self.most = inf if most is None else most
        self._most_wall = self.most * _SLACK + _MOMENT if alone else self.most
        self._children = _of_children() if alone else lambda: 0.0
        self._children_until = 0.0  # what they had used at the last pause
        self._part = ""
        self._going = False
        self._used = self._wall = 0.0  # until the last pause
        self._used_from = self._wall_from = 0.0  # since then
        self._due = inf  # when a limit may be reached, as perf_counter tells it

    @property
    def seconds(self) -> float:
        """Processor time so far."""
        return self._used + (self._processor() - self._used_from if self._going else 0.0)

    def _processor(self) -> float:
        return process_time() + self._children()

    @property
    def wall(self) -> float:
        """Time on the wall so far."""
        return self._wall + (perf_counter() - self._wall_from if self._going else 0.0)

    def begin(self, part: str) -> None:
        """What comes now belongs to this part."""
        self.pause()
        self._part, self._going = part, True
        self._used_from, self._wall_from = self._processor(), perf_counter()
        self._look_again(self._used, self._wall)

    def resume(self) -> None:
        """Go on with the part that was interrupted."""
        self.begin(self._part)

    def pause(self) -> None:
        """What comes now is not counted."""
        if self._going:
            used, self._wall = self.seconds, self.wall
            self.parts[self._part] = self.parts.get(self._part, 0.0) + used - self._used
            self._used, self._going = used, False
            self._children_until = self._children()

    def count_children(self) -> None:
        """Add what children have used that were reaped since the last pause."""
        late = self._children() - self._children_until
        self._children_until += late
        self._used += late
        if self._part:
            self.parts[self._part] = self.parts.get(self._part, 0.0) + late

    def is_late(self) -> bool:
        """Whether the limit is reached; made to be asked after every step.

        One thread cannot use more of the processor than passes on the wall: until then only the
        wall is looked at, which takes a tenth of the time.
        """
        if perf_counter() < self._due:
            return False
        if self.overran():
            return True
        self._look_again(self.seconds, self.wall)
        return False

    def overran(self) -> bool:
        """The same, looked at closely: for the verdict."""
        return self.seconds >= self.most or self.wall >= self._most_wall

    def _look_again(self, used: float, wall: float) -> None:
        left = min(self.most - used, self._most_wall - wall)
        self._due = perf_counter() + (max(left, _SOONEST) if left > 0 else 0.0)


def _of_children() -> Callable[[], float]:
    """Return a function for the processor time of the children that have ended."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # Windows
        return lambda: 0.0

    def used() -> float:
        theirs = getrusage(RUSAGE_CHILDREN)
        return theirs.ru_utime + theirs.ru_stime

    return used
