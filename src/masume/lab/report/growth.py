"""How the effort grows with the size or another feature of boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from masume.core.statistics import LEAST_BOARDS, Fit, fit_curves, holm, spearman
from masume.draw.charts import make_figure, plot_wide, set_log_scale
from masume.draw.document import Figure
from masume.lab.report.cases import SearchStats, ask, ask_records
from masume.lab.report.plots import Chapter, legend_label
from masume.lab.store import Store
from masume.lab.study import AXES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEAST_SIZES = 3
_MOST_TICKS = 8
_CLEAR = 0.5  # R² from which a curve is drawn


@dataclass(frozen=True)
class Size:
    """One search on the boards of one size; a median is infinite if half are unsettled."""

    search_id: int
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

    @property
    def measure(self) -> str:
        """What the curves are fitted to."""
        return "seconds" if self.search.is_opaque else "expanded"

    @property
    def used(self) -> tuple[tuple[float, float], ...]:
        """The usable sizes with their medians."""
        medians = ((size.x, getattr(size, self.measure)) for size in self.sizes if size.reached)
        return tuple((x, value) for x, value in medians if value)

    @property
    def curves(self) -> tuple[Fit, Fit] | None:
        """The fitted curves, the better one first."""
        xs, ys = [x for x, _ in self.used], [y for _, y in self.used]
        is_usable = len(xs) >= _LEAST_SIZES and len(set(ys)) > 1 and xs[0] > 0
        return fit_curves(xs, ys) if is_usable else None

    @property
    def is_clear(self) -> bool:
        """Whether the better curve describes the medians well."""
        return self.curves is not None and self.curves[0].r2 >= _CLEAR

    @property
    def out_of_reach(self) -> list[float]:
        """The sizes at which at least half of the played runs were unsettled."""
        return [size.x for size in self.sizes if size.played and not size.reached]


def growths(
    store: Store, kind: str, searches: Sequence[SearchStats], axis: str = "cells"
) -> list[Growth]:
    """Return the growth of each search."""
    sizes: dict[int, list[Size]] = {}
    for row in ask_records(store, "growth", kind, axis=axis):
        sizes.setdefault(row["search_id"], []).append(Size(**row))
    return [Growth(search, tuple(sizes.get(search.id, ()))) for search in searches]


def draw_growth(chapter: Chapter, entries: Sequence[Growth], axis: str) -> Figure | None:
    """Draw the medians with their fitted curves; None with less than two sizes."""
    sizes = {size.x for entry in entries for size in entry.sizes}
    shown = [entry for entry in entries if entry.search in chapter.shown and len(entry.used) > 1]
    if len(sizes) < 2 or not shown:
        return None
    with plot_wide(len(shown), columns=2) as (figure, panels):
        for axes, measure in zip(panels, ("expanded", "seconds"), strict=True):
            _draw(axes, chapter, shown, measure, axis)
        name = f"{chapter.kind}-growth" + (f"-{axis}" if axis != "cells" else "")
        title = f"{chapter.title}: median expansions and time against the {axis} of a board"
        return make_figure(figure, name, title)


def _draw(axes: Axes, chapter: Chapter, shown: Sequence[Growth], measure: str, axis: str) -> None:
    """Draw the medians of one measure with their fitted curves."""
    from matplotlib.ticker import FixedLocator, NullLocator

    places: list[float] = []
    values: list[float] = []
    for entry in shown:
        style = chapter.styles[entry.search.id]
        medians = [(size.x, getattr(size, measure)) for size in entry.sizes]
        points = [(x, y) for x, y in medians if y is not None and isfinite(y)]
        if not points:
            continue
        xs, ys = [x for x, _ in points], [y for _, y in points]
        places += xs
        values += ys
        curves = entry.curves if entry.is_clear and entry.measure == measure else None
        fit = curves[0] if curves else None
        axes.plot(
            xs,
            ys,
            color=style.colour,
            marker=style.marker,
            linestyle="none" if fit else style.dash,
            label=legend_label(entry.search),
        )
        if fit:
            low, high = entry.used[0][0], entry.used[-1][0]
            xs = [low * (high / low) ** (step / 30) for step in range(31)]
            ys = [fit.at(x) for x in xs]
            axes.plot(xs, ys, color=style.colour, linestyle=style.dash, linewidth=0.9)
    set_log_scale(axes, "x", places, axis)
    if len(set(places)) <= _MOST_TICKS:
        axes.xaxis.set_major_locator(FixedLocator(sorted(set(places))))
        axes.xaxis.set_minor_locator(NullLocator())
    seconds = measure == "seconds"
    title = "time (median)" if seconds else "expansions (median)"
    set_log_scale(axes, "y", values, title, seconds=seconds)


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


class Hardness(NamedTuple):
    """Rank correlations of the effort with features of boards, and their corrected p."""

    axes: list[str]  # with a correlation of some search
    rows: list[tuple[SearchStats, dict[str, tuple[float, float]]]]


def hardness(store: Store, shown: Sequence[SearchStats]) -> Hardness:
    """Correlate the PAR2 time on boards with their features."""
    found: dict[tuple[int, str], tuple[float, float]] = {}
    by_name = {search.id: search for search in shown}
    for search in shown:
        rows = ask(store, "efforts", search.id, axes=", ".join(AXES))
        for at, axis in enumerate(AXES):
            pairs = [(row[at], row[-1]) for row in rows if row[at] is not None]
            known = spearman(pairs) if len(pairs) >= LEAST_BOARDS else None
            if known is not None:
                found[search.id, axis] = known
    corrected = holm([p for _, p in found.values()])
    cells: dict[int, dict[str, tuple[float, float]]] = {}
    for ((search_id, axis), (rho, _)), p in zip(found.items(), corrected, strict=True):
        cells.setdefault(search_id, {})[axis] = rho, p
    axes = [axis for axis in AXES if any(axis in mine for mine in cells.values())]
    return Hardness(axes, [(by_name[search_id], mine) for search_id, mine in cells.items()])
