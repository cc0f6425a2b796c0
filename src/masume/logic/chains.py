"""Refute a supposition by a chain of named steps that ends in a contradiction.

The techniques are applied to a board on which the supposition is noted like a known literal, up to
a violated rule or a literal that is concluded both ways. Only the steps that lead there are kept,
and each is proved again by the exact engine: on an impossible board a technique may conclude
something wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, cast

from masume.core.model.model import Literal, Reason
from masume.core.model.statement import Statement
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.technique import Deduction, Key, Knowledge, Rule, propagate
from masume.core.puzzle.words import NOTHING, Phrase, say
from masume.logic.short import EASIER, grounds, prerequisites, rephrase, visible_steps
from masume.logic.step import Stage, Step, argument_stages, step_numbers
from masume.logic.what_if import WhatIf

if TYPE_CHECKING:
    from masume.logic.explainer import Explainer

_ROUNDS = 6
_MOST_STEPS = 8  # longer chains are too hard to follow


@dataclass(frozen=True)
class Chain:
    """The consequences of a supposition, step by step, and the contradiction at the end."""

    supposed: Literal
    plain: tuple[Step, ...]  # steps that do not need the supposition
    steps: tuple[Step, ...]
    end: _End
    given: tuple[Literal, ...]  # the known literals that are needed
    because: tuple[Key, ...]

    @property
    def part(self) -> tuple[Cell, ...]:
        """The cells cut off by a step, and the cells of the violation at the end."""
        return tuple(sorted({*self.end.part, *(cell for step in self.steps for cell in step.part)}))

    @property
    def size(self) -> tuple[int, int]:
        """A measure of length: the number of steps, then of grounds."""
        return len(self.plain) + len(self.steps), len(self.given) + len(self.because)

    def stages(self, walk: Explainer) -> tuple[Stage, ...]:
        """Return the sentences of the chain; several steps are numbered."""
        words, steps, supposed = walk.vocabulary, (*self.plain, *self.steps), self.supposed
        sentences = argument_stages(steps) if steps else []
        before = sum(not step.obvious for step in self.plain)
        then = [replace(stage, noted=(*stage.noted, supposed)) for stage in sentences[before:]]
        seen = tuple(literal for step in self.plain for literal in step.literals)
        all_noted = (*(literal for step in steps for literal in step.literals), supposed)
        so = words.statement(-supposed)
        if self.end.fault is not None:
            says = say("but-broken", fault=self.end.fault, so=so)
        else:
            says = self._against(walk, steps, so)
        against = abs(self.end.against)
        broken = words.cells(against) if against else self.end.part
        return (
            *sentences[:before],
            Stage(
                say("suppose-that", supposed=words.statement(supposed)),
                walk.words,
                seen,
                (supposed,),
            ),
            *then,
            Stage(
                says,
                walk.words,
                all_noted,
                given=self.end.literals,
                because=self.end.because,
                broken=tuple(broken),
            ),
        )

    def _against(self, walk: Explainer, steps: tuple[Step, ...], so: Statement) -> Phrase:
        """Return the phrase for the contradicted literal that was concluded first."""
        holds = self.end.against
        holds = holds if -holds in steps[-1].literals else -holds
        each = zip(step_numbers(steps), steps, strict=True)
        by = [number for number, step in each if number and holds in step.literals]
        statement = walk.vocabulary.statement(holds)
        if by:
            return say("but-by", holds=statement, number=by[0], so=so)
        return say("but-already", holds=statement, so=so)


@dataclass(frozen=True)
class _End:
    """The contradiction at the end of a chain, and its grounds."""

    literals: tuple[Literal, ...]
    fault: Phrase | None = None
    because: tuple[Key, ...] = ()
    rule: str = ""  # the violated rule, if any
    part: tuple[Cell, ...] = ()  # the cells of the violation
    against: Literal = 0  # a literal that holds, and whose opposite the last step concludes
    last: tuple[Step, ...] = ()


def find_chain(
    walk: Explainer, supposed: Literal, levels: Collection[int] = EASIER
) -> Chain | None:
    """Return the shortest refutation of a supposition that is found, or None if all are too long.

    The steps are by techniques of these levels. A contradiction of a later round rests on at least
    as many steps as there were rounds before, so the search ends when it cannot be shorter.
    """
    board = walk.branch(supposed)
    if not _is_refutable(board, levels):
        return None
    seen: dict[Literal, Step] = {}
    best: Chain | None = None
    for number in range(_ROUNDS):
        if best is not None and len(best.steps) <= number + 1:
            break
        steps = list(visible_steps(board, levels))
        ends = [*_broken_rules(walk, board), *_clashes(board, steps)]
        chains = [_build_chain(walk, supposed, seen, end) for end in ends]
        found = [chain for chain in (best, *chains) if chain is not None]
        best = min(found, key=lambda chain: chain.size, default=None)
        for step in steps:
            for literal in step.literals:
                if -literal not in seen:
                    seen.setdefault(literal, step)
        if not steps:
            break
        board.learn(
            literal for step in steps for literal in step.literals if seen.get(literal) is step
        )
    return None if best is None else _split_plain(walk, best)


def _is_refutable(board: Explainer, levels: Collection[int]) -> bool:
    """Return whether techniques of some levels lead to a contradiction; True if it is unknown."""
    rules = tuple(technique for technique in board.techniques if technique.level in levels)
    if not all(isinstance(rule, Rule) for rule in rules):
        return True
    trial = cast("Knowledge", board.notes.copy())
    propagate(trial, cast("tuple[Rule, ...]", rules))
    if trial.clash:
        return True
    position = board.vocabulary.position_of(sorted(trial.known, key=abs))
    return bool(kind_of(board.puzzle).visible_violations(board.puzzle, position))


def _clashes(board: Explainer, steps: list[Step]) -> Iterator[_End]:
    """Yield contradictions between a step and a noted literal, or between two steps."""
    new = {literal: step for step in reversed(steps) for literal in step.literals}
    for literal, step in new.items():
        if -literal in board.known:
            yield _End((*step.given, -literal), against=-literal, last=(step,))
        elif literal > 0 and -literal in new:
            other = new[-literal]
            grounds = (*step.given, *other.given)
            yield _End(grounds, against=-literal, last=(other, step))


def _broken_rules(walk: Explainer, board: Explainer) -> Iterator[_End]:
    """Yield the visible violations on the board with all noted literals."""
    position = walk.vocabulary.position_of(sorted(board.known, key=abs))
    for fault in kind_of(walk.puzzle).visible_violations(walk.puzzle, position):
        proof = explain_violation(walk.what_if, fault, board.known)
        if proof is not None:
            broken, given, because = proof
            yield _End(given, broken, because, fault.rule, fault.cells)


def explain_violation(
    what_if: WhatIf, fault: Violation, known: set[Literal]
) -> tuple[Phrase, tuple[Literal, ...], tuple[Key, ...]] | None:
    """Return a violation, with the known literals and the keys that prove it, or None."""
    reasons = dict(_reasons(what_if, fault))
    cells, fault_cells = what_if.model.vocabulary.cells, set(fault.cells)
    near = [literal for literal in known if fault_cells.issuperset(cells(abs(literal)))]
    rules = [key for key in what_if.reasons if not key[1]]
    for given, keys in product((near, known), (list(reasons), [*reasons, *rules])):
        nearest = sorted(sorted(given, key=abs), key=what_if.distance(fault.cells))
        grounds = what_if.minimal_conflict(nearest, keys)
        if grounds is not None:
            violated = [reason.text for reason in reasons.values() if not reason.clues]
            slots = {"text": fault.text, "code": fault.rule, "cells": fault.cells}
            if violated:
                return say("fault-as", **slots, rule=violated[0]), *grounds
            return say("fault", **slots), *grounds
    return None


def _reasons(what_if: WhatIf, fault: Violation) -> Iterator[tuple[Key, Reason]]:
    """Yield the reasons of the violated rule, and the clues in its cells."""
    for key, reason in what_if.reasons.items():
        rule, cells = key
        is_rule = not cells and rule == fault.rule
        if is_rule or (cells and reason.clues and set(cells) <= set(fault.cells)):
            yield key, reason


def _rephrase_end(
    walk: Explainer, end: _End, steps: Sequence[Step], board: Explainer
) -> _End | None:
    """Return the same contradiction after the rephrased steps, or None if it is gone."""
    if end.last:
        last = steps[-len(end.last) :]
        against = () if len(last) > 1 else (end.against,)
        return replace(
            end, literals=(*(literal for step in last for literal in step.given), *against)
        )
    return next(
        (violation for violation in _broken_rules(walk, board) if violation.rule == end.rule), None
    )


def _build_chain(
    walk: Explainer, supposed: Literal, seen: dict[Literal, Step], end: _End
) -> Chain | None:
    """Build the chain to a contradiction; None unless short, proved, and using the supposition."""
    seen_steps = (*prerequisites(end.literals, seen), *end.last)
    if sum(not step.obvious for step in seen_steps) > _MOST_STEPS:
        return None
    opposite = () if not end.against else (end.against, -end.against)
    again = rephrase(walk, seen_steps, {*end.literals, *opposite}, supposed)
    end_again = again and _rephrase_end(walk, end, *again)
    if again is None or end_again is None:
        return None
    end = end_again
    literals = {*end.literals, *opposite, *(literal for step in again[0] for literal in step.given)}
    steps = [
        step for step in again[0] if not step.obvious or not literals.isdisjoint(step.literals)
    ]
    if supposed not in literals:
        return None
    for step in steps:
        if not walk.what_if.proves(Deduction(step.literals, step.given, step.because, NOTHING)):
            return None
    given, because = grounds(walk, steps, end.literals)
    keys = tuple(dict.fromkeys([*because, *end.because]))
    return Chain(supposed, (), tuple(steps), end, given, keys)


def _split_plain(walk: Explainer, chain: Chain) -> Chain:
    """Separate the first steps of a chain that do not need the supposition."""
    rests = [chain.supposed in step.given for step in chain.steps]
    number = rests.index(True) if True in rests else len(rests)
    plain = chain.steps[:number]
    again = rephrase(walk, plain, {literal for step in plain for literal in step.literals})
    if again is None or _told(plain) != _told(again[0]):
        return chain
    return replace(chain, plain=plain, steps=chain.steps[number:])


def _told(steps: Sequence[Step]) -> list[Phrase]:
    return [step.says for step in steps if not step.obvious]
