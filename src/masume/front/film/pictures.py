"""The frames of a film as SVG pictures, animated SVG or images."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from masume.draw.show import show
from masume.draw.svg import FONTS, Shapes, escape_text, svg
from masume.draw.themes import Theme
from masume.front.film.reel import Reel, Shot

if TYPE_CHECKING:
    from PIL.Image import Image

    from masume.core.drawing.scene import Scene

_FOOT = 0.06  # caption height, as a share of the picture size


class Picture(NamedTuple):
    """A frame, or the frames of a race, as SVG with its size in pixels."""

    svg: str
    width: int
    height: int


def scene_of(reel: Reel, shot: Shot) -> Scene:
    """Return the board of a frame, with the cells changed by its last move marked."""
    return show(reel.board, shot.position, marked=shot.marked).scene


def cell_for(scene: Scene, size: int) -> float:
    """Return the cell size in pixels at which the longer side of the picture is `size`."""
    return size / (max(scene.width, scene.height) + 2 * scene.margin)


def picture(reel: Reel, shot: Shot, theme: Theme, size: int, page: Shapes | None = None) -> Picture:
    """Return a frame with its caption."""
    scene = scene_of(reel, shot)
    cell = cell_for(scene, size)
    foot = _FOOT * size
    wide = round_to_even((scene.width + 2 * scene.margin) * cell)
    high = round_to_even((scene.height + 2 * scene.margin) * cell + foot)
    text = text_line(shot.caption, (wide / 2, high - 0.3 * foot), wide, 0.6 * foot, theme)
    return on_paper(f"{svg(scene, theme, cell, page)}{text}", wide, high, theme)


def text_line(
    text: str, at: tuple[float, float], wide: float, size: float, theme: Theme, weight: str = ""
) -> str:
    """Return a line of text centred at a point, in a smaller font if it is long."""
    letters = min(size, 1.7 * wide / max(1, len(text)))
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" text-anchor="middle" font-family="{FONTS}" '
        f'font-size="{letters:.1f}" {weight}fill="{ink(theme)}">{escape_text(text)}</text>'
    )


def on_paper(parts: str, wide: int, high: int, theme: Theme) -> Picture:
    """Return SVG elements as a picture on the background of the theme."""
    paper = f'<rect width="{wide}" height="{high}" fill="{theme.paper}"/>'
    return Picture(_document(f"{paper}{parts}", wide, high), wide, high)


def _document(parts: str, wide: int, high: int) -> str:
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{parts}</svg>'


def round_to_even(length: float) -> int:
    """Round to an even number, as video encoders require."""
    return 2 * round(length / 2)


def ink(theme: Theme) -> str:
    """Return the text colour of a theme."""
    return "#f0f4f9" if int(theme.paper[1:3], 16) < 128 else "#1f2933"


def moving_svg(pictures: Sequence[Picture], name: str, speed: float) -> str:
    """Return one SVG that shows the frames in a loop, animated with CSS."""
    whole, share = len(pictures) / speed, 100 / len(pictures)
    style = (
        f".f{{visibility:hidden;animation:f {whole:g}s step-end infinite}}"
        f"@keyframes f{{0%{{visibility:visible}}{share:g}%{{visibility:hidden}}"
        "100%{visibility:hidden}}"
    )
    if len(pictures) == 1:
        style = ""
    groups = [
        f'<g class="f" style="animation-delay:{at / speed:g}s">{frame.svg}</g>'
        for at, frame in enumerate(pictures)
    ]
    parts = f"<title>{escape_text(name)}</title><style>{style}</style>{''.join(groups)}"
    wide, high = max(frame.width for frame in pictures), max(frame.height for frame in pictures)
    return f"{_document(parts, wide, high)}\n"


def images(pictures: Iterable[Picture]) -> Iterator[Image]:
    """Yield the pictures as images, one at a time to save memory."""
    from PIL import Image

    from masume.draw.png import svg_png

    for frame in pictures:
        yield Image.open(BytesIO(svg_png(frame.svg))).convert("RGB")
