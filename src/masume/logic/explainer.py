"""Solve a board as a person does: named techniques, easiest first, then suppositions.

Techniques of the lowest level are applied wherever they fit; after any other step the techniques
are tried again from the easiest on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, cast

from masume.api.exact import MOST_SOLVED
from masume.core.model.model import Literal, Model, Vocabulary
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle, ensure_size
from masume.core.puzzle.technique import LEVELS, Deduction, Logic, Rule, Technique, count_steps
from masume.core.puzzle.words import NOTHING, BoardWords
from masume.core.system.limits import Deadline
from masume.errors import NotApplicable
from masume.exact.answers import backbone
from masume.logic.chains import find_chain
from masume.logic.models import cached_model
from masume.logic.short import EASIER, PLAIN
from masume.logic.step import Stage, Step
from masume.logic.what_if import WhatIf

if TYPE_CHECKING:
    from masume.core.puzzle.technique import Knowledge

WHAT_IF = "what-if"
WHAT_IF_TITLE = "suppose the opposite and find what breaks"
_MAX_CHAINS = 12  # suppositions from which the one with the shortest chain is chosen
_MAX_REPLAYED = 4000  # cells of all boards that are walked again to plan hard steps
_MAX_COMPARED = 8  # deductions of one technique from which the nearest is chosen
HARD = LEVELS.index("hard")
EXTREME = LEVELS.index("extreme")  # steps beyond all named techniques


_SUPPOSING = Technique(WHAT_IF, WHAT_IF_TITLE, EXTREME, "", lambda _: iter(()))


def logic_of(puzzle: Puzzle) -> Logic:
    """Return the techniques for a board; raise NotApplicable if it has none or is too large."""
    kind = kind_of(puzzle)
    if kind.logic is None:
        raise NotApplicable(f"{kind.name} has no techniques to explain it with")
    ensure_size(puzzle, MOST_SOLVED, "explain")  # creating notes of a large board takes long
    logic: Logic = kind.logic()
    return logic


class Explainer:
    """A walk through a board: what is known so far, and the steps that follow from it.

    A `tidy` walk prefers hard steps that enable many easier ones, and otherwise steps close to the
    previous one, as a person does; this is slower. It drops hard steps that the
    other ones make easy.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        deadline: Deadline | None = None,
        assumed: Iterable[Literal] = (),
        tidy: bool = False,
        uniqueness: bool = False,
    ) -> None:
        self.puzzle = puzzle
        self._grid = puzzle.grid
        self.tidy = tidy
        self._last: Cell = 0  # of the previous step of a tidy walk
        self._steps = 0  # taken on a tidy walk
        self._plan: list[Step] | None = None  # the hard steps of a tidy walk, once they are needed
        self._when: dict[Literal, int] = {}  # the step by which a literal became known
        self.deadline = deadline or Deadline(None)
        logic = self._logic = logic_of(puzzle)
        self.techniques: tuple[Technique | Rule, ...] = logic.techniques
        self.words = BoardWords(logic.words, puzzle)
        self.notes = logic.notes(puzzle)
        self.notes.check_cancel = self.deadline.check
        self.known: set[Literal] = set()
        self._assumed = tuple(assumed)
        words = kind_of(puzzle).vocabulary
        self._closure = words(puzzle).closure if words else list
        self.learn(self._assumed)
        if uniqueness:
            self._argue_by_uniqueness(logic)

    def _argue_by_uniqueness(self, logic: Logic) -> None:
        """Add the techniques that are valid because the bare board has only one solution."""
        if not logic.by_uniqueness:
            raise NotApplicable(f"{kind_of(self.puzzle).name} has no arguments by uniqueness")
        certain = backbone(self._model, self.deadline, ())
        if certain is not None and len(certain) == self.vocabulary.shown:
            techniques = (*logic.by_uniqueness, *logic.techniques)
            self._logic = replace(logic, techniques=techniques, settle=None)
            self.techniques = self._logic.techniques

    @cached_property
    def _model(self) -> Model:
        return cached_model(self.puzzle, self.deadline)

    @property
    def vocabulary(self) -> Vocabulary:
        """The meaning of the model's literals."""
        return self._model.vocabulary

    @cached_property
    def _certain(self) -> set[Literal] | None:
        return backbone(self._model, self.deadline, self._assumed)

    @property
    def solvable(self) -> bool:
        """Whether any solution fits the marks."""
        return self._certain is not None

    @property
    def goal(self) -> set[Literal]:
        """The literals that hold in every solution that fits the marks (the backbone)."""
        return self._certain or set()

    @cached_property
    def what_if(self) -> WhatIf:
        """The exact engine for proofs and suppositions, created lazily."""
        return WhatIf(self.puzzle, self.deadline)

    @property
    def finished(self) -> bool:
        """Whether the whole goal is known."""
        return self.goal <= self.known

    def learn(self, literals: Iterable[Literal]) -> tuple[Literal, ...]:
        """Add literals, and what evidently follows from them, to what is known; return all."""
        learnt = tuple(self._closure(literals))
        self.known.update(learnt)
        self.notes.learn(learnt)
        return learnt

    def branch(self, *supposed: Literal) -> Explainer:
        """Return an independent copy of the walk in which some literals are supposed."""
        other = copy(self)
        other.notes = self.notes.copy()
        other.known = set(self.known)
        other.learn(supposed)
        return other

    def named_steps(self, below: int = len(LEVELS)) -> Iterator[Step]:
        """Yield steps by named techniques of levels below `below` until none fits."""
        fits = [technique for technique in self.techniques if technique.level < below]
        easy = [technique for technique in fits if not technique.level] if self.tidy else []
        while True:
            if easy:
                yield from self._easy_steps(easy)
            for technique in fits[len(easy) :]:
                self.deadline.check()
                if technique.level >= HARD and self.finished:
                    return  # avoids a slow search for nothing
                if technique.level >= HARD and self.tidy:
                    useful = self._take_planned(below)
                    useful = useful or self._most_useful(technique)
                    if useful is None:
                        continue
                    yield useful
                    break
                has_step = False
                for deduction in self._deductions(technique):
                    self.deadline.check()
                    if has_step and not self.known.isdisjoint(deduction.literals):
                        continue  # its text describes an older board; the technique finds it again
                    step = self._take_step(technique, deduction)
                    if step is not None:
                        yield step
                        has_step = True
                        if technique.level:
                            break
                if has_step:
                    break
            else:
                return

    def _easy_steps(self, easy: Sequence[Technique | Rule]) -> Iterator[Step]:
        """Yield easy steps depth first: consequences of the last step before anything else."""
        groups: dict[int, list[Technique | Rule]] = {}  # by rank, automatic ones first
        for technique in easy:
            groups.setdefault(-1 if technique.auto else technique.rank, []).append(technique)
        while True:
            each = (self._most_recent_deduction(groups[rank]) for rank in sorted(groups))
            best = next(filter(None, each), None)
            if best is None:
                return
            step = self._take_step(*best)
            assert step is not None
            yield step

    def _most_recent_deduction(
        self, techniques: Sequence[Technique | Rule]
    ) -> tuple[Technique | Rule, Deduction] | None:
        """Return the deduction whose newest premise was learned last; of equals the nearest one."""
        best = None
        newest = least = 0
        known, step_of = self.known, self._when
        for technique in techniques:
            self.deadline.check()
            for deduction in technique.deductions(self.notes):
                if known.issuperset(deduction.literals):
                    continue
                latest = 0
                for literal in deduction.given:
                    latest = max(latest, step_of.get(literal, 0))
                if best is not None and latest < newest:
                    if newest == self._steps:
                        break  # rules yield what rests on the last marks first
                    continue
                distance = self._distance(deduction)
                if best is None or latest > newest or distance < least:
                    best, newest, least = (technique, deduction), latest, distance
            if best is not None and newest == self._steps:
                break  # nothing can rest on a later step
        return best

    def _deductions(self, technique: Technique | Rule) -> Iterator[Deduction]:
        """Yield the deductions of a technique, on a tidy walk the nearest ones first."""
        deductions = technique.deductions(self.notes)
        if self.tidy:
            deductions = iter(sorted(islice(deductions, _MAX_COMPARED), key=self._distance))
        yield from deductions

    def _most_useful(self, technique: Technique | Rule) -> Step | None:
        """Take the step by a hard technique that enables most easier ones, if there is one."""
        candidates = list(islice(technique.deductions(self.notes), _MAX_COMPARED))
        candidates = [one for one in candidates if not self.known.issuperset(one.literals)]
        if len(candidates) > 1:
            news = [self._conclusions(technique.level, one.literals) for one in candidates]
            most = max(map(len, news))
            candidates = [
                one for one, new in zip(candidates, news, strict=True) if len(new) == most
            ]
        if not candidates:
            return None
        return self._take_step(technique, min(candidates, key=self._distance))

    def _take_planned(self, below: int) -> Step | None:
        """Take the next hard step of the plan; None if there is none, or it does not apply."""
        if self._plan is None:
            self._plan = self._plan_hard_steps(below)
        while self._plan:
            planned = self._plan.pop(0)
            if self.known.issuperset(planned.literals):
                continue
            (technique,) = (one for one in self.techniques if one.name == planned.technique)
            for deduction in technique.deductions(self.notes):
                if not set(planned.literals).isdisjoint(deduction.literals):
                    return self._take_step(technique, deduction)
            self._plan.clear()
        return None

    def _plan_hard_steps(self, below: int) -> list[Step]:
        """Return the hard steps of the walk without those that the other ones make easy."""
        trial = self.branch()
        plan = list(trial._hard_steps(below))
        replays = _MAX_REPLAYED // self._grid.size
        for step in plan[:]:
            others = [other for other in plan if other is not step]
            if replays and not any(set(step.literals) & {*other.given} for other in others):
                replays -= 1
                if self._replay(others) >= trial.known:
                    plan = others
        return plan

    def _hard_steps(self, below: int) -> Iterator[Step]:
        """Yield the most useful hard steps until none fits, settling easier ones in between."""
        hard = [technique for technique in self.techniques if HARD <= technique.level < below]
        while True:
            self.settle(HARD)
            useful = (self._most_useful(technique) for technique in hard if not self.finished)
            step = next(filter(None, useful), None)
            if step is None:
                return
            yield step

    def _replay(self, steps: Iterable[Step]) -> set[Literal]:
        """Return what is known after some hard steps, as far as they apply, and easier ones."""
        other = self.branch()
        for step in (*steps, None):
            other.settle(HARD)
            if step is None or not other.known.issuperset(step.given):
                break
            other.learn(step.literals)
        return other.known

    def _conclusions(self, level: int, supposed: Iterable[Literal]) -> set[Literal]:
        """Return what techniques below a level conclude from literals."""
        other = self.branch(*supposed)
        before = set(other.known)
        other.settle(level)
        return other.known - before

    def count_steps(self, level: int) -> Counter[str]:
        """Take single steps of a level, settling all easier ones; count those of each technique.

        Hard rules that look ahead are left out if there are others.
        """
        hard = [technique for technique in self.techniques if technique.level == level]
        rules = [technique for technique in hard if isinstance(technique, Rule)]
        if len(rules) == len(hard):
            notes = cast("Knowledge", self.notes)
            quick = [rule for rule in rules if level > HARD or not rule.ahead] or rules
            uses = count_steps(notes, quick, partial(self.settle, level))
            self.known = set(notes.known)
            return uses
        uses = Counter[str]()
        while True:
            self.settle(level)
            found = ((one, deduction) for one in hard for deduction in one.deductions(self.notes))
            technique, deduction = next(found, (None, None))
            if technique is None or deduction is None:
                return uses
            self.learn(deduction.literals)
            uses[technique.name] += 1

    def settle(self, below: int) -> None:
        """Learn all that techniques of levels below `below` conclude, without returning steps."""
        if self._logic.conclude(self.notes, below):
            self.known = set(cast("Knowledge", self.notes).known)
            return
        self.tidy = False
        for _ in self.named_steps(below):
            pass

    def _distance(self, deduction: Deduction) -> int:
        return self._grid.distance(self._cell(deduction.literals), self._last)

    def _cell(self, literals: Iterable[Literal]) -> Cell:
        return min(cell for literal in literals for cell in self.vocabulary.cells(abs(literal)))

    def steps(self, below: int = len(LEVELS)) -> Iterator[Step]:
        """Yield all steps, until a step of level `below` or higher would be needed."""
        while True:
            yield from self.named_steps(below)
            if self.finished or below <= EXTREME:
                return
            supposition = self._find_supposition()
            if supposition is None:
                return
            deduction, argument = supposition
            step = self._take_step(_SUPPOSING, deduction)
            assert step is not None
            yield replace(step, stages=argument)

    def _find_supposition(self) -> tuple[Deduction, tuple[Stage, ...]] | None:
        """Return a literal whose opposite a short chain refutes, else one with a short proof."""
        easy = self.what_if.provable(self.known, self.goal - self.known)
        for levels, most in ((EASIER, _MAX_CHAINS), (PLAIN, _MAX_CHAINS // 3)):
            chains = [find_chain(self, -literal, levels) for literal in easy[:most]]
            short = [refutation for refutation in chains if refutation is not None]
            if short:
                break
        else:
            deduction = self.what_if.easiest_proof(self.known, easy)
            return None if deduction is None else (deduction, ())
        best = min(short, key=lambda refutation: refutation.size)
        argument = best.stages(self)
        proof = best.given, best.because, NOTHING
        return Deduction((-best.supposed,), *proof, best.part), argument

    def _take_step(self, technique: Technique | Rule, deduction: Deduction) -> Step | None:
        """Learn the new literals of a deduction and return their step; None without any."""
        new = tuple(literal for literal in deduction.literals if literal not in self.known)
        if not new:
            return None
        step = Step.of(
            technique, new, deduction, self.words
        )  # its text describes the board before the step
        learnt = self.learn(new)
        if self.tidy:
            self._last = self._cell(new)
            self._steps += 1
            for literal in learnt:
                self._when.setdefault(literal, self._steps)
        return step
