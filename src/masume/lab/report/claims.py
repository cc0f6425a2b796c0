"""Test which differences between searches are significant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from masume.core.statistics import holm, least_p
from masume.core.text.numbers import p_value, ratio, span
from masume.lab.report.cases import SearchStats, prepare, search_stats
from masume.lab.report.pairs import (
    ALGORITHMS,
    BEST,
    HEURISTICS,
    PLANNED,
    PairResult,
    SearchPair,
    Tally,
    all_pairs,
    compare_pair,
    scores,
)
from masume.lab.store import Store, open_store
from masume.lab.study import ALL, PlannedClaim

ALPHA = 0.05
_LEAST_DIFFERING = 6  # boards of a sign test that can be significant
_NAMED = 8  # pairs in one sentence


@dataclass(frozen=True)
class Claim:
    """A claim that one search is better than another, with the evidence."""

    kind: str
    result: PairResult  # seen from the better side; if planned, from the side declared better
    corrected: float
    claims: int  # number of claims corrected for

    @property
    def significant(self) -> bool:
        """Whether the corrected p is below 5 %."""
        return self.corrected < ALPHA

    @property
    def verdict(self) -> str:
        """The significance in words."""
        score = self.result.played
        if self.significant:
            return "significant" if self.result.better > 0.5 else "significant the other way round"
        possible = least_p(score.wins + score.losses) * self.claims
        if possible >= ALPHA and self.result.units == "boards":
            return "not significant: too few boards to tell"
        return "not significant"

    @property
    def sentence(self) -> str:
        """The claim as a sentence."""
        first, second = self.result.pair.first.name, self.result.pair.second.name
        if not self.significant and self.result.pair.why != PLANNED:
            return f"{first} against {second}"
        if self.result.pair.measure == "seconds":
            return f"{first} is faster than {second}"
        return f"{first} expands less than {second}"


@dataclass(frozen=True)
class Claims:
    """All claims of a report; the planned ones and the others are corrected for their number."""

    planned: tuple[Claim, ...]
    unmatched: tuple[str, ...]  # planned claims about searches that were not run
    claims: tuple[Claim, ...]  # exploratory ones
    alike: dict[str, list[tuple[SearchPair, Tally]]]  # pairs that differ on too few boards

    def about(self, kind: str) -> list[Claim]:
        """Return the exploratory claims about one puzzle."""
        return [claim for claim in self.claims if claim.kind == kind]


def claims(
    store: Store, by_kind: dict[str, list[SearchStats]], declared: Sequence[PlannedClaim] = ()
) -> Claims:
    """Test the planned claims, and the informative pairs of searches of each puzzle."""
    results: list[tuple[str, PairResult]] = []
    alike: dict[str, list[tuple[SearchPair, Tally]]] = {}
    for kind, searches in by_kind.items():
        boards = max((search.boards for search in searches), default=0)
        # Pairs that cannot be significant are not tested, and the correction need not count them
        # (Tarone 1990). Which these are does not depend on who wins.
        least = _LEAST_DIFFERING if boards >= _LEAST_DIFFERING else 1
        mine: list[PairResult] = []
        for pair in all_pairs(searches):
            score, _, _ = scores(store, pair)
            if score.wins + score.losses >= least:
                better = pair.swapped if score.losses > score.wins else pair
                mine.append(compare_pair(store, better))
            else:
                alike.setdefault(kind, []).append((pair, score))
        mine.sort(key=lambda result: (BEST, HEURISTICS, ALGORITHMS).index(result.pair.why))
        results += [(kind, result) for result in mine]
    planned, unmatched = _planned(store, by_kind, declared)
    return Claims(planned, unmatched, _corrected(results), alike)


def _corrected(results: Sequence[tuple[str, PairResult]]) -> tuple[Claim, ...]:
    """Return claims whose p is corrected for all of them."""
    corrected = holm([result.p for _, result in results])
    pairs = zip(results, corrected, strict=True)
    return tuple(Claim(kind, result, p, len(results)) for (kind, result), p in pairs)


def _planned(
    store: Store, by_kind: dict[str, list[SearchStats]], declared: Sequence[PlannedClaim]
) -> tuple[tuple[Claim, ...], tuple[str, ...]]:
    """Test the claims that the study declares; return also those that fit no searches."""
    results: list[tuple[str, PairResult]] = []
    unmatched: list[str] = []
    for claim in declared:
        before = len(results)
        for kind, searches in by_kind.items():
            if claim.puzzles == ALL or kind in claim.puzzles:
                results += [(kind, compare_pair(store, pair)) for pair in _fitting(claim, searches)]
        unmatched += [claim.claim] * (len(results) == before)
    return _corrected(results), tuple(unmatched)


def _fitting(claim: PlannedClaim, searches: Sequence[SearchStats]) -> Iterator[SearchPair]:
    """Yield the pairs of searches that a claim is about: of one space if any are."""
    betters, others = (
        [search for search in searches if _is_named(search, name)]
        for name in (claim.better, claim.other)
    )
    every = [(a, b) for a in betters for b in others if a is not b]
    same = [(a, b) for a, b in every if a.space == b.space]
    for first, second in same or (every if claim.measure == "seconds" else []):
        yield SearchPair(PLANNED, first, second, claim.measure)


def _is_named(search: SearchStats, name: str) -> bool:
    """Return whether a name, in full or without space or heuristic, is that of a search."""
    full, informed = search.algorithm, f"{search.algorithm} + {search.heuristic}"
    return name in (search.name, full, informed, f"{full}, {search.space}")


def verdict_of(results: Path) -> Iterator[str]:
    """Yield the claims of a results file as lines of text."""
    with open_store(results) as store:
        prepare(store)
        tested = claims(store, search_stats(store))
    for claim in tested.claims:
        result = claim.result
        interval = f" ({span(result.ratio_interval, ratio)})" if result.ratio_interval else ""
        effect = "" if result.ratio is None else f", PAR2 ratio {ratio(result.ratio)}{interval}"
        yield (
            f"{claim.sentence}: better on {result.played.wins:,} of {result.played.boards:,}, "
            f"worse on {result.played.losses:,}, p = {p_value(claim.corrected)}{effect}: "
            f"{claim.verdict}"
        )
    for same in tested.alike.values():
        yield alike_text(same)


def alike_text(same: Sequence[tuple[SearchPair, Tally]]) -> str:
    """Return a sentence about pairs that were not tested, as they differ on too few boards."""
    names = [f"{pair.first.name} and {pair.second.name}" for pair, _ in same]
    most = max(score.wins + score.losses for _, score in same)
    more = f"; and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    where = f"they differ on {most:,} boards at most" if most else "they do not differ at all"
    return f"Not tested, since {where}: {'; '.join(names[:_NAMED])}{more}."
