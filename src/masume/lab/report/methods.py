"""What each method did on the boards of a puzzle: the table that everything else explains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from masume.core.system.limits import Limit
from masume.errors import counted
from masume.lab.report.blocks import Block, Table, Text, Value
from masume.lab.report.cases import Spread, Way
from masume.lab.report.stats import wilson
from masume.lab.report.words import number, percent, span, time, whole_percent

_INF = float("inf")
_ENDS = "other ends"
_NOTHING = Value("–", _INF)
_COLUMNS = ("solved", "skipped")  # ends that have columns of their own


def methods(several: Sequence[Way], bounds: Limit) -> Iterator[Block]:
    """One row for each method, the best first."""
    repeated = any(way.repeated for way in several)
    uneven = len({way.boards for way in several}) > 1
    columns = list(_columns(several, bounds, repeated))
    head = tuple(name for name, _ in columns)
    rows = [tuple(cell(way) for _, cell in columns) for way in several]
    yield Table(head, rows, frozenset(head[1:]) - {_ENDS}, sortable=True)
    yield Text(_legend(several, bounds, repeated), small=True)
    if uneven:
        yield Text("Not all methods were tried on the same number of boards.", small=True)


def _columns(
    several: Sequence[Way], bounds: Limit, repeated: bool
) -> Iterator[tuple[str, Callable[[Way], str | Value]]]:
    yield "method", lambda way: way.method
    yield "settled", _settled
    if len({way.cells for way in several}) > 1:
        yield "up to", lambda way: Value(way.largest or "–", way.cells or 0)
    if repeated:
        yield "boards", _boards
    yield "cut off", lambda way: Value(f"{way.cut:,}", way.cut)
    if any(way.skipped for way in several):
        yield "skipped", lambda way: Value(f"{way.skipped:,}", way.skipped)
    yield "expanded", partial(_nodes, measure="expanded")
    yield "generated", partial(_nodes, measure="generated")
    yield "stored", partial(_nodes, measure="max_stored")
    if any(way.cheapest is not None and way.cheapest < 1 for way in several):
        yield "cost", _cost
    yield "time", lambda way: _spread(way.spreads["seconds"], way, time)
    if bounds.seconds:
        yield "PAR2 time", lambda way: _par(way, way.par_seconds, way.par_seconds_all, time)
    if bounds.nodes:
        yield "PAR2 expanded", lambda way: _par(way, way.par_nodes, way.par_nodes_all, number)
    if any(way.peak_mb is not None for way in several):
        yield "peak MB", lambda way: _or_nothing(way.peak_mb, lambda value: f"{value:,.0f}")
    if any(_others(way) for way in several):
        yield _ENDS, _others


def _nodes(way: Way, measure: str) -> Value:
    return _NOTHING if way.exact else _spread(way.spreads[measure], way, number)


def _settled(way: Way) -> Value:
    if not way.played:
        return Value("–", -1.0)
    interval = wilson(way.success * way.boards_played, way.boards_played)
    share = f"{percent(way.success)}, {span(interval, whole_percent)}"
    return Value(f"{way.settled:,}/{way.played:,}", way.success, share)


def _boards(way: Way) -> Value:
    """By how many boards some run was settled, and by how many every run."""
    always = f"every run: {way.boards_always:,}" if way.repeated else ""
    return Value(f"{way.boards_once:,}/{way.boards_played:,}", way.boards_once, always)


def _cost(way: Way) -> Value:
    """What an answer costs, and how often none is cheaper."""
    if way.cost is None or way.cheapest is None:
        return _NOTHING
    return Value(number(way.cost), way.cost, f"cheapest: {percent(way.cheapest)}")


def _par(
    way: Way, played: float | None, imputed: float | None, formatted: Callable[[float], str]
) -> Value:
    """Over what was played; below it with what was skipped."""
    if played is None:
        return _NOTHING
    more = f"with skipped: {formatted(imputed)}" if way.skipped and imputed is not None else ""
    return Value(formatted(played), played, more)


def _spread(spread: Spread, way: Way, formatted: Callable[[float], str]) -> Value:
    """A median with its quartiles; where they lie beyond the settled boards, what is beyond."""
    if spread.middle is None:
        return Value(way.beyond, _INF)
    ends = [formatted(end) if end is not None else way.beyond for end in (spread.low, spread.high)]
    quartiles = f"{ends[0]} – {ends[1]}" if way.played > 1 else ""
    return Value(formatted(spread.middle), spread.middle, quartiles)


def _or_nothing(value: float | None, formatted: Callable[[float], str]) -> Value:
    return _NOTHING if value is None else Value(formatted(value), value)


def _others(way: Way) -> str:
    ends = {name: many for name, many in way.statuses.items() if name not in _COLUMNS}
    return ", ".join(f"{many:,} {name}" for name, many in ends.items())


def _legend(several: Sequence[Way], bounds: Limit, repeated: bool) -> str:
    """How the table is to be read."""
    sentences = [
        "Settled: of the runs that were played those that solved the board, or proved it to have "
        "no solution; below it the mean share of a board and its 95 % interval (Wilson, over "
        "boards).",
        "Cut off: runs that a limit ended, or that were killed.",
        "Expanded, generated, stored (most at once) and time: median over the runs that were "
        "played, with the lower and the upper quartile, one that was not settled counting as "
        "larger than all others: “> limit”, “stuck” or “not settled” stands where the value lies "
        "among those.",
    ]
    if any(way.skipped for way in several):
        sentences.append(
            "Skipped: runs that were not played, since the method had settled nothing smaller; "
            "only “with skipped” and the order of the rows take them for not settled. Numbers of "
            "methods that played different boards do not compare: the claims below do."
        )
    if len({way.cells for way in several}) > 1:
        sentences.append("Up to: the largest board that was settled.")
    if any(way.cheapest is not None and way.cheapest < 1 for way in several):
        sentences.append(
            "Cost: median of the answers (black cells, bridges or steps; in a repair space the "
            "changes made), and how many of them no other run on the board undercuts."
        )
    if repeated:
        sentences.append(
            "Boards: of those that were played, how many some run settled, and how many every run "
            "did. Every run counts, with each of its seeds and repetitions."
        )
    par = []
    if bounds.seconds:
        par.append(f"{2 * bounds.seconds:g} s")
    if bounds.nodes:
        par.append(counted(2 * bounds.nodes, "expansion"))
    if par:
        sentences.append(
            f"PAR2: mean over the runs that were played, with twice the limit ({', '.join(par)}) "
            "for each that was not settled."
        )
    if any(way.peak_mb is not None for way in several):
        sentences.append("Peak MB: the most that any run held.")
    if any(way.exact for way in several):
        sentences.append("The exact engine expands no nodes.")
    return " ".join(sentences)
