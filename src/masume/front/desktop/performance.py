"""The performance test: several searches on one board, measured, as a chart and a table."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

import pygame

from masume.api import Plan
from masume.core.steps import Status
from masume.formats.plain import Board
from masume.front.desktop.look import Pen
from masume.front.desktop.screen import BACK, CHOOSE, Screen
from masume.front.desktop.tasks import Measured, Way, measured
from masume.front.desktop.watch import Watch
from masume.front.desktop.workers import Worker

if TYPE_CHECKING:
    from masume.front.desktop.app import App

MEASURES = {
    "expanded": "expanded",
    "generated": "generated",
    "stored": "stored",
    "seconds": "time",
}
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

    def __init__(self, app: App, board: Board, plans: list[Plan], seconds: float) -> None:
        super().__init__(app)
        self.title = f"Performance · {board.name or board.kind.title}"
        self.board = board
        self.plans = plans
        self.seconds = seconds
        self.measure = "expanded"
        self.at = 0
        self.rows = [Measured(number, None) for number in range(len(plans))]
        self.order = list(range(len(plans)))
        self.under_way: int | None = None
        self.aborted = False
        ways = [Way(one.algorithm_spec, one.space_spec, one.heuristic_name) for one in plans]
        self.worker: Worker | None = Worker(measured, board.puzzle, ways, seconds)
        self._lines: list[tuple[pygame.Rect, int]] = []
        self._heads: list[tuple[pygame.Rect, str]] = []
        self._first = 0

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
            self.at = self._under(event.pos, self.at)
        elif event.type == pygame.MOUSEWHEEL:
            self.at = max(0, min(len(self.order) - 1, self.at - event.y))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._leave()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for box, measure in self._heads:
                if box.collidepoint(event.pos):
                    self._show(measure)
                    return
            if (found := self._under(event.pos, -1)) >= 0:
                self.at = found
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
            self.app.push(Watch(self.app, self.board, self.plans[self.order[self.at]]))

    def _under(self, at: tuple[int, int], otherwise: int) -> int:
        return next((n for box, n in self._lines if box.collidepoint(at)), otherwise)

    # Drawing

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """A line for each search: its name, how it ended, the numbers, and a bar."""
        small, colours = pen.height("small"), pen.colours
        top = box.top + small + pen.px(6)
        foot = pen.height("small") * 2 + pen.px(8)
        step = pen.height("small") + pen.px(8)
        rows = max(1, (box.bottom - foot - top) // step)
        self._first = max(0, min(self._first, self.at), self.at - rows + 1)
        columns = self._columns(pen, box)
        self._draw_heads(pen, box, columns)
        self._lines = []
        for place, line in enumerate(range(self._first, min(len(self.order), self._first + rows))):
            area = pygame.Rect(box.left, top + place * step, box.width, step)
            self._draw_row(pen, area, line, columns)
            self._lines.append((area, line))
        told = pygame.Rect(box.left, box.bottom - foot + pen.px(4), box.width, foot)
        pygame.draw.line(pen.surface, colours.line, told.topleft, told.topright)
        told.top += pen.px(4)
        pen.wrap(self._summary(), told, size="small")

    def _columns(self, pen: Pen, box: pygame.Rect) -> dict[str, tuple[int, int]]:
        """Where each column begins and ends; the bars get what is left."""
        widths = {"name": 0.25, "result": 0.12, "expanded": 0.11, "generated": 0.11}
        widths |= {"stored": 0.1, "seconds": 0.1}
        if box.width < pen.px(700):  # too narrow for all: what is looked at, and two more
            shown = ("name", "result", "expanded", "seconds", self.measure)
            widths = {name: part * 1.3 for name, part in widths.items() if name in shown}
        found, x = {}, float(box.left)
        for name, part in widths.items():
            found[name] = (round(x), round(x + part * box.width) - pen.px(6))
            x += part * box.width
        return found | {"bar": (round(x) + pen.px(8), box.right)}

    def _draw_heads(self, pen: Pen, box: pygame.Rect, columns: dict[str, tuple[int, int]]) -> None:
        colours = pen.colours
        self._heads = []
        heads = {"name": "search", "result": "result", **MEASURES}
        for name, text in heads.items():
            if name not in columns:
                continue
            left, right = columns[name]
            shown = name == self.measure
            is_number = name in MEASURES
            pen.write(
                text,
                (right if is_number else left, box.top),
                size="small",
                bold=shown,
                colour=colours.accent if shown else colours.muted,
                align="right" if is_number else "left",
                width=right - left,
            )
            if is_number:
                area = pygame.Rect(left, box.top, right - left, pen.height("small"))
                self._heads.append((area, name))
        left, right = columns["bar"]
        text = f"{MEASURES[self.measure]}, log scale"
        pen.write(text, (left, box.top), size="small", colour=colours.accent, width=right - left)

    def _draw_row(
        self, pen: Pen, area: pygame.Rect, line: int, columns: dict[str, tuple[int, int]]
    ) -> None:
        number = self.order[line]
        row, plan, colours = self.rows[number], self.plans[number], pen.colours
        if line == self.at:
            pen.panel(area)
            mark = pygame.Rect(area.left - pen.px(6), area.top, pen.px(4), area.height)
            pen.panel(mark, colours.accent)
        y = area.top + pen.px(4)
        solved = row.status in (Status.SOLVED, Status.EXHAUSTED)
        ink = colours.ink if solved else colours.muted
        left, right = columns["name"]
        name = plan.algorithm_spec.replace("_", " ")
        pen.write(
            name, (left, y), size="small", colour=ink, bold=line == self.at, width=right - left
        )
        left, right = columns["result"]
        pen.write(self._result(number), (left, y), size="small", colour=ink, width=right - left)
        if row.status is None and number != self.under_way:
            return
        for measure in (name for name in MEASURES if name in columns):
            left, right = columns[measure]
            text = _figure(row, measure)
            bold = measure == self.measure
            pen.write(
                text,
                (right, y),
                size="small",
                colour=ink,
                align="right",
                width=right - left,
                bold=bold,
            )
        left, right = columns["bar"]
        width = round(max(2, self._length(row) * (right - left)))
        bar = pygame.Rect(left, area.top + pen.px(5), width, area.height - pen.px(10))
        if solved:
            pygame.draw.rect(pen.surface, colours.accent, bar, border_radius=pen.px(2))
        else:  # an empty bar: what it says is only a lower bound
            pygame.draw.rect(pen.surface, colours.muted, bar, pen.px(2), border_radius=pen.px(2))

    def _result(self, number: int) -> str:
        status = self.rows[number].status
        if status is not None:
            return _SAID[status]
        if number == self.under_way:
            return "searching …"
        return "not run" if self.worker is None else "waits"

    def _length(self, row: Measured) -> float:
        """The length of a bar, from 0 to 1."""
        least = 0.0001 if self.measure == "seconds" else 1.0
        most = max(getattr(one, self.measure) for one in self.rows)
        most = max(most, 10 * least)
        value = max(least, getattr(row, self.measure))
        return 0.03 + 0.97 * log10(value / least) / log10(most / least)

    def _summary(self) -> str:
        plan = self.plans[self.order[self.at]]
        row = self.rows[self.order[self.at]]
        h = f"heuristic {plan.heuristic_name}" if plan.heuristic_name else "no heuristic"
        cost = f" · cost {row.cost:,}" if row.cost is not None else ""
        reason = f" · {row.reason}" if row.reason else ""
        chosen = f"{plan.algorithm_spec}: space {plan.space_spec} · {h}{cost}{reason}"
        statuses = [one.status for one in self.rows]
        solved, proved = statuses.count(Status.SOLVED), statuses.count(Status.EXHAUSTED)
        found = f"{proved} proved that there is no solution" if proved else f"{solved} solved it"
        so_far = f"{self.done} of {len(self.rows)} searches ended, {found}"
        return f"{chosen}\n{so_far}; limit {self.seconds:g} s each."


def _figure(row: Measured, measure: str) -> str:
    value = getattr(row, measure)
    if measure != "seconds":
        return f"{value:,}"
    return (
        f"{value:.2f} s"
        if value >= 1
        else f"{value * 1000:.{2 if value < 0.001 else 1 if value < 0.1 else 0}f} ms"
    )
