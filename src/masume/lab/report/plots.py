"""Shared code of the plots of a report: axes, legends, compact SVG."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple

from masume.draw.charts import LineStyle, as_svg, draw_line, line_styles, plot
from masume.errors import sanitise
from masume.lab.report.cases import SearchStats, ask
from masume.lab.report.document import Figure, Panel, Series
from masume.lab.report.words import number, time
from masume.lab.store import Store

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Drawn

_WIDTH, _HEIGHT = 9.4, 3.3  # inches, of two plots side by side
_LEGEND_LINE = 0.2


class Chapter(NamedTuple):
    """The puzzle that a chapter is about, and its searches, best first."""

    store: Store
    kind: str
    title: str
    searches: Sequence[SearchStats]
    styles: dict[int, LineStyle]  # of the searches that plots show

    @property
    def shown(self) -> list[SearchStats]:
        """The searches that plots show."""
        return [search for search in self.searches if search.id in self.styles]

    @property
    def boards(self) -> int:
        """The number of boards."""
        return max((search.boards for search in self.searches), default=0)


def plot_wide(entries: int, columns: int = 1) -> AbstractContextManager[tuple[Drawn, list[Axes]]]:
    """Yield a figure as wide as a page, with room for a two-column legend, and its axes."""
    return plot(_WIDTH, _HEIGHT + _LEGEND_LINE * ((entries + 1) // 2), columns)


def styles_by_search(shown: Sequence[SearchStats]) -> dict[int, LineStyle]:
    """Return a line style for each search, by id; all plots of a puzzle use it."""
    return {search.id: look for search, look in zip(shown, line_styles(len(shown)), strict=True)}


def set_log_scale(
    axes: Axes, name: str, values: Iterable[float], title: str, *, seconds: bool = False
) -> None:
    """Make an axis logarithmic for these values, with readable ticks and a place for 0."""
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
    """Return the tick positions per decade; few decades need more ticks."""
    return (1.0, 2.0, 5.0) if high / low < 150 else (1.0,)


def _add_legend(figure: Drawn) -> None:
    """Add one legend below all plots of a figure; names are not parsed as formulas."""
    entries: dict[str, Artist] = {}
    for axes in figure.axes:
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


def legend_label(search: SearchStats) -> str:
    """Return a legend label; the leading space keeps names with `_` visible."""
    return " " + sanitise(search.name)


def name_axis(axes: Axes, name: str, text: str) -> None:
    """Set the title of an axis, wrapped; it is not parsed as a formula."""
    lines = "\n".join(textwrap.wrap(sanitise(text), 40)[:3])
    set_label = axes.set_xlabel if name == "x" else axes.set_ylabel
    set_label(lines, parse_math=False)


def draw_steps(
    axes: Axes,
    chapter: Chapter,
    lines: Sequence[tuple[SearchStats, Sequence[float], Sequence[float]]],
    title: str,
    *,
    values: Iterable[float] = (),
    seconds: bool = False,
) -> None:
    """Draw lines as steps over a logarithmic axis, which has room for the values too."""
    for search, xs, ys in lines:
        draw_line(axes, xs, ys, chapter.styles[search.id], legend_label(search), steps=True)
    drawn = [x for _, xs, _ in lines for x in xs]
    set_log_scale(axes, "x", [*values, *drawn], title, seconds=seconds)


def survival(chapter: Chapter) -> Figure | None:
    """Draw the share of runs that each search settles within a time and within expansions."""
    drawn = [search for search in chapter.shown if search.settled]
    if not drawn or chapter.boards < 2:
        return None
    with plot_wide(len(drawn), columns=2) as (figure, panels):
        for axes, measure in zip(panels, ("seconds", "expanded"), strict=True):
            rows = ask(chapter.store, "settled", measure=measure)
            curves = {search_id: (xs, ranks) for search_id, xs, ranks in rows}
            lines = []
            last = max((curves[s.id][0][-1] for s in drawn if s.id in curves), default=1.0)
            for search in drawn:
                if search.id in curves:
                    xs, ranks = curves[search.id]
                    ys = [100 * rank / search.runs for rank in ranks]
                    # Extended to the right end, as nothing more is settled.
                    lines.append((search, [*xs, last], [*ys, ys[-1]]))
            seconds = measure == "seconds"
            title = "time" if seconds else "expansions"
            draw_steps(axes, chapter, lines, title, seconds=seconds)
            axes.set(ylim=(0, 105), ylabel="% of the runs")
        title = f"{chapter.title}: share of runs settled against time and expansions"
        return make_figure(figure, f"{chapter.kind}-survival", title)


def make_figure(figure: Drawn, name: str, title: str) -> Figure:
    """Return a drawn figure as a block, with a legend if its lines have labels."""
    _add_legend(figure)
    svg = as_svg(figure, sanitise(title))
    # The name becomes a file name, and names of puzzles come from untrusted results.
    panels = [_panel(axes) for axes in figure.axes]
    return Figure(re.sub(r"[^\w-]+", "-", name), sanitise(title), _lean(svg, title), panels)


def _panel(axes: Axes) -> Panel:
    """Return the data of a plot."""
    colours = [look.colour for look in line_styles(7)]
    series = []
    for line in axes.get_lines():
        if line.get_transform() != axes.transData:
            continue  # a line across the whole plot
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
    scales = axes.get_xscale() == "log", axes.get_yscale() == "log"  # symlog counts as neither
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
    """Remove metadata and unused ids from an SVG, and add the title."""
    from html import escape

    bare = _META.sub("", svg)
    used = set(_USED.findall(bare))
    named = _ID.sub(lambda id_: id_[0] if id_[1] in used else "", bare)
    opening = f'<svg role="img" aria-label="{escape(sanitise(title))}"'
    return _SPACE.sub("\n", named).replace("<svg", opening, 1)
