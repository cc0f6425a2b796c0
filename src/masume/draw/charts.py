"""Draw plots as SVG in one style; lines can be told apart without colour and in print."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from html import escape
from io import StringIO
from itertools import cycle, islice
from typing import TYPE_CHECKING

from masume.core.system.extras import require
from masume.core.text.numbers import number, time
from masume.draw.document import Figure, Panel, Series
from masume.errors import sanitise

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Drawn
    from matplotlib.typing import RcKeyType

# Okabe and Ito's palette for all kinds of colour vision, black last.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_WIDTH, _HEIGHT = 9.4, 3.3  # inches, of two plots side by side
_LEGEND_LINE = 0.2
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_DASHES = ("-", "--", "-.", ":")
_STYLE: dict[RcKeyType, object] = {
    "svg.fonttype": "none",  # text stays text: small and searchable
    "svg.hashsalt": "masume",  # deterministic ids
    "font.family": "sans-serif",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


@dataclass(frozen=True)
class LineStyle:
    """The colour, marker and dash of a line."""

    colour: str
    marker: str
    dash: str


def line_styles(count: int) -> list[LineStyle]:
    """Return that many line styles, distinct in colour, marker or dash."""
    styles = zip(cycle(_COLOURS), cycle(_MARKERS), cycle(_DASHES), strict=False)
    return [LineStyle(*look) for look in islice(styles, count)]


@contextmanager
def plot(
    width: float = 6.4, height: float = 4.0, columns: int = 1
) -> Iterator[tuple[Drawn, list[Axes]]]:
    """Yield a figure of a size in inches, and the axes of its plots, side by side."""
    require("lab")
    import matplotlib as mpl
    from matplotlib.figure import Figure as NewFigure

    with mpl.rc_context(_STYLE):
        figure = NewFigure(figsize=(width, height))
        yield figure, list(figure.subplots(1, columns, squeeze=False)[0])


def as_svg(figure: Drawn, title: str) -> str:
    """Return a figure as an SVG element; the title is for screen readers."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    out = StringIO()
    canvas = FigureCanvasSVG(figure)
    with mpl.rc_context(_STYLE):  # savefig would draw everything twice
        canvas.print_svg(out, metadata={"Date": None, "Title": title})  # type: ignore[no-untyped-call]
    text = out.getvalue()
    return text[text.index("<svg") :]


def draw_line(
    axes: Axes,
    xs: Sequence[float],
    ys: Sequence[float],
    look: LineStyle,
    label: str,
    *,
    steps: bool = False,
) -> None:
    """Draw a line with markers on some points, or as steps."""
    every = max(1, len(xs) // 12)
    axes.plot(
        xs,
        ys,
        color=look.colour,
        marker=look.marker,
        linestyle=look.dash,
        markevery=every,
        label=label,
        drawstyle="steps-post" if steps else "default",
    )


def plot_wide(entries: int, columns: int = 1) -> AbstractContextManager[tuple[Drawn, list[Axes]]]:
    """Yield a figure as wide as a page, with room for a two-column legend, and its axes."""
    return plot(_WIDTH, _HEIGHT + _LEGEND_LINE * ((entries + 1) // 2), columns)


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


def name_axis(axes: Axes, name: str, text: str) -> None:
    """Set the title of an axis, wrapped; it is not parsed as a formula."""
    lines = "\n".join(textwrap.wrap(sanitise(text), 40)[:3])
    set_label = axes.set_xlabel if name == "x" else axes.set_ylabel
    set_label(lines, parse_math=False)


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
    bare = _META.sub("", svg)
    used = set(_USED.findall(bare))
    named = _ID.sub(lambda id_: id_[0] if id_[1] in used else "", bare)
    opening = f'<svg role="img" aria-label="{escape(sanitise(title))}"'
    return _SPACE.sub("\n", named).replace("<svg", opening, 1)
