"""Colours and letters of the desktop game, taken from the themes of the pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import pygame

from masume.draw.png import font_file
from masume.draw.themes import DARK, HIGH_CONTRAST, LIGHT, Theme

THEMES = (LIGHT, DARK, HIGH_CONTRAST)
_LEAST, _MOST = 0.7, 3.0  # how far letters shrink and grow with the window
_SIZES = {"tiny": 12, "small": 14, "text": 17, "head": 23, "title": 32}  # at 800×600 or 600×800


@dataclass(frozen=True)
class Palette:
    """The colours of everything around a board."""

    paper: pygame.Color
    panel: pygame.Color
    line: pygame.Color
    ink: pygame.Color
    muted: pygame.Color
    accent: pygame.Color
    on_accent: pygame.Color
    wrong: pygame.Color
    look: pygame.Color
    good: pygame.Color


def palette(theme: Theme) -> Palette:
    """The colours that go with a theme."""
    paper = pygame.Color(theme.paper)
    ink = _colour(theme.styles["text"].fill)
    return Palette(
        paper=paper,
        panel=paper.lerp(ink, 0.06),
        line=paper.lerp(ink, 0.25),
        ink=ink,
        muted=paper.lerp(ink, 0.72),
        accent=_colour(theme.styles["stroke"].stroke),
        on_accent=_colour(theme.styles["fault-text"].fill),
        wrong=_colour(theme.styles["fault"].stroke),
        look=_colour(theme.styles["marked"].stroke),
        good=_colour(theme.styles["dot"].fill),
    )


def _colour(text: str | None) -> pygame.Color:
    assert text is not None
    return pygame.Color(text)


@lru_cache(maxsize=200)
def font(pixels: int, bold: bool = False) -> pygame.font.Font:
    """The font that masume brings, with letters of so many pixels."""
    return pygame.font.Font(str(font_file(bold=bold)), max(4, pixels))


def forget() -> None:
    """Drop all fonts, which do not outlive the part of pygame that made them."""
    for kept in (font, shortened, rendered, lines_of):
        kept.cache_clear()


class Pen:
    """Writes on a surface, with letters as large as the window allows."""

    def __init__(self, surface: pygame.Surface, theme: Theme) -> None:
        self.surface = surface
        self.theme = theme
        self.colours = palette(theme)
        width, height = surface.get_size()
        wide, high = min(width / 800, height / 600), min(width / 600, height / 800)
        self.unit = max(_LEAST, min(_MOST, max(wide, high)))

    def px(self, length: float) -> int:
        """A length of the 800×600 design, in pixels of this window."""
        return max(1, round(length * self.unit))

    def font(self, size: str = "text", bold: bool = False) -> pygame.font.Font:
        """The font of a named size."""
        return font(self.px(_SIZES[size]), bold)

    def height(self, size: str = "text") -> int:
        """From one line to the next."""
        return round(self.font(size).get_height() * 1.15)

    def write(
        self,
        text: str,
        at: tuple[float, float],
        *,
        size: str = "text",
        colour: pygame.Color | None = None,
        bold: bool = False,
        width: float | None = None,
        align: Literal["left", "right", "middle"] = "left",
    ) -> pygame.Rect:
        """One line of text; with a width it is cut to fit. Gives where it stands."""
        font = self.font(size, bold)
        if width is not None:
            text = shortened(text, font, width)
        drawn = rendered(font, text, tuple(colour or self.colours.ink))
        x = at[0] - {"left": 0, "right": drawn.width, "middle": drawn.width / 2}[align]
        return self.surface.blit(drawn, (round(x), round(at[1])))

    def wrap(
        self,
        text: str,
        box: pygame.Rect,
        *,
        size: str = "text",
        colour: pygame.Color | None = None,
        bold: bool = False,
    ) -> int:
        """Text in lines as wide as a box, down to its foot; gives where the next line would be."""
        font = self.font(size, bold)
        y, step = box.top, self.height(size)
        lines = lines_of(text, font, box.width)
        room = max(0, box.height // step)
        for number, line in enumerate(lines[:room]):
            if number == room - 1 and len(lines) > room:
                line += " …"
            self.write(line, (box.left, y), size=size, colour=colour, bold=bold, width=box.width)
            y += step
        return y

    def needs(self, text: str, width: int, size: str = "text") -> int:
        """How high a text is in lines of that width."""
        return len(lines_of(text, self.font(size), width)) * self.height(size)

    def panel(self, box: pygame.Rect, colour: pygame.Color | None = None) -> None:
        """A quiet ground for things that belong together."""
        radius = self.px(6)
        pygame.draw.rect(self.surface, colour or self.colours.panel, box, border_radius=radius)


@lru_cache(maxsize=500)  # a letter may be large
def rendered(font: pygame.font.Font, text: str, colour: str | tuple[int, ...]) -> pygame.Surface:
    """A text in a colour, kept for the next frame."""
    safe = "".join(c if c.isprintable() and ord(c) < 0x10000 else "?" for c in text)
    return font.render(safe, True, colour)


@lru_cache(maxsize=2000)
def shortened(text: str, font: pygame.font.Font, width: float) -> str:
    """As much of a text as fits, with dots if that is not all."""
    if font.size(text)[0] <= width:
        return text
    few, many = 0, len(text)
    while few < many:
        half = (few + many + 1) // 2
        if font.size(text[:half].rstrip() + "…")[0] <= width:
            few = half
        else:
            many = half - 1
    return text[:few].rstrip() + "…"


@lru_cache(maxsize=2000)
def lines_of(text: str, font: pygame.font.Font, width: float) -> tuple[str, ...]:
    """The lines of a text that is broken at blanks."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and font.size(longer)[0] > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return tuple(lines)
