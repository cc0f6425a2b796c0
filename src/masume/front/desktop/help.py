"""The help screen: all keys of a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from masume.front.desktop.look import Pen
from masume.front.desktop.screen import ANYWHERE, BACK, CHOOSE, Screen, has_click, has_key

if TYPE_CHECKING:
    from masume.front.desktop.app import App


class HelpScreen(Screen):
    """The keys of the screen below it."""

    foot = "Backspace, Escape, Return or a click: back"

    def __init__(self, app: App, about: Screen) -> None:
        super().__init__(app)
        self.title = "Keys"
        self.keys = (*about.keys, *ANYWHERE)

    def handle(self, event: pygame.event.Event) -> None:
        """Close the help."""
        if has_click(event, 1, 3) or has_key(event, *BACK, *CHOOSE):
            self.app.back()

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the keys in as many columns as needed."""
        size = "text" if len(self.keys) * pen.height("text") <= box.height else "small"
        step = pen.height(size)
        rows = max(1, box.height // step)
        columns = -(-len(self.keys) // rows)
        rows = -(-len(self.keys) // columns)
        width = box.width // columns
        widest = max(pen.font(size, bold=True).size(key)[0] for key, _ in self.keys)
        gap = min(widest + pen.px(18), width // 2)
        for number, (key, meaning) in enumerate(self.keys):
            column, row = divmod(number, rows)
            x, y = box.left + column * width, box.top + row * step
            pen.write(key, (x, y), size=size, bold=True, width=gap - pen.px(8))
            pen.write(meaning, (x + gap, y), size=size, width=width - gap - pen.px(10))
