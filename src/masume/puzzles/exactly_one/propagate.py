"""The propagator of mazes: what is known of the links and cells of a board, as sets.

Everything that draws conclusions about mazes runs the rules of `techniques.py` on it: the maker,
the space `decide`, hints, walks, grades and suppositions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import NamedTuple, TypeAlias

from masume.core.model.model import CancelCheck, Literal, never_cancel
from masume.core.puzzle.grid import Cell, Grid, Mask, by_size, each, grid
from masume.core.puzzle.technique import Deduction, Key, Proof
from masume.puzzles.exactly_one.board import Shape, shape_of
from masume.puzzles.exactly_one.links import Links, Net, links_of
from masume.puzzles.exactly_one.puzzle import ExactlyOne

AtLeast: TypeAlias = tuple[Mask, Mask, Mask]  # cells with at least one, two and three links


class Conclusions(NamedTuple):
    """What a rule concludes: links on the path, links off it, cells on it, cells off it."""

    taken: Links = 0
    shut: Links = 0
    visited: Mask = 0
    empty: Mask = 0


class Found(NamedTuple):
    """What a rule concludes from one cause, and how its proof is made: `why(board, *about)`."""

    literals: tuple[Literal, ...]
    why: Callable[..., Proof]
    about: tuple[object, ...] = ()


def explain(board: Propagator, new: Iterable[Found]) -> Iterator[Deduction]:
    """Yield the deductions of findings, until one of them is learned: then others are outdated."""
    known = board.marks
    for literals, why, about in new:
        if board.marks != known:
            return
        yield Deduction.lazy(literals, why, board, *about)


class Propagator:
    """The links and cells that are known to be on the path or off it."""

    check_cancel: CancelCheck = staticmethod(never_cancel)
    wanted: Collection[Literal] = ()

    def __init__(self, g: Grid, shapes: dict[str, Shape]) -> None:
        self.grid = g
        self.net = Net(g)
        self.start, self.goal = g.size - g.cols, g.cols - 1
        self.ends: Mask = 1 << self.start | 1 << self.goal
        self.has_links = self.start != self.goal  # otherwise the path is one cell
        self.shapes = shapes
        self.marks = Conclusions()
        self.possible: Links = self.net.all  # links that are not off, nor lead to an empty cell
        self.clash = False  # whether contradictory conclusions were added
        self._others: Mask = 0  # cells of visited shapes that are not on the path
        self._last: Mask = 0  # last cells of other shapes
        self._pending = list(shapes.values())  # the shapes without a visited cell
        self._examined: tuple[Mask, Mask] | None = None  # visited and empty cells at that time
        # Caches
        self._has: tuple[Links, AtLeast] = (-1, (0, 0, 0))
        self._may = self._has
        self._ends_of: tuple[Links, list[Cell], list[Cell]] = (-1, [], [])

    # Changes

    def add(self, new: Conclusions | Iterable[Found]) -> None:
        """Add the conclusions of a rule, with both cells of links and all links of empty cells."""
        if not isinstance(new, Conclusions):
            self.learn(literal for finding in new for literal in finding.literals)
            return
        taken, shut, visited, empty = new
        if taken:
            visited |= self.net.touched(taken)
        if empty:
            shut |= self.net.around(empty)
        self._mark(taken, shut, visited, empty)

    @staticmethod
    def split(new: Conclusions | Iterable[Found]) -> Iterable[Conclusions | tuple[Found]]:
        """Return findings one by one; conclusions without separate causes together."""
        return (new,) if isinstance(new, Conclusions) else [(found,) for found in new]

    def _mark(self, *new: int) -> None:
        """Add marks; contradictory ones set `clash`."""
        old = self.marks
        taken, shut = old.taken | new[0], old.shut | new[1]
        visited, empty = old.visited | new[2], old.empty | new[3]
        self.marks = Conclusions(taken, shut, visited, empty)
        self.possible &= ~shut
        if taken & shut or visited & empty:
            self.clash = True

    def learn(self, literals: Iterable[Literal]) -> None:
        """Add just these literals."""
        places, size = self.places, 2 * self.grid.size
        on = off = 0
        for literal in literals:
            if literal > 0:
                on |= 1 << places[literal]
            else:
                off |= 1 << places[-literal]
        links, empty = (1 << size) - 1, off >> size
        self.possible &= ~self.net.around(empty)
        self._mark(on & links, off & links, on >> size, empty)

    def copy(self) -> Propagator:
        """Return an independent copy."""
        return copy(self)

    def with_links(self, on: Links, off: Links) -> Propagator:
        """Return a copy in which just these links are known to be on the path, and off it."""
        other = copy(self)
        other.marks, other.possible, other.clash = Conclusions(), self.net.all, False
        other._examined, other._others, other._last = None, 0, 0
        other._pending = list(self.shapes.values())
        other.add(Conclusions(on, off, self.ends))
        return other

    # What is known

    @property
    def open_links(self) -> Links:
        """The links that are not known."""
        return self.net.all & ~(self.marks.taken | self.marks.shut)

    @property
    def has(self) -> AtLeast:
        """The cells with at least one, two and three links on the path."""
        if self._has[0] != self.marks.taken:
            self._has = self.marks.taken, self.net.at_least(self.marks.taken)
        return self._has[1]

    @property
    def may(self) -> AtLeast:
        """The cells with at least one, two and three possible links."""
        if self._may[0] != self.possible:
            self._may = self.possible, self.net.at_least(self.possible)
        return self._may[1]

    @property
    def loose(self) -> Mask:
        """The cells with one link."""
        has_one, has_two, _ = self.has
        return has_one & ~has_two

    def pieces(self) -> Iterator[list[Cell]]:
        """Yield the known pieces of the path, each from one end to the other."""
        return self.net.pieces(self.marks.taken, self.loose)

    def end_pieces(self) -> tuple[list[Cell], list[Cell]]:
        """Return the pieces that begin at the start, and at the goal."""
        taken = self.marks.taken
        if self._ends_of[0] != taken:
            trace = self.net.trace
            self._ends_of = taken, trace(taken, self.start), trace(taken, self.goal)
        return self._ends_of[1:]

    @property
    def is_joined(self) -> bool:
        """Whether the path leads from start to goal."""
        return not self.ends & ~self.loose and self.end_pieces()[0][-1] == self.goal

    def shape_marks(self) -> tuple[Mask, Mask]:
        """Return the cells off the path as their shapes are visited, and the last ones of others.

        Of a shape without such a cell the first one is returned, which contradicts what is known.
        Only shapes with changes since the last call are examined.
        """
        _, _, visited, empty = self.marks
        if self._examined != (visited, empty):
            fresh = -1
            if self._examined is not None:
                fresh = visited & ~self._examined[0] | empty & ~self._examined[1]
            self._examined, others = (visited, empty), 0
            for first, cells in self._pending:
                if fresh >> first & cells:
                    hit = visited >> first & cells
                    if hit:
                        others |= (cells ^ hit & -hit) << first
                    else:
                        left = cells & ~(empty >> first) or 1
                        if not left & left - 1:
                            self._last |= left << first
            if others:
                self._others |= others
                self._pending = [one for one in self._pending if not visited >> one[0] & one[1]]
        return self._others, self._last

    # Literals: the variables of the model in its order

    @cached_property
    def links(self) -> list[tuple[Cell, Cell]]:
        """Both cells of each link variable, in order."""
        return links_of(self.grid.rows, self.grid.cols)

    @cached_property
    def places(self) -> list[int]:
        """The bit of each variable, among links and then cells; the first one is unused."""
        return _places(self.grid.rows, self.grid.cols)

    @cached_property
    def adjacency(self) -> list[list[tuple[Cell, Literal]]]:
        """For each cell its neighbours with the variables of the links to them."""
        return _adjacency(self.grid.rows, self.grid.cols)

    def on(self, cell: Cell) -> Literal:
        """Return the literal that a cell is on the path."""
        return len(self.links) + cell + 1

    def link_between(self, cell: Cell, other: Cell) -> Literal:
        """Return the literal that the path joins two neighbours."""
        return next(link for near, link in self.adjacency[cell] if near == other)

    def bit(self, link: Literal) -> Links:
        """Return a link variable as a set."""
        return 1 << self.places[link]

    @property
    def known(self) -> list[Literal]:
        """The known literals."""
        taken, shut, visited, empty = self.marks
        size = 2 * self.grid.size
        on, off = taken | visited << size, shut | empty << size
        places = enumerate(self.places)
        next(places)
        return [v if on >> p & 1 else -v for v, p in places if (on | off) >> p & 1]

    def holds(self, literal: Literal) -> bool:
        """Return whether a literal is known."""
        taken, shut, visited, empty = self.marks
        place, size = self.places[abs(literal)], 2 * self.grid.size
        if place < size:
            return bool((taken if literal > 0 else shut) >> place & 1)
        return bool((visited if literal > 0 else empty) >> place - size & 1)

    def unknown(self, literals: Iterable[Literal]) -> tuple[Literal, ...]:
        """Return the literals that are not known, each once."""
        return tuple(one for one in dict.fromkeys(literals) if not self.holds(one))

    def cell_off(self, cell: Cell) -> tuple[Literal, ...]:
        """Return the literals that a cell and all its links are off the path."""
        return (-self.on(cell), *(-link for _, link in self.adjacency[cell]))

    def link_on(self, link: Literal) -> tuple[Literal, ...]:
        """Return the literals that a link and its two cells are on the path."""
        return (link, *(self.on(cell) for cell in self.links[link - 1]))

    def visit_literals(self, cell: Cell) -> tuple[Literal, ...]:
        """Return the literal that a cell is on the path; nothing for the two ends."""
        return () if self.ends >> cell & 1 else (self.on(cell),)

    def closing_literals(self, cell: Cell) -> tuple[Literal, ...]:
        """Return the literals that close links of a cell: empty neighbours, or links off."""
        empty = self.marks.empty
        return tuple(
            -self.on(other) if empty >> other & 1 else -link
            for other, link in self.adjacency[cell]
            if not self.bit(link) & self.possible
        )

    # The surroundings of a cell

    def degree(self, cell: Cell) -> int:
        """Return the number of links of a cell if it is on the path."""
        return self.has_links * (1 if self.ends >> cell & 1 else 2)

    def possible_links(self, cell: Cell) -> list[tuple[Cell, Literal]]:
        """Return the neighbours that the path joins or may join to a cell, with the links."""
        return [pair for pair in self.adjacency[cell] if self.bit(pair[1]) & self.possible]

    def used_links(self, cell: Cell) -> list[tuple[Cell, Literal]]:
        """Return the neighbours that the path joins to a cell, with the links."""
        return [pair for pair in self.adjacency[cell] if self.holds(pair[1])]

    def along(self, piece: Sequence[Cell]) -> tuple[Literal, ...]:
        """Return the links of a piece of the path."""
        return tuple(map(self.link_between, piece, piece[1:]))

    # Shapes

    @cached_property
    def members(self) -> dict[str, Mask]:
        """The cells of each shape."""
        return {label: cells << first for label, (first, cells) in self.shapes.items()}

    @cached_property
    def labels(self) -> dict[Cell, str]:
        """The label of each cell of a shape."""
        return {cell: label for label, cells in self.members.items() for cell in each(cells)}

    def visited_once(self, label: str) -> Key:
        """Return the key of the rule that a shape is visited only once."""
        return "shape-twice", tuple(each(self.members[label]))

    def visited(self, label: str) -> Key:
        """Return the key of the rule that a shape is visited."""
        return "shape-missed", tuple(each(self.members[label]))

    @cached_property
    def inner_links(self) -> Links:
        """The links between two cells of the same shape."""
        return self.net.within(*(cells << first for first, cells in self.shapes.values()))

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

    def unvisited_shapes(self) -> Iterator[tuple[str, Mask]]:
        """Yield the labels and cells of the shapes without a visited cell."""
        for label, cells in self.members.items():
            if not cells & self.marks.visited:
                yield label, cells

    # The board as a whole

    def cells_on_paths(self, without: Mask = 0) -> Mask:
        """Return the cells on paths from start to goal over possible links, without some cells."""
        links = self.possible & ~self.net.around(without) if without else self.possible
        return self.net.cells_on_paths(links, self.start, self.goal)

    def fence(
        self, inside: Mask, doors: Mask, seeds: Mask, suppose: Mask = 0
    ) -> tuple[tuple[Literal, ...], Mask]:
        """Return why no path leads from inside to the seeds except through the doors.

        The result is the literals that close the border, and the cells beyond it that are connected
        with the seeds. Cells in `suppose` are supposed to be empty. Only literals that touch both
        sides are included, as few as possible.
        """
        net, spread = self.net, self.grid.spread
        barred = (self.marks.empty | suppose) & spread(inside) & ~inside & ~doors
        shut = inside | barred | doors
        beyond = net.flood_fill(net.all & ~net.around(shut), seeds & ~shut)
        given = [-self.on(cell) for cell in each(barred & spread(beyond) & ~suppose)]
        for cell in each(inside & spread(beyond)):
            given += [-link for other, link in self.adjacency[cell] if beyond >> other & 1]
        return tuple(literal for literal in given if self.holds(literal)), beyond


@by_size
def _places(rows: int, cols: int) -> list[int]:
    net = Net(grid(rows, cols))
    links = [net.number(a, b) or 0 for a, b in links_of(rows, cols)]
    size = rows * cols
    return [0, *links, *range(2 * size, 3 * size)]


@by_size
def _adjacency(rows: int, cols: int) -> list[list[tuple[Cell, Literal]]]:
    adjacency: list[list[tuple[Cell, Literal]]] = [[] for _ in range(rows * cols)]
    for variable, (a, b) in enumerate(links_of(rows, cols), start=1):
        adjacency[a].append((b, variable))
        adjacency[b].append((a, variable))
    return adjacency


def propagator(puzzle: ExactlyOne) -> Propagator:
    """Return the propagator of a bare board."""
    shapes = {label: shape_of(cells) for label, cells in puzzle.shapes.items()}
    return Propagator(puzzle.grid, shapes)
