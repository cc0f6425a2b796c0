"""Which differences between searches are more than chance."""

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
    Duel,
    Score,
    SearchPair,
    all_pairs,
    duel,
    scores,
)
from masume.lab.report.stats import holm, least_p, sign_test
from masume.lab.report.words import p_value, percent, ratio, span, title_of, whole_percent
from masume.lab.store import Store
from masume.lab.store_files import open_store

ALPHA = 0.05
_MOST, _LEAST = 40, 6  # claims about one puzzle
_MANY = 1000  # boards that can bear any number of claims
_NAMED = 8  # pairs in one sentence


@dataclass(frozen=True)
class Claim:
    """That one search does better than another, with the evidence."""

    kind: str
    duel: Duel  # seen from the side that did better
    p: float  # on boards that both played
    corrected: float
    p_imputed: float  # on all boards, with what was skipped as not settled
    corrected_imputed: float
    claims: int  # that the correction is for

    @property
    def significant(self) -> bool:
        """Whether it is more than chance, by the usual measure."""
        return self.corrected < ALPHA

    @property
    def verdict(self) -> str:
        """In words."""
        if self.significant:
            return "significant"
        score = self.duel.played
        if self.corrected_imputed < ALPHA and self.duel.imputed.wins > self.duel.imputed.losses:
            return "only if what was skipped counts as lost"
        if least_p(score.wins + score.losses) * self.claims >= ALPHA:
            return "not significant: too few boards to tell"
        return "not significant"

    @property
    def sentence(self) -> str:
        """What is claimed."""
        one, other = self.duel.pair.one.name, self.duel.pair.other.name
        if not self.significant:
            return f"{one} against {other}"
        if self.duel.pair.measure == "seconds":
            return f"{one} is faster than {other}"
        return f"{one} expands less than {other}"


@dataclass(frozen=True)
class Claims:
    """All claims of a report, corrected together."""

    claims: tuple[Claim, ...]
    alike: dict[str, list[tuple[SearchPair, Score]]]  # pairs that too few boards tell apart
    left_out: dict[str, int]  # pairs that could have been compared as well

    def about(self, kind: str) -> list[Claim]:
        """Those about one puzzle."""
        return [claim for claim in self.claims if claim.kind == kind]


def claims(store: Store, searches: dict[str, list[SearchStats]]) -> Claims:
    """The comparisons worth making, tested."""
    duels: list[tuple[str, Duel]] = []
    alike: dict[str, list[tuple[SearchPair, Score]]] = {}
    left_out = {}
    most = most_claims([_boards(several) for several in searches.values()])
    for kind, several in searches.items():
        mine: list[Duel] = []
        pairs = iter(all_pairs(several))
        while len(mine) < most and (pair := next(pairs, None)):
            score, _, _ = scores(store, pair)
            if score.wins + score.losses >= _differing(_boards(several)):
                mine.append(duel(store, pair.turned if score.losses > score.wins else pair))
            else:  # nothing could come of it, so the others need not be corrected for it
                alike.setdefault(kind, []).append((pair, score))
        left_out[kind] = len(list(pairs))
        mine.sort(key=lambda one: (BEST, HEURISTICS, ALGORITHMS).index(one.pair.why))
        duels += [(kind, one) for one in mine]
    ps = [sign_test(one.played.wins, one.played.losses) for _, one in duels]
    others = [sign_test(one.imputed.wins, one.imputed.losses) for _, one in duels]
    tests = zip(ps, holm(ps), others, holm(others), strict=True)
    return Claims(
        tuple(Claim(*one, *test, len(ps)) for one, test in zip(duels, tests, strict=True)),
        alike,
        left_out,
    )


def verdict_of(results: Path) -> Iterator[str]:
    """The claims of a file of results in lines, for a terminal."""
    with open_store(results) as store:
        prepare(store)
        tested = claims(store, search_stats(store))
    for claim in tested.claims:
        duel = claim.duel
        interval = f" ({span(duel.ratio_interval, ratio)})" if duel.ratio_interval else ""
        effect = "" if duel.ratio is None else f", PAR2 ratio {ratio(duel.ratio)}{interval}"
        yield (
            f"{claim.sentence}: better on {duel.played.wins:,} of {duel.played.boards:,}, worse on "
            f"{duel.played.losses:,}, p = {p_value(claim.corrected)}{effect}: {claim.verdict}"
        )
    for several in tested.alike.values():
        yield _alike(several)


def most_claims(boards: Sequence[int]) -> int:
    """How many claims each of several puzzles with so many boards can bear.

    With too many, none could be significant: so many that it can be with one board less than all.
    Puzzles with too few boards for any claim at all do not count.

    >>> most_claims([30]), most_claims([10]), most_claims([5]), most_claims([12, 20, 3, 20])
    (40, 12, 40, 12)
    """
    fewest = min((many for many in boards if least_p(many) < ALPHA), default=_MANY)
    most = _MOST
    while most > _LEAST and most * len(boards) * least_p(fewest - 1) > ALPHA:
        most -= 1
    return most


def _differing(boards: int) -> int:
    """How many boards must tell two searches apart for a test to make sense.

    That depends on which boards are ties, never on who wins them, so it favours nobody (Tarone
    1990). Where there are too few boards anyway, all pairs are shown.

    >>> _differing(30), _differing(5)
    (6, 1)
    """
    least = next(count for count in range(1, 100) if least_p(count) < ALPHA)
    return least if boards >= least else 1


def _boards(several: Sequence[SearchStats]) -> int:
    return max((search.boards for search in several), default=0)


def claims_chapter(tested: Claims, searches: dict[str, list[SearchStats]]) -> Iterator[Block]:
    """The chapter about them."""
    if not tested.claims and not tested.alike:
        return
    yield Heading("Which differences are more than chance")
    many = len(tested.claims)
    good = sum(claim.significant for claim in tested.claims)
    yield Text(
        f"{pluralise(many, 'comparison')} of two searches on the boards that both played; {good:,} "
        "are significant. Every run of the one is set against every run of the other on the same "
        "board: the better one settles it while the other does not, or else needs fewer expansions "
        "within one space, less time across spaces and where the exact engine takes part. A board "
        "is won by who is better in more than half of these; boards that are equal are left out. p "
        "is that of an exact two-sided sign test over boards, and beside it corrected for all "
        f"{many:,} (Holm). Too few boards to tell: even if all that differ had gone one way, it "
        "could not be significant."
    )
    yield Text(
        "Better: the chance that the first does better than the second on a board, equal ones as "
        "half, with a 95 % interval (Wilson, over boards). PAR2 ratio: of the first to the second, "
        "with twice the limit for each run that was not settled, and a 95 % interval from drawing "
        "boards and seeds again (bootstrap; beyond a hundred boards by the delta method) where "
        "there are at least six. Both are over all runs on boards that both played. Cut off: runs "
        "of the first and of the second that a limit ended there.",
        small=True,
    )
    if any(claim.duel.imputed.boards > claim.duel.played.boards for claim in tested.claims):
        yield Text(
            "Not played: boards that one of them skipped, having settled nothing smaller. They are "
            "in no test; the last p is what it would be if they counted as not settled.",
            small=True,
        )
    for kind, several in searches.items():
        mine = tested.about(kind)
        if mine or kind in tested.alike:
            yield Heading(title_of(kind), 3)
        if mine:
            yield from _power(_boards(several), many)
            yield Text(_chosen(tested.left_out[kind]), small=True)
            yield _table(mine)
        if same := tested.alike.get(kind):
            yield Text(_alike(same), small=True)


def _power(boards: int, many: int) -> Iterator[Block]:
    """What so few boards cannot show, whatever happened on them."""
    least = least_p(boards)
    if least >= ALPHA:
        yield Note(
            f"With {pluralise(boards, 'board')} the least possible p is {p_value(least)}: nothing "
            "said here can be significant, however clear it looks. Take more boards."
        )
    elif least * many >= ALPHA:
        yield Note(
            f"With {pluralise(boards, 'board')} the least possible p is {p_value(least)}, and "
            f"corrected for {pluralise(many, 'comparison')} {p_value(min(1.0, least * many))}: "
            "hardly anything said here can be significant. Take more boards, or fewer searches."
        )


def _alike(same: Sequence[tuple[SearchPair, Score]]) -> str:
    names = [f"{pair.one.name} and {pair.other.name}" for pair, _ in same]
    most = max(score.wins + score.losses for _, score in same)
    more = f"; and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    where = f"they differ on {most:,} boards at most" if most else "they do not differ at all"
    return f"Not tested, since {where}: {'; '.join(names[:_NAMED])}{more}."


def _chosen(left_out: int) -> str:
    sentence = (
        "Compared are the best search with the others, and where only the heuristic or only the "
        "algorithm differs, the best of these with the rest"
    )
    if left_out:
        sentence += (
            f"; {pluralise(left_out, 'such pair')} more are left out, since with every comparison "
            "the others need more evidence"
        )
    return f"{sentence}."


def _table(mine: Sequence[Claim]) -> Table:
    skipped = any(_unplayed(claim.duel) for claim in mine)
    numbers = ["better on", "worse", "equal", "cut off", "better", "PAR2 ratio", "p", "p (Holm)"]
    if skipped:
        numbers[3:3] = ["not played"]
        numbers.append("with skipped as lost: p (Holm)")
    rows: list[list[str | Value]] = [
        [claim.sentence, *_numbers(claim, skipped=skipped), claim.verdict] for claim in mine
    ]
    return Table(("claim", *numbers, "verdict"), rows, frozenset(numbers), sortable=True)


def _unplayed(duel: Duel) -> int:
    return duel.imputed.boards - duel.played.boards


def _numbers(claim: Claim, *, skipped: bool) -> Iterator[Value]:
    duel = claim.duel
    yield Value(f"{duel.played.wins:,} of {duel.played.boards:,}", duel.played.wins)
    yield Value(f"{duel.played.losses:,}", duel.played.losses)
    yield Value(f"{duel.played.ties:,}", duel.played.ties)
    if skipped:
        yield Value(f"{_unplayed(duel):,}", _unplayed(duel))
    yield Value(f"{duel.cut[0]:,}, {duel.cut[1]:,}", duel.cut[0] - duel.cut[1])
    yield Value(percent(duel.better), duel.better, span(duel.better_interval, whole_percent))
    yield _effect(duel)
    yield Value(p_value(claim.p), claim.p)
    yield Value(p_value(claim.corrected), claim.corrected)
    if skipped:
        score = f"{duel.imputed.wins:,} : {duel.imputed.losses:,}"
        yield Value(p_value(claim.corrected_imputed), claim.corrected_imputed, score)


def _effect(duel: Duel) -> Value:
    if duel.ratio is None:
        return Value("–", float("inf"))
    return Value(f"{ratio(duel.ratio)}×", duel.ratio, span(duel.ratio_interval, ratio))
