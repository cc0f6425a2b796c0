"""The search spaces of Nurikabe: add black cells, or decide open cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from masume.core.puzzle.grid import Cell, Mask, cells, mask
from masume.core.search.space import Cancellable
from masume.families.shading.position import Mark, Shading, marks
from nurikabe.puzzle import Nurikabe, pools

Marked: TypeAlias = tuple[Mask, Mask]  # black cells, white cells


class Board:
    """The rules of a board on sets of cells."""

    def __init__(self, puzzle: Nurikabe) -> None:
        self.grid = puzzle.grid
        self.sizes = {
            1 << cell: clue if isinstance(clue, int) else 0  # 0: unknown
            for cell, clue in enumerate(puzzle.clues)
            if clue is not None
        }
        self.numbers: Mask = sum(self.sizes)
        self.pools = [mask(pool) for pool in pools(puzzle)]
        self.pools_of = [
            [p for p in self.pools if p >> cell & 1] for cell in range(puzzle.grid.size)
        ]

    def is_solution(self, black: Mask) -> bool:
        """Return whether all rules hold if every cell outside `black` is white."""
        if black & self.numbers or any(black & pool == pool for pool in self.pools):
            return False
        if not self.grid.is_connected(black):
            return False
        return all(map(self.is_complete, self.grid.components(self.grid.full & ~black)))

    def is_complete(self, island: Mask) -> bool:
        """Return whether an island has one number and its size."""
        number = island & self.numbers
        return number.bit_count() == 1 and self.sizes[number] in (0, island.bit_count())

    def propagate(self, black: Mask, white: Mask) -> Marked | None:
        """Return the marks after propagation to a fixed point; None on a contradiction."""
        while True:
            before = black, white
            if black & white or not self._sea_can_connect(black, white):
                return None
            for pool in self.pools:
                if pool & ~black == 0:
                    return None
                if (pool & ~black).bit_count() == 1:
                    white |= pool & ~black
            for island in self.grid.components(white):
                new = self._propagate_island(island, black)
                if new is None:
                    return None
                black, white = black | new[0], white | new[1]
            if before == (black, white):
                return before

    def _propagate_island(self, island: Mask, black: Mask) -> Marked | None:
        """Return the new marks around a white island; None if it cannot be completed.

        A complete island is surrounded by black cells; one that must grow takes its only exit.
        """
        number = island & self.numbers
        if number.bit_count() > 1:
            return None
        size = self.sizes[number] if number else 0
        room = self.grid.flood(island, self.grid.full & ~black)
        if size and (island.bit_count() > size or room.bit_count() < size):
            return None
        if not number and not room & self.numbers:
            return None
        edge = self.grid.spread(island) & ~island
        if size == island.bit_count():
            return edge, 0
        exits = edge & ~black
        must_grow = size > island.bit_count() or not number
        return (0, exits) if must_grow and exits.bit_count() == 1 else (0, 0)

    def _sea_can_connect(self, black: Mask, white: Mask) -> bool:
        return not black & ~self.grid.flood(black & -black, self.grid.full & ~white)


class Shade(Cancellable):
    """Add one black cell, in row-major order; skip cells that complete a black square.

    A state is the set of black cells and, above the board's bits, the first cell that may be added.
    """

    name: ClassVar[str] = "shade"
    is_tree: ClassVar[bool] = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: Nurikabe) -> None:
        self.puzzle, self.grid = puzzle, puzzle.grid
        self.board = Board(puzzle)
        self._free = [c for c in range(self.grid.size) if puzzle.clues[c] is None]
        self._moves = marks(self._free, "black")

    def initial(self, position: Shading | None = None) -> int:
        """Return the state with a position's black cells."""
        return mask(position.black) if position else 0

    def black(self, state: int) -> Mask:
        """Return the black cells of a state."""
        return state & self.grid.full

    def successors(self, state: int) -> Iterator[tuple[Mark, int, int]]:
        """Yield each state with one more black cell."""
        black, first = self.black(state), state >> self.grid.size
        for cell in self._free:
            if cell < first or black >> cell & 1:
                continue
            self.check_cancel()
            child = black | 1 << cell
            if not any(child & pool == pool for pool in self.board.pools_of[cell]):
                yield self._moves[cell], child | (cell + 1) << self.grid.size, 1

    def is_goal(self, state: int) -> bool:
        """Return whether the board is solved with every other cell white."""
        return self.board.is_solution(self.black(state))

    def spent(self, state: int) -> int:
        """Return the number of black cells."""
        return self.black(state).bit_count()

    def position(self, state: int) -> Shading:
        """Return the black cells as a position."""
        return Shading(frozenset(cells(self.black(state))))


class Decide(Cancellable):
    """Colour an open cell next to an island white or black, and propagate."""

    name: ClassVar[str] = "decide"
    is_tree: ClassVar[bool] = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def __init__(self, puzzle: Nurikabe) -> None:
        self.puzzle, self.grid = puzzle, puzzle.grid
        self.board = Board(puzzle)
        self._black = marks(range(self.grid.size), "black")
        self._white = marks(range(self.grid.size), "white")

    def initial(self, position: Shading | None = None) -> Marked:
        """Return the propagated marks of a position; its marks if they are contradictory."""
        black = mask(position.black) if position else 0
        white = self.board.numbers | (mask(position.white) if position else 0)
        return self.board.propagate(black, white) or (black, white)

    def black(self, state: Marked) -> Mask:
        """Return the black cells of a state."""
        return state[0]

    def _choose(self, black: Mask, white: Mask) -> Cell | None:
        """Return the first open cell, next to white ones if possible; None without open cells."""
        open_cells = self.grid.full & ~black & ~white
        near = open_cells & self.grid.spread(white) or open_cells
        return (near & -near).bit_length() - 1 if near else None

    def successors(self, state: Marked) -> Iterator[tuple[Mark, Marked, int]]:
        """Yield the two sides of one decision, except for those that lead to a contradiction."""
        black, white = state
        cell = None if black & white else self._choose(black, white)
        if cell is None:
            return
        self.check_cancel()
        for move, child in (
            (self._white[cell], self.board.propagate(black, white | 1 << cell)),
            (self._black[cell], self.board.propagate(black | 1 << cell, white)),
        ):
            if child is not None:
                yield move, child, (child[0] ^ black).bit_count()

    def is_goal(self, state: Marked) -> bool:
        """Return whether the board is solved with every open cell white."""
        return not state[0] & state[1] and self.board.is_solution(state[0])

    def spent(self, state: Marked) -> int:
        """Return the number of black cells."""
        return state[0].bit_count()

    def position(self, state: Marked) -> Shading:
        """Return the black cells and, until the board is solved, the white ones without numbers."""
        black, white = state
        marked = 0 if self.is_goal(state) else white & ~self.board.numbers & ~black
        return Shading(frozenset(cells(black)), frozenset(cells(marked)))
