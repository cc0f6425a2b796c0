"""Notebook output of values in core, which may not import the renderer.

`masume/__init__.py` sets `draw` to a function of `masume.draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

draw: Callable[..., str | None] | None = None  # (puzzle, position, marked, step) -> SVG text


def svg_of(
    puzzle: object, position: object = None, marked: tuple[int, ...] = (), step: object = None
) -> str | None:
    """Return a board, or a step on it, as SVG; None without a renderer."""
    return None if draw is None else draw(puzzle, position, marked, step)


class Drawn:
    """A base class of puzzles that notebooks show as a picture."""

    def _repr_svg_(self) -> str | None:
        return svg_of(self)


def table(rows: Mapping[str, object]) -> str:
    """Return an HTML table of names and values."""
    from html import escape  # imports a large table of entities

    lines = [
        f"<tr><th style='text-align: left'>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in rows.items()
    ]
    return f"<table>{''.join(lines)}</table>"
