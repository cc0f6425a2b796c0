"""The tree of Markdown files and pictures from which the documentation is built.

Pictures are drawn in a light and a dark theme; the page shows the matching one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import dirname, relpath

from masume.draw.show import BoardPicture
from masume.draw.svg import svg
from masume.draw.themes import theme_named

THEMES = ("light", "dark")
_CELL = 32  # pixels; small enough for two boards side by side


@dataclass
class PageTree:
    """The output folder; `titles` are the titles of the generated pages."""

    folder: Path
    titles: dict[str, str] = field(default_factory=dict)

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def page(self, path: str, title: str, lines: Iterable[str], short: str = "") -> None:
        """Write a page; the navigation shows `short` or its title."""
        self.titles[path] = short or title
        self.write(path, "\n".join([f"# {title}", "", *lines]).rstrip() + "\n")

    def picture(self, page: str, name: str, shown: BoardPicture, alt: str = "") -> str:
        """Draw a board in both themes and return the Markdown that shows it on a page."""
        words = (alt or f"{shown.scene.title}: {shown.scene.description}").replace("]", "")
        tags = []
        for theme in THEMES:
            path = f"pictures/{name}-{theme}.svg"
            self.write(path, board_svg(shown, theme))
            place = relpath(path, dirname(page) or ".")
            tags.append(f"![{words}]({place}#only-{theme}){{ .board }}")
        return "".join(tags)


def board_svg(shown: BoardPicture, theme: str) -> str:
    """Return a board as SVG."""
    return svg(shown.scene, theme_named(theme), _CELL)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table, or none if there are no rows."""
    lines = [f"| {' | '.join(_cell(text) for text in row)} |" for row in rows]
    if not lines:
        return []
    return [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *lines, ""]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|") or "–"


def code(language: str, text: str) -> list[str]:
    """Return the lines of a code block; the text may contain fences."""
    fence = "````" if "```" in text else "```"
    return [f"{fence}{language}", text.strip("\n"), fence, ""]


def yes_or_no(answer: bool) -> str:
    """Return yes or no."""
    return "yes" if answer else "no"
