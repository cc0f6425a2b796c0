"""What the models of shading puzzles share: a variable for each cell, and the two common rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masume.constraints.connected import Connected
from masume.core.model.builder import ModelBuilder
from masume.core.model.model import Clause, Literal, Vocabulary
from masume.core.model.statement import CellIs
from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell, by_size, grid
from masume.families.shading.position import Shading

OPEN, WHITE, BLACK = 0, 1, 2  # what is known of a cell
ADJACENT = "black cells never share a side"
DIVIDED = "all white cells are connected"


class Contradiction(Exception):
    """The clues of a board leave no solution."""


class CellColours(Vocabulary):
    """Variable cell + 1 says that the cell is black; if it is not, it is white."""

    def __init__(self, puzzle: ClueBoard) -> None:
        self.grid = puzzle.grid
        self.shown = self.grid.size

    def answer(self, literals: Sequence[Literal]) -> Shading:
        """The black cells."""
        return Shading(frozenset(lit - 1 for lit in literals if lit > 0))

    def noted(self, literals: Iterable[Literal]) -> Shading:
        """The black cells, and those that are surely white."""
        literals = list(literals)
        return Shading(
            frozenset(lit - 1 for lit in literals if lit > 0),
            frozenset(-lit - 1 for lit in literals if lit < 0),
        )

    def literals(self, position: Shading) -> list[Literal]:
        """Each cell that is marked."""
        black, white = sorted(position.black), sorted(position.white)
        return [cell + 1 for cell in black] + [-cell - 1 for cell in white]

    def cells(self, variable: int) -> tuple[Cell]:
        """The one cell."""
        return (variable - 1,)

    def statement(self, literal: Literal) -> CellIs:
        """Black or white."""
        return CellIs(abs(literal) - 1, "black" if literal > 0 else "white")


def cell_draft(puzzle: ClueBoard) -> ModelBuilder:
    """The beginning of a model with a variable for each cell."""
    return ModelBuilder(CellColours(puzzle), cost=[range(1, puzzle.grid.size + 1)])


def shading_draft(puzzle: ClueBoard, colours: Sequence[int] | None) -> ModelBuilder:
    """A model with the common rules; `colours` are what is known beforehand of each cell.

    None of them, an empty sequence, leaves everything to the engine. None at all makes the rules
    such that each can be taken back, so that they can be told as reasons.
    """
    draft = cell_draft(puzzle)
    adjacent = draft.part("adjacent", (), ADJACENT)
    divided = draft.part("divided", (), DIVIDED)
    pairs, around = _tables(puzzle.rows, puzzle.cols)
    if colours is None or not any(colours):
        adjacent.clauses += pairs
        divided.clauses += around if colours is not None else []
    else:
        draft.known = [
            cell + 1 if colour == BLACK else -cell - 1
            for cell, colour in enumerate(colours)
            if colour
        ]
        if OPEN in colours:
            adjacent.clauses += [
                pair for pair in pairs if not (colours[-1 - pair[0]] or colours[-1 - pair[1]])
            ]
            divided.clauses += _not_isolated(around, colours)
    white = range(-1, -puzzle.grid.size - 1, -1)
    divided.constraints.append(Connected(puzzle.grid, white, apart=colours is not None))
    return draft


@by_size
def _tables(rows: int, cols: int) -> tuple[list[Clause], list[Clause]]:
    """(no two neighbours black, the neighbours of each cell not all black) for a size.

    The second is left out for a cell that has the whole board around it: it may well be alone.
    """
    g = grid(rows, cols)
    pairs: list[Clause] = [
        [-cell - 1, -other - 1]
        for cell in range(g.size)
        for other in g.neighbours[cell]
        if other > cell
    ]
    around: list[Clause] = [
        [-other - 1 for other in g.neighbours[cell]]
        for cell in range(g.size)
        if len(g.neighbours[cell]) < g.size - 1
    ]
    return pairs, around


def _not_isolated(around: list[Clause], colours: Sequence[int]) -> list[Clause]:
    clauses: list[Clause] = []
    for clause in around:
        states = [colours[-1 - literal] for literal in clause]
        if WHITE not in states:
            clauses.append([lit for lit, state in zip(clause, states, strict=True) if not state])
    return clauses


def rings_of_black(puzzle: ClueBoard, colours: bytearray) -> list[Cell] | None:
    """Open cells that must stay white so that black cells, and the border, close no ring.

    None if a ring is closed already. Black cells that touch by corners form groups, and the
    border is a member of such groups too; a cell that touches one group twice would close a ring.
    """
    g = puzzle.grid
    contacts, corners = g.border_contacts, g.corners
    root = list(range(g.size + 1))
    border = g.size

    def find(cell: Cell) -> Cell:
        while root[cell] != cell:
            root[cell] = cell = root[root[cell]]
        return cell

    for cell in range(g.size):
        if colours[cell] == BLACK:
            if contacts[cell] > 1:
                return None
            near = [other for other in corners[cell] if other < cell and colours[other] == BLACK]
            for other in near + [border] * contacts[cell]:
                a, b = find(cell), find(other)
                if a == b:
                    return None
                root[a] = b
    closing = []
    for cell in range(g.size):
        if not colours[cell]:
            touched = [find(other) for other in corners[cell] if colours[other] == BLACK]
            touched += [find(border)] * contacts[cell]
            if len(touched) > len(set(touched)):
                closing.append(cell)
    return closing
