"""The tree of Markdown files and pictures that the documentation is built from.

Pages are plain Markdown, whatever makes HTML of them. `Tree` is the folder that they are written
into; a picture is drawn in a light and in a dark theme, of which the page shows one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import dirname, relpath

from masume.draw.show import Shown
from masume.draw.svg import svg
from masume.draw.themes import theme_named

THEMES = ("light", "dark")
_CELL = 32  # pixels; small enough for two boards side by side


@dataclass
class Tree:
    """Where the pages are written; `titles` are those of the pages that were generated."""

    folder: Path
    titles: dict[str, str] = field(default_factory=dict)

    def write(self, path: str, text: str) -> None:
        """A file."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def page(self, path: str, title: str, lines: Iterable[str], short: str = "") -> None:
        """A page, whose title, or a short form of it, the navigation shows."""
        self.titles[path] = short or title
        self.write(path, "\n".join([f"# {title}", "", *lines]).rstrip() + "\n")

    def picture(self, page: str, name: str, shown: Shown, alt: str = "") -> str:
        """Draw a board for a page; what the page shows it by."""
        words = (alt or f"{shown.scene.title}: {shown.scene.description}").replace("]", "")
        tags = []
        for theme in THEMES:
            path = f"pictures/{name}-{theme}.svg"
            self.write(path, drawn(shown, theme))
            place = relpath(path, dirname(page) or ".")
            tags.append(f"![{words}]({place}#only-{theme}){{ .board }}")
        return "".join(tags)


def drawn(shown: Shown, theme: str) -> str:
    """A board in a theme, as SVG text."""
    return svg(shown.scene, theme_named(theme), _CELL)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table; nothing if it would be empty."""
    lines = [f"| {' | '.join(_cell(text) for text in row)} |" for row in rows]
    if not lines:
        return []
    return [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *lines, ""]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|") or "–"


def code(language: str, text: str) -> list[str]:
    """A block of code, whatever fences are in it."""
    fence = "````" if "```" in text else "```"
    return [f"{fence}{language}", text.strip("\n"), fence, ""]


def yes_or_no(answer: bool) -> str:
    """A fact in a table."""
    return "yes" if answer else "no"
