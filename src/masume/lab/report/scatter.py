"""Plot pairs of searches board by board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from masume.draw.charts import make_figure, name_axis, plot, set_log_scale
from masume.draw.document import Figure
from masume.lab.report.cases import SearchStats, ask
from masume.lab.report.pairs import ALGORITHMS, BEST, HEURISTICS, SearchPair, all_pairs, scores
from masume.lab.report.plots import Chapter
from masume.lab.study import EXACT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST = 4
_BLIND = "with and without a heuristic"


@dataclass(frozen=True)
class Cloud:
    """The boards of a pair as points; None is unsettled."""

    pair: SearchPair
    points: list[tuple[float | None, float | None]]  # needs of the second and the first search
    boards: int  # settled by at least one of the two

    @property
    def missing(self) -> list[tuple[float | None, float | None]]:
        """The boards that only one of the two settled."""
        return [point for point in self.points if None in point]


def clouds(chapter: Chapter) -> list[Cloud]:
    """Return the first pair of each sort that shows a difference."""
    found: dict[str, Cloud] = {}
    for sort, pair in _candidates(chapter.searches):
        if sort in found or len(found) >= _MOST:
            continue
        played, _, _ = scores(chapter.store, pair)
        differing = played.wins + played.losses
        if differing < 2 or 4 * differing < played.boards:
            continue  # points on the diagonal show nothing
        rows = ask(chapter.store, "points", *pair.ids, measure=pair.measure)
        cloud = Cloud(pair, [(x, y) for x, y, _ in rows], rows[0][2])
        if len(cloud.missing) < len(cloud.points):
            found[sort] = cloud
    return list(found.values())


def _candidates(searches: Sequence[SearchStats]) -> Iterator[tuple[str, SearchPair]]:
    """Yield pairs with their sort, without duplicates, in order of interest."""
    pairs = all_pairs(searches)
    classical = [search for search in searches if not search.is_opaque]
    blind = [search for search in classical if not search.heuristic][:1]
    informed = [search for search in classical if search.heuristic]
    wanted = [(BEST, p) for p in pairs if p.why == BEST and not p.is_opaque]
    wanted += [(_BLIND, SearchPair(BEST, search, blind[0])) for search in informed if blind]
    wanted += [(HEURISTICS, p) for p in pairs if p.why == HEURISTICS]
    wanted += [(EXACT, p) for p in pairs if p.is_opaque]
    wanted += [(ALGORITHMS, p) for p in pairs if p.why == ALGORITHMS]
    taken: set[frozenset[int]] = set()
    for sort, pair in wanted:
        if frozenset(pair.ids) not in taken:
            taken.add(frozenset(pair.ids))
            yield sort, pair


def draw_scatter(chapter: Chapter, some: Sequence[Cloud], number: int) -> Figure:
    """Draw pairs of searches side by side."""
    with plot(4.6 * len(some), 4.3, columns=len(some)) as (figure, panels):
        for axes, cloud in zip(panels, some, strict=True):
            _draw(axes, cloud)
        against = "; ".join(f"{c.pair.first.name} against {c.pair.second.name}" for c in some)
        return make_figure(figure, f"{chapter.kind}-pairs-{number}", f"{chapter.title}: {against}")


def _draw(axes: Axes, cloud: Cloud) -> None:
    """Draw one pair of searches as points around the diagonal."""
    seconds = cloud.pair.measure == "seconds"
    values = [value for point in cloud.points for value in point if value is not None]
    edge = max(values) * 3 or 3.0  # lies beyond all others
    whole = [(x, y) for x, y in cloud.points if x is not None and y is not None]
    look = {"color": "#0072B2", "alpha": 0.6, "markersize": 4, "markeredgewidth": 0}
    axes.plot(*zip(*whole, strict=True), "o", **look)  # type: ignore[arg-type]
    if cloud.missing:
        values.append(edge)
        points = [[edge if value is None else value for value in p] for p in cloud.missing]
        axes.plot(*zip(*points, strict=True), "x", color="#D55E00", markersize=5)
        for line in (axes.axhline, axes.axvline):
            line(edge, color="#D55E00", linewidth=0.8, linestyle="--")
        offset = {"textcoords": "offset points", "ha": "right", "fontsize": 7.5}
        axes.annotate("not settled", (edge, edge), (-4, -10), color="#a84300", **offset)  # type: ignore[arg-type]
    low, high = min(values), max(values)
    for name in ("x", "y"):
        set_log_scale(axes, name, values, "", seconds=seconds)
    axes.plot([low, high], [low, high], color="#888888", linewidth=0.8)
    ends = (low / 1.5 if low > 0 else -0.3, high * 1.5 or 1.0)
    axes.set(xlim=ends, ylim=ends, box_aspect=1)
    unit = "time of" if seconds else "expansions of"
    # The first of the pair, presumably better, is on the y axis.
    name_axis(axes, "x", f"{unit} {cloud.pair.second.name}")
    name_axis(axes, "y", f"{unit} {cloud.pair.first.name}")
