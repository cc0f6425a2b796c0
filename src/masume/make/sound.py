"""Boards whose only solution is known, and walks that need not look for it again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from masume.api.exact import model_of, vocabulary_of
from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS, Technique
from masume.core.system.limits import Deadline
from masume.exact.engine import Engine
from masume.logic.explainer import EXTREME, Explainer, logic_of

LARGE = 625  # cells; what costs little on smaller boards is spared on larger ones
SURE = LEVELS.index("medium")  # up to it no technique looks ahead, and all walks end alike


@dataclass(frozen=True)
class Sound:
    """A board with one solution: as a Position, and as all shown literals of a model.

    Many boards are made without that anybody asks for their literals, so these are found when they
    are wanted. The level is the one that `grade` reports, as an index of LEVELS, or None if it is
    not known.
    """

    puzzle: Puzzle
    answer: Position
    level: int | None = None

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What the literals mean."""
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
class Missed:
    """An attempt that came to something else than was wanted: a word for it, and perhaps a board.

    The board may have several solutions: `is_only_solution` tells.
    """

    word: str
    board: Sound | None = None


def solved(
    puzzle: Puzzle, at_most: int, deadline: Deadline
) -> tuple[Vocabulary, list[list[Literal]]]:
    """The board's vocabulary and some of its solutions, as many as there are or as are wanted."""
    model = model_of(puzzle, deadline)
    deadline.check()
    if model.settled:
        return model.vocabulary, [list(model.known)]
    return model.vocabulary, list(islice(_each(Engine(model, deadline.check)), at_most))


def is_only_solution(puzzle: Puzzle, answer: Position, deadline: Deadline) -> bool:
    """Prove by the exact engine that a board has this solution and no other.

    Whatever makes or changes a board asks this once of each board that it returns.
    """
    model = model_of(puzzle, deadline)
    deadline.check()
    literals = sorted(whole_literals(model.vocabulary, answer), key=abs)
    if model.settled:
        return literals == sorted(model.known, key=abs)
    engine = Engine(model, deadline.check)
    if engine.solve(literals) is None:
        return False
    engine.forbid(literals)
    return engine.solve() is None


def whole_literals(vocabulary: Vocabulary, answer: Position) -> frozenset[Literal]:
    """An answer as all shown literals."""
    marks = set(vocabulary.marks(answer))
    return frozenset(n if n in marks else -n for n in range(1, vocabulary.shown + 1))


def _each(engine: Engine) -> Iterator[list[Literal]]:
    while (solution := engine.solve()) is not None:
        yield solution
        engine.forbid(solution)


class KnownWalk:
    """How far techniques come on a board whose solution is known; without a word about it."""

    def __init__(self, puzzle: Puzzle, solution: frozenset[Literal], deadline: Deadline) -> None:
        logic = logic_of(puzzle)
        self.solution = solution
        self.deadline = deadline
        self.techniques: tuple[Technique, ...] = logic.techniques
        self.notes = logic.notes(puzzle)
        self.notes.check_cancel = deadline.check
        self.known: set[Literal] = set()

    @property
    def finished(self) -> bool:
        """Whether nothing is left to find."""
        return len(self.known) == len(self.solution)  # of which nothing else is ever concluded

    def learn(self, literals: Collection[Literal]) -> None:
        """Take something as known."""
        self.known.update(literals)
        self.notes.learn(literals)

    def go(self, below: int, far: int | None = None) -> None:
        """Take steps of levels below that until none is left, or until more than that is known.

        After any step that is not easy the easy ones get their chance first.
        """
        fits = [one for one in self.techniques if one.level < below]
        while any(map(self._takes, fits)):
            if far is not None and len(self.known) > far:
                return

    def _takes(self, technique: Technique) -> bool:
        """Whether a technique fits; all steps by it are taken, harder ones when all are seen."""
        self.deadline.check()
        if technique.level and self.finished:
            return False  # it would be looked for in vain
        before = len(self.known)
        deductions = technique.find(self.notes)
        for deduction in list(deductions) if technique.level else deductions:
            self.learn(deduction.literals)
        return len(self.known) > before


def level_of(board: Sound, deadline: Deadline, most: int = EXTREME) -> int:
    """Return the level that `grade` reports, as an index of LEVELS, or one more than `most`."""
    walk = KnownWalk(board.puzzle, board.solution, deadline)
    level = level_reached(walk, min(most, SURE))
    return level if level <= SURE or most <= SURE else _graded(board.puzzle, deadline)


def _graded(puzzle: Puzzle, deadline: Deadline) -> int:
    """Return the level of a board by the walk that `grade` takes.

    A technique that looks ahead takes short proofs only, and which proof it finds depends on what
    was known before. So walks with other orders of steps may end at other levels.
    """
    walk = Explainer(puzzle, deadline=deadline, tidy=True)
    highest = max((step.level for step in walk.named()), default=0)
    return highest if walk.finished else EXTREME


def level_reached(walk: KnownWalk, most: int) -> int:
    """Return the level at which a walk comes to the end; the one above `most` if it does not."""
    for level in range(min(most + 1, EXTREME)):
        walk.go(level + 1)
        if walk.finished:
            return level
    return min(most + 1, EXTREME)


def is_needed(
    board: Sound, technique: str, below: int, deadline: Deadline, *, strict: bool
) -> bool:
    """Whether techniques below that level do not finish a board without this one.

    Unless one is `strict`, those behind it in the order of techniques are left out as well.
    """
    walk = KnownWalk(board.puzzle, board.solution, deadline)
    names = [one.name for one in walk.techniques]
    at = names.index(technique)
    walk.techniques = walk.techniques[:at] + (walk.techniques[at + 1 :] if strict else ())
    walk.go(below)
    return not walk.finished
