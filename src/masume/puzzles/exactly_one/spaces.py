"""The search spaces of mazes: walk step by step, decide links, repair a whole path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, TypeAlias

from masume.core.puzzle.grid import Cell, Mask, by_size, cells, each, grid, mask
from masume.core.search.space import PRUNE
from masume.core.search.spec import Tuning
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.links import Links, Net, links_of
from masume.puzzles.exactly_one.propagate import propagator
from masume.puzzles.exactly_one.puzzle import (
    DIRECTIONS,
    ExactlyOne,
    Flip,
    PathMark,
    PathStep,
    Trail,
)
from masume.puzzles.exactly_one.techniques import QUICK, settle

LinkState: TypeAlias = tuple[Links, Links]  # links on the path, links off it
Walked: TypeAlias = tuple[Cell, int]  # the last cell; the blocked cells and, above them, the links
WalkStep: TypeAlias = tuple[PathStep, Walked, int]
TableStep: TypeAlias = tuple[PathStep, Cell, int]  # the move, its cell, what it adds to the set
StepTable: TypeAlias = dict[Mask, tuple[TableStep, ...]]
LinkStep: TypeAlias = tuple[PathMark, LinkState, int]
FlipStep: TypeAlias = tuple[Flip, Links, int]

_STEPS = tuple(PathStep(direction) for direction in DIRECTIONS)


@by_size
def ways_on(rows: int, cols: int) -> list[list[tuple[PathStep, Cell, int]]]:
    """Return for each cell (move, next cell, number of the link) of each step on an empty board."""
    net = Net(grid(rows, cols))
    ways: list[list[tuple[PathStep, Cell, int]]] = [[] for _ in range(rows * cols)]
    for cell, other in links_of(rows, cols):
        down = other - cell == cols
        number = net.number(cell, other)
        assert number is not None
        ways[cell].append((_STEPS[1 if down else 3], other, number))
        ways[other].append((_STEPS[0 if down else 2], cell, number))
    for steps in ways:
        steps.sort(key=lambda step: _STEPS.index(step[0]))
    return ways


class MazeWalk(MazeBoard):
    """Extend the path by one step; skip visited cells and cells of visited shapes.

    A state is the last cell of the path and a set: the cells that it can no longer enter (its own
    and those of the visited shapes) and, in the bits above these and two flags, its links. States
    at the upper right cell have no successors. With `prune`, steps after which the goal or some
    shape cannot be reached are skipped as well.
    """

    name: ClassVar[str] = "walk"
    about_options: ClassVar[Mapping[str, Tuning]] = {"prune": PRUNE}
    is_tree = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: ExactlyOne, *, prune: bool = False) -> None:
        super().__init__(puzzle)
        self.prune = prune
        self._invalid: Mask = 1 << self.grid.size  # flag among the blocked cells: a rule is broken
        self._backward: Mask = 2 << self.grid.size  # flag: the path begins at the upper right cell
        self._links_from = self.grid.size + 2
        self._bare: Mask = 0  # the flags of all states
        self._shaped: Mask = mask(cell for shape in self.members.values() for cell in shape)
        self._firsts: Mask = mask(first for first, _ in self.shapes)
        # By cell, its neighbours and, for the blocked ones of these, the steps to the others.
        # Filled on demand: all these masks of a large board together would not fit into memory.
        self._masks: dict[str, Mask] = {}  # of visited shapes
        self._steps: list[tuple[Mask, StepTable]] = [(0, {})] * self.grid.size

    def initial(self, position: Trail | None = None) -> Walked:
        """Return the state of the start cell or of a player's path; notes are ignored."""
        walk, is_sound = self.walk_of(position)
        blocked = 0
        for cell in walk:
            is_sound = is_sound and not blocked >> cell & 1
            blocked |= self._shape_mask(cell)
        blocked = blocked if is_sound else self.grid.full | self._invalid
        return walk[-1], blocked | self._bare | self.net.along(walk) << self._links_from

    def successors(self, state: Walked) -> Sequence[WalkStep]:
        """Return each step to a cell that is not blocked."""
        head, marks = state
        around, table = self._steps[head]
        try:
            steps = table[marks & around]
        except KeyError:
            steps = self._tabulate_steps(head, marks)
        if not steps:
            return ()
        children: list[WalkStep] = []
        for move, cell, own in steps:
            children.append((move, (cell, marks | own), 1))
        if self.prune:
            return [step for step in children if self._can_finish(step[1])]
        return children

    def _tabulate_steps(self, cell: Cell, marks: int) -> tuple[TableStep, ...]:
        """Store and return (move, next cell, its link and the cells it blocks) for each step."""
        around, table = self._steps[cell]
        if not table:
            around = self.grid.neighbour_mask[cell]
            ways = () if cell == self.goal else ways_on(self.grid.rows, self.grid.cols)[cell]
            table = {
                0: tuple(
                    [
                        (move, end, self._shape_mask(end) | 1 << self._links_from + link)
                        for move, end, link in ways
                    ]
                )
            }
            self._steps[cell] = around, table
        steps = tuple([step for step in table[0] if not marks >> step[1] & 1])
        table[marks & around] = steps
        return steps

    def _shape_mask(self, cell: Cell) -> Mask:
        """Return the cells that a visit to this cell blocks: its whole shape, or just itself."""
        label = self.puzzle.labels[cell]
        if label is None:
            return 1 << cell
        if label not in self._masks:
            self._masks[label] = mask(self.members[label])
        return self._masks[label]

    def _can_finish(self, state: Walked) -> bool:
        """Return whether the goal and some cell of each unvisited shape can be reached."""
        head, blocked = state
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
        """Return whether the path has reached the goal through all shapes."""
        return state[0] == self.goal and state[1] & (self._shaped | self._invalid) == self._shaped

    def settled(self, state: Walked) -> LinkState:
        """Return the links on the path so far, and none off it."""
        return state[1] >> self._links_from, 0

    def shapes_left(self, state: Walked) -> int:
        """Return the number of unvisited shapes: those whose cells are not blocked."""
        return (self._firsts & ~state[1]).bit_count()

    def spent(self, state: Walked) -> int:
        """Return the number of steps."""
        return (state[1] >> self._links_from).bit_count()

    def position(self, state: Walked) -> Trail:
        """Return the path; of a backward state, the end of the path."""
        is_backward = bool(state[1] & self._backward)
        first = self.puzzle.goal_cell if is_backward else self.puzzle.start_cell
        path = self.net.trace(state[1] >> self._links_from, first)
        return Trail(tuple(reversed(path) if is_backward else path))

    def reverse(self) -> MazeWalk:
        """Return the space of walks from the upper right cell to the lower left one."""
        back = MazeWalk(self.puzzle, prune=self.prune)
        back.start, back.goal = self.goal, self.start
        back._bare = self._bare ^ self._backward
        return back

    def seam(self, state: Walked) -> Cell:
        """Return the cell in which both halves must end."""
        return state[0]

    def joins(self, forward: Walked, backward: Walked) -> bool:
        """Return whether two halves share only their last cell and together miss no shape."""
        if forward[1] & backward[1] & self.grid.full != self._shape_mask(forward[0]):
            return False
        return (forward[1] | backward[1]) & (self._shaped | self._invalid) == self._shaped


class MazeDecide(MazeBoard):
    """Put a link at an end of a piece on the path or off it, and propagate.

    A state is the links on the path and the links off it. The end with the fewest open links is
    decided first. The cost of a step is the number of links that it puts on the path.
    """

    name: ClassVar[str] = "decide"
    is_tree = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def __init__(self, puzzle: ExactlyOne) -> None:
        super().__init__(puzzle)
        self._board = propagator(puzzle)
        self._invalid: Links = 1 << 2 * self.grid.size  # flag in `off`: a contradiction

    def initial(self, position: Trail | None = None) -> LinkState:
        """Return the propagated state of a player's path, pieces, crosses and walls."""
        walk, is_sound = self.walk_of(position)
        on, off = self.net.along(walk), 0
        if position:
            off = self.net.around(mask(position.crossed))
            for pair in position.pieces:
                on |= self.net.along(pair)
            for pair in position.walls:
                off |= self.net.along(pair)
        state = self._propagate(on, off)
        if state is None or not is_sound or len(set(walk)) < len(walk):
            return on, off | self._invalid
        return state

    def successors(self, state: LinkState) -> Iterator[LinkStep]:
        """Yield the two sides of one decision, except for those that lead to a contradiction."""
        on, off = state
        if off & self._invalid:
            return
        cell = self._open_end(on, off)
        if cell is None:
            return
        other = self.net.next_cells(self.net.all & ~(on | off), cell)[0]
        a, b = sorted((cell, other))
        link = self.net.along((a, b))
        for is_on, child in (
            (True, self._propagate(on | link, off)),
            (False, self._propagate(on, off | link)),
        ):
            if child is not None:
                yield PathMark(a, b, is_on), child, (child[0] ^ on).bit_count()

    def _propagate(self, on: Links, off: Links) -> LinkState | None:
        """Return the links on and off the path after propagation; None on a contradiction."""
        board = self._board.with_links(on, off)
        board.check_cancel = self.check_cancel
        settle(board, QUICK)
        return None if board.clash else board.marks[:2]

    def _ends(self, on: Links) -> Mask:
        """Return the ends of the pieces of the path: they need one more link."""
        has_one, has_two, _ = self.net.at_least(on)
        ends = 1 << self.start | 1 << self.goal
        return has_one & ~has_two & ~ends | ~has_one & ends

    def _open_end(self, on: Links, off: Links) -> Cell | None:
        """Return an end of a piece of the path with the fewest open links; None if there is none.

        Of several the last one in row-major order, nearest to the start's row.
        """
        ends = self._ends(on)
        _, two_ways, three_ways = self.net.at_least(self.net.all & ~off & ~on)
        best = ends & two_ways & ~three_ways or ends & three_ways
        return best.bit_length() - 1 if best else None

    def is_goal(self, state: LinkState) -> bool:
        """Return whether the links form one path through exactly one cell of each shape."""
        on, off = state
        if on & off or off & self._invalid:
            return False
        path = self.net.trace(on, self.start)
        if path[-1] != self.goal or on.bit_count() != len(path) - 1:
            return False
        return all(count == 1 for count in self.visits(mask(path)))

    def links_needed(self, state: LinkState) -> int:
        """Return a lower bound on the number of missing links.

        Each end of a piece needs one more link, each unvisited shape a cell with two; a link serves
        two such needs. Also, the path must cover the distance between its first and its last
        piece, of which other pieces cover no more than their own length. All paths have the parity
        of the distance between their ends.
        """
        on, distance = state[0], self.grid.distance
        head, tail = self.net.trace(on, self.start), self.net.trace(on, self.goal)
        if head[-1] == self.goal:
            return 0
        links = on.bit_count()
        elsewhere = links - (len(head) - 1) - (len(tail) - 1)
        needed = max(
            self._ends(on).bit_count() // 2 + self.shapes_left(state),
            distance(head[-1], tail[-1]) - elsewhere,
        )
        return needed + (links + needed - distance(self.start, self.goal)) % 2

    def settled(self, state: LinkState) -> LinkState:
        """Return the links on the path and those off it."""
        return state[0], state[1] & self.net.all

    def shapes_left(self, state: LinkState) -> int:
        """How many shapes the known links do not touch yet."""
        return self.visits(self.net.touched(state[0]) | 1 << self.start | 1 << self.goal).count(0)

    def spent(self, state: LinkState) -> int:
        """Return the links on the path."""
        return state[0].bit_count()

    def position(self, state: LinkState) -> Trail:
        """Return the path from its first cell as far as known, and the cells known to be off it.

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
    repairs: ClassVar[bool] = True
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: ExactlyOne) -> None:
        super().__init__(puzzle)
        size, cols = self.grid.size, self.grid.cols
        self._square: Links = 1 | 1 << cols | 1 << size | 1 << size + 1  # the first of them

    def initial(self, position: Trail | None = None) -> Links:
        """Return a player's path, extended straight up and then to the right."""
        walk, _ = self.walk_of(position)
        return self._without_loops(walk)

    def random_state(self, rng: Random) -> Links:
        """Return a loop-erased random walk; one that takes too long goes straight to the goal."""
        walk = [self.start]
        for _ in range(20 * self.grid.size):
            if walk[-1] == self.goal:
                break
            walk.append(rng.choice(self.grid.neighbours[walk[-1]]))
        return self._without_loops(walk)

    def _without_loops(self, walk: list[Cell]) -> Links:
        """Return the links of a walk extended to the goal, with each loop erased as it closes."""
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
        """Yield each path that differs in one square, in row-major order of the squares."""
        certain, possible = self.net.flips(state, self.start)
        if possible:
            certain |= self.net.parallel_squares(state, self.start, possible)
        return (self._step(state, cell) for cell in each(certain))

    def random_successor(self, state: Links, rng: Random) -> FlipStep | None:
        """Return the path with one random square flipped; None if there is none."""
        certain, possible = self.net.flips(state, self.start)
        squares = cells(certain | possible)
        while squares:
            cell = squares.pop(rng.randrange(len(squares)))
            if certain >> cell & 1 or self.net.parallel_squares(state, self.start, 1 << cell):
                return self._step(state, cell)
        return None

    def _step(self, state: Links, cell: Cell) -> FlipStep:
        return Flip(cell), state ^ self._square << cell, 1

    def focused_successors(self, state: Links, rng: Random) -> list[FlipStep]:
        """Return the flips at one shape that is not visited once, or those next to the path."""
        visited = self.visited(state)
        wrong = [
            cells << first
            for (first, cells), count in zip(self.shapes, self.visits(visited), strict=True)
            if count != 1
        ]
        shape = rng.choice(wrong) if wrong else 0
        steps = list(self.successors(state))
        return [step for step in steps if (self.visited(step[1]) ^ visited) & shape]

    def visited(self, state: Links) -> Mask:
        """Return the cells of the path."""
        return self.net.touched(state) | 1 << self.start

    def conflicts(self, state: Links) -> int:
        """Return the number of missing or excess visits to shapes."""
        return sum(abs(count - 1) for count in self.visits(self.visited(state)))

    def is_goal(self, state: Links) -> bool:
        """Return whether the path visits each shape exactly once."""
        return self.conflicts(state) == 0

    def spent(self, state: Links) -> int:
        """Return 0: this space counts changes, not steps."""
        return 0

    def position(self, state: Links) -> Trail:
        """Return the path."""
        return Trail(tuple(self.net.trace(state, self.start)))


SPACES = (MazeWalk, MazeDecide, MazeRepair)  # the space of the papers first
