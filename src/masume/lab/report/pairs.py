"""Which methods are set against each other, and how they did on the same boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import inf, sqrt

from masume.lab.report.cases import Way
from masume.lab.report.stats import median_ranks
from masume.lab.store import Store

BEST, HEURISTICS, ALGORITHMS = "the best", "heuristics", "algorithms"


@dataclass(frozen=True)
class MethodPair:
    """Two methods, and why they are set against each other."""

    why: str
    one: Way
    other: Way

    @property
    def measure(self) -> str:
        """What they are compared by: the exact engine has nothing but its time."""
        return "seconds" if self.one.exact or self.other.exact else "expanded"


@dataclass(frozen=True)
class Duel:
    """What came of a pair: on how many boards which one did better, and by how much."""

    pair: MethodPair
    wins: int  # of the first
    losses: int
    ties: int
    both: int  # settled by both
    ratio: float | None  # median over those, of the first to the other
    interval: tuple[float, float] | None

    @property
    def turned(self) -> Duel:
        """The same, seen from the other side."""
        ratio = None if self.ratio is None else _inverse(self.ratio)
        ends = None
        if self.interval is not None:
            ends = _inverse(self.interval[1]), _inverse(self.interval[0])
        pair = MethodPair(self.pair.why, self.pair.other, self.pair.one)
        return Duel(pair, self.losses, self.wins, self.ties, self.both, ratio, ends)


def _inverse(ratio: float) -> float:
    return 1 / ratio if ratio else inf


def _between(low: float, high: float) -> float:
    """The geometric mean of the two middle ones.

    >>> _between(2, 8), _between(0.0, inf), _between(inf, inf)
    (4.0, 1.0, inf)
    """
    return 1.0 if not low and high == inf else sqrt(low * high)


def all_pairs(several: Sequence[Way]) -> list[MethodPair]:
    """All that may be worth a claim, the most telling first; no two methods twice."""
    searches = [way for way in several if not way.exact]
    if not searches:
        return []
    best = searches[0]
    firsts = list({way.base: way for way in reversed(searches)}.values())
    others = [way for way in searches if way in firsts] + [w for w in searches if w not in firsts]
    exact = [way for way in several if way.exact]
    with_best = [MethodPair(BEST, best, way) for way in (*exact, *others) if way is not best]
    heuristics = _within(searches, HEURISTICS, lambda way: (way.algorithm, way.space))
    algorithms = _within(searches, ALGORITHMS, lambda way: (way.heuristic, way.space))
    found: dict[frozenset[int], MethodPair] = {}
    for round_ in zip_longest(with_best, heuristics, algorithms):
        for pair in round_:
            if pair is not None and (pair.one.settled or pair.other.settled):
                found.setdefault(frozenset((pair.one.id, pair.other.id)), pair)
    return list(found.values())


def _within(
    searches: Iterable[Way], why: str, group: Callable[[Way], Hashable]
) -> list[MethodPair]:
    """In each group the best against every other one."""
    firsts: dict[Hashable, Way] = {}
    found = []
    for way in searches:
        first = firsts.setdefault(group(way), way)
        if first is not way:
            found.append(MethodPair(why, first, way))
    return found


# Settled beats unsettled; of two that are settled the smaller number wins.
_DUEL = """
    SELECT count(*) AS boards,
           count_if(a.settled AND (NOT b.settled OR a.{0} < b.{0})) AS wins,
           count_if(b.settled AND (NOT a.settled OR b.{0} < a.{0})) AS losses,
           count_if(a.settled AND b.settled) AS both
    FROM cases a JOIN cases b ON a.place = b.place WHERE a.way = ? AND b.way = ?
"""
_RATIOS = """
    SELECT s[?], s[?], s[?], s[?] FROM (
        SELECT list_sort(list(CASE WHEN a.{0} = b.{0} THEN 1 WHEN b.{0} = 0 THEN 'infinity'::DOUBLE
                              ELSE a.{0} / b.{0} END)) AS s
        FROM cases a JOIN cases b ON a.place = b.place
        WHERE a.way = ? AND b.way = ? AND a.settled AND b.settled
    )
"""


def duel(store: Store, pair: MethodPair) -> Duel:
    """How a pair did on the boards that both were tried on."""
    asked = [pair.one.id, pair.other.id]
    boards, wins, losses, both = store.one(_DUEL.format(pair.measure), asked)
    ratio, interval = None, None
    if both:
        low, high = median_ranks(both) or (1, both)
        ranks = [(both + 1) // 2, both // 2 + 1, low, high]
        lower, upper, *ends = store.one(_RATIOS.format(pair.measure), ranks + asked)
        # Not the arithmetic mean: it must not matter who is divided by whom.
        ratio = _between(lower, upper)
        interval = (ends[0], ends[1]) if median_ranks(both) else None
    return Duel(pair, wins, losses, boards - wins - losses, both, ratio, interval)
