"""Boards whose unique solution is known, and walks that do not have to search for it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from masume.api.exact import model_of, vocabulary_of
from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import Knowledge, Technique
from masume.core.system.limits import Deadline
from masume.exact.answers import one_or_two
from masume.logic.explainer import EXTREME, Explainer, logic_of

LARGE = 625  # cells; larger boards skip optional work


@dataclass(frozen=True)
class UniqueBoard:
    """A board with a unique solution, as a Position and as all shown literals of a model.

    The literals are computed lazily. The level is the one that `grade` reports, as an index of
    LEVELS, or None if it is unknown.
    """

    puzzle: Puzzle
    answer: Position
    level: int | None = None

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The meaning of the model's literals."""
        return vocabulary_of(self.puzzle)

    @cached_property
    def solution(self) -> frozenset[Literal]:
        """The answer as literals."""
        return whole_literals(self.vocabulary, self.answer)

    @property
    def literals(self) -> list[Literal]:
        """The solution in the order of the variables."""
        return sorted(self.solution, key=abs)


@dataclass(frozen=True)
class Rejection:
    """A failed attempt: a reason in one or two words, and the board if there is one.

    The board may have several solutions (see `is_only_solution`).
    """

    reason: str
    board: UniqueBoard | None = None


def find_solutions(puzzle: Puzzle, deadline: Deadline) -> tuple[Vocabulary, list[list[Literal]]]:
    """Return the board's vocabulary and its only solution, or two of several; or none."""
    model = model_of(puzzle, deadline)
    return model.vocabulary, one_or_two(model, deadline)


def is_only_solution(puzzle: Puzzle, answer: Position, deadline: Deadline) -> bool:
    """Prove by the exact engine that a board has this solution and no other.

    Whatever makes or changes a board asks this once of each board that it returns.
    """
    vocabulary, solutions = find_solutions(puzzle, deadline)
    literals = sorted(whole_literals(vocabulary, answer), key=abs)
    return [sorted(solution, key=abs) for solution in solutions] == [literals]


def whole_literals(vocabulary: Vocabulary, answer: Position) -> frozenset[Literal]:
    """Return all shown literals of an answer."""
    marks = {*vocabulary.printed(), *vocabulary.marks(answer)}
    return frozenset(n if n in marks else -n for n in range(1, vocabulary.shown + 1))


class KnownWalk:
    """A walk without explanations on a board whose solution is known."""

    def __init__(self, puzzle: Puzzle, solution: frozenset[Literal], deadline: Deadline) -> None:
        self.logic = logic = logic_of(puzzle)
        self.solution = solution
        self.deadline = deadline
        self.notes = logic.notes(puzzle)
        self.notes.check_cancel = deadline.check
        self.known: set[Literal] = set()
        self._closure = vocabulary_of(puzzle).closure
        self.learn(())

    @property
    def finished(self) -> bool:
        """Whether all literals of the solution are known."""
        return len(self.known) == len(self.solution)  # deductions are sound

    def learn(self, literals: Collection[Literal]) -> None:
        """Add literals, and what evidently follows from them, to what is known."""
        learnt = self._closure(literals)
        self.known.update(learnt)
        self.notes.learn(learnt)

    def go(self, below: int, far: int | None = None) -> None:
        """Take steps of levels below `below` until none is left or more than `far` is known.

        After every step the techniques are tried again from the easiest on.
        """
        if self.logic.conclude(self.notes, below, far):
            self.known = set(cast("Knowledge", self.notes).known)
            return
        fits = [technique for technique in self.logic.techniques if technique.level < below]
        while any(map(self._takes, cast("list[Technique]", fits))):
            if far is not None and len(self.known) > far:
                return

    def _takes(self, technique: Technique) -> bool:
        """Take all steps of a technique; return whether there was one.

        Techniques beyond the easy ones see all their deductions before any is learnt.
        """
        self.deadline.check()
        if technique.level and self.finished:
            return False  # nothing is left to deduce
        before = len(self.known)
        deductions = technique.find(self.notes)
        for deduction in list(deductions) if technique.level else deductions:
            self.learn(deduction.literals)
        return len(self.known) > before


def level_of(board: UniqueBoard, deadline: Deadline, most: int = EXTREME) -> int:
    """Return the level that `grade` reports, as an index of LEVELS, or one more than `most`."""
    walk = KnownWalk(board.puzzle, board.solution, deadline)
    level = level_reached(walk, min(most, walk.logic.agreed))
    is_sure = level <= walk.logic.agreed or most <= walk.logic.agreed
    return level if is_sure else _level_of_walk(board.puzzle, deadline)


def _level_of_walk(puzzle: Puzzle, deadline: Deadline) -> int:
    """Return the level of a board by the walk that `grade` takes.

    Techniques that look ahead accept short proofs only, and which proof they find depends on what
    is known already. So walks with other orders of steps may end at other levels.
    """
    walk = Explainer(puzzle, deadline=deadline, tidy=True)
    highest = max((step.level for step in walk.named_steps()), default=0)
    return highest if walk.finished else EXTREME


def level_reached(walk: KnownWalk, most: int) -> int:
    """Return the level whose techniques finish a walk; the one above `most` if none does."""
    for level in range(min(most + 1, EXTREME)):
        walk.go(level + 1)
        if walk.finished:
            return level
    return min(most + 1, EXTREME)


def is_needed(
    board: UniqueBoard, technique: str, below: int, deadline: Deadline, *, strict: bool
) -> bool:
    """Return whether techniques below a level cannot finish a board without this technique.

    Unless `strict`, the techniques after it in the list are left out as well.
    """
    walk = KnownWalk(board.puzzle, board.solution, deadline)
    techniques = walk.logic.techniques
    at = [known.name for known in techniques].index(technique)
    techniques = techniques[:at] + (techniques[at + 1 :] if strict else ())
    walk.logic = replace(walk.logic, techniques=techniques, settle=None)
    walk.go(below)
    return not walk.finished
