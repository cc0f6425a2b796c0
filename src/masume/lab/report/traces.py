"""Plot the frontier size and the estimates of the searches on one board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from masume.errors import pluralise, shorten
from masume.lab.figure import draw_line
from masume.lab.report.blocks import Block, Heading
from masume.lab.report.cases import SearchStats
from masume.lab.report.plots import (
    PlotChapter,
    legend_label,
    make_figure,
    plot_wide,
    set_log_scale,
    styles_by_search,
)
from masume.lab.store import Cells, Store

_POINTS = 250  # of one line
_LONG = 5  # points of a line worth drawing
# The largest board that most searches settled, else the one that most searches settled.
_BOARD = """
    SELECT board, name, rows, cols, settled, many FROM (
        SELECT p.place, p.board, p.name, p.rows, p.cols, p.cells,
               count_if(2 * c.settled > c.played) AS settled, count(*) AS many,
               sum(c.expanded) FILTER (isfinite(c.expanded)) AS effort
        FROM cases c JOIN places p ON p.place = c.place
        WHERE p.kind = ? AND c.played > 0 AND p.board IN (
            SELECT r.board FROM results r SEMI JOIN traces t ON t.key = r.key
        )
        GROUP BY ALL
    ) ORDER BY 2 * settled > many DESC, CASE WHEN 2 * settled > many THEN cells ELSE 0 END DESC,
               settled DESC, cells DESC, effort DESC, place LIMIT 1
"""
_LINES = """
    SELECT e.search, t.h_trace, t.h_every, t.frontier_trace, t.frontier_every
    FROM results e JOIN traces t ON t.key = e.key
    WHERE e.board = ? ORDER BY e.search, e.seed, e.repetition
"""


@dataclass(frozen=True)
class Trace:
    """The frontier size and h of one search, by expansions."""

    search: SearchStats
    frontier: list[tuple[float, float]]
    h: list[tuple[float, float]]


def traces(chapter: PlotChapter, shown: Sequence[SearchStats]) -> Iterator[Block]:
    """Yield the plot of one board."""
    store, kind, title, searches, _ = chapter
    boards = store.query(_BOARD, [kind])
    if not boards:
        return
    board, name, rows, cols, settled, many = boards[0]
    order = [*shown, *(search for search in searches if search not in shown)]
    drawable = _traces(store, board, order)
    picked = drawable[:8]
    if not picked:
        return
    styles = styles_by_search(order)
    yield Heading("One board in detail", 3)
    with plot_wide(len(picked), columns=2) as (figure, panels):
        for axes, which in zip(panels, ("frontier", "h"), strict=True):
            lines = [(trace, getattr(trace, which)) for trace in picked if getattr(trace, which)]
            for trace, points in lines:
                xs, ys = [x for x, _ in points], [y for _, y in points]
                draw_line(axes, xs, ys, styles[trace.search.id], legend_label(trace.search))
            values = [x for _, points in lines for x, _ in points]
            set_log_scale(axes, "x", values, "expansions", seconds=False)
            if which == "frontier":
                waiting = [y for _, points in lines for _, y in points]
                set_log_scale(axes, "y", waiting, "nodes waiting", seconds=False)
            else:
                axes.set_ylabel("h of the expanded node")
        yield make_figure(
            figure,
            f"{kind}-traces",
            f"{title}: the frontier and the estimates on one board",
            f"{shorten(name, 60)} ({rows}×{cols}), which {settled} of {many} searches settled; a "
            "line ends where the search did. Different heuristics count different things, so "
            f"compare shapes, not heights.{_left_out(len(drawable), len(picked))}",
        )


def _left_out(count: int, picked: int) -> str:
    more = f" Not drawn: {pluralise(count - picked, 'search')} more." if count > picked else ""
    return f"{more} Searches of fewer than {_LONG} expansions are left out."


def _traces(store: Store, board: str, order: Sequence[SearchStats]) -> list[Trace]:
    """Return the traces that are long enough to draw, in the order of the searches."""
    by_name: dict[str, Cells] = {}
    for search, *values in store.query(_LINES, [board]):
        by_name.setdefault(search, tuple(values))
    drawable = []
    for search in order:
        if search.name not in by_name:
            continue
        h, h_every, frontier, frontier_every = by_name[search.name]
        trace = Trace(search, _points(frontier, frontier_every), _points(h, h_every))
        if max(len(trace.frontier), len(trace.h)) >= _LONG:
            drawable.append(trace)
    return drawable


def _points(values: list[float | None] | None, every: int) -> list[tuple[float, float]]:
    """Return evenly thinned points with the last one kept; infinite estimates are left out."""
    all_points = [
        (1.0 + index * every, value)
        for index, value in enumerate(values or ())
        if value is not None
    ]
    step = max(1, len(all_points) // _POINTS)
    thin = all_points[::step]
    return thin if not all_points or thin[-1] == all_points[-1] else [*thin, all_points[-1]]
