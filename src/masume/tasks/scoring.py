"""Score an answer: is it well-formed, which rules does it break, how much of it is right?"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from masume.api.exact import vocabulary_of
from masume.core.model.model import Literal, Vocabulary
from masume.core.model.wording import sentence
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.errors import MasumeError
from masume.formats.inputs import position_of
from masume.tasks.response import parse_response
from masume.tasks.task import Task

WELL_FORMED = 0.1  # the reward of a readable answer
PROGRESS = 0.8  # the reward for progress, in proportion to it


@dataclass(frozen=True)
class Score:
    """The components of a score, each from 0 to 1, and one sentence of feedback.

    `reward` is 1 exactly for solved boards. Otherwise it depends on `progress` alone, so it never
    decreases when a right mark is added or a wrong one removed.
    """

    is_well_formed: bool
    solved: bool  # by the referee
    progress: float  # the share of right marks among all marks of the answer and the solution
    correct_cells: float  # the share of cells with exactly the marks of the solution
    rules_satisfied: float  # the share of the puzzle's rules that are not broken
    violations: dict[str, tuple[Cell, ...]]  # the cells that break each rule, by its code
    feedback: str  # reveals nothing of the solution

    @property
    def reward(self) -> float:
        """The score as one number from 0 to 1."""
        if self.solved:
            return 1.0
        return self.is_well_formed * (WELL_FORMED + PROGRESS * self.progress)


def score(task: Task, answer: Answer) -> Score:
    """Score an answer: a position, a JSON object, or any text that contains one.

    >>> from masume import load, tasks
    >>> task = tasks.task_of(load("hitori\\n1 1\\n1 2"))
    >>> score(task, "Answer:\\n# .\\n. .").reward, score(task, "no idea").reward
    (1.0, 0.0)
    """
    if isinstance(answer, str):
        response = parse_response(task.puzzle, answer)
        if response.position is None:
            return _malformed(f"The answer cannot be read: {response.fault}.")
        return _score_position(task, response.position)
    try:
        return _score_position(task, position_of(task.puzzle, answer))
    except MasumeError as fault:
        return _malformed(f"The answer cannot be read: {fault}.")


def _malformed(feedback: str) -> Score:
    return Score(False, False, 0.0, 0.0, 0.0, {}, feedback)


def _score_position(task: Task, position: Position) -> Score:
    """Score an answer: broken rules, and the share of marks in common with the solution."""
    puzzle = task.puzzle
    kind, vocabulary = kind_of(puzzle), vocabulary_of(puzzle)
    try:
        marks = _positive(vocabulary, position)
    except MasumeError as error:  # such as a path that jumps
        return _malformed(f"The answer is not a position of this board: {error}.")
    faults = kind.violations(puzzle, position)
    violations: dict[str, tuple[Cell, ...]] = {}
    for fault in faults:
        violations[fault.rule] = tuple(sorted({*violations.get(fault.rule, ()), *fault.cells}))
    right = _positive(vocabulary, task.solution)
    union = marks | right
    progress = len(marks & right) / len(union) if union else 1.0
    feedback = "Solved." if not faults else _feedback(puzzle, [fault.text for fault in faults])
    return Score(
        True,
        not faults,
        progress,
        _share_of_cells(puzzle, vocabulary, marks ^ right),
        1 - len(violations) / len(kind.codes),
        violations,
        feedback,
    )


def _positive(vocabulary: Vocabulary, position: Position) -> set[Literal]:
    """Return what a position adds to an empty board: black cells, bridges, links, values."""
    counted = _counted_variables(vocabulary)
    return {literal for literal in vocabulary.marks(position) if literal in counted}


def _counted_variables(vocabulary: Vocabulary) -> set[int]:
    """Return the variables that are not implied by marks elsewhere.

    A cell is on a path because of its links, so only the links count.
    """
    variables = range(1, vocabulary.shown + 1)
    implied = {
        other
        for variable in variables
        for other in vocabulary.implied_literals(variable)
        if other > 0 and vocabulary.cells(other) != vocabulary.cells(variable)
    }
    return {*variables} - implied


def _share_of_cells(
    puzzle: Puzzle, vocabulary: Vocabulary, different: Collection[Literal]
) -> float:
    """Return the share of cells that no differing literal is about."""
    cells = puzzle.rows * puzzle.cols
    return 1 - len(set(vocabulary.cells_of(different))) / cells


def _feedback(puzzle: Puzzle, faults: list[str]) -> str:
    """Return the first violation as a sentence, with the number of further ones."""
    more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{sentence(faults[0])}{more}."
