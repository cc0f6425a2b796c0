"""Draft: what a puzzle's `model.py` writes a Model with, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from masume.core.model.model import (
    Clause,
    Constraint,
    Literal,
    Model,
    Part,
    Reason,
    Sum,
    Vocabulary,
)
from masume.core.puzzle.grid import Cell
from masume.errors import NotApplicable

_MOST_VARIABLES = 5_000_000  # more would take gigabytes, clauses included


class Variables:
    """Counts the variables that are taken."""

    def __init__(self, count: int) -> None:
        self.count = count

    def more(self, count: int) -> range:
        """Some new ones."""
        first = self.count + 1
        self.count += count
        if self.count > _MOST_VARIABLES:
            raise NotApplicable(f"too large: it takes more than {_MOST_VARIABLES:,} variables")
        return range(first, first + count)


class PartBuilder:
    """A part to which constraints are added."""

    def __init__(self, reason: Reason | None) -> None:
        self.reason = reason
        self.clauses: list[Clause] = []
        self.sums: list[Sum] = []
        self.constraints: list[Constraint] = []


class ModelBuilder:
    """A model that is being written."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        cost: Sequence[Sequence[Literal]] = (),
        shortest: bool = False,
        floor: int = 0,
    ) -> None:
        self.vocabulary = vocabulary
        self.known: Sequence[Literal] = ()
        self._wanted = cost, shortest, floor
        self._parts: list[PartBuilder] = []
        self._variables = Variables(vocabulary.shown)
        self.more = self._variables.more  # helper variables

    def part(
        self, rule: str = "", cells: tuple[Cell, ...] = (), text: str = "", *, clues: int = 0
    ) -> PartBuilder:
        """Begin a new part; with a rule's code it can be named as a reason."""
        part = PartBuilder(Reason(rule, cells, text, clues) if rule else None)
        self._parts.append(part)
        return part

    def at_most_one(self, literals: Sequence[Literal], part: PartBuilder) -> None:
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

    def model(self) -> Model:
        """The model as it stands."""
        parts = tuple(
            Part(one.reason, tuple(one.clauses), tuple(one.sums), tuple(one.constraints))
            for one in self._parts
        )
        return Model(self.vocabulary, parts, self._variables.count, self.known, *self._wanted)
