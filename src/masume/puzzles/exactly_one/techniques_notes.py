"""The notes of the maze techniques: links and cells that are known to be on or off the path.

The state is kept by variable of the model, and also as sets of cells and links (see `links`), so
that operations on the whole board are fast.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import NamedTuple

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.grid import Cell, Mask, by_size, each, grid, mask
from masume.core.puzzle.technique import Deduction, Key, Proof
from masume.puzzles.exactly_one.board import shape_of
from masume.puzzles.exactly_one.links import Links, Net, links_of
from masume.puzzles.exactly_one.puzzle import ExactlyOne


@by_size
def _adjacency_of(rows: int, cols: int) -> list[list[tuple[Cell, Literal]]]:
    """Return for each cell its neighbours with the variables of the links to them."""
    adjacency: list[list[tuple[Cell, Literal]]] = [[] for _ in range(rows * cols)]
    for variable, (a, b) in enumerate(links_of(rows, cols), start=1):
        adjacency[a].append((b, variable))
        adjacency[b].append((a, variable))
    return adjacency


@by_size
def _bits_of(rows: int, cols: int) -> list[Links]:
    """Return each variable as a set of one link or cell, by number; 0 for the unused number 0."""
    net = Net(grid(rows, cols))
    links = [1 << (net.number(a, b) or 0) for a, b in links_of(rows, cols)]
    return [0, *links, *(1 << cell for cell in range(rows * cols))]


class Found(NamedTuple):
    """What a rule concludes, and how its proof is made: `why(notes, *about)`."""

    literals: tuple[Literal, ...]
    why: Callable[..., Proof]
    about: tuple[object, ...] = ()
    given: tuple[Literal, ...] | None = None  # the known literals it rests on, if computed


def explain(notes: PathNotes, new: Sequence[Found]) -> Iterator[Deduction]:
    """Yield the deductions of findings, until one of them is learned: then others are outdated."""
    changes = notes.changes
    for literals, why, about, given in new:
        if notes.changes != changes:
            return
        deduction = Deduction.lazy(literals, why, notes, *about)
        yield deduction if given is None else deduction.with_given(*given)


class PathNotes:
    """The links and cells that are known to be on the path or off it."""

    def __init__(self, puzzle: ExactlyOne) -> None:
        self.check_cancel: CancelCheck = never_cancel
        self.wanted: Collection[Literal] = ()
        self.puzzle = puzzle
        self.grid = g = puzzle.grid
        self.net = Net(g)
        self.start, self.goal = puzzle.start_cell, puzzle.goal_cell
        self.ends: Mask = 1 << self.start | 1 << self.goal
        self.links = links_of(puzzle.rows, puzzle.cols)  # in the order of the model's variables
        self.adjacency = _adjacency_of(puzzle.rows, puzzle.cols)
        self._bits = _bits_of(puzzle.rows, puzzle.cols)
        self.shapes = puzzle.shapes
        self.members = {label: mask(shape) for label, shape in self.shapes.items()}
        self.shape_masks = [shape_of(shape) for shape in self.shapes.values()]
        self.state = [0] * (len(self.links) + g.size + 1)  # by variable: 1 on, -1 off, 0 open
        # The same as sets
        self.visited: Mask = 0  # cells on the path
        self.empty: Mask = 0  # cells off the path
        self.taken: Links = 0  # links on the path
        self.shut: Links = 0  # links off the path
        self.possible: Links = (
            self.net.all
        )  # links that may be on the path: neither off nor to an empty cell
        self.changes = 0  # number of calls of `learn`
        self.clash = False  # whether contradictory literals were learned

    def on(self, cell: Cell) -> Literal:
        """Return the literal that a cell is on the path."""
        return len(self.links) + cell + 1

    def learn(self, literals: Iterable[Literal]) -> None:
        """Add literals to the notes; of two contradictory ones the last is kept, with a clash."""
        count, bits, state = len(self.links), self._bits, self.state
        for literal in literals:
            variable = abs(literal)
            sign = 1 if literal > 0 else -1
            self.clash = self.clash or state[variable] == -sign
            state[variable] = sign
            bit = bits[variable]
            if variable <= count:
                self.taken = self.taken | bit if literal > 0 else self.taken & ~bit
                self.shut = self.shut & ~bit if literal > 0 else self.shut | bit
            else:
                self.visited = self.visited | bit if literal > 0 else self.visited & ~bit
                self.empty = self.empty & ~bit if literal > 0 else self.empty | bit
        self.possible = self.net.all & ~self.shut & ~self.net.around(self.empty)
        self.changes += 1

    def add(self, new: Iterable[Found]) -> None:
        """Add the conclusions of rules."""
        self.learn(literal for finding in new for literal in finding.literals)

    @property
    def known(self) -> list[Literal]:
        """The known literals."""
        return [sign * variable for variable, sign in enumerate(self.state) if sign]

    def copy(self) -> PathNotes:
        """Return an independent copy."""
        other = copy(self)
        other.state = list(self.state)
        return other

    def bit(self, variable: Literal) -> Links:
        """Return the set of one link."""
        return self._bits[variable]

    # Cells

    def is_on(self, cell: Cell) -> bool:
        """Return whether a cell is known to be on the path."""
        return self.state[self.on(cell)] > 0

    def is_off(self, cell: Cell) -> bool:
        """Return whether a cell is known to be off the path."""
        return self.state[self.on(cell)] < 0

    def degree(self, cell: Cell) -> int:
        """Return the number of links of a cell if it is on the path."""
        if self.start == self.goal:
            return 0
        return 1 if cell in (self.start, self.goal) else 2

    def possible_links(self, cell: Cell) -> list[tuple[Cell, Literal]]:
        """Return the neighbours that the path joins or may join to a cell, with the links."""
        state, first = self.state, len(self.links) + 1
        if state[first + cell] < 0:
            return []
        return [
            (other, link)
            for other, link in self.adjacency[cell]
            if state[link] >= 0 and state[first + other] >= 0
        ]

    def used_links(self, cell: Cell) -> list[tuple[Cell, Literal]]:
        """Return the neighbours that the path joins to a cell, with the links."""
        state = self.state
        return [pair for pair in self.adjacency[cell] if state[pair[1]] > 0]

    def closing_literals(self, cell: Cell) -> tuple[Literal, ...]:
        """Return the literals that close links of a cell: empty neighbours, or links off."""
        return tuple(
            -self.on(other) if self.is_off(other) else -variable
            for other, variable in self.adjacency[cell]
            if self.state[variable] < 0 or self.is_off(other)
        )

    def visit_literals(self, cell: Cell) -> tuple[Literal, ...]:
        """Return the literal that a cell is on the path; nothing for the two ends."""
        return () if self.ends >> cell & 1 else (self.on(cell),)

    # Literals

    def cell_off(self, cell: Cell) -> tuple[Literal, ...]:
        """Return the literals that a cell and all its links are off the path."""
        return (-self.on(cell), *(-variable for _, variable in self.adjacency[cell]))

    def link_on(self, variable: Literal) -> tuple[Literal, ...]:
        """Return the literals that a link and its two cells are on the path."""
        return (variable, *(self.on(cell) for cell in self.links[variable - 1]))

    def unknown(self, literals: Iterable[Literal]) -> tuple[Literal, ...]:
        """Return the literals that are not known, each once."""
        state = self.state
        return tuple(
            literal for literal in dict.fromkeys(literals) if state[abs(literal)] * literal <= 0
        )

    # Shapes

    @cached_property
    def inner_links(self) -> Links:
        """The links between two cells of the same shape."""
        return self.net.within(*self.members.values())

    @cached_property
    def between_same_shape(self) -> Mask:
        """The cells with two neighbours in the same shape."""
        first, last, cols = self.grid.col_masks[0], self.grid.col_masks[-1], self.grid.cols
        between = 0
        for cells in self.members.values():
            vertical, both_vertical = cells << cols | cells >> cols, cells << cols & cells >> cols
            left, right = (cells & ~last) << 1, (cells & ~first) >> 1
            between |= both_vertical | left & right | vertical & (left | right)
        return between & self.grid.full

    def shape_of(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells of a cell's shape; empty without a label."""
        label = self.puzzle.labels[cell]
        return self.shapes[label] if label is not None else ()

    def unvisited_shapes(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Yield the labels and cells of the shapes without a visited cell."""
        for label, members in self.members.items():
            if not members & self.visited:
                yield label, self.shapes[label]

    # The board as a whole

    def fence(
        self, inside: Mask, doors: Mask, seeds: Mask, suppose: Mask = 0
    ) -> tuple[tuple[Literal, ...], Mask, Mask]:
        """Return why no path leads from inside to the seeds except through the doors.

        The result is the literals that close the border, the supposedly empty cells of it (those in
        `suppose`), and the cells beyond it that are connected with the seeds. Only literals that
        touch both sides are included, as few as possible.
        """
        barred = (self.empty | suppose) & self.grid.spread(inside) & ~inside & ~doors
        shut = inside | barred | doors
        beyond = self.net.flood_fill(self.net.all & ~self.net.around(shut), seeds & ~shut)
        walls = barred & self.grid.spread(beyond)
        given = [-self.on(cell) for cell in each(walls & ~suppose)]
        for cell in each(inside & self.grid.spread(beyond)):
            given += [-link for other, link in self.adjacency[cell] if beyond >> other & 1]
        known = tuple(literal for literal in given if self.state[abs(literal)] < 0)
        return known, walls & suppose, beyond


def visited_once(shape: tuple[Cell, ...]) -> Key:
    """Return the key of the rule that a shape is visited only once."""
    return "shape-twice", shape


def visited(shape: tuple[Cell, ...]) -> Key:
    """Return the key of the rule that a shape is visited."""
    return "shape-missed", shape
