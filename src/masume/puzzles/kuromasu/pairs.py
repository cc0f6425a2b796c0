"""The rules for two Kuromasu numbers in one line.

Two numbers that see each other see the same stretch of cells in their line; each sees its other
cells across the line. So each number allows a set of lengths of the stretch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import Deduction, Key, Proof, rule
from masume.core.puzzle.words import Phrase, say
from masume.puzzles.kuromasu.arm_lengths import (
    ENDS,
    PAIRS,
    Arms,
    compatible_lengths,
    differences,
    highs,
    sumset,
)
from masume.puzzles.kuromasu.lines import SightLines
from masume.puzzles.kuromasu.propagate import Propagator
from masume.puzzles.kuromasu.rules import (
    clue_key,
    facts,
    is_wanted,
    known_in_sight,
    minimal_premises,
    without_clues,
)

_ONLY_ZERO = 1  # the set of lengths that contains 0 only
# (is a row, side from the first number to the second, side back, sides across the line)
_LINES = ((True, 3, 2, (0, 1)), (False, 1, 0, (2, 3)))


@dataclass(frozen=True)
class Pair:
    """Two numbers in a line with no other number between them, the upper or left one first."""

    first: Cell
    second: Cell
    is_row: bool
    distance: int  # steps from the first to the second
    ahead: int  # the side of the first on which the second is
    back: int  # the side of the second on which the first is
    across: tuple[int, int]
    totals: tuple[int, int]  # how many cells each sees besides itself

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The cells of the two."""
        return self.first, self.second

    @property
    def keys(self) -> tuple[Key, Key]:
        """The keys of their reasons in the model."""
        return clue_key(self.first), clue_key(self.second)

    def arms(self, lines: SightLines) -> tuple[Arms, Arms]:
        """Return the possible lengths of the arms of both, at most their totals."""
        (first, second), (a, b) = self.totals, (lines.arms(self.first), lines.arms(self.second))
        return _within(a, first), _within(b, second)

    def stretches(self, lines: SightLines) -> tuple[int, int, int]:
        """Return the possible lengths of a stretch with both: by its colours, and per number.

        The two numbers and the cells between them are assumed to be white.
        """
        free = sumset(*self._ends(lines)) << self.distance + 1
        shorter = (2 << self.distance) - 1
        a, b = self.across
        by_first, by_second = (
            differences(sumset(arms[a], arms[b]), total + 1) & ~shorter
            for arms, total in zip(self.arms(lines), self.totals, strict=True)
        )
        return free, by_first, by_second

    def _ends(self, lines: SightLines) -> tuple[int, int]:
        """Return how far the stretch may go beyond the first and beyond the second, as bits."""
        return lines.arms(self.first)[self.back], lines.arms(self.second)[self.ahead]

    def arms_given(self, lines: SightLines, both: int) -> Iterator[tuple[Cell, int, int, int]]:
        """Yield (cell, side, lengths, narrowed) for each arm if the stretch has these lengths."""
        behind, beyond = self._ends(lines)
        line = both >> self.distance + 1
        yield self.first, self.back, behind, _narrow(behind, beyond, line)
        yield self.second, self.ahead, beyond, _narrow(beyond, behind, line)
        for cell, arms, total in zip(self.cells, self.arms(lines), self.totals, strict=True):
            one, other = self.across
            rest = differences(both, total + 1)
            yield cell, one, arms[one], _narrow(arms[one], arms[other], rest)
            yield cell, other, arms[other], _narrow(arms[other], arms[one], rest)

    def can_see_each_other(self, lines: SightLines) -> bool:
        """Return whether some stretch suits both, if the cells between are white."""
        free, by_first, by_second = self.stretches(lines)
        return free & by_first & by_second != 0

    def lengths_apart(self, lines: SightLines, cell: Cell) -> tuple[int, ...]:
        """Return the arm lengths of a number that does not see the other; () if it must see it."""
        is_second = cell == self.second
        arms = list(self.arms(lines)[is_second])
        arms[self.back if is_second else self.ahead] &= (1 << self.distance - 1) - 1
        return compatible_lengths(tuple(arms), self.totals[is_second])

    def is_contradictory(self, lines: SightLines) -> bool:
        """Return whether the two can neither see each other nor be separated."""
        is_parted = self._between(lines, lines.black)
        if not is_parted and self.can_see_each_other(lines):
            return False
        return not all(self.lengths_apart(lines, cell) for cell in self.cells)

    def is_open(self, lines: SightLines) -> bool:
        """Return whether some cell between them is not known to be white."""
        return self._between(lines, lines.not_white)

    def is_parted(self, lines: SightLines) -> bool:
        """Return whether a black cell is between them."""
        return self._between(lines, lines.black)

    def _between(self, lines: SightLines, of: list[int]) -> bool:
        """Return whether a cell between the two is in some of the lines."""
        line, after, _ = lines.table.ahead[self.first][self.ahead]
        return of[line] >> after & (1 << self.distance - 1) - 1 != 0


def _within(arms: Arms, total: int) -> Arms:
    a, b, c, d = arms
    within = (2 << total) - 1
    return a & within, b & within, c & within, d & within


def _narrow(lengths: int, others: int, sums: int) -> int:
    """Return the lengths of an arm that make one of the sums with a length of the other arm."""
    compatible = 0
    while lengths:
        low = lengths & -lengths
        lengths ^= low
        if others * low & sums:
            compatible |= low
    return compatible


@dataclass(frozen=True, eq=False)
class PairFinding:
    """What a rule concludes for a pair, about one of its numbers."""

    pair: Pair
    literals: tuple[Literal, ...]
    cell: Cell
    deductions: list[Deduction] = field(default_factory=list)  # once they are explained


class Pairs:
    """The pairs of a board."""

    def __init__(self, board: Propagator) -> None:
        self.pairs = list(_pairs(board))
        self.of: dict[Cell, list[int]] = {}  # per number: the indices of its pairs
        for index, pair in enumerate(self.pairs):
            self.of.setdefault(pair.first, []).append(index)
            self.of.setdefault(pair.second, []).append(index)


def _pairs(board: Propagator) -> Iterator[Pair]:
    """Yield the pairs of numbers in a line with no other number between them."""
    for cell in each(board.numbers):
        rays = board.grid.rays(cell)
        for is_row, ahead, back, across in _LINES:
            for distance, other in enumerate(rays[ahead], 1):
                if board.numbers >> other & 1:
                    totals = board.totals[cell] - ENDS, board.totals[other] - ENDS
                    yield Pair(cell, other, is_row, distance, ahead, back, across, totals)
                    break


class PairFindings:
    """What a rule concludes for some pairs, which is added to the board as marks."""

    def __init__(self, found: list[PairFinding]) -> None:
        self.found = found

    def __bool__(self) -> bool:
        return bool(self.found)

    @property
    def literals(self) -> Iterator[Literal]:
        """The conclusions."""
        return chain.from_iterable(self.by_cause)

    @property
    def by_cause(self) -> list[tuple[Literal, ...]]:
        """The conclusions about each pair."""
        return [finding.literals for finding in self.found]


def _find(board: Propagator, which: int) -> PairFindings:
    """Return what a rule concludes for each pair; only changed pairs are examined again."""
    board.pairs = pairs = board.pairs or Pairs(board)
    shared, apart = board.pair_findings
    changed = {index for cell in each(board.changed(PAIRS)) for index in pairs.of.get(cell, ())}
    for index in sorted(changed):
        pair = pairs.pairs[index]
        for found, examine in ((shared, _share), (apart, _separate)):
            found.pop(index, None)
            literals, cell = ((), 0) if pair.is_parted(board.lines) else examine(board, pair)
            if literals:
                found[index] = PairFinding(pair, literals, cell)
    some = [found for _, found in sorted((shared, apart)[which].items())]
    if board.wanted:
        some = [one for one in some if any(is_wanted(board, cell) for cell in one.pair.cells)]
    return PairFindings(some)


def _share(board: Propagator, pair: Pair) -> tuple[tuple[Literal, ...], Cell]:
    """Return what all common lengths of the stretch force, if the two see each other."""
    lines = board.lines
    if pair.is_open(lines):
        return (), 0
    free, by_first, by_second = pair.stretches(lines)
    both = free & by_first & by_second
    consequences = (
        literal
        for cell, side, old, new in pair.arms_given(lines, both)
        for literal in (board.literals(cell, side, old, new) if new else ())
    )
    return tuple(dict.fromkeys(consequences)) if both else (), pair.first


def _separate(board: Propagator, pair: Pair) -> tuple[tuple[Literal, ...], Cell]:
    """Return what forces two numbers apart that cannot see each other."""
    lines = board.lines
    if not pair.is_open(lines) or pair.can_see_each_other(lines):
        return (), 0
    for cell, arms in zip(pair.cells, pair.arms(lines), strict=True):
        sides = enumerate(zip(arms, pair.lengths_apart(lines, cell), strict=False))
        literals = tuple(
            n for side, (old, new) in sides for n in board.literals(cell, side, old, new)
        )
        if literals:
            return literals, cell
    return (), 0


def _explain(
    board: Propagator, new: PairFindings, prove: Callable[[Propagator, PairFinding], Proof]
) -> Iterator[Deduction]:
    for finding in new.found:
        if not finding.deductions:
            finding.deductions.append(Deduction.lazy(finding.literals, prove, board, finding))
        yield from finding.deductions


@rule(
    "two numbers that see each other see the same stretch of their line",
    level="hard",
    example="""
kuromasu
3 4 . .
. . . .
. 4 . .
""",
)
def numbers_share_a_stretch(board: Propagator) -> PairFindings:
    """Deduce colours from the lengths of the common stretch that both numbers allow."""
    return _find(board, 0)


@numbers_share_a_stretch.reasons
def _(board: Propagator, new: PairFindings) -> Iterator[Deduction]:
    return _explain(board, new, _prove_shared)


@rule(
    "two numbers that do not go together have a black cell between them",
    level="hard",
    example="""
kuromasu
. . . .
. . . 4
. . . .
. 3 . 4
""",
)
def numbers_are_apart(board: Propagator) -> PairFindings:
    """Separate two numbers for which no common stretch is possible."""
    return _find(board, 1)


@numbers_are_apart.reasons
def _(board: Propagator, new: PairFindings) -> Iterator[Deduction]:
    return _explain(board, new, _prove_apart)


RULES = (numbers_share_a_stretch, numbers_are_apart)


# Proofs


def _in_sight_of_both(board: Propagator, pair: Pair) -> list[Literal]:
    """Return the known colours in sight of either number, without duplicates."""
    known = known_in_sight(board, pair.first) + known_in_sight(board, pair.second)
    return list(dict.fromkeys(known))


def _prove_shared(board: Propagator, finding: PairFinding) -> Proof:
    pair, literals = finding.pair, finding.literals
    known = _in_sight_of_both(board, pair)
    given = minimal_premises(board, pair.is_contradictory, literals, known)
    says = _say_short(board, finding) or _say_stretch(board, finding)
    return Proof(without_clues(given, pair.keys), pair.keys, says)


def _say_short(board: Propagator, finding: PairFinding) -> Phrase | None:
    """Return a short phrase if only the greatest length that one number allows matters."""
    pair, lines = finding.pair, board.lines
    free, *allowed = pair.stretches(lines)
    both = free & allowed[0] & allowed[1]
    ends = pair.cells
    for cell, other, lengths, total in (
        (*ends, allowed[1], pair.totals[0]),
        (*ends[::-1], allowed[0], pair.totals[1]),
    ):
        most = lengths.bit_length() - 1
        if lengths.bit_length() != both.bit_length():
            continue
        seen, rays = highs(lines.arms(cell)), board.grid.rays(cell)
        for side, opposite in (pair.across, pair.across[::-1]):
            needs = total + 1 - most
            needed = rays[side][: max(needs - seen[opposite], 0)]
            white = [-c - 1 for c in needed if board.unknown >> c & 1]
            if white and list(finding.literals) == white:
                return say(
                    "lets-show",
                    other=other,
                    line=_line(board, pair),
                    most=most,
                    at=cell,
                    needs=needs,
                    across=_line(board, pair, across=cell),
                    sees=_say_sees(seen[opposite], opposite),
                    facts=facts(finding.literals),
                )
    return None


def _say_sees(most: int, side: int) -> Phrase:
    """Return the phrase that states how much a number sees at most on a side."""
    return say("at-most" if most else "nothing", n=most, side=side)


def _line(board: Propagator, pair: Pair, across: Cell | None = None) -> Phrase:
    """Return the phrase that names the line of a pair, or the line of one across it."""
    row, col = board.grid.at(pair.first if across is None else across)
    if pair.is_row == (across is None):
        return say("row", n=row + 1)
    return say("column", n=col + 1)


def _say_allowed(pair: Pair, lines: SightLines, line: Phrase) -> Phrase:
    """Return the phrase that states the lengths which each number and the line allow."""
    free, first, second = pair.stretches(lines)
    template = "allowed" if free & first & second == first & second else "allowed-room"
    return say(template, first=first, second=second, line=line, room=free)


def _say_stretch(board: Propagator, finding: PairFinding) -> Phrase:
    """Return the phrase that states which lengths both numbers allow, and what is left across."""
    pair, lines = finding.pair, board.lines
    free, first, second = pair.stretches(lines)
    both, line = free & first & second, _line(board, pair)
    cells = {abs(literal) - 1 for literal in finding.literals}
    crossing_phrases = []
    for cell, total in zip(pair.cells, pair.totals, strict=True):
        rays = board.grid.rays(cell)
        if any(not cells.isdisjoint(rays[side]) for side in pair.across):
            lengths = differences(both, total + 1)
            template = "sees-no-more" if lengths == _ONLY_ZERO else "sees-more"
            crossing = _line(board, pair, across=cell)
            crossing_phrases.append(say(template, at=cell, more=lengths, line=crossing))
    return say(
        "share-across" if crossing_phrases else "share",
        first=pair.first,
        second=pair.second,
        line=line,
        allowed=_say_allowed(pair, lines, line),
        both=both,
        across=tuple(crossing_phrases),
        facts=facts(finding.literals),
    )


def _prove_apart(board: Propagator, finding: PairFinding) -> Proof:
    """Prove that the two cannot see each other, and what this forces for a number."""
    pair, literals, cell = finding.pair, finding.literals, finding.cell
    known = _in_sight_of_both(board, pair)
    apart = minimal_premises(board, lambda lines: not pair.can_see_each_other(lines), (), known)
    rest = minimal_premises(
        board,
        lambda lines: not pair.lengths_apart(lines, cell),
        literals,
        known_in_sight(board, cell),
    )
    says = _say_apart(board, finding)
    return Proof(without_clues([*apart, *rest], pair.keys), pair.keys, says)


def _say_apart(board: Propagator, finding: PairFinding) -> Phrase:
    """Return the phrase for numbers that cannot see each other."""
    pair, lines, cell = finding.pair, board.lines, finding.cell
    _, by_first, by_second = pair.stretches(lines)
    if not by_first or not by_second:
        near, far = (pair.first, pair.second)[:: 1 if not by_first else -1]
        why = say("short-sighted", near=near, far=far)
    else:
        line = _line(board, pair)
        allowed = _say_allowed(pair, lines, line)
        why = say("misfit", first=pair.first, second=pair.second, line=line, allowed=allowed)
    between = board.grid.rays(pair.first)[pair.ahead][: pair.distance - 1]
    if all(literal - 1 in between for literal in finding.literals):
        return say("apart", why=why, facts=facts(finding.literals))
    is_second = cell == pair.second
    towards = pair.back if is_second else pair.ahead
    within = (1 << pair.distance - 1) - 1
    most = (pair.arms(lines)[is_second][towards] & within).bit_length() - 1
    sees = _say_sees(most, towards)
    return say("apart-needs", why=why, at=cell, sees=sees, facts=facts(finding.literals, made=True))
