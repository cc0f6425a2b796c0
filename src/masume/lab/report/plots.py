"""What the plots of a report have in common: axes, legends, pictures that are safe on a page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from masume.errors import sanitise
from masume.lab.figure import LineStyle, as_svg, looks
from masume.lab.report.blocks import Figure, Panel, Series
from masume.lab.report.cases import SearchStats
from masume.lab.report.words import number, time

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Drawn

WIDTH, HEIGHT = 9.4, 3.3  # inches, of two plots side by side
_LEGEND_LINE = 0.2


def height_for(entries: int) -> float:
    """With room for a legend in two columns."""
    return HEIGHT + _LEGEND_LINE * ((entries + 1) // 2)


def looks_of(shown: Sequence[SearchStats]) -> dict[int, LineStyle]:
    """A search looks the same in all plots of a puzzle."""
    return {search.id: look for search, look in zip(shown, looks(len(shown)), strict=True)}


def scaled(axes: Axes, name: str, values: Iterable[float], title: str, *, seconds: bool) -> None:
    """A logarithmic axis for these values, its numbers written out; 0 has a place on it too."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, SymmetricalLogLocator

    finite = list(values)
    low, high = min(finite, default=1.0), max(finite, default=1.0)
    axis: Axis = axes.xaxis if name == "x" else axes.yaxis
    formatted = time if seconds else number
    set_scale = axes.set_xscale if name == "x" else axes.set_yscale
    if low <= 0:
        set_scale("symlog", linthresh=1, linscale=0.4)
        axis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=1, subs=_steps(1, high)))
        (axes.set_xlim if name == "x" else axes.set_ylim)(-0.3, max(1.0, high) * 1.5)
    else:
        set_scale("log")
        axis.set_major_locator(LogLocator(subs=_steps(low, high), numticks=9))
    axis.set_major_formatter(FuncFormatter(lambda value, _: formatted(float(f"{value:.6g}"))))
    axis.set_minor_formatter(NullFormatter())
    if low == high and low > 0:
        (axes.set_xlim if name == "x" else axes.set_ylim)(low / 3, high * 3)
    (axes.set_xlabel if name == "x" else axes.set_ylabel)(title)


def _steps(low: float, high: float) -> tuple[float, ...]:
    """Over few powers of ten these alone would be too few numbers to read anything off."""
    return (1.0, 2.0, 5.0) if high / low < 150 else (1.0,)


def legend(figure: Drawn, plots: Sequence[Axes]) -> None:
    """One legend below all plots of a figure; names are never taken for formulas."""
    entries: dict[str, Artist] = {}
    for axes in plots:
        handles, labels = axes.get_legend_handles_labels()
        entries |= {label: handle for handle, label in zip(handles, labels, strict=True)}
    if not entries:
        return
    drawn = figure.legend(
        list(entries.values()),
        [label.strip() for label in entries],
        loc="outside lower left",
        ncols=2,
        fontsize=8,
        handlelength=3.2,
    )
    for text in drawn.get_texts():
        text.set_parse_math(False)


def label_of(search: SearchStats) -> str:
    """A name for a legend; a leading `_` would hide it there, so a space goes before."""
    return " " + sanitise(search.name)


def name_axis(axes: Axes, name: str, text: str) -> None:
    """A title that may hold anything, broken into lines."""
    lines = "\n".join(textwrap.wrap(sanitise(text), 40)[:3])
    set_label = axes.set_xlabel if name == "x" else axes.set_ylabel
    set_label(lines, parse_math=False)


def finished(figure: Drawn, name: str, title: str, caption: str) -> Figure:
    """The figure as a block of the page."""
    svg = as_svg(figure, sanitise(title))
    # Names of puzzles come from the results, and this becomes the name of a file.
    panels = [_panel(axes) for axes in figure.axes]
    return Figure(re.sub(r"[^\w-]+", "-", name), title, _lean(svg, title), caption, panels)


def _panel(axes: Axes) -> Panel:
    """The numbers behind a plot."""
    colours = [look.colour for look in looks(7)]
    series = []
    for line in axes.get_lines():
        if line.get_transform() != axes.transData:
            continue  # a rule across the whole plot
        xs, ys = line.get_xdata(), line.get_ydata()
        label, dash = str(line.get_label()), str(line.get_linestyle())
        colour = str(line.get_color())
        series.append(
            Series(
                "" if label.startswith("_") else label.strip(),
                [(float(x), float(y)) for x, y in zip(xs, ys, strict=True)],  # type: ignore[arg-type]
                colours.index(colour) if colour in colours else len(colours) - 1,
                str(line.get_marker()),
                "" if dash == "None" else dash,
                line.get_drawstyle() == "steps-post",
            )
        )
    scales = axes.get_xscale() == "log", axes.get_yscale() == "log"  # with zeros: neither
    both = zip((axes.xaxis, axes.yaxis), scales, strict=True)
    ticks = (_ticks(axis) if log else [] for axis, log in both)
    return Panel(axes.get_xlabel(), axes.get_ylabel(), *scales, series, *ticks)


def _ticks(axis: Axis) -> list[tuple[float, str]]:
    low, high = sorted(axis.get_view_interval())
    formatter = axis.get_major_formatter()
    return [(float(x), formatter(x)) for x in axis.get_majorticklocs() if low <= x <= high]


_META = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_ID = re.compile(r' id="([^"]*)"')
_USED = re.compile(r"(?:url\(#|href=\"#)([^\")]+)")
_SPACE = re.compile(r"\n\s*")


def _lean(svg: str, title: str) -> str:
    """Without what is of no use on a page: facts about the file, names that nothing refers to."""
    from html import escape

    bare = _META.sub("", svg)
    used = set(_USED.findall(bare))
    named = _ID.sub(lambda id_: id_[0] if id_[1] in used else "", bare)
    opening = f'<svg role="img" aria-label="{escape(sanitise(title))}"'
    return _SPACE.sub("\n", named).replace("<svg", opening, 1)
