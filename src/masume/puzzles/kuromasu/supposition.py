"""Propagation of an assumed colour on a Kuromasu board, with a cause for each consequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.core.puzzle.technique import Key
from masume.families.shading.logic import ADJACENT, DIVIDED
from masume.families.shading.model import BLACK, OPEN, WHITE
from masume.families.shading.walls import Walls, ring_through
from masume.puzzles.kuromasu.lines import feasible_lengths, forced_literals, is_satisfiable
from masume.puzzles.kuromasu.sight import Number
from masume.puzzles.kuromasu.techniques_notes import (
    KuromasuNotes,
    known_in_sight,
    minimal_premises,
    violation_test,
    without_clues,
)

CUT = (ADJACENT, DIVIDED)  # the rules that forbid locking white cells in


class Cause(NamedTuple):
    """The cause of a consequence: literals and rules, or a number and what it sees."""

    literals: Sequence[Literal] = ()
    rules: tuple[Key, ...] = ()
    number: Number | None = None


class Refutation(NamedTuple):
    """Why an assumption fails: the known literals, and the consequences in order."""

    given: tuple[Literal, ...]
    chain: list[Literal]
    because: tuple[Key, ...]
    clash: Cause  # the contradiction


class _Observed:
    """The black cells of a board, which notes the cells that it is asked about."""

    def __init__(self, colours: bytearray, asked: set[Cell]) -> None:
        self._colours, self._asked = colours, asked

    def __contains__(self, cell: object) -> bool:
        assert isinstance(cell, int)
        self._asked.add(cell)
        return self._colours[cell] == BLACK


class Supposition:
    """A copy of a board on which one assumed colour is propagated."""

    def __init__(self, notes: KuromasuNotes, literal: Literal, walls: Walls | None = None) -> None:
        self.notes = notes
        # Walls are given if their gaps are to stay open.
        self.walls = walls.copy() if walls is not None else None
        self.literal = literal
        self.colours = bytearray(notes.colours)
        self.lines = notes.lines.copy()
        self.cause_of: dict[Literal, Cause] = {}  # all coloured literals, in order
        self._fresh: list[Literal] = []
        self._examined: dict[Cell, Number] = {}  # the numbers that were examined
        self._between: list[range] = []  # the cells before numbers that do not see that far
        self._ring_cells: set[Cell] = set()  # the cells that were looked at to find rings
        self._colour(literal, Cause())

    def _colour(self, literal: Literal, cause: Cause) -> None:
        self.colours[abs(literal) - 1] = BLACK if literal > 0 else WHITE
        self.lines.add(literal)
        self.cause_of[literal] = cause
        self._fresh.append(literal)

    def clashes(self, waves: int) -> list[Cause]:
        """Return all contradictions of the first wave that has any.

        Wave 0 applies the rules alone; each later wave first applies the affected numbers.
        """
        numbers: list[Number] = []
        for _ in range(waves + 1):
            self._apply_numbers(numbers)
            contradictions = self._apply_rules()
            numbers = self._affected_numbers()
            contradictions += [
                Cause(number=n) for n in numbers if not is_satisfiable(self.lines, n)
            ]
            if contradictions:
                return contradictions
            self._fresh = []
        return []

    def _apply_numbers(self, numbers: Sequence[Number]) -> None:
        """Colour the cells that numbers force, one number after the other."""
        for number in numbers:
            for side, bits in enumerate(feasible_lengths(self.lines, number)):
                for literal in forced_literals(self.lines, number.cell, side, bits):
                    self._colour(literal, Cause(number=number))

    def _apply_rules(self) -> list[Cause]:
        """Apply the rules to the fresh cells; return the contradictions, in order of discovery."""
        neighbours, colours = self.notes.grid.neighbours, self.colours
        contradictions = []
        for literal in self._fresh:  # grows during iteration
            cell = abs(literal) - 1
            around = neighbours[cell] if literal > 0 else ()
            for other in around:
                if colours[other] == BLACK:
                    contradictions.append(Cause((literal, other + 1), (ADJACENT,)))
                elif colours[other] == OPEN:
                    self._colour(-other - 1, Cause((literal,), (ADJACENT,)))
            ring = self._find_ring(cell) if literal > 0 else []
            if ring:
                contradictions.append(Cause([other + 1 for other in ring], CUT))
            for white in around or (cell,):
                locked = self._keep_exit(white) if colours[white] == WHITE else None
                if locked:
                    contradictions.append(locked)
            if literal > 0 and self.walls is not None:
                self._keep_gaps(self.walls, cell)
        return contradictions

    def _keep_gaps(self, walls: Walls, cell: Cell) -> None:
        """Whiten the cells that would close a wall which a black cell has extended."""
        for gap in each(walls.add(cell)):
            if self.colours[gap] == OPEN:
                ring = ring_through(self.notes.grid, walls, gap)[1:]
                self._colour(-gap - 1, Cause([other + 1 for other in ring], CUT))

    def _keep_exit(self, cell: Cell) -> Cause | None:
        """Whiten the last exit of a white cell; return the contradiction if it has none."""
        around = self.notes.grid.neighbours[cell]
        exits = [other for other in around if self.colours[other] != BLACK]
        if len(exits) > 1 or len(around) == self.notes.grid.size - 1:
            return None
        premises = (-cell - 1, *(other + 1 for other in around if other not in exits))
        if not exits:
            return Cause(premises, CUT)
        if self.colours[exits[0]] == OPEN:
            self._colour(-exits[0] - 1, Cause(premises, CUT))
        return None

    def _find_ring(self, start: Cell) -> list[Cell]:
        """Return the black cells of a ring through a cell, possibly closed by the border, or []."""
        return ring_through(self.notes.grid, _Observed(self.colours, self._ring_cells), start)

    def _affected_numbers(self) -> list[Number]:
        """Return the numbers that may see a fresh cell."""
        affected: dict[Cell, Number] = {}
        numbers, marked = self.notes.numbers, self.notes.marked
        for literal in self._fresh:
            cell = abs(literal) - 1
            for other, between in self.lines.marked_in_sight(cell, marked):
                if self.colours[other] == BLACK:
                    continue
                number = affected[other] = numbers[other]
                if between > number.total:
                    step = (other - cell) // (between + 1)
                    self._between.append(range(cell + step, other, step))
        self._examined |= affected
        return list(affected.values())

    def dependencies(self) -> Mask:
        """Return the cells on whose known colours the result of this propagation depends.

        They are the neighbours of coloured cells, and those of the neighbours of black cells, which
        are checked for exits; the corners of walls; and the cells that the examined numbers depend
        on, with those between a number and the cell that affected it.
        """
        g = self.notes.grid
        black = mask(literal - 1 for literal in self.cause_of if literal > 0)
        white = mask(-literal - 1 for literal in self.cause_of if literal < 0)
        cells = g.spread(white | g.spread(black))
        cells |= mask(cell for stretch in self._between for cell in stretch)
        cells |= mask(self._ring_cells)
        for number in self._examined.values():
            cells |= self.notes.reach(number)
        return cells

    def trace(self, clash: Cause) -> Refutation:
        """Return the premises and consequences that lead to a contradiction."""
        because: dict[Key, None] = {}
        colours = bytearray(self.colours)
        needed = set(self._premises(clash, (), colours, because))
        for literal, cause in reversed(self.cause_of.items()):
            colours[abs(literal) - 1] = OPEN
            if literal in needed and literal != self.literal:
                needed.update(self._premises(cause, (literal,), colours, because))
        known = sorted((lit for lit in needed if lit not in self.cause_of), key=abs)
        chain = [lit for lit in self.cause_of if lit in needed and lit != self.literal]
        return Refutation(without_clues(known, because), chain, tuple(because), clash)

    def _premises(
        self,
        cause: Cause,
        literals: Sequence[Literal],
        colours: Sequence[int],
        because: dict[Key, None],
    ) -> Sequence[Literal]:
        """Return the literals that a cause needs, preferably those known before the assumption."""
        if cause.number is None:
            because.update(dict.fromkeys(cause.rules))
            return cause.literals
        because[cause.number.key] = None
        known = known_in_sight(colours, cause.number)
        known.sort(key=self.cause_of.__contains__)
        return minimal_premises(self.notes, violation_test(cause.number), literals, known)

    def undo(self) -> None:
        """Remove all coloured cells from the lines."""
        for literal in self.cause_of:
            self.lines.remove(abs(literal) - 1)
