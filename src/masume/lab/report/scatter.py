"""Plot pairs of searches board by board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from masume.lab.figure import plot
from masume.lab.report.blocks import Block, Heading
from masume.lab.report.cases import SearchStats
from masume.lab.report.pairs import ALGORITHMS, BEST, HEURISTICS, SearchPair, all_pairs, scores
from masume.lab.report.plots import PlotChapter, make_figure, name_axis, set_log_scale
from masume.lab.store import Store
from masume.lab.study import EXACT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST = 4
_POINTS = 300  # of one plot
# A random sample by digest; by name, some sizes would be cut off.
_CLOUD = """
    SELECT CASE WHEN isfinite(a.{0}) THEN a.{0} END, CASE WHEN isfinite(b.{0}) THEN b.{0} END,
           count(*) OVER ()
    FROM cases a JOIN cases b ON a.place = b.place JOIN places p ON p.place = a.place
    WHERE a.search_id = ? AND b.search_id = ? AND (isfinite(a.{0}) OR isfinite(b.{0}))
      AND a.played > 0 AND b.played > 0
    ORDER BY md5(p.board) LIMIT {1}
"""
_BLIND = "with and without a heuristic"


@dataclass(frozen=True)
class Cloud:
    """The boards of a pair as points; None is unsettled."""

    pair: SearchPair
    points: list[tuple[float | None, float | None]]
    boards: int  # settled by at least one of the two


def scatter(chapter: PlotChapter) -> Iterator[Block]:
    """Yield the plots of up to four pairs."""
    clouds = _clouds(chapter.store, chapter.searches)
    if not clouds:
        return
    yield Heading("Search against search, board by board", 3)
    for number, start in enumerate(range(0, len(clouds), 2), 1):
        some = clouds[start : start + 2]
        with plot(4.6 * len(some), 4.3, columns=len(some)) as (figure, panels):
            for axes, cloud in zip(panels, some, strict=True):
                _draw(axes, cloud)
            against = "; ".join(f"{c.pair.first.name} against {c.pair.second.name}" for c in some)
            cut = [c for c in some if c.boards > len(c.points)]
            caption = (
                "Each point is a board that both played, with the median of its runs: below the "
                "diagonal, the search on the y axis needed less."
            )
            if any(None in point for cloud in some for point in cloud.points):
                caption += " Crosses on the dashed lines are boards that only one of them settled."
            if cut:
                caption += f" {_POINTS} boards of {cut[0].boards:,}, a random sample."
            name, title = f"{chapter.kind}-pairs-{number}", f"{chapter.title}: {against}"
            yield make_figure(figure, name, title, caption)


def _clouds(store: Store, searches: Sequence[SearchStats]) -> list[Cloud]:
    """Return the first pair of each sort that shows a difference."""
    clouds: dict[str, Cloud] = {}
    for sort, pair in _candidates(searches):
        if sort in clouds or len(clouds) >= _MOST:
            continue
        played, _, _ = scores(store, pair)
        differing = played.wins + played.losses
        if differing < 2 or 4 * differing < played.boards:
            continue  # points on the diagonal show nothing
        asked = [pair.first.id, pair.second.id]
        rows = store.query(_CLOUD.format(pair.measure, _POINTS), asked)
        points = [(x, y) for x, y, _ in rows]
        if any(None not in point for point in points):
            clouds[sort] = Cloud(pair, points, rows[0][2])
    return list(clouds.values())


def _candidates(searches: Sequence[SearchStats]) -> Iterator[tuple[str, SearchPair]]:
    """Yield pairs with their sort, without duplicates, in order of interest."""
    pairs = all_pairs(searches)
    classical = [search for search in searches if not search.is_opaque]
    taken: set[frozenset[int]] = set()
    blind = [search for search in classical if not search.heuristic][:1]
    informed = [search for search in classical if search.heuristic]
    wanted: list[tuple[str, SearchPair]] = []
    wanted += [(BEST, p) for p in pairs if p.why == BEST and not p.is_opaque]
    wanted += [(_BLIND, SearchPair(BEST, search, blind[0])) for search in informed if blind]
    wanted += [(HEURISTICS, p) for p in pairs if p.why == HEURISTICS]
    wanted += [(EXACT, p) for p in pairs if p.is_opaque]
    wanted += [(ALGORITHMS, p) for p in pairs if p.why == ALGORITHMS]
    for sort, pair in wanted:
        ids = frozenset((pair.first.id, pair.second.id))
        if ids not in taken:
            taken.add(ids)
            yield sort, pair


def _draw(axes: Axes, cloud: Cloud) -> None:
    """Draw one pair of searches as points around the diagonal."""
    seconds = cloud.pair.measure == "seconds"
    known = [value for point in cloud.points for value in point if value is not None]
    whole = [(y, x) for y, x in cloud.points if y is not None and x is not None]
    missing = [point for point in cloud.points if None in point]
    # The first of the pair, presumably better, is on the y axis.
    xs, ys = [x for _, x in whole], [y for y, _ in whole]
    axes.plot(xs, ys, "o", color="#0072B2", alpha=0.6, markersize=4, markeredgewidth=0)
    values = known
    if missing:
        edge = max(known) * 3 or 3.0
        _draw_missing(axes, missing, edge)
        values = [*known, edge]
    low, high = min(values), max(values)
    for name in ("x", "y"):
        set_log_scale(axes, name, values, "", seconds=seconds)
    axes.plot([low, high], [low, high], color="#888888", linewidth=0.8)
    ends = (low / 1.5 if low > 0 else -0.3, high * 1.5 or 1.0)
    axes.set(xlim=ends, ylim=ends, box_aspect=1)
    unit = "time of" if seconds else "expansions of"
    name_axis(axes, "x", f"{unit} {cloud.pair.second.name}")
    name_axis(axes, "y", f"{unit} {cloud.pair.first.name}")


def _draw_missing(
    axes: Axes, missing: Sequence[tuple[float | None, float | None]], edge: float
) -> None:
    """Draw the boards that only one of the two settled, on lines beyond all others."""
    xs = [edge if x is None else x for _, x in missing]
    ys = [edge if y is None else y for y, _ in missing]
    axes.plot(xs, ys, "x", color="#D55E00", markersize=5)
    for line in (axes.axhline, axes.axvline):
        line(edge, color="#D55E00", linewidth=0.8, linestyle="--")
    axes.annotate(
        "not settled",
        (edge, edge),
        (-4, -10),
        textcoords="offset points",
        ha="right",
        fontsize=7.5,
        color="#a84300",
    )
