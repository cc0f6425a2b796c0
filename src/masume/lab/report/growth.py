"""How the effort grows with the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from masume.lab.figure import LineStyle, plot
from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.plots import WIDTH, finished, height_for, label_of, legend, scaled
from masume.lab.report.stats import Fit, fits
from masume.lab.report.words import join_words, number
from masume.lab.store import Store

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEAST_SIZES = 3
_SKETCH = 4  # sizes that are too few for a law
_MOST_TICKS = 8
_CLEAR = 0.5  # R² below which no curve is named
_SIZES = """
    SELECT g.search_id, p.cells, count_if(played) AS played, count_if(settled) AS settled,
           quantile_cont(expanded, 0.5) FILTER (played), quantile_cont(seconds, 0.5) FILTER (played)
    FROM games g JOIN places p ON p.place = g.place WHERE p.kind = ?
    GROUP BY g.search_id, p.cells ORDER BY g.search_id, p.cells
"""


@dataclass(frozen=True)
class Size:
    """What a search did on the boards of one size; a median is None if half are not settled."""

    cells: int
    played: int  # runs
    settled: int
    expanded: float | None
    seconds: float | None

    @property
    def reached(self) -> bool:
        """Whether more than half of what was played was settled."""
        return 2 * self.settled > self.played

    def median(self, measure: str) -> float | None:
        """That of one of the two."""
        return self.seconds if measure == "seconds" else self.expanded


@dataclass(frozen=True)
class Growth:
    """The sizes of a search, and the curves through those that can be used."""

    search: SearchStats
    sizes: tuple[Size, ...]
    measure: str
    used: tuple[tuple[int, float], ...]  # cells and median
    fitted: tuple[Fit, Fit] | None  # the better one first

    @property
    def out_of_reach(self) -> list[int]:
        """The sizes at which half of what was played or more was not settled."""
        return [size.cells for size in self.sizes if size.played and not size.reached]

    @property
    def not_played(self) -> list[int]:
        """The sizes at which it was not tried."""
        return [size.cells for size in self.sizes if not size.played]


def growths(store: Store, kind: str, several: Sequence[SearchStats]) -> list[Growth]:
    """How each search grows."""
    sizes: dict[int, list[Size]] = {}
    for search_id, cells, played, settled, expanded, seconds in store.ask(_SIZES, [kind]):
        size = Size(cells, played, settled, _finite(expanded), _finite(seconds))
        sizes.setdefault(search_id, []).append(size)
    return [_growth(search, sizes.get(search.id, [])) for search in several]


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


def _growth(search: SearchStats, sizes: Sequence[Size]) -> Growth:
    measure = "seconds" if search.exact else "expanded"
    medians = ((size, size.median(measure)) for size in sizes if size.reached)
    used = [(size.cells, value) for size, value in medians if value]
    fitted = None
    if len(used) >= _LEAST_SIZES and len({value for _, value in used}) > 1:
        fitted = fits([cells for cells, _ in used], [value for _, value in used])
    return Growth(search, tuple(sizes), measure, tuple(used), fitted)


def growth(
    store: Store, kind: str, title: str, several: Sequence[SearchStats], look: dict[int, LineStyle]
) -> Iterator[Block]:
    """The plot, and the table of curves."""
    searches = growths(store, kind, several)
    sizes = {size.cells for one in searches for size in one.sizes}
    shown = [one for one in searches if one.search.id in look and len(one.used) > 1]
    if len(sizes) < 2 or not shown:
        return
    yield Heading("Growth with the size of the board", 3)
    with plot(WIDTH, height_for(len(shown)), columns=2) as (figure, panels):
        for axes, measure in zip(panels, ("expanded", "seconds"), strict=True):
            _draw(axes, shown, look, measure)
        legend(figure, panels)
        yield finished(
            figure,
            f"{kind}-growth",
            f"{title}: median expansions and time against the cells of a board",
            "Median over the runs on boards of a size, where more than half of those that were "
            "played were settled; thin lines are the fitted curves of the table.",
        )
    yield from _table(searches)


def _draw(axes: Axes, shown: Sequence[Growth], look: dict[int, LineStyle], measure: str) -> None:
    from matplotlib.ticker import FixedLocator, NullLocator

    seconds = measure == "seconds"
    cells, values = [], []
    for one in shown:
        style = look[one.search.id]
        medians = {size.cells: size.median(measure) for size in one.sizes}
        points = {x: y for x, y in medians.items() if y is not None}
        if not points:
            continue
        xs, ys = list(points), list(points.values())
        cells += xs
        values += ys
        best = one.fitted[0] if one.fitted and one.measure == measure else None
        fit = best if best and best.r2 >= _CLEAR else None
        axes.plot(
            xs,
            ys,
            color=style.colour,
            marker=style.marker,
            linestyle="none" if fit else style.dash,
            label=label_of(one.search),
        )
        if fit:
            _curve(axes, fit, one, style)
    scaled(axes, "x", cells, "cells", seconds=False)
    if len(set(cells)) <= _MOST_TICKS:
        axes.xaxis.set_major_locator(FixedLocator(sorted(set(cells))))
        axes.xaxis.set_minor_locator(NullLocator())
    scaled(
        axes, "y", values, "time (median)" if seconds else "expansions (median)", seconds=seconds
    )


def _curve(axes: Axes, fit: Fit, one: Growth, style: LineStyle) -> None:
    low, high = one.used[0][0], one.used[-1][0]
    xs = [low * (high / low) ** (step / 30) for step in range(31)]
    ys = [fit.at(x) for x in xs]
    axes.plot(xs, ys, color=style.colour, linestyle=style.dash, linewidth=0.9)


def _table(searches: Sequence[Growth]) -> Iterator[Block]:
    fitted = [one for one in searches if one.fitted]
    rest = len(searches) - len(fitted)
    sentences = []
    if fitted:
        rows = [_row(one) for one in fitted]
        head = (
            "search",
            "grows like",
            "R²",
            "the other curve",
            "cells used",
            "out of reach",
            "not played",
        )
        yield Table(head, rows, frozenset({"R²"}), sortable=True)
        sentences.append(
            "Curves by least squares on the logarithms of the medians (expansions; time for the "
            "exact engine), the one with the larger R² first: 1.2^cells is exponential, with every "
            "cell the effort is multiplied by 1.2; cells^2 is a power law; in brackets the 95 % "
            "interval of the rate (Student). Three or four sizes are a sketch, not a law, and are "
            "called so. Out of reach: sizes at which half of what was played or more was not "
            "settled; not played: sizes that were skipped. They are in no curve."
        )
    if rest:
        sentences.append(
            f"{rest:,} of {len(searches):,} searches have no curve: fewer than {_LEAST_SIZES} "
            "sizes with more than half the runs settled and a median above 0, or no change at all."
        )
    yield Text(" ".join(sentences), small=True)


def _row(one: Growth) -> tuple[str | Value, ...]:
    assert one.fitted
    best, other = one.fitted
    grows = describe(best) if best.r2 >= _CLEAR else f"unclear: {describe(best)}"
    if len(one.used) <= _SKETCH:
        grows += f", a sketch through {len(one.used)} sizes"
    return (
        one.search.name,
        grows + (", time" if one.search.exact else ""),
        Value(f"{best.r2:.3f}", best.r2),
        f"{describe(other)} (R² {other.r2:.3f})",
        join_words([number(cells) for cells, _ in one.used], 10),
        join_words([number(cells) for cells in one.out_of_reach], 10) or "–",
        join_words([number(cells) for cells in one.not_played], 10) or "–",
    )


def describe(fit: Fit) -> str:
    """What a curve says.

    >>> describe(Fit(True, 1.0, 1.2345, 1.0)), describe(Fit(False, 1.0, 2.5, 1.0))
    ('1.234^cells', 'cells^2.5')
    >>> describe(Fit(False, 1.0, 2.5, 1.0, (2.0, 3.0)))
    'cells^2.5 (2–3)'
    >>> describe(Fit(False, 1.0, 0.5, 1.0, (-1.0, 2.0)))
    'cells^0.5 (−1 to 2)'
    """
    curve = f"{fit.rate:.4g}^cells" if fit.exponential else f"cells^{fit.rate:.3g}"
    if fit.interval is None:
        return curve
    low, high = (f"{end:.3g}" if isfinite(end) else "∞" for end in fit.interval)
    ends = f"{low} to {high}" if low.startswith("-") else f"{low}–{high}"
    return f"{curve} ({ends})".replace("-", "−")
