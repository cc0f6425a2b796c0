"""A search that is watched: made step by step, with a bounded memory of what was seen."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import perf_counter

from masume.api.boards import changed_cells
from masume.api.searches import SearchSpec
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Event, Expanded, Node, Status
from masume.core.search.journal import Journal
from masume.core.search.run import Run
from masume.core.search.space import Guarded
from masume.core.system.limits import Limit, LimitReached, Stop
from masume.errors import MasumeError
from masume.front.desktop.tasks import MEGABYTES

KEPT = 3000  # pictures to go back to
HEAD = 8  # waiting nodes that are told


@dataclass(frozen=True)
class FilmPicture:
    """What there is to see after one step of a search."""

    state: Hashable  # None: a Position is given instead
    position: Position | None = None
    move: object = None
    depth: int = 0
    g: float = 0
    h: float | None = None
    expanded: int = 0
    generated: int = 0
    frontier: int = 0
    stored: int = 0
    round: int = 1
    seconds: float = 0.0
    note: str = ""  # why the search began anew, or how it ended
    before: Hashable = None  # the state that the move was made in
    head: tuple[Node, ...] = ()  # who waits next, in order


class Film:
    """The pictures of a search; `at` is the number of the one that is looked at.

    The search itself goes on in a thread, and only as far as it is wanted: one step of it may take
    seconds on a large board, and the window must not wait for it.
    """

    def __init__(
        self, spec: SearchSpec, puzzle: Puzzle, *, kept: int = KEPT, seed: int = 0
    ) -> None:
        self.spec = spec
        self.puzzle = puzzle
        self.at = 0
        self.made = 0  # pictures since the beginning
        self.due = 0.0  # steps that are wanted and not yet seen
        self.ended = False  # the search is over; there may still be pictures to come to
        self._pictures: deque[FilmPicture] = deque(maxlen=kept)
        self._run: Run | None = None
        self._fault: Exception | None = None
        self._closed = False
        # Pictures come from the thread through a queue; all else here is the window's alone.
        self._queue: SimpleQueue[tuple[FilmPicture, bool]] = SimpleQueue()  # whether it is the end
        self._most = 0.0  # how many pictures the thread may make
        self._go = threading.Event()
        self._add(FilmPicture(None, spec.kind.start(puzzle), note="The board to begin with."))
        threading.Thread(target=self._work, args=(seed,), daemon=True).start()

    @property
    def first(self) -> int:
        """The number of the oldest picture that is still there."""
        return self.made - len(self._pictures)

    @property
    def last(self) -> int:
        """The number of the newest picture."""
        return self.made - 1

    @property
    def over(self) -> bool:
        """Whether the end is looked at."""
        return self.ended and self.at == self.last

    @property
    def picture(self) -> FilmPicture:
        """The one that is looked at."""
        return self._pictures[self.at - self.first]

    @property
    def position(self) -> Position:
        """Its board."""
        picture = self.picture
        position = picture.position
        if picture.state is not None and self._run is not None:
            position = self._run.space.position(picture.state)
        assert position is not None  # each picture has a position or a state
        return position

    @property
    def changed(self) -> list[Cell]:
        """The cells that its last move has changed."""
        before = self.picture.before
        if before is None or self._run is None:
            return []
        return changed_cells(self.puzzle, self._run.space.position(before), self.position)

    @property
    def h_trace(self) -> list[float]:
        """h of the nodes so far."""
        return list(self._run.metrics.h_trace) if self._run else []

    def go(self, to: int) -> None:
        """Look at another picture that is there; nothing more is wanted then."""
        self.due = 0.0
        self.at = max(self.first, min(self.last, to))

    def update(self, budget: float) -> bool:
        """Look at the pictures that are due, as many as are made in so many seconds."""
        before, end = self.at, perf_counter() + budget
        while self.due >= 1 and not self.over:
            if self.at < self.last:
                step = int(min(self.due, self.last - self.at))
                self.at += step
                self.due -= step
            elif (left := end - perf_counter()) <= 0 or not self._wait(left):
                break
        self._most = 0.0
        if self.over:
            self.due = 0.0
        if self._fault is not None:
            raise self._fault
        return self.at != before

    def _wait(self, seconds: float) -> bool:
        """Take in what the thread makes; whether it was anything."""
        self._most = self.made + self.due
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
        self.made += 1
        self.ended = is_end
        passed = max(0, self.first - self.at)  # pictures that are gone before they were looked at
        self.at += passed
        self.due = max(0.0, self.due - passed)

    def close(self) -> None:
        """Stop the search; in the middle of a step, if it has come to a large one."""
        self._closed = True
        self._go.set()
        if self._run is not None and isinstance(self._run.space, Guarded):
            self._run.space.check = _enough

    # In the thread

    def _work(self, seed: int) -> None:
        start = self.spec.kind.start(self.puzzle)
        try:
            self._search(seed)
        except MasumeError as fault:
            self._queue.put((FilmPicture(None, start, note=f"That cannot be: {fault}."), True))
        except Exception as fault:
            self._fault = fault  # for the window's thread, which can tell it

    def _search(self, seed: int) -> None:
        limit = Limit(megabytes=MEGABYTES)
        run = self._run = self.spec.run(self.puzzle, limit=limit, seed=seed, journal=Journal())
        picture, made = FilmPicture(None, self.spec.kind.start(self.puzzle)), 1
        while True:
            while made >= self._most and not self._closed:
                self._go.wait()
                self._go.clear()
            if self._closed:
                run.close()
                return
            event = next(run, None)
            if event is None:
                self._queue.put((self._ending(run), True))
                return
            picture = self._seen(run, event, picture)
            self._queue.put((picture, False))
            made += 1

    def _seen(self, run: Run, event: Event, before: FilmPicture) -> FilmPicture:
        metrics = run.metrics
        if not isinstance(event, Expanded):
            return FilmPicture(
                before.state,
                before.position,
                expanded=metrics.expanded,
                generated=metrics.generated,
                round=metrics.rounds,
                seconds=metrics.seconds,
                note=f"Begins anew: {event.reason}.",
            )
        node = event.node
        return FilmPicture(
            node.state,
            None,
            node.move,
            node.depth,
            node.g,
            node.h,
            metrics.expanded,
            metrics.generated,
            event.frontier,
            event.stored,
            metrics.rounds,
            metrics.seconds,
            before=None if node.parent is None else node.parent.state,
            head=tuple(run.journal.first_waiting(HEAD)) if run.journal is not None else (),
        )

    def _ending(self, run: Run) -> FilmPicture:
        result = run.result()
        metrics, node = result.metrics, result.best
        said = {
            Status.SOLVED: "Solved.",
            Status.EXHAUSTED: "Searched through: there is no solution."
            if not result.reason
            else f"No solution: {result.reason}.",
            Status.STUCK: "Gave up: it knows no way on from here.",
            Status.LIMIT: f"Stopped: {result.reason}.",
        }
        nearest = self.spec.kind.start(self.puzzle) if node is None else result.nearest
        return FilmPicture(
            None,
            nearest if result.answer is None else result.answer,
            node.move if node else None,
            node.depth if node else 0,
            node.g if node else 0,
            node.h if node else None,
            metrics.expanded,
            metrics.generated,
            run.frontier,
            run.stored,
            metrics.rounds,
            metrics.seconds,
            said[result.status],
        )


def _enough() -> None:
    raise LimitReached("nobody watches any more", Stop.INTERRUPTED)
