"""Which methods are set against each other, and how they did on the same boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from masume.lab.report.cases import Way
from masume.lab.report.resample import MOST_BOARDS, by_variance, ratio_interval
from masume.lab.report.stats import wilson
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
        """What they are compared by: expansions within one space, time across spaces.

        The exact engine has nothing but its time.
        """
        return "expanded" if self.one.space == self.other.space and not self.exact else "seconds"

    @property
    def exact(self) -> bool:
        """Whether the exact engine is one of them."""
        return self.one.exact or self.other.exact

    @property
    def turned(self) -> MethodPair:
        """The same, seen from the other side."""
        return MethodPair(self.why, self.other, self.one)


@dataclass(frozen=True)
class Score:
    """On how many boards which one did better; of the runs on a board all are compared with all."""

    wins: int  # of the first
    losses: int
    ties: int

    @property
    def boards(self) -> int:
        """All of them."""
        return self.wins + self.losses + self.ties


Interval = tuple[float, float] | None


@dataclass(frozen=True)
class Duel:
    """What came of a pair: who did better on how many boards, how surely, and by how much."""

    pair: MethodPair
    played: Score  # on boards that both played
    imputed: Score  # on all boards, as if what was skipped had been cut off
    cut: tuple[int, int]  # runs of each that were cut off, on boards that both played
    better: float  # P(A < B): on a board that both played, the first beats the other; ties are half
    better_interval: Interval
    ratio: float | None  # of the first's PAR2 to the other's, on boards that both played
    ratio_interval: Interval


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
    pairs: dict[frozenset[int], MethodPair] = {}
    for round_ in zip_longest(with_best, heuristics, algorithms):
        for pair in round_:
            if pair is not None and (pair.one.settled or pair.other.settled):
                pairs.setdefault(frozenset((pair.one.id, pair.other.id)), pair)
    return list(pairs.values())


def _within(
    searches: Iterable[Way], why: str, group: Callable[[Way], Hashable]
) -> list[MethodPair]:
    """In each group the best against every other one."""
    firsts: dict[Hashable, Way] = {}
    pairs = []
    for way in searches:
        first = firsts.setdefault(group(way), way)
        if first is not way:
            pairs.append(MethodPair(why, first, way))
    return pairs


# Every run of the one against every run of the other on the same board: settled beats unsettled,
# and of two that are settled the smaller number wins. What was skipped is not settled.
_SCORES = """
    SELECT a.place, min(a.played) AND min(b.played) AS played,
           avg(CASE WHEN a.{0} < b.{0} THEN 1 WHEN a.{0} > b.{0} THEN 0 ELSE 0.5 END) AS score
    FROM games a JOIN games b ON a.place = b.place WHERE a.way = ? AND b.way = ? GROUP BY a.place
"""
_BOARDS = """
    WITH scores AS ({0})
    SELECT count_if(score > 0.5), count_if(score < 0.5), count_if(score = 0.5),
           count_if(played AND score > 0.5), count_if(played AND score < 0.5),
           count_if(played AND score = 0.5), avg(score) FILTER (played)
    FROM scores
"""
_MEANS = """
    SELECT count(*), coalesce(sum(a.cut), 0)::BIGINT, coalesce(sum(b.cut), 0)::BIGINT,
           coalesce(bool_and(a.par_{0} IS NOT NULL AND b.par_{0} IS NOT NULL), false),
           avg(a.par_{0}), avg(b.par_{0}), var_samp(a.par_{0}), var_samp(b.par_{0}),
           covar_samp(a.par_{0}, b.par_{0})
    FROM cases a JOIN cases b ON a.place = b.place
    WHERE a.way = ? AND b.way = ? AND a.played = a.runs AND b.played = b.runs
"""
_RUNS = """
    SELECT list(par ORDER BY seed) FROM (
        SELECT place, seed, avg(par_{0}) AS par, min(played) AS played
        FROM games WHERE way = ? GROUP BY place, seed
    )
    WHERE place IN (SELECT place FROM games WHERE way = ?)
    GROUP BY place
    HAVING min(played) AND place NOT IN (SELECT place FROM games WHERE way = ? AND NOT played)
    ORDER BY place
"""


def scores(store: Store, pair: MethodPair) -> tuple[Score, Score, float]:
    """On boards that both played, on all, and how often the first is better where both played."""
    asked = _BOARDS.format(_SCORES.format(pair.measure))
    *counts, better = store.one(asked, [pair.one.id, pair.other.id])
    return Score(*counts[3:]), Score(*counts[:3]), 0.5 if better is None else float(better)


def duel(store: Store, pair: MethodPair) -> Duel:
    """How a pair did, and how far that may be chance."""
    ids = [pair.one.id, pair.other.id]
    played, imputed, share = scores(store, pair)
    boards, cut, cut_other, known, *moments = store.one(_MEANS.format(pair.measure), ids)
    above, below = moments[:2]
    ratio = above / below if known and below else None
    interval = None
    if ratio is not None and boards > MOST_BOARDS:
        interval = by_variance(boards, *moments)
    elif ratio is not None:
        one, other = (_runs(store, pair.measure, *two) for two in (ids, ids[::-1]))
        interval = ratio_interval(one, other)
    return Duel(
        pair,
        played,
        imputed,
        (cut, cut_other),
        share,
        wilson(share * played.boards, played.boards) if played.boards else None,
        ratio,
        interval,
    )


def _runs(store: Store, measure: str, way: int, other: int) -> list[list[float]]:
    """Return the mean over repetitions of each seed, board by board, where both were played."""
    return [several for (several,) in store.ask(_RUNS.format(measure), [way, other, other])]
