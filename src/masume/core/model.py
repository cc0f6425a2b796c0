"""Model: a puzzle as an exact engine sees it, and all that the engine may know of it.

A board becomes Boolean variables 1, 2, …; a literal is a variable or its negative, a clause a list
of literals of which one must hold. Beside clauses there are things that would take very many
of them: sums of small numbers, "these cells hang together", "these links form one network" and
"these links form one path". A puzzle's `model.py` builds the Model, `masume.exact` runs it, and
neither knows the other.

Constraints come in parts. A part may have a `Reason`, one of the board's clues or one of the
puzzle's rules, so that the engine can tell which of them contradict each other.

A small number is written as its *levels*: the literals "at least 1", "at least 2" and so on, each
of which implies the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from masume.core.grid import Cell, Grid
from masume.errors import NotApplicable

Literal: TypeAlias = int
Clause: TypeAlias = Sequence[Literal]
Levels: TypeAlias = Sequence[Literal]
Pulse: TypeAlias = Callable[[], None]  # to be called now and then: it raises when time is up


_MOST_VARIABLES = 5_000_000  # more would take gigabytes, clauses included


def no_pulse() -> None:
    """The pulse of those who have all the time in the world."""


@dataclass(frozen=True)
class Reason:
    """What a part of a model stands for: a rule's code, the cells it is about, words for people."""

    rule: str
    cells: tuple[Cell, ...]
    text: str


class Sum(NamedTuple):  # there may be thousands, and a tuple is made in no time
    """Some small numbers add up to a total."""

    numbers: Sequence[Levels]
    total: int


@dataclass(frozen=True)
class Whole:
    """The cells of a grid that are not taken out hang together by their sides.

    Variable cell + 1 takes a cell out. `apart` says that the model forbids two neighbours both to
    be out anyway; then an engine may use much stronger conclusions.
    """

    grid: Grid
    apart: bool


@dataclass(frozen=True)
class Network:
    """The links whose literals hold connect all nodes; without loops they also form a tree."""

    nodes: int
    links: Sequence[tuple[int, int]]
    literals: Sequence[Literal]
    connected: bool = True
    loops: bool = True


@dataclass(frozen=True)
class OnePath:
    """The links whose literals hold are one path from `start`, and nothing beside it.

    The model's clauses already see to it that each node has the links it should have: what is left
    to forbid are rings. `on` has a literal for each node: it is on the path. `walled_off` makes
    true clauses of what is closed already; they spare an engine that explains very long proofs.
    """

    grid: Grid
    start: Cell
    links: Sequence[tuple[Cell, Cell]]
    literals: Sequence[Literal]
    on: Sequence[Literal]
    walled_off: Callable[[set[Literal]], list[Clause]] = lambda held: []  # from what holds


Global: TypeAlias = Whole | Network | OnePath


@dataclass
class Part:
    """Constraints that belong together."""

    reason: Reason | None = None
    clauses: list[Clause] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)


@dataclass
class Model:
    """A board in the engine's terms, and the way back from there.

    The variables 1 … `shown` make up an answer: two answers are the same if these agree. Those
    above are helpers. The groups of `cost` are a hint: literals of which the clauses ask for some
    belong into one group, so that a lower bound of the cost is easily seen.
    """

    shown: int
    answer: Callable[[Sequence[Literal]], Any]  # all shown literals of a solution -> Position
    noted: Callable[[Iterable[Literal]], Any]  # some shown literals -> Position with marks
    literals: Callable[[Any], list[Literal]]  # what the marks of a Position say
    cells: Callable[[int], Iterable[Cell]]  # the cells that a shown variable is about
    say: Callable[[Literal], str]  # what a shown literal means, a sentence
    also: Callable[[Literal], Sequence[Literal]] = lambda literal: ()  # what it says by the way
    cost: Sequence[Sequence[Literal]] = ()  # as many of these hold as the answer costs, in groups
    shortest: bool = False  # of several solutions the one of least cost is wanted
    floor: int = 0  # no solution costs less, as anyone can see
    hopeless: bool = False  # someone has seen meanwhile that there is no solution
    known: list[Literal] = field(default_factory=list)  # seen by the puzzle itself beforehand
    parts: list[Part] = field(default_factory=list)
    variables: int = 0  # how many there are so far

    def __post_init__(self) -> None:
        self.variables = max(self.variables, self.shown)

    def marks(self, position: Any) -> list[Literal]:
        """All that the marks of a position say, with what they say by the way."""
        told = self.literals(position)
        return list(dict.fromkeys(one for mark in told for one in (mark, *self.also(mark))))

    @property
    def settled(self) -> bool:
        """Whether the puzzle has seen all of the only answer by itself: it is `known`, in order."""
        return not self.parts and len(self.known) == self.shown

    def part(self, rule: str = "", cells: tuple[Cell, ...] = (), text: str = "") -> Part:
        """Begin a new part; with a rule's code it can be named as a reason."""
        found = Part(Reason(rule, cells, text) if rule else None)
        self.parts.append(found)
        return found

    def more(self, count: int) -> range:
        """Some helper variables."""
        first = self.variables + 1
        self.variables += count
        if self.variables > _MOST_VARIABLES:
            raise NotApplicable(f"too large: it takes more than {_MOST_VARIABLES:,} variables")
        return range(first, first + count)

    def number(self, most: int, part: Part) -> range:
        """The levels of a new small number."""
        levels = self.more(most)
        part.clauses += [[-level - 1, level] for level in levels[:-1]]
        return levels

    def at_most_one(self, literals: Sequence[Literal], part: Part) -> None:
        """Pair by pair for a few; for many a chain of helpers ("one of those so far")."""
        head = list(literals[:4])
        for start in range(4, len(literals), 3):
            if len(literals) - start <= 2:
                break
            (helper,) = self.more(1)
            part.clauses += [[-one, helper] for one in head]
            part.clauses += [[-one, -other] for one, other in combinations(head, 2)]
            head = [helper, *literals[start : start + 3]]
        else:
            start = len(literals)
        head += literals[start:]
        part.clauses += [[-one, -other] for one, other in combinations(head, 2)]
