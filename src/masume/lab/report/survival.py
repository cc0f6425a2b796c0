"""Plot the share of runs that each search settles within a time and within expansions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from masume.lab.figure import LineStyle, draw_line
from masume.lab.report.blocks import Block, Heading, Text
from masume.lab.report.cases import SearchStats
from masume.lab.report.plots import PlotChapter, legend_label, make_figure, plot_wide, set_log_scale
from masume.lab.report.words import join_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_POINTS = 150  # of a curve
_CURVES = """
    SELECT search_id, list(x ORDER BY rank), list(rank ORDER BY rank) FROM (
        SELECT search_id, {0} AS x, row_number() OVER (PARTITION BY search_id ORDER BY {0}) AS rank,
               count(*) OVER (PARTITION BY search_id) AS many
        FROM games WHERE settled AND {0} IS NOT NULL AND search_id IN (SELECT unnest(?))
    ) WHERE rank % greatest(1, many // {1}) = 0 OR rank IN (1, many)
    GROUP BY search_id ORDER BY search_id
"""


def survival(chapter: PlotChapter) -> Iterator[Block]:
    """Yield the plot of the searches that have a style."""
    store, kind, title, searches, styles = chapter
    shown = [search for search in searches if search.id in styles]
    drawn = [search for search in shown if search.settled]
    if not drawn or max(search.boards for search in searches) < 2:
        return
    yield Heading("Runs settled within a limit", 3)
    with plot_wide(len(drawn), columns=2) as (figure, panels):
        for axes, measure in zip(panels, ("seconds", "expanded"), strict=True):
            rows = store.query(_CURVES.format(measure, _POINTS), [[search.id for search in drawn]])
            _draw(axes, {search_id: curve for search_id, *curve in rows}, drawn, styles, measure)
            axes.set(ylim=(0, 105), ylabel="% of the runs")
        yield make_figure(
            figure,
            f"{kind}-survival",
            f"{title}: share of runs settled against time and expansions",
            "Curves that are higher and farther left are better. Every run counts, with all seeds. "
            f"{_skipped_note(drawn)}{_left_out(searches, shown, drawn)}",
        )


def _draw(
    axes: Axes,
    curves: dict[int, list[list[float]]],
    drawn: Sequence[SearchStats],
    styles: dict[int, LineStyle],
    measure: str,
) -> None:
    """Draw the curves of one measure: its values, and how many runs needed no more."""
    values = [x for xs, _ in curves.values() for x in xs]
    seconds = measure == "seconds"
    title = "time" if seconds else "expansions"
    set_log_scale(axes, "x", values, title, seconds=seconds)
    for search in drawn:
        if search.id in curves:
            xs, ranks = curves[search.id]
            ys = [100 * rank / search.runs for rank in ranks]
            # Extended to the right end, as nothing more is settled.
            draw_line(
                axes,
                [*xs, max(values)],
                [*ys, ys[-1]],
                styles[search.id],
                legend_label(search),
                steps=True,
            )


def _skipped_note(drawn: Sequence[SearchStats]) -> str:
    """Return a sentence about searches with skipped runs, or ""."""
    some = [
        f"{search.name} ({search.skipped:,} of {search.runs:,})"
        for search in drawn
        if search.skipped
    ]
    if not some:
        return ""
    return (
        "With skipped runs, which might have been settled, the curve is a lower bound: "
        f"{join_words(some, 6)}. "
    )


def _left_out(
    searches: Sequence[SearchStats], shown: Sequence[SearchStats], drawn: Sequence[SearchStats]
) -> str:
    """Return sentences about searches that are not drawn."""
    sentences = []
    if len(searches) > len(shown):
        names = [search.name for search in searches if search not in shown]
        sentences.append(
            "Shown are the best algorithms of each space, each with its best heuristic; only in "
            f"the table: {join_words(names, 6)}."
        )
    if nothing := [search.name for search in shown if search not in drawn]:
        sentences.append(f"Settled nothing: {join_words(nothing, 6)}.")
    return " ".join(sentences)


def unsettled_note(searches: Sequence[SearchStats]) -> Iterator[Block]:
    """Yield a notice if no search settled any board."""
    if not any(search.settled for search in searches):
        yield Text("No search settled any of these boards, so there is nothing to plot or compare.")
