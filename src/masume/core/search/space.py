"""State spaces and heuristics: everything that a search algorithm knows about a puzzle.

`StateSpace` is a protocol: any class with its members is a space, without inheritance. Algorithms
that need more declare it with `needs`: `TwoEnded` for backward search, `Sampled` for random starts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from inspect import signature
from random import Random
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeGuard,
    cast,
    runtime_checkable,
)

from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.type_vars import TypeVar
from masume.core.search.spec import OptionValue, Tuning
from masume.core.text.blocks import first_line
from masume.errors import UserCodeError, shorten

if TYPE_CHECKING:  # listing algorithms needs no model
    from masume.core.model.model import Clause, Literal

# The defaults are for generic code, which works on any states, moves and puzzles.
S = TypeVar("S", bound=Hashable, default=Any)
M_co = TypeVar("M_co", covariant=True, default=object)
P_contra = TypeVar("P_contra", contravariant=True, default=Any)
SpaceT = TypeVar("SpaceT", default=Any)

Step: TypeAlias = tuple[M_co, S, int]
"""(move, resulting state, cost of the move)."""

Estimate: TypeAlias = Callable[[S], float]
"""Maps a state to the estimated remaining cost; `math.inf` marks a dead end."""

Near: TypeAlias = Callable[[S, float], Estimate]
"""The incremental form of an estimate: maps a state and its value to an estimate of its successors.

It starts from that value and looks only at what a move changes."""

CANONICAL = Tuning(
    "Fix the order of marks that commute, so that each board is reached by one path only."
)
PRUNE = Tuning("Skip successors that a quick test proves to be dead ends.")
"""Options shared by several spaces; a space describes its options in `about_options`."""


class SpaceFacts(Protocol):
    """The properties of a space that do not depend on the puzzle."""

    @property
    def name(self) -> str:
        """The name for `--space`."""

    @property
    def is_tree(self) -> bool:
        """Whether each state has a single path, so that no table of visited states is needed."""

    @property
    def repairs(self) -> bool:
        """Whether states are full assignments that moves repair: for local search only."""

    @property
    def infers(self) -> bool:
        """Whether states include conclusions beyond the moves made."""


@runtime_checkable
class StateSpace(SpaceFacts, Protocol[S, M_co]):
    """A state space of one puzzle: its initial state, its moves and its goal test.

    States are hashable values that only their space interprets, usually ints or tuples. A space
    does not change during a search; several searches may share it.
    """

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle being searched."""

    def initial(self, position: Any = None) -> S:
        """Return the state of the bare board, or of a player's position."""

    def successors(self, state: S) -> Iterable[Step[M_co, S]]:
        """Yield (move, state, cost) for each move, in a fixed order; costs are not negative."""

    def is_goal(self, state: S) -> bool:
        """Return whether the state solves the puzzle."""

    def spent(self, state: S) -> int:
        """Return the cost of what an initial state already contains.

        It may contain conclusions from the bare board, or a player's marks. The total cost of an
        answer is this plus the path cost. Repair spaces, which count changes, return 0.
        """

    def position(self, state: S) -> Position:
        """Return the state as a position; for a goal the bare answer, without notes."""


@runtime_checkable
class TwoEnded(StateSpace[S, M_co], Protocol[S, M_co]):
    """A space that can also be searched backward from its goals."""

    def reverse(self) -> StateSpace[S, M_co]:
        """Return the space that starts at the goals and moves backward."""

    def seam(self, state: S) -> Hashable:
        """Return a key: only forward and backward states with equal keys can join."""

    def joins(self, forward: S, backward: S) -> bool:
        """Return whether the two partial paths form a solution."""


@runtime_checkable
class Focused(StateSpace[S, M_co], Protocol[S, M_co]):
    """A space that knows which of its moves change a part of the board that breaks a rule."""

    def focused_successors(self, state: S, rng: Random) -> Iterable[Step[M_co, S]]:
        """Return the successors that change one faulty part, drawn at random."""


@runtime_checkable
class Crossable(StateSpace[S, M_co], Protocol[S, M_co]):
    """A space whose states can be combined, for genetic algorithms."""

    def crossover(self, first: S, second: S, rng: Random) -> S:
        """Return a state with some lines of one parent and the other lines of the second."""


@runtime_checkable
class Sampled(StateSpace[S, M_co], Protocol[S, M_co]):
    """A space in which a search can start from random states."""

    def random_state(self, rng: Random) -> S:
        """Return a random state."""

    def random_successor(self, state: S, rng: Random) -> Step[M_co, S] | None:
        """Return a uniformly drawn successor without producing all; None if there is none."""


class SpaceType(SpaceFacts, Protocol[P_contra]):
    """A class of spaces: a call with a puzzle and options returns its `StateSpace`."""

    def __call__(self, puzzle: P_contra, /, *args: Any, **options: Any) -> StateSpace:
        """Return the space of a puzzle."""


Variable: TypeAlias = "tuple[Literal, ...]"
"""A variable of a constraint problem: the literals of which one becomes true, one per value."""


class Attempt(NamedTuple):
    """The result of assigning a value: the state, or the condition that it violates."""

    state: bytes | None
    conflict: Clause
    reasons: Mapping[Literal, Clause]  # the condition from which each new literal follows


class Assignable(StateSpace[bytes, M_co], Protocol[M_co]):
    """A space of assignments of a constraint problem, for searches that analyse conflicts.

    A state is a table of known literals: index a literal to see whether it is true.
    """

    def choose(self, state: bytes) -> Variable:
        """Return the variable to assign next; empty if there is none."""

    def ordered(self, state: bytes, variable: Variable) -> Sequence[Literal]:
        """Return the values of a variable that are still possible, in the order to try them."""

    def attempt(self, state: bytes, variable: Variable, value: Literal) -> Attempt:
        """Assign a value and propagate."""

    def move_of(self, value: Literal) -> M_co:
        """Return the move that assigns a value."""

    def learn(self, nogood: Clause) -> None:
        """Add a condition that follows from the others."""

    def begin_again(self) -> None:
        """Forget which variables were chosen, but no weight and no nogood."""


def home_name(home: SpaceType | type) -> str:
    """Return the name of a space, or of a class of problems."""
    return str(getattr(home, "name", None) or getattr(home, "__name__", ""))


def has_cycles(space: object) -> bool:
    """Return whether moves can lead back to an earlier state, as in ordinary graphs.

    Spaces of puzzles only add marks and need not say so.
    """
    return bool(getattr(space, "has_cycles", False))


def is_space_type(thing: object) -> TypeGuard[SpaceType]:
    """Return whether an object is a class of spaces."""
    return isinstance(thing, type) and hasattr(thing, "successors")


def incremental(plain: Estimate, near: Near) -> Estimate:
    """Return an estimate with an incremental form, which must give equal values."""

    def estimate(state: S) -> float:
        return plain(state)

    estimate.near = near  # type: ignore[attr-defined]
    return estimate


def near_form(h: Estimate) -> Near | None:
    """Return the incremental form of an estimate; None if it has none."""
    near: Near | None = getattr(h, "near", None)
    return near


@dataclass(frozen=True)
class Heuristic(Generic[SpaceT]):
    """A named estimate of the remaining cost, its spaces, and its claims, which the tests verify.

    Create one with the decorator `heuristic`.
    """

    name: str
    build: Callable[[SpaceT], Estimate]  # computes tables once and returns a fast function
    # The spaces, or classes of problems, that it is defined for, with their subclasses
    spaces: tuple[SpaceType | type, ...]
    admissible: bool  # never exceeds the true remaining cost, and is 0 at goals
    objective: bool  # not an estimate of cost: may be negative, need not be 0 at goals
    default: bool  # used if no heuristic is named
    summary: str = ""  # the first line of the function's docstring
    # Formats the value in the notation of the paper that defines it, if that differs
    published: Callable[[SpaceT], Callable[..., str]] | None = None

    def __repr__(self) -> str:
        return f"<Heuristic: {self.name}, {self.summary[:200]}>"

    def supports(self, space: SpaceType) -> bool:
        """Return whether the heuristic is defined for this space."""
        homes = tuple(home for home in self.spaces if isinstance(home, type))
        of_problem = getattr(space, "problem_class", object)
        return isinstance(space, type) and (
            issubclass(space, homes) or issubclass(of_problem, homes)
        )


def heuristic(
    *spaces: SpaceType | type,
    admissible: bool = False,
    objective: bool = False,
    default: bool = False,
    published: Callable[[SpaceT], Callable[..., str]] | None = None,
) -> Callable[[Callable[[SpaceT], Estimate]], Heuristic[SpaceT]]:
    """Declare a function as a heuristic for these spaces, with the function's name.

    The function takes a space, computes its tables once and returns the estimate; declared for
    classes of problems, it takes the problem. The flags are the fields of `Heuristic`.
    """

    def declare(build: Callable[[SpaceT], Estimate]) -> Heuristic[SpaceT]:
        claims, summary = (admissible, objective, default), first_line(build)
        of_problem = all(not hasattr(home, "spent") for home in spaces)
        builder = _checked_builder(build, of_problem)
        return Heuristic(build.__name__, builder, spaces, *claims, summary, published)

    return declare


def _checked_builder(
    build: Callable[[SpaceT], Estimate], of_problem: bool
) -> Callable[[SpaceT], Estimate]:
    """Return a builder that passes a space, or its problem, to `build` and checks what it returns.

    The builder raises UserCodeError unless it is a function.
    """

    def builder(space: SpaceT) -> Estimate:
        h = build(getattr(space, "problem") if of_problem else space)  # noqa: B009 (no protocol)
        if not callable(h):
            raise UserCodeError(
                f"{place_of(build)}() returned {shorten(repr(h))}; return a function h(state)"
            )
        return h

    # User code is recognised by its module, and sources by the name of the function.
    builder.__module__, builder.__qualname__ = build.__module__, build.__qualname__
    builder.__name__ = build.__name__
    return builder


def place_of(function: Callable[..., object]) -> str:
    """Return the file, line and name of a function."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", "the heuristic")
    return f"{code.co_filename}, line {code.co_firstlineno}: {name}" if code else name


def _no_limit() -> None:
    """Do nothing: the cancellation check of an unlimited search."""


class Cancellable:
    """A base class of spaces with slow expansions, which call `check_cancel` regularly.

    `Run` sets `check_cancel` to a function that raises when the time is up.
    """

    check_cancel: Callable[[], None] = staticmethod(_no_limit)


class Guarded(Generic[S, M_co]):
    """A wrapper of a space that checks the limits before each successor.

    One expansion of a very large board can take seconds, so a check between expansions would be
    too late. `Run` sets `check`, which raises when time or memory is used up.
    """

    def __init__(self, space: StateSpace[S, M_co]) -> None:
        self._space = space
        self.check: Callable[[], None] = _no_limit

        self.name = space.name
        self.is_tree = space.is_tree
        self.repairs = space.repairs
        self.infers = space.infers
        self.puzzle = space.puzzle
        self.initial = space.initial
        self.is_goal = space.is_goal
        self.spent = space.spent
        self.position = space.position

    def cancellable(self) -> Cancellable | None:
        """Return the wrapped space if it is a `Cancellable`, else None."""
        return self._space if isinstance(self._space, Cancellable) else None

    def __getattr__(self, name: str) -> object:
        return getattr(self._space, name)  # the members of TwoEnded and Sampled

    def successors(self, state: S) -> Iterator[Step[M_co, S]]:
        """Yield the successors of the wrapped space, checking the limits before each."""
        check = self.check
        for item in self._space.successors(state):
            check()
            yield item


def space_options(space: SpaceType) -> dict[str, OptionValue]:
    """Return the options of a space and their defaults, read from its constructor's signature."""
    return dict(_constructor_options(cast("type", space)))


@lru_cache(maxsize=256)  # bounded: a user's file that is edited defines its spaces again and again
def _constructor_options(space: type) -> tuple[tuple[str, OptionValue], ...]:
    parameters = signature(space).parameters.values()
    return tuple((p.name, p.default) for p in parameters if p.kind is p.KEYWORD_ONLY)
