"""What a search may know of a puzzle: a state space, and estimates of what is left to do.

Spaces are found by shape, not by descent: whatever has these members is one. A search that needs
more than the common ones asks for `TwoEnded` or `Sampled`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeGuard, runtime_checkable

from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.type_vars import TypeVar
from masume.core.search.spec import Tuning
from masume.core.text.blocks import first_line

# Whoever leaves them out speaks of any states, moves and puzzles.
S = TypeVar("S", bound=Hashable, default=Any)
M_co = TypeVar("M_co", covariant=True, default=object)
P_contra = TypeVar("P_contra", contravariant=True, default=Any)
SpaceT = TypeVar("SpaceT", default=Any)

Step: TypeAlias = tuple[M_co, S, int]
"""(move, the state that it leads to, its cost)."""

Estimate: TypeAlias = Callable[[S], float]
"""Maps a state to the estimated cost of what is left; `math.inf` means: no goal can follow."""

CANONICAL = Tuning(
    "Marks that could come in any order come in one, so a board is reached only once."
)
PRUNE = Tuning("Boards that a quick test shows to be dead ends are left out.")
"""Options that several spaces have; a space tells of its options in `about_options`."""


class SpaceFacts(Protocol):
    """What is known of a way to search before there is a puzzle."""

    @property
    def name(self) -> str:
        """What `--space` calls it."""

    @property
    def is_tree(self) -> bool:
        """Whether there is one path per state: then no table of seen states is needed."""

    @property
    def can_undo(self) -> bool:
        """Whether moves can be taken back, so that paths may run in circles."""

    @property
    def infers(self) -> bool:
        """Whether states hold conclusions beyond the moves made."""


@runtime_checkable
class StateSpace(SpaceFacts, Protocol[S, M_co]):
    """One way to search one puzzle. States are hashable and private to their space."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is searched."""

    def initial(self, position: Any = None) -> S:
        """The first state: the bare board, or a player's position."""

    def successors(self, state: S) -> Iterable[Step[M_co, S]]:
        """(move, state, cost) for each move, always in the same order; no cost is negative."""

    def is_goal(self, state: S) -> bool:
        """Whether the puzzle is solved."""

    def spent(self, state: S) -> int:
        """What the first state already holds, in the unit of the costs; 0 where changes count.

        A first state may hold what follows from the bare board, or what a player has done.
        """

    def position(self, state: S) -> Position:
        """The state as a player sees it; of a goal the bare answer, without notes."""


@runtime_checkable
class TwoEnded(StateSpace[S, M_co], Protocol[S, M_co]):
    """A space that can also be searched from its goals backward."""

    def reverse(self) -> StateSpace[S, M_co]:
        """The space that starts where this one ends."""

    def seam(self, state: S) -> Hashable:
        """What a forward and a backward state must have in common to be worth comparing."""

    def joins(self, forward: S, backward: S) -> bool:
        """Whether the two half paths make one solution."""


@runtime_checkable
class Sampled(StateSpace[S, M_co], Protocol[S, M_co]):
    """A space in which a search may begin anywhere."""

    def random_state(self, rng: Random) -> S:
        """Some state to start from."""

    def random_successor(self, state: S, rng: Random) -> Step[M_co, S] | None:
        """One of its successors, drawn evenly without producing them all; None if it has none."""


class SpaceType(SpaceFacts, Protocol[P_contra]):
    """A class of spaces: called with a puzzle and options it gives the `StateSpace` of it."""

    def __call__(self, puzzle: P_contra, /, *args: Any, **options: Any) -> StateSpace:
        """The space of a puzzle."""


def is_space_type(thing: object) -> TypeGuard[SpaceType]:
    """Whether something is a class of spaces."""
    return isinstance(thing, type) and hasattr(thing, "successors")


@dataclass(frozen=True)
class Heuristic(Generic[SpaceT]):
    """A named estimate, the spaces it speaks of, and what it claims (the tests check the claim)."""

    name: str
    build: Callable[[SpaceT], Estimate]  # makes its tables once and returns a fast function
    spaces: tuple[SpaceType, ...]
    admissible: bool  # never more than the true cost; 0 at goals
    objective: bool  # not an estimate of cost at all: may be negative, need not be 0 at goals
    default: bool  # used where none is named
    summary: str = ""
    # The value in the notation of the paper that defines it, where that differs
    published: Callable[[SpaceT], Callable[..., str]] | None = None

    def speaks_of(self, space: SpaceType) -> bool:
        """Whether it can judge states of this kind of space."""
        homes = tuple(home for home in self.spaces if isinstance(home, type))
        return isinstance(space, type) and issubclass(space, homes)


def heuristic(
    *spaces: SpaceType,
    admissible: bool = False,
    objective: bool = False,
    default: bool = False,
    published: Callable[[SpaceT], Callable[..., str]] | None = None,
) -> Callable[[Callable[[SpaceT], Estimate]], Heuristic[SpaceT]]:
    """Declare a heuristic for states of these spaces; its docstring's first line is its summary."""

    def declare(build: Callable[[SpaceT], Estimate]) -> Heuristic[SpaceT]:
        claims, summary = (admissible, objective, default), first_line(build)
        return Heuristic(build.__name__, build, spaces, *claims, summary, published)

    return declare


def _no_limit() -> None:
    """What `check_cancel` is while nobody is waiting."""


class Patient:
    """A space whose single steps may take long: it calls `check_cancel` now and then on the way.

    `Run` sets `check_cancel` to a function that raises when the time is up.
    """

    check_cancel: Callable[[], None] = staticmethod(_no_limit)


class Guarded(Generic[S, M_co]):
    """A space that looks at the limits before each successor: they hold inside an expansion too.

    One expansion of a very large board can take seconds. `Run` sets `check`, which raises when
    time or memory is used up.
    """

    def __init__(self, space: StateSpace[S, M_co]) -> None:
        self._space = space
        self.check: Callable[[], None] = _no_limit

        self.name = space.name
        self.is_tree = space.is_tree
        self.can_undo = space.can_undo
        self.infers = space.infers
        self.puzzle = space.puzzle
        self.initial = space.initial
        self.is_goal = space.is_goal
        self.spent = space.spent
        self.position = space.position

    def patient(self) -> Patient | None:
        """The space inside, if it can be told to stop on its way."""
        return self._space if isinstance(self._space, Patient) else None

    def __getattr__(self, name: str) -> object:
        return getattr(self._space, name)  # what TwoEnded and Sampled have beyond that

    def successors(self, state: S) -> Iterator[Step[M_co, S]]:
        """The space's own successors, each after a look at the clock."""
        check = self.check
        for item in self._space.successors(state):
            check()
            yield item
