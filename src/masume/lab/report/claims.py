"""Which differences between methods are more than chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from masume.errors import counted
from masume.lab.report.blocks import Block, Heading, Note, Table, Text, Value
from masume.lab.report.cases import Way
from masume.lab.report.pairs import ALGORITHMS, BEST, HEURISTICS, Duel, all_pairs, duel
from masume.lab.report.stats import holm, least_p, sign_test
from masume.lab.report.words import p_value, ratio, title_of
from masume.lab.store import Store

ALPHA = 0.05
_MOST, _LEAST = 40, 6  # claims about one puzzle
_MANY = 1000  # boards that can bear any number of claims
_NAMED = 8  # pairs in one sentence


@dataclass(frozen=True)
class Claim:
    """That one method does better than another, with the evidence."""

    kind: str
    duel: Duel  # seen from the side that did better
    p: float
    corrected: float
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
        if least_p(self.duel.wins + self.duel.losses) * self.claims >= ALPHA:
            return "not significant: too few boards to tell"
        return "not significant"

    @property
    def sentence(self) -> str:
        """What is claimed."""
        one, other = self.duel.pair.one.method, self.duel.pair.other.method
        if self.duel.wins == self.duel.losses:
            return f"{one} against {other}"
        if self.duel.pair.measure == "seconds":
            return f"{one} is faster than {other}"
        return f"{one} does better than {other}"


@dataclass(frozen=True)
class Claims:
    """All claims of a report, corrected together."""

    found: tuple[Claim, ...]
    alike: dict[str, list[Duel]]  # of each puzzle: pairs that too few boards tell apart
    left_out: dict[str, int]  # pairs that could have been compared as well

    def about(self, kind: str) -> list[Claim]:
        """Those about one puzzle."""
        return [claim for claim in self.found if claim.kind == kind]


def claims(store: Store, ways: dict[str, list[Way]]) -> Claims:
    """The comparisons worth making, tested."""
    duels: list[tuple[str, Duel]] = []
    alike: dict[str, list[Duel]] = {}
    left_out = {}
    most = most_claims([_boards(several) for several in ways.values()])
    for kind, several in ways.items():
        mine: list[Duel] = []
        pairs = iter(all_pairs(several))
        while len(mine) < most and (pair := next(pairs, None)):
            found = duel(store, pair)
            if found.wins + found.losses >= _differing(_boards(several)):
                mine.append(found.turned if found.losses > found.wins else found)
            else:  # nothing could come of it, so the others need not be corrected for it
                alike.setdefault(kind, []).append(found)
        left_out[kind] = len(list(pairs))
        mine.sort(key=lambda found: (BEST, HEURISTICS, ALGORITHMS).index(found.pair.why))
        duels += [(kind, found) for found in mine]
    ps = [sign_test(found.wins, found.losses) for _, found in duels]
    told = zip(duels, ps, holm(ps), strict=True)
    return Claims(
        tuple(Claim(kind, found, p, corrected, len(ps)) for (kind, found), p, corrected in told),
        alike,
        left_out,
    )


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
    """How many boards must tell two methods apart for a test to make sense.

    That depends on which boards are ties, never on who wins them, so it favours nobody (Tarone
    1990). Where there are too few boards anyway, all pairs are shown.

    >>> _differing(30), _differing(5)
    (6, 1)
    """
    least = next(count for count in range(1, 100) if least_p(count) < ALPHA)
    return least if boards >= least else 1


def _boards(several: Sequence[Way]) -> int:
    return max((way.boards for way in several), default=0)


def told(found: Claims, ways: dict[str, list[Way]]) -> Iterator[Block]:
    """The chapter about them."""
    if not found.found and not found.alike:
        return
    yield Heading("Which differences are more than chance")
    many = len(found.found)
    good = sum(claim.significant for claim in found.found)
    yield Text(
        f"{counted(many, 'comparison')} of two methods on the same boards; {good:,} are "
        "significant. On each board the better one is who settles it while the other does not, or "
        "else needs fewer expansions (less time, where the exact engine takes part); boards on "
        "which both did equally well or neither settled are left out. p is that of an exact "
        f"two-sided sign test, and beside it corrected for all {many:,} (Holm). Too few boards to "
        "tell: even if all that differ had gone one way, it could not be significant."
    )
    yield Text(
        "Ratio: of the first to the second, the median over boards that both settled, with a 95 % "
        "interval where there are at least six.",
        small=True,
    )
    for kind, several in ways.items():
        mine = found.about(kind)
        if mine or kind in found.alike:
            yield Heading(title_of(kind), 3)
        if mine:
            yield from _power(_boards(several), many)
            yield Text(_chosen(found.left_out[kind]), small=True)
            yield _table(mine)
        if same := found.alike.get(kind):
            yield Text(_alike(same), small=True)


def _power(boards: int, many: int) -> Iterator[Block]:
    """What so few boards cannot show, whatever happened on them."""
    least = least_p(boards)
    if least >= ALPHA:
        yield Note(
            f"With {counted(boards, 'board')} the least possible p is {p_value(least)}: nothing "
            "said here can be significant, however clear it looks. Take more boards."
        )
    elif least * many >= ALPHA:
        yield Note(
            f"With {counted(boards, 'board')} the least possible p is {p_value(least)}, and "
            f"corrected for {counted(many, 'comparison')} {p_value(min(1.0, least * many))}: "
            "hardly anything said here can be significant. Take more boards, or fewer methods."
        )


def _alike(same: Sequence[Duel]) -> str:
    names = [f"{one.pair.one.method} and {one.pair.other.method}" for one in same]
    most = max(one.wins + one.losses for one in same)
    more = f"; and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    where = f"they differ on {most:,} boards at most" if most else "they do not differ at all"
    return f"Not tested, since {where}: {'; '.join(names[:_NAMED])}{more}."


def _chosen(left_out: int) -> str:
    told = (
        "Compared are the best method with the others, and where only the heuristic or only the "
        "algorithm differs, the best of these with the rest"
    )
    if left_out:
        told += (
            f"; {counted(left_out, 'such pair')} more are left out, since with every comparison "
            "the others need more evidence"
        )
    return f"{told}."


def _table(mine: Sequence[Claim]) -> Table:
    numbers = ("better on", "worse", "equal", "ratio (95 %)", "p", "p (Holm)")
    rows = [
        (
            claim.sentence,
            Value(f"{claim.duel.wins:,} of {_all(claim.duel):,}", claim.duel.wins),
            Value(f"{claim.duel.losses:,}", claim.duel.losses),
            Value(f"{claim.duel.ties:,}", claim.duel.ties),
            _effect(claim.duel),
            Value(p_value(claim.p), claim.p),
            Value(p_value(claim.corrected), claim.corrected),
            claim.verdict,
        )
        for claim in mine
    ]
    return Table(("claim", *numbers, "verdict"), rows, frozenset(numbers), sortable=True)


def _all(found: Duel) -> int:
    return found.wins + found.losses + found.ties


def _effect(found: Duel) -> Value:
    if found.ratio is None:
        return Value("–", float("inf"))
    ends = ""
    if found.interval is not None:
        ends = f"{ratio(found.interval[0])}–{ratio(found.interval[1])}"
    return Value(f"{ratio(found.ratio)}×", found.ratio, ends)
