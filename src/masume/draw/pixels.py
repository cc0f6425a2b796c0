"""Read a small picture as dark and light cells: rows of # and . or an image file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from masume.core.puzzle.grid import Cell
from masume.core.system.extras import require
from masume.core.text.blocks import split_lines
from masume.errors import ParseError, shorten

MOST_SIDE = 50  # cells
_SIDE = 12  # the default longer side of the board for a large image
_DARK, _LIGHT = "#█■@*Xx1", ".·□_-0 "
_MOST_BYTES = 20_000_000
_MOST_PIXELS = 50_000_000


class Pixels(NamedTuple):
    """A picture of dark and light cells."""

    rows: int
    cols: int
    dark: tuple[Cell, ...]


def read_pixels(path: Path, size: tuple[int, int] | None = None) -> Pixels:
    """Read a text of # and ., or an image such as a PNG, scaled to (rows, cols)."""
    try:
        data = path.read_bytes()[: _MOST_BYTES + 1]
    except OSError as fault:
        reason = (fault.strerror or "it cannot be opened").lower()
        raise ParseError(f"cannot read {shorten(str(path), 80)}: {reason}") from None
    if len(data) > _MOST_BYTES:
        raise ParseError(f"{shorten(str(path), 80)} is larger than {_MOST_BYTES // 1_000_000} MB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _read_image(path, size)
    return _read_image(path, size) if text.startswith(("P1", "P2", "<svg")) else text_pixels(text)


def text_pixels(text: str) -> Pixels:
    """Parse rows of dark (#) and light (.) cells.

    >>> text_pixels("#.\\n.#")
    Pixels(rows=2, cols=2, dark=(0, 3))
    """
    lines = [line.rstrip("\r") for line in split_lines(text)]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    cols = max(map(len, lines), default=0)
    if not 0 < cols <= MOST_SIDE or len(lines) > MOST_SIDE:
        raise ParseError(f"the picture has the wrong size; use 1 to {MOST_SIDE} rows and columns")
    dark = []
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            if sign not in _DARK + _LIGHT:
                raise ParseError(f"{sign!r} is neither # (dark) nor . (light)", line=row + 1)
            if sign in _DARK:
                dark.append(row * cols + col)
    return Pixels(len(lines), cols, tuple(dark))


def _read_image(path: Path, size: tuple[int, int] | None) -> Pixels:
    """Read an image file, scaled to the board; raise ParseError if it is no picture."""
    require("print")  # for Pillow
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            width, height = image.size
            if width * height > _MOST_PIXELS:
                raise ParseError(f"{shorten(str(path), 80)} has more than {_MOST_PIXELS:,} pixels")
            rows, cols = size or _board_size(height, width)
            clear = Image.new("RGBA", image.size, "white")
            clear.alpha_composite(image.convert("RGBA"))
            small = clear.convert("L").resize((cols, rows), Image.Resampling.BOX)
    except (UnidentifiedImageError, OSError, ValueError):
        fault = f"{shorten(str(path), 80)} is not a picture; use a PNG, or rows of # and ."
        raise ParseError(fault) from None
    greys = list(small.tobytes())
    middle = threshold(greys)
    return Pixels(rows, cols, tuple(cell for cell, grey in enumerate(greys) if grey <= middle))


def _board_size(height: int, width: int) -> tuple[int, int]:
    """Return the board size for an image: the size of the image if it is small."""
    longer = max(height, width)
    if longer <= MOST_SIDE:
        return height, width
    return max(1, round(height * _SIDE / longer)), max(1, round(width * _SIDE / longer))


def threshold(greys: list[int]) -> int:
    """Return the grey up to which cells are dark, by maximal variance (Otsu 1979).

    >>> threshold([10, 12, 200, 210])
    12
    """
    widest, best_grey = -1.0, 127
    for grey in sorted(set(greys))[:-1]:
        dark = [other for other in greys if other <= grey]
        light = [other for other in greys if other > grey]
        apart = sum(dark) / len(dark) - sum(light) / len(light)
        if (spread := len(dark) * len(light) * apart**2) > widest:
            widest, best_grey = spread, grey
    return best_grey
