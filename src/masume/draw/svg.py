"""Draw a scene as SVG text: self-contained, deterministic, with a description for screen readers.

Each run of items with the same role is a group with the role's name as its class, so that a style
sheet can restyle it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape  # that of xml.sax would import half a web client
from itertools import groupby
from typing import NamedTuple, TypeAlias

from masume.core.drawing.scene import Area, Disc, Item, Label, Line, Point, Rect, Role, Scene
from masume.draw.hatch import hatch_strokes
from masume.draw.themes import Style, Theme

CELL = 40  # pixels
HALO = 0.03  # the visible width of a halo on each side, in cells
NEW = 0.6  # opacity of new items
LIFT = 0.36  # from the middle of a digit to its baseline, relative to the font size
FONTS = "Bitstream Vera Sans, DejaVu Sans, Verdana, Arial, sans-serif"


@dataclass
class Shapes:
    """Shapes shared by the pictures of a page: written once, then referred to by `<use>`."""

    known: dict[str, str] = field(default_factory=dict)  # the elements -> their id

    def row(self, shapes: str) -> str:
        """Return shapes, or a reference to them if the page has them already."""
        if shapes in self.known:
            return f'<use href="#{self.known[shapes]}"/>'
        return shapes if len(shapes) < _MIN_SHARED else f'<g id="{self._name(shapes)}">{shapes}</g>'

    def group(self, look: str, shapes: Sequence[str]) -> str:
        """Return a group of rows of shapes, or a reference to it if the page has it already."""
        key = f"{look}{''.join(shapes)}"
        if key in self.known:
            return f'<use href="#{self.known[key]}"/>'
        name = self._name(key)
        return f'<g id="{name}" {look}>{"".join(map(self.row, shapes))}</g>'

    def _name(self, key: str) -> str:
        return self.known.setdefault(key, f"s{len(self.known)}")


_MIN_SHARED = 60  # characters; for shorter shapes a reference saves nothing


def svg(scene: Scene, theme: Theme, cell: float = CELL, page: Shapes | None = None) -> str:
    """Return the scene as SVG with cells of `cell` pixels; `page` shares shapes with others."""
    width, height = (
        _number((side + 2 * scene.margin) * cell) for side in (scene.width, scene.height)
    )
    corner = _number(-scene.margin * cell)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="{corner} {corner} {width} {height}">',
        f"<title>{escape_text(scene.title)}</title>",
        f"<desc>{escape_text(scene.description)}</desc>",
        f'<rect class="paper" x="{corner}" y="{corner}" width="{width}" height="{height}" '
        f'fill="{theme.paper}"/>',
    ]
    items, write_shapes = (
        (scene.items, _item_shapes) if page is None else (by_role(scene.items), _row_shapes)
    )
    for layer in _layers(items, theme, scene.width, cell, write_shapes):
        lines += _layer_lines(layer, page)
    return "\n".join([*lines, "</svg>"]) + "\n"


class Layer(NamedTuple):
    """The attributes of a group and its elements; without attributes a single element."""

    look: str
    shapes: list[str]


def layers(scene: Scene, theme: Theme, cell: float = CELL) -> list[Layer]:
    """Return the scene as few groups, for pages that replace only the changed shapes."""
    return list(_layers(by_role(scene.items), theme, scene.width, cell, _cached_shapes))


_ShapeWriter: TypeAlias = Callable[[Iterable[Item], float], list[str]]  # the elements of a group


def _item_shapes(items: Iterable[Item], cell: float) -> list[str]:
    return [_format_shape(item, cell) for item in items]


def _row_shapes(items: Iterable[Item], cell: float) -> list[str]:
    """Return the shapes of each board row as one text, so that equal rows can be shared."""
    rows = groupby(items, key=_row)
    return ["".join(_format_shape(item, cell, plain=True) for item in row) for _, row in rows]


def _cached_shapes(items: Iterable[Item], cell: float) -> list[str]:
    """Return the shapes from a cache: most are the same as in the previous picture."""
    return [_known_shape(item, cell, True) for item in items]


def _layers(
    items: Iterable[Item], theme: Theme, cols: int, cell: float, write_shapes: _ShapeWriter
) -> Iterator[Layer]:
    for role, group in groupby(items, key=_role):
        yield from _role_layers(role, list(group), theme, cols, cell, write_shapes)


def _role_layers(
    role: Role, items: list[Item], theme: Theme, cols: int, cell: float, write_shapes: _ShapeWriter
) -> Iterator[Layer]:
    """Yield the layers of the items of one role: halo, shapes and hatching."""
    style = theme.styles[role.style]
    if style.halo and not isinstance(items[0], Label):
        halo = Style(stroke=style.halo, width=style.width + 2 * HALO)
        plain = [_format_shape(item, cell, plain=True) for item in items]
        yield Layer(f'class="halo" {_style_attributes(halo, cell)}', plain)
    faint = f' opacity="{NEW}"' * role.is_new
    attributes = _style_attributes(style, cell) + _text_attributes(items, style, cell)
    look = f'class="{role.name}" {attributes}{faint}'
    if all(isinstance(item, Line) and not item.cells for item in items):
        shapes = [f'<path d="{"".join(_path_data(item, cell) for item in items)}"/>']
    else:
        shapes = write_shapes(items, cell)
    yield Layer(look, shapes)
    if style.hatch:
        solid = [item for item in items if isinstance(item, Rect | Area | Disc)]
        strokes = (stroke for item in solid for stroke in hatch_strokes(item, style.hatch, cols))
        way = "".join(_path(stroke, cell) for stroke in strokes)
        look = _style_attributes(Style(stroke=theme.hatching, width=theme.hatch_width), cell)
        yield Layer("", [f'<path class="hatch" {look} d="{way}"/>'])


def _layer_lines(layer: Layer, page: Shapes | None) -> list[str]:
    """Return the lines of a layer; in a picture without a page each shape has its own line."""
    look, shapes = layer
    if not look:
        return shapes if page is None else [page.row(shapes[0])]
    return [f"<g {look}>", *shapes, "</g>"] if page is None else [page.group(look, shapes)]


def by_role(items: Iterable[Item]) -> Iterator[Item]:
    """Reorder runs of discs and labels by role, discs first, so that there are few groups.

    No label covers another one, and overlapping discs come in the order of their roles.
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
    """Return the board row of an item; -1 for lines and areas."""
    return int(item.y) if isinstance(item, Rect | Disc | Label) else -1


def _style_attributes(style: Style, cell: float) -> str:
    """Return the fill and stroke attributes of a style, with lengths in pixels."""
    attributes = {"fill": style.fill or "none"}
    if style.stroke:
        attributes["stroke"] = style.stroke
        attributes["stroke-width"] = _number(style.width * cell)
        if style.dash:
            attributes["stroke-dasharray"] = " ".join(_number(part * cell) for part in style.dash)
        else:
            attributes |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return " ".join(f'{key}="{value}"' for key, value in attributes.items())


def _text_attributes(items: Iterable[Item], style: Style, cell: float) -> str:
    """Return the font attributes of labels after a space; empty if no item is a label."""
    if not any(isinstance(item, Label) for item in items):
        return ""
    attributes = f' font-family="{FONTS}" text-anchor="middle"'
    if style.bold:
        attributes += ' font-weight="bold"'
    if style.halo:
        width = _number(2 * HALO * cell)
        attributes += f' stroke="{style.halo}" stroke-width="{width}" paint-order="stroke"'
    return attributes


def _format_shape(item: Item, cell: float, plain: bool = False) -> str:
    """Return the SVG element of an item, with its cells in `data-cells` unless it is plain."""
    cells = "" if plain or not item.cells else f' data-cells="{" ".join(map(str, item.cells))}"'
    if isinstance(item, Rect):
        x, y, width, height = _numbers(cell, item.x, item.y, item.width, item.height)
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{cells}/>'
    if isinstance(item, Disc):
        x, y, radius = _numbers(cell, item.x, item.y, item.radius)
        return f'<circle cx="{x}" cy="{y}" r="{radius}"{cells}/>'
    if isinstance(item, Label):
        x, y, size = _numbers(cell, item.x, item.y + LIFT * item.size, item.size)
        return f'<text x="{x}" y="{y}" font-size="{size}"{cells}>{escape_text(item.text)}</text>'
    return f'<path d="{_path_data(item, cell)}"{cells}/>'


_known_shape = lru_cache(16_384)(_format_shape)


def _path_data(item: Item, cell: float) -> str:
    if isinstance(item, Area):
        return "".join(_path(outline, cell) + "Z" for outline in item.outlines)
    assert isinstance(item, Line)
    return _path(item.points, cell) + "Z" * item.closed


def _path(points: Iterable[Point], cell: float) -> str:
    return "M" + "L".join(" ".join(_numbers(cell, *point)) for point in points)


def _numbers(cell: float, *values: float) -> list[str]:
    return [_number(value * cell) for value in values]


@lru_cache(16_384)  # most numbers repeat
def _number(value: float) -> str:
    """Format a number with at most two decimals.

    >>> _number(12.0), _number(3.14159), _number(-0.001)
    ('12', '3.14', '0')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def escape_text(text: str) -> str:
    """Escape text for an element; replace characters that XML does not allow."""
    return escape("".join(c if c >= " " or c in "\t\n" else "�" for c in text), quote=False)
