"""The rules of inference for Kuromasu that assume nothing, easiest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import Deduction, Key, Proof, Rule, rule
from masume.core.puzzle.words import Phrase, say
from masume.families.shading.propagate import Marks, last_way_out, literals_of
from masume.families.shading.rules import (
    black_has_white_neighbours,
    common_rule,
    would_cut_the_white_area,
)
from masume.puzzles.kuromasu.arm_lengths import (
    COMPLETE,
    ENDS,
    EVERYTHING,
    FEW_LENGTHS,
    ONE_WAY,
    REACH,
    TOO_MUCH,
    fitting_lengths,
    highs,
    lows,
)
from masume.puzzles.kuromasu.lines import SightLines
from masume.puzzles.kuromasu.propagate import Narrowing, Propagator

Test: TypeAlias = Callable[[SightLines], bool]


@rule(
    "a cell with a number or a ? is white",
    level="easy",
    example="""
kuromasu
. 3 .
. . .
""",
)
def clues_are_white(board: Propagator) -> Marks | None:
    """Whiten all clues in a single step."""
    white = board.clue_cells & ~board.white
    return (0, white) if white else None


@clues_are_white.reasons
def _(board: Propagator, new: Marks) -> Iterator[Deduction]:
    because = tuple(clue_key(cell) for cell in each(new[1]))
    says = say("clues-and-unknown" if UNKNOWN in board.clues else "clues")
    yield Deduction(literals_of(0, new[1]), (), because, says)


clues_are_white.obvious = True


# One number


class Findings:
    """What a rule concludes for some numbers, which is added to the board as marks."""

    def __init__(self, board: Propagator, found: list[Narrowing]) -> None:
        self._board, self.found = board, found

    def __bool__(self) -> bool:
        return bool(self.found)

    @property
    def literals(self) -> Iterator[Literal]:
        """The conclusions."""
        return chain.from_iterable(self.by_cause)

    @property
    def by_cause(self) -> Iterator[list[Literal]]:
        """The conclusions about each number."""
        for finding in self.found:
            sides = narrowed_sides(self._board, finding)
            yield [literal for _, literals in sides for literal in literals]


def narrowed_sides(
    board: Propagator, finding: Narrowing
) -> Iterator[tuple[int, tuple[Literal, ...]]]:
    """Yield each side on which a finding concludes something, with the conclusions."""
    for side, (old, new) in enumerate(zip(finding.arms, finding.narrowed, strict=True)):
        literals = board.literals(finding.cell, side, old, new) if old != new else ()
        if literals:
            yield side, literals


def _number_rule(
    which: int,
    prove: Callable[[Propagator, Narrowing, int, tuple[Literal, ...]], Proof],
    name: str,
    title: str,
    *,
    level: str,
    example: str,
) -> Rule[Propagator]:
    """Return a rule of a single number; an easy one is explained once for all sides."""

    def find(board: Propagator) -> Findings:
        found = board.findings(which)
        if board.wanted:
            found = [one for one in found if is_wanted(board, one.cell)]
        return Findings(board, found)

    def explain(board: Propagator, new: Findings) -> Iterator[Deduction]:
        for finding in new.found:
            if finding.deductions is None:
                sides = list(narrowed_sides(board, finding))
                if level == "easy" and sides:
                    sides = [(sides[0][0], tuple(n for _, literals in sides for n in literals))]
                finding.deductions = [
                    Deduction.lazy(literals, prove, board, finding, side, literals)
                    for side, literals in sides
                ]
            yield from finding.deductions

    return Rule(find, title, level=level, example=example, name=name).reasons(explain)


def is_wanted(board: Propagator, cell: Cell) -> bool:
    """Return whether the row or column of a number has a wanted literal."""
    row, col = board.grid.at(cell)
    places = (board.grid.at(abs(literal) - 1) for literal in board.wanted)
    return any(row == r or col == c for r, c in places)


def clue_key(cell: Cell) -> Key:
    """Return the key of the reason that a clue is in the model."""
    return ("clue", (cell,))


def facts(literals: Sequence[Literal], *, made: bool = False) -> Phrase:
    """Return the phrase that cells have their colours, or of what is `made` so."""
    white = tuple(-literal - 1 for literal in literals if literal < 0)
    black = tuple(literal - 1 for literal in literals if literal > 0)
    if made or not white or not black:
        colours = "-".join(["white"] * bool(white) + ["black"] * bool(black))
        return say(f"made-{colours}" if made else colours, white=white, black=black)
    return say("white-blacks" if len(literals) > 2 else "white-black", white=white, black=black)


def _white_before(board: Propagator, cell: Cell, arms: Sequence[tuple[int, int]]) -> list[Literal]:
    """Return the literals of the white cells of some arms, given as (side, least length)."""
    rays = board.grid.rays(cell)
    return [-other - 1 for side, low in arms for other in rays[side][:low]]


def _ends(board: Propagator, finding: Narrowing, but: int = -1) -> list[Literal]:
    """Return the black cells at the ends of all arms but one."""
    rays = board.grid.rays(finding.cell)
    ends = enumerate(zip(rays, highs(finding.arms), strict=True))
    return [ray[high] + 1 for side, (ray, high) in ends if side != but and high < len(ray)]


def _prove_complete(
    board: Propagator, finding: Narrowing, _: int, literals: tuple[Literal, ...]
) -> Proof:
    cell = finding.cell
    given = _white_before(board, cell, list(enumerate(lows(finding.arms))))
    ends = tuple(literal - 1 for literal in literals)
    says = say("complete", at=cell, sees=board.clues[cell], ends=ends)
    return Proof(tuple(given), (clue_key(cell),), says)


def _prove_everything(
    board: Propagator, finding: Narrowing, _: int, literals: tuple[Literal, ...]
) -> Proof:
    cell = finding.cell
    given = minimal_premises(board, violates(board, cell), literals, _ends(board, finding))
    white = tuple(-literal - 1 for literal in literals)
    says = say("everything", at=cell, sees=board.clues[cell], white=white)
    return Proof(tuple(given), (clue_key(cell),), says)


def _prove_one_way(
    board: Propagator, finding: Narrowing, _: int, literals: tuple[Literal, ...]
) -> Proof:
    """Return the proof: the other three arms are closed."""
    cell, least = finding.cell, lows(finding.arms)
    side = next(n for n, bits in enumerate(finding.arms) if bits & bits - 1)
    others = [(n, low) for n, low in enumerate(least) if n != side]
    given = (*_white_before(board, cell, others), *_ends(board, finding, but=side))
    needs = board.totals[cell] - ENDS - sum(low for _, low in others)
    says = say("one-way", at=cell, side=side, needs=needs, facts=facts(literals))
    return Proof(given, (clue_key(cell),), says)


def _prove_too_much(
    board: Propagator, finding: Narrowing, side: int, literals: tuple[Literal, ...]
) -> Proof:
    """Return the proof: the number would see the white cells behind the cell too."""
    cell, least = finding.cell, lows(finding.arms)
    total = board.totals[cell] - ENDS
    start = least[side]
    ray = board.grid.rays(cell)[side]
    end, *behind = ray[start : start + total - sum(least) + 1]
    given = _white_before(board, cell, list(enumerate(least)))
    given += [-other - 1 for other in behind]
    says = say("too-much", cell=end, at=cell, sees=total + 2, to=behind[-1])
    return Proof(tuple(given), (clue_key(cell),), says)


def _prove_reach(
    board: Propagator, finding: Narrowing, side: int, literals: tuple[Literal, ...]
) -> Proof:
    """Return the proof: the other three arms are too short."""
    cell, most = finding.cell, highs(finding.arms)
    ends = _ends(board, finding, but=side)
    given = minimal_premises(board, violates(board, cell), literals, ends)
    others = tuple((n, 1 << high) for n, high in enumerate(most) if n != side and high)
    needs = board.totals[cell] - ENDS - sum(most) + most[side]
    white = tuple(-literal - 1 for literal in literals)
    says = say(
        "reach" if others else "reach-alone",
        at=cell, others=others, needs=needs, side=side, white=white,
        sum=board.totals[cell] - ENDS + 1 - needs,
    )  # fmt: skip
    return Proof(tuple(given), (clue_key(cell),), says)


def _prove_few_lengths(
    board: Propagator, finding: Narrowing, side: int, literals: tuple[Literal, ...]
) -> Proof:
    """Return the proof: what the number certainly sees, and what its open sides can add."""
    cell = finding.cell
    known = known_in_sight(board, cell)
    given = minimal_premises(board, violates(board, cell), literals, known)
    total = board.totals[cell] - ENDS
    arms = [bits & (2 << total) - 1 for bits in finding.arms]
    certain = [(n, bits) for n, bits in enumerate(arms) if not bits & bits - 1 and bits > 1]
    missing = total - sum(bits.bit_length() - 1 for _, bits in certain)
    options = [(n, bits & (2 << missing) - 1) for n, bits in enumerate(arms) if bits & bits - 1]
    bits = finding.narrowed[side]
    needs = (bits & -bits).bit_length() - 1
    so_far = say("sees" if certain else "must-see", certain=tuple(certain), missing=missing)
    says = say(
        "few-lengths",
        at=cell,
        so_far=so_far,
        options=tuple(options),
        missing=missing,
        needs=say("at-least", n=needs) if bits & bits - 1 else needs,
        side=side,
        facts=facts(literals),
    )
    return Proof(tuple(given), (clue_key(cell),), says)


# Premises


def violates(board: Propagator, cell: Cell) -> Test:
    """Return a test whether a number can no longer be satisfied."""
    total = board.totals[cell]
    return lambda lines: fitting_lengths(lines.arms(cell), total) is None


def known_in_sight(
    board: Propagator, cell: Cell, black: int | None = None, white: int | None = None
) -> list[Literal]:
    """Return the known colours in sight of a number, including arm ends, nearest first."""
    black = board.black if black is None else black
    white = board.white if white is None else white
    by_distance = []
    for ray in board.grid.rays(cell):
        for length, other in enumerate(ray):
            if black >> other & 1:
                by_distance.append((length, other + 1))
                break
            if white >> other & 1:
                by_distance.append((length, -other - 1))
    return [literal for _, literal in sorted(by_distance, key=lambda pair: pair[0])]


def minimal_premises(
    board: Propagator, is_hopeless: Test, literals: Sequence[Literal], known: Sequence[Literal]
) -> list[Literal]:
    """Return a minimal subset of the known literals that proves all the given literals.

    A literal is proved if lines with its opposite satisfy `is_hopeless`; without literals the
    subset itself must do so. Literals are removed greedily, the last ones first.
    """
    lines = SightLines(board.lines.table, known)
    premises = list(known)
    for premise in reversed(known):
        lines.add(premise)  # removes it
        if all(_refutes(lines, is_hopeless, literal) for literal in literals or (0,)):
            premises.remove(premise)
        else:
            lines.add(premise)
    return premises


def _refutes(lines: SightLines, is_hopeless: Test, literal: Literal) -> bool:
    """Return whether lines are hopeless with the opposite of a literal; 0 means no literal."""
    if not literal:
        return is_hopeless(lines)
    lines.add(-literal)
    hopeless = is_hopeless(lines)
    lines.add(-literal)
    return hopeless


def without_clues(given: Iterable[Literal], because: Iterable[Key]) -> tuple[Literal, ...]:
    """Return the distinct literals except those of named clues, which are white anyway."""
    clues = {-cell - 1 for _, cells in because for cell in cells}
    return tuple(literal for literal in dict.fromkeys(given) if literal not in clues)


RULES = (
    clues_are_white,
    common_rule(
        black_has_white_neighbours,
        "cells beside a black cell are white",
        level="easy",
        auto=True,
        example="""
kuromasu
. 2 .
. 4 .
. . .
""",
    ),
    common_rule(
        last_way_out,
        "a white cell with one way out keeps it open",
        level="easy",
        example="""
kuromasu
. . 5
. . .
. 2 4
""",
    ),
    _number_rule(
        COMPLETE,
        _prove_complete,
        "number-is-complete",
        "a number that sees enough is closed off",
        level="easy",
        example="""
kuromasu
. 2 .
. 4 .
. . .
""",
    ),
    _number_rule(
        EVERYTHING,
        _prove_everything,
        "number-needs-everything",
        "a number that needs all it can see gets it",
        level="easy",
        example="""
kuromasu
. . 2
. . .
. 5 .
""",
    ),
    _number_rule(
        ONE_WAY,
        _prove_one_way,
        "number-grows-one-way",
        "a number that can grow to one side only grows there",
        level="easy",
        example="""
kuromasu
5 . .
4 . .
. . .
""",
    ),
    _number_rule(
        TOO_MUCH,
        _prove_too_much,
        "number-would-see-too-much",
        "a cell that would show a number too much is black",
        level="medium",
        example="""
kuromasu
5 . .
. . .
. 3 .
""",
    ),
    _number_rule(
        REACH,
        _prove_reach,
        "number-must-reach",
        "a number whose other sides are too short sees far enough to this one",
        level="medium",
        example="""
kuromasu
. 2 .
4 . .
. . .
""",
    ),
    common_rule(
        would_cut_the_white_area,
        "unreachable cells: a cell that would cut the white area is white",
        level="medium",
        example="""
kuromasu
. . .
. . .
. . .
. 3 2
""",
    ),
    _number_rule(
        FEW_LENGTHS,
        _prove_few_lengths,
        "number-has-few-lengths",
        "count the lengths that fit: an arm never ends before a white cell",
        level="hard",
        example="""
kuromasu
. . . 6
. 5 . .
3 . . .
""",
    ),
)
