"""What each method did on the boards of a puzzle: the table that everything else explains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from masume.core.limits import Limit
from masume.errors import counted
from masume.lab.report.blocks import Block, Table, Text, Value
from masume.lab.report.cases import Spread, Way
from masume.lab.report.stats import wilson
from masume.lab.report.words import number, percent, time

_INF = float("inf")
_ENDS = "other ends"
_NOTHING = Value("–", _INF)


def methods(several: Sequence[Way], bounds: Limit) -> Iterator[Block]:
    """One row for each method, the best first."""
    repeated = any(way.runs > way.boards for way in several)
    uneven = len({way.boards for way in several}) > 1
    columns = list(_columns(several, bounds, repeated))
    head = tuple(name for name, _ in columns)
    rows = [tuple(told(way) for _, told in columns) for way in several]
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
        yield "up to", _up_to
    if repeated:
        yield "runs settled", lambda way: _of(way.settled_runs, way.runs)
    for name, title in (
        ("expanded", "expanded"),
        ("generated", "generated"),
        ("max_stored", "stored"),
    ):
        yield title, _nodes(name)
    yield "time", lambda way: _spread(way.spreads["seconds"], way, time)
    if bounds.seconds:
        yield "PAR2 time", lambda way: _or_nothing(way.par_seconds, time)
    if bounds.nodes:
        yield "PAR2 expanded", lambda way: _or_nothing(way.par_nodes, number)
    if any(way.peak_mb is not None for way in several):
        yield "peak MB", lambda way: _or_nothing(way.peak_mb, lambda value: f"{value:,.0f}")
    if any(_others(way) for way in several):
        yield _ENDS, _others


def _nodes(name: str) -> Callable[[Way], Value]:
    def told(way: Way) -> Value:
        return _NOTHING if way.exact else _spread(way.spreads[name], way, number)

    return told


def _of(part: int, whole: int) -> Value:
    return Value(f"{part:,}/{whole:,}", part / whole if whole else 0.0)


def _settled(way: Way) -> Value:
    low, high = wilson(way.settled, way.boards)
    share = way.settled / way.boards
    told = f"{percent(share)}, {round(100 * low)}–{round(100 * high)}"
    return Value(f"{way.settled:,}/{way.boards:,}", share, told)


def _up_to(way: Way) -> Value:
    return Value(way.largest or "–", way.cells or 0)


def _spread(spread: Spread, way: Way, told: Callable[[float], str]) -> Value:
    """A median with its quartiles; where they lie beyond the settled boards, what is beyond."""
    if spread.middle is None:
        return Value(way.beyond, _INF)
    ends = [told(end) if end is not None else way.beyond for end in (spread.low, spread.high)]
    quartiles = f"{ends[0]} – {ends[1]}" if way.boards > 1 else ""
    return Value(told(spread.middle), spread.middle, quartiles)


def _or_nothing(value: float | None, told: Callable[[float], str]) -> Value:
    return _NOTHING if value is None else Value(told(value), value)


def _others(way: Way) -> str:
    ends = {name: many for name, many in way.statuses.items() if name != "solved"}
    return ", ".join(f"{many:,} {name}" for name, many in ends.items())


def _legend(several: Sequence[Way], bounds: Limit, repeated: bool) -> str:
    """How the table is to be read."""
    told = [
        "Settled: solved, or proved to have no solution; below it the share and its 95 % interval "
        "(Wilson).",
        "Expanded, generated, stored (most at once) and time: median over boards, with the lower "
        "and the upper quartile, a board that was not settled counting as larger than all others: "
        "“> limit”, “stuck” or “not settled” stands where the value lies among those.",
    ]
    if len({way.cells for way in several}) > 1:
        told.append("Up to: the largest board that was settled.")
    if repeated:
        told.append(
            "Of several runs on a board (seeds, repetitions) the median counts, and a board is "
            "settled if more than half of them are; “runs settled” counts single runs."
        )
    par = []
    if bounds.seconds:
        par.append(f"{2 * bounds.seconds:g} s")
    if bounds.nodes:
        par.append(counted(2 * bounds.nodes, "expansion"))
    if par:
        told.append(
            f"PAR2: mean over all boards, with twice the limit ({', '.join(par)}) for each that "
            "was not settled."
        )
    if any(way.peak_mb is not None for way in several):
        told.append("Peak MB: the most that any run held.")
    if any(way.exact for way in several):
        told.append("The exact engine expands no nodes.")
    return " ".join(told)
