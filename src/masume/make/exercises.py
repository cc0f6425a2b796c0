"""Exercises for one technique: a position of a new board, and the cells that follow by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from masume.core.model.model import Literal
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import LEVELS, Rule, Technique
from masume.core.system.limits import Deadline, Limit
from masume.errors import BadOption, NotApplicable, UnknownName
from masume.formats.load import load
from masume.logic.explainer import Explainer
from masume.logic.step import Step
from masume.logic.step_picture import StepPicture, steps_picture
from masume.make.generate import generate

_SIDES = (6, 6, 7, 8, 8)  # of the boards, by the level of the technique
_EASY = 5  # easy boards that are tried
_SECONDS = 3.0  # for a new board; then the technique's own example serves


@dataclass(frozen=True)
class Exercise:
    """A position in which a technique applies; `solutions` are all its steps there."""

    puzzle: Puzzle
    technique: Technique | Rule
    board: StepPicture  # without the conclusions
    solutions: tuple[StepPicture, ...]

    @property
    def cells(self) -> set[Cell]:
        """The cells that follow."""
        return {cell for solution in self.solutions for cell in solution.cells}


def trained_techniques(kind: Kind) -> list[Technique | Rule]:
    """Return the techniques of a puzzle that have exercises, easiest first."""
    techniques = () if kind.logic is None else kind.logic().techniques
    return [known for known in techniques if not (known.obvious or known.auto or known.silent)]


def exercise(
    puzzle: str, technique: str, seed: int = 0, stage: int = 0, deadline: Deadline | None = None
) -> Exercise:
    """Return an exercise; a higher stage prefers steps that rest on more.

    >>> given = exercise("hitori", "between-equals", seed=1)
    >>> len(given.cells) >= 1
    True
    """
    kind = kind_named(puzzle)
    trained = {known.name: known for known in trained_techniques(kind)}
    if not trained:
        raise BadOption(f"{puzzle}: has no techniques to train")
    if technique not in trained:
        raise UnknownName("technique", technique, trained)
    chosen = trained[technique]
    for board in _boards(kind, chosen, seed, deadline or Deadline(None)):
        found = sorted(_uses(board, chosen), key=lambda use: use[1].size)
        preferred = found[min(stage, 3) * (len(found) - 1) // 3 :][:1]
        for known, _ in (*preferred, *found):
            if posed := _pose(board, chosen, known):
                return posed
    raise AssertionError(f"{technique} applies on its own example")


def _boards(
    kind: Kind, technique: Technique | Rule, seed: int, deadline: Deadline
) -> Iterator[Puzzle]:
    """Yield new boards that may need a technique; last its own example."""
    if kind.maker is not None:
        level, limit = technique.level, Limit(seconds=_SECONDS)
        with suppress(BadOption, NotApplicable):  # the puzzle has no such boards
            made = generate(
                kind.name,
                size=_SIDES[level],
                difficulty=LEVELS[level],
                count=1 if level else _EASY,
                needs=technique.name if level else None,
                seed=seed,
                limit=limit,
            )
            for board in made:
                deadline.check()
                if board.puzzle is not None:
                    yield board.puzzle
    yield load(technique.example).puzzle


def _uses(puzzle: Puzzle, technique: Technique | Rule) -> Iterator[tuple[set[Literal], Step]]:
    """Yield what is known before each use of a technique on the walk through a board."""
    walk = Explainer(puzzle)
    known = set(walk.known)
    for step in walk.steps():
        if step.technique == technique.name:
            yield known, step
        known = set(walk.known)


def _pose(puzzle: Puzzle, technique: Technique | Rule, known: set[Literal]) -> Exercise | None:
    """Return the exercise of a position; None if an earlier step of a round left nothing."""
    walk = Explainer(puzzle)
    walk.learn(known)
    solutions = []
    for deduction in technique.deductions(walk.notes):
        new = tuple(literal for literal in deduction.literals if literal not in walk.known)
        if new:
            step = Step.of(technique, new, deduction, walk.words)
            solutions.append(steps_picture(walk.vocabulary, known, [step]))
    if not solutions:
        return None
    first = solutions[0]
    board = replace(first, text="", after=first.before, cells=(), grounds=(), part=(), walls=())
    board = replace(board, order=(), arms=(), supposed=None)
    return Exercise(puzzle, technique, board, tuple(solutions))
