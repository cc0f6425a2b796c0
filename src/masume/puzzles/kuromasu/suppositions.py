"""Kuromasu rules that assume a colour and refute it by propagation in waves.

Wave 0 applies the rules of all shading puzzles: neighbours of a black cell are white, a white cell
keeps its last way out, and, if `gaps` are used, a cell that would close a wall is white. Each later
wave first applies the numbers that the previous one affected. Of the contradictions of a wave the
shortest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Deduction, Key, Proof, Rule
from masume.core.puzzle.words import Phrase, say
from masume.families.shading.rules import ADJACENT, DIVIDED, cut_off
from masume.families.shading.walls import ring_through
from masume.puzzles.kuromasu.arm_lengths import (
    certainly_fits,
    fitting_lengths,
    highs,
    lows,
    sumset,
)
from masume.puzzles.kuromasu.lines import SightLines
from masume.puzzles.kuromasu.propagate import Propagator
from masume.puzzles.kuromasu.rules import (
    clue_key,
    facts,
    known_in_sight,
    minimal_premises,
    violates,
    without_clues,
)

CUT = (ADJACENT, DIVIDED)  # the rules that forbid locking white cells in
_SHORT = (
    7  # size of a step (see `Refutation.size`) that is yielded without looking for shorter ones
)
_LONG = 13  # size beyond which a step is too hard to follow
_TWO = 2  # the number whose diagonal neighbours are white
_WAVES = 3  # waves of numbers colouring cells before the contradiction


class Cause(NamedTuple):
    """The cause of a consequence: literals and rules, or the cell of a number."""

    literals: Sequence[Literal] = ()
    rules: tuple[Key, ...] = ()
    number: Cell = -1

    @property
    def is_gap(self) -> bool:
        """Whether the cause is a wall that must keep its gap."""
        return self.rules == CUT and self.literals[0] > 0


class Supposition:
    """An assumed colour, which is propagated on a board; `undo` removes it again."""

    def __init__(self, board: Propagator, literal: Literal, *, gaps: bool) -> None:
        self.board, self.literal, self.gaps = board, literal, gaps
        self.causes: dict[Literal, Cause] = {}  # of all coloured literals, in order
        self.clashes: list[Cause] = []
        self.used: Mask = 0  # the cells on whose colours the result depends
        self._walls = board.walls
        self._before = board.checkpoint()
        self._checked: list[Cell] = []  # the numbers that force something
        self._black = self._white = 0  # coloured cells to which the rules were not applied
        self._colour({literal: Cause()})

    def undo(self) -> None:
        """Restore the board."""
        self.board.rollback(self._before)

    def run(self, waves: int) -> None:
        """Propagate up to the first wave with contradictions."""
        for wave in range(waves + 1):
            if wave:
                self._apply_numbers()
            self._apply_rules()
            self._check_numbers(is_last=wave == waves)
            if self.clashes or not self._checked:
                break

    def _colour(self, new: dict[Literal, Cause]) -> None:
        """Colour open cells."""
        if new:
            self.causes |= new
            black = white = 0
            for literal in new:
                if literal > 0:
                    black |= 1 << literal - 1
                else:
                    white |= 1 << -literal - 1
            self.board.add((black, white))
            self._black |= black
            self._white |= white

    def _apply_numbers(self) -> None:
        """Colour what the numbers of the last wave force, one number after the other."""
        board, checked, self._checked = self.board, self._checked, []
        for cell in checked:
            arms = board.sight(cell)
            fitting = fitting_lengths(arms, board.totals[cell]) or arms
            for side, (old, new) in enumerate(zip(arms, fitting, strict=True)):
                literals = board.literals(cell, side, old, new) if old != new else ()
                self._colour(dict.fromkeys(literals, Cause(number=cell)))

    def _apply_rules(self) -> None:
        """Apply the rules that are no numbers to a fixpoint."""
        spread = self.board.grid.spread
        while self._black or self._white:
            black, around, self._black = self._black, spread(self._black), 0
            near, self._white = self._white | around, 0
            self.used |= spread(near)
            if black:
                self._colour(self._beside_and_gaps(black))
            self._colour(self._exits(near))

    def _beside_and_gaps(self, black: Mask) -> dict[Literal, Cause]:
        """Return the neighbours of black cells, and the gaps of their walls if they are used."""
        board, walls = self.board, self._walls
        new: dict[Literal, Cause] = {}
        for cell in each(black):
            for other in board.grid.neighbours[cell]:
                if board.black >> other & 1:
                    self.clashes.append(Cause((cell + 1, other + 1), (ADJACENT,)))
                elif not board.white >> other & 1:
                    new.setdefault(-other - 1, Cause((cell + 1,), (ADJACENT,)))
        for cell in each(black):
            is_closed = walls.gaps >> cell & 1
            gaps = board.join(cell)
            self.used |= walls.touching(cell)
            if is_closed:
                ring = ring_through(board.grid, walls, cell)
                self.clashes.append(Cause([other + 1 for other in ring], CUT))
            for gap in each(gaps & board.unknown) if self.gaps else ():
                if -gap - 1 not in new:
                    ring = ring_through(board.grid, walls, gap)[1:]
                    new[-gap - 1] = Cause([other + 1 for other in ring], CUT)
        return new

    def _exits(self, near: Mask) -> dict[Literal, Cause]:
        """Return the last ways out of white cells among some cells; note those without any."""
        board, g = self.board, self.board.grid
        none, one = g.with_few_neighbours(g.full & ~board.black)
        exits: dict[Literal, Cause] = {}
        for cell in each(near & board.white & (none | one) & ~g.hubs):
            walls = [other for other in g.neighbours[cell] if board.black >> other & 1]
            cause = Cause((-cell - 1, *(wall + 1 for wall in walls)), CUT)
            if none >> cell & 1:
                self.clashes.append(cause)
            for way in g.neighbours[cell]:
                if board.unknown >> way & 1:
                    exits.setdefault(-way - 1, cause)
        return exits

    def _check_numbers(self, *, is_last: bool) -> None:
        """Note the numbers in sight of new colours that force something or that nothing fits."""
        board = self.board
        changed, board.pending = board.pending, 0
        for cell in each(changed):
            before, reach = board.sights[cell]
            arms = board.sight(cell)
            if arms != before:
                self.used |= reach
                if is_last and certainly_fits(arms, board.totals[cell]):
                    continue
                fitting = fitting_lengths(arms, board.totals[cell])
                if fitting is None:
                    self.clashes.append(Cause(number=cell))
                elif fitting != arms:
                    self._checked.append(cell)

    # Proofs

    def trace(self, clash: Cause) -> Refutation:
        """Return the premises and consequences that lead to a contradiction."""
        because: dict[Key, None] = {}
        colours = self.board.black, self.board.white
        needed = set(self._premises(clash, (), colours, because))
        for literal, cause in reversed(self.causes.items()):
            bit = 1 << abs(literal) - 1
            colours = colours[0] & ~bit, colours[1] & ~bit
            if literal in needed and literal != self.literal:
                needed.update(self._premises(cause, (literal,), colours, because))
        known = sorted((literal for literal in needed if literal not in self.causes), key=abs)
        chain = {
            literal: cause
            for literal, cause in self.causes.items()
            if literal in needed and literal != self.literal
        }
        given = without_clues(known, because)
        return Refutation(self.literal, given, chain, tuple(because), clash, self.gaps)

    def _premises(
        self,
        cause: Cause,
        literals: Sequence[Literal],
        colours: tuple[Mask, Mask],
        because: dict[Key, None],
    ) -> Sequence[Literal]:
        """Return the literals that a cause needs, preferably those known before the assumption."""
        if cause.number < 0:
            because.update(dict.fromkeys(cause.rules))
            return cause.literals
        because[clue_key(cause.number)] = None
        known = known_in_sight(self.board, cause.number, *colours)
        known.sort(key=self.causes.__contains__)
        return minimal_premises(self.board, violates(self.board, cause.number), literals, known)


class Refutation(NamedTuple):
    """Why an assumption fails: the known literals, and the consequences in order."""

    literal: Literal  # the assumption
    given: tuple[Literal, ...]
    chain: dict[Literal, Cause]
    because: tuple[Key, ...]
    clash: Cause  # the contradiction
    gaps: bool  # whether walls must keep their gaps

    @property
    def size(self) -> int:
        """How many clues, rules, known and coloured cells a reader has to keep in mind.

        With gaps, known black cells are seen as parts of walls, not one by one.
        """
        known = len(self.given) + len(self.because) + len(self.chain)
        if not self.gaps:
            return known
        causes = [self.clash, *self.chain.values()]
        walls = {literal for cause in causes if cause.rules == CUT for literal in cause.literals}
        return known - len(walls.intersection(self.given))

    @property
    def groups(self) -> list[tuple[Cause, tuple[Literal, ...]]]:
        """The consequences in order; those of one number or rule share a clause."""

        def key(literal: Literal) -> object:
            cause = self.chain[literal]
            return literal if cause.rules == CUT else cause[1:]

        groups = [tuple(group) for _, group in groupby(self.chain, key)]
        return [(self.chain[group[0]], group) for group in groups]


def _refute(board: Propagator, literal: Literal, waves: int, gaps: bool) -> Refutation | None:
    """Return the shortest refutation of a colour, if it is easy to follow.

    It is cached until a cell becomes known that it depends on.
    """

    def suppose() -> tuple[Refutation | None, Mask]:
        supposition = Supposition(board, literal, gaps=gaps)
        supposition.run(waves)
        refutations = [supposition.trace(clash) for clash in supposition.clashes]
        supposition.undo()
        shortest = min(refutations, key=lambda refuted: refuted.size, default=None)
        return shortest if shortest and shortest.size <= _LONG else None, supposition.used

    return board.once((waves, gaps, literal), suppose)


class Refuted:
    """The refutations that a rule finds, one by one as they are asked for."""

    def __init__(self, found: Iterator[Refutation]) -> None:
        self._pending = found
        self._found: list[Refutation] = []

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Refutation]:
        yield from self._found
        for refuted in self._pending:
            self._found.append(refuted)
            yield refuted

    @property
    def literals(self) -> Iterator[Literal]:
        """The conclusions."""
        return (-refuted.literal for refuted in self)

    @property
    def by_cause(self) -> Iterator[tuple[Literal]]:
        """The conclusions one by one."""
        return ((literal,) for literal in self.literals)


def _diagonals_of_twos(board: Propagator) -> Iterator[Deduction]:
    """Yield for each 2 its open diagonal neighbours, which are white."""
    for cell, clue in enumerate(board.clues):
        if clue != _TWO:
            continue
        beside = board.grid.neighbours[cell]
        around = {other for near in beside for other in board.grid.neighbours[near]} - {cell}
        diagonal = tuple(
            other
            for other in sorted(around)
            if board.unknown >> other & 1
            and len(set(board.grid.neighbours[other]).intersection(beside)) > 1
        )
        if len(diagonal) > 1:
            says = say("diagonals", at=cell, white=diagonal)
            literals = tuple(-other - 1 for other in diagonal)
            yield Deduction(literals, (), (clue_key(cell), ADJACENT), says)


def _ahead_rule(
    name: str, title: str, waves: int, *signs: int, level: str, example: str, gaps: bool = False
) -> Rule[Propagator]:
    """Return a rule that refutes colours (black: sign 1, white: -1) within some waves."""

    def find(board: Propagator) -> Refuted:
        board.refresh_sights()
        literals = board.suppositions(*signs)
        return Refuted(filter(None, (_refute(board, one, waves, gaps) for one in literals)))

    def explain(board: Propagator, new: Refuted) -> Iterator[Deduction]:
        """Yield short refutations directly, then the others by size."""
        if not waves and not gaps:
            yield from _diagonals_of_twos(board)
        long = []
        for refuted in new:
            if refuted.size > _SHORT:
                long.append(refuted)
            else:
                yield Deduction.lazy((-refuted.literal,), _prove, board, refuted)
        for refuted in sorted(long, key=lambda refuted: refuted.size):
            yield Deduction.lazy((-refuted.literal,), _prove, board, refuted)

    rule = Rule(find, title, level=level, example=example, name=name, ahead=True)
    return rule.reasons(explain)


RULES = (
    _ahead_rule(
        "black-goes-wrong-at-once",
        "a black cell makes those around it white; if that breaks something, it is white",
        0,
        1,
        level="hard",
        example="""
kuromasu
. . .
. . 2
2 . .
""",
    ),
    _ahead_rule(
        "open-gaps-go-wrong",
        "a black cell leaves gaps in walls that must stay open; if that breaks something, it is "
        "white",
        0,
        1,
        gaps=True,
        level="expert",
        example="""
kuromasu
. . . . 5
. 4 . . .
. 3 . . .
. . . . .
""",
    ),
    _ahead_rule(
        "colour-goes-wrong-soon",
        "try a colour: if what the numbers then need breaks something, it is the other",
        1,
        1,
        -1,
        level="expert",
        example="""
kuromasu
. . .
4 . 5
. 4 .
""",
    ),
    _ahead_rule(
        "numbers-in-a-chain",
        "follow a colour from number to number: if that breaks something, it is the other",
        _WAVES,
        1,
        -1,
        gaps=True,
        level="expert",
        example="""
kuromasu
. 3 . .
. . . .
. . 3 .
. 2 . .
""",
    ),
)


# Sentences


def _prove(board: Propagator, refuted: Refutation) -> Proof:
    """Return the proof of a refutation, with the walls and the chain that a picture shows."""
    walls = [
        [-literal, *cause.literals] for literal, cause in refuted.chain.items() if cause.is_gap
    ]
    if refuted.clash.is_gap:
        walls.append(list(refuted.clash.literals))
    return Proof(
        refuted.given,
        refuted.because,
        _say(board, refuted),
        walls=tuple(tuple(literal - 1 for literal in wall) for wall in walls),
        chain=((refuted.literal,), *(group for _, group in refuted.groups)),
    )


def _say(board: Propagator, refuted: Refutation) -> Phrase:
    """Return the phrase of a refutation."""
    literal, clash = refuted.literal, refuted.clash
    cell, colours = abs(literal) - 1, ("black", "white")
    if not refuted.chain and clash.rules == (ADJACENT,):
        (known,) = (other - 1 for other in clash.literals if other != literal)
        return say("beside", at=known, others=(cell,))
    steps = tuple(_say_consequence(board, cause, group) for cause, group in refuted.groups)
    colour, opposite = colours if literal > 0 else colours[::-1]
    return say(
        "supposed-steps" if steps else "supposed",
        at=cell, colour=colour, steps=steps, end=_say_clash(board, refuted), opposite=opposite,
    )  # fmt: skip


def _say_consequence(board: Propagator, cause: Cause, literals: Sequence[Literal]) -> Phrase:
    """Return the phrase of the consequences of one number or rule."""
    cells = tuple(abs(literal) - 1 for literal in literals)
    if cause.number >= 0:
        return say("makes", at=cause.number, facts=facts(literals, made=True))
    if cause.is_gap:
        wall = [cells[0], *(literal - 1 for literal in cause.literals)]
        return say("gap", at=cells[0], cut=cut_off(board, wall))
    if cause.rules == CUT:
        return say("exit", at=cells[0], of=-cause.literals[0] - 1)
    return say("white-beside", cells=cells)


def _say_clash(board: Propagator, refuted: Refutation) -> Phrase:
    """Return the phrase of the contradiction."""
    cause = refuted.clash
    if cause.number >= 0:
        lines = board.lines.copy()  # as the reader sees it after the text so far
        for literal in (*refuted.chain, refuted.literal):
            lines.add(literal)
        return _say_violated(board, cause.number, lines)
    cells = tuple(abs(literal) - 1 for literal in cause.literals)
    if cause.rules == (ADJACENT,):
        return say("side-by-side", pair=cells)
    return cut_off(board, cells) if cause.is_gap else say("locked-in", at=cells[0])


def _say_violated(board: Propagator, cell: Cell, lines: SightLines) -> Phrase:
    """Return the phrase that a number sees too many or too few, or skips its clue."""
    arms, clue = lines.arms(cell), board.clues[cell]
    assert isinstance(clue, int)
    low, high = sum(lows(arms)) + 1, sum(highs(arms)) + 1
    if low > clue:
        return say("sees-too-many", at=cell, sees=low)
    if high < clue:
        return say("sees-too-few", at=cell, sees=high)
    sums = 2
    for bits in arms:
        sums = sumset(sums, bits)
    below = (sums & (1 << clue) - 1).bit_length() - 1
    above = (sums >> clue & -(sums >> clue)).bit_length() - 1 + clue
    return say("skips", at=cell, below=below, above=above, clue=clue)
