"""The performance test: several searches on one board, measured, as a chart and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from masume.api.searches import SearchSpec
from masume.core.search.events import Status
from masume.formats.plain import Board
from masume.front.desktop.look import Pen
from masume.front.desktop.performance_table import MEASURES, PerformanceTable, SearchRow
from masume.front.desktop.screen import BACK, CHOOSE, Screen
from masume.front.desktop.tasks import Measured, NamedSearch, measured
from masume.front.desktop.watch import WatchScreen
from masume.work.worker import Background

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_ORDER = (Status.SOLVED, Status.EXHAUSTED, Status.STUCK, Status.LIMIT, None)
_SAID = {
    Status.SOLVED: "solved",
    Status.EXHAUSTED: "no solution",
    Status.STUCK: "gave up",
    Status.LIMIT: "limit",
}


class Performance(Screen):
    """Runs the searches one after the other in a process of its own, and draws what comes."""

    keys = (
        ("Left, Right", "what the bars show"),
        ("Up, Down", "go to another search"),
        ("Return", "watch that search"),
        ("Escape, Backspace", "stop the test; then go back"),
        ("Mouse", "click a column, or a search to watch it"),
    )

    def __init__(self, app: App, board: Board, specs: list[SearchSpec], seconds: float) -> None:
        super().__init__(app)
        self.title = f"Performance · {board.name or board.kind.title}"
        self.board = board
        self.specs = specs
        self.seconds = seconds
        self.measure = "expanded"
        self.at = 0
        self.rows = [Measured(number, None) for number in range(len(specs))]
        self.order = list(range(len(specs)))
        self.under_way: int | None = None
        self.aborted = False
        ways = [
            NamedSearch(one.algorithm_spec, one.space_spec, one.heuristic_name) for one in specs
        ]
        self.worker: Background[Measured] | None = Background(measured, board.puzzle, ways, seconds)
        self._table = PerformanceTable()

    @property
    def foot(self) -> str:  # type: ignore[override]
        """What can be done now."""
        if self.worker is not None:
            return f"Escape: stop the test · each search may take {self.seconds:g} s · F1: keys"
        return (
            "Left, Right: another measure · Return: watch the search · Backspace: back · F1: keys"
        )

    @property
    def done(self) -> int:
        """How many searches have ended."""
        return sum(row.status is not None for row in self.rows)

    def closed(self) -> None:
        """Stop the work."""
        self._stop()

    def _stop(self) -> None:
        if self.worker is not None:
            self.worker.stop()
            self.worker = None
        self.under_way = None

    def update(self) -> bool:
        """Take in what has come."""
        if self.worker is None:
            return False
        news = self.worker.news()
        for row in news:
            self.rows[row.number] = row
            self.under_way = row.number if row.status is None else None
        if self.worker.ended:
            if self.done < len(self.rows):
                self.app.tell("The measuring process has died; the rest was not measured.")
                self.aborted = True
            self._stop()
            self._sort()
            return True
        return bool(news)

    def _sort(self) -> None:
        """Solved searches first, the cheapest first."""
        chosen = self.order[self.at]
        self.order.sort(key=self._rank)
        self.at = 0 if not self.aborted and self.at == 0 else self.order.index(chosen)

    def _rank(self, number: int) -> tuple[int, float]:
        row = self.rows[number]
        return _ORDER.index(row.status), getattr(row, self.measure)

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
        if self.worker is None:
            self.app.back()
            return
        self._stop()
        self.aborted = True
        self._sort()
        self.app.tell(f"Stopped: {self.done} of {len(self.rows)} searches are measured.")

    def _show(self, measure: str) -> None:
        self.measure = measure
        if self.worker is None:
            self._sort()

    def _watch(self) -> None:
        if self.worker is not None:
            self.app.tell("The test is still running; Escape stops it.")
        else:
            self.app.push(WatchScreen(self.app, self.board, self.specs[self.order[self.at]]))

    # Drawing

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """A line for each search: its name, how it ended, the numbers, and a bar."""
        foot = pen.height("small") * 2 + pen.px(8)
        area = pygame.Rect(box.left, box.top, box.width, box.height - foot)
        lines = [
            SearchRow(
                self.specs[n].algorithm_spec, self.result(n), self.rows[n], self.under_way == n
            )
            for n in self.order
        ]
        self._table.draw(pen, area, lines, self.at, self.measure)
        words = pygame.Rect(box.left, area.bottom + pen.px(4), box.width, foot)
        pygame.draw.line(pen.surface, pen.colours.line, words.topleft, words.topright)
        words.top += pen.px(4)
        pen.wrap(self.summary(), words, size="small")

    def result(self, number: int) -> str:
        """How a search ended, in a word or two."""
        row = self.rows[number]
        if row.status is not None:
            return _SAID[row.status]
        if number == self.under_way:
            return "searching …"
        if self.worker is not None:
            return "waits"
        return "stopped" if row.expanded else "not run"

    def summary(self) -> str:
        """The chosen search, and how far the test has come."""
        spec = self.specs[self.order[self.at]]
        row = self.rows[self.order[self.at]]
        h = f"heuristic {spec.heuristic_name}" if spec.heuristic_name else "no heuristic"
        cost = f" · cost {row.cost:,}" if row.cost is not None else ""
        reason = f" · {row.reason}" if row.reason else ""
        chosen = f"{spec.algorithm_spec}: space {spec.space_spec} · {h}{cost}{reason}"
        statuses = [one.status for one in self.rows]
        solved, proved = statuses.count(Status.SOLVED), statuses.count(Status.EXHAUSTED)
        outcome = f"{proved} proved that there is no solution" if proved else f"{solved} solved it"
        so_far = f"{self.done} of {len(self.rows)} searches ended, {outcome}"
        return f"{chosen}\n{so_far}; limit {self.seconds:g} s each."
