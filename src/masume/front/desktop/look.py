"""Colours, fonts and text drawing of the desktop app, based on the themes of pictures."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Literal

import pygame

from masume.draw.png import font_file
from masume.draw.themes import DARK, HIGH_CONTRAST, LIGHT, Theme

THEMES = (LIGHT, DARK, HIGH_CONTRAST)
_LEAST, _MOST = 0.7, 3.0  # limits of the scale factor
# Font sizes at 800×600 or 600×800
_SIZES = {"tiny": 12, "small": 14, "text": 17, "head": 23, "title": 32}


class Palette:
    """The colours of a theme for everything except the board."""

    def __init__(self, theme: Theme) -> None:
        self.paper = pygame.Color(theme.paper)
        self.ink = _colour(theme.styles["text"].fill)
        self.panel = self.paper.lerp(self.ink, 0.06)
        self.line = self.paper.lerp(self.ink, 0.25)
        self.muted = self.paper.lerp(self.ink, 0.72)
        self.accent = _colour(theme.styles["stroke"].stroke)
        self.on_accent = _colour(theme.styles["fault-text"].fill)
        self.wrong = _colour(theme.styles["fault"].stroke)
        self.look = _colour(theme.styles["marked"].stroke)
        self.good = _colour(theme.styles["dot"].fill)


def _colour(text: str | None) -> pygame.Color:
    assert text is not None
    return pygame.Color(text)


@lru_cache(maxsize=200)
def font(pixels: int, bold: bool = False) -> pygame.font.Font:
    """Return the bundled font in a size."""
    return pygame.font.Font(str(font_file(bold=bold)), max(4, pixels))


def clear_fonts() -> None:
    """Clear all cached fonts and texts, which become invalid when pygame.font is restarted."""
    for cached in (font, truncate, render_text, wrap_lines):
        cached.cache_clear()


class Pen:
    """Draws text and panels on a surface, scaled with the window."""

    def __init__(self, surface: pygame.Surface, theme: Theme) -> None:
        self.surface = surface
        self.theme = theme
        self.colours = Palette(theme)
        width, height = surface.get_size()
        wide, high = min(width / 800, height / 600), min(width / 600, height / 800)
        self.unit = max(_LEAST, min(_MOST, max(wide, high)))

    def px(self, length: float) -> int:
        """Convert a length of the 800×600 design to pixels."""
        return max(1, round(length * self.unit))

    def font(self, size: str = "text", bold: bool = False) -> pygame.font.Font:
        """Return the font of a named size."""
        return font(self.px(_SIZES[size]), bold)

    def height(self, size: str = "text") -> int:
        """Return the line height of a named size."""
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
        """Draw one line of text, truncated to `width` if given, and return its rectangle."""
        font = self.font(size, bold)
        if width is not None:
            text = truncate(text, font, width)
        drawn = render_text(font, text, tuple(colour or self.colours.ink))
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
        """Draw text wrapped into a box, truncated at its bottom; return the y below it."""
        font = self.font(size, bold)
        y, step = box.top, self.height(size)
        lines = wrap_lines(text, font, box.width)
        room = max(0, box.height // step)
        for number, line in enumerate(lines[:room]):
            if number == room - 1 and len(lines) > room:
                line += " …"
            self.write(line, (box.left, y), size=size, colour=colour, bold=bold, width=box.width)
            y += step
        return y

    def needs(self, text: str, width: int, size: str = "text") -> int:
        """Return the height of a text wrapped to `width`."""
        return len(wrap_lines(text, self.font(size), width)) * self.height(size)

    def panel(self, box: pygame.Rect, colour: pygame.Color | None = None) -> None:
        """Fill a rounded rectangle."""
        radius = self.px(6)
        pygame.draw.rect(self.surface, colour or self.colours.panel, box, border_radius=radius)


@lru_cache(maxsize=500)  # few, since glyphs may be large
def render_text(font: pygame.font.Font, text: str, colour: str | tuple[int, ...]) -> pygame.Surface:
    """Return a rendered text, cached for the next frames."""
    safe = "".join(c if c.isprintable() and ord(c) < 0x10000 else "?" for c in text)
    return font.render(safe, True, colour)


@lru_cache(maxsize=2000)
def truncate(text: str, font: pygame.font.Font, width: float) -> str:
    """Return the text, truncated with an ellipsis if it is wider than `width`."""
    if font.size(text)[0] <= width:
        return text
    lengths = range(1, len(text) + 1)
    most = bisect_right(lengths, width, key=lambda n: font.size(text[:n].rstrip() + "…")[0])
    return text[:most].rstrip() + "…"


@lru_cache(maxsize=2000)
def wrap_lines(text: str, font: pygame.font.Font, width: float) -> tuple[str, ...]:
    """Return the lines of a text wrapped at spaces."""
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
