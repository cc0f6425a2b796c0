"""Explain why a cell, or a link between two cells, must be what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.puzzle import Answer, Puzzle
from masume.core.puzzle.words import NOTHING, BoardWords, say
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.core.text.blocks import parse_cell
from masume.errors import ParseError
from masume.formats.inputs import marks_of, puzzle_of
from masume.formats.plain import Board
from masume.logic.advice import Advice, Hint, HintOutcome
from masume.logic.chains import find_chain
from masume.logic.explainer import EXTREME, WHAT_IF, WHAT_IF_TITLE, Explainer
from masume.logic.short import EASIER, grounds, short_arguments
from masume.logic.step import Step, argument_stages

_OTHERS = 2  # other arguments that are returned
_LEFT_OUT = 3  # wrong marks that are named


def why(
    board: Board | Puzzle,
    about: str,
    position: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Hint:
    """Return the shortest argument for a cell (`r3c4`) or a link between two (`r1c1-r1c5`).

    The argument rests on the marks made so far, except wrong ones and those on the same cell.

    >>> from masume import load
    >>> why(load("hitori/first"), "r3c4").text
    'If r3c4 were black, the 3s at r2c4 and r4c4 would both be white. So r3c4 is white.'
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    marked = marks_of(puzzle, position)
    try:
        advice = Advice(puzzle, marked, deadline)
        return _Question(advice, _variables(advice.vocabulary, puzzle, about), about).answer()
    except LimitReached as reached:
        text = f"no reason was found in time ({reached})"
        return Hint(HintOutcome.LIMIT, text, puzzle=puzzle, stopped=reached.stopped)


def _variables(vocabulary: Vocabulary, puzzle: Puzzle, about: str) -> list[int]:
    """Return the variables of a cell or a link."""
    ends = [parse_cell(name, puzzle.rows, puzzle.cols) for name in about.split("-")]
    cells = {n: tuple(vocabulary.cells(n)) for n in range(1, vocabulary.shown + 1)}
    if len(ends) == 1:
        alone = [variable for variable, places in cells.items() if places == (ends[0],)]
        variables = alone or [variable for variable, places in cells.items() if ends[0] in places]
    else:
        ends.sort()
        variables = [
            variable
            for variable, places in cells.items()
            if ends == sorted({places[0], places[-1]})
        ]
    if not variables:
        raise ParseError(f"{about} has nothing to explain on this board")
    return variables


class _Question:
    """A question about some variables of a player's board."""

    def __init__(self, advice: Advice, variables: list[int], about: str) -> None:
        self.advice, self.about = advice, about
        self.variables = set(variables)
        self.words = advice.vocabulary

    def answer(self) -> Hint:
        """Return a hint that explains the variables, or why nothing is certain."""
        puzzle, bare = self.advice.puzzle, self.advice.bare
        if not bare.solvable:
            return Hint(HintOutcome.UNSOLVABLE, "This board has no solution.", puzzle=puzzle)
        others = [mark for mark in self.advice.marks if abs(mark) not in self.variables]
        wrong = [mark for mark in others if -mark in bare.goal]
        walk = Explainer(
            puzzle, deadline=bare.deadline, assumed=[mark for mark in others if mark not in wrong]
        )
        if not walk.solvable:  # each of these marks may be right alone, but not together
            walk, wrong = Explainer(puzzle, deadline=bare.deadline), others
        wanted = sorted(
            (literal for literal in walk.goal if abs(literal) in self.variables), key=abs
        )
        if not wanted:
            text = f"Nothing is certain about {self.about}: there are several solutions."
            return Hint(HintOutcome.OPEN, text, before=self.advice.position, puzzle=puzzle)
        return self._explain(walk, wanted, wrong)

    def _explain(self, walk: Explainer, wanted: list[Literal], wrong: Sequence[Literal]) -> Hint:
        """Return the first argument as a hint, with alternatives in `others`."""
        given = [literal for literal in wanted if literal in self.words.printed()]
        steps = [_printed_step(walk, given)] if given else []
        steps = steps or [
            _join_steps(walk, argument, wanted) for argument in short_arguments(walk, wanted)
        ]
        if not steps:
            step = self._find_chain_step(walk, wanted)
            holds = tuple(map(self.words.statement, wanted))
            says = say("nothing-short", holds=holds)
            unproved = Step("", "", 0, tuple(wanted), (), (), says, words=walk.words)
            steps = [step or unproved]
        first, *rest = steps
        hint = self.advice.to_hint(HintOutcome.STEP, first, walk, walk.known)
        kinds = {_kind_of(first): first}
        for step in rest:
            kinds.setdefault(_kind_of(step), step)
        _, *others = list(kinds.values())[: _OTHERS + 1]
        to_hint = self.advice.to_hint
        return replace(
            hint,
            text=f"{self._left_out(walk.words, wrong)}{first.text}",
            alternatives=tuple(
                to_hint(HintOutcome.STEP, step, walk, walk.known) for step in others
            ),
        )

    def _find_chain_step(self, walk: Explainer, wanted: list[Literal]) -> Step | None:
        """Return a what-if step for a literal, by easier chains first, or None."""
        for levels, literal in product((EASIER, range(EXTREME)), wanted):
            refutation = find_chain(walk, -literal, levels)
            if refutation is not None:
                argument = refutation.stages(walk)
                proof = refutation.given, refutation.because, NOTHING
                step = Step(WHAT_IF, WHAT_IF_TITLE, EXTREME, (literal,), *proof)
                return replace(step, part=refutation.part, stages=argument)
        return None

    def _left_out(self, words: BoardWords, wrong: Sequence[Literal]) -> str:
        """Return a sentence that names the wrong marks; empty if there are none."""
        if not wrong:
            return ""
        more = len(wrong) - _LEFT_OUT
        key = "left-out" if len(wrong) == 1 else "left-out-several"
        marks = tuple(map(self.words.statement, wrong[:_LEFT_OUT]))
        says = say("left-out-many" if more > 0 else key, marks=marks, more=more)
        return f"{words.text(says)} "


def _kind_of(step: Step) -> frozenset[str]:
    """Return the sentences that an argument is made of; alternatives differ in them."""
    if step.chain:
        return frozenset(["a supposition"])
    return frozenset(phrase.template.partition("-")[0] for phrase in step.phrases)


def _printed_step(walk: Explainer, given: Sequence[Literal]) -> Step:
    """Return a step that repeats what the bare board shows."""
    cells = {cell for literal in given for cell in walk.vocabulary.cells(abs(literal))}
    reasons = walk.what_if.reasons.items()
    keys = [key for key, reason in reasons if reason.clues and cells.issuperset(reason.cells)]
    says = say("printed", holds=tuple(map(walk.vocabulary.statement, given)))
    return Step("", "", 0, tuple(given), (), tuple(keys), says, words=walk.words)


def _join_steps(walk: Explainer, steps: Sequence[Step], wanted: Sequence[Literal]) -> Step:
    """Combine steps into one that concludes the wanted literals."""
    last = steps[-1]
    given, because = grounds(walk, steps)
    level = max(step.level for step in steps)
    literals = tuple(literal for literal in wanted if literal in last.literals)
    argument = tuple(argument_stages(steps))
    names = last.technique, last.title, level
    if len(argument) == 1:
        step = Step(*names, literals, given, because, argument[0].says, words=walk.words)
        return replace(step, part=last.part, walls=last.walls, chain=last.chain)
    step = Step(*names, literals, given, because, NOTHING)
    part = tuple(cell for step in steps for cell in step.part)
    return replace(step, part=part, stages=argument)
