"""Three ways to search a shading puzzle, for puzzles to derive theirs from.

What differs between the puzzles is in their `ShadingRules`: which cells may turn black, when the
board is solved, how much is missing. A puzzle's own `DecideSpace` also says what follows from a
mark.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Protocol, TypeAlias

from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, mask
from masume.core.search.space import CANONICAL, PRUNE, Patient
from masume.core.search.spec import Tuning
from masume.families.shading.position import Mark, Shading, blackener, marks

Marked: TypeAlias = tuple[Mask, Mask]  # black cells, white cells


class ShadingRules(Protocol):
    """A shading puzzle's rules on sets of cells, its tables made once."""

    grid: Grid
    fixed: Mask  # the cells that may never turn black

    @property
    def puzzle(self) -> ClueBoard:
        """The board itself."""

    @property
    def free(self) -> Sequence[Cell]:
        """The cells that may turn black."""

    def is_solution(self, black: Mask) -> bool:
        """Whether all rules hold, every cell outside `black` being white."""

    def black_needed(self, black: Mask, closed: Mask) -> float:
        """A lower bound on the black cells still to come; infinity at a dead end."""

    def is_dead(self, black: Mask, closed: Mask) -> bool:
        """Whether no solution can follow if no `closed` cell may turn black any more."""


class ShadeSpace(Patient):
    """One black cell more; only what breaks a rule at once is left out.

    A state is the set of black cells. With `canonical`, cells are added in row-major order only,
    so that a board is reached once instead of k! times; the state then also tells, above the
    board's bits, which cell may come next. With `prune`, states are left out in which the
    puzzle's own rule can no longer be kept.
    """

    name: ClassVar[str] = "shade"
    about_options: ClassVar[Mapping[str, Tuning]] = {"canonical": CANONICAL, "prune": PRUNE}
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    def __init__(self, board: ShadingRules, *, canonical: bool, prune: bool) -> None:
        self.board = board
        self.puzzle = board.puzzle
        self.grid = board.grid
        self.canonical = canonical
        self.prune = prune
        self.is_tree = canonical
        self._moves = marks(board.free, "black")
        self._may_blacken = blackener(board.grid)

    def initial(self, position: Shading | None = None) -> int:
        """The board with the position's black cells; marks of white are the player's notes."""
        return mask(position.black) if position else 0

    def black(self, state: int) -> Mask:
        """The black cells of a state."""
        return state & self.grid.full if self.canonical else state

    def closed(self, state: int) -> Mask:
        """The cells that can no longer turn black."""
        closed = self.board.fixed | self.grid.spread(self.black(state))
        if self.canonical:
            closed |= (1 << (state >> self.grid.size)) - 1
        return closed

    def candidates(self, black: Mask) -> Iterable[Cell]:
        """The cells to try next, in order; those that are black already may be among them."""
        return self.board.free

    def successors(self, state: int) -> Iterator[tuple[Mark, int, int]]:
        """Each state with one black cell more."""
        black = self.black(state)
        may_blacken, moves = self._may_blacken, self._moves
        if not self.canonical and not self.prune:
            for cell in self.candidates(black):
                if not black >> cell & 1 and may_blacken(black, cell):
                    yield moves[cell], black | 1 << cell, 1
            return
        first = state >> self.grid.size if self.canonical else 0
        order = sorted(self.candidates(black)) if self.canonical else self.candidates(black)
        for cell in order:
            self.check_cancel()  # all that follow may be pruned
            if cell < first or black >> cell & 1 or not may_blacken(black, cell):
                continue
            child = black | 1 << cell
            if self.canonical:
                child |= (cell + 1) << self.grid.size
            if not (self.prune and self.board.is_dead(self.black(child), self.closed(child))):
                yield moves[cell], child, 1

    def black_needed(self, state: int) -> float:
        """A lower bound on the black cells still to come; infinity at a dead end."""
        return self.board.black_needed(self.black(state), self.closed(state))

    def is_goal(self, state: int) -> bool:
        """Whether the white rest solves the board."""
        return self.board.is_solution(self.black(state))

    def spent(self, state: int) -> int:
        """The black cells."""
        return self.black(state).bit_count()

    def position(self, state: int) -> Shading:
        """The black cells as a player sees them."""
        return Shading(frozenset(cells(self.black(state))))


class DecideSpace(ABC, Patient):
    """The most constrained open cell turns black or white, and what follows is drawn at once.

    A state is the black cells and the white ones. Cells that no rule asks about stay open and
    count as white. The cost of a step is the number of cells that turn black.
    """

    name: ClassVar[str] = "decide"
    is_tree = True
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def __init__(self, board: ShadingRules) -> None:
        self.board = board
        self.puzzle = board.puzzle
        self.grid = board.grid
        self._black = marks(board.free, "black")
        self._white = marks(board.free, "white")

    @abstractmethod
    def choose(self, black: Mask, white: Mask) -> Cell | None:
        """The open cell to settle next; None if no rule asks about one."""

    @abstractmethod
    def conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        """All marks that follow from the fresh ones; None if they contradict one another."""

    def _conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        marked = self.conclude(black, white, fresh)
        # Cells beside a black one are white by now, so a part that black cuts off holds white
        # cells: all that is not black must be connected, not just what is known to be white.
        if marked is None or not self.grid.is_connected(self.grid.full & ~marked[0]):
            return None
        return marked

    def initial(self, position: Shading | None = None) -> Marked:
        """The bare board or a player's marks, with all that follows from them."""
        black = mask(position.black) if position else 0
        white = self.board.fixed | (mask(position.white) if position else 0)
        return self._conclude(black, white, black | white) or (black, white)

    def black(self, state: Marked) -> Mask:
        """The black cells of a state."""
        return state[0]

    def successors(self, state: Marked) -> Iterator[tuple[Mark, Marked, int]]:
        """The two sides of one decision, without those that contradict themselves."""
        black, white = state
        cell = None if black & white else self.choose(black, white)
        if cell is None:
            return
        bit = 1 << cell
        for move, child in (
            (self._black[cell], self._conclude(black | bit, white, bit)),
            (self._white[cell], self._conclude(black, white | bit, bit)),
        ):
            if child is not None:
                yield move, child, (child[0] ^ black).bit_count()

    def black_needed(self, state: Marked) -> float:
        """A lower bound on the black cells still to come; infinity at a dead end."""
        return self.board.black_needed(state[0], state[0] | state[1])

    def is_goal(self, state: Marked) -> bool:
        """Whether the board is solved with every open cell white."""
        return not state[0] & state[1] and self.board.is_solution(state[0])

    def spent(self, state: Marked) -> int:
        """The black cells."""
        return state[0].bit_count()

    def position(self, state: Marked) -> Shading:
        """The marks as a player sees them; what the board itself says is not marked."""
        black, white = state
        noted = 0 if self.is_goal(state) else white & ~self.board.fixed & ~black
        return Shading(frozenset(cells(black)), frozenset(cells(noted)))


class RepairSpace:
    """Full boards; a step turns one cell over. For local search: any board may be a start."""

    name: ClassVar[str] = "repair"
    is_tree = False
    can_undo: ClassVar[bool] = True
    infers: ClassVar[bool] = False

    def __init__(self, board: ShadingRules) -> None:
        self.board = board
        self.puzzle = board.puzzle
        self.grid = board.grid
        self._black = marks(board.free, "black")
        self._open = marks(board.free, "open")

    def initial(self, position: Shading | None = None) -> Mask:
        """The board as it is, all open cells white."""
        return mask(position.black) if position else 0

    def random_state(self, rng: Random) -> Mask:
        """Black cells at random, none beside another."""
        black = 0
        for cell in rng.sample(self.board.free, len(self.board.free)):
            if rng.random() < 0.5 and not black & self.grid.neighbour_mask[cell]:
                black |= 1 << cell
        return black

    def _step(self, state: Mask, cell: Cell) -> tuple[Mark, Mask, int]:
        moves = self._open if state >> cell & 1 else self._black
        return moves[cell], state ^ 1 << cell, 1

    def successors(self, state: Mask) -> Iterator[tuple[Mark, Mask, int]]:
        """Each board with one cell turned over."""
        return (self._step(state, cell) for cell in self.board.free)

    def random_successor(self, state: Mask, rng: Random) -> tuple[Mark, Mask, int] | None:
        """The board with some cell turned over."""
        return self._step(state, rng.choice(self.board.free)) if self.board.free else None

    def is_goal(self, state: Mask) -> bool:
        """Whether no rule is broken."""
        return self.board.is_solution(state)

    def spent(self, state: Mask) -> int:
        """Nothing: changes count here, not black cells."""
        return 0

    def position(self, state: Mask) -> Shading:
        """The black cells as a player sees them."""
        return Shading(frozenset(cells(state)))
