"""Draw a scene as a vector PDF."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO

from masume.core.drawing.scene import Area, Disc, Item, Label, Line, Rect, Scene
from masume.core.system.extras import require
from masume.draw.hatch import hatch_strokes
from masume.draw.png import font_file
from masume.draw.svg import CELL, HALO, LIFT, NEW
from masume.draw.themes import Style, Theme

if TYPE_CHECKING:  # reportlab has no types: both are untyped
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

POINT = 0.75  # points per pixel, as in browsers
FONT, BOLD = "Vera", "Vera-Bold"  # font names in the files


def pdf(scene: Scene, theme: Theme, cell: float = CELL) -> bytes:
    """Return a PDF with one page of the picture's size, the same as of its SVG in print."""
    cell *= POINT
    width, height = ((side + 2 * scene.margin) * cell for side in (scene.width, scene.height))
    out = BytesIO()
    canvas = new_canvas(out, (width, height), scene.title)
    canvas.setFillColor(theme.paper)
    canvas.rect(0, 0, width, height, stroke=0, fill=1)
    paint(canvas, scene, theme, scene.margin * cell, height - scene.margin * cell, cell)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def new_canvas(out: BinaryIO, size: tuple[float, float], title: str) -> Canvas:
    """Return an empty document with masume's fonts; its output is deterministic."""
    require("print")
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name, bold in ((FONT, False), (BOLD, True)):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(font_file(bold=bold))))
    canvas = Canvas(out, pagesize=size, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("masume")
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    return canvas


def paint(canvas: Canvas, scene: Scene, theme: Theme, x: float, y: float, cell: float) -> None:
    """Draw a scene onto a page with its upper left corner at (x, y), in points."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(cell, -cell)  # coordinates in cells, y downward
    for role, group in groupby(scene.items, key=lambda item: item.role):
        items, style = list(group), theme.styles[role.style]
        if role.is_new:
            canvas.saveState()
            canvas.setFillAlpha(NEW)
            canvas.setStrokeAlpha(NEW)
        if style.halo and not isinstance(items[0], Label):
            _draw_items(canvas, items, Style(stroke=style.halo, width=style.width + 2 * HALO))
        _draw_items(canvas, items, style)
        if style.hatch:
            _hatch(canvas, items, theme, style, scene.width)
        if role.is_new:
            canvas.restoreState()
    canvas.restoreState()


def _draw_items(canvas: Canvas, items: list[Item], style: Style) -> None:
    """Draw the items of one style, labels first."""
    if style.fill:
        canvas.setFillColor(_ink(style.fill))
    if style.stroke:
        canvas.setStrokeColor(_ink(style.stroke))
        canvas.setLineWidth(style.width)
        canvas.setDash(list(style.dash))
        canvas.setLineCap(0 if style.dash else 1)
    look = {"stroke": int(style.stroke is not None), "fill": int(style.fill is not None)}
    labels = [item for item in items if isinstance(item, Label)]
    if labels:
        _write(canvas, labels, style)
    for item in items:
        if isinstance(item, Rect):
            canvas.rect(item.x, item.y, item.width, item.height, **look)
        elif isinstance(item, Disc):
            canvas.circle(item.x, item.y, item.radius, **look)
        elif not isinstance(item, Label):
            _trace(canvas, item, look)


def _trace(canvas: Canvas, item: Area | Line, look: dict[str, int]) -> None:
    """Draw an area or a line as one path."""
    way = canvas.beginPath()
    for begin, *others in item.outlines if isinstance(item, Area) else (item.points,):
        way.moveTo(*begin)
        for point in others:
            way.lineTo(*point)
        if isinstance(item, Area) or item.closed:
            way.close()
    canvas.drawPath(way, **look, fillMode=0)  # even-odd, for holes


def _write(canvas: Canvas, labels: list[Label], style: Style) -> None:
    """Write all labels: first the halos, then the text."""
    font = BOLD if style.bold else FONT
    words = canvas.beginText()
    for mode, ink in ((1, style.halo), (0, style.fill)):
        if ink is None:
            continue
        canvas.setLineWidth(2 * HALO)
        words.setTextRenderMode(mode)
        words.setFillColor(_ink(ink))
        words.setStrokeColor(_ink(ink))
        for label in labels:
            text, size = sanitise(label.text), label.size
            half = canvas.stringWidth(text, font, size) / 2
            words.setTextTransform(1, 0, 0, -1, label.x - half, label.y + LIFT * size)  # upright
            words.setFont(font, size)
            words.textOut(text)
    canvas.drawText(words)


@cache
def _ink(colour: str) -> Color:
    from reportlab.lib.colors import HexColor

    return HexColor(colour)


def _hatch(canvas: Canvas, items: list[Item], theme: Theme, style: Style, cols: int) -> None:
    """Draw the hatching of rectangles, areas and discs."""
    canvas.setStrokeColor(_ink(theme.hatching))
    canvas.setLineWidth(theme.hatch_width)
    canvas.setDash([])
    canvas.setLineCap(1)
    for item in items:
        if isinstance(item, Rect | Area | Disc):
            strokes = hatch_strokes(item, style.hatch, cols)
            canvas.lines([(*begin, *end) for begin, end in strokes])


def sanitise(text: str) -> str:
    """Replace each character that the font lacks with a question mark."""
    if text.isascii() and text.isprintable():
        return text
    from reportlab.pdfbase import pdfmetrics

    known = pdfmetrics.getFont(FONT).face.charToGlyph
    return "".join(char if ord(char) in known else "?" for char in text)
