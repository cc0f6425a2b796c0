"""Notebook output of values in core, which may not import the renderer.

`masume/__init__.py` sets `draw` to a function of `masume.draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from masume.core.puzzle.puzzle import Puzzle

draw: Callable[..., str | None] | None = None  # (puzzle, position, marked, step) -> SVG text


def svg_of(
    puzzle: object, position: object = None, marked: tuple[int, ...] = (), step: object = None
) -> str | None:
    """Return a board, or a step on it, as SVG; None without a renderer."""
    return None if draw is None else draw(puzzle, position, marked, step)


class Drawn:
    """A base class of puzzles: notebooks show a picture, and `str` is the drawn board."""

    def _repr_svg_(self) -> str | None:
        return svg_of(self)

    def __str__(self) -> str:
        from masume.core.plugins.registry import kind_of

        kind, board = kind_of(self), cast("Puzzle", self)
        return "\n".join(line.rstrip() for line in kind.picture(board, kind.start(board)))


def table(rows: Mapping[str, object]) -> str:
    """Return an HTML table of names and values."""
    from html import escape  # imports a large table of entities

    lines = [
        f"<tr><th style='text-align: left'>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in rows.items()
    ]
    return f"<table>{''.join(lines)}</table>"


def html_text(text: str) -> str:
    """Return a text with the characters escaped that mean something in HTML."""
    from html import escape

    return escape(text)


def short_repr(value: object, *parts: object) -> str:
    """Return a one-line representation of at most 300 characters: `<Class: part, part>`.

    >>> short_repr(Drawn(), "4×4", None, "", "easy")
    '<Drawn: 4×4, easy>'
    """
    text = ", ".join(str(part) for part in parts if part not in (None, ""))
    name = type(value).__name__
    return f"<{name}: {text}>" if len(text) < 280 else f"<{name}: {text[:270]} …>"
