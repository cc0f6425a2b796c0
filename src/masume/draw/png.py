"""A scene as a PNG picture, through its SVG."""

from __future__ import annotations

from pathlib import Path

from masume.core.drawing.scene import Scene
from masume.core.system.extras import require
from masume.draw.svg import CELL, svg
from masume.draw.themes import Theme
from masume.errors import BadOption

_FONTS = Path(__file__).parent / "fonts"
MOST_PIXELS = 60_000_000  # four bytes each, while it is drawn


def png(scene: Scene, theme: Theme, cell: float = CELL) -> bytes:
    """The scene drawn in a theme, with cells of so many pixels."""
    width, height = ((side + 2 * scene.margin) * cell for side in (scene.width, scene.height))
    if width * height > MOST_PIXELS:
        size = f"{round(width):,}×{round(height):,} pixels"
        most = f"{MOST_PIXELS // 1_000_000} million are the most"
        raise BadOption(f"{size} are too many for a PNG, {most}; use smaller cells, or SVG")
    return svg_png(svg(scene, theme, cell))


def svg_png(drawn: str) -> bytes:
    """An SVG as PNG."""
    require("print")
    import resvg_py

    # Not the fonts of this machine: it may have none, and the picture is the same everywhere.
    return resvg_py.svg_to_bytes(
        svg_string=drawn,
        skip_system_fonts=True,
        font_files=[str(font_file(bold=bold)) for bold in (False, True)],
        sans_serif_family="Bitstream Vera Sans",
    )


def font_file(*, bold: bool) -> Path:
    """Return the font of all pictures and of the desktop game, Bitstream Vera Sans."""
    return _FONTS / ("VeraBd.ttf" if bold else "Vera.ttf")
