"""Checking an explanation against the board that its reader sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import masume
from masume.api.exact import vocabulary_of
from masume.core.puzzle.words import words_for
from sentence_checker import hashi, hitori, kuromasu, maze
from sentence_checker.words import Fault, need

PUZZLES = {"exactly_one": maze, "hashi": hashi, "hitori": hitori, "kuromasu": kuromasu}

Told = tuple[tuple[int, Any], ...]
"""A step as data: one phrase, or the phrases of an argument with their numbers (0: none)."""


@dataclass(frozen=True)
class Explanation:
    """What is said about one step, with its board and the premises of its proof."""

    kind: str
    puzzle: Any
    known: tuple[Any, ...]  # statements that hold before the step
    new: tuple[Any, ...]  # statements that the step adds
    given: tuple[Any, ...]  # known statements that the proof uses
    because: tuple[tuple[str, tuple[int, ...]], ...]  # clues and rules that the proof uses
    told: tuple[Told, ...]  # the steps that it combines
    technique: str = ""
    drawn: frozenset[int] = frozenset()  # cells that its picture marks
    reasons: dict[Any, str] = field(default_factory=dict)  # the clues and rules in words


class _Reader:
    """A puzzle that notes which cells a sentence about it names."""

    def __init__(self, puzzle: Any, named: list[int]) -> None:
        self._puzzle, self._named = puzzle, named

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self._puzzle, attribute)

    @property
    def grid(self) -> _Reader:
        return _Reader(self._puzzle.grid, self._named)

    def name(self, cell: int) -> str:
        need(0 <= cell < self._puzzle.size, f"there is no cell {cell}")
        self._named.append(cell)
        return self._puzzle.name(cell)


def _view(explanation: Explanation) -> Any:
    """Return what a reader sees before the step."""
    board = masume.convert(explanation.puzzle, "plain")
    view = PUZZLES[explanation.kind].View(board, explanation.known)
    view.draw(explanation.drawn)
    return view


@dataclass
class Check:
    """The check of one explanation."""

    explanation: Explanation
    view: Any

    @property
    def puzzle(self) -> Any:
        """The rules about the puzzle's phrases."""
        return PUZZLES[self.explanation.kind]

    def read(self, phrase: Any) -> None:
        """Look at the cells that the sentence of a phrase names."""
        named: list[int] = []
        reader = _Reader(self.explanation.puzzle, named)
        words_for(self.explanation.puzzle).words.text(reader, phrase)
        self.view.mention(map(self.view.cell_at, named))

    def facts(self, statements: Any) -> list[Any]:
        """Return the facts of one or several statements, and look at their cells."""
        several = [statements] if hasattr(statements, "_fields") else statements
        facts = [self.view.fact(statement) for statement in several]
        self.view.mention_facts(facts)
        return facts

    def steps(self) -> None:
        """Check the steps in order, each on the board as it is after the previous ones."""
        concluded: set[Any] = set()
        view = self.view
        for told in self.explanation.told:
            before = view.snapshot()
            view.concluded = set()
            self.argument(told)
            view.restore(before)  # undo assumptions
            view.learn(view.concluded)
            concluded |= view.concluded
        view.concluded = concluded

    def argument(self, told: Told) -> None:
        """Check a phrase, or an assumption with the steps that lead to a contradiction."""
        view, by_number = self.view, dict[int, list[Any]]()
        *steps, (_, end) = told
        against = (
            self.facts(end.slots["holds"]) if end.template in ("but-already", "but-by") else []
        )
        supposed: list[Any] = []
        for number, phrase in steps:
            if phrase.template == "suppose-that":
                supposed = self.facts(phrase.slots["supposed"])
                view.learn(supposed)
                continue
            is_last = phrase is steps[-1][1]
            self.step(number, phrase, by_number, against if is_last else [])
            if is_last and end.template == "but-by":
                premises = by_number[end.slots["number"]]
                need(view.is_implied(against[0], premises), "not by that step")
        if not end.template.startswith("but-"):
            self.last(end)
            return
        self.read(end)
        if end.template == "but-broken":
            self.fault(end.slots["fault"])
        view.concluded = set(self.facts(end.slots["so"]))
        need(view.concluded == {view.opposite(fact) for fact in supposed}, "it concludes otherwise")

    def step(
        self, number: int, phrase: Any, by_number: dict[int, list[Any]], against: list[Any]
    ) -> None:
        """Check a step of an argument; it must contradict the facts in `against`, if any."""
        view = self.view
        need(all(view.holds(fact) for fact in against), f"{against} is not known")
        view.forget(against)  # since this step concludes the opposite
        view.concluded = set()
        before = view.snapshot()
        self.last(phrase)
        view.restore(before)  # undo assumptions
        by_number[number] = sorted(view.concluded)
        opposites = [view.opposite(fact) for fact in against]
        contradicts = not against or any(view.is_implied(o, view.concluded) for o in opposites)
        need(contradicts, "no contradiction")
        view.learn(view.concluded)

    def last(self, phrase: Any) -> None:
        """Check a phrase that draws a conclusion."""
        self.read(phrase)
        if phrase.template in ("follows", "follows-as"):
            self.view.concluded = set(self.facts(phrase.slots["holds"]))
            said = {*phrase.slots["sources"], *phrase.slots["rules"]}
            for key in self.explanation.because:
                if self.explanation.reasons[key] in said or key[1]:
                    self.view.cite_key(key)
            return
        self.puzzle.SENTENCES.check(self.view, phrase)

    def fault(self, phrase: Any) -> None:
        """Check that a rule is broken, and look at the cells that the sentence about it names."""
        slots, view = phrase.slots, self.view
        view.broken(slots["code"], [view.cell_at(cell) for cell in slots["cells"]])
        view.mention(view.cell_at(cell) for cell in slots["cells"])
        grid = self.explanation.puzzle.grid
        words = slots["text"].replace(",", " ").split()
        view.mention(view.cell_at(cell) for cell in range(grid.size) if grid.name(cell) in words)

    def wrong_mark(self, marks: set[Any]) -> None:
        """Check that a mark cannot be, and its reason: a broken rule, or steps."""
        view = self.view
        ((_, first), *rest) = self.explanation.told[0]
        facts = self.facts(first.slots["denied"].slots["mark"])
        self.read(first)
        need(marks.issuperset(facts), f"{facts} is no mark")
        if first.template == "wrong-broken":
            view.learn(facts)
            self.fault(first.slots["fault"])
        elif first.template == "wrong":
            self.argument(tuple(rest))
            conclusions = [view.opposite(fact) for fact in facts]
            implied = all(view.is_implied(fact, view.concluded) for fact in conclusions)
            need(implied, "it concludes something else")
        else:
            need(first.template == "wrong-only", f"no rule about {first.template!r}")


def find_faults(explanation: Explanation) -> list[str]:
    """Return the first fault of an explanation in a list: a false, missing or unexpected claim."""
    try:
        check = Check(explanation, _view(explanation))
        check.steps()
        check.view.check_conclusions(explanation.new)
        check.view.check_premises(explanation.given, explanation.because)
    except (Fault, LookupError, ValueError, TypeError, AttributeError) as fault:
        return [f"{explanation.kind} {explanation.technique}: {fault!r}: {explanation.told}"]
    return []


@dataclass(frozen=True)
class WrongMarkHint:
    """A hint about a wrong mark, explained on a board with only the correct marks."""

    explanation: Explanation
    marks: list[Any]  # all marks on the board
    grounds: tuple[int, ...]  # cells that the hint rests on


def find_hint_faults(hint: WrongMarkHint) -> list[str]:
    """Return the first fault of a hint about a wrong mark in a list."""
    explanation = hint.explanation
    try:
        check = Check(explanation, _view(explanation))
        check.wrong_mark(set(map(check.view.fact, hint.marks)))
        check.view.check_cells(hint.grounds)
    except (Fault, LookupError, ValueError, TypeError, AttributeError) as fault:
        return [f"{explanation.kind} wrong mark: {fault!r}: {explanation.told}"]
    return []


def told_by(step: Any) -> tuple[Told, ...]:
    """Return what a step says as data."""
    return tuple(
        tuple((stage.number, stage.says) for stage in single.stages) or ((0, single.says),)
        for single in step.single_steps
    )


def wrong_mark_hints(puzzle: Any, rng: Random, count: int) -> Iterator[WrongMarkHint]:
    """Yield hints for a board with random correct marks and one wrong mark."""
    answer = masume.solve(puzzle).answer
    words: Any = vocabulary_of(puzzle)
    goal = words.marks(answer) if answer is not None else []
    for _ in range(count if goal else 0):
        wrong = -rng.choice(goal)
        wrong_cells = words.cells(abs(wrong))
        correct = [
            mark for mark in goal if rng.random() < 0.4 and words.cells(abs(mark)) != wrong_cells
        ]
        position = words.position_of([*correct, wrong])
        marks = words.marks(position)
        correct = [mark for mark in marks if mark in goal]
        if len(correct) == len(marks):
            continue  # the wrong mark leaves no visible mark
        hint = masume.hint(puzzle, position)
        if hint.outcome.value != "wrong" or hint.step is None:
            continue  # with several solutions the mark may be right
        known, drawn = tuple(map(words.statement, correct)), frozenset(hint.part)
        said = told_by(hint.step), "wrong mark", drawn
        kind = masume.kind_of(puzzle).name
        explanation = Explanation(kind, puzzle, known, (), (), (), *said)
        yield WrongMarkHint(explanation, [words.statement(mark) for mark in marks], hint.grounds)


def walk_explanations(puzzle: Any, limit: Any = None) -> Iterator[Explanation]:
    """Yield the explanation of each step of a walk through a board."""
    walk = masume.explain(puzzle, limit=limit)
    words: Any = walk.explainer.vocabulary
    known = set(words.closure(()))
    for step in walk:
        yield Explanation(
            masume.kind_of(puzzle).name,
            puzzle,
            tuple(map(words.statement, sorted(known, key=abs))),
            tuple(map(words.statement, step.literals)),
            tuple(map(words.statement, step.given)),
            step.because,
            told_by(step),
            step.technique,
            frozenset(step.part),
            {key: walk.explainer.what_if.reasons[key].text for key in step.because},
        )
        known.update(words.closure(step.literals))
