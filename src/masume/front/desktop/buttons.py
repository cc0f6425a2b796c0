"""Mouse buttons on the screen; each is labelled with an equivalent key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from masume.front.desktop.look import Pen


@dataclass(frozen=True)
class Button:
    """A button that acts as a key."""

    text: str
    key: int
    letter: str  # the name of the key
    on: bool = False  # an active toggle


class Buttons:
    """A grid of buttons with hit testing."""

    def __init__(self) -> None:
        self._places: list[tuple[pygame.Rect, Button]] = []

    def height(self, pen: Pen, count: int, columns: int) -> int:
        """Return the height of a grid of `count` buttons."""
        return -(-count // columns) * _row(pen)

    def draw(self, pen: Pen, box: pygame.Rect, buttons: Sequence[Button], columns: int) -> None:
        """Draw the buttons from the top of a box."""
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
        """Draw one button with its label and key."""
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
        """Return the button at a pixel, or None."""
        return next((button for place, button in self._places if place.collidepoint(at)), None)


def _row(pen: Pen) -> int:
    return pen.height("small") + pen.px(14)
