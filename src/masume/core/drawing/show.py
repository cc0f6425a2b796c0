"""How a value shows itself in a notebook, without knowing who draws.

What draws is above all puzzles; `masume/__init__.py` leaves it here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

draw: Callable[..., str | None] | None = None  # (puzzle, position, marked, step) -> SVG text


def svg_of(
    puzzle: object, position: object = None, marked: tuple[int, ...] = (), step: object = None
) -> str | None:
    """The picture of a board, or of a step on it, if there is someone who draws."""
    return None if draw is None else draw(puzzle, position, marked, step)


class Drawn:
    """A puzzle that a notebook shows as a picture."""

    def _repr_svg_(self) -> str | None:
        return svg_of(self)


def table(rows: Mapping[str, object]) -> str:
    """A small table of names and values, in HTML."""
    from html import escape  # its list of all entities takes its time

    lines = [
        f"<tr><th style='text-align: left'>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in rows.items()
    ]
    return f"<table>{''.join(lines)}</table>"
