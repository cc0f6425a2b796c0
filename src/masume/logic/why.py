"""why: the shortest argument for what a cell, or a link, must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from masume.core.model.model import Literal, Vocabulary
from masume.core.model.wording import said, sentence, sentences
from masume.core.puzzle.puzzle import Answer, Puzzle
from masume.core.puzzle.technique import listed
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.core.text.blocks import parse_cell
from masume.errors import ParseError
from masume.formats.inputs import marks_of, puzzle_of
from masume.formats.plain import Board
from masume.logic.advice import Advice, Hint, Told
from masume.logic.chains import chain
from masume.logic.explainer import EXTREME, WHAT_IF, WHAT_IF_TITLE, Explainer
from masume.logic.short import EASIER, arguments, grounds
from masume.logic.step import Step, as_text, stages
from masume.logic.what_if import NOTHING_SHORT

_OTHERS = 2  # other arguments that are told
_LEFT_OUT = 3  # wrong marks that are named


def why(
    board: Board | Puzzle,
    about: str,
    position: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Hint:
    """Why a cell (`r3c4`), or a link between two (`r1c1-r1c5`), must be what it is.

    The argument rests on the marks made so far, but for those that are about the same or wrong.

    >>> from masume import load
    >>> why(load("hitori/first"), "r1c1").text
    'One of the 1s side by side at r1c2 and r1c3 is white, so the 1 at r1c1 is black.'
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    marked = marks_of(puzzle, position)
    try:
        advice = Advice(puzzle, marked, deadline)
        return _Question(advice, _variables(advice.vocabulary, puzzle, about), about).answer()
    except LimitReached as reached:
        text = f"no reason was found in time ({reached})"
        return Hint(Told.LIMIT, text, puzzle=puzzle, stopped=reached.stopped)


def _variables(vocabulary: Vocabulary, puzzle: Puzzle, about: str) -> list[int]:
    """What can be said of a cell or a link."""
    ends = [parse_cell(name, puzzle.rows, puzzle.cols) for name in about.split("-")]
    cells = {one: tuple(vocabulary.cells(one)) for one in range(1, vocabulary.shown + 1)}
    if len(ends) == 1:
        alone = [one for one, here in cells.items() if here == (ends[0],)]
        variables = alone or [one for one, here in cells.items() if ends[0] in here]
    else:
        ends.sort()
        variables = [one for one, here in cells.items() if ends == sorted({here[0], here[-1]})]
    if not variables:
        raise ParseError(f"there is nothing to find out about {about} on this board")
    return variables


class _Question:
    """What is asked, on a player's board."""

    def __init__(self, advice: Advice, variables: list[int], about: str) -> None:
        self.advice, self.about = advice, about
        self.variables = set(variables)
        self.words = advice.vocabulary

    def answer(self) -> Hint:
        puzzle, bare = self.advice.puzzle, self.advice.bare
        if not bare.solvable:
            return Hint(Told.UNSOLVABLE, "This board has no solution.", puzzle=puzzle)
        others = [one for one in self.advice.marks if abs(one) not in self.variables]
        wrong = [one for one in others if -one in bare.goal]
        walk = Explainer(
            puzzle, deadline=bare.deadline, assumed=[one for one in others if one not in wrong]
        )
        if not walk.solvable:  # on a board with several solutions; each by itself might be right
            walk, wrong = Explainer(puzzle, deadline=bare.deadline), others
        wanted = sorted((one for one in walk.goal if abs(one) in self.variables), key=abs)
        if not wanted:
            text = f"Nothing is certain about {self.about}: there are several solutions."
            return Hint(Told.OPEN, text, before=self.advice.position, puzzle=puzzle)
        return self._argued(walk, wanted, wrong)

    def _argued(self, walk: Explainer, wanted: list[Literal], wrong: Sequence[Literal]) -> Hint:
        steps = [_joined(walk, one, wanted) for one in arguments(walk, wanted)]
        if not steps:
            step = self._supposed(walk, wanted)
            holds = listed([said(self.words, one) for one in wanted])
            step = step or Step(
                "", "", 0, tuple(wanted), (), (), f"{sentence(holds)}, {NOTHING_SHORT}."
            )
            steps = [step]
        first, *rest = steps
        hint = self.advice.hint_of(Told.STEP, first, walk, walk.known)
        texts = dict.fromkeys(one.text for one in rest if one.text != first.text)
        return replace(
            hint, text=f"{self._without(wrong)}{first.text}", others=tuple(texts)[:_OTHERS]
        )

    def _supposed(self, walk: Explainer, wanted: list[Literal]) -> Step | None:
        for levels, literal in product((EASIER, range(EXTREME)), wanted):
            refutation = chain(walk, -literal, levels)
            if refutation is not None:
                argument = refutation.stages(walk)
                proof = refutation.given, refutation.because, as_text(argument)
                step = Step(WHAT_IF, WHAT_IF_TITLE, EXTREME, (literal,), *proof)
                return replace(step, part=refutation.part, stages=argument)
        return None

    def _without(self, wrong: Sequence[Literal]) -> str:
        if not wrong:
            return ""
        words = self.words
        some = sentences(map(words.statement, wrong[:_LEFT_OUT]), words.grid.name)
        if len(wrong) == 1:
            return f"The mark that {some[0]} is wrong, so it is left out here. "
        more = f", and {len(wrong) - _LEFT_OUT} more," if len(wrong) > _LEFT_OUT else ""
        return f"The marks that {listed(some)}{more} are wrong, so they are left out here. "


def _joined(walk: Explainer, steps: Sequence[Step], wanted: Sequence[Literal]) -> Step:
    """Some steps as one, which concludes what is wanted."""
    last = steps[-1]
    given, because = grounds(walk, steps)
    level = max(step.level for step in steps)
    literals = tuple(one for one in wanted if one in last.literals)
    argument = tuple(stages(steps))
    step = Step(last.technique, last.title, level, literals, given, because, as_text(argument))
    if len(argument) == 1:
        return replace(step, part=last.part, walls=last.walls, chain=last.chain)
    part = tuple(cell for step in steps for cell in step.part)
    return replace(step, part=part, stages=argument)
