"""Buttons for the mouse; each stands for a key, whose name is on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from masume.front.desktop.look import Pen


@dataclass(frozen=True)
class Button:
    """A button."""

    text: str
    key: int
    letter: str  # the key's name
    on: bool = False  # a switch that is on


class Buttons:
    """Buttons in rows, and which of them is under the mouse."""

    def __init__(self) -> None:
        self._places: list[tuple[pygame.Rect, Button]] = []

    def height(self, pen: Pen, count: int, columns: int) -> int:
        """How high so many buttons are."""
        return -(-count // columns) * _row(pen)

    def draw(self, pen: Pen, box: pygame.Rect, buttons: Sequence[Button], columns: int) -> None:
        """The buttons from the top of a box."""
        self._places = []
        width, height = box.width // columns, _row(pen)
        for number, button in enumerate(buttons):
            row, column = divmod(number, columns)
            place = pygame.Rect(
                box.left + column * width, box.top + row * height, width, height
            ).inflate(-pen.px(4), -pen.px(4))
            self._draw(pen, place, button)
            self._places.append((place, button))

    def _draw(self, pen: Pen, place: pygame.Rect, button: Button) -> None:
        colours = pen.colours
        radius = pen.px(5)
        pygame.draw.rect(pen.surface, colours.paper, place, border_radius=radius)
        edge = colours.accent if button.on else colours.line
        thick = pen.px(2) if button.on else 1
        pygame.draw.rect(pen.surface, edge, place, thick, border_radius=radius)
        pad = pen.px(7)
        y = place.centery - pen.font("small").get_height() // 2
        key = pen.write(
            button.letter, (place.right - pad, y), size="small", colour=colours.muted, align="right"
        )
        room = key.left - place.left - pad - pen.px(3)
        pen.write(button.text, (place.left + pad, y), size="small", width=room, bold=button.on)

    def under(self, at: tuple[int, int]) -> Button | None:
        """The button under the mouse."""
        return next((button for place, button in self._places if place.collidepoint(at)), None)


def _row(pen: Pen) -> int:
    return pen.height("small") + pen.px(14)
