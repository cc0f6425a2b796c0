"""Menus: lines to choose from by keyboard or mouse, with a panel of details."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import pygame

from masume.core.drawing.scene import Scene
from masume.front.desktop.board_view import BoardView
from masume.front.desktop.look import Pen
from masume.front.desktop.screen import BACK, CHOOSE, Screen

if TYPE_CHECKING:
    from masume.front.desktop.app import App

Value = TypeVar("Value")


@dataclass
class Choice:
    """A line of a menu."""

    text: str
    act: Callable[[], None]
    more: str = ""  # details for the panel
    scene: Callable[[], Scene] | None = None  # a board for the panel
    value: Callable[[], str] | None = None  # the value of a setting, changed by `turn`
    turn: Callable[[int], None] | None = None
    why_disabled: Callable[[], str] = lambda: ""  # the reason, or "" if enabled


class Menu(Screen):
    """A list of choices."""

    keys = (
        ("Up, Down", "move the selection"),
        ("Page Up, Page Down", "move by a page"),
        ("Left, Right", "change a setting"),
        ("Return", "choose; list the values of a setting"),
        ("Backspace, Escape", "go back"),
        ("Mouse", "click to choose"),
    )

    def __init__(
        self,
        app: App,
        title: str,
        choices: Callable[[], Sequence[Choice]],
        *,
        at: int = 0,
        foot: str = "",
    ) -> None:
        super().__init__(app)
        self.title = title
        self.at = at
        self.foot = foot or "Up, Down: move · Return: choose · Backspace: back · F1: keys"
        self._make = choices
        self.choices: list[Choice] = list(choices())
        self._first = 0  # the first visible line
        self._lines: list[tuple[pygame.Rect, int]] = []  # the rectangles of the visible lines
        self._room = 1
        self._view = BoardView()
        self._scenes: dict[int, Scene] = {}

    def on_show(self) -> None:
        """Refresh the lines, which may have changed."""
        self.refresh()

    def refresh(self) -> None:
        """Rebuild the lines and keep the selection."""
        self.choices = list(self._make())
        self.at = max(0, min(self.at, len(self.choices) - 1))
        self._scenes.clear()

    @property
    def choice(self) -> Choice:
        """The selected line."""
        return self.choices[self.at]

    def handle(self, event: pygame.event.Event) -> None:
        """Handle keys and mouse: move, change, choose, leave."""
        if event.type == pygame.KEYDOWN:
            self._key(event.key)
        elif event.type == pygame.MOUSEMOTION:
            if (line := self._under(event.pos)) is not None:
                self.at = line
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            if event.button == 3:
                self.app.back()
            elif (line := self._under(event.pos)) is not None:
                self.at = line
                self._choose()
        elif event.type == pygame.MOUSEWHEEL:
            self._go(-event.y)

    def _key(self, key: int) -> None:
        """Handle a key: move, change a setting, choose or leave."""
        if key in (pygame.K_UP, pygame.K_DOWN):
            step = 1 if key == pygame.K_DOWN else -1
            self.at = (self.at + step) % len(self.choices)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._go(self._room if key == pygame.K_PAGEDOWN else -self._room)
        elif key in (pygame.K_HOME, pygame.K_END):
            self.at = 0 if key == pygame.K_HOME else len(self.choices) - 1
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            if self.choice.turn:
                self.choice.turn(1 if key == pygame.K_RIGHT else -1)
                self.refresh()  # a setting may affect the others
        elif key in (*CHOOSE, pygame.K_SPACE):
            self._choose()
        elif key in BACK:
            self.app.back()

    def _go(self, lines: int) -> None:
        self.at = max(0, min(len(self.choices) - 1, self.at + lines))

    def _choose(self) -> None:
        if reason := self.choice.why_disabled():
            self.app.notify(reason)
        else:
            self.choice.act()

    def _under(self, at: tuple[int, int]) -> int | None:
        return next((number for box, number in self._lines if box.collidepoint(at)), None)

    # Drawing

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the lines, and the details of the selected one to their right."""
        has_more = any(choice.more or choice.scene for choice in self.choices)
        width = round(box.width * 0.5) if has_more else min(box.width, pen.px(520))
        self._draw_lines(pen, pygame.Rect(box.topleft, (width, box.height)))
        if has_more:
            gap = pen.px(16)
            side = pygame.Rect(box.left + width + gap, box.top, box.width - width - gap, box.height)
            self._draw_more(pen, side)

    def _draw_lines(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the visible lines and scroll to the selected one."""
        step = pen.height() + pen.px(12)
        self._room = max(1, box.height // step)
        last_first = max(0, len(self.choices) - self._room)
        self._first = max(0, min(self._first, self.at, last_first), self.at - self._room + 1)
        self._lines = []
        for number in range(self._first, min(len(self.choices), self._first + self._room)):
            line = pygame.Rect(box.left, box.top + (number - self._first) * step, box.width, step)
            self._draw_line(pen, line.inflate(0, -pen.px(4)), number)
            self._lines.append((line, number))
        if len(self.choices) > self._room:
            self._draw_bar(pen, pygame.Rect(box.right + pen.px(5), box.top, pen.px(4), box.height))

    def _draw_line(self, pen: Pen, line: pygame.Rect, number: int) -> None:
        """Draw one line with its value."""
        choice, colours = self.choices[number], pen.colours
        chosen = number == self.at
        if chosen:
            pen.panel(line, colours.accent)
        ink = colours.on_accent if chosen else colours.ink
        if choice.why_disabled() and not chosen:
            ink = colours.muted
        pad = pen.px(10)
        y = line.centery - pen.font().get_height() // 2
        room = line.width - 2 * pad
        if choice.value is not None:
            value = choice.value()
            if chosen and choice.turn is not None:
                value = f"< {value} >"
            drawn = pen.write(
                value, (line.right - pad, y), colour=ink, align="right", width=room * 0.62
            )
            room = drawn.left - line.left - 2 * pad
        pen.write(choice.text, (line.left + pad, y), colour=ink, width=room, bold=chosen)

    def _draw_bar(self, pen: Pen, box: pygame.Rect) -> None:
        count = len(self.choices)
        top = box.top + box.height * self._first // count
        height = max(pen.px(12), box.height * self._room // count)
        pen.panel(box)
        pen.panel(pygame.Rect(box.left, top, box.width, height), pen.colours.line)

    def _draw_more(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the panel with the details of the selected line."""
        pen.panel(box)
        pad = pen.px(14)
        inner = box.inflate(-2 * pad, -2 * pad)
        choice = self.choice
        if choice.scene is not None:
            if self.at not in self._scenes:
                self._scenes[self.at] = choice.scene()
            words = pen.needs(choice.more, inner.width, "small") + pad if choice.more else 0
            height = max(inner.height - words, inner.height // 3)
            place = pygame.Rect(inner.topleft, (inner.width, min(height, inner.width)))
            self._view.draw(pen, place, self._scenes[self.at], on_panel=True)
            height = place.height
            inner = pygame.Rect(
                inner.left, inner.top + height + pad, inner.width, inner.height - height - pad
            )
        pen.wrap(choice.more, inner, size="small" if choice.scene else "text")


def setting(
    app: App,
    text: str,
    record: object,
    name: str,
    values: Sequence[Value],
    *,
    say: Callable[[Value], str] = str,
    about: Callable[[Value], str] = lambda value: "",
) -> Choice:
    """Return a line that changes an attribute of a record, or an item of a dict.

    Left and right change it, Return lists all values.
    """

    def get() -> Value:
        value: Value = record[name] if isinstance(record, dict) else getattr(record, name)
        return value

    def put(value: Value) -> None:
        if isinstance(record, dict):
            record[name] = value
        else:
            setattr(record, name, value)

    def turn(step: int) -> None:
        put(values[(values.index(get()) + step) % len(values)])

    def value_choice(value: Value) -> Choice:
        def select() -> None:
            put(value)
            app.back()

        return Choice(say(value), select, about(value))

    def choose() -> None:
        lines = [value_choice(value) for value in values]
        app.push(Menu(app, text, lambda: lines, at=values.index(get())))

    return Choice(text, choose, about(get()), value=lambda: say(get()), turn=turn)
