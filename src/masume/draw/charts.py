"""Draw plots as SVG in one style; lines can be told apart without colour and in print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from itertools import cycle, islice
from typing import TYPE_CHECKING

from masume.core.system.extras import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

# Okabe and Ito's palette for all kinds of colour vision, black last.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
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
) -> Iterator[tuple[Figure, list[Axes]]]:
    """Yield a figure of a size in inches, and the axes of its plots, side by side."""
    require("lab")
    import matplotlib as mpl
    from matplotlib.figure import Figure as NewFigure

    with mpl.rc_context(_STYLE):
        figure = NewFigure(figsize=(width, height))
        yield figure, list(figure.subplots(1, columns, squeeze=False)[0])


def as_svg(figure: Figure, title: str) -> str:
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
