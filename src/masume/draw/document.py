"""Documents as blocks of plain text, independent of the form they are written in.

A document is written in a small subset of HTML, usually by a template; `parse` makes blocks of it,
and `write` formats blocks as HTML, Markdown or LaTeX by a template for each form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import product
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from masume.core.system.extras import require
from masume.errors import sanitise

if TYPE_CHECKING:
    from jinja2 import Environment


_TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True)
class Heading:
    """A heading; those of level 2 are in the table of contents."""

    text: str
    level: int = 2
    type: str = "heading"


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    small: bool = False  # an explanation of the block above
    type: str = "text"


@dataclass(frozen=True)
class Note:
    """A note that readers must not miss."""

    text: str
    loud: bool = False  # an error rather than a caution
    type: str = "note"


@dataclass(frozen=True)
class Items:
    """A list."""

    texts: Sequence[str]
    type: str = "items"


@dataclass(frozen=True)
class Value:
    """The text of a cell, and the number it is sorted by."""

    text: str
    order: float
    more: str = ""  # a detail: below the text on a page, in brackets elsewhere

    @property
    def line(self) -> str:
        """The text and the detail in one line."""
        return f"{self.text} ({self.more})" if self.more else self.text


@dataclass(frozen=True)
class Table:
    """A table; the columns named in `numbers` are right-aligned."""

    head: Sequence[str]
    rows: Sequence[Sequence[str | Value]]
    numbers: frozenset[str] = frozenset()
    sortable: bool = False
    name: str = ""  # of its file of data
    type: str = "table"


@dataclass(frozen=True)
class Series:
    """One line of a plot, or only its markers."""

    label: str  # "": not in the legend
    points: Sequence[tuple[float, float]]
    colour: int  # index in the palette
    marker: str
    dash: str  # "": markers only
    steps: bool


@dataclass(frozen=True)
class Panel:
    """The data of one pair of axes."""

    x_title: str
    y_title: str
    x_log: bool
    y_log: bool
    series: Sequence[Series]
    x_ticks: Sequence[tuple[float, str]] = ()  # of a logarithmic axis: (position, label)
    y_ticks: Sequence[tuple[float, str]] = ()


@dataclass(frozen=True)
class Figure:
    """A plot with a title for screen readers."""

    name: str  # of its file
    title: str
    svg: str
    panels: Sequence[Panel] = ()
    caption: str = ""
    type: str = "figure"


@dataclass(frozen=True)
class Verbatim:
    """Preformatted text."""

    text: str
    type: str = "code"


Block = Heading | Text | Note | Items | Table | Figure | Verbatim


@cache
def environment(folder: Path = _TEMPLATES) -> Environment:
    """Return the environment of the templates in a folder; what they print is escaped."""
    require("lab")
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )


def parse(source: str, figures: Mapping[str, Figure] | None = None) -> list[Block]:
    """Return the blocks of a document; its figures are given by name.

    >>> parse("<h2>A &lt; b</h2><p class='small'>one\\n two</p>")
    [Heading(text='A < b', level=2, type='heading'), Text(text='one two', small=True, type='text')]
    """
    # Names come from untrusted results; control characters are not allowed in XML.
    lines = map(sanitise, source.replace("\r\n", "\n").split("\n"))
    root = ElementTree.fromstring("\n".join(["<report>", *lines, "</report>"]))
    heading, tables, blocks = "report", 0, []
    for element in root:
        block = _block(element, figures or {})
        if isinstance(block, Heading):
            heading = block.text
        elif isinstance(block, Table):
            tables += 1
            slug = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") or "table"
            block = replace(block, name=f"table-{tables:02}-{slug}")
        blocks.append(block)
    return blocks


def _block(element: ElementTree.Element, figures: Mapping[str, Figure]) -> Block:
    """Return the block of an element."""
    kind, text = element.get("class", ""), _text(element)
    match element.tag:
        case "h2" | "h3":
            return Heading(text, int(element.tag[1]))
        case "p" if kind.startswith("note"):
            return Note(text, loud=kind == "note loud")
        case "p":
            return Text(text, small=kind == "small")
        case "ul":
            return Items([_text(item) for item in element])
        case "table":
            head, *rows = element
            numbers = frozenset(_text(cell) for cell in head if cell.get("class") == "n")
            cells = [tuple(map(_cell, row)) for row in rows]
            return Table([_text(cell) for cell in head], cells, numbers, kind == "sort")
        case "figure":
            return replace(figures[element.get("id", "")], caption=text)
        case "pre":
            return Verbatim(element.text or "")
    raise ValueError(f"a document has no <{element.tag}>")


def _cell(cell: ElementTree.Element) -> str | Value:
    """Return a cell of a table; one with an order is a value."""
    order = cell.get("data-order")
    if order is None:
        return _text(cell)
    more = cell.find("small")
    text = " ".join((cell.text or "").split())
    return Value(text, float(order), "" if more is None else _text(more))


def _text(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def write(blocks: Sequence[Block], title: str, form: str, folder: str = "") -> str:
    """Return a document as `html`, `md` or `tex`; a folder of this name contains its files."""
    from masume.draw import latex, markdown

    # Braces and percent signs mean something in TeX.
    signs = {"tex": ("<%", "%>", "<<", ">>", "<#", "#>")}.get(form, ())
    kinds = product(("block", "variable", "comment"), ("start", "end"))
    jinja = environment().overlay(autoescape=form == "html")
    for (kind, end), sign in zip(kinds, signs, strict=False):
        setattr(jinja, f"{kind}_{end}_string", sign)
    jinja.filters |= {"md": markdown.escape, "tex": latex.escape, "fence": markdown.fence}
    jinja.globals |= {"latex": latex}
    template = jinja.get_template(f"page.{form}")
    return template.render(blocks=blocks, title=sanitise(title), folder=folder)


def as_records(blocks: Sequence[Block]) -> list[dict[str, object]]:
    """Return blocks as JSON values; figures have their data instead of a picture."""
    return [_record(block) for block in blocks]


def _record(block: Block) -> dict[str, object]:
    record = asdict(block)
    record.pop("svg", None)
    if isinstance(block, Table):
        numbers = record.pop("numbers")
        record["head"] = [{"text": name, "number": name in numbers} for name in block.head]
        record["rows"] = [[_cell_record(cell) for cell in row] for row in block.rows]
    return record


def _cell_record(cell: str | Value) -> dict[str, object]:
    """Return a cell with what it is sorted by: its text, a number, or null for the last place."""
    if isinstance(cell, str):
        return {"text": cell, "order": cell, "more": ""}
    return asdict(cell) | {"order": cell.order if isfinite(cell.order) else None}
