"""A scene as SVG text: self-contained, the same for the same scene, with words for screen readers.

Each run of items with the same role is a group with the role's name as its class, so that a style
sheet may change how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape  # that of xml.sax would import half a web client
from itertools import groupby
from typing import NamedTuple, TypeAlias

from masume.core.drawing.scene import Area, Disc, Item, Label, Line, Point, Rect, Role, Scene
from masume.draw.hatch import hatched
from masume.draw.themes import Style, Theme

CELL = 40  # pixels
HALO = 0.03  # how much of a halo looks out on each side
NEW = 0.6  # of the ink for what is new
LIFT = 0.36  # from the middle of a digit to its foot, as a part of the size of its font
FONTS = "Bitstream Vera Sans, DejaVu Sans, Verdana, Arial, sans-serif"


@dataclass
class Shapes:
    """What pictures on one page have in common: each is written out once and then referred to."""

    known: dict[str, str] = field(default_factory=dict)  # what it looks like -> its name

    def row(self, shapes: str) -> str:
        """Some shapes, or a reference to them if the page has them, whatever colour it is in."""
        if shapes in self.known:
            return f'<use href="#{self.known[shapes]}"/>'
        return shapes if len(shapes) < _WORTH_IT else f'<g id="{self._name(shapes)}">{shapes}</g>'

    def group(self, look: str, shapes: Sequence[str]) -> str:
        """Rows of shapes that look alike, or a reference to them if the page has them all."""
        key = f"{look}{''.join(shapes)}"
        if key in self.known:
            return f'<use href="#{self.known[key]}"/>'
        name = self._name(key)
        return f'<g id="{name}" {look}>{"".join(map(self.row, shapes))}</g>'

    def _name(self, key: str) -> str:
        return self.known.setdefault(key, f"s{len(self.known)}")


_WORTH_IT = 60  # letters; a reference is as long as less than that


def svg(scene: Scene, theme: Theme, cell: float = CELL, page: Shapes | None = None) -> str:
    """The scene drawn in a theme, with cells of so many pixels; on a page with others, or alone."""
    width, height = (
        _number((side + 2 * scene.margin) * cell) for side in (scene.width, scene.height)
    )
    corner = _number(-scene.margin * cell)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="{corner} {corner} {width} {height}">',
        f"<title>{escaped(scene.title)}</title>",
        f"<desc>{escaped(scene.description)}</desc>",
        f'<rect class="paper" x="{corner}" y="{corner}" width="{width}" height="{height}" '
        f'fill="{theme.paper}"/>',
    ]
    items, written = (scene.items, _each) if page is None else (_by_role(scene.items), _rows)
    for layer in _layers(items, theme, scene.width, cell, written):
        lines += _written(layer, page)
    return "\n".join([*lines, "</svg>"]) + "\n"


class Layer(NamedTuple):
    """Shapes that look alike: the attributes of their group, and an element each.

    Without attributes it is a single element that needs no group.
    """

    look: str
    shapes: list[str]


def layers(scene: Scene, theme: Theme, cell: float = CELL) -> list[Layer]:
    """The scene as few groups, for pages that change some shapes and leave the others."""
    return list(_layers(_by_role(scene.items), theme, scene.width, cell, _known))


_Written: TypeAlias = Callable[[Iterable[Item], float], list[str]]  # what is in a group


def _each(items: Iterable[Item], cell: float) -> list[str]:
    return [_shape(item, cell) for item in items]


def _rows(items: Iterable[Item], cell: float) -> list[str]:
    """Rows that do not change from picture to picture are shared; their cells are of no use."""
    rows = groupby(items, key=_row)
    return ["".join(_shape(item, cell, plain=True) for item in row) for _, row in rows]


def _known(items: Iterable[Item], cell: float) -> list[str]:
    """Nearly all of them are those of the picture before."""
    return [_known_shape(item, cell, True) for item in items]


def _layers(
    items: Iterable[Item], theme: Theme, cols: int, cell: float, written: _Written
) -> Iterator[Layer]:
    for role, group in groupby(items, key=_role):
        yield from _role_layers(role, list(group), theme, cols, cell, written)


def _role_layers(
    role: Role, items: list[Item], theme: Theme, cols: int, cell: float, written: _Written
) -> Iterator[Layer]:
    style = theme.styles[role.style]
    if style.halo and not isinstance(items[0], Label):
        halo = Style(stroke=style.halo, width=style.width + 2 * HALO)
        plain = [_shape(item, cell, plain=True) for item in items]
        yield Layer(f'class="halo" {_look(halo, cell)}', plain)
    faint = f' opacity="{NEW}"' * role.is_new
    look = f'class="{role.name}" {_look(style, cell)}{_letters(items, style, cell)}{faint}'
    if all(isinstance(item, Line) and not item.cells for item in items):
        shapes = [f'<path d="{"".join(_way(item, cell) for item in items)}"/>']
    else:
        shapes = written(items, cell)
    yield Layer(look, shapes)
    if style.hatch:
        solid = [item for item in items if isinstance(item, Rect | Area | Disc)]
        strokes = (stroke for item in solid for stroke in hatched(item, style.hatch, cols))
        way = "".join(_path(stroke, cell) for stroke in strokes)
        look = _look(Style(stroke=theme.hatching, width=theme.hatch_width), cell)
        yield Layer("", [f'<path class="hatch" {look} d="{way}"/>'])


def _written(layer: Layer, page: Shapes | None) -> list[str]:
    """Shapes that look alike; a picture that stands alone has each on a line of its own."""
    look, shapes = layer
    if not look:
        return shapes if page is None else [page.row(shapes[0])]
    return [f"<g {look}>", *shapes, "</g>"] if page is None else [page.group(look, shapes)]


def _by_role(items: Iterable[Item]) -> Iterator[Item]:
    """Items with labels after the discs that they stand on, both by their roles.

    No label covers another one, and discs that do so come in the order of their roles; so few
    groups take many of them.
    """
    for is_run, run in groupby(items, key=lambda item: isinstance(item, Disc | Label)):
        ordered = list(run)
        if is_run:
            order = {role: number for number, role in enumerate(dict.fromkeys(map(_role, ordered)))}
            ordered.sort(key=lambda item: _place(item, order))
        yield from ordered


def _role(item: Item) -> Role:
    return item.role


def _place(item: Item, order: Mapping[Role, int]) -> tuple[int, str, bool]:
    if isinstance(item, Label):
        return len(order), item.role.name, item.role.is_new
    return order[item.role], "", False


def _row(item: Item) -> int:
    """The row that an item is in, as far as it is in one."""
    return int(item.y) if isinstance(item, Rect | Disc | Label) else -1


def _look(style: Style, cell: float) -> str:
    attributes = {"fill": style.fill or "none"}
    if style.stroke:
        attributes["stroke"] = style.stroke
        attributes["stroke-width"] = _number(style.width * cell)
        if style.dash:
            attributes["stroke-dasharray"] = " ".join(_number(part * cell) for part in style.dash)
        else:
            attributes |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return " ".join(f'{key}="{value}"' for key, value in attributes.items())


def _letters(items: Iterable[Item], style: Style, cell: float) -> str:
    if not any(isinstance(item, Label) for item in items):
        return ""
    attributes = f' font-family="{FONTS}" text-anchor="middle"'
    if style.bold:
        attributes += ' font-weight="bold"'
    if style.halo:
        width = _number(2 * HALO * cell)
        attributes += f' stroke="{style.halo}" stroke-width="{width}" paint-order="stroke"'
    return attributes


def _shape(item: Item, cell: float, plain: bool = False) -> str:
    cells = "" if plain or not item.cells else f' data-cells="{" ".join(map(str, item.cells))}"'
    if isinstance(item, Rect):
        x, y, width, height = _numbers(cell, item.x, item.y, item.width, item.height)
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{cells}/>'
    if isinstance(item, Disc):
        x, y, radius = _numbers(cell, item.x, item.y, item.radius)
        return f'<circle cx="{x}" cy="{y}" r="{radius}"{cells}/>'
    if isinstance(item, Label):
        x, y, size = _numbers(cell, item.x, item.y + LIFT * item.size, item.size)
        return f'<text x="{x}" y="{y}" font-size="{size}"{cells}>{escaped(item.text)}</text>'
    return f'<path d="{_way(item, cell)}"{cells}/>'


_known_shape = lru_cache(16_384)(_shape)


def _way(item: Item, cell: float) -> str:
    if isinstance(item, Area):
        return "".join(_path(outline, cell) + "Z" for outline in item.outlines)
    assert isinstance(item, Line)
    return _path(item.points, cell) + "Z" * item.closed


def _path(points: Iterable[Point], cell: float) -> str:
    return "M" + "L".join(" ".join(_numbers(cell, *point)) for point in points)


def _numbers(cell: float, *values: float) -> list[str]:
    return [_number(value * cell) for value in values]


@lru_cache(16_384)  # a board has the same ones again and again
def _number(value: float) -> str:
    """A number without digits that nobody sees.

    >>> _number(12.0), _number(3.14159), _number(-0.001)
    ('12', '3.14', '0')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def escaped(text: str) -> str:
    """Foreign text inside an element; signs that XML cannot hold are replaced."""
    return escape("".join(c if c >= " " or c in "\t\n" else "�" for c in text), quote=False)
