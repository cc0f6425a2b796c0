"""A puzzle as the exact engine sees it: Boolean variables, clauses, sums and lazy constraints.

Variables are 1, 2, …; a literal is a variable or its negative, a clause a list of literals of which
at least one must hold. Conditions that would take very many clauses have their own form: sums of
small numbers, and objects of the protocol `Constraint` (`masume.constraints` has several).

A puzzle's `model.py` builds a `Model` with a `ModelBuilder` (`core/model/builder.py`) and
`masume.exact` runs it; neither knows the other. A Model is immutable in use and may serve several
engines. Its *vocabulary* says what the literals mean. Its constraints come in parts; a part may
have a `Reason`, a clue of the board or a rule of the puzzle, so that the engine can report which of
them contradict each other.

A small number is written as its *levels*: the literals "at least 1", "at least 2" and so on, each
of which implies the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, runtime_checkable

from masume.core.model.statement import Statement
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.type_vars import TypeVar

Q = TypeVar("Q", default=Any)  # positions; any where nobody says more

Literal: TypeAlias = int
Clause: TypeAlias = Sequence[Literal]
Levels: TypeAlias = Sequence[Literal]
CancelCheck: TypeAlias = Callable[[], None]  # to be called now and then: it raises when time is up


def never_cancel() -> None:
    """The check_cancel of those who have all the time in the world."""


# What the literals mean


class Vocabulary(Protocol[Q]):
    """Between the literals of a board and what people see there.

    The variables 1 … `shown` make up an answer: two answers are the same if these agree. Those
    above are helpers and mean nothing here.
    """

    shown: int
    grid: Grid  # names the cells of statements

    def answer(self, literals: Sequence[Literal]) -> Q:
        """The Position of a solution, of which all shown literals are given in order."""

    def noted(self, literals: Iterable[Literal]) -> Q:
        """A Position with marks for some shown literals."""

    def literals(self, position: Q) -> list[Literal]:
        """What the marks of a Position say; a MasumeError if it is none of this board."""
        ...

    def cells(self, variable: int) -> Sequence[Cell]:
        """The cells that a shown variable is about."""
        ...

    def statement(self, literal: Literal) -> Statement:
        """What a shown literal says."""
        ...

    def also(self, literal: Literal) -> Sequence[Literal]:
        """What it says by the way."""
        return ()

    def cells_of(self, literals: Iterable[Literal]) -> list[Cell]:
        """All cells that some shown literals are about."""
        return sorted({cell for one in literals for cell in self.cells(abs(one))})

    def marks(self, position: Q) -> list[Literal]:
        """All that the marks of a Position say, with what they say by the way."""
        marks = self.literals(position)
        return list(dict.fromkeys(one for mark in marks for one in (mark, *self.also(mark))))


# What must hold


class Reason(NamedTuple):
    """What a part of a model stands for: a rule's code, the cells it is about, words for people.

    The text is a sentence, "all islands are connected", or names one or more clues, "the 3 at
    r1c1". A reason that names no clue has one of the referee's codes.
    """

    rule: str
    cells: tuple[Cell, ...]
    text: str
    clues: int = 0  # how many clues the text names

    @property
    def key(self) -> tuple[str, tuple[Cell, ...]]:
        """What it is known by: techniques name it so."""
        return self.rule, self.cells


class Sum(NamedTuple):  # there may be thousands, and a tuple is made in no time
    """Some small numbers add up to a total."""

    numbers: Sequence[Levels]
    total: int


class Constraint(Protocol):
    """Something about any literals that is told as clauses only where a proposal breaks it."""

    @property
    def literals(self) -> Sequence[Literal]:
        """All that it is about."""
        ...

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Clauses that follow from the constraint and that the proposal breaks; none if it holds.

        `truth` has the literal of each variable that holds, in order.
        """
        ...


@runtime_checkable
class Foreseeing(Constraint, Protocol):
    """A constraint that also sees early what would take a solver very long."""

    def foresee(self, held: set[Literal]) -> list[Clause]:
        """True clauses that matter where these literals hold."""
        ...


class Part(NamedTuple):
    """Constraints that belong together."""

    reason: Reason | None
    clauses: Sequence[Clause] = ()
    sums: Sequence[Sum] = ()
    constraints: Sequence[Constraint] = ()


@dataclass(frozen=True)
class Model(Generic[Q]):
    """A board in the engine's terms, and the way back from there.

    The groups of `cost` are a hint: literals of which the clauses ask for some belong into one
    group, so that a lower bound of the cost is easily seen.
    """

    vocabulary: Vocabulary[Q]
    parts: Sequence[Part]
    variables: int  # the shown ones and helpers
    known: Sequence[Literal] = ()  # seen by the puzzle itself beforehand
    cost: Sequence[Sequence[Literal]] = ()  # as many of these hold as the answer costs, in groups
    shortest: bool = False  # of several solutions the one of least cost is wanted
    floor: int = 0  # no solution costs less, as anyone can see
    hopeless: Callable[[], bool] = lambda: False  # a look at the board that may save a long proof

    @property
    def shown(self) -> int:
        """How many variables make up an answer."""
        return self.vocabulary.shown

    @property
    def settled(self) -> bool:
        """Whether the puzzle has seen all of the only answer by itself: it is `known`, in order."""
        return not self.parts and len(self.known) == self.shown
