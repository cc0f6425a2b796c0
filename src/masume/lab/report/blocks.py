"""The blocks of a report, independent of the output format; all texts are plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from masume.errors import sanitise


@dataclass(frozen=True)
class Heading:
    """A heading; those of level 2 are in the table of contents."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    small: bool = False  # an explanation of the block above


@dataclass(frozen=True)
class Note:
    """A note that readers must not miss."""

    text: str
    loud: bool = False  # an error rather than a caution


@dataclass(frozen=True)
class Items:
    """A list."""

    texts: Sequence[str]


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
    caption: str
    panels: Sequence[Panel] = ()


@dataclass(frozen=True)
class Verbatim:
    """Preformatted text."""

    text: str


Block = Heading | Text | Note | Items | Table | Figure | Verbatim


def lines(text: str) -> list[str]:
    """Return the lines of a text without control characters and lone surrogates."""
    return [sanitise(line) for line in text.replace("\r\n", "\n").split("\n")]
