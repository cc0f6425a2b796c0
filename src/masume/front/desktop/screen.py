"""The base class of screens, and shared keys and layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import pygame

from masume.core.puzzle.gesture import Side
from masume.front.desktop.look import Pen

if TYPE_CHECKING:
    from masume.front.desktop.app import App

Keys: TypeAlias = Sequence[tuple[str, str]]  # (key, meaning)

BACK = (pygame.K_BACKSPACE, pygame.K_ESCAPE)
CHOOSE = (pygame.K_RETURN, pygame.K_KP_ENTER)
ARROWS = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}
SIDES: dict[tuple[int, int], Side] = {
    (-1, 0): "up",
    (1, 0): "down",
    (0, -1): "left",
    (0, 1): "right",
}
ANYWHERE: Keys = (("F1 or ?", "help"), ("F2", "next theme"), ("F11", "full screen"))


class Screen:
    """A screen: handles events, updates itself and draws."""

    title = ""
    keys: Keys = ()
    foot = ""  # the most important keys, for the status line
    # Keys with auto-repeat.
    repeated: tuple[int, ...] = (*ARROWS, pygame.K_PAGEUP, pygame.K_PAGEDOWN)

    def __init__(self, app: App) -> None:
        self.app = app

    def handle(self, event: pygame.event.Event) -> None:
        """Handle a key or mouse event."""

    def update(self) -> bool:
        """Do background work for a few milliseconds; return whether to redraw."""
        return False

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw the area between the title and the status line."""

    def on_show(self) -> None:
        """React to coming to the top."""

    def on_hide(self) -> None:
        """React to being covered or closed."""

    def on_close(self) -> None:
        """React to being closed; release resources."""


def has_key(event: pygame.event.Event, *keys: int) -> bool:
    """Return whether the event is a press of one of these keys."""
    return event.type == pygame.KEYDOWN and event.key in keys


def has_click(event: pygame.event.Event, *buttons: int) -> bool:
    """Return whether the event is a press of one of these mouse buttons."""
    return event.type == pygame.MOUSEBUTTONDOWN and event.button in buttons


def split(pen: Pen, box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Split a box into one for a board and one beside or below it for a panel."""
    gap = pen.px(16)
    if box.width >= 1.15 * box.height:
        width = max(pen.px(290), round(box.width * 0.36))
        board = pygame.Rect(box.left, box.top, box.width - width - gap, box.height)
        return board, pygame.Rect(board.right + gap, box.top, width, box.height)
    height = min(pen.px(270), box.height // 2)
    board = pygame.Rect(box.left, box.top, box.width, box.height - height - gap)
    return board, pygame.Rect(box.left, board.bottom + gap, box.width, height)
