"""What every screen of the desktop game has in common, and what it may ask of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import pygame

from masume.front.desktop.look import Pen

if TYPE_CHECKING:
    from masume.front.desktop.app import App

Keys: TypeAlias = Sequence[tuple[str, str]]  # a key, and what it does

BACK = (pygame.K_BACKSPACE, pygame.K_ESCAPE)
CHOOSE = (pygame.K_RETURN, pygame.K_KP_ENTER)
ARROWS = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}
ANYWHERE: Keys = (
    ("F1 or ?", "these keys"),
    ("F2", "light, dark, high contrast"),
    ("F11", "full screen"),
)


class Screen:
    """One screen: it gets events, goes on with its work when asked, and draws itself."""

    title = ""
    keys: Keys = ()
    foot = ""  # one line with the keys that matter most
    takes_text = False  # whether what is typed is written; then F1 alone asks for help
    # Keys that act again and again while they are held; all others act once.
    repeated: tuple[int, ...] = (*ARROWS, pygame.K_PAGEUP, pygame.K_PAGEDOWN)

    def __init__(self, app: App) -> None:
        self.app = app

    def handle(self, event: pygame.event.Event) -> None:
        """React to a key or the mouse."""

    def update(self) -> bool:
        """Go on with what needs no key, for a few milliseconds; whether there is news to draw."""
        return False

    def draw(self, pen: Pen, box: pygame.Rect) -> None:
        """Draw everything between the title and the foot."""

    def shown(self) -> None:
        """It is on top now, for the first time or again."""

    def hidden(self) -> None:
        """It is not on top any more: another one is, or it was left, or the window closes."""

    def closed(self) -> None:
        """It is gone for good."""


def has_key(event: pygame.event.Event, *keys: int) -> bool:
    """Whether one of these keys went down."""
    return event.type == pygame.KEYDOWN and event.key in keys


def has_click(event: pygame.event.Event, *buttons: int) -> bool:
    """Whether one of these mouse buttons went down."""
    return event.type == pygame.MOUSEBUTTONDOWN and event.button in buttons


def split(pen: Pen, box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """A box for a board, and one beside or below it for words."""
    gap = pen.px(16)
    if box.width >= 1.15 * box.height:
        width = max(pen.px(290), round(box.width * 0.36))
        board = pygame.Rect(box.left, box.top, box.width - width - gap, box.height)
        return board, pygame.Rect(board.right + gap, box.top, width, box.height)
    height = min(pen.px(270), box.height // 2)
    board = pygame.Rect(box.left, box.top, box.width, box.height - height - gap)
    return board, pygame.Rect(box.left, board.bottom + gap, box.width, height)
