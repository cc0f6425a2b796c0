"""Which searches are set against each other, and how they did on the same boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from masume.lab.report.cases import SearchStats
from masume.lab.report.resample import MOST_BOARDS, by_variance, ratio_interval
from masume.lab.report.stats import wilson
from masume.lab.store import Store

BEST, HEURISTICS, ALGORITHMS = "the best", "heuristics", "algorithms"


@dataclass(frozen=True)
class SearchPair:
    """Two searches, and why they are set against each other."""

    why: str
    one: SearchStats
    other: SearchStats

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
    def turned(self) -> SearchPair:
        """The same, seen from the other side."""
        return SearchPair(self.why, self.other, self.one)


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

    pair: SearchPair
    played: Score  # on boards that both played
    imputed: Score  # on all boards, as if what was skipped had been cut off
    cut: tuple[int, int]  # runs of each that were cut off, on boards that both played
    better: float  # P(A < B): on a board that both played, the first beats the other; ties are half
    better_interval: Interval
    ratio: float | None  # of the first's PAR2 to the other's, on boards that both played
    ratio_interval: Interval


def all_pairs(several: Sequence[SearchStats]) -> list[SearchPair]:
    """All that may be worth a claim, the most telling first; no two searches twice."""
    searches = [search for search in several if not search.exact]
    if not searches:
        return []
    best = searches[0]
    firsts = list({search.base: search for search in reversed(searches)}.values())
    others = [search for search in searches if search in firsts]
    others += [search for search in searches if search not in firsts]
    exact = [search for search in several if search.exact]
    with_best = [
        SearchPair(BEST, best, search) for search in (*exact, *others) if search is not best
    ]
    heuristics = _within(searches, HEURISTICS, lambda search: (search.algorithm, search.space))
    algorithms = _within(searches, ALGORITHMS, lambda search: (search.heuristic, search.space))
    pairs: dict[frozenset[int], SearchPair] = {}
    for round_ in zip_longest(with_best, heuristics, algorithms):
        for pair in round_:
            if pair is not None and (pair.one.settled or pair.other.settled):
                pairs.setdefault(frozenset((pair.one.id, pair.other.id)), pair)
    return list(pairs.values())


def _within(
    searches: Iterable[SearchStats], why: str, group: Callable[[SearchStats], Hashable]
) -> list[SearchPair]:
    """In each group the best against every other one."""
    firsts: dict[Hashable, SearchStats] = {}
    pairs = []
    for search in searches:
        first = firsts.setdefault(group(search), search)
        if first is not search:
            pairs.append(SearchPair(why, first, search))
    return pairs


# Every run of the one against every run of the other on the same board: settled beats unsettled,
# and of two that are settled the smaller number wins. What was skipped is not settled.
_SCORES = """
    SELECT a.place, min(a.played) AND min(b.played) AS played,
           avg(CASE WHEN a.{0} < b.{0} THEN 1 WHEN a.{0} > b.{0} THEN 0 ELSE 0.5 END) AS score
    FROM games a JOIN games b ON a.place = b.place
    WHERE a.search_id = ? AND b.search_id = ? GROUP BY a.place
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


def scores(store: Store, pair: SearchPair) -> tuple[Score, Score, float]:
    """On boards that both played, on all, and how often the first is better where both played."""
    asked = _BOARDS.format(_SCORES.format(pair.measure))
    *counts, better = store.one(asked, [pair.one.id, pair.other.id])
    return Score(*counts[3:]), Score(*counts[:3]), 0.5 if better is None else float(better)


def duel(store: Store, pair: SearchPair) -> Duel:
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


def _runs(store: Store, measure: str, search_id: int, other_id: int) -> list[list[float]]:
    """Return the mean over repetitions of each seed, board by board, where both were played."""
    return [
        several for (several,) in store.ask(_RUNS.format(measure), [search_id, other_id, other_id])
    ]
