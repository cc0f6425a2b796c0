"""Find a wrong mark of a player, and the shortest argument against it.

Three kinds of arguments are tried in turn: a visible violation that disappears without the mark;
steps from the right marks alone that conclude its opposite; and a chain from the mark to a
contradiction. If none of them is short enough, the mark is named without an argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from masume.core.model.model import Literal
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Position
from masume.core.puzzle.words import NOTHING, Phrase, say
from masume.core.system.limits import LimitReached
from masume.logic.chains import explain_violation, find_chain
from masume.logic.explainer import Explainer
from masume.logic.short import grounds, obvious_steps, shortest_argument
from masume.logic.step import Stage, Step, argument_stages

_LOOKED_AT = 20  # wrong marks that are examined
_UNNAMED = "", "", 0  # name, title and level of an argument without a single technique


@dataclass(frozen=True)
class MarkedBoard:
    """A player's board: the right marks, and the marks that contradict them."""

    position: Position
    right: Sequence[Literal]
    wrong: Sequence[Literal]
    alone: bool  # whether they are wrong in every solution, not only in those with the right marks


def refute_mark(walk: Explainer, board: MarkedBoard) -> Step:
    """Return a step to the opposite of one of the wrong marks, with the shortest argument.

    The walk must know the right marks and nothing else.
    """
    try:
        argument = (
            _refute_by_broken_rule(walk, board)
            or _refute_by_techniques(walk, board)
            or _refute_by_chain(walk, board)
        )
        if argument is not None:
            return argument
    except LimitReached:  # the mark is known to be wrong, even without an argument
        if walk.deadline.stopped:
            raise
    mark = board.wrong[0]
    says = say("wrong-only", denied=_denial(walk, mark, board))
    return Step(*_UNNAMED, (-mark,), (), (), says, words=walk.words)


def _denial(walk: Explainer, mark: Literal, board: MarkedBoard) -> Phrase:
    key = "denied" if board.alone else "denied-here"
    return say(key, mark=walk.vocabulary.statement(mark))


def _first_stage(walk: Explainer, mark: Literal, board: MarkedBoard) -> Stage:
    """Return the first sentence of an argument against a mark."""
    broken = tuple(walk.vocabulary.cells(abs(mark)))
    says = say("wrong", denied=_denial(walk, mark, board))
    return Stage(says, walk.words, (mark,), broken=broken)


# Visible violations


def _refute_by_broken_rule(walk: Explainer, board: MarkedBoard) -> Step | None:
    """Return an argument from a visible violation that disappears without a mark, or None."""
    faults = kind_of(walk.puzzle).visible_violations(walk.puzzle, board.position)
    if not faults:
        return None
    for mark in board.wrong[:_LOOKED_AT]:
        walk.deadline.check()
        # Two bridges imply one, so without one both are gone.
        implications = walk.vocabulary.implied_literals
        others = (*board.right, *board.wrong)
        without = [other for other in others if mark not in (other, *implications(other))]
        position = walk.vocabulary.position_of(without)
        rest = kind_of(walk.puzzle).visible_violations(walk.puzzle, position)
        for fault in faults:
            if all((left.rule, left.cells) != (fault.rule, fault.cells) for left in rest):
                proof = _broken_rule_step(walk, board, mark, fault)
                if proof is not None:
                    return proof
    return None


def _broken_rule_step(
    walk: Explainer, board: MarkedBoard, mark: Literal, fault: Violation
) -> Step | None:
    """Return the violation as an argument, or None if the right marks do not suffice for it."""
    plain = obvious_steps(walk)
    literals = {literal for step in plain for literal in step.literals}
    proof = explain_violation(walk.what_if, fault, {*board.right, mark, *literals})
    if proof is None:
        return None
    broken, given, because = proof
    used = [step for step in plain if not set(given).isdisjoint(step.literals)]
    others, clues = grounds(walk, used, given)
    keys = tuple(dict.fromkeys((*because, *clues)))
    says = say("wrong-broken", denied=_denial(walk, mark, board), fault=broken)
    step = *_UNNAMED, (-mark,), others, keys, says
    return Step(*step, part=fault.cells, words=walk.words)


# Techniques


def _refute_by_techniques(walk: Explainer, board: MarkedBoard) -> Step | None:
    """Return the shortest argument of named steps against a wrong mark, or None."""
    steps = shortest_argument(walk, [-mark for mark in board.wrong])
    if not steps:
        return None
    against = set(steps[-1].literals)
    mark = next(mark for mark in board.wrong if -mark in against)
    argument = (_first_stage(walk, mark, board), *argument_stages(steps))
    proof = *grounds(walk, steps), NOTHING
    part = tuple(cell for used in steps for cell in used.part)
    walls = steps[-1].walls
    return Step(*_UNNAMED, (-mark,), *proof, part=part, walls=walls, stages=argument)


def _refute_by_chain(walk: Explainer, board: MarkedBoard) -> Step | None:
    """Return an argument by a short chain from a mark to a contradiction, or None."""
    for mark in board.wrong[:_LOOKED_AT]:
        refutation = find_chain(walk, mark)
        if refutation is not None:
            argument = (_first_stage(walk, mark, board), *refutation.stages(walk))
            proof = refutation.given, refutation.because, NOTHING
            return Step(*_UNNAMED, (-mark,), *proof, part=refutation.part, stages=argument)
    return None
