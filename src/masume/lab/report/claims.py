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
    PairResult,
    SearchPair,
    Tally,
    all_pairs,
    compare_pair,
    scores,
)
from masume.lab.report.stats import holm, least_p, sign_test
from masume.lab.report.words import p_value, percent, ratio, span, title_of, whole_percent
from masume.lab.store import Store, open_store

ALPHA = 0.05
_MOST, _LEAST = 40, 6  # claims about one puzzle
_MANY = 1000  # boards that can bear any number of claims
_NAMED = 8  # pairs in one sentence


@dataclass(frozen=True)
class Claim:
    """A claim that one search is better than another, with the evidence."""

    kind: str
    result: PairResult  # seen from the better side
    p: float  # on boards that both searches were run on
    corrected: float
    p_imputed: float  # on all boards, with skipped runs as not settled
    corrected_imputed: float
    claims: int  # number of claims corrected for

    @property
    def significant(self) -> bool:
        """Whether the corrected p is below 5 %."""
        return self.corrected < ALPHA

    @property
    def verdict(self) -> str:
        """The significance in words."""
        if self.significant:
            return "significant"
        score = self.result.played
        if self.corrected_imputed < ALPHA and self.result.imputed.wins > self.result.imputed.losses:
            return "only if skipped runs count as lost"
        if least_p(score.wins + score.losses) * self.claims >= ALPHA:
            return "not significant: too few boards to tell"
        return "not significant"

    @property
    def sentence(self) -> str:
        """The claim as a sentence."""
        first, second = self.result.pair.first.name, self.result.pair.second.name
        if not self.significant:
            return f"{first} against {second}"
        if self.result.pair.measure == "seconds":
            return f"{first} is faster than {second}"
        return f"{first} expands less than {second}"


@dataclass(frozen=True)
class Claims:
    """All claims of a report, corrected for their number."""

    claims: tuple[Claim, ...]
    alike: dict[str, list[tuple[SearchPair, Tally]]]  # pairs that differ on too few boards
    left_out: dict[str, int]  # number of further pairs, by puzzle

    def about(self, kind: str) -> list[Claim]:
        """Return the claims about one puzzle."""
        return [claim for claim in self.claims if claim.kind == kind]


def claims(store: Store, by_kind: dict[str, list[SearchStats]]) -> Claims:
    """Test the most informative pairs of searches of each puzzle."""
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
    ps = [sign_test(result.played.wins, result.played.losses) for _, result in results]
    imputed = [sign_test(result.imputed.wins, result.imputed.losses) for _, result in results]
    tests = zip(ps, holm(ps), imputed, holm(imputed), strict=True)
    return Claims(
        tuple(Claim(*result, *test, len(ps)) for result, test in zip(results, tests, strict=True)),
        alike,
        left_out,
    )


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
    if not tested.claims and not tested.alike:
        return
    yield Heading("Significant differences")
    many = len(tested.claims)
    good = sum(claim.significant for claim in tested.claims)
    yield Text(
        f"{pluralise(many, 'comparison')} of two searches on the boards that both played; {good:,} "
        "are significant. All runs of one search are compared with all runs of the other on the "
        "same board: a settled run beats an unsettled one; of two settled runs the one with fewer "
        "expansions wins (within one space) or the one with less time (across spaces, and against "
        "the exact engine). A search wins a board if it wins more than half of these comparisons; "
        "ties are left out. p is that of an exact two-sided sign test over boards, then corrected "
        f"for all {many:,} (Holm). Too few boards to tell: the result could not be significant "
        "even if one search had won all boards that differ."
    )
    yield Text(
        "Better: the probability that the first is better than the second on a board, ties "
        "counting half, with a 95 % interval (Wilson, over boards). PAR2 ratio: first to second, "
        "an unsettled run counting as twice the limit, with a 95 % interval (bootstrap over "
        "boards and seeds; delta method for more than a hundred boards) if there are at least six "
        "boards. Both are over all runs on boards that both played. Cut off: runs of the first "
        "and of the second that a limit ended.",
        small=True,
    )
    if any(claim.result.imputed.boards > claim.result.played.boards for claim in tested.claims):
        yield Text(
            "Not played: boards that one of them skipped, having settled no smaller one. They are "
            "in no test; the last p is the value if they counted as not settled.",
            small=True,
        )
    for kind, searches in by_kind.items():
        mine = tested.about(kind)
        if mine or kind in tested.alike:
            yield Heading(title_of(kind), 3)
        if mine:
            yield from _power(_boards(searches), many)
            yield Text(_selection_text(tested.left_out[kind]), small=True)
            yield _table(mine)
        if same := tested.alike.get(kind):
            yield Text(_alike(same), small=True)


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
    skipped = any(_skipped_boards(claim.result) for claim in claims)
    numbers = ["better on", "worse", "equal", "cut off", "better", "PAR2 ratio", "p", "p (Holm)"]
    if skipped:
        numbers[3:3] = ["not played"]
        numbers.append("with skipped as lost: p (Holm)")
    rows: list[list[str | Value]] = [
        [claim.sentence, *_numbers(claim, skipped=skipped), claim.verdict] for claim in claims
    ]
    return Table(("claim", *numbers, "verdict"), rows, frozenset(numbers), sortable=True)


def _skipped_boards(result: PairResult) -> int:
    return result.imputed.boards - result.played.boards


def _numbers(claim: Claim, *, skipped: bool) -> Iterator[Value]:
    """Yield the numeric cells of a claim."""
    result = claim.result
    yield Value(f"{result.played.wins:,} of {result.played.boards:,}", result.played.wins)
    yield Value(f"{result.played.losses:,}", result.played.losses)
    yield Value(f"{result.played.ties:,}", result.played.ties)
    if skipped:
        yield Value(f"{_skipped_boards(result):,}", _skipped_boards(result))
    yield Value(f"{result.cut[0]:,}, {result.cut[1]:,}", result.cut[0] - result.cut[1])
    yield Value(percent(result.better), result.better, span(result.better_interval, whole_percent))
    yield _effect(result)
    yield Value(p_value(claim.p), claim.p)
    yield Value(p_value(claim.corrected), claim.corrected)
    if skipped:
        score = f"{result.imputed.wins:,} : {result.imputed.losses:,}"
        yield Value(p_value(claim.corrected_imputed), claim.corrected_imputed, score)


def _effect(result: PairResult) -> Value:
    if result.ratio is None:
        return Value("–", float("inf"))
    return Value(f"{ratio(result.ratio)}×", result.ratio, span(result.ratio_interval, ratio))
