"""The common part of the models of shading puzzles: a variable per cell, and the two rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from masume.constraints.connected import Connected
from masume.core.model.builder import ModelBuilder
from masume.core.model.model import Clause, Literal, Model, Vocabulary
from masume.core.model.statement import CellIs
from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell, Mask, by_size, each, grid
from masume.core.puzzle.puzzle import Puzzle
from masume.families.shading.position import Shading

ADJACENT = "black cells never share a side"
DIVIDED = "all white cells are connected"


class CellColours(Vocabulary):
    """The vocabulary of shading puzzles: variable cell + 1 is true if the cell is black.

    Subclasses may have other words for the two colours, and cells that are never marked.
    """

    things = "black cell", "black cells"
    black, white = "black", "white"
    unmarked: Collection[Cell] = ()  # cells that are white, and that players do not mark

    def __init__(self, puzzle: Puzzle) -> None:
        self.grid = puzzle.grid
        self.shown = self.grid.size

    def answer(self, literals: Sequence[Literal]) -> Shading:
        """Return the position of the black cells."""
        return Shading(frozenset([lit - 1 for lit in literals if lit > 0]))

    def position_of(self, literals: Iterable[Literal]) -> Shading:
        """Return the position of these black cells and white marks."""
        literals = list(literals)
        return Shading(
            frozenset(lit - 1 for lit in literals if lit > 0),
            frozenset(-lit - 1 for lit in literals if lit < 0 and -lit - 1 not in self.unmarked),
        )

    def literals(self, position: Shading) -> list[Literal]:
        """Return a literal for each marked cell, black ones first."""
        black, white = sorted(position.black), sorted(position.white)
        return [cell + 1 for cell in black] + [-cell - 1 for cell in white]

    def cells(self, variable: int) -> tuple[Cell]:
        """Return the cell of a variable."""
        return (variable - 1,)

    def statement(self, literal: Literal) -> CellIs:
        """Return the statement that the cell is black or white."""
        return CellIs(abs(literal) - 1, self.black if literal > 0 else self.white)


class CellsBetweenWalls(CellColours):
    """The vocabulary of a puzzle whose clues are walls: nothing is marked on them."""

    def __init__(self, puzzle: ClueBoard) -> None:
        super().__init__(puzzle)
        self.unmarked = {cell for cell, clue in enumerate(puzzle.clues) if clue is not None}

    def statement(self, literal: Literal) -> CellIs:
        """Return the statement about a cell; for a clue in words of its own."""
        told = super().statement(literal)
        on_clue = literal > 0 and told.cell in self.unmarked
        return told._replace(what=f"{told.what} in place of its clue") if on_clue else told


def cell_model_builder(puzzle: Puzzle, words: CellColours | None = None) -> ModelBuilder:
    """Return a builder with a variable for each cell."""
    return ModelBuilder(words or CellColours(puzzle), cost=[range(1, puzzle.grid.size + 1)])


def solved_model(puzzle: ClueBoard, black: Mask) -> Model:
    """Return the model of a board whose only answer the puzzle itself has derived."""
    builder = cell_model_builder(puzzle)
    colours = f"{black:0{puzzle.grid.size}b}"[::-1]
    builder.known = [n if colour == "1" else -n for n, colour in enumerate(colours, start=1)]
    return builder.model()


def shading_model_builder(
    puzzle: Puzzle, black: Mask = 0, white: Mask = 0, *, reasons: bool = False
) -> ModelBuilder:
    """Return a builder with the common rules, simplified by what propagation knows of the cells.

    With `reasons` the rules are encoded independently, so that each can be switched off and
    reported.
    """
    g, builder = puzzle.grid, cell_model_builder(puzzle)
    adjacent = builder.part("adjacent", (), ADJACENT, otherwise="black cells would share a side")
    divided = builder.part("divided", (), DIVIDED, otherwise="some white cells would be cut off")
    pairs, around = _tables(puzzle.rows, puzzle.cols)
    unknown = g.full & ~(black | white)
    builder.known = [*(c + 1 for c in each(black)), *(-c - 1 for c in each(white))]
    if reasons or 2 * unknown.bit_count() > g.size:  # simplifying would take longer than it saves
        adjacent.clauses += pairs
        divided.clauses += [] if reasons else around
    else:
        beside, below = unknown >> 1 & ~g.col_masks[-1], unknown >> g.cols
        adjacent.clauses += [[-cell - 1, -cell - 2] for cell in each(unknown & beside)]
        adjacent.clauses += [[-cell - 1, -cell - 1 - g.cols] for cell in each(unknown & below)]
        divided.clauses += [
            [-other - 1 for other in g.neighbours[cell] if unknown >> other & 1]
            for cell in each(g.beside(unknown) & ~(g.beside(white) | g.hubs))
        ]
    cells = range(-1, -g.size - 1, -1)
    divided.constraints.append(Connected(g, cells, apart=not reasons))
    return builder


@by_size
def _tables(rows: int, cols: int) -> tuple[list[Clause], list[Clause]]:
    """Return clauses (no two neighbours black, not all neighbours of a cell black) for a size.

    The second kind is omitted for a cell adjacent to all others, which may be the only white one.
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
