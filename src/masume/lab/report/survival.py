"""Which share of its runs each method settled within how much time, and how many expansions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from masume.lab.figure import LineStyle, draw_line, plot
from masume.lab.report.blocks import Block, Heading, Text
from masume.lab.report.cases import Way
from masume.lab.report.plots import WIDTH, finished, height_for, label_of, legend, scaled
from masume.lab.report.words import listed
from masume.lab.store import Store

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_POINTS = 150  # of a curve: more could not be seen
_CURVES = """
    SELECT way, list(x ORDER BY rank), list(rank ORDER BY rank) FROM (
        SELECT way, {0} AS x, row_number() OVER (PARTITION BY way ORDER BY {0}) AS rank,
               count(*) OVER (PARTITION BY way) AS many
        FROM games WHERE settled AND {0} IS NOT NULL AND way IN (SELECT unnest(?))
    ) WHERE rank % greatest(1, many // {1}) = 0 OR rank IN (1, many)
    GROUP BY way ORDER BY way
"""

Curve = tuple[list[float], list[int]]  # measures, and how many runs needed no more


def survival(
    store: Store, kind: str, title: str, several: Sequence[Way], look: dict[int, LineStyle]
) -> Iterator[Block]:
    """The plot, for the methods that have a look."""
    shown = [way for way in several if way.id in look]
    drawn = [way for way in shown if way.settled]
    if not drawn or max(way.boards for way in several) < 2:
        return
    yield Heading("Runs settled within a limit", 3)
    with plot(WIDTH, height_for(len(drawn)), columns=2) as (figure, panels):
        for axes, measure in zip(panels, ("seconds", "expanded"), strict=True):
            curves = _curves(store, measure, [way.id for way in drawn])
            _draw(axes, curves, drawn, look, measure)
            axes.set_ylim(0, 105)
            axes.set_ylabel("% of the runs")
        legend(figure, panels)
        yield finished(
            figure,
            f"{kind}-survival",
            f"{title}: share of runs settled against time and expansions",
            "The higher and the farther left a curve, the better; every run counts, with each of "
            f"its seeds. {_skipped(drawn)}{_left_out(several, shown, drawn)}",
        )


def _curves(store: Store, measure: str, ids: list[int]) -> dict[int, Curve]:
    rows = store.ask(_CURVES.format(measure, _POINTS), [ids])
    return {way: (xs, ranks) for way, xs, ranks in rows}


def _draw(
    axes: Axes,
    curves: dict[int, Curve],
    drawn: Sequence[Way],
    look: dict[int, LineStyle],
    measure: str,
) -> None:
    values = [x for xs, _ in curves.values() for x in xs]
    seconds = measure == "seconds"
    title = "time" if seconds else "expansions"
    scaled(axes, "x", values, title, seconds=seconds)
    for way in drawn:
        if way.id in curves:
            xs, ranks = curves[way.id]
            ys = [100 * rank / way.runs for rank in ranks]
            # Level to the right end: what is not settled by then is not settled.
            draw_line(
                axes, [*xs, max(values)], [*ys, ys[-1]], look[way.id], label_of(way), steps=True
            )


def _skipped(drawn: Sequence[Way]) -> str:
    some = [f"{way.method} ({way.skipped:,} of {way.runs:,})" for way in drawn if way.skipped]
    if not some:
        return ""
    return (
        "Where runs were skipped the curve is a lower bound, for they might have been settled: "
        f"{listed(some, 6)}. "
    )


def _left_out(several: Sequence[Way], shown: Sequence[Way], drawn: Sequence[Way]) -> str:
    sentences = []
    if len(several) > len(shown):
        names = [way.method for way in several if way not in shown]
        sentences.append(
            "Shown are the best algorithms of each space, each with its best heuristic; left out, "
            f"but in the table: {listed(names, 6)}."
        )
    if nothing := [way.method for way in shown if way not in drawn]:
        sentences.append(f"Settled nothing: {listed(nothing, 6)}.")
    return " ".join(sentences)


def nothing_settled(several: Sequence[Way]) -> Iterator[Block]:
    """What is said instead of plots where there is nothing to plot."""
    if not any(way.settled for way in several):
        yield Text("No method settled any of these boards, so there is nothing to plot or compare.")
