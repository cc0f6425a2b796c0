"""The frames of a film as pictures: each by itself, or one that moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from masume.draw.show import show
from masume.draw.svg import FONTS, Shapes, escaped, svg
from masume.draw.themes import Theme
from masume.front.film.reel import Reel, Shot

if TYPE_CHECKING:
    from PIL.Image import Image

    from masume.core.drawing.scene import Scene

_FOOT = 0.06  # of the size, for the caption


class Picture(NamedTuple):
    """A frame, or those of a race, as SVG with its sides in pixels."""

    svg: str
    width: int
    height: int


def scene_of(reel: Reel, shot: Shot) -> Scene:
    """The board of a frame, with what its last move has changed marked."""
    return show(reel.board, shot.position, marked=shot.marked).scene


def cell_for(scene: Scene, size: int) -> float:
    """The side of a cell in pixels, if the picture shall be so wide or high."""
    return size / (max(scene.width, scene.height) + 2 * scene.margin)


def picture(reel: Reel, shot: Shot, theme: Theme, size: int, page: Shapes | None = None) -> Picture:
    """A frame with its caption."""
    scene = scene_of(reel, shot)
    cell = cell_for(scene, size)
    foot = _FOOT * size
    wide = even((scene.width + 2 * scene.margin) * cell)
    high = even((scene.height + 2 * scene.margin) * cell + foot)
    text = text_line(shot.caption, (wide / 2, high - 0.3 * foot), wide, 0.6 * foot, theme)
    return on_paper(f"{svg(scene, theme, cell, page)}{text}", wide, high, theme)


def text_line(
    text: str, at: tuple[float, float], wide: float, size: float, theme: Theme, weight: str = ""
) -> str:
    """A line around the middle of its foot, in letters of a size, or smaller ones if it is long."""
    letters = min(size, 1.7 * wide / max(1, len(text)))
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" text-anchor="middle" font-family="{FONTS}" '
        f'font-size="{letters:.1f}" {weight}fill="{ink(theme)}">{escaped(text)}</text>'
    )


def on_paper(parts: str, wide: int, high: int, theme: Theme) -> Picture:
    """Elements of SVG as a picture."""
    paper = f'<rect width="{wide}" height="{high}" fill="{theme.paper}"/>'
    return Picture(_document(f"{paper}{parts}", wide, high), wide, high)


def _document(parts: str, wide: int, high: int) -> str:
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{parts}</svg>'


def even(length: float) -> int:
    """Videos have even sides."""
    return 2 * round(length / 2)


def ink(theme: Theme) -> str:
    """The colour of texts."""
    return "#f0f4f9" if int(theme.paper[1:3], 16) < 128 else "#1f2933"


def moving_svg(pictures: Sequence[Picture], name: str, speed: float) -> str:
    """One SVG in which each frame is seen in its turn, again and again; no script is needed."""
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
    parts = f"<title>{escaped(name)}</title><style>{style}</style>{''.join(groups)}"
    wide, high = max(frame.width for frame in pictures), max(frame.height for frame in pictures)
    return f"{_document(parts, wide, high)}\n"


def images(pictures: Iterable[Picture]) -> Iterator[Image]:
    """The pictures as pixels, one at a time: many of them would fill the memory."""
    from PIL import Image

    from masume.draw.png import svg_png

    for frame in pictures:
        yield Image.open(BytesIO(svg_png(frame.svg))).convert("RGB")
