"""What a report is made of, before it becomes a page: plain text in all of them, never markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from masume.errors import sanitise


@dataclass(frozen=True)
class Heading:
    """Begins a part; those of level 2 are listed at the top of the page."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    small: bool = False  # how something above it is to be read


@dataclass(frozen=True)
class Note:
    """Something that must not be overlooked."""

    text: str
    loud: bool = False  # a fault, not only a caution


@dataclass(frozen=True)
class Items:
    """A list."""

    texts: Sequence[str]


@dataclass(frozen=True)
class Value:
    """What stands in a cell, and by what number it is sorted."""

    text: str
    order: float
    more: str = ""  # of less weight: below it on a page, in brackets elsewhere

    @property
    def line(self) -> str:
        """All of it in one line."""
        return f"{self.text} ({self.more})" if self.more else self.text


@dataclass(frozen=True)
class Table:
    """Rows under a head; the columns named in `numbers` are set flush right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str | Value]]
    numbers: frozenset[str] = frozenset()
    sortable: bool = False


@dataclass(frozen=True)
class Series:
    """One line of a plot, or its marks alone."""

    label: str  # empty: not in the legend
    points: Sequence[tuple[float, float]]
    colour: int  # which of the colours of all plots
    marker: str
    dash: str  # empty: marks alone
    steps: bool


@dataclass(frozen=True)
class Panel:
    """What one pair of axes shows, for those who draw it themselves."""

    x_title: str
    y_title: str
    x_log: bool
    y_log: bool
    series: Sequence[Series]
    x_ticks: Sequence[tuple[float, str]] = ()  # of a logarithmic axis: where, and what stands there
    y_ticks: Sequence[tuple[float, str]] = ()


@dataclass(frozen=True)
class Figure:
    """A plot, with words for those who cannot see it."""

    name: str  # of a file
    title: str
    svg: str
    caption: str
    panels: Sequence[Panel] = ()


@dataclass(frozen=True)
class Verbatim:
    """A text that keeps its lines."""

    text: str


Block = Heading | Text | Note | Items | Table | Figure | Verbatim


def lines(text: str) -> list[str]:
    """The lines of a text, without what no page can hold: control signs, half a surrogate pair."""
    return [sanitise(line) for line in text.replace("\r\n", "\n").split("\n")]
