"""Wrong marks: which mark of a player cannot be, and the shortest argument a person would give.

First what anyone can see: a rule that is broken already, and whole again without the mark. Then the
techniques, from the right marks alone: a step, or a few, that conclude its opposite, or that lead
from the mark to what cannot be. If none of that shows it soon, the mark is named all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from masume.core.model.model import Literal
from masume.core.model.wording import denied, sentence
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Position
from masume.core.system.limits import LimitReached
from masume.logic.chains import broken_rule, chain
from masume.logic.explainer import Explainer
from masume.logic.short import grounds, obvious_steps, shortest
from masume.logic.step import Stage, Step, as_text, stages
from masume.logic.what_if import NOTHING_SHORT

_LOOKED_AT = 20  # wrong marks of which one may break a rule that anyone sees
_UNNAMED = "", "", 0  # the technique of an argument that is by none alone


@dataclass(frozen=True)
class Marked:
    """A player's board: the right marks, and those of which each goes with them in no solution."""

    position: Position
    right: Sequence[Literal]
    wrong: Sequence[Literal]
    alone: bool  # whether no solution has them, or only none that has the right marks


def wrong_mark(walk: Explainer, board: Marked) -> Step:
    """The opposite of one of the wrong marks, with the shortest argument for it.

    The walk knows what the right marks say, and nothing else.
    """
    try:
        argument = _broken(walk, board) or _refuted(walk, board) or _supposed(walk, board)
        if argument is not None:
            return argument
    except LimitReached:  # a mark that is known to be wrong is told at any time
        if walk.deadline.stopped:
            raise
    mark = board.wrong[0]
    text = f"{_denied(walk, mark, board)}, {NOTHING_SHORT}: take that mark back."
    return Step(*_UNNAMED, (-mark,), (), (), text)


def _denied(walk: Explainer, mark: Literal, board: Marked) -> str:
    text = denied(walk.vocabulary, mark)
    return sentence(text if board.alone else f"{text} with the other marks as they are")


def _first(walk: Explainer, mark: Literal, board: Marked) -> Stage:
    """What an argument against a mark begins with."""
    broken = tuple(walk.vocabulary.cells(abs(mark)))
    return Stage(f"{_denied(walk, mark, board)}.", (mark,), broken=broken)


# A rule that is broken


def _broken(walk: Explainer, board: Marked) -> Step | None:
    """A mark without which a rule would not be broken that anyone can see is."""
    faults = kind_of(walk.puzzle).broken(walk.puzzle, board.position)
    if not faults:
        return None
    for mark in board.wrong[:_LOOKED_AT]:
        walk.deadline.check()
        also = walk.vocabulary.also  # who takes back one bridge of two takes back two as well
        without = [one for one in (*board.right, *board.wrong) if mark not in (one, *also(one))]
        rest = kind_of(walk.puzzle).broken(walk.puzzle, walk.vocabulary.noted(without))
        for fault in faults:
            if all((one.rule, one.cells) != (fault.rule, fault.cells) for one in rest):
                proof = _proof(walk, board, mark, fault)
                if proof is not None:
                    return proof
    return None


def _proof(walk: Explainer, board: Marked, mark: Literal, fault: Violation) -> Step | None:
    """The broken rule as an argument, if the right marks are enough for it."""
    plain = obvious_steps(walk)
    literals = {one for step in plain for one in step.literals}
    proof = broken_rule(walk.what_if, fault, {*board.right, mark, *literals})
    if proof is None:
        return None
    text, given, because = proof
    used = [step for step in plain if not set(given).isdisjoint(step.literals)]
    others, clues = grounds(walk, used, given)
    keys = tuple(dict.fromkeys((*because, *clues)))
    text = f"{_denied(walk, mark, board)}: {text}."
    return Step(*_UNNAMED, (-mark,), others, keys, text, part=fault.cells)


# Techniques that see it


def _refuted(walk: Explainer, board: Marked) -> Step | None:
    steps = shortest(walk, [-mark for mark in board.wrong])
    if not steps:
        return None
    against = set(steps[-1].literals)
    mark = next(mark for mark in board.wrong if -mark in against)
    argument = (_first(walk, mark, board), *stages(steps))
    step = Step(*_UNNAMED, (-mark,), *grounds(walk, steps), as_text(argument), stages=argument)
    part = tuple(cell for one in steps for cell in one.part)
    return replace(step, part=part, walls=steps[-1].walls)


def _supposed(walk: Explainer, board: Marked) -> Step | None:
    """A mark from which a short chain leads to what cannot be."""
    for mark in board.wrong[:_LOOKED_AT]:
        refutation = chain(walk, mark)
        if refutation is not None:
            argument = (_first(walk, mark, board), *refutation.stages(walk))
            proof = refutation.given, refutation.because, as_text(argument)
            step = Step(*_UNNAMED, (-mark,), *proof)
            return replace(step, part=refutation.part, stages=argument)
    return None
