"""Boards whose lines join neighbouring points: loops and paths through cells, or along their sides.

A subclass of `NeighbourBoard` is a board of clues whose lines join the middles of cells; a subclass
of `SideBoard` has lines on the sides of its cells, from corner to corner.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from masume.core.model.model import Literal
from masume.core.model.statement import LinkIs, Statement
from masume.core.puzzle.clue import (
    Clue,
    ClueBoard,
    parse_clue,
    parse_clue_from_0,
    write_clue,
)
from masume.core.puzzle.gesture import Side
from masume.core.puzzle.grid import Cell, Grid, by_size, grid
from masume.errors import shorten
from masume.families.links.model import LinkLevels
from masume.families.links.position import Link, Pair, ordered


class NeighbourBoard(ClueBoard):
    """A board of clues with at most one line between two cells that share a side."""

    line: ClassVar[str] = "line"
    most: ClassVar[int] = 1
    what: ClassVar[str] = "on the loop"  # what a link with a line is, in words
    has_grid: ClassVar[bool] = True  # whether thin lines between cells are drawn

    letters: ClassVar[Mapping[str, Clue]] = {}  # the texts of clues, if they are no numbers

    @classmethod
    def _fits(cls, clue: object) -> bool:
        return clue is None or clue in cls.letters.values() if cls.letters else super()._fits(clue)

    @classmethod
    def parse_clue(cls, token: str) -> Clue | None:
        """Parse the text of one cell."""
        if not cls.letters:
            return parse_clue(token) if cls.least else parse_clue_from_0(token)
        if token not in cls.letters and token not in ".-_":
            raise ValueError(f"{shorten(token)!r} is not a clue; use {', '.join(cls.letters)} or .")
        return cls.letters.get(token)

    @classmethod
    def write_clue(cls, clue: Clue | None) -> str:
        """Write the clue of a cell, the inverse of `parse_clue`."""
        return next((token for token, own in cls.letters.items() if own == clue), write_clue(clue))

    @property
    def points(self) -> Grid:
        """The grid of the points that lines join."""
        return self.grid

    @property
    def links(self) -> tuple[Link, ...]:
        """All pairs of neighbouring points."""
        return neighbour_links(self.points.rows, self.points.cols)

    @property
    def number_of(self) -> dict[Pair, int]:
        """The index of each link, by its points."""
        return _numbers(self.points.rows, self.points.cols)

    def why_no_link(self, a: Cell, b: Cell) -> str:
        """Return why no line can join two points, in words; empty if one can."""
        name = self.points.name
        is_link = ordered(a, b) in self.number_of
        return "" if is_link else f"{name(a)} and {name(b)} are not neighbours"

    def cells_of(self, link: Link) -> tuple[Cell, ...]:
        """Return the cells that a link is about."""
        return (link.a, link.b)

    def cells_at(self, point: Cell) -> tuple[Cell, ...]:
        """Return the cells at a point."""
        return (point,)

    def point_name(self, point: Cell) -> str:
        """Return the name of a point for people."""
        return self.points.name(point)

    def statement(self, link: Link, *, holds: bool, beside: Cell | None = None) -> LinkIs:
        """Return the statement that a link has a line, or none."""
        return LinkIs(link.a, link.b, self.what, holds)

    def at_side(self, cell: Cell, side: Side) -> Pair | None:
        """Return the points of the link at a side of a cell; None if there is none."""
        row, col = self.grid.at(cell)
        down, right = STEPS[side]
        row, col = row + down, col + right
        is_inside = 0 <= row < self.rows and 0 <= col < self.cols
        return ordered(cell, self.grid.cell(row, col)) if is_inside else None

    def straight_from(self, cell: Cell, side: Side) -> list[Pair]:
        """Return the points of the links from a cell straight on to the border."""
        down, right = STEPS[side]
        pairs: list[Pair] = []
        while (pair := self.at_side(cell, side)) is not None:
            pairs.append(pair)
            cell += down * self.cols + right
        return pairs


STEPS: dict[Side, tuple[int, int]] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
}


@by_size
def neighbour_links(rows: int, cols: int) -> tuple[Link, ...]:
    """Return the links between neighbours of a grid, ordered by their first point."""
    g = grid(rows, cols)
    pairs = [(a, b) for a in range(g.size) for b in sorted(g.neighbours[a]) if b > a]
    return tuple(Link(a, b, range(0)) for a, b in pairs)


@by_size
def _numbers(rows: int, cols: int) -> dict[Pair, int]:
    return {(link.a, link.b): n for n, link in enumerate(neighbour_links(rows, cols))}


class SideBoard(NeighbourBoard):
    """A board of clues with lines along the sides of its cells; the points are their corners."""

    has_grid: ClassVar[bool] = False

    @property
    def points(self) -> Grid:
        """The grid of the corners of cells."""
        return grid(self.rows + 1, self.cols + 1)

    def cells_of(self, link: Link) -> tuple[Cell, ...]:
        """Return the one or two cells beside a side, the one that names it first."""
        return tuple(cell for cell, _ in self._sides(link))

    def cells_at(self, point: Cell) -> tuple[Cell, ...]:
        """Return the cells at a corner."""
        row, col = self.points.at(point)
        places = [(r, c) for r in (row - 1, row) for c in (col - 1, col)]
        return tuple(
            self.grid.cell(r, c) for r, c in places if 0 <= r < self.rows and 0 <= c < self.cols
        )

    def point_name(self, point: Cell) -> str:
        """Return a corner by the name of a cell: "the upper left corner of r1c1"."""
        row, col = self.points.at(point)
        cell = self.grid.cell(min(row, self.rows - 1), min(col, self.cols - 1))
        vertical = "lower" if row == self.rows else "upper"
        horizontal = "right" if col == self.cols else "left"
        return f"the {vertical} {horizontal} corner of {self.grid.name(cell)}"

    def statement(self, link: Link, *, holds: bool, beside: Cell | None = None) -> LinkIs:
        """Return the statement that a side has a line, or none; as a side of `beside` if it is."""
        sides = self._sides(link)
        cell, side = next((one for one in sides if one[0] == beside), sides[0])
        return LinkIs(cell, cell, self.what, holds, side)

    def _sides(self, link: Link) -> list[tuple[Cell, str]]:
        """Return a side as (cell, "top", "bottom", "left" or "right"), once or twice."""
        row, col = self.points.at(link.a)
        if link.b == link.a + 1:
            places = [(row - 1, col, "bottom"), (row, col, "top")]
        else:
            places = [(row, col - 1, "right"), (row, col, "left")]
        return [
            (self.grid.cell(r, c), side)
            for r, c, side in places
            if 0 <= r < self.rows and 0 <= c < self.cols
        ]

    def at_side(self, cell: Cell, side: Side) -> Pair | None:
        """Return the two corners of a side of a cell; None if it cannot have a line."""
        row, col = self.grid.at(cell)
        at = self.points.cell
        down, right = max(STEPS[side][0], 0), max(STEPS[side][1], 0)
        end = (row, col + 1) if side in ("up", "down") else (row + 1, col)
        pair = at(row + down, col + right), at(end[0] + down, end[1] + right)
        return pair if pair in self.number_of else None

    def around(self, cell: Cell) -> list[Pair]:
        """Return the sides of a cell that can have a line: top, bottom, left, right."""
        return [pair for side in STEPS if (pair := self.at_side(cell, side)) is not None]


class DividedBoard(SideBoard):
    """A board of clues that lines along the sides between two cells divide."""

    what: ClassVar[str] = "on a border"
    has_grid: ClassVar[bool] = True

    @property
    def links(self) -> tuple[Link, ...]:
        """The sides between two cells."""
        return _inner_sides(self.rows, self.cols)

    @property
    def number_of(self) -> dict[Pair, int]:
        """The index of each side, by its corners."""
        return _inner_numbers(self.rows, self.cols)

    def why_no_link(self, a: Cell, b: Cell) -> str:
        """Return why no line can join two corners, in words; empty if one can."""
        name, is_side = self.points.name, ordered(a, b) in self.number_of
        return "" if is_side else f"{name(a)}-{name(b)} is no side between two cells"

    def side_between(self, cell: Cell, other: Cell) -> Pair:
        """Return the corners of the side between two neighbours."""
        side: Side = "down" if abs(other - cell) == self.cols and self.rows > 1 else "right"
        if self.cols == 1:
            side = "down"
        pair = self.at_side(min(cell, other), side)
        assert pair is not None
        return pair

    def groups(self, drawn: Container[Pair]) -> list[list[Cell]]:
        """Return the groups of cells that these lines separate, each in order."""
        found: list[list[Cell]] = []
        seen: set[Cell] = set()
        for first in range(self.grid.size):
            if first in seen:
                continue
            seen.add(first)
            group = [first]
            for cell in group:  # grows during iteration
                for other in self.grid.neighbours[cell]:
                    if other not in seen and self.side_between(cell, other) not in drawn:
                        seen.add(other)
                        group.append(other)
            found.append(sorted(group))
        return found


@by_size
def _inner_sides(rows: int, cols: int) -> tuple[Link, ...]:
    """Return the sides of a board's cells that are not on its border."""

    def is_inside(link: Link) -> bool:
        row, col = divmod(link.a, cols + 1)
        return 0 < col < cols if link.b != link.a + 1 else 0 < row < rows

    return tuple(filter(is_inside, neighbour_links(rows + 1, cols + 1)))


@by_size
def _inner_numbers(rows: int, cols: int) -> dict[Pair, int]:
    return {(link.a, link.b): n for n, link in enumerate(_inner_sides(rows, cols))}


class NeighbourLinks(LinkLevels):
    """The vocabulary of a board of neighbours: variable n + 1 is a line on link n."""

    things = "line", "lines"
    puzzle: NeighbourBoard

    @cached_property
    def variable_of(self) -> dict[Pair, int]:
        """The variable of each link, by its points."""
        return {pair: number + 1 for pair, number in self.puzzle.number_of.items()}

    def at(self, point: Cell) -> list[int]:
        """Return the variables of the links at a point."""
        near = self.puzzle.points.neighbours[point]
        return [self.variable_of[ordered(point, other)] for other in near]

    def statement(self, literal: Literal) -> LinkIs:
        """Return the statement that a link has a line, or none."""
        return self.puzzle.statement(self.puzzle.links[abs(literal) - 1], holds=literal > 0)

    def statement_beside(self, literal: Literal, cell: Cell) -> Statement:
        """Return the statement about a link; a side that two cells share is named from a cell."""
        told: Statement = self.statement(literal)
        if not (isinstance(told, LinkIs) and told.side):
            return told
        link = self.puzzle.links[abs(literal) - 1]
        return self.puzzle.statement(link, holds=literal > 0, beside=cell)

    def cells(self, variable: int) -> Sequence[Cell]:
        """Return the cells that a variable's link is about."""
        return self.puzzle.cells_of(self.puzzle.links[variable - 1])
