"""The meaning of a model's literals for puzzles of numbers: "this cell has this number"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import ExactlyOneOf, Literal, Model, Vocabulary
from masume.core.model.statement import CellIs
from masume.core.puzzle.grid import Cell
from masume.families.values.position import Entry, ValueBoard, Values
from masume.families.values.singles import Singles


class CellNumbers(Vocabulary[Values]):
    """A vocabulary with a variable per cell and number."""

    def __init__(self, puzzle: ValueBoard) -> None:
        self.puzzle = puzzle
        self.things = puzzle.thing, f"{puzzle.thing}s"
        self.grid = puzzle.grid
        self.numbers = puzzle.numbers
        self.shown = puzzle.rows * puzzle.cols * len(self.numbers)

    def variable(self, cell: Cell, number: int) -> int:
        """Return the variable of a cell and a number."""
        return cell * len(self.numbers) + number - self.numbers[0] + 1

    def of_cell(self, cell: Cell) -> Sequence[Literal]:
        """Return the literals of a cell, one per number."""
        first = cell * len(self.numbers) + 1
        return range(first, first + len(self.numbers))

    def entry(self, variable: int) -> Entry:
        """Return the cell and the number of a variable."""
        cell, index = divmod(variable - 1, len(self.numbers))
        return cell, self.numbers[index]

    @cached_property
    def open_cells(self) -> list[Cell]:
        """The cells without a given."""
        return [c for c in range(self.grid.size) if self.puzzle.given(c) is None]

    def printed(self) -> Sequence[Literal]:
        """Return the literals of the givens."""
        return [self.variable(*entry) for entry in sorted(self.puzzle.givens)]

    def groups(self) -> Sequence[Sequence[int]]:
        """Return the variables of each cell."""
        return [self.of_cell(cell) for cell in range(self.grid.size)]

    def answer(self, literals: Sequence[Literal]) -> Values:
        """Return the position of the true variables."""
        return Values(frozenset(self.entry(literal) for literal in literals if literal > 0))

    def position_of(self, literals: Iterable[Literal]) -> Values:
        """Return the position of these literals, without what its entries and givens rule out."""
        literals = [*self.printed(), *literals]
        evident = {n for true in literals if true > 0 for n in self.evident(true)}
        evident.update(self.printed())
        gone = (self.entry(-n) for n in literals if n < 0 and n not in evident)
        return Values(self.answer(literals).entered, frozenset(gone))

    def literals(self, position: Values) -> list[Literal]:
        """Return the literals of the entries, then of the numbers ruled out."""
        entered = [self.variable(*entry) for entry in sorted(position.entered)]
        return entered + [-self.variable(*entry) for entry in sorted(position.excluded)]

    def cells(self, variable: int) -> tuple[Cell]:
        """Return the cell of a variable."""
        return (self.entry(variable)[0],)

    def statement(self, literal: Literal) -> CellIs:
        """Return the statement that the cell has the number, or not."""
        cell, number = self.entry(abs(literal))
        return CellIs(cell, str(number), literal > 0)

    def implied_literals(self, literal: Literal) -> Sequence[Literal]:
        """Return the literals that `literal` implies: a cell with a number has no other."""
        if literal < 0:
            return ()
        own = self.of_cell((literal - 1) // len(self.numbers))
        return [-other for other in own if other != literal]

    def evident(self, literal: Literal) -> Sequence[Literal]:
        """Return what follows trivially: no other number in the cell, nor this one in its peers."""
        if literal < 0:
            return ()
        cell, number = self.entry(literal)
        peers = (-self.variable(other, number) for other in self.puzzle.peers[cell])
        return [*self.implied_literals(literal), *peers]


class CellBits(CellNumbers):
    """A vocabulary with one variable per cell: whether it has 1, not 0."""

    two_valued = True

    def __init__(self, puzzle: ValueBoard) -> None:
        super().__init__(puzzle)
        self.things = "1", "1s"
        self.shown = puzzle.rows * puzzle.cols

    def variable(self, cell: Cell, number: int) -> Literal:
        """Return the literal that a cell has a number."""
        return cell + 1 if number == self.numbers[1] else -cell - 1

    def of_cell(self, cell: Cell) -> Sequence[Literal]:
        """Return the literals of a cell, one per number."""
        return [-cell - 1, cell + 1]

    def entry(self, literal: Literal) -> Entry:
        """Return the cell and the number of a literal."""
        return abs(literal) - 1, self.numbers[literal > 0]

    def groups(self) -> Sequence[Sequence[int]]:
        """Return none: a cell is one variable."""
        return ()

    def answer(self, literals: Sequence[Literal]) -> Values:
        """Return the position of the literals."""
        return Values(frozenset(map(self.entry, literals)))

    def position_of(self, literals: Iterable[Literal]) -> Values:
        """Return the position of these literals and the givens."""
        return self.answer([*self.printed(), *literals])

    def statement(self, literal: Literal) -> CellIs:
        """Return the statement that the cell has the number."""
        cell, number = self.entry(literal)
        return CellIs(cell, str(number))

    def implied_literals(self, literal: Literal) -> Sequence[Literal]:
        """Return nothing: a cell is one variable."""
        return ()

    def evident(self, literal: Literal) -> Sequence[Literal]:
        """Return nothing: a number alone excludes nothing in other cells."""
        return ()


def number_model_builder(words: CellNumbers) -> ModelBuilder:
    """Return a builder with a part for each given, and for each cell that it has one number.

    The cost is the number of cells without a given.
    """
    builder = ModelBuilder(words, cost=_cost(words))
    for cell, number in sorted(words.puzzle.givens):
        builder.clue(cell, number).clauses.append([words.variable(cell, number)])
    for cell, group in enumerate(words.groups()):
        text = f"{words.grid.name(cell)} has one {words.things[0]}"
        one_each(builder.part("cell", (cell,), text), [group])
    return builder


def solved_by_singles(words: CellNumbers, groups: Sequence[Sequence[int]]) -> Model[Values]:
    """Return the model of groups with one true variable each, reduced by propagation."""
    builder, singles = ModelBuilder(words, cost=_cost(words)), Singles(groups)
    singles.add(words.printed())
    part = builder.part()
    if singles.clash:
        part.clauses.append([])
        return builder.model()
    builder.known = singles.literals()
    if len(builder.known) < words.shown:
        for group in singles.open_groups():
            part.clauses.append(group)
            part.clauses += [[-a, -b] for a, b in combinations(group, 2)]
        return builder.model()
    return replace(builder.model(), parts=())


def _cost(words: CellNumbers) -> list[Sequence[Literal]]:
    return [words.of_cell(cell) for cell in words.open_cells]


def one_each(part: PartBuilder, groups: Iterable[Sequence[Literal]]) -> None:
    """Add that exactly one literal of each group is true."""
    part.sums += [ExactlyOneOf([[literal] for literal in group], 1) for group in groups]
