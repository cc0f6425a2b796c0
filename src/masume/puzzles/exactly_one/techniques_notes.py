"""What is known of a maze, as its techniques look at it: links and cells are on, off or open.

A link is known by the variable of the model; beside that, links are kept as sets (see `links`),
so that a look over the whole board takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from copy import copy
from functools import cached_property

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.grid import Cell, Mask, by_size, each, grid, mask
from masume.core.puzzle.technique import Key
from masume.puzzles.exactly_one.links import Links, Net, links_of
from masume.puzzles.exactly_one.puzzle import ExactlyOne


@by_size
def _ways_of(rows: int, cols: int) -> list[list[tuple[Cell, Literal]]]:
    """For each cell its neighbours and the links to them, by the variables of the model."""
    ways: list[list[tuple[Cell, Literal]]] = [[] for _ in range(rows * cols)]
    for variable, (a, b) in enumerate(links_of(rows, cols), start=1):
        ways[a].append((b, variable))
        ways[b].append((a, variable))
    return ways


@by_size
def _bits_of(rows: int, cols: int) -> list[Links]:
    """Each variable as a set: the links first, then the cells; there is no variable 0."""
    net = Net(grid(rows, cols))
    links = [1 << (net.number(a, b) or 0) for a, b in links_of(rows, cols)]
    return [0, *links, *(1 << cell for cell in range(rows * cols))]


class PathNotes:
    """Links and cells that are on the path, and those that are not."""

    def __init__(self, puzzle: ExactlyOne) -> None:
        self.check_cancel: CancelCheck = never_cancel
        self.wanted: Collection[Literal] = ()
        self.puzzle = puzzle
        self.grid = g = puzzle.grid
        self.net = Net(g)
        self.start, self.goal = puzzle.start_cell, puzzle.goal_cell
        self.ends: Mask = 1 << self.start | 1 << self.goal
        self.links = links_of(puzzle.rows, puzzle.cols)  # in the order of the model's variables
        self.ways = _ways_of(puzzle.rows, puzzle.cols)
        self._bits = _bits_of(puzzle.rows, puzzle.cols)
        self.shapes = puzzle.shapes
        self.members = {label: mask(shape) for label, shape in self.shapes.items()}
        self.state = [0] * (len(self.links) + g.size + 1)  # by variable: 1 on, -1 off, 0 open
        # The same as sets
        self.visited: Mask = 0
        self.empty: Mask = 0
        self.taken: Links = 0  # links that are used for sure
        self.shut: Links = 0  # links that are surely not
        self.may: Links = self.net.all  # links that can still be used: no end of them is empty
        self.changes = 0  # how often something was learned

    def on(self, cell: Cell) -> Literal:
        """The literal that says that a cell is on the path."""
        return len(self.links) + cell + 1

    def learn(self, literals: Iterable[Literal]) -> None:
        """Note some literals; of two that contradict each other the last."""
        count, bits, state = len(self.links), self._bits, self.state
        for literal in literals:
            variable = abs(literal)
            state[variable] = 1 if literal > 0 else -1
            bit = bits[variable]
            if variable <= count:
                self.taken = self.taken | bit if literal > 0 else self.taken & ~bit
                self.shut = self.shut & ~bit if literal > 0 else self.shut | bit
            else:
                self.visited = self.visited | bit if literal > 0 else self.visited & ~bit
                self.empty = self.empty & ~bit if literal > 0 else self.empty | bit
        self.may = self.net.all & ~self.shut & ~self.net.around(self.empty)
        self.changes += 1

    def copy(self) -> PathNotes:
        """The same once more."""
        other = copy(self)
        other.state = list(self.state)
        return other

    def bit(self, variable: Literal) -> Links:
        """A link as a set of one."""
        return self._bits[variable]

    def where(self, fits: Callable[[PathNotes], Mask]) -> Iterator[Cell]:
        """The cells where something fits, in their order, by what is known as it comes to each."""
        passed, changes, left = 0, -1, 0
        while True:
            if self.changes != changes:
                left, changes = fits(self) >> passed << passed, self.changes
            if not left:
                return
            low = left & -left
            left ^= low
            passed = low.bit_length()
            yield passed - 1

    # Cells

    def is_on(self, cell: Cell) -> bool:
        """Whether a cell is known to be on the path."""
        return self.state[self.on(cell)] > 0

    def is_off(self, cell: Cell) -> bool:
        """Whether a cell is known not to be on the path."""
        return self.state[self.on(cell)] < 0

    def needs(self, cell: Cell) -> int:
        """How many links a cell has if it is on the path."""
        if self.start == self.goal:
            return 0
        return 1 if cell in (self.start, self.goal) else 2

    def open_ways(self, cell: Cell) -> list[tuple[Cell, Literal]]:
        """Neighbours that a cell is or may still be linked to, with the links."""
        state, first = self.state, len(self.links) + 1
        if state[first + cell] < 0:
            return []
        return [way for way in self.ways[cell] if state[way[1]] >= 0 and state[first + way[0]] >= 0]

    def used(self, cell: Cell) -> list[tuple[Cell, Literal]]:
        """Neighbours that a cell is linked to for sure, with the links."""
        state = self.state
        return [way for way in self.ways[cell] if state[way[1]] > 0]

    def closed(self, cell: Cell) -> tuple[Literal, ...]:
        """What is known to bar the ways of a cell: empty neighbours, or links that are off."""
        return tuple(
            -self.on(other) if self.is_off(other) else -variable
            for other, variable in self.ways[cell]
            if self.state[variable] < 0 or self.is_off(other)
        )

    def surely_on(self, cell: Cell) -> tuple[Literal, ...]:
        """What tells that a cell is on the path; the two ends need no telling."""
        return () if self.ends >> cell & 1 else (self.on(cell),)

    # Literals

    def cell_off(self, cell: Cell) -> tuple[Literal, ...]:
        """A cell is not on the path, and with it none of its links."""
        return (-self.on(cell), *(-variable for _, variable in self.ways[cell]))

    def link_on(self, variable: Literal) -> tuple[Literal, ...]:
        """A link is on the path, and with it its two cells."""
        return (variable, *(self.on(cell) for cell in self.links[variable - 1]))

    def new(self, literals: Iterable[Literal]) -> tuple[Literal, ...]:
        """Those that are not known, each once."""
        return tuple(one for one in dict.fromkeys(literals) if self.state[abs(one)] * one <= 0)

    # Shapes

    @cached_property
    def inner(self) -> Links:
        """The links between two cells of one shape."""
        return self.net.within(*self.members.values())

    @cached_property
    def between(self) -> Mask:
        """Cells with two neighbours in one shape."""
        first, last, cols = self.grid.col_masks[0], self.grid.col_masks[-1], self.grid.cols
        between = 0
        for cells in self.members.values():
            upright, both_upright = cells << cols | cells >> cols, cells << cols & cells >> cols
            left, right = (cells & ~last) << 1, (cells & ~first) >> 1
            between |= both_upright | left & right | upright & (left | right)
        return between & self.grid.full

    def shape_of(self, cell: Cell) -> tuple[Cell, ...]:
        """The shape of a cell; without a label it is none."""
        label = self.puzzle.labels[cell]
        return self.shapes[label] if label is not None else ()

    def missed(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """The shapes of which no cell is known to be visited, with their labels."""
        for label, members in self.members.items():
            if not members & self.visited:
                yield label, self.shapes[label]

    # Words

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """The names of some cells."""
        return [self.grid.name(cell) for cell in cells]

    def joined(self, variable: Literal) -> str:
        """The two cells of a link."""
        a, b = self.links[variable - 1]
        return f"{self.grid.name(a)} and {self.grid.name(b)}"

    # The board as a whole

    def fence(
        self, inside: Mask, doors: Mask, seeds: Mask, suppose: Mask = 0
    ) -> tuple[tuple[Literal, ...], Mask, Mask]:
        """Why nothing leads out of some cells but by the doors: as few literals as possible.

        Also the supposedly empty cells that are part of it, and all cells beyond it: those that
        the seeds lead to. What bars the way is told only if both sides touch it.
        """
        barred = (self.empty | suppose) & self.grid.spread(inside) & ~inside & ~doors
        shut = inside | barred | doors
        beyond = self.net.reached(self.net.all & ~self.net.around(shut), seeds & ~shut)
        walls = barred & self.grid.spread(beyond)
        given = [-self.on(cell) for cell in each(walls & ~suppose)]
        for cell in each(inside & self.grid.spread(beyond)):
            given += [-way for other, way in self.ways[cell] if beyond >> other & 1]
        return tuple(one for one in given if self.state[abs(one)] < 0), walls & suppose, beyond


def visited_once(shape: tuple[Cell, ...]) -> Key:
    """The rule that a shape is visited only once."""
    return "shape-twice", shape


def visited(shape: tuple[Cell, ...]) -> Key:
    """The rule that a shape is visited."""
    return "shape-missed", shape
