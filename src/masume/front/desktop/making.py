"""The screen that generates a board."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import pygame

from masume.core.model.wording import sentence
from masume.formats.plain import Board
from masume.front.desktop.look import Pen
from masume.front.desktop.screen import BACK, CHOOSE, Screen, has_click, has_key
from masume.front.desktop.tasks import make_board
from masume.make.generate import GeneratedBoard
from masume.make.request import BoardSpec
from masume.work.worker import Background

if TYPE_CHECKING:
    from masume.front.desktop.app import App

SECONDS = 60


class GenerateScreen(Screen):
    """Generates a board in a worker process, then opens its menu."""

    keys = (("Backspace, Escape", "cancel"),)

    def __init__(self, app: App, wanted: BoardSpec, seed: int) -> None:
        super().__init__(app)
        size = f"{wanted.request.rows}×{wanted.request.cols}"
        self.title = f"{wanted.kind.title} {size} · generate"
        self.wanted = wanted
        self.seed = seed
        self.fault = ""
        self._started = monotonic()
        self._tick = -1
        self.worker = Background(make_board, wanted, seed, SECONDS)

    @property
    def foot(self) -> str:  # type: ignore[override]
        """The available keys."""
        return "Return, Backspace, Escape: back" if self.fault else "Backspace, Escape: cancel"

    def on_close(self) -> None:
        """Stop the worker."""
        self.worker.stop()

    def handle(self, event: pygame.event.Event) -> None:
        """Handle the keys and clicks that leave the screen."""
        done = self.fault and (has_key(event, *CHOOSE) or has_click(event, 1))
        if done or has_key(event, *BACK) or has_click(event, 3):
            self.app.back()

    def update(self) -> bool:
        """Take in the result of the worker."""
        if self.worker.ended:
            return False
        for outcome in self.worker.news():
            self._take(outcome)
            return True
        if self.worker.ended:
            self.fault = "The worker process died."
            return True
        before, self._tick = self._tick, int((monotonic() - self._started) * 4)
        return self._tick != before

    def _take(self, outcome: GeneratedBoard) -> None:
        """Open the menu of the generated board, or show the reason of failure."""

        from masume.front.desktop.board_menus import mode_menu

        if outcome.puzzle is None:
            self.fault = outcome.reason
            self.on_close()
            return
        notes = (("difficulty", outcome.level),) if outcome.level else ()
        board = Board(self.wanted.kind, outcome.puzzle, f"new-{self.seed}", notes=notes)
        self.app.replace(mode_menu(self.app, board))

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the progress, or the reason of the failure."""
        if self.fault:
            pen.write("No board found", box.topleft, size="head")
            reason = sentence(self.fault).rstrip(".")
            rest = pygame.Rect(
                box.left, box.top + pen.height("head"), box.width, box.height - pen.height("head")
            )
            pen.wrap(f"{reason}.\n\nTry another size, level or option.", rest)
            return
        seconds = monotonic() - self._started
        pen.write(f"Generating a board with exactly one solution … {seconds:.0f} s", box.topleft)
        bar = pygame.Rect(box.left, box.top + pen.height() + pen.px(8), box.width, pen.px(8))
        pen.panel(bar, pen.colours.line)
        bar.width = round(bar.width * min(1.0, seconds / SECONDS))
        if bar.width:
            pen.panel(bar, pen.colours.accent)
        y = bar.bottom + pen.px(8)
        text = f"Time limit: {SECONDS} s"
        pen.write(text, (box.left, y), size="small", colour=pen.colours.muted)
