"""Queries to the exact engine: solve, count, solutions, forced and why_not.

Each takes a board and a Limit, or a Deadline by which it can be stopped from another thread. If the
limit is reached, the result contains what is known so far.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from masume.core.model.model import Literal, Model, Reason, Vocabulary
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Answer, Position, Puzzle, ensure_size
from masume.core.search.events import Status
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.errors import NotApplicable
from masume.exact import answers
from masume.exact.answers import Solutions
from masume.exact.results import Count, Forced, Solution, WhyNot, Work
from masume.formats.inputs import marks_of, puzzle_of
from masume.formats.plain import Board

if TYPE_CHECKING:
    from masume.core.search.result import SearchResult

AT_MOST = 1000  # the default maximum of `count`
MOST_SOLVED = 100_000  # cells; the clauses of larger boards would take gigabytes


def solve(
    board: Board | Puzzle,
    *,
    limit: Limit | None = None,
    unique: bool = True,
    deadline: Deadline | None = None,
) -> Solution:
    """Solve a board, and prove whether the solution is unique.

    >>> from masume import load
    >>> solution = solve(load("hitori/first"))
    >>> solution.status.value, solution.cost, solution.unique
    ('solved', 5, True)

    Without `unique` the proof is skipped. For a maze, find a shortest path.
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit, memory=True)
    try:
        solution = answers.solve(model_of(puzzle, deadline), deadline, unique=unique)
        if solution.status is Status.EXHAUSTED and (seen := kind_of(puzzle).obstacles(puzzle)):
            return replace(solution, puzzle=puzzle, reason=seen[0].text)
        return replace(solution, puzzle=puzzle)
    except LimitReached as reached:
        return Solution(
            Status.LIMIT,
            known=kind_of(puzzle).start(puzzle),
            work=Work(seconds=deadline.seconds),
            reason=str(reached),
            stopped=reached.stopped,
            puzzle=puzzle,
        )


def count(
    board: Board | Puzzle,
    *,
    at_most: int = AT_MOST,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Count:
    """Count the solutions of a board, up to `at_most`.

    >>> from masume import load
    >>> count(load("exactly_one/two-ways")).number
    2
    """
    each = solutions(board, at_most=at_most, limit=limit, deadline=deadline)
    for _ in each:
        pass
    return each.count()


def solutions(
    board: Board | Puzzle,
    *,
    at_most: int | None = None,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Solutions:
    """Return an iterator over all solutions, in the order in which they are found.

    >>> from masume import load, picture
    >>> board = load("hitori\\n1 1")
    >>> for answer in solutions(board):
    ...     print(picture(board, answer))
    # 1
    1 #
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit, memory=True)
    return Solutions(lambda: model_of(puzzle, deadline), deadline, at_most)


def forced(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Forced:
    """Return the marks common to all solutions, or to those consistent with a position's marks.

    >>> from masume import load
    >>> shared = forced(load("kuromasu\\n. . .\\n. 5 .\\n. 3 ."))
    >>> sorted(shared.position.black), shared.settled, shared.open
    ([6, 8], 7, 2)
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    marked = marks_of(puzzle, position)
    try:
        model = model_of(puzzle, deadline)
        marks = [] if marked is None else model.vocabulary.literals(marked)
        return answers.forced(model, deadline, marks)
    except LimitReached as reached:
        nothing, work = kind_of(puzzle).start(puzzle), Work(seconds=deadline.seconds)
        return Forced(Status.LIMIT, nothing, 0, 0, work, str(reached), reached.stopped)


def why_not(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> WhyNot:
    """Return a minimal set of clues and rules that contradict each other.

    On a board with a solution there is none, unless a position with wrong marks is given: its
    marks can be part of the contradiction.

    >>> from masume import load
    >>> [reason.text for reason in why_not(load("exactly_one/walled-off")).reasons]
    ['shape A at r2c1 is visited only once', 'shape B at r3c2 is visited']
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    marked = marks_of(puzzle, position)
    try:
        model = model_of(puzzle, deadline, reasons=True)
        return answers.why_not(model, deadline, _marks(model.vocabulary, marked))
    except LimitReached as reached:
        work = Work(seconds=deadline.seconds)
        return WhyNot(Status.LIMIT, (), False, work, str(reached), reached.stopped)


FALSE_PROOF = "it says that there is no solution, but there is one"


def verify_result(
    puzzle: Puzzle,
    result: SearchResult,
    *,
    known: Position | None = None,
    limit: Limit | None = None,
) -> str:
    """Return what is wrong with the result of a search; empty if nothing is known to be wrong.

    The referee checks an answer. A claim that there is no solution is compared with the `known`
    answer, or else with the exact engine, within the limit.
    """
    kind = kind_of(puzzle)
    if result.answer is not None:
        return next((fault.text for fault in kind.violations(puzzle, result.answer)), "")
    if result.status is not Status.EXHAUSTED or result.reason:  # an obstacle needs no check
        return ""
    if known is not None and not kind.violations(puzzle, known):
        return FALSE_PROOF
    if kind.model is None:
        return ""
    solution = solve(puzzle, limit=limit and limit.of_engine, unique=False)
    return FALSE_PROOF if solution.status is Status.SOLVED else ""


def model_of(puzzle: Puzzle, deadline: Deadline, *, reasons: bool = False) -> Model:
    """Build the model of a puzzle; raise NotApplicable if it has none or the board is too large.

    With `reasons`, its parts can be switched off and reported as reasons.
    """
    kind = kind_of(puzzle)
    if kind.model is None:
        raise _no_model(puzzle)
    ensure_size(puzzle, MOST_SOLVED, "solve")
    model: Model = kind.model(puzzle, reasons=reasons, check_cancel=deadline.check)
    deadline.check()
    if model.is_solved:
        return model
    return replace(model, is_unsolvable=lambda: bool(kind.obstacles(puzzle)))


def vocabulary_of(puzzle: Puzzle) -> Vocabulary:
    """Return the vocabulary of a puzzle's model; raise NotApplicable if it has none."""
    meaning = kind_of(puzzle).vocabulary
    if meaning is None:
        raise _no_model(puzzle)
    return meaning(puzzle)


def _no_model(puzzle: Puzzle) -> NotApplicable:
    name = kind_of(puzzle).name
    return NotApplicable(f"{name} has no model for the exact engine; use a search")


def _marks(vocabulary: Vocabulary, position: Position | None) -> list[tuple[Reason, list[Literal]]]:
    """Return one reason with its literal for each mark of a position."""
    from masume.core.model.wording import literal_sentence

    reasons = []
    for literal in [] if position is None else vocabulary.literals(position):
        cells = tuple(vocabulary.cells(abs(literal)))
        text = f"your mark: {literal_sentence(vocabulary, literal)}"
        reasons.append((Reason("mark", cells, text), [literal]))
    return reasons
