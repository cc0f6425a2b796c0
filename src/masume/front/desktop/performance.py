"""The performance test: measure several searches on one board, with a table and a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from masume.api.searches import SearchSpec
from masume.core.search.events import Status
from masume.formats.plain import Board
from masume.front.desktop.look import Pen
from masume.front.desktop.performance_table import MEASURES, PerformanceTable, SearchRow
from masume.front.desktop.screen import BACK, CHOOSE, Screen
from masume.front.desktop.tasks import Measurement, measure_searches
from masume.front.desktop.watch import WatchScreen
from masume.work.worker import Background

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_STATUS_TEXT = {
    Status.SOLVED: "solved",
    Status.EXHAUSTED: "no solution",
    Status.STUCK: "gave up",
    Status.LIMIT: "limit",
}
_ORDER = (*_STATUS_TEXT, None)


class Performance(Screen):
    """Runs the searches in a worker process and shows the results as they arrive."""

    keys = (
        ("Left, Right", "change the measure"),
        ("Up, Down", "select a search"),
        ("Return", "watch the search"),
        ("Escape, Backspace", "stop the test; then back"),
        ("Mouse", "click a column to sort, a search to watch it"),
    )

    def __init__(self, app: App, board: Board, specs: list[SearchSpec], seconds: float) -> None:
        super().__init__(app)
        self.title = f"Performance · {board.name or board.kind.title}"
        self.board = board
        self.specs = specs
        self.seconds = seconds
        self.measure = "expanded"
        self.at = 0
        self.rows = [Measurement(number, None) for number in range(len(specs))]
        self.order = list(range(len(specs)))
        self.running: int | None = None
        self.aborted = False
        names = [spec.names for spec in specs]
        self.worker = Background(measure_searches, board.puzzle, names, seconds)
        self._table = PerformanceTable()

    @property
    def foot(self) -> str:  # type: ignore[override]
        """The available keys."""
        if not self.worker.ended:
            return f"Escape: stop the test · limit {self.seconds:g} s per search · F1: keys"
        return "Left, Right: measure · Return: watch the search · Backspace: back · F1: keys"

    @property
    def done(self) -> int:
        """The number of finished searches."""
        return sum(row.status is not None for row in self.rows)

    def on_close(self) -> None:
        """Stop the worker."""
        self._stop()

    def _stop(self) -> None:
        self.worker.stop()
        self.running = None

    def update(self) -> bool:
        """Take in results of the worker."""
        if self.worker.ended:
            return False
        news = self.worker.news()
        for row in news:
            self.rows[row.number] = row
            self.running = row.number if row.status is None else None
        if self.worker.ended:
            if self.done < len(self.rows):
                self.app.notify("The worker process died; the remaining searches were not run.")
                self.aborted = True
            self._stop()
            self._sort()
            return True
        return bool(news)

    def _sort(self) -> None:
        """Sort by outcome, then by the current measure."""
        chosen = self.order[self.at]
        self.order.sort(key=self._rank)
        self.at = 0 if not self.aborted and self.at == 0 else self.order.index(chosen)

    def _rank(self, number: int) -> tuple[int, float]:
        row = self.rows[number]
        return _ORDER.index(row.status), getattr(row.metrics, self.measure)

    # Keys and mouse

    def handle(self, event: pygame.event.Event) -> None:
        """React to a key or the mouse."""
        if event.type == pygame.KEYDOWN:
            self._key(event.key)
        elif event.type == pygame.MOUSEMOTION:
            line = self._table.line(event.pos)
            self.at = self.at if line is None else line
        elif event.type == pygame.MOUSEWHEEL:
            self.at = max(0, min(len(self.order) - 1, self.at - event.y))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._leave()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if (measure := self._table.head(event.pos)) is not None:
                self._show(measure)
            elif (line := self._table.line(event.pos)) is not None:
                self.at = line
                self._watch()

    def _key(self, key: int) -> None:
        """Handle a key."""
        if key in BACK:
            self._leave()
        elif key in (pygame.K_UP, pygame.K_DOWN):
            self.at = (self.at + (1 if key == pygame.K_DOWN else -1)) % len(self.order)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_TAB):
            names = list(MEASURES)
            step = -1 if key == pygame.K_LEFT else 1
            self._show(names[(names.index(self.measure) + step) % len(names)])
        elif key in CHOOSE:
            self._watch()

    def _leave(self) -> None:
        if self.worker.ended:
            self.app.back()
            return
        self._stop()
        self.aborted = True
        self._sort()
        self.app.notify(f"Stopped after {self.done} of {len(self.rows)} searches.")

    def _show(self, measure: str) -> None:
        self.measure = measure
        if self.worker.ended:
            self._sort()

    def _watch(self) -> None:
        if not self.worker.ended:
            self.app.notify("The test is still running; Escape: stop it.")
        else:
            self.app.push(WatchScreen(self.app, self.board, self.specs[self.order[self.at]]))

    # Drawing

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw a row for each search: name, outcome, counters and a bar."""
        foot = pen.height("small") * 2 + pen.px(8)
        area = pygame.Rect(box.left, box.top, box.width, box.height - foot)
        lines = [
            SearchRow(self.specs[n].algorithm_spec, self.result(n), self.rows[n], self.running == n)
            for n in self.order
        ]
        self._table.draw(pen, area, lines, self.at, self.measure)
        words = pygame.Rect(box.left, area.bottom + pen.px(4), box.width, foot)
        pygame.draw.line(pen.surface, pen.colours.line, words.topleft, words.topright)
        words.top += pen.px(4)
        pen.wrap(self.summary(), words, size="small")

    def result(self, number: int) -> str:
        """Return the status of a search in one or two words."""
        row = self.rows[number]
        if row.status is not None:
            return _STATUS_TEXT[row.status]
        if number == self.running:
            return "searching …"
        if not self.worker.ended:
            return "queued"
        return "stopped" if row.metrics.expanded else "not run"

    def summary(self) -> str:
        """Return the details of the selected search and the progress of the test."""
        spec = self.specs[self.order[self.at]]
        row = self.rows[self.order[self.at]]
        h = f"heuristic {spec.heuristic_name}" if spec.heuristic_name else "no heuristic"
        cost = f" · cost {row.cost:,}" if row.cost is not None else ""
        reason = f" · {row.reason}" if row.reason else ""
        details = f"{spec.algorithm_spec}: space {spec.space_spec} · {h}{cost}{reason}"
        statuses = [row.status for row in self.rows]
        solved, proved = statuses.count(Status.SOLVED), statuses.count(Status.EXHAUSTED)
        outcome = (
            f"{proved} proved that there is no solution" if proved else f"{solved} solved the board"
        )
        progress = f"{self.done} of {len(self.rows)} searches finished, {outcome}"
        return f"{details}\n{progress}; limit {self.seconds:g} s each."
