"""Report how the effort grows with the size or another feature of boards, with fitted curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from masume.lab.figure import LineStyle
from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.plots import PlotChapter, legend_label, make_figure, plot_wide, set_log_scale
from masume.lab.report.stats import Fit, fit_curves
from masume.lab.report.words import join_words, number
from masume.lab.store import Store
from masume.lab.study import AXES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEAST_SIZES = 3
_SKETCH = 4  # sizes up to which a curve is called a sketch
_MOST_TICKS = 8
_CLEAR = 0.5  # R² from which a curve is drawn
# A feature with many values is divided into ten groups of boards, each at its median.
_SIZES = """
    WITH boards AS (
        SELECT place, {axis} AS x, ntile(10) OVER (ORDER BY {axis}) AS part,
        FROM places WHERE kind = ? AND {axis} IS NOT NULL
    ), points AS (
        SELECT place, CASE WHEN '{axis}' = 'cells' OR (SELECT count(DISTINCT x) FROM boards) <= 12
            THEN x ELSE median(x) OVER (PARTITION BY part) END AS x FROM boards
    )
    SELECT g.search_id, x, count_if(played) AS played, count_if(settled) AS settled,
           quantile_cont(expanded, 0.5) FILTER (played), quantile_cont(seconds, 0.5) FILTER (played)
    FROM games g JOIN points USING (place) GROUP BY g.search_id, x ORDER BY g.search_id, x
"""


@dataclass(frozen=True)
class Size:
    """One search on the boards of one size; a median is None if half of the runs are unsettled."""

    x: float  # cells, or another feature
    played: int  # runs
    settled: int
    expanded: float | None
    seconds: float | None

    @property
    def reached(self) -> bool:
        """Whether more than half of the played runs were settled."""
        return 2 * self.settled > self.played


@dataclass(frozen=True)
class Growth:
    """The sizes of a search, and the curves fitted to the usable ones."""

    search: SearchStats
    sizes: tuple[Size, ...]
    measure: str
    used: tuple[tuple[float, float], ...]  # (size, median)
    curves: tuple[Fit, Fit] | None  # the better one first

    @property
    def out_of_reach(self) -> list[float]:
        """The sizes at which at least half of the played runs were unsettled."""
        return [size.x for size in self.sizes if size.played and not size.reached]


def growths(
    store: Store, kind: str, searches: Sequence[SearchStats], axis: str = "cells"
) -> list[Growth]:
    """Return the growth of each search."""
    sizes: dict[int, list[Size]] = {}
    rows = store.query(_SIZES.format(axis=axis), [kind])
    for search_id, x, played, settled, expanded, seconds in rows:
        size = Size(x, played, settled, _finite(expanded), _finite(seconds))
        sizes.setdefault(search_id, []).append(size)
    return [_growth(search, sizes.get(search.id, [])) for search in searches]


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


def _growth(search: SearchStats, sizes: Sequence[Size]) -> Growth:
    measure = "seconds" if search.is_opaque else "expanded"
    medians = ((size, getattr(size, measure)) for size in sizes if size.reached)
    used = [(size.x, value) for size, value in medians if value]
    curves = None
    if len(used) >= _LEAST_SIZES and len({value for _, value in used}) > 1 and used[0][0] > 0:
        curves = fit_curves([x for x, _ in used], [value for _, value in used])
    return Growth(search, tuple(sizes), measure, tuple(used), curves)


def growth(chapter: PlotChapter, axis: str) -> Iterator[Block]:
    """Yield the plot and the table of curves."""
    store, kind, title, searches, styles = chapter
    entries = growths(store, kind, searches, axis)
    sizes = {size.x for entry in entries for size in entry.sizes}
    shown = [entry for entry in entries if entry.search.id in styles and len(entry.used) > 1]
    if len(sizes) < 2 or not shown:
        return
    name = "the size of the board" if axis == "cells" else f"{axis}: {AXES[axis]}"
    yield Heading(f"Growth with {name}", 3)
    with plot_wide(len(shown), columns=2) as (figure, panels):
        for axes, measure in zip(panels, ("expanded", "seconds"), strict=True):
            _draw(axes, shown, styles, measure, axis)
        yield make_figure(
            figure,
            f"{kind}-growth" if axis == "cells" else f"{kind}-growth-{axis}",
            f"{title}: median expansions and time against the {axis} of a board",
            "Medians over the runs on boards of a size, where more than half of the played runs "
            "were settled; thin lines are the fitted curves of the table.",
        )
    yield from _table(entries, axis)


def _draw(
    axes: Axes, shown: Sequence[Growth], styles: dict[int, LineStyle], measure: str, axis: str
) -> None:
    """Draw the medians of one measure with their fitted curves."""
    from matplotlib.ticker import FixedLocator, NullLocator

    seconds = measure == "seconds"
    places, values = [], []
    for entry in shown:
        style = styles[entry.search.id]
        medians = {size.x: getattr(size, measure) for size in entry.sizes}
        points = {x: y for x, y in medians.items() if y is not None}
        if not points:
            continue
        xs, ys = list(points), list(points.values())
        places += xs
        values += ys
        best = entry.curves[0] if entry.curves and entry.measure == measure else None
        fit = best if best and best.r2 >= _CLEAR else None
        axes.plot(
            xs,
            ys,
            color=style.colour,
            marker=style.marker,
            linestyle="none" if fit else style.dash,
            label=legend_label(entry.search),
        )
        if fit:
            _curve(axes, fit, entry, style)
    set_log_scale(axes, "x", places, axis, seconds=False)
    if len(set(places)) <= _MOST_TICKS:
        axes.xaxis.set_major_locator(FixedLocator(sorted(set(places))))
        axes.xaxis.set_minor_locator(NullLocator())
    set_log_scale(
        axes, "y", values, "time (median)" if seconds else "expansions (median)", seconds=seconds
    )


def _curve(axes: Axes, fit: Fit, entry: Growth, style: LineStyle) -> None:
    low, high = entry.used[0][0], entry.used[-1][0]
    xs = [low * (high / low) ** (step / 30) for step in range(31)]
    ys = [fit.at(x) for x in xs]
    axes.plot(xs, ys, color=style.colour, linestyle=style.dash, linewidth=0.9)


def _table(entries: Sequence[Growth], axis: str) -> Iterator[Block]:
    """Yield the table of fitted curves and its explanation."""
    curves = [entry for entry in entries if entry.curves]
    rest = len(entries) - len(curves)
    sentences = []
    if curves:
        rows = [_row(entry, axis) for entry in curves]
        head = (
            "search",
            "grows like",
            "R²",
            "the other curve",
            f"{axis} used",
            "out of reach",
            "not played",
        )
        yield Table(head, rows, frozenset({"R²"}), sortable=True)
        sentences.append(
            "Curves by least squares on the logarithms of the medians (expansions; time for the "
            "exact engine), the one with the larger R² first: 1.2^cells is exponential (each cell "
            "multiplies the effort by 1.2); cells^2 is a power law; in brackets the 95 % interval "
            "of the rate (Student's t). A curve through three or four sizes is called a sketch. "
            "Out of reach: sizes at which at least half of the played runs were not settled; not "
            "played: skipped sizes. Neither is used for the curves."
        )
    if rest:
        sentences.append(
            f"{rest:,} of {len(entries):,} searches have no curve: fewer than {_LEAST_SIZES} "
            "sizes with more than half the runs settled and a median above 0, or no change at all."
        )
    yield Text(" ".join(sentences), small=True)


def _row(entry: Growth, axis: str) -> tuple[str | Value, ...]:
    """Return the row of a search in the table of curves."""
    assert entry.curves
    best, other = entry.curves
    curve = describe(best, axis)
    grows = curve if best.r2 >= _CLEAR else f"unclear: {curve}"
    if len(entry.used) <= _SKETCH:
        grows += f", a sketch through {len(entry.used)} sizes"
    return (
        entry.search.name,
        grows + (", time" if entry.search.is_opaque else ""),
        Value(f"{best.r2:.3f}", best.r2),
        f"{describe(other, axis)} (R² {other.r2:.3f})",
        join_words([number(x) for x, _ in entry.used], 10),
        join_words([number(x) for x in entry.out_of_reach], 10) or "–",
        join_words([number(size.x) for size in entry.sizes if not size.played], 10) or "–",
    )


def describe(fit: Fit, axis: str = "cells") -> str:
    """Describe a curve.

    >>> describe(Fit(True, 1.0, 1.2345, 1.0)), describe(Fit(False, 1.0, 2.5, 1.0))
    ('1.234^cells', 'cells^2.5')
    >>> describe(Fit(False, 1.0, 2.5, 1.0, (2.0, 3.0)))
    'cells^2.5 (2–3)'
    >>> describe(Fit(False, 1.0, 0.5, 1.0, (-1.0, 2.0)))
    'cells^0.5 (−1 to 2)'
    """
    curve = f"{fit.rate:.4g}^{axis}" if fit.is_exponential else f"{axis}^{fit.rate:.3g}"
    if fit.interval is None:
        return curve
    low, high = (f"{end:.3g}" if isfinite(end) else "∞" for end in fit.interval)
    ends = f"{low} to {high}" if low.startswith("-") else f"{low}–{high}"
    return f"{curve} ({ends})".replace("-", "−")
