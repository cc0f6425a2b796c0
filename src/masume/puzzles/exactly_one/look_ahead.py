"""The look-ahead rule: assume a literal and apply the rules about cells, shapes and pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple, cast

from masume.core.model.model import Literal
from masume.core.puzzle.grid import each
from masume.core.puzzle.technique import Deduction, Key, Proof, Rule, rule
from masume.core.puzzle.words import Phrase, say
from masume.puzzles.exactly_one.propagate import Conclusions, Found, Propagator, explain
from masume.puzzles.exactly_one.rules import (
    dead_end,
    last_cell_of_a_shape,
    no_ring,
    not_yet_complete,
    only_way,
    passed_cell,
    visited_shape,
)

_MAX_CHAIN = 9  # consequences in a contradiction that is easy to follow
_MAX_ROUNDS = 12  # in which all rules are applied once
_COMPARED = 8  # contradictions of which the shortest is chosen


@rule("the path is no ring", level="easy", example="")
def _closed_ring(board: Propagator) -> Conclusions | None:
    """Contradict rings: pieces of the path without ends."""
    taken = board.marks.taken
    ring = taken & ~board.net.around(board.net.flood_fill(taken, board.loose))
    return Conclusions(shut=ring) if ring else None


@_closed_ring.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    links = [link for link in range(1, len(board.links) + 1) if board.bit(link) & new.shut]
    for link in links:
        given = tuple(other for other in links if other != link)
        yield Deduction((-link,), given, (), say("ring", link=board.links[link - 1]))


_ENDS: dict[Rule[Propagator], str] = {  # the contradictions that the rules lead to
    visited_shape: "twice",
    last_cell_of_a_shape: "none-left",
    dead_end: "stuck",
    only_way: "stuck",
    passed_cell: "fork",
    no_ring: "close-ring",
    _closed_ring: "close-ring",
    not_yet_complete: "complete-without",
}


class _Refutation(NamedTuple):
    """A refuted assumption: its consequences in order, and the premises of all of them."""

    literal: Literal  # the assumption
    chain: tuple[Literal, ...]
    labels: tuple[str, ...]  # for each literal of the chain the shape that implies it, if any
    given: tuple[Literal, ...]
    keys: tuple[Key, ...]
    end: Phrase

    @property
    def size(self) -> int:
        """How difficult the contradiction is to follow."""
        return 2 * len(self.chain) + len(self.given) + len(self.keys)


@rule(
    "suppose it and see the path get stuck",
    level="expert",
    example="""
exactly_one
. . 1 .
2 2 1 3
2 4 . 3
. 4 3 3
""",
)
def look_ahead(board: Propagator) -> list[Found]:
    """Refute the assumption with the shortest contradiction; of several, the most informative."""
    sizes = []
    for number, literal in enumerate(_assumptions(board)):
        board.check_cancel()
        known = _known_at_contradiction(board, literal)
        if known is not None:
            sizes.append((known, number, literal))
    short: list[_Refutation] = []
    for number, (_, _, literal) in enumerate(sorted(sizes)):
        if short and number >= _COMPARED:
            break
        refuted = _refute(board, literal)
        if refuted is not None and len(refuted.chain) <= _MAX_CHAIN:
            short.append(refuted)
    if not short:
        return []

    def order(refuted: _Refutation) -> tuple[int, int]:
        return refuted.size, -len(board.unknown(_negation(board, refuted.literal)))

    best = _minimise(board, min(short, key=order))
    return [Found(_negation(board, best.literal), _proof, (best,))]


look_ahead.reasons(explain)


def _assumptions(board: Propagator) -> list[Literal]:
    """Return the literals to assume: on the path before off it, as that is easier to picture."""
    open_cells = board.grid.full & ~(board.marks.visited | board.marks.empty)
    cells = [board.on(cell) for cell in each(open_cells)]
    open_links = board.open_links
    links = [v for v in range(1, len(board.links) + 1) if board.bit(v) & open_links]
    return [*cells, *links, *(-v for v in cells), *(-v for v in links)]


def _rules(board: Propagator) -> Iterator[Rule[Propagator]]:
    """Yield the rules to apply in turn; that of a path that misses something if it is complete."""
    for each_rule in _ENDS:
        if each_rule is not not_yet_complete or board.is_joined:
            yield each_rule


def _known_at_contradiction(board: Propagator, literal: Literal) -> int | None:
    """Return how much is known when an assumption leads to a contradiction; None if it does not."""
    trial = board.copy()
    trial.learn((literal,))
    for _ in range(_MAX_ROUNDS):
        before = trial.marks
        for each_rule in _rules(trial):
            new = each_rule.find(trial)
            if new:
                trial.add(cast("Conclusions", new))
                if trial.clash:
                    return sum(marked.bit_count() for marked in trial.marks)
        if trial.marks is before:
            return None
    return None


def _refute(board: Propagator, literal: Literal) -> _Refutation | None:
    """Return the shortest contradiction of the first round that has any, or None."""
    trial = board.copy()
    why: dict[Literal, Deduction | Literal] = {}  # in order; a literal implies links or cells

    def note(new: Literal, reason: Deduction | Literal) -> None:
        for one in (new, *_implied(board, new)):
            if not trial.holds(one):
                why.setdefault(one, reason if one == new else new)

    note(literal, literal)
    trial.learn(why)
    for _ in range(2 * _MAX_ROUNDS):
        known, ends = len(why), list[_Refutation]()
        for each_rule in _rules(trial):
            for deduction in each_rule.deductions(trial):
                for new in _primary(board, deduction.literals):
                    if trial.holds(-new) or -new in why:
                        ends += _trace(board, literal, why, each_rule, deduction, -new)
                    else:
                        note(new, deduction)
        if ends or len(why) == known:
            return min(ends, key=lambda refuted: refuted.size, default=None)
        trial.learn(list(why)[known:])
    return None


def _implied(board: Propagator, literal: Literal) -> tuple[Literal, ...]:
    """Return the literals that hold with a literal: of cells of a link, or links of a cell."""
    count = len(board.links)
    if 0 < literal <= count:
        return board.link_on(literal)[1:]
    return board.cell_off(-literal - count - 1)[1:] if literal < -count else ()


def _primary(board: Propagator, literals: tuple[Literal, ...]) -> Iterator[Literal]:
    """Yield the literals that none of the others implies."""
    implied = {other for literal in literals for other in _implied(board, literal)}
    return (literal for literal in literals if literal not in implied)


def _trace(
    board: Propagator,
    assumed: Literal,
    why: dict[Literal, Deduction | Literal],
    last: Rule[Propagator],
    deduction: Deduction,
    against: Literal,
) -> Iterator[_Refutation]:
    """Yield the contradiction of a deduction and a literal, with only what it depends on."""
    used: set[Literal] = set()
    given: dict[Literal, None] = {}
    keys = dict.fromkeys(deduction.because)
    stack = [against, *deduction.given]
    while stack:
        literal = stack.pop()
        reason = why.get(literal)
        if reason is None:
            given[literal] = None
        elif literal not in used and literal != assumed:
            used.add(literal)
            if isinstance(reason, Deduction):
                keys |= dict.fromkeys(reason.because)
                stack += reason.given
            else:
                stack.append(reason)
    ends = {board.on(board.start), board.on(board.goal)}
    told = {one: reason for one, reason in why.items() if isinstance(reason, Deduction)}
    chain = tuple(one for one in told if one in used)
    labels = tuple(str(told[one].says.slots.get("label", "")) for one in chain)
    slots, template = deduction.says.slots, _ENDS[last]
    if deduction.because:
        end = say(template, label=slots["label"])
    else:
        end = say(template, at=slots["at"] if "at" in slots else board.links[against - 1][0])
    if template != "complete-without" or deduction.because:
        grounds = tuple(literal for literal in given if literal not in ends)
        yield _Refutation(assumed, chain, labels, grounds, tuple(keys), end)


def _minimise(board: Propagator, refuted: _Refutation) -> _Refutation:
    """Drop known literals one by one as long as the assumption still fails."""
    bare = board.with_links(0, 0)
    for dropped in refuted.given:
        trial = bare.copy()
        trial.learn(literal for literal in refuted.given if literal != dropped)
        fewer = _refute(trial, refuted.literal)
        if fewer is not None and fewer.size < refuted.size:
            refuted = fewer
    return refuted


def _negation(board: Propagator, literal: Literal) -> tuple[Literal, ...]:
    """Return the literals that hold if an assumption is false."""
    return (-literal, *_implied(board, -literal))


def _proof(board: Propagator, refuted: _Refutation) -> Proof:
    """Return the proof by contradiction."""
    literal, steps = refuted.literal, list(_chain_clauses(board, refuted))
    supposed, so = _describe(board, literal), _describe(board, -literal)
    slots = {"supposed": supposed, "end": refuted.end, "so": so}
    says = say("suppose", steps=steps, **slots) if steps else say("suppose-at-once", **slots)
    chain = ((literal,), *((consequence,) for consequence in refuted.chain))
    return Proof(refuted.given, refuted.keys, says, chain=chain)


def _chain_clauses(board: Propagator, refuted: _Refutation) -> Iterator[Phrase]:
    """Yield the consequences as clauses; excluded cells of a shape share one."""
    count = len(board.links)
    pairs = zip(refuted.chain, refuted.labels, strict=True)
    path = "the path"  # "it" if the previous clause is about the path too
    for (is_off, label), group in groupby(pairs, key=lambda pair: (pair[0] < -count, pair[1])):
        literals = [literal for literal, _ in group]
        if is_off:
            cells = tuple(-literal - count - 1 for literal in literals)
            slots = {"cells": cells, "label": label}
            yield say("off-elsewhere" if label else "off", **slots)
            path = "the path"
        else:
            for literal in literals:
                yield _describe(board, literal, label, path)
                path = "it" if abs(literal) <= count else "the path"


def _describe(
    board: Propagator, literal: Literal, label: str = "", path: str = "the path"
) -> Phrase:
    """Return the clause of one literal, which a shape may imply."""
    cell = abs(literal) - len(board.links) - 1
    if cell < 0:
        key = "joins" if literal > 0 else "joins-not"
        return say(key, path=path, link=board.links[abs(literal) - 1])
    if literal < 0:
        return say("off", cells=(cell,))
    return say("on-last", at=cell, label=label) if label else say("on", at=cell)
