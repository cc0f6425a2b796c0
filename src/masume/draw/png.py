"""Draw a scene as PNG by rendering its SVG."""

from __future__ import annotations

from pathlib import Path

from masume.core.drawing.scene import Scene
from masume.core.system.extras import require
from masume.draw.svg import CELL, svg
from masume.draw.themes import Theme
from masume.errors import BadOption

_FONTS = Path(__file__).parent / "fonts"
MOST_PIXELS = 60_000_000  # four bytes of memory each


def png(scene: Scene, theme: Theme, cell: float = CELL) -> bytes:
    """Return the scene as PNG with cells of `cell` pixels; raise BadOption if it is too large."""
    width, height = ((side + 2 * scene.margin) * cell for side in (scene.width, scene.height))
    if width * height > MOST_PIXELS:
        size = f"{round(width):,}×{round(height):,} pixels"
        most = f"{MOST_PIXELS // 1_000_000} million are the most"
        raise BadOption(f"{size} are too many for a PNG, {most}; use smaller cells, or SVG")
    return svg_png(svg(scene, theme, cell))


def svg_png(drawn: str) -> bytes:
    """Return an SVG as PNG."""
    require("print")
    import resvg_py

    # System fonts are ignored so that the picture is the same on every machine.
    return resvg_py.svg_to_bytes(
        svg_string=drawn,
        skip_system_fonts=True,
        font_files=[str(font_file(bold=bold)) for bold in (False, True)],
        sans_serif_family="Bitstream Vera Sans",
    )


def font_file(*, bold: bool) -> Path:
    """Return the font of all pictures and of the desktop game, Bitstream Vera Sans."""
    return _FONTS / ("VeraBd.ttf" if bold else "Vera.ttf")
