"""What is known about a board of a shading puzzle, on masks, and its walls.

Each puzzle extends `ShadingPropagator` by its tables. The rules in `families/shading/rules.py` and
those of the puzzle read it and return new `Marks`. Marks may contradict what is known: `add` then
sets `clash`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from typing import TypeAlias, TypeVar

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.families.shading.walls import Walls

Marks: TypeAlias = tuple[Mask, Mask]  # (cells that are black, cells that are white)
Board = TypeVar("Board", bound="ShadingPropagator")


class ShadingPropagator:
    """The cells that are known to be black, and those that are known to be white."""

    wanted: Collection[Literal] = ()

    def __init__(self, g: Grid, clues: Sequence[Clue | None]) -> None:
        self.check_cancel: CancelCheck = never_cancel
        self.grid = g
        self.clues = clues
        self.black: Mask = 0
        self.white: Mask = 0
        self.clash = False
        self.newest: Mask = 0  # the cells learned last
        self._walls = Walls(g, undoable=False)
        self._joined: Mask = 0  # black cells that have been added to walls

    @property
    def unknown(self) -> Mask:
        """The cells whose colour is not known."""
        return self.grid.full & ~(self.black | self.white)

    @property
    def known(self) -> tuple[Literal, ...]:
        """The known colours as literals."""
        return literals_of(self.black, self.white)

    @property
    def walls(self) -> Walls:
        """The walls of the known black cells; a closed one is a contradiction."""
        fresh = self.black & ~self._joined
        if fresh:
            walls = self._walls
            self._joined = self.black
            for cell in each(fresh):
                if walls.gaps >> cell & 1:
                    self.clash = True
                walls.add(cell)
        return self._walls

    def add(self, new: Marks) -> None:
        """Add new marks; a cell with both colours is a contradiction."""
        self.black |= new[0]
        self.white |= new[1]
        if self.black & self.white:
            self.clash = True

    def split(self, new: Marks) -> Iterator[Marks]:
        """Yield new marks one by one."""
        unknown = self.unknown
        yield from ((1 << cell, 0) for cell in each(new[0] & unknown))
        yield from ((0, 1 << cell) for cell in each(new[1] & unknown))

    def learn(self, literals: Iterable[Literal]) -> None:
        """Add the marks of some literals."""
        black, white = marks_of(list(literals))
        self.newest = black | white
        self.add((black, white))

    def newest_first(self, cells: Mask) -> Iterator[Cell]:
        """Yield the cells of a set, those learned last first."""
        yield from each(cells & self.newest)
        yield from each(cells & ~self.newest)

    def copy(self: Board) -> Board:
        """Return an independent copy."""
        other = copy(self)
        other._walls = self._walls.copy()
        return other

    def supposing(self: Board, literal: Literal) -> Board:
        """Return a copy in which a literal is assumed."""
        other = self.copy()
        other.learn((literal,))
        return other

    def suppositions(self, *signs: int) -> Iterator[Literal]:
        """Yield literals to assume for unknown cells, cell by cell: black (sign 1), white (-1).

        If some literals are wanted, yield only their negations.
        """
        about = mask(abs(literal) - 1 for literal in self.wanted)
        for cell in each(self.unknown & about if about else self.unknown):
            self.check_cancel()
            for sign in signs:
                literal = sign * (cell + 1)
                if not about or -literal in self.wanted:
                    yield literal


def last_way_out(board: ShadingPropagator) -> Marks | None:
    """Whiten the only neighbour of a white cell that is not black.

    A white cell without such a neighbour is a contradiction, returned as black.
    """
    g, white = board.grid, board.white
    none, one = g.with_few_neighbours(g.full & ~board.black)
    white_cells = white & ~g.hubs  # a cell beside all others may well be the only white one
    locked, stuck = white_cells & none, white_cells & one
    ways = g.beside(stuck) & ~(board.black | white) if stuck else 0
    return (locked, ways) if locked or ways else None


def marks_of(literals: Collection[Literal]) -> Marks:
    """Return the marks of some literals."""
    black = mask(n - 1 for n in literals if n > 0)
    return black, mask(-n - 1 for n in literals if n < 0)


def literals_of(black: Mask, white: Mask = 0) -> tuple[Literal, ...]:
    """Return the literals of black and white cells."""
    return (*(cell + 1 for cell in each(black)), *(-cell - 1 for cell in each(white)))


def literals_at(board: ShadingPropagator, cells: Iterable[Cell]) -> tuple[Literal, ...]:
    """Return the literals of those of the cells whose colour is known, in order."""
    black, white = board.black, board.white
    return tuple(
        cell + 1 if black >> cell & 1 else -cell - 1
        for cell in cells
        if (black | white) >> cell & 1
    )
