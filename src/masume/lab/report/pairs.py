"""Choose pairs of searches to compare, and compare them on the same boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from masume.core.statistics import Interval, ratio_interval, seed_test, sign_test, wilson
from masume.lab.report.cases import SearchStats, ask
from masume.lab.store import Store

BEST, HEURISTICS, ALGORITHMS = "the best", "heuristics", "algorithms"
PLANNED = "planned"


@dataclass(frozen=True)
class SearchPair:
    """Two searches, and the reason for comparing them."""

    why: str
    first: SearchStats
    second: SearchStats
    planned_measure: str = ""

    @property
    def measure(self) -> str:
        """What they are compared by: expansions within one space, time across spaces.

        The exact engine and other programs have nothing but their time.
        """
        if self.planned_measure:
            return self.planned_measure
        is_same = self.first.space == self.second.space and not self.is_opaque
        return "expanded" if is_same else "seconds"

    @property
    def is_opaque(self) -> bool:
        """Whether one of the two is the exact engine or another program."""
        return self.first.is_opaque or self.second.is_opaque

    @property
    def ids(self) -> tuple[int, int]:
        """The numbers of the two searches."""
        return self.first.id, self.second.id

    @property
    def swapped(self) -> SearchPair:
        """The pair in reverse order."""
        return SearchPair(self.why, self.second, self.first, self.planned_measure)


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


@dataclass(frozen=True)
class PairResult:
    """The comparison of a pair: score, probability of being better, and PAR2 ratio."""

    pair: SearchPair
    played: Tally  # on boards that both searches played
    not_played: int  # boards that one of them skipped
    p: float  # that they differ, without correction
    units: str  # of the test: boards, or seeds
    cut: tuple[int, int]  # runs of each that were cut off, on boards that both played
    better: float  # share of run pairs that the first wins on boards both played; ties count half
    better_interval: Interval | None
    ratio: float | None  # PAR2 of the first to the second, on boards that both played
    ratio_interval: Interval | None


def all_pairs(searches: Sequence[SearchStats]) -> list[SearchPair]:
    """Return all pairs worth comparing, most informative first, without duplicates."""
    classical = [search for search in searches if not search.is_opaque]
    if not classical:
        return []
    best = classical[0]
    firsts = list({search.base: search for search in reversed(classical)}.values())
    others = sorted(classical, key=lambda search: search not in firsts)
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
                pairs.setdefault(frozenset(pair.ids), pair)
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


def scores(store: Store, pair: SearchPair) -> tuple[Tally, int, float]:
    """Return the score on boards that both played, the number of others, and `better`."""
    ((*counts, not_played, better),) = ask(store, "scores", *pair.ids, measure=pair.measure)
    return Tally(*counts), not_played, 0.5 if better is None else float(better)


def compare_pair(store: Store, pair: SearchPair) -> PairResult:
    """Compare a pair."""
    played, not_played, share = scores(store, pair)
    cases = ask(store, "pair", *pair.ids, measure=pair.measure)
    known = [(a, b) for a, b, *_ in cases if a is not None and b is not None]
    above, below = (sum(values) for values in zip(*known, strict=True)) if known else (0.0, 0.0)
    is_known = len(known) == len(cases) and below > 0
    p, units = _test(store, pair, played)
    return PairResult(
        pair,
        played,
        not_played,
        p,
        units,
        (sum(a for *_, a, _ in cases), sum(b for *_, b in cases)),
        share,
        wilson(share * played.boards, played.boards) if played.boards else None,
        above / below if is_known else None,
        ratio_interval(*map(list, zip(*known, strict=True))) if is_known else None,
    )


def _test(store: Store, pair: SearchPair, played: Tally) -> tuple[float, str]:
    """Return the p of a pair and the units of its test: seeds if they vary, else boards."""
    first, second = (_by_seed(store, search_id, pair.measure) for search_id in pair.ids)
    boards = [(first[place], second[place]) for place in sorted(first.keys() & second.keys())]
    if any(len(values) > 1 for both in boards for values in both):
        return seed_test(boards), "seeds"
    return sign_test(played.wins, played.losses), "boards"


def _by_seed(store: Store, search_id: int, measure: str) -> dict[int, list[float]]:
    """Return the value of each seed, by board."""
    return dict(ask(store, "values_by_seed", search_id, measure=measure))
