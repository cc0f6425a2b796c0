"""The frames of a film as pictures: each by itself, or one that moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from masume.core.extras import require
from masume.front.film.reel import Reel, Shot
from masume.render.show import show
from masume.render.svg import FONTS, Shapes, svg
from masume.render.themes import Theme

if TYPE_CHECKING:
    from PIL.Image import Image

    from masume.core.scene import Scene

_FOOT = 0.06  # of the size, for the caption


def scene_of(reel: Reel, shot: Shot) -> Scene:
    """The board of a frame, with what its last move has changed marked."""
    return show(reel.board, shot.position, marked=shot.marked).scene


def cell_for(scene: Scene, size: int) -> float:
    """The side of a cell in pixels, if the picture shall be so wide or high."""
    return size / (max(scene.width, scene.height) + 2 * scene.margin)


def picture(
    reel: Reel, shot: Shot, theme: Theme, size: int, page: Shapes | None = None
) -> tuple[str, int, int]:
    """A frame as SVG with its caption, its width and its height."""
    scene = scene_of(reel, shot)
    cell = cell_for(scene, size)
    wide = even((scene.width + 2 * scene.margin) * cell)
    high = even((scene.height + 2 * scene.margin) * cell + _FOOT * size)
    letters = min(0.6 * _FOOT * size, 1.7 * wide / max(1, len(shot.caption)))
    text = (
        f'<text x="{wide / 2:g}" y="{high - 0.3 * _FOOT * size:g}" text-anchor="middle" '
        f'font-family="{FONTS}" font-size="{letters:.1f}" fill="{ink(theme)}">'
        f"{escape(shot.caption)}</text>"
    )
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><rect width="{wide}" height="{high}" fill="{theme.paper}"/>'
        f"{svg(scene, theme, cell, page)}{text}</svg>"
    )
    return drawn, wide, high


def even(length: float) -> int:
    """Videos have even sides."""
    return 2 * round(length / 2)


def ink(theme: Theme) -> str:
    """The colour of texts."""
    return "#f0f4f9" if int(theme.paper[1:3], 16) < 128 else "#1f2933"


def moving_svg(pictures: Sequence[tuple[str, int, int]], name: str, speed: float) -> str:
    """One SVG in which each frame is seen in its turn, again and again; no script is needed."""
    wide, high = max(one[1] for one in pictures), max(one[2] for one in pictures)
    whole, share = len(pictures) / speed, 100 / len(pictures)
    style = (
        f".f{{visibility:hidden;animation:f {whole:g}s step-end infinite}}"
        f"@keyframes f{{0%{{visibility:visible}}{share:g}%{{visibility:hidden}}"
        "100%{visibility:hidden}}"
    )
    if len(pictures) == 1:
        style = ""
    groups = [
        f'<g class="f" style="animation-delay:{at / speed:g}s">{drawn}</g>'
        for at, (drawn, *_) in enumerate(pictures)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><title>{escape(name)}</title><style>{style}</style>'
        f"{''.join(groups)}</svg>\n"
    )


def png(drawn: str) -> bytes:
    """An SVG as PNG, with the fonts that the print extra brings."""
    require("print")
    import resvg_py

    from masume.render.png import font_file

    return resvg_py.svg_to_bytes(
        svg_string=drawn,
        skip_system_fonts=True,
        font_files=[str(font_file(bold=bold)) for bold in (False, True)],
        sans_serif_family="Bitstream Vera Sans",
    )


def images(pictures: Iterable[tuple[str, int, int]]) -> Iterator[Image]:
    """The pictures as pixels, one at a time: many of them would fill the memory."""
    from PIL import Image

    for drawn, *_ in pictures:
        yield Image.open(BytesIO(png(drawn))).convert("RGB")
