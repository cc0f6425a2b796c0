"""Three ways to search an Exactly One Maze: go step by step, settle links, bend a whole path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import ClassVar, TypeAlias

from masume.core.puzzle.grid import Cell, Mask, cells, each, mask
from masume.core.search.space import PRUNE
from masume.core.search.spec import Tuning
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.deduction import MazePropagation, Settled
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.puzzle import (
    DIRECTIONS,
    ExactlyOne,
    Flip,
    PathMark,
    PathStep,
    Trail,
)

Walked: TypeAlias = tuple[Cell, Mask, int]  # the last cell, the blocked cells, the steps taken
WalkStep: TypeAlias = tuple[PathStep, Walked, int]
LinkStep: TypeAlias = tuple[PathMark, Settled, int]
FlipStep: TypeAlias = tuple[Flip, Links, int]

_STEPS = tuple(PathStep(direction) for direction in DIRECTIONS)


class MazeWalk(MazeBoard):
    """One step more; only visited cells and cells of visited shapes are left out.

    A state is the last cell of the path, the cells that it can no longer enter (its own and all
    of the shapes it went through), and its steps, two bits each behind a leading one. The path
    ends in the upper right cell: nothing follows there. With `prune`, steps after which the goal
    or some shape is out of reach are left out too.
    """

    name: ClassVar[str] = "walk"
    about_options: ClassVar[Mapping[str, Tuning]] = {"prune": PRUNE}
    is_tree = True
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: ExactlyOne, *, prune: bool = False) -> None:
        super().__init__(puzzle)
        self.prune = prune
        self._spoilt: Mask = 1 << self.grid.size  # blocked, too, in a path that broke a rule
        self._shaped: Mask = mask(cell for shape in self.members.values() for cell in shape)
        self._firsts: Mask = mask(first for first, _ in self.shapes)
        self._turns = (-self.grid.cols, self.grid.cols, -1, 1)
        self._no_steps = 1
        # Filled as cells are come to: on a large board all these masks at once would not fit.
        self._steps: list[tuple[tuple[PathStep, Cell, Mask, Mask, int], ...] | None]
        self._steps = [None] * self.grid.size

    def initial(self, position: Trail | None = None) -> Walked:
        """The first cell, or a player's path; its crossed cells are left aside."""
        walk, is_sound = self.walk_of(position)
        blocked, code = 0, self._no_steps
        for number, cell in enumerate(walk):
            is_sound = is_sound and not blocked >> cell & 1
            blocked |= self._own(cell)
            if number:
                code = code << 2 | self._turns.index(cell - walk[number - 1])
        return walk[-1], blocked if is_sound else self.grid.full | self._spoilt, code

    def successors(self, state: Walked) -> Iterator[WalkStep]:
        """Each step that breaks no rule at once."""
        head, blocked, code = state
        steps = self._steps[head]
        if steps is None:
            steps = self._steps[head] = tuple(self._steps_from(head))
        code <<= 2
        for move, cell, bit, own, turn in steps:
            if not blocked & bit:
                child = (cell, blocked | own, code | turn)
                if not self.prune or self._can_finish(child):
                    yield move, child, 1

    def _steps_from(self, cell: Cell) -> Iterator[tuple[PathStep, Cell, Mask, Mask, int]]:
        """(move, next cell, its bit, what it blocks, the move in two bits)."""
        if cell == self.goal:
            return
        row, col = self.grid.at(cell)
        inside = (row > 0, row + 1 < self.grid.rows, col > 0, col + 1 < self.grid.cols)
        for turn in range(4):
            if inside[turn]:
                other = cell + self._turns[turn]
                yield _STEPS[turn], other, 1 << other, self._own(other), turn

    def _own(self, cell: Cell) -> Mask:
        """What a visit to this cell blocks: its whole shape, or just itself."""
        label = self.puzzle.labels[cell]
        return 1 << cell if label is None else mask(self.members[label])

    def _can_finish(self, state: Walked) -> bool:
        """Whether the goal and some cell of each shape still to visit can be reached."""
        head, blocked, _ = state
        if head == self.goal:
            return self.is_goal(state)
        goal = 1 << self.goal
        # The path ends in the goal cell, so nothing is reached through it.
        reached = self.grid.flood(1 << head, self.grid.full & ~blocked & ~goal | 1 << head)
        reached |= self.grid.spread(reached) & goal & ~blocked
        return bool(reached & goal) and all(
            (reached | blocked) >> first & shape for first, shape in self.shapes
        )

    def is_goal(self, state: Walked) -> bool:
        """Whether the path has come to the end cell through all shapes."""
        head, blocked, _ = state
        return head == self.goal and blocked & (self._shaped | self._spoilt) == self._shaped

    def shapes_left(self, state: Walked) -> int:
        """How many shapes are still to visit: none of their cells is blocked yet."""
        return (self._firsts & ~state[1]).bit_count()

    def spent(self, state: Walked) -> int:
        """The steps taken."""
        return (state[2].bit_length() - 1) // 2

    def position(self, state: Walked) -> Trail:
        """The path as a player sees it; of a backward state, the end of the path."""
        code = state[2]
        is_backward = code.bit_length() % 2 == 0
        path = [self.puzzle.goal_cell if is_backward else self.puzzle.start_cell]
        for at in range(2 * self.spent(state) - 2, -1, -2):
            path.append(path[-1] + self._turns[code >> at & 3])
        return Trail(tuple(reversed(path) if is_backward else path))

    def reverse(self) -> MazeWalk:
        """The same walk from the upper right cell to the lower left one."""
        back = MazeWalk(self.puzzle, prune=self.prune)
        back.start, back.goal = self.goal, self.start
        back._no_steps = 3 - self._no_steps  # an even number of bits: `position` can tell
        return back

    def seam(self, state: Walked) -> Cell:
        """The cell in which both halves must end."""
        return state[0]

    def joins(self, forward: Walked, backward: Walked) -> bool:
        """Whether the halves share their last cell and nothing else, and miss no shape."""
        if forward[1] & backward[1] != self._own(forward[0]):
            return False
        return (forward[1] | backward[1]) & (self._shaped | self._spoilt) == self._shaped


class MazeDecide(MazeBoard):
    """A link at an end of the path's pieces is put on or taken off, and all that follows too.

    A state is the links on the path and the links off it. The end with the fewest ways to go on
    comes first. The cost of a step is the number of links that it puts on the path.
    """

    name: ClassVar[str] = "decide"
    is_tree = True
    can_undo: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def __init__(self, puzzle: ExactlyOne) -> None:
        super().__init__(puzzle)
        self._deduction = MazePropagation(self)
        self._spoilt: Links = 1 << 2 * self.grid.size  # off, too, where nothing can follow

    def initial(self, position: Trail | None = None) -> Settled:
        """The bare board, or a player's path, pieces, crosses and walls, with all that follows."""
        walk, is_sound = self.walk_of(position)
        on, off = self.net.along(walk), 0
        if position:
            off = self.net.around(mask(position.crossed))
            for pair in position.pieces:
                on |= self.net.along(pair)
            for pair in position.walls:
                off |= self.net.along(pair)
        settled = self._deduction.settle(on, off)
        if settled is None or not is_sound or len(set(walk)) < len(walk):
            return on, off | self._spoilt
        return settled

    def successors(self, state: Settled) -> Iterator[LinkStep]:
        """The two sides of one decision, without those that contradict themselves."""
        on, off = state
        if off & self._spoilt:
            return
        cell = self._deduction.open_end(on, off)
        if cell is None:
            return
        other = self.net.next_cells(self.net.all & ~(on | off), cell)[0]
        a, b = sorted((cell, other))
        link = self.net.along((a, b))
        for is_on, child in (
            (True, self._deduction.settle(on | link, off)),
            (False, self._deduction.settle(on, off | link)),
        ):
            if child is not None:
                yield PathMark(a, b, is_on), child, (child[0] ^ on).bit_count()

    def is_goal(self, state: Settled) -> bool:
        """Whether the links make one path through exactly one cell of each shape."""
        on, off = state
        if on & off or off & self._spoilt:
            return False
        path = self.net.trace(on, self.start)
        if path[-1] != self.goal or on.bit_count() != len(path) - 1:
            return False
        return all(count == 1 for count in self.visits(mask(path)))

    def links_needed(self, state: Settled) -> int:
        """A lower bound on the links still to come."""
        return self._deduction.links_needed(*state)

    def shapes_left(self, state: Settled) -> int:
        """How many shapes the known links do not touch yet."""
        return self.visits(self.net.touched(state[0]) | 1 << self.start | 1 << self.goal).count(0)

    def spent(self, state: Settled) -> int:
        """The links on the path."""
        return state[0].bit_count()

    def position(self, state: Settled) -> Trail:
        """The path from its first cell as far as it is known, and the cells known to be off it.

        The crosses have done their work when the path is whole, and are left out.
        """
        path = self.net.trace(state[0], self.start)
        if path[-1] == self.goal:
            return Trail(tuple(path))
        off = self.grid.full & ~self.net.touched(self.net.all & ~state[1]) & ~mask(path)
        return Trail(tuple(path), frozenset(cells(off)))


class MazeRepair(MazeBoard):
    """Whole paths that ignore the shapes; a step leads the path the other way round a square.

    A state is the links of a path from the first cell to the last. For local search: any such
    path may be a start.
    """

    name: ClassVar[str] = "repair"
    is_tree = False
    can_undo: ClassVar[bool] = True
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: ExactlyOne) -> None:
        super().__init__(puzzle)
        size, cols = self.grid.size, self.grid.cols
        self._square: Links = 1 | 1 << cols | 1 << size | 1 << size + 1  # the first of them

    def initial(self, position: Trail | None = None) -> Links:
        """A player's path, led on straight up and then to the right."""
        walk, _ = self.walk_of(position)
        return self._without_loops(walk)

    def random_state(self, rng: Random) -> Links:
        """A loop-erased random walk; one that takes too long is led straight to its end."""
        walk = [self.start]
        for _ in range(20 * self.grid.size):
            if walk[-1] == self.goal:
                break
            walk.append(rng.choice(self.grid.neighbours[walk[-1]]))
        return self._without_loops(walk)

    def _without_loops(self, walk: list[Cell]) -> Links:
        """The links of a walk that is led on to the goal and drops each loop as it closes."""
        row, col = self.grid.at(walk[-1])
        up = (self.grid.cell(r, col) for r in range(row - 1, -1, -1))
        path: list[Cell] = []
        seen: set[Cell] = set()
        for cell in [*walk, *up, *range(col + 1, self.grid.cols)]:
            if cell in seen:
                while path[-1] != cell:
                    seen.remove(path.pop())
            else:
                path.append(cell)
                seen.add(cell)
            if cell == self.goal:
                break
        return self.net.along(path)

    def successors(self, state: Links) -> Iterator[FlipStep]:
        """Each path that differs in one square, in row-major order of the squares."""
        sure, perhaps = self.net.flips(state, self.start)
        if perhaps:
            sure |= self.net.same_way(state, self.start, perhaps)
        return (self._step(state, cell) for cell in each(sure))

    def random_successor(self, state: Links, rng: Random) -> FlipStep | None:
        """The path with some square flipped."""
        sure, perhaps = self.net.flips(state, self.start)
        squares = cells(sure | perhaps)
        while squares:
            cell = squares.pop(rng.randrange(len(squares)))
            if sure >> cell & 1 or self.net.same_way(state, self.start, 1 << cell):
                return self._step(state, cell)
        return None

    def _step(self, state: Links, cell: Cell) -> FlipStep:
        return Flip(cell), state ^ self._square << cell, 1

    def visited(self, state: Links) -> Mask:
        """The cells of the path."""
        return self.net.touched(state) | 1 << self.start

    def conflicts(self, state: Links) -> int:
        """How many visits to shapes are missing or too many."""
        return sum(abs(count - 1) for count in self.visits(self.visited(state)))

    def is_goal(self, state: Links) -> bool:
        """Whether the path visits each shape exactly once."""
        return self.conflicts(state) == 0

    def spent(self, state: Links) -> int:
        """Nothing: changes count here, not steps."""
        return 0

    def position(self, state: Links) -> Trail:
        """The path as a player sees it."""
        return Trail(tuple(self.net.trace(state, self.start)))


SPACES = (MazeWalk, MazeDecide, MazeRepair)  # the papers' own first
