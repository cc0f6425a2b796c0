"""A film of a running search, computed step by step, with a bounded number of pictures."""

from __future__ import annotations

import threading
from collections import deque
from copy import copy
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import perf_counter

from masume.api.boards import changed_cells
from masume.api.searches import SearchSpec
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Event, Expanded, Node, Status
from masume.core.search.journal import Journal
from masume.core.search.result import Metrics
from masume.core.search.run import Run
from masume.core.search.space import Guarded
from masume.core.system.limits import Limit, LimitReached, Stop
from masume.errors import MasumeError
from masume.front.desktop.tasks import MEGABYTES

KEPT = 3000  # pictures in memory
_EXHAUSTED = "Search space exhausted: no solution."
HEAD = 8  # nodes of the open list to show


@dataclass(frozen=True)
class FilmPicture:
    """The state of a search after one step."""

    # The expanded node, or the nearest one at the end.
    node: Node = field(default_factory=lambda: Node(None))
    position: Position | None = None  # None: that of the node
    metrics: Metrics = field(default_factory=Metrics)
    frontier: int = 0
    stored: int = 0
    note: str = ""  # the reason for a restart, or the outcome
    head: tuple[Node, ...] = ()  # the first nodes of the open list, in order


class FilmPlayback:
    """The pictures of a search; `at` is the number of the current one.

    The search runs in a thread, on demand, since one step may take seconds on a large board and
    must not block the window.
    """

    def __init__(
        self, spec: SearchSpec, puzzle: Puzzle, *, kept: int = KEPT, seed: int = 0
    ) -> None:
        self.spec = spec
        self.puzzle = puzzle
        self.at = 0
        self.total = 0  # pictures received so far
        self.due = 0.0  # requested steps that are not shown yet
        self.ended = False  # the search is over; `at` may still be before the end
        self._pictures: deque[FilmPicture] = deque(maxlen=kept)
        self._run: Run | None = None
        self._fault: Exception | None = None
        self._closed = False
        # The thread passes pictures through a queue; other attributes belong to the window.
        self._queue: SimpleQueue[tuple[FilmPicture, bool]] = SimpleQueue()  # (picture, is last)
        self._most = 0.0  # the number of pictures to compute
        self._go = threading.Event()
        self._add(FilmPicture(position=spec.kind.start(puzzle), note="The board to begin with."))
        threading.Thread(target=self._work, args=(seed,), daemon=True).start()

    @property
    def first(self) -> int:
        """The number of the oldest picture in memory."""
        return self.total - len(self._pictures)

    @property
    def last(self) -> int:
        """The number of the newest picture."""
        return self.total - 1

    @property
    def is_at_end(self) -> bool:
        """Whether the current picture is the end of the search."""
        return self.ended and self.at == self.last

    @property
    def picture(self) -> FilmPicture:
        """The current picture."""
        return self._pictures[self.at - self.first]

    @property
    def position(self) -> Position:
        """The position of the current picture."""
        picture = self.picture
        if picture.position is not None:
            return picture.position
        assert self._run is not None  # it expanded the node
        return self._run.space.position(picture.node.state)

    @property
    def changed(self) -> list[Cell]:
        """The cells changed by the last move."""
        parent = self.picture.node.parent
        if parent is None or self._run is None or self.picture.note:
            return []
        return changed_cells(self.puzzle, self._run.space.position(parent.state), self.position)

    @property
    def h_trace(self) -> list[float]:
        """The values of h of all nodes so far."""
        return list(self._run.metrics.h_trace) if self._run else []

    def go(self, to: int) -> None:
        """Go to an existing picture and cancel requested steps."""
        self.due = 0.0
        self.at = max(self.first, min(self.last, to))

    def update(self, budget: float) -> bool:
        """Advance by the requested steps for at most `budget` seconds; return whether it moved."""
        before, end = self.at, perf_counter() + budget
        while self.due >= 1 and not self.is_at_end:
            if self.at < self.last:
                step = int(min(self.due, self.last - self.at))
                self.at += step
                self.due -= step
            elif (remaining := end - perf_counter()) <= 0 or not self._receive(remaining):
                break
        self._most = 0.0
        if self.is_at_end:
            self.due = 0.0
        if self._fault is not None:
            raise self._fault
        return self.at != before

    def _receive(self, seconds: float) -> bool:
        """Receive pictures from the thread; return whether there were any."""
        self._most = self.total + self.due
        self._go.set()
        try:
            self._add(*self._queue.get(timeout=seconds))
            while not self._queue.empty() and self.last - self.at < self.due:
                self._add(*self._queue.get())
        except Empty:
            return False
        return True

    def _add(self, picture: FilmPicture, is_end: bool = False) -> None:
        self._pictures.append(picture)
        self.total += 1
        self.ended = is_end
        skipped = max(0, self.first - self.at)  # pictures dropped from memory before being shown
        self.at += skipped
        self.due = max(0.0, self.due - skipped)

    def close(self) -> None:
        """Stop the search, even within an expansion."""
        self._closed = True
        self._go.set()
        if self._run is not None and isinstance(self._run.space, Guarded):
            self._run.space.check = _raise_stopped

    # In the thread

    def _work(self, seed: int) -> None:
        start = self.spec.kind.start(self.puzzle)
        try:
            self._search(seed)
        except MasumeError as fault:
            self._queue.put((FilmPicture(position=start, note=f"Cannot search: {fault}."), True))
        except Exception as fault:
            self._fault = fault  # raised in the window's thread

    def _search(self, seed: int) -> None:
        """Run the search; compute pictures while they are requested."""
        limit = Limit(megabytes=MEGABYTES)
        run = self._run = self.spec.run(self.puzzle, limit=limit, seed=seed, journal=Journal())
        picture, total = FilmPicture(position=self.spec.kind.start(self.puzzle)), 1
        while True:
            while total >= self._most and not self._closed:
                self._go.wait()
                self._go.clear()
            if self._closed:
                run.close()
                return
            event = next(run, None)
            if event is None:
                self._queue.put((self._final_frame(run), True))
                return
            picture = self._frame_of(run, event, picture)
            self._queue.put((picture, False))
            total += 1

    def _frame_of(self, run: Run, event: Event, before: FilmPicture) -> FilmPicture:
        """Return the picture of an event."""
        metrics = copy(run.metrics)
        if not isinstance(event, Expanded):
            note = f"Restart: {event.reason}."
            return FilmPicture(before.node, before.position, metrics, note=note)
        head = tuple(run.journal.first_waiting(HEAD)) if run.journal is not None else ()
        return FilmPicture(event.node, None, metrics, event.frontier, event.stored, head=head)

    def _final_frame(self, run: Run) -> FilmPicture:
        """Return the picture of the result."""
        result = run.result()
        node = result.best
        why = f"No solution: {result.reason}." if result.reason else _EXHAUSTED
        outcomes = {
            Status.SOLVED: "Solved.",
            Status.EXHAUSTED: why,
            Status.STUCK: "Gave up: no further move.",
            Status.LIMIT: f"Stopped: {result.reason}.",
        }
        nearest = self.spec.kind.start(self.puzzle) if node is None else result.nearest
        position = nearest if result.answer is None else result.answer
        note = outcomes[result.status]
        counts = run.frontier, run.stored
        return FilmPicture(node or Node(None), position, result.metrics, *counts, note)


def _raise_stopped() -> None:
    raise LimitReached("film closed", Stop.INTERRUPTED)
