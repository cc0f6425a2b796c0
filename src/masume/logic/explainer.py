"""The way of a person through a board: named techniques, easiest first, and then "what if".

Techniques of the lowest level are used wherever they fit before the board is looked at again;
after any other step the easy ones get their chance first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import islice

from masume.api.exact import MOST_SOLVED
from masume.core.model.model import Literal, Model, Vocabulary
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle, refuse_larger
from masume.core.puzzle.technique import LEVELS, Deduction, Logic, Technique
from masume.core.system.limits import Deadline
from masume.errors import NotApplicable
from masume.exact.answers import certain
from masume.logic.chains import chain
from masume.logic.models import kept_model
from masume.logic.short import EASIER, PLAIN
from masume.logic.step import Stage, Step, as_text
from masume.logic.what_if import WhatIf

WHAT_IF = "what-if"
WHAT_IF_TITLE = "suppose the opposite and find what breaks"
_SUPPOSED = 12  # suppositions of which the one with the shortest chain is told
_LOOKED_AT = 8  # steps by one technique, of which the nearest is taken
HARD = LEVELS.index("hard")
EXTREME = LEVELS.index("extreme")  # what takes more than any technique with a name


_SUPPOSING = Technique(WHAT_IF, WHAT_IF_TITLE, EXTREME, "", lambda _: iter(()))


def logic_of(puzzle: Puzzle) -> Logic:
    """The techniques for a board, if there are any and it is not too large."""
    kind = kind_of(puzzle)
    if kind.logic is None:
        raise NotApplicable(f"{kind.name} has no techniques to explain it with")
    refuse_larger(puzzle, MOST_SOLVED, "explain")  # before notes are made, which takes long
    logic: Logic = kind.logic()
    return logic


class Explainer:
    """Walks through a board, and knows what is known so far."""

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        deadline: Deadline | None = None,
        assumed: Iterable[Literal] = (),
        tidy: bool = False,
    ) -> None:
        self.puzzle = puzzle
        self._grid = puzzle.grid
        self.tidy = tidy  # whether a step should be near the one before, which takes more time
        self._last: Cell = 0
        self._steps = 0  # of a tidy walk,
        self._when: dict[Literal, int] = {}  # and by which of them something became known
        self.deadline = deadline or Deadline(None)
        logic = logic_of(puzzle)
        self.techniques: tuple[Technique, ...] = logic.techniques
        self.notes = logic.notes(puzzle)
        self.notes.check_cancel = self.deadline.check
        self.known: set[Literal] = set()
        self._assumed = tuple(assumed)
        self.learn(self._assumed)

    @cached_property
    def _model(self) -> Model:
        return kept_model(self.puzzle, self.deadline)

    @property
    def vocabulary(self) -> Vocabulary:
        """What the literals mean."""
        return self._model.vocabulary

    @cached_property
    def _certain(self) -> set[Literal] | None:
        return certain(self._model, self.deadline, self._assumed)

    @property
    def solvable(self) -> bool:
        """Whether any solution fits the marks."""
        return self._certain is not None

    @property
    def goal(self) -> set[Literal]:
        """All that can be known: what holds in every solution that fits the marks."""
        return self._certain or set()

    @cached_property
    def what_if(self) -> WhatIf:
        """The engine behind the techniques; it is made when they fail for the first time."""
        return WhatIf(self.puzzle, self.deadline)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to find."""
        return self.goal <= self.known

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take something as known."""
        literals = tuple(literals)
        self.known.update(literals)
        self.notes.learn(literals)

    def branch(self, *supposed: Literal) -> Explainer:
        """A walk from here on notes of its own, with something supposed."""
        other = copy(self)
        other.notes = self.notes.copy()
        other.known = set(self.known)
        other.learn(supposed)
        return other

    def named(self, below: int = len(LEVELS)) -> Iterator[Step]:
        """Steps by named techniques of levels below that, until none of them fits."""
        fits = [one for one in self.techniques if one.level < below]
        easy = [one for one in fits if not one.level] if self.tidy else []
        while True:
            if easy:
                yield from self._in_order(easy)
            for technique in fits[len(easy) :]:
                self.deadline.check()
                if technique.level >= HARD and self.finished:
                    return  # what takes long would be looked for in vain
                has_step = False
                for deduction in self._seen_by(technique):
                    self.deadline.check()
                    if has_step and not self.known.isdisjoint(deduction.literals):
                        continue  # its words are of the board before; it comes again, with others
                    step = self._taken(technique, deduction)
                    if step is not None:
                        yield step
                        has_step = True
                        if technique.level:
                            break
                if has_step:
                    break
            else:
                return

    def _in_order(self, easy: Sequence[Technique]) -> Iterator[Step]:
        """Easy steps, one consequence followed to its end before the next is begun."""
        groups: dict[int, list[Technique]] = {}  # automatic ones before all others
        for technique in easy:
            groups.setdefault(-1 if technique.auto else technique.rank, []).append(technique)
        while True:
            each = (self._next(groups[rank]) for rank in sorted(groups))
            best = next((one for one in each if one is not None), None)
            if best is None:
                return
            step = self._taken(*best)
            assert step is not None
            yield step

    def _next(self, techniques: Sequence[Technique]) -> tuple[Technique, Deduction] | None:
        """What rests on the last step, or else on the one before; of several the nearest."""
        best = None
        newest = least = 0
        known, step_of = self.known, self._when
        for technique in techniques:
            self.deadline.check()
            for deduction in technique.find(self.notes):
                if known.issuperset(deduction.literals):
                    continue
                latest = 0
                for literal in deduction.given:
                    latest = max(latest, step_of.get(literal, 0))
                if best is not None and latest < newest:
                    continue
                distance = self._distance(deduction)
                if best is None or latest > newest or distance < least:
                    best, newest, least = (technique, deduction), latest, distance
            if best is not None and newest == self._steps:
                break  # the other techniques see nothing that rests on a later one
        return best

    def _seen_by(self, technique: Technique) -> Iterator[Deduction]:
        """What a technique sees; on a tidy walk the nearest to the last step first."""
        deductions = technique.find(self.notes)
        if not self.tidy:
            yield from deductions
            return
        some = list(islice(deductions, _LOOKED_AT))
        while some:
            nearest = min(some, key=self._distance)
            some.remove(nearest)
            yield nearest

    def _distance(self, deduction: Deduction) -> int:
        return self._grid.distance(self._cell(deduction.literals), self._last)

    def _cell(self, literals: Iterable[Literal]) -> Cell:
        return min(cell for one in literals for cell in self.vocabulary.cells(abs(one)))

    def steps(self, below: int = len(LEVELS)) -> Iterator[Step]:
        """All steps to the end, or until one of that level or higher would be needed."""
        while True:
            yield from self.named(below)
            if self.finished or below <= EXTREME:
                return
            supposition = self._supposition()
            if supposition is None:
                return
            deduction, argument = supposition
            step = self._taken(_SUPPOSING, deduction)
            assert step is not None
            yield replace(step, stages=argument)

    def _supposition(self) -> tuple[Deduction, tuple[Stage, ...]] | None:
        """Something that is refuted by a short chain of steps, or else by the fewest reasons."""
        easy = self.what_if.easy(self.known, self.goal - self.known)
        for levels, most in ((EASIER, _SUPPOSED), (PLAIN, _SUPPOSED // 3)):
            chains = [chain(self, -literal, levels) for literal in easy[:most]]
            short = [one for one in chains if one is not None]
            if short:
                break
        else:
            deduction = self.what_if.easiest(self.known, easy)
            return None if deduction is None else (deduction, ())
        best = min(short, key=lambda one: one.size)
        argument = best.stages(self)
        proof = best.given, best.because, as_text(argument)
        return Deduction((-best.supposed,), *proof, best.part), argument

    def _taken(self, technique: Technique, deduction: Deduction) -> Step | None:
        new = tuple(one for one in deduction.literals if one not in self.known)
        if not new:
            return None
        step = Step.of(technique, new, deduction)  # in the words of the board before it
        self.learn(new)
        if self.tidy:
            self._last = self._cell(new)
            self._steps += 1
            self._when.update(dict.fromkeys(new, self._steps))
        return step
