"""Questions to the exact engine: solve, count, solutions, forced and why_not.

Each takes a board and a Limit, or a Watch to interrupt it by, and tells what is known by then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from masume.core.model.model import Literal, Model, Reason, Vocabulary
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Answer, Position, Puzzle, refuse_larger
from masume.core.search.events import Status
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.errors import NotApplicable
from masume.exact import answers
from masume.exact.answers import Solutions
from masume.exact.results import Count, Forced, Solution, WhyNot, Work
from masume.formats.inputs import marks_of, puzzle_of
from masume.formats.plain import Board

if TYPE_CHECKING:
    from masume.core.search.run import SearchResult

AT_MOST = 1000  # solutions to count if nobody says how many
MOST_SOLVED = 100_000  # cells; the clauses of a larger board would take gigabytes


def solve(
    board: Board | Puzzle,
    *,
    limit: Limit | None = None,
    unique: bool = True,
    deadline: Deadline | None = None,
) -> Solution:
    """Solve a board, and tell whether the solution is the only one.

    >>> from masume import load
    >>> solution = solve(load("hitori/first"))
    >>> solution.status.value, solution.cost, solution.unique
    ('solved', 5, True)

    Without `unique` the second question is left out. A maze gets its shortest path.
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
    """How many solutions there are; not more than `at_most` are counted.

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
    """All solutions one after the other, as they are found.

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
    """What all solutions share, as a Position with marks; from a player's marks if given.

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
    """Clues and rules that contradict each other, on a board without a solution.

    With a position its marks may be among the reasons.

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


def refuted(
    puzzle: Puzzle,
    result: SearchResult,
    *,
    known: Position | None = None,
    limit: Limit | None = None,
) -> str:
    """What is not so about the result of a search; empty if nothing is known against it.

    The referee hears its answer. A proof that there is no solution is held against the one that is
    `known`, or else against the exact engine, within the limit.
    """
    kind = kind_of(puzzle)
    if result.answer is not None:
        return next((fault.text for fault in kind.violations(puzzle, result.answer)), "")
    if result.status is not Status.EXHAUSTED or result.reason:  # anyone can see that one
        return ""
    if known is not None and not kind.violations(puzzle, known):
        return FALSE_PROOF
    if kind.model is None:
        return ""
    solution = solve(puzzle, limit=limit and limit.of_engine, unique=False)
    return FALSE_PROOF if solution.status is Status.SOLVED else ""


def model_of(puzzle: Puzzle, deadline: Deadline, *, reasons: bool = False) -> Model:
    """The puzzle in the engine's terms."""
    kind = kind_of(puzzle)
    if kind.model is None:
        raise _no_model(puzzle)
    refuse_larger(puzzle, MOST_SOLVED, "solve")
    model = kind.model(puzzle, reasons=reasons, check_cancel=deadline.check)
    return replace(model, hopeless=lambda: bool(kind.obstacles(puzzle)))


def vocabulary_of(puzzle: Puzzle) -> Vocabulary:
    """What the literals of the puzzle's model mean."""
    meaning = kind_of(puzzle).vocabulary
    if meaning is None:
        raise _no_model(puzzle)
    return meaning(puzzle)


def _no_model(puzzle: Puzzle) -> NotApplicable:
    name = kind_of(puzzle).name
    return NotApplicable(f"{name} has no model for the exact engine; use a search")


def _marks(vocabulary: Vocabulary, position: Position | None) -> list[tuple[Reason, list[Literal]]]:
    """A reason for each thing that a position says."""
    from masume.core.model.wording import said

    reasons = []
    for literal in [] if position is None else vocabulary.literals(position):
        cells = tuple(vocabulary.cells(abs(literal)))
        text = f"your mark: {said(vocabulary, literal)}"
        reasons.append((Reason("mark", cells, text), [literal]))
    return reasons
