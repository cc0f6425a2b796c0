"""Test which differences between searches are significant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from masume.errors import pluralise
from masume.lab.report.blocks import Block, Heading, Note, Table, Text, Value
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
from masume.lab.report.stats import holm, least_p
from masume.lab.report.words import p_value, percent, ratio, span, title_of, whole_percent
from masume.lab.store import Store, open_store
from masume.lab.study import ALL, PlannedClaim

ALPHA = 0.05
_MOST, _LEAST = 40, 6  # claims about one puzzle
_MANY = 1000  # boards that can bear any number of claims
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
    left_out: dict[str, int]  # number of further pairs, by puzzle

    def about(self, kind: str) -> list[Claim]:
        """Return the exploratory claims about one puzzle."""
        return [claim for claim in self.claims if claim.kind == kind]


def claims(
    store: Store, by_kind: dict[str, list[SearchStats]], declared: Sequence[PlannedClaim] = ()
) -> Claims:
    """Test the planned claims, and the most informative pairs of searches of each puzzle."""
    results: list[tuple[str, PairResult]] = []
    alike: dict[str, list[tuple[SearchPair, Tally]]] = {}
    left_out = {}
    most = most_claims([_boards(searches) for searches in by_kind.values()])
    for kind, searches in by_kind.items():
        mine: list[PairResult] = []
        pairs = iter(all_pairs(searches))
        while len(mine) < most and (pair := next(pairs, None)):
            score, _, _ = scores(store, pair)
            if score.wins + score.losses >= _least_differing(_boards(searches)):
                mine.append(
                    compare_pair(store, pair.swapped if score.losses > score.wins else pair)
                )
            else:  # it cannot be significant, so the correction need not count it
                alike.setdefault(kind, []).append((pair, score))
        left_out[kind] = len(list(pairs))
        mine.sort(key=lambda result: (BEST, HEURISTICS, ALGORITHMS).index(result.pair.why))
        results += [(kind, result) for result in mine]
    planned, unmatched = _planned(store, by_kind, declared)
    return Claims(planned, unmatched, _corrected(results), alike, left_out)


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
    for claim in (*tested.planned, *tested.claims):
        result = claim.result
        interval = f" ({span(result.ratio_interval, ratio)})" if result.ratio_interval else ""
        effect = "" if result.ratio is None else f", PAR2 ratio {ratio(result.ratio)}{interval}"
        yield (
            f"{claim.sentence}: better on {result.played.wins:,} of {result.played.boards:,}, "
            f"worse on {result.played.losses:,}, p = {p_value(claim.corrected)}{effect}: "
            f"{claim.verdict}"
        )
    for searches in tested.alike.values():
        yield _alike(searches)


def most_claims(boards: Sequence[int]) -> int:
    """Return the number of claims to test for each puzzle, given the puzzles' numbers of boards.

    With too many claims none could be significant after the correction. The number is chosen so
    that winning on all boards but one is still significant; puzzles with too few boards for any
    claim are ignored.

    >>> most_claims([30]), most_claims([10]), most_claims([5]), most_claims([12, 20, 3, 20])
    (40, 12, 40, 12)
    """
    fewest = min((many for many in boards if least_p(many) < ALPHA), default=_MANY)
    most = _MOST
    while most > _LEAST and most * len(boards) * least_p(fewest - 1) > ALPHA:
        most -= 1
    return most


def _least_differing(boards: int) -> int:
    """Return the number of boards that must not be ties for a test to be useful (Tarone 1990).

    It does not depend on who wins, so it is unbiased. With too few boards for any test it is 1.

    >>> _least_differing(30), _least_differing(5)
    (6, 1)
    """
    least = next(count for count in range(1, 100) if least_p(count) < ALPHA)
    return least if boards >= least else 1


def _boards(searches: Sequence[SearchStats]) -> int:
    return max((search.boards for search in searches), default=0)


def claims_chapter(tested: Claims, by_kind: dict[str, list[SearchStats]]) -> Iterator[Block]:
    """Yield the chapter about the claims."""
    if tested.planned or tested.unmatched:
        yield from _planned_chapter(tested)
    if not tested.claims and not tested.alike:
        return
    yield Heading("Exploratory comparisons")
    many = len(tested.claims)
    good = sum(claim.significant for claim in tested.claims)
    yield Text(
        "These comparisons were chosen after the runs, by the results: take them as hypotheses "
        "for a study that declares them ([[claims]]) on fresh boards. "
        f"{pluralise(many, 'comparison')} of two searches on the boards that both played; {good:,} "
        "are significant. "
        f"{_METHOD} p is then corrected for all {many:,} (Holm). Too few boards to tell: the "
        "result could not be significant even if one search had won all boards that differ."
    )
    yield Text(_COLUMNS, small=True)
    for kind, searches in by_kind.items():
        mine = tested.about(kind)
        if mine or kind in tested.alike:
            yield Heading(title_of(kind), 3)
        if mine:
            if any(claim.result.units == "boards" for claim in mine):
                yield from _power(_boards(searches), many)
            yield Text(_selection_text(tested.left_out[kind]), small=True)
            yield _table(mine)
        if same := tested.alike.get(kind):
            yield Text(_alike(same), small=True)


_METHOD = (
    "All runs of one search are compared with all runs of the other on the "
    "same board: a settled run beats an unsettled one; of two settled runs the one with fewer "
    "expansions wins (within one space) or the one with less time (across spaces, and against the "
    "exact engine). A search wins a board if it wins more than half of these comparisons; "
    "ties are left out. p is that of an exact two-sided sign test over boards. If seeds vary, p is "
    "that of a permutation test: the runs are exchanged at random on each board, so it holds for "
    "these boards, and seeds are the units."
)
_COLUMNS = (
    "Better: the probability that the first is better than the second on a board, ties counting "
    "half, with a 95 % interval (Wilson, over boards). PAR2 ratio: first to second, an unsettled "
    "run counting as twice the limit, with a 95 % interval (bootstrap over boards) if there are at "
    "least six boards. Both are over all runs on boards that both played. Cut off: runs of the "
    "first and of the second that a limit ended. Not played: boards that one of them skipped, "
    "having settled no smaller one; they are in no test."
)


def _planned_chapter(tested: Claims) -> Iterator[Block]:
    """Yield the claims that the study declares."""
    yield Heading("Planned comparisons")
    many = len(tested.planned)
    yield Text(
        f"The study declared these claims before the runs. {_METHOD} p is then corrected for "
        f"{'all ' * (many > 1)}{pluralise(many, 'planned comparison')} (Holm), and for no others."
    )
    for text in tested.unmatched:
        yield Note(f"No two searches that were run fit the claim “{text}”; it was not tested.")
    if tested.planned:
        yield Text(_COLUMNS, small=True)
        yield _table(tested.planned)


def _power(boards: int, many: int) -> Iterator[Block]:
    """Yield a note if there are too few boards for a significant result."""
    least = least_p(boards)
    if least >= ALPHA:
        yield Note(
            f"With {pluralise(boards, 'board')} the least possible p is {p_value(least)}: nothing "
            "here can be significant, however clear it looks. Use more boards."
        )
    elif least * many >= ALPHA:
        yield Note(
            f"With {pluralise(boards, 'board')} the least possible p is {p_value(least)}, and "
            f"corrected for {pluralise(many, 'comparison')} {p_value(min(1.0, least * many))}: "
            "hardly anything here can be significant. Use more boards or fewer searches."
        )


def _alike(same: Sequence[tuple[SearchPair, Tally]]) -> str:
    names = [f"{pair.first.name} and {pair.second.name}" for pair, _ in same]
    most = max(score.wins + score.losses for _, score in same)
    more = f"; and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    where = f"they differ on {most:,} boards at most" if most else "they do not differ at all"
    return f"Not tested, since {where}: {'; '.join(names[:_NAMED])}{more}."


def _selection_text(left_out: int) -> str:
    """Return a sentence about which pairs were tested."""
    sentence = (
        "The best search is compared with the others; among searches that differ only in heuristic "
        "or only in algorithm, the best is compared with the rest"
    )
    if left_out:
        sentence += (
            f"; {pluralise(left_out, 'more such pair')} not tested, as each test makes the "
            "correction of the others stricter"
        )
    return f"{sentence}."


def _table(claims: Sequence[Claim]) -> Table:
    """Return the table of claims about one puzzle."""
    skipped = any(claim.result.not_played for claim in claims)
    numbers = ["better on", "worse", "equal", "cut off", "better", "PAR2 ratio", "p", "p (Holm)"]
    if skipped:
        numbers[3:3] = ["not played"]
    rows: list[list[str | Value]] = [
        [claim.sentence, *_numbers(claim, skipped=skipped), claim.verdict] for claim in claims
    ]
    return Table(("claim", *numbers, "verdict"), rows, frozenset(numbers), sortable=True)


def _numbers(claim: Claim, *, skipped: bool) -> Iterator[Value]:
    """Yield the numeric cells of a claim."""
    result = claim.result
    yield Value(f"{result.played.wins:,} of {result.played.boards:,}", result.played.wins)
    yield Value(f"{result.played.losses:,}", result.played.losses)
    yield Value(f"{result.played.ties:,}", result.played.ties)
    if skipped:
        yield Value(f"{result.not_played:,}", result.not_played)
    yield Value(f"{result.cut[0]:,}, {result.cut[1]:,}", result.cut[0] - result.cut[1])
    yield Value(percent(result.better), result.better, span(result.better_interval, whole_percent))
    yield _effect(result)
    units = "over seeds" if result.units == "seeds" else ""
    yield Value(p_value(result.p), result.p, units)
    yield Value(p_value(claim.corrected), claim.corrected)


def _effect(result: PairResult) -> Value:
    if result.ratio is None:
        return Value("–", float("inf"))
    return Value(f"{ratio(result.ratio)}×", result.ratio, span(result.ratio_interval, ratio))
