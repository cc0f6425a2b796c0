"""The three state spaces of shading puzzles, as base classes.

The differences between puzzles are in their `ShadingRules`: the cells that may turn black, the goal
test, a lower bound. A puzzle's own `DecideSpace` adds what follows from a mark.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Protocol, TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.clue import ClueBoard
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, each, mask
from masume.core.search.space import CANONICAL, PRUNE, Cancellable
from masume.core.search.spec import Tuning
from masume.families.shading.position import Mark, Shading, blackener, marks
from masume.families.shading.repairs import faulty_cells

Marked: TypeAlias = tuple[Mask, Mask]  # (black cells, white cells)


def _literals(black: Mask, white: Mask) -> list[Literal]:
    """Return the model's literals of these colours."""
    return [cell + 1 for cell in each(black)] + [-cell - 1 for cell in each(white)]


class ShadingRules(Protocol):
    """A shading puzzle's rules on sets of cells, with precomputed tables."""

    grid: Grid
    fixed: Mask  # the cells that may never turn black

    @property
    def puzzle(self) -> ClueBoard:
        """The board."""

    @property
    def free(self) -> Sequence[Cell]:
        """The cells that may turn black."""

    def is_solution(self, black: Mask) -> bool:
        """Return whether all rules hold if all cells outside `black` are white."""

    def black_needed(self, black: Mask, closed: Mask) -> float:
        """Return a lower bound of the black cells still needed; infinity at a dead end."""

    def is_dead(self, black: Mask, closed: Mask) -> bool:
        """Return whether no solution is reachable if no `closed` cell turns black."""

    def wrong_clues(self, black: Mask) -> Iterable[Mask]:
        """Yield for each clue that is not satisfied the cells of which one must change."""


class ShadeSpace(Cancellable):
    """A space whose moves blacken one cell, unless that breaks a common rule.

    A state is the set of black cells. With `canonical`, cells are added in row-major order only, so
    a board is reached once instead of k! times; the bits above the board then hold the next allowed
    cell. With `prune`, states that the puzzle's own rule makes unsolvable are skipped.
    """

    name: ClassVar[str] = "shade"
    about_options: ClassVar[Mapping[str, Tuning]] = {"canonical": CANONICAL, "prune": PRUNE}
    repairs: ClassVar[bool] = False
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
        self._common_rules = self._may_blacken  # a subclass may have other ones
        if not canonical and type(self).is_goal is ShadeSpace.is_goal:
            # Every search tests every state: without the detour of a method
            self.is_goal = board.is_solution  # type: ignore[method-assign, assignment]

    def initial(self, position: Shading | None = None) -> int:
        """Return the state of a position's black cells, ignoring noted white cells."""
        return mask(position.black) if position else 0

    def black(self, state: int) -> Mask:
        """Return the black cells of a state."""
        return state & self.grid.full if self.canonical else state

    def closed(self, state: int) -> Mask:
        """Return the cells that can no longer turn black."""
        closed = self.board.fixed | self.grid.spread(self.black(state))
        if self.canonical:
            closed |= (1 << (state >> self.grid.size)) - 1
        return closed

    def settled(self, state: int) -> list[Literal]:
        """Return the literals of the cells whose colour no move changes."""
        black = self.black(state)
        return _literals(black, self.closed(state) & self.grid.full & ~black)

    def candidates(self, black: Mask) -> Iterable[Cell]:
        """Return the cells to try next, in order; black ones are skipped."""
        return self.board.free

    def successors(self, state: int) -> Iterator[tuple[Mark, int, int]]:
        """Yield each state with one more black cell."""
        black = self.black(state)
        may_blacken, moves = self._may_blacken, self._moves
        if not self.canonical and not self.prune:
            grid = self.grid
            contacts, corners = grid.border_contacts, grid.diagonal_mask
            has_common_rules = may_blacken is self._common_rules
            closed = grid.spread(black) if has_common_rules else black
            for cell in self.candidates(black):
                if closed >> cell & 1:
                    continue
                # As in `may_blacken`, whose call would take longer than this test
                few = contacts[cell] + (black & corners[cell]).bit_count() <= 1
                if (few and has_common_rules) or may_blacken(black, cell):
                    yield moves[cell], black | 1 << cell, 1
            return
        first = state >> self.grid.size if self.canonical else 0
        order = sorted(self.candidates(black)) if self.canonical else self.candidates(black)
        for cell in order:
            self.check_cancel()  # the loop may run long without a yield
            if cell < first or black >> cell & 1 or not may_blacken(black, cell):
                continue
            child = black | 1 << cell
            if self.canonical:
                child |= (cell + 1) << self.grid.size
            if not (self.prune and self.board.is_dead(self.black(child), self.closed(child))):
                yield moves[cell], child, 1

    def black_needed(self, state: int) -> float:
        """Return a lower bound of the black cells still needed; infinity at a dead end."""
        return self.board.black_needed(self.black(state), self.closed(state))

    def is_goal(self, state: int) -> bool:
        """Return whether the board is solved with all other cells white."""
        return self.board.is_solution(self.black(state))

    def spent(self, state: int) -> int:
        """Return the number of black cells."""
        return self.black(state).bit_count()

    def position(self, state: int) -> Shading:
        """Return the position of the black cells."""
        return Shading(frozenset(cells(self.black(state))))


class DecideSpace(ABC, Cancellable):
    """A space whose moves colour the most constrained open cell and propagate the consequences.

    A state is (black cells, white cells). Cells that no rule depends on stay open and count as
    white. The cost of a move is the number of cells that turn black.
    """

    name: ClassVar[str] = "decide"
    is_tree = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def __init__(self, board: ShadingRules) -> None:
        self.board = board
        self.puzzle = board.puzzle
        self.grid = board.grid
        self._black = marks(board.free, "black")
        self._white = marks(board.free, "white")

    @abstractmethod
    def choose(self, black: Mask, white: Mask) -> Cell | None:
        """Return the open cell to branch on; None if no rule depends on one."""

    @abstractmethod
    def conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        """Propagate fresh marks, and return all marks; None at a contradiction."""

    def _conclude(self, black: Mask, white: Mask, fresh: Mask) -> Marked | None:
        marked = self.conclude(black, white, fresh)
        # The neighbours of black cells are white by now, so every part cut off by black cells
        # contains a white cell: all cells that are not black must be connected.
        if marked is None or not self.grid.is_connected(self.grid.full & ~marked[0]):
            return None
        return marked

    def initial(self, position: Shading | None = None) -> Marked:
        """Return the state of the bare board or a position, with all consequences."""
        black = mask(position.black) if position else 0
        white = self.board.fixed | (mask(position.white) if position else 0)
        return self._conclude(black, white, black | white) or (black, white)

    def black(self, state: Marked) -> Mask:
        """Return the black cells of a state."""
        return state[0]

    def settled(self, state: Marked) -> list[Literal]:
        """Return the literals of the marked cells."""
        return _literals(*state)

    def successors(self, state: Marked) -> Iterator[tuple[Mark, Marked, int]]:
        """Yield the two branches of one decision, without contradictory ones."""
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
        """Return a lower bound of the black cells still needed; infinity at a dead end."""
        return self.board.black_needed(state[0], state[0] | state[1])

    def is_goal(self, state: Marked) -> bool:
        """Return whether the board is solved with all open cells white."""
        return not state[0] & state[1] and self.board.is_solution(state[0])

    def spent(self, state: Marked) -> int:
        """Return the number of black cells."""
        return state[0].bit_count()

    def position(self, state: Marked) -> Shading:
        """Return the position of the marks, without the cells that are fixed by clues."""
        black, white = state
        noted = 0 if self.is_goal(state) else white & ~self.board.fixed & ~black
        return Shading(frozenset(cells(black)), frozenset(cells(noted)))


class RepairSpace:
    """A space of full boards for local search, whose moves flip the colour of one cell."""

    name: ClassVar[str] = "repair"
    is_tree = False
    repairs: ClassVar[bool] = True
    infers: ClassVar[bool] = False

    def __init__(self, board: ShadingRules) -> None:
        self.board = board
        self.puzzle = board.puzzle
        self.grid = board.grid
        self._black = marks(board.free, "black")
        self._open = marks(board.free, "open")

    def initial(self, position: Shading | None = None) -> Mask:
        """Return the state of a position's black cells, all others white."""
        return mask(position.black) if position else 0

    def random_state(self, rng: Random) -> Mask:
        """Return random black cells, no two of which are neighbours."""
        black = 0
        for cell in rng.sample(self.board.free, len(self.board.free)):
            if rng.random() < 0.5 and not black & self.grid.neighbour_mask[cell]:
                black |= 1 << cell
        return black

    def _step(self, state: Mask, cell: Cell) -> tuple[Mark, Mask, int]:
        moves = self._open if state >> cell & 1 else self._black
        return moves[cell], state ^ 1 << cell, 1

    def successors(self, state: Mask) -> Iterator[tuple[Mark, Mask, int]]:
        """Return an iterator over all boards with one cell flipped."""
        return (self._step(state, cell) for cell in self.board.free)

    def random_successor(self, state: Mask, rng: Random) -> tuple[Mark, Mask, int] | None:
        """Return the board with a random cell flipped; None if no cell may turn black."""
        return self._step(state, rng.choice(self.board.free)) if self.board.free else None

    def focused_successors(self, state: Mask, rng: Random) -> list[tuple[Mark, Mask, int]]:
        """Return the flips of the cells of one fault, drawn at random."""
        free = mask(self.board.free)
        faults = [*self.board.wrong_clues(state), *faulty_cells(self.grid, state)]
        faults = [fault for fault in faults if fault & free]
        chosen = rng.choice(faults) & free if faults else 0
        return [self._step(state, cell) for cell in cells(chosen)]

    def crossover(self, first: Mask, second: Mask, rng: Random) -> Mask:
        """Return a board with the rows, or columns, of one parent up to a random one."""
        lines = rng.choice((self.grid.row_masks, self.grid.col_masks))
        of_first = sum(lines[: rng.randint(1, max(1, len(lines) - 1))])
        return first & of_first | second & ~of_first

    def is_goal(self, state: Mask) -> bool:
        """Return whether all rules hold."""
        return self.board.is_solution(state)

    def spent(self, state: Mask) -> int:
        """Return 0: the cost is the number of changes, not of black cells."""
        return 0

    def position(self, state: Mask) -> Shading:
        """Return the position of the black cells."""
        return Shading(frozenset(cells(state)))
