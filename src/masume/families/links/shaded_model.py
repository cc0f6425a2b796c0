"""The meaning of literals for puzzles with lines between neighbours and shaded cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from masume.core.model.builder import ModelBuilder
from masume.core.model.model import Literal
from masume.core.model.statement import CellIs, LinkIs
from masume.core.puzzle.grid import Cell
from masume.families.links.neighbours import NeighbourBoard, NeighbourLinks
from masume.families.links.position import Lines
from masume.families.links.shaded import ShadedLines
from masume.families.shading.position import Shading


class LinksAndShading(NeighbourLinks):
    """A vocabulary with a variable per link, then one per cell: the cell is shaded."""

    things = "shaded cell", "shaded cells"

    def __init__(self, puzzle: NeighbourBoard) -> None:
        super().__init__(puzzle)
        self.links = self.shown
        self.shown += puzzle.grid.size

    def shaded(self, cell: Cell) -> int:
        """Return the variable of a cell."""
        return self.links + cell + 1

    def _marks(self, literals: Iterable[Literal]) -> Shading:
        cells = [literal for literal in literals if abs(literal) > self.links]
        return Shading(
            frozenset(lit - self.links - 1 for lit in cells if lit > 0),
            frozenset(-lit - self.links - 1 for lit in cells if lit < 0),
        )

    def answer(self, literals: Sequence[Literal]) -> ShadedLines:
        """Return the position of the true variables."""
        lines = super().answer([lit for lit in literals if abs(lit) <= self.links])
        return ShadedLines(lines.joined, black=self._marks(literals).black)

    def position_of(self, literals: Iterable[Literal]) -> ShadedLines:
        """Return the position of these literals; cells with a clue are not marked."""
        literals = list(literals)
        lines, marks = super().position_of(literals), self._marks(literals)
        white = frozenset(cell for cell in marks.white if self.puzzle.clues[cell] is None)
        return ShadedLines(lines.joined, lines.barred, marks.black, white)

    def literals(self, position: Lines) -> list[Literal]:
        """Return the literals of a position's lines and marks."""
        literals = super().literals(position)
        if isinstance(position, ShadedLines):
            literals += [self.shaded(cell) for cell in sorted(position.black)]
            literals += [-self.shaded(cell) for cell in sorted(position.white)]
        return literals

    def statement(self, literal: Literal) -> LinkIs | CellIs:  # type: ignore[override]
        """Return the statement about a link or a cell."""
        if abs(literal) <= self.links:
            return super().statement(literal)
        cell = abs(literal) - self.links - 1
        on_clue = literal > 0 and self.puzzle.clues[cell] is not None
        return CellIs(cell, "shaded in place of its clue" if on_clue else "shaded", literal > 0)

    def cells(self, variable: int) -> Sequence[Cell]:
        """Return the cells that a variable is about."""
        return super().cells(variable) if variable <= self.links else (variable - self.links - 1,)


def add_shading(builder: ModelBuilder, words: LinksAndShading) -> None:
    """Add the common rules: cells without a clue are on the line or shaded, never two neighbours.

    Cells with a clue are neither.
    """
    puzzle, name = words.puzzle, words.grid.name
    clues = builder.part("on-clue", (), "cells with a clue are neither shaded nor on the loop")
    rule = "a shaded cell is not on the loop and touches no other"
    otherwise = "a shaded cell would touch another or the loop"
    alone = builder.part("shaded", (), rule, otherwise=otherwise)
    for cell, clue in enumerate(puzzle.clues):
        own, links = words.shaded(cell), words.at(cell)
        if clue is not None:
            clues.clauses += [[-own], *([-link] for link in links)]
            continue
        after = [words.shaded(other) for other in words.grid.neighbours[cell] if other > cell]
        alone.clauses += [[-own, -other] for other in (*links, *after)]
        at = name(cell)
        otherwise = f"the loop could not pass {at}"
        rule = f"{at} is shaded or passed by the loop"
        used = builder.part("empty", (cell,), rule, otherwise=otherwise)
        used.clauses += [[own, *(other for other in links if other != link)] for link in links]
        used.clauses += [[own, *(-link for link in three)] for three in combinations(links, 3)]
        used.clauses += [] if links else [[own]]
