"""Choose pairs of searches to compare, and compare them on the same boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from masume.lab.report.cases import SearchStats
from masume.lab.report.resample import MOST_BOARDS, bootstrap_interval, delta_interval
from masume.lab.report.stats import wilson
from masume.lab.store import Store

BEST, HEURISTICS, ALGORITHMS = "the best", "heuristics", "algorithms"


@dataclass(frozen=True)
class SearchPair:
    """Two searches, and the reason for comparing them."""

    why: str
    first: SearchStats
    second: SearchStats

    @property
    def measure(self) -> str:
        """What they are compared by: expansions within one space, time across spaces.

        The exact engine and other programs have nothing but their time.
        """
        return (
            "expanded"
            if self.first.space == self.second.space and not self.is_opaque
            else "seconds"
        )

    @property
    def is_opaque(self) -> bool:
        """Whether one of the two is the exact engine or another program."""
        return self.first.is_opaque or self.second.is_opaque

    @property
    def swapped(self) -> SearchPair:
        """The pair in reverse order."""
        return SearchPair(self.why, self.second, self.first)


@dataclass(frozen=True)
class Tally:
    """The numbers of boards on which either search of a pair is better."""

    wins: int  # of the first
    losses: int
    ties: int

    @property
    def boards(self) -> int:
        """The number of compared boards."""
        return self.wins + self.losses + self.ties


Interval = tuple[float, float] | None


@dataclass(frozen=True)
class PairResult:
    """The comparison of a pair: score, probability of being better, and PAR2 ratio."""

    pair: SearchPair
    played: Tally  # on boards that both searches played
    imputed: Tally  # on all boards, with skipped runs as if they had been cut off
    cut: tuple[int, int]  # runs of each that were cut off, on boards that both played
    better: float  # share of run pairs that the first wins on boards both played; ties count half
    better_interval: Interval
    ratio: float | None  # PAR2 of the first to the second, on boards that both played
    ratio_interval: Interval


def all_pairs(searches: Sequence[SearchStats]) -> list[SearchPair]:
    """Return all pairs worth comparing, most informative first, without duplicates."""
    classical = [search for search in searches if not search.is_opaque]
    if not classical:
        return []
    best = classical[0]
    firsts = list({search.base: search for search in reversed(classical)}.values())
    others = [search for search in classical if search in firsts]
    others += [search for search in classical if search not in firsts]
    exact = [search for search in searches if search.is_opaque]
    with_best = [
        SearchPair(BEST, best, search) for search in (*exact, *others) if search is not best
    ]
    heuristics = _within(classical, HEURISTICS, lambda search: (search.algorithm, search.space))
    algorithms = _within(classical, ALGORITHMS, lambda search: (search.heuristic, search.space))
    pairs: dict[frozenset[int], SearchPair] = {}
    for round_ in zip_longest(with_best, heuristics, algorithms):
        for pair in round_:
            if pair is not None and (pair.first.settled or pair.second.settled):
                pairs.setdefault(frozenset((pair.first.id, pair.second.id)), pair)
    return list(pairs.values())


def _within(
    searches: Iterable[SearchStats], why: str, group: Callable[[SearchStats], Hashable]
) -> list[SearchPair]:
    """Pair the best search of each group with the others of the group."""
    firsts: dict[Hashable, SearchStats] = {}
    pairs = []
    for search in searches:
        first = firsts.setdefault(group(search), search)
        if first is not search:
            pairs.append(SearchPair(why, first, search))
    return pairs


# All runs of one search against all runs of the other on the same board: settled beats unsettled,
# and of two settled runs the smaller number wins. Skipped runs are unsettled.
_SCORES = """
    SELECT a.place, min(a.played) AND min(b.played) AS played,
           avg(CASE WHEN a.{0} < b.{0} THEN 1 WHEN a.{0} > b.{0} THEN 0 ELSE 0.5 END) AS score
    FROM games a JOIN games b ON a.place = b.place
    WHERE a.search_id = ? AND b.search_id = ? GROUP BY a.place
"""
_BOARDS = """
    WITH scores AS ({0})
    SELECT count(*) FILTER (score > 0.5), count(*) FILTER (score < 0.5),
           count(*) FILTER (score = 0.5), count(*) FILTER (played AND score > 0.5),
           count(*) FILTER (played AND score < 0.5), count(*) FILTER (played AND score = 0.5),
           avg(score) FILTER (played)
    FROM scores
"""
_MEANS = """
    SELECT count(*), coalesce(sum(a.cut), 0)::BIGINT, coalesce(sum(b.cut), 0)::BIGINT,
           coalesce(bool_and(a.par_{0} IS NOT NULL AND b.par_{0} IS NOT NULL), false),
           avg(a.par_{0}), avg(b.par_{0}), var_samp(a.par_{0}), var_samp(b.par_{0}),
           covar_samp(a.par_{0}, b.par_{0})
    FROM cases a JOIN cases b ON a.place = b.place
    WHERE a.search_id = ? AND b.search_id = ? AND a.played = a.runs AND b.played = b.runs
"""
_RUNS = """
    SELECT list(par ORDER BY seed) FROM (
        SELECT place, seed, avg(par_{0}) AS par, min(played) AS played
        FROM games WHERE search_id = ? GROUP BY place, seed
    )
    WHERE place IN (SELECT place FROM games WHERE search_id = ?)
    GROUP BY place
    HAVING min(played) AND place NOT IN (SELECT place FROM games WHERE search_id = ? AND NOT played)
    ORDER BY place
"""


def scores(store: Store, pair: SearchPair) -> tuple[Tally, Tally, float]:
    """Return the score on boards that both played, on all boards, and `PairResult.better`."""
    asked = _BOARDS.format(_SCORES.format(pair.measure))
    *counts, better = store.query_row(asked, [pair.first.id, pair.second.id])
    return Tally(*counts[3:]), Tally(*counts[:3]), 0.5 if better is None else float(better)


def compare_pair(store: Store, pair: SearchPair) -> PairResult:
    """Compare a pair."""
    ids = [pair.first.id, pair.second.id]
    played, imputed, share = scores(store, pair)
    boards, cut, cut_other, known, *moments = store.query_row(_MEANS.format(pair.measure), ids)
    above, below = moments[:2]
    ratio = above / below if known and below else None
    interval = None
    if ratio is not None and boards > MOST_BOARDS:
        interval = delta_interval(boards, *moments)
    elif ratio is not None:
        first, second = (_runs(store, pair.measure, *order) for order in (ids, ids[::-1]))
        interval = bootstrap_interval(first, second)
    return PairResult(
        pair,
        played,
        imputed,
        (cut, cut_other),
        share,
        wilson(share * played.boards, played.boards) if played.boards else None,
        ratio,
        interval,
    )


def _runs(store: Store, measure: str, search_id: int, other_id: int) -> list[list[float]]:
    """Return the mean of each seed over its repetitions, on each board that both played."""
    return [
        searches
        for (searches,) in store.query(_RUNS.format(measure), [search_id, other_id, other_id])
    ]
