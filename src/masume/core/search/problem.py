"""Problems: any object with `initial`, `successors` and `is_goal`, searchable like a board.

Optional members of a problem enable more: `draw(state)` (a `Scene` or lines of text), `rows` and
`cols` (the size of its drawing), `random_state(rng)`, `reversed()` (the problem from its only goal
back to its start), those of a constraint problem (`core/spaces/constraint_problem.py`), `is_tree`,
`repairs` and `name`. The kind of its boards is derived in `masume.core.search.problem_kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, cast, runtime_checkable

from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.kind import Kind
from masume.core.search.space import Estimate, Heuristic, S, Step, place_of
from masume.core.text.blocks import first_line
from masume.errors import UserCodeError, shorten

_MEMBERS = ("initial", "successors", "is_goal")


@runtime_checkable
class Problem(Protocol[S]):
    """A search problem: a start, moves with their costs, and a goal test."""

    def initial(self) -> S:
        """Return the first state."""

    def successors(self, state: S, /) -> Iterable[tuple[object, S, float]]:
        """Return (move, state, cost) for each move, always in the same order."""

    def is_goal(self, state: S, /) -> bool:
        """Return whether the state is a goal."""


@dataclass(frozen=True)
class ProblemBoard:
    """A problem in the place of a puzzle; classic problems have the names of their instances."""

    problem: Problem
    name: str = field(default="", compare=False)

    @property
    def own_kind(self) -> Kind:
        """The kind derived from the problem's class."""
        from masume.core.search.problem_kind import problem_kind

        return problem_kind(type(self.problem))

    @property
    def rows(self) -> int:
        """The number of rows of its drawing."""
        return int(getattr(self.problem, "rows", 1))

    @property
    def cols(self) -> int:
        """The number of columns of its drawing."""
        return int(getattr(self.problem, "cols", 1))

    @property
    def grid(self) -> Grid:
        """The cells of its drawing."""
        return grid(self.rows, self.cols)


@dataclass(frozen=True)
class StateView:
    """A state in the place of a position; `text` where a film holds no state that can be read."""

    state: Hashable
    text: tuple[str, ...] = ()

    @property
    def cells(self) -> Iterable[Cell]:
        """No cells: states of problems are not made of marks."""
        return ()


def board_of(thing: object) -> ProblemBoard:
    """Return a problem in the place of a puzzle; raise TypeError for anything else."""
    name = getattr(thing, "__name__", type(thing).__name__)
    if isinstance(thing, type):
        raise TypeError(f"{name} is a class; pass an instance: {name}(…)")
    missing = [member for member in _MEMBERS if not callable(getattr(thing, member, None))]
    if missing:
        raise TypeError(f"{name} is not a problem: it has no {', '.join(missing)}()")
    return ProblemBoard(cast("Problem", thing))


def is_user_problem(puzzle: object) -> bool:
    """Return whether a puzzle stands for a problem that is not one of masume's own."""
    return isinstance(puzzle, ProblemBoard) and not puzzle.name


class ProblemSpace:
    """The state space of a problem; `problem_kind` derives a subclass for each class of problems.

    Check what user code returns: a state that is not hashable, a successor that is not a triple
    and a negative cost raise UserCodeError with a remedy. `Run` sets `check_limits`, which is
    called for each successor, if there are limits that one expansion can exceed.
    """

    name = "graph"
    is_tree = False
    repairs = False
    has_cycles = True
    integer_costs = False  # they may be fractional
    infers = False
    problem_class: type = object

    def __init__(self, puzzle: ProblemBoard) -> None:
        self.puzzle = puzzle
        self.problem = puzzle.problem
        self.is_goal = self.problem.is_goal
        self.check_limits: Callable[[], None] | None = None
        self._successors = self.problem.successors
        self.is_user_code = not type(self.problem).__module__.startswith("masume.")

    def initial(self, position: StateView | None = None) -> Hashable:
        """Return the first state of the problem, or a given one."""
        state = self.problem.initial() if position is None else position.state
        self._ensure_hashable(state, "initial")
        return state

    def successors(self, state: Hashable) -> Iterable[Step[object, Hashable]]:
        """Return the problem's own successors; of user code as a list that was checked."""
        steps = cast("Iterable[Step[object, Hashable]]", self._successors(state))  # floats too
        return self._check(steps) if self.is_user_code else steps

    def _check(self, steps: Iterable[Step[object, Hashable]]) -> list[Step[object, Hashable]]:
        """Return the steps; raise UserCodeError for one that is not (move, state, cost)."""
        checked, check_limits = [], self.check_limits
        try:
            for step in steps:
                if type(step) is not tuple or len(step) != 3:
                    self._ensure_step(step)
                _, state, cost = step
                kind = type(cost)  # the exact types first: each successor passes here
                if not ((kind is int or kind is float) and cost >= 0):
                    self._ensure_cost(cost)
                try:
                    hash(state)
                except TypeError:
                    self._ensure_hashable(state, "successors")
                if check_limits is not None:
                    check_limits()
                checked.append(step)
        except TypeError as fault:
            if isinstance(steps, Iterable):
                raise
            raise UserCodeError(
                f"{self._place} returned {shorten(repr(steps))}; return (move, state, cost) triples"
            ) from fault
        return checked

    @property
    def _place(self) -> str:
        return f"{type(self.problem).__name__}.successors()"

    def _ensure_step(self, step: object) -> None:
        if not (isinstance(step, tuple) and len(step) == 3):
            raise UserCodeError(
                f"{self._place} yielded {shorten(repr(step))}; yield (move, state, cost)"
            )

    def _ensure_cost(self, cost: object) -> None:
        if not isinstance(cost, int | float) or not cost >= 0:
            raise UserCodeError(
                f"{self._place} yielded the cost {shorten(repr(cost))}; costs are numbers from 0"
            )

    def _ensure_hashable(self, state: object, method: str) -> None:
        try:
            hash(state)
        except TypeError:
            raise UserCodeError(
                f"{type(self.problem).__name__}.{method}() returned a state that is not hashable "
                f"({type(state).__name__}); use a tuple, a frozenset or a frozen dataclass"
            ) from None

    def spent(self, state: Hashable) -> int:
        """Return 0: the first state of a problem has cost nothing."""
        return 0

    def position(self, state: Hashable) -> StateView:
        """Return the state in the place of a position."""
        return StateView(state)


class SampledProblemSpace(ProblemSpace):
    """The space of problems with `random_state`, which restarts need."""

    def random_state(self, rng: Random) -> Hashable:
        """Return a random state of the problem."""
        state: Hashable = self.problem.random_state(rng)  # type: ignore[attr-defined]
        self._ensure_hashable(state, "random_state")
        return state

    def random_successor(self, state: Hashable, rng: Random) -> Step[object, Hashable] | None:
        """Return a successor chosen uniformly; None if there is none."""
        steps = list(self.successors(state))
        return rng.choice(steps) if steps else None


class TwoEndedProblemSpace(ProblemSpace):
    """The space of problems with `reversed`, which searches from both ends need."""

    def reverse(self) -> ProblemSpace:
        """Return the space of the problem that leads from the goal back to the start."""
        return type(self)(ProblemBoard(self.problem.reversed()))  # type: ignore[attr-defined]

    def seam(self, state: Hashable) -> Hashable:
        """Return the state itself: both halves end in the same one."""
        return state

    def joins(self, forward: Hashable, backward: Hashable) -> bool:
        """Return True: halves that end in the same state form a solution."""
        return True


def plain_heuristic(function: Estimate, kind: Kind) -> Heuristic:
    """Return a heuristic for a plain function h(state), for every space of a kind.

    A result that is not a number raises UserCodeError.
    """

    def build(space: object) -> Estimate:
        return checked_estimate(function)

    build.__module__ = function.__module__  # user code is recognised by its module
    summary = first_line(function) if function.__doc__ else ""
    claims = (False, False, False)
    return Heuristic(function.__name__, build, tuple(kind.spaces), *claims, summary)


def checked_estimate(function: Estimate) -> Estimate:
    """Return the function, with an error for results that are not numbers.

    Its attribute `calls` is a function that returns the number of its calls.
    """
    calls = 0

    def estimate(state: Hashable) -> float:
        """Return the estimate of a state; raise UserCodeError if it is not a number."""
        nonlocal calls
        calls += 1
        value = function(state)
        if type(value) is int or (isinstance(value, int | float) and value == value):
            return value
        what = "a function" if callable(value) else shorten(repr(value))
        remedy = (
            "declare a factory with @masume.heuristic" if callable(value) else "return a number"
        )
        raise UserCodeError(f"{place_of(function)}() returned {what}; {remedy}")

    estimate.calls = lambda: calls  # type: ignore[attr-defined]
    return estimate
