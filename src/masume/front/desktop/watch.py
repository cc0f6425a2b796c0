"""The screen for watching a search."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import pygame

from masume.api.searches import SearchSpec
from masume.core.drawing.scene import Scene, with_coordinates
from masume.formats.plain import Board
from masume.front.desktop.board_view import LARGER, SMALLER, BoardView
from masume.front.desktop.buttons import Button, Buttons
from masume.front.desktop.film import FilmPlayback
from masume.front.desktop.look import Pen
from masume.front.desktop.screen import ARROWS, BACK, CHOOSE, Screen, split
from masume.front.desktop.trace import draw_trace, format_number

if TYPE_CHECKING:
    from masume.front.desktop.app import App

SPEEDS = (1.0, 2.0, 5.0, 10.0, 25.0, 100.0, 1000.0, inf)  # steps per second
_BUDGET = 0.015  # seconds of searching per frame
_LONG = 0.5  # seconds after which a step counts as slow


class WatchScreen(Screen):
    """A search, step by step."""

    foot = "Space: play, pause · Left, Right: step · Up, Down: speed · End: to the end · F1: keys"
    keys = (
        ("Space, Return", "play, pause"),
        ("Right", "step forward"),
        ("Left", "step back"),
        ("Page Up, Page Down", "50 steps back, forward"),
        ("Up, Down", "faster, slower"),
        ("Home", "first step in memory"),
        ("End", "run to the end"),
        ("r", "restart the search"),
        ("Backspace, Escape", "go back"),
        ("+, –, 0", "zoom in, zoom out, fit"),
        ("Shift+Arrow", "scroll a large board"),
        ("Mouse", "drag the bar or a large board"),
        ("Wheel", "step; with Ctrl: zoom"),
    )

    repeated = (*Screen.repeated, *LARGER, *SMALLER)

    def __init__(self, app: App, board: Board, spec: SearchSpec, *, seed: int = 0) -> None:
        super().__init__(app)
        self.board = board
        self.spec = spec
        self.seed = seed
        h = f", {spec.heuristic_name}" if spec.heuristic_name else ""
        self.title = f"{spec.algorithm_spec}{h} in {spec.space_spec}"
        self.film = FilmPlayback(spec, board.puzzle, seed=seed)
        self._f = spec.f
        self.playing = True
        self.speed = SPEEDS.index(5.0)
        self._before = self._moved = monotonic()
        self._view = BoardView()
        self._buttons = Buttons()
        self._bar = pygame.Rect(0, 0, 0, 0)
        self._scrubbing = False
        self._grabbed: tuple[int, int] | None = None  # the mouse position of a pan
        self._seen: tuple[int, Scene] | None = None

    def on_show(self) -> None:
        """Restart the clock, so that hidden time does not count."""
        self._before = self._moved = monotonic()

    def on_close(self) -> None:
        """Stop the search."""
        self.film.close()

    def update(self) -> bool:
        """Advance the film at its speed, within the time budget of a frame."""
        now = monotonic()
        passed, self._before = now - self._before, now
        film = self.film
        if self.playing:
            speed = SPEEDS[self.speed]
            film.due = min(film.due + speed * passed, speed) if speed < inf else inf
        if film.due < 1:
            return False
        if film.update(_BUDGET):
            self._moved = now
        elif now - self._moved > _LONG and film.at == film.last:
            self._moved = now
            self.app.notify("This step takes long …")
        if film.is_at_end:
            self.playing = False
        return True

    # Keys and mouse

    def handle(self, event: pygame.event.Event) -> None:
        """Handle a key or mouse event."""
        if event.type == pygame.KEYDOWN and event.key in ARROWS and event.mod & pygame.KMOD_SHIFT:
            down, right = ARROWS[event.key]
            self._view.scroll(2 * right, 2 * down)
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._down(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.app.back()
        elif event.type == pygame.MOUSEMOTION and self._scrubbing:
            self._scrub(event.pos[0])
        elif event.type == pygame.MOUSEMOTION and self._grabbed is not None:
            x, y = self._grabbed
            self._grabbed = event.pos
            self._view.push(x - event.pos[0], y - event.pos[1])
        elif event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self._scrubbing, self._grabbed = False, None
        elif event.type == pygame.MOUSEWHEEL:
            if pygame.key.get_mods() & pygame.KMOD_CTRL:
                self._view.wheel(event)
            else:
                self._step(event.y)

    def _down(self, at: tuple[int, int]) -> None:
        """Handle button down: press a button, scrub or pan."""
        button = self._buttons.under(at)
        if button is not None:
            self._key(button.key)
        elif self._bar.inflate(16, 12).collidepoint(at):
            self._scrubbing = True
            self._scrub(at[0])
        elif self._view.spot(at) is not None:
            self._grabbed = at

    def _key(self, key: int) -> None:
        """Handle a key."""
        film = self.film
        if key in BACK:
            self.app.back()
        elif key in (*CHOOSE, pygame.K_SPACE):
            film.go(film.first if film.is_at_end else film.at)
            self.playing = not self.playing
        elif key in (pygame.K_RIGHT, pygame.K_LEFT):
            self._step(1 if key == pygame.K_RIGHT else -1)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._step(50 if key == pygame.K_PAGEDOWN else -50)
        elif key in (pygame.K_UP, pygame.K_DOWN):
            step = 1 if key == pygame.K_UP else -1
            self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
        elif key == pygame.K_HOME:
            self.playing = False
            film.go(film.first)
        elif key == pygame.K_END:
            film.go(film.last)
            self.speed, self.playing = len(SPEEDS) - 1, True
            self._moved = monotonic()
        elif self._view.key(key):
            return
        elif key == pygame.K_r:
            self.app.replace(WatchScreen(self.app, self.board, self.spec, seed=self.seed))

    def _step(self, steps: int) -> None:
        if self.playing:
            self.playing, self.film.due = False, 0.0
        if steps > 0:
            self.film.due += steps
        else:
            self.film.go(self.film.at + steps)

    def _scrub(self, x: int) -> None:
        film = self.film
        part = (x - self._bar.left) / max(1, self._bar.width)
        self.playing = False
        film.go(film.first + round(part * (film.last - film.first)))

    # Drawing

    def scene(self) -> Scene:
        """Return the scene of the current step."""
        if self._seen is None or self._seen[0] != self.film.at:
            kind, puzzle = self.board.kind, self.board.puzzle
            drawn = kind.scene(puzzle, self.film.position, marked=self.film.changed)
            self._seen = self.film.at, with_coordinates(drawn)
        return self._seen[1]

    def figures(self) -> list[tuple[str, str]]:
        """Return the counters of the current step."""
        picture = self.film.picture
        node, f = picture.node, self._f
        f_value = None if node.h is None else f.value(node.g, node.h)
        return [
            ("g, cost so far", format_number(node.g)),
            ("h, estimate", format_number(node.h)),
            (f"f = {f.formula}", format_number(f_value)),
            ("depth", f"{node.depth:,}"),
            ("expanded", f"{picture.metrics.expanded:,}"),
            ("generated", f"{picture.metrics.generated:,}"),
            ("frontier", f"{picture.frontier:,}"),
            ("stored", f"{picture.stored:,}"),
            ("round", f"{picture.metrics.rounds:,}"),
            ("time", f"{picture.metrics.seconds:.2f} s"),
        ]

    def next_nodes(self) -> list[tuple[str, str]]:
        """Return the first nodes of the open list: last move, and f or g."""
        kind, puzzle = self.board.kind, self.board.puzzle
        rows = []
        for place, node in enumerate(self.film.picture.head, start=1):
            move = "start" if node.move is None else kind.write_move(puzzle, node.move)
            name, value = "g" if node.h is None else "f", self._f.value(node.g, node.h)
            rows.append((f"{place}. {move}", f"{name} {format_number(value)}"))
        return rows

    def step_text(self) -> str:
        """Return the move or note of the current step."""
        picture = self.film.picture
        if picture.note:
            return picture.note
        if picture.node.move is None:
            return "Start position expanded."
        return self.board.kind.write_move(self.board.puzzle, picture.node.move)

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the board, the counters, the plot of h and the progress bar."""
        bar = pen.px(22)
        upper = pygame.Rect(box.topleft, (box.width, box.height - bar))
        board, side = split(pen, upper)
        self._view.draw(pen, board, self.scene())
        self._draw_side(pen, side)
        edge = pen.px(8)
        width = box.width - 2 * edge
        line = pygame.Rect(box.left + edge, box.bottom - bar + pen.px(10), width, pen.px(6))
        self._draw_bar(pen, line)

    def _draw_side(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the panel: move, counters, open list, plot of h and buttons."""
        pen.panel(box)
        pad = pen.px(12)
        inner = box.inflate(-2 * pad, -2 * pad)
        colour = pen.colours.good if self.film.picture.note == "Solved." else None
        step_text = self.step_text()
        above = pygame.Rect(inner.topleft, (inner.width, 4 * pen.height("small")))
        fits = pen.font(bold=True).size(step_text)[0] <= inner.width
        size = "text" if fits else "small"  # the reason for no solution may be long
        y = pen.wrap(step_text, above, size=size, bold=True, colour=colour)
        y += pen.px(4)
        wide = inner.width >= pen.px(420)
        columns = 2 if wide else 1
        figures = self.figures()
        rows = -(-len(figures) // columns)
        gap = pen.px(24)
        width = (inner.width - gap * (columns - 1)) // columns
        for place, (name, value) in enumerate(figures):
            column, row = divmod(place, rows)
            left, top = inner.left + column * (width + gap), y + row * pen.height("small")
            pen.write(name, (left, top), size="small", colour=pen.colours.muted)
            pen.write(value, (left + width, top), size="small", align="right", bold=True)
        y += rows * pen.height("small") + pen.px(8)
        buttons = self._shown_buttons()
        columns = 4 if wide else 2
        height = self._buttons.height(pen, len(buttons), columns)
        foot = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        self._buttons.draw(pen, foot, buttons, columns)
        plot = pygame.Rect(inner.left, y, inner.width, foot.top - pen.px(8) - y)
        plot = self._draw_waiting(pen, plot)
        if plot.height > pen.px(40):
            draw_trace(pen, plot, self.film.h_trace)

    def _draw_waiting(self, pen: Pen, box: pygame.Rect) -> pygame.Rect:
        """Draw the open list in the upper half of a box; return the remaining box."""
        line, rows = pen.height("small"), self.next_nodes()
        count = min(len(rows), box.height // 2 // line - 1)
        if count < 1:
            return box
        pen.write("Expanded next", box.topleft, size="small", colour=pen.colours.muted)
        for place, (move, value) in enumerate(rows[:count], start=1):
            top = box.top + place * line
            pen.write(move, (box.left, top), size="small", width=box.width - pen.px(70))
            pen.write(value, (box.right, top), size="small", align="right", bold=True)
        used = (count + 1) * line + pen.px(8)
        return pygame.Rect(box.left, box.top + used, box.width, box.height - used)

    def _shown_buttons(self) -> list[Button]:
        """Return the buttons."""
        speed = SPEEDS[self.speed]
        pace = "full speed" if speed == inf else f"{speed:,.0f} steps/s"
        return [
            Button("Pause" if self.playing else "Play", pygame.K_SPACE, "Space", self.playing),
            Button("To the end", pygame.K_END, "End"),
            Button("Step back", pygame.K_LEFT, "Left"),
            Button("Step", pygame.K_RIGHT, "Right"),
            Button("Slower", pygame.K_DOWN, "Down"),
            Button(pace, pygame.K_UP, "Up"),
        ]

    def _draw_bar(self, pen: Pen, line: pygame.Rect) -> None:
        """Draw the progress bar."""
        self._bar = line
        film = self.film
        pen.panel(line, pen.colours.line)
        part = (film.at - film.first) / max(1, film.last - film.first)
        done = pygame.Rect(line.left, line.top, round(line.width * part), line.height)
        if done.width:
            pen.panel(done, pen.colours.accent)
        at = (line.left + round(line.width * part), line.centery)
        pygame.draw.circle(pen.surface, pen.colours.accent, at, pen.px(8))
        pygame.draw.circle(pen.surface, pen.colours.paper, at, pen.px(3))
