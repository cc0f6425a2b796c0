"""Two ways to search a Nurikabe board: one black cell more, or one cell settled after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from masume.core.puzzle.grid import Cell, Mask, cells, mask
from masume.core.search.space import Patient
from masume.families.shading.position import Mark, Shading, marks
from nurikabe.puzzle import Nurikabe, pools

Marked: TypeAlias = tuple[Mask, Mask]  # black cells, white cells


class Board:
    """The rules on sets of cells."""

    def __init__(self, puzzle: Nurikabe) -> None:
        self.grid = puzzle.grid
        self.sizes = {
            1 << cell: clue if isinstance(clue, int) else 0  # 0: not told
            for cell, clue in enumerate(puzzle.clues)
            if clue is not None
        }
        self.numbers: Mask = sum(self.sizes)
        self.pools = [mask(pool) for pool in pools(puzzle)]
        self.pools_of = [
            [p for p in self.pools if p >> cell & 1] for cell in range(puzzle.grid.size)
        ]

    def is_solution(self, black: Mask) -> bool:
        """Whether all rules hold, every cell outside `black` being white."""
        if black & self.numbers or any(black & pool == pool for pool in self.pools):
            return False
        if not self.grid.is_connected(black):
            return False
        return all(map(self.is_right, self.grid.components(self.grid.full & ~black)))

    def is_right(self, island: Mask) -> bool:
        """Whether an island has one number and its size."""
        number = island & self.numbers
        return number.bit_count() == 1 and self.sizes[number] in (0, island.bit_count())

    def conclude(self, black: Mask, white: Mask) -> Marked | None:
        """All marks that follow by the rules below; None if they contradict one another."""
        while True:
            before = black, white
            if black & white or not self._sea_can_be_one(black, white):
                return None
            for pool in self.pools:
                if pool & ~black == 0:
                    return None
                if (pool & ~black).bit_count() == 1:
                    white |= pool & ~black
            for island in self.grid.components(white):
                more = self._around(island, black, white)
                if more is None:
                    return None
                black, white = black | more[0], white | more[1]
            if before == (black, white):
                return before

    def _around(self, island: Mask, black: Mask, white: Mask) -> Marked | None:
        """What follows around a white island: it ends, or it goes on by its only way."""
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
        ways = edge & ~black
        must_go_on = size > island.bit_count() or not number
        return (0, ways) if must_go_on and ways.bit_count() == 1 else (0, 0)

    def _sea_can_be_one(self, black: Mask, white: Mask) -> bool:
        return not black & ~self.grid.flood(black & -black, self.grid.full & ~white)


class Shade(Patient):
    """One black cell more, in row-major order; what makes a black square is left out.

    A state is the set of black cells and, above the board's bits, the next cell that may be black.
    """

    name: ClassVar[str] = "shade"
    is_tree: ClassVar[bool] = True
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: Nurikabe) -> None:
        self.puzzle, self.grid = puzzle, puzzle.grid
        self.board = Board(puzzle)
        self._free = [c for c in range(self.grid.size) if puzzle.clues[c] is None]
        self._moves = marks(self._free, "black")

    def initial(self, position: Shading | None = None) -> int:
        """The board with the position's black cells."""
        return mask(position.black) if position else 0

    def black(self, state: int) -> Mask:
        """The black cells of a state."""
        return state & self.grid.full

    def successors(self, state: int) -> Iterator[tuple[Mark, int, int]]:
        """Each state with one black cell more."""
        black, first = self.black(state), state >> self.grid.size
        for cell in self._free:
            if cell < first or black >> cell & 1:
                continue
            self.check_cancel()
            child = black | 1 << cell
            if not any(child & pool == pool for pool in self.board.pools_of[cell]):
                yield self._moves[cell], child | (cell + 1) << self.grid.size, 1

    def is_goal(self, state: int) -> bool:
        """Whether the white rest solves the board."""
        return self.board.is_solution(self.black(state))

    def spent(self, state: int) -> int:
        """The black cells."""
        return self.black(state).bit_count()

    def position(self, state: int) -> Shading:
        """The black cells as a player sees them."""
        return Shading(frozenset(cells(self.black(state))))


class Decide(Patient):
    """An open cell beside an island turns white or black, and what follows is drawn at once."""

    name: ClassVar[str] = "decide"
    is_tree: ClassVar[bool] = True
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def __init__(self, puzzle: Nurikabe) -> None:
        self.puzzle, self.grid = puzzle, puzzle.grid
        self.board = Board(puzzle)
        self._black = marks(range(self.grid.size), "black")
        self._white = marks(range(self.grid.size), "white")

    def initial(self, position: Shading | None = None) -> Marked:
        """The bare board or a player's marks, with all that follows from them."""
        black = mask(position.black) if position else 0
        white = self.board.numbers | (mask(position.white) if position else 0)
        return self.board.conclude(black, white) or (black, white)

    def black(self, state: Marked) -> Mask:
        """The black cells of a state."""
        return state[0]

    def _choose(self, black: Mask, white: Mask) -> Cell | None:
        """An open cell beside the white ones, or any that is open."""
        left = self.grid.full & ~black & ~white
        near = left & self.grid.spread(white) or left
        return (near & -near).bit_length() - 1 if near else None

    def successors(self, state: Marked) -> Iterator[tuple[Mark, Marked, int]]:
        """The two sides of one decision, without those that contradict themselves."""
        black, white = state
        cell = None if black & white else self._choose(black, white)
        if cell is None:
            return
        self.check_cancel()
        for move, child in (
            (self._white[cell], self.board.conclude(black, white | 1 << cell)),
            (self._black[cell], self.board.conclude(black | 1 << cell, white)),
        ):
            if child is not None:
                yield move, child, (child[0] ^ black).bit_count()

    def is_goal(self, state: Marked) -> bool:
        """Whether the board is solved with every open cell white."""
        return not state[0] & state[1] and self.board.is_solution(state[0])

    def spent(self, state: Marked) -> int:
        """The black cells."""
        return state[0].bit_count()

    def position(self, state: Marked) -> Shading:
        """The marks as a player sees them; what the board itself says is not marked."""
        black, white = state
        noted = 0 if self.is_goal(state) else white & ~self.board.numbers & ~black
        return Shading(frozenset(cells(black)), frozenset(cells(noted)))
