"""Text pictures of lines between neighbouring cells, drawn with box-drawing characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from masume.core.puzzle.grid import Cell

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
SIGNS = "•╵╷│╴┘┐┤╶└┌├─┴┬┼"  # indexed by the sum of the sides that lines use


def sides_of(pairs: Iterable[tuple[Cell, Cell]], cols: int) -> dict[Cell, int]:
    """Return for each cell with a line the sum of the sides that lines leave it by.

    Pairs of cells that are not neighbours add no side.
    """
    sides: dict[Cell, int] = {}
    of_step = {-cols: (_UP, _DOWN), cols: (_DOWN, _UP)}
    for a, b in pairs:
        if abs(a - b) == 1 and a // cols == b // cols:
            there, back = (_RIGHT, _LEFT) if b > a else (_LEFT, _RIGHT)
        else:
            there, back = of_step.get(b - a, (0, 0))
        sides[a] = sides.get(a, 0) | there
        sides[b] = sides.get(b, 0) | back
    return sides


def line_picture(
    labels: Sequence[str | None], sides: Mapping[Cell, int], signs: Sequence[str], cols: int
) -> list[str]:
    """Return the rows of a board: the label of each cell, then a sign for the lines there.

    A cell without a label is `.`, or blank if a line runs through it. Lines to the left run over
    the blanks before a label.
    """
    width = max((len(label) for label in labels if label), default=1)
    rows = []
    for row in range(0, len(labels), cols):
        texts = []
        for cell in range(row, row + cols):
            fill = "─" if sides.get(cell, 0) & _LEFT else " "
            label = labels[cell] or (fill if cell in sides else ".")
            texts += [(fill if cell > row else "") + label.rjust(width, fill), signs[cell]]
        rows.append("".join(texts).rstrip())
    return rows
