"""Model: a puzzle as Boolean variables, clauses, sums and lazy constraints, for the exact engine.

Variables are 1, 2, …; a literal is a variable or its negation (the negative number), a clause is a
list of literals of which at least one must be true. Conditions that would need very many clauses
have their own forms: sums of small numbers, and objects of the protocol `Constraint`, which add
clauses only when a proposed solution violates them (`masume.constraints` has several).

A puzzle's `model.py` builds a `Model` with a `ModelBuilder` (`core/model/builder.py`), and
`masume.exact` solves it; neither imports the other. A Model does not change and can be shared by
several engines. Its *vocabulary* defines what the literals mean on the board. Its constraints are
grouped in parts; a part may have a `Reason`, which is a clue of the board or a rule of the puzzle,
so that the engine can report which of them contradict each other.

A small number is encoded in unary (order encoding) as its *levels*: the literals "at least 1",
"at least 2" and so on, each of which implies the previous one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, runtime_checkable

from masume.core.model.statement import Statement
from masume.core.puzzle.grid import Cell, Grid
from masume.core.puzzle.type_vars import TypeVar

Q = TypeVar("Q", default=Any)  # the class of positions

Literal: TypeAlias = int
Clause: TypeAlias = Sequence[Literal]
Levels: TypeAlias = Sequence[Literal]
CancelCheck: TypeAlias = Callable[[], None]  # called regularly; raises when the time is up
Known: TypeAlias = Sequence[int]
"""Whether each literal is known to be true, indexed by literal: negative ones from the end."""


def never_cancel() -> None:
    """Do nothing: the cancellation check without a limit."""


# The meaning of literals


class Vocabulary(Protocol[Q]):
    """The translation between a model's literals and the marks on a board.

    The variables 1 … `shown` determine an answer: two answers are equal if these agree. Higher
    variables are helpers without a meaning on the board.
    """

    shown: int
    grid: Grid  # for the names of cells in statements
    # What a true variable puts on the board, for one and for several: ("lamp", "lamps")
    things: tuple[str, str] = ("", "")
    # Whether a false variable is a mark too, as 0 is in a puzzle of 0 and 1
    two_valued: bool = False

    def answer(self, literals: Sequence[Literal]) -> Q:
        """Return the answer with these shown literals, given for all variables in order."""

    def position_of(self, literals: Iterable[Literal]) -> Q:
        """Return a position with the marks of `literals`, which are shown."""

    def literals(self, position: Q) -> list[Literal]:
        """Return the literals of a position's marks; raise MasumeError if it does not fit."""
        ...

    def cells(self, variable: int) -> Sequence[Cell]:
        """Return the cells that `variable`, a shown one, refers to."""
        ...

    def statement(self, literal: Literal) -> Statement:
        """Return the statement of a shown literal."""
        ...

    def statement_beside(self, literal: Literal, cell: Cell) -> Statement:
        """Return the statement of a shown literal, named from a cell if it is about that cell."""
        return self.statement(literal)

    def implied_literals(self, literal: Literal) -> Sequence[Literal]:
        """Return the literals that `literal` implies by its meaning alone, without the rules."""
        return ()

    def printed(self) -> Sequence[Literal]:
        """Return the shown literals that the bare board shows, such as the given digits."""
        return ()

    def evident(self, literal: Literal) -> Sequence[Literal]:
        """Return the literals that follow trivially from `literal`; explanations omit them.

        For example, a digit in a cell excludes the same digit elsewhere in its row.
        """
        return ()

    def closure(self, literals: Iterable[Literal]) -> list[Literal]:
        """Return the printed literals, `literals`, and the `evident` ones of each."""
        literals = [*self.printed(), *literals]
        return literals + [other for literal in literals for other in self.evident(literal)]

    def groups(self) -> Sequence[Sequence[int]]:
        """Return disjoint groups of shown variables of which every answer makes exactly one true.

        A group is one variable with several values, such as the digit of a cell.
        """
        return ()

    def cells_of(self, literals: Iterable[Literal]) -> list[Cell]:
        """Return the cells that `literals`, which are shown, refer to, in order."""
        return sorted({cell for literal in literals for cell in self.cells(abs(literal))})

    def marks(self, position: Q) -> list[Literal]:
        """Return the literals of a position's marks and their `implied_literals`, each once."""
        marks = self.literals(position)
        return list(
            dict.fromkeys(n for mark in marks for n in (mark, *self.implied_literals(mark)))
        )


# Constraints


class Reason(NamedTuple):
    """The clue or rule that a part of a model encodes: a rule code, its cells, and a text.

    The text is a sentence, such as "all islands are connected", or names clues, such as "the 3 at
    r1c1". A reason without clues has one of the referee's codes as its rule. Explanations use the
    other words, if there are any.
    """

    rule: str
    cells: tuple[Cell, ...]
    text: str
    clues: int = 0  # the number of clues in the text
    otherwise: str = ""  # what would happen without its conclusions: "the line would end"
    law: str = ""  # what a clue says, as a sentence: "the island of the 3 at r1c1 has 3 cells"
    # What only one thing can do: "only {to} can light r1c1", "the 3 at {at} can only grow to {to}"
    needs: str = ""

    @property
    def key(self) -> tuple[str, tuple[Cell, ...]]:
        """The identifier by which techniques refer to this reason."""
        return self.rule, self.cells


class Sum(NamedTuple):  # a tuple, because models have thousands of sums
    """The constraint that small numbers, given by their levels, add up to a total."""

    numbers: Sequence[Levels]
    total: int


class ExactlyOneOf(Sum):
    """The constraint that one literal of several is true, for models with many of them.

    It is encoded and propagated as clauses, which is faster than counting.
    """

    @property
    def literals(self) -> list[Literal]:
        """The literals of which one is true."""
        return [levels[0] for levels in self.numbers]


class Constraint(Protocol):
    """A lazy constraint: the engine asks for clauses only when a proposed solution violates it."""

    @property
    def literals(self) -> Sequence[Literal]:
        """All literals that the constraint depends on."""
        ...

    def cuts(self, truth: Sequence[Literal]) -> list[Clause]:
        """Return clauses implied by the constraint and violated by the proposal; none if it holds.

        `truth` has the true literal of each variable, in order.
        """
        ...


@runtime_checkable
class EarlyCutting(Constraint, Protocol):
    """A constraint that can also add clauses early, where search alone would be very slow."""

    def early_cuts(self, held: set[Literal]) -> list[Clause]:
        """Return implied clauses that are useful while these literals are true."""
        ...


@runtime_checkable
class UnitCutting(Constraint, Protocol):
    """A constraint that propagates: it finds what follows from a partial assignment."""

    def unit_cuts(self, known: Known) -> list[Clause]:
        """Return implied clauses with at most one literal that is not known to be false.

        The list may be incomplete, but if all literals of the constraint are known, it is empty
        if and only if the constraint holds.
        """
        ...


class Part(NamedTuple):
    """The constraints of one clue or rule."""

    reason: Reason | None
    clauses: Sequence[Clause] = ()
    sums: Sequence[Sum] = ()
    constraints: Sequence[Constraint] = ()


class NormalForm(NamedTuple):
    """A property of solutions which makes them easier to find, and to prove that there is one.

    Every other solution can be changed step by step into one of this form. So a solution is the
    only one if it is the only one of this form and no other is a step away from it.
    """

    cases: Sequence[Sequence[Literal]]  # assumptions; each solution of this form fulfils some
    # The literals of another solution that is a step away from this one; None: there is none
    other: Callable[[Sequence[Literal]], list[Literal] | None]


@dataclass(frozen=True)
class Model(Generic[Q]):
    """A board as constraints on Boolean variables, whose solutions are exactly its answers.

    Create one with a `ModelBuilder`. If `shortest` is set, only solutions of least cost count; the
    cost is the number of true literals in `cost`. Their grouping is a hint for lower bounds: put
    literals into one group if the clauses require some of them.
    """

    vocabulary: Vocabulary[Q]
    parts: Sequence[Part]
    variables: int  # the number of variables, helpers included
    known: Sequence[Literal] = ()  # literals that the puzzle itself has derived
    cost: Sequence[Sequence[Literal]] = ()  # groups of literals; see above
    shortest: bool = False  # whether a solution of least cost is required
    floor: int = 0  # a lower bound of the cost
    # A cheap test that may prove that there is no solution, used before long proofs
    is_unsolvable: Callable[[], bool] = lambda: False
    normal_form: NormalForm | None = None

    @property
    def shown(self) -> int:
        """The number of variables that determine an answer."""
        return self.vocabulary.shown

    def cost_of(self, literals: Iterable[Literal]) -> int:
        """Return the cost of a solution, given by its true literals."""
        held = set(literals)
        return sum(map(held.__contains__, chain.from_iterable(self.cost)))

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle itself has derived the only answer: then it is `known`, in order."""
        return not self.parts and len(self.known) == self.shown
