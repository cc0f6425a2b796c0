"""ModelBuilder: assemble a Model part by part, as a puzzle's `model.py` does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from masume.core.model.model import (
    Clause,
    Constraint,
    Literal,
    Model,
    NormalForm,
    Part,
    Reason,
    Sum,
    Vocabulary,
)
from masume.core.puzzle.grid import Cell
from masume.errors import NotApplicable

_MOST_VARIABLES = 5_000_000  # with their clauses, more would take gigabytes


class Variables:
    """A counter that allocates variables."""

    def __init__(self, count: int) -> None:
        self.count = count

    def more(self, count: int) -> range:
        """Allocate new variables; raise NotApplicable if the model becomes too large."""
        first = self.count + 1
        self.count += count
        if self.count > _MOST_VARIABLES:
            raise NotApplicable(f"the model needs more than {_MOST_VARIABLES:,} variables")
        return range(first, first + count)


class PartBuilder:
    """A part of a model under construction; append to its lists."""

    def __init__(self, reason: Reason | None) -> None:
        self.reason = reason
        self.clauses: list[Clause] = []
        self.sums: list[Sum] = []
        self.constraints: list[Constraint] = []

    def count(self, literals: Iterable[Literal], total: int) -> None:
        """Require exactly `total` of these literals to be true."""
        self.sums.append(Sum([[literal] for literal in literals], total))


class ModelBuilder:
    """A mutable model under construction.

    Begin a part for each clue and rule and append constraints to it, then call `model`. `cost`,
    `shortest` and `floor` are the fields of `Model`.
    """

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
        self.normal_form: NormalForm | None = None
        self._wanted = cost, shortest, floor
        self._parts: list[PartBuilder] = []
        self._variables = Variables(vocabulary.shown)
        self.more = self._variables.more  # allocates helper variables

    def part(
        self,
        rule: str = "",
        cells: tuple[Cell, ...] = (),
        text: str = "",
        *,
        clues: int = 0,
        otherwise: str = "",
        law: str = "",
        needs: str = "",
    ) -> PartBuilder:
        """Begin a new part; with a rule's code it has a Reason that can be reported."""
        words = otherwise, law, needs
        part = PartBuilder(Reason(rule, cells, text, clues, *words) if rule else None)
        self._parts.append(part)
        return part

    def clue(
        self, cell: Cell, clue: object, *, otherwise: str = "", law: str = "", needs: str = ""
    ) -> PartBuilder:
        """Begin the part of the clue in a cell, given in words; {clue} stands for it in others."""
        text = f"the {clue} at {self.vocabulary.grid.name(cell)}"
        otherwise, law, needs = (word.replace("{clue}", text) for word in (otherwise, law, needs))
        words = {"otherwise": otherwise, "law": law, "needs": needs}
        return self.part("clue", (cell,), text, clues=1, **words)

    def at_most_one(self, literals: Sequence[Literal], part: PartBuilder) -> None:
        """Add clauses that allow at most one of these literals.

        Few literals are encoded pairwise, more with a chain of helper variables, each of which is
        implied by the literals so far.
        """
        head = list(literals[:4])
        for start in range(4, len(literals), 3):
            if len(literals) - start <= 2:
                break
            (helper,) = self.more(1)
            part.clauses += [[-literal, helper] for literal in head]
            part.clauses += [[-a, -b] for a, b in combinations(head, 2)]
            head = [helper, *literals[start : start + 3]]
        else:
            start = len(literals)
        head += literals[start:]
        part.clauses += [[-a, -b] for a, b in combinations(head, 2)]

    def model(self) -> Model:
        """Return the finished model."""
        parts = tuple(
            Part(part.reason, tuple(part.clauses), tuple(part.sums), tuple(part.constraints))
            for part in self._parts
        )
        model = Model(self.vocabulary, parts, self._variables.count, self.known, *self._wanted)
        return replace(model, normal_form=self.normal_form)
