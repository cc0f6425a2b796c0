"""Suppositions as chains of named steps: suppose the opposite, go on as usual, see what breaks.

The techniques look at a board on which the supposition is noted like anything known. What they
conclude holds as far as the supposition does, up to a rule that is broken or something that would
have to be and not to be. Of all that was concluded only the steps are kept that lead there, and
each of them is proved again by the exact engine: on a board that cannot be, a technique may see
what is not there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from masume.core.model.model import Literal, Reason
from masume.core.model.wording import said
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.technique import Deduction, Key
from masume.logic.short import EASIER, before, grounds, looked, retold
from masume.logic.step import Stage, Step, numbers, stages
from masume.logic.what_if import WhatIf

if TYPE_CHECKING:
    from masume.logic.explainer import Explainer

_ROUNDS = 6
_MOST_STEPS = 8  # a longer chain nobody follows


@dataclass(frozen=True)
class Chain:
    """What follows from a supposition, step by step, and what breaks in the end."""

    supposed: Literal
    plain: tuple[Step, ...]  # what can be seen without the supposition
    steps: tuple[Step, ...]
    end: _End
    given: tuple[Literal, ...]  # what was known and is needed
    because: tuple[Key, ...]

    @property
    def part(self) -> tuple[Cell, ...]:
        """What would be cut off in one of its steps, and where a rule breaks in the end."""
        return tuple(sorted({*self.end.part, *(one for step in self.steps for one in step.part)}))

    @property
    def size(self) -> tuple[int, int]:
        """How much there is to follow."""
        return len(self.plain) + len(self.steps), len(self.given) + len(self.because)

    def stages(self, walk: Explainer) -> tuple[Stage, ...]:
        """The chain sentence by sentence, its steps numbered if there are several."""
        words, steps, supposed = walk.vocabulary, (*self.plain, *self.steps), self.supposed
        sentences = stages(steps) if steps else []
        before = sum(not step.obvious for step in self.plain)
        then = [replace(stage, noted=(*stage.noted, supposed)) for stage in sentences[before:]]
        seen = tuple(one for step in self.plain for one in step.literals)
        all_noted = (*(one for step in steps for one in step.literals), supposed)
        end = self.end.text or self._against(walk, steps)
        against = abs(self.end.against)
        broken = words.cells(against) if against else self.end.part
        return (
            *sentences[:before],
            Stage(f"Suppose {said(words, supposed)}.", seen, (supposed,)),
            *then,
            Stage(
                f"But {end}. So {said(words, -supposed)}.",
                all_noted,
                given=self.end.literals,
                because=self.end.because,
                broken=tuple(broken),
            ),
        )

    def _against(self, walk: Explainer, steps: tuple[Step, ...]) -> str:
        """Of what would have to be and not to be: that which does not come last."""
        holds = self.end.against
        holds = holds if -holds in steps[-1].literals else -holds
        each = zip(numbers(steps), steps, strict=True)
        by = [number for number, step in each if number and holds in step.literals]
        return f"{said(walk.vocabulary, holds)} {f'by ({by[0]})' if by else 'already'}"


@dataclass(frozen=True)
class _End:
    """What breaks, and what it rests on."""

    literals: tuple[Literal, ...]
    text: str = ""
    because: tuple[Key, ...] = ()
    rule: str = ""  # that is broken
    part: tuple[Cell, ...] = ()  # where
    against: Literal = 0  # what holds by now, and of which the last step concludes the opposite
    last: tuple[Step, ...] = ()


def chain(walk: Explainer, supposed: Literal, levels: Collection[int] = EASIER) -> Chain | None:
    """Why something cannot be, from what a walk knows; None if no short chain shows it.

    Its steps are by techniques of these levels.
    """
    board = walk.branch(supposed)
    seen: dict[Literal, Step] = {}
    for _ in range(_ROUNDS):
        steps = list(looked(board, levels))
        ends = [*_broken(walk, board), *_clashes(board, steps)]
        short = [one for end in ends if (one := _chain(walk, supposed, seen, end)) is not None]
        if short:
            return _parted(walk, min(short, key=lambda one: one.size))
        for step in steps:
            for literal in step.literals:
                if -literal not in seen:
                    seen.setdefault(literal, step)
        if not steps:
            break
        board.learn(one for step in steps for one in step.literals if seen.get(one) is step)
    return None


def _clashes(board: Explainer, steps: list[Step]) -> Iterator[_End]:
    """Steps that conclude the opposite of what is noted, or of each other."""
    new = {literal: step for step in reversed(steps) for literal in step.literals}
    for literal, step in new.items():
        if -literal in board.known:
            yield _End((*step.given, -literal), against=-literal, last=(step,))
        elif literal > 0 and -literal in new:
            other = new[-literal]
            grounds = (*step.given, *other.given)
            yield _End(grounds, against=-literal, last=(other, step))


def _broken(walk: Explainer, board: Explainer) -> Iterator[_End]:
    """Rules that anyone sees broken on the board as it is noted."""
    position = walk.vocabulary.noted(sorted(board.known, key=abs))
    for fault in kind_of(walk.puzzle).broken(walk.puzzle, position):
        proof = broken_rule(walk.what_if, fault, board.known)
        if proof is not None:
            text, given, because = proof
            yield _End(given, text, because, fault.rule, fault.cells)


def broken_rule(
    what_if: WhatIf, fault: Violation, known: set[Literal]
) -> tuple[str, tuple[Literal, ...], tuple[Key, ...]] | None:
    """A broken rule in words, and of what is known and of clues and rules what breaks it."""
    reasons = dict(_reasons(what_if, fault))
    cells, here = what_if.model.vocabulary.cells, set(fault.cells)
    near = [one for one in known if here.issuperset(cells(abs(one)))]
    rules = [key for key in what_if.reasons if not key[1]]
    for given, keys in product((near, known), (list(reasons), [*reasons, *rules])):
        nearest = sorted(sorted(given, key=abs), key=what_if.distance(fault.cells))
        grounds = what_if.contradicting(nearest, keys)
        if grounds is not None:
            rule = next((f", and {one.text}" for one in reasons.values() if not one.clues), "")
            return fault.text + rule, *grounds
    return None


def _reasons(what_if: WhatIf, fault: Violation) -> Iterator[tuple[Key, Reason]]:
    """The rule that is broken, or the clues that are."""
    for key, reason in what_if.reasons.items():
        rule, cells = key
        is_rule = not cells and rule == fault.rule
        if is_rule or (cells and reason.clues and set(cells) <= set(fault.cells)):
            yield key, reason


def _retold(walk: Explainer, end: _End, steps: Sequence[Step], board: Explainer) -> _End | None:
    """The same end after the steps that lead there, and no others."""
    if end.last:
        last = steps[-len(end.last) :]
        against = () if len(last) > 1 else (end.against,)
        return replace(end, literals=(*(one for step in last for one in step.given), *against))
    return next((one for one in _broken(walk, board) if one.rule == end.rule), None)


def _chain(
    walk: Explainer, supposed: Literal, seen: dict[Literal, Step], end: _End
) -> Chain | None:
    """The steps to an end, if they are few, all proved, and rest on the supposition."""
    seen_steps = (*before(end.literals, seen), *end.last)
    if sum(not step.obvious for step in seen_steps) > _MOST_STEPS:
        return None
    opposite = () if not end.against else (end.against, -end.against)
    again = retold(walk, seen_steps, {*end.literals, *opposite}, supposed)
    end_again = again and _retold(walk, end, *again)
    if again is None or end_again is None:
        return None
    end = end_again
    literals = {*end.literals, *opposite, *(one for step in again[0] for one in step.given)}
    steps = [one for one in again[0] if not one.obvious or not literals.isdisjoint(one.literals)]
    if supposed not in literals:
        return None
    for step in steps:
        if not walk.what_if.proves(Deduction(step.literals, step.given, step.because, "")):
            return None
    given, because = grounds(walk, steps, end.literals)
    keys = tuple(dict.fromkeys([*because, *end.because]))
    return Chain(supposed, (), tuple(steps), end, given, keys)


def _parted(walk: Explainer, chain: Chain) -> Chain:
    """The same with those of its first steps apart that need no supposition, nor speak of it."""
    rests = [chain.supposed in step.given for step in chain.steps]
    number = rests.index(True) if True in rests else len(rests)
    plain = chain.steps[:number]
    again = retold(walk, plain, {one for step in plain for one in step.literals})
    words = {one.text for one in plain if not one.obvious}
    if again is None or words != {one.text for one in again[0] if not one.obvious}:
        return chain
    return replace(chain, plain=plain, steps=chain.steps[number:])
