"""The model of mazes for the exact engine: a variable for each link, and one for each cell.

The clauses give each cell its number of links; rings are forbidden lazily, by the path constraint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations, pairwise

from masume.constraints.path import Path
from masume.core.model.builder import ModelBuilder
from masume.core.model.model import CancelCheck, Clause, Literal, Model, Vocabulary, never_cancel
from masume.core.model.statement import CellIs, Joins
from masume.core.puzzle.grid import Cell, Mask, by_size, each
from masume.errors import NotApplicable
from masume.puzzles.exactly_one.editor import normalise
from masume.puzzles.exactly_one.links import Net, links_of
from masume.puzzles.exactly_one.puzzle import (
    Cross,
    ExactlyOne,
    Move,
    Pair,
    PathMark,
    Tick,
    Trail,
)


def model(
    puzzle: ExactlyOne, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; with `reasons` every shape has separate parts."""
    board = LinksAndCells(puzzle)
    crossings = _crossings(puzzle.rows, puzzle.cols)
    builder = ModelBuilder(board, cost=crossings, shortest=True, floor=len(crossings))
    path = builder.part()
    path.clauses += _path_clauses(puzzle.rows, puzzle.cols)
    path.clauses += crossings
    links = range(1, len(board.links) + 1)
    on = range(len(board.links) + 1, board.shown + 1)
    path.constraints.append(
        Path(puzzle.grid, puzzle.start_cell, board.links, links, on, board.wall_clauses)
    )
    _add_shapes(builder, board, reasons)
    return builder.model()


def on_path(puzzle: ExactlyOne) -> list[Literal]:
    """Return for each cell the literal that it is on the path."""
    board = LinksAndCells(puzzle)
    return [board.on(cell) for cell in range(puzzle.grid.size)]


def _add_shapes(builder: ModelBuilder, board: LinksAndCells, reasons: bool) -> None:
    """Require exactly one visit to each shape."""
    everywhere = builder.part()
    for label, cells in board.puzzle.shapes.items():
        on = [board.on(cell) for cell in cells]
        visited = once = everywhere
        if reasons:
            where = f"shape {label} at {board.puzzle.grid.name(cells[0])}"
            visited = builder.part("shape-missed", cells, f"{where} is visited")
            once = builder.part("shape-twice", cells, f"{where} is visited only once")
        visited.clauses.append(on)
        builder.at_most_one(on, once)


@by_size
def _crossings(rows: int, cols: int) -> list[list[Literal]]:
    """Return the links between each two columns or rows; every path takes at least one of each."""
    crossings: dict[tuple[int, int], list[Literal]] = {}
    for number, (a, b) in enumerate(links_of(rows, cols), start=1):
        key = (a % cols, b % cols) if b == a + 1 else (-1, a // cols)
        crossings.setdefault(key, []).append(number)
    return list(crossings.values())


@by_size
def _path_clauses(rows: int, cols: int) -> list[Clause]:
    """Return clauses: one link at start and goal, two or none elsewhere; no square of links."""
    links = links_of(rows, cols)
    start, goal = (rows - 1) * cols, cols - 1
    links_at: list[list[Literal]] = [[] for _ in range(rows * cols)]
    for number, (a, b) in enumerate(links, start=1):
        links_at[a].append(number)
        links_at[b].append(number)
    clauses: list[Clause] = []
    for cell, incident in enumerate(links_at):
        on = len(links) + cell + 1
        if cell in (start, goal):
            clauses.append([on])
            if start != goal:
                clauses.append(incident)
                clauses += [[-a, -b] for a, b in combinations(incident, 2)]
            continue
        clauses += [[-link, on] for link in incident]
        clauses += [[-on, *(other for other in incident if other != link)] for link in incident]
        clauses += [[-a, -b, -c] for a, b, c in combinations(incident, 3)]
    number_of = {link: number for number, link in enumerate(links, start=1)}
    for row in range(rows - 1):
        for cell in range(row * cols, row * cols + cols - 1):
            below = cell + cols
            square = [(cell, cell + 1), (below, below + 1), (cell, below), (cell + 1, below + 1)]
            clauses.append([-number_of[link] for link in square])
    return clauses


def mark(puzzle: ExactlyOne, variable: int, value: bool | None) -> Move:
    """Return the move that puts a link or a cell on the path or off it, or clears its mark."""
    links = links_of(puzzle.rows, puzzle.cols)
    if variable <= len(links):
        return PathMark(*links[variable - 1], value)
    cell = variable - len(links) - 1
    return Tick(cell) if value else Cross(cell, value is not None)


class LinksAndCells(Vocabulary):
    """A vocabulary of "the path uses this link", in the order of `links_of`, then "visits this
    cell", in row-major order.
    """

    def __init__(self, puzzle: ExactlyOne) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.links = links_of(puzzle.rows, puzzle.cols)
        self.shown = len(self.links) + self.grid.size

    @cached_property
    def _numbers(self) -> dict[Pair, Literal]:
        return {link: number for number, link in enumerate(self.links, start=1)}

    def on(self, cell: Cell) -> Literal:
        """Return the literal that a cell is on the path."""
        return len(self.links) + cell + 1

    def answer(self, literals: Sequence[Literal]) -> Trail:
        """Return the path of the used links."""
        links = self._links(literals, 1)
        return Trail(normalise(self.puzzle, Trail((self.puzzle.start_cell,), pieces=links)).path)

    def _links(self, literals: Iterable[Literal], sign: int) -> frozenset[Pair]:
        count = len(self.links)
        return frozenset(self.links[sign * n - 1] for n in literals if 0 < sign * n <= count)

    def _cells(self, literals: Iterable[Literal], sign: int) -> frozenset[Cell]:
        count = len(self.links)
        return frozenset(sign * n - count - 1 for n in literals if sign * n > count)

    def position_of(self, literals: Iterable[Literal]) -> Trail:
        """Return the known part of the path, its pieces, and notes of other known facts.

        Obvious facts get no notes: both ends are on the path, and it never stays in a shape. A cell
        that is crossed out, or has all its links, needs no walls.
        """
        known, labels = list(literals), self.puzzle.labels
        ends = {self.puzzle.start_cell, self.puzzle.goal_cell}
        on, off = self._links(known, 1), self._links(known, -1)
        links_at = Counter(cell for link in on for cell in link)
        crossed = self._cells(known, -1).difference(links_at)
        complete = {cell for cell, links in links_at.items() if links > 1 or cell in ends} | crossed
        walls = frozenset(
            (a, b)
            for a, b in off - on
            if a not in complete
            and b not in complete
            and (labels[a] is None or labels[a] != labels[b])
        )
        ticked = self._cells(known, 1) - ends - crossed
        drawn = Trail((self.puzzle.start_cell,), crossed, ticked, on, walls)
        return normalise(self.puzzle, drawn)

    def literals(self, position: Trail) -> list[Literal]:
        """Return the literals of the path and of the notes; contradictory ones for a broken path.

        Raise `NotApplicable` for notes between cells that share no side.
        """
        if invalid := (position.pieces | position.walls).difference(self._numbers):
            names = " and ".join(map(self.grid.name, min(invalid)))
            raise NotApplicable(f"{names} share no side, so no path joins them")
        literals = [self.on(cell) for cell in sorted(position.ticked)]
        literals += [-self.on(cell) for cell in sorted(position.crossed)]
        if position.path[0] != self.puzzle.start_cell:
            literals.append(-self.on(self.puzzle.start_cell))  # contradicts the rules
        if len(set(position.path)) < len(position.path):
            start = self.on(position.path[0])
            literals += [start, -start]  # a cell is visited twice
        for a, b in pairwise(position.path):
            number = self._numbers.get((min(a, b), max(a, b)))
            # A jump is represented by a contradiction.
            literals += [number] if number is not None else [self.on(a), -self.on(a)]
        literals += [self._numbers[pair] for pair in sorted(position.pieces)]
        literals += [-self._numbers[pair] for pair in sorted(position.walls)]
        return literals

    def implied_literals(self, literal: Literal) -> list[Literal]:
        """Return the literals that `literal` implies.

        A used link implies its cells, and a cell off the path that its links are not used.
        """
        cells = tuple(self.cells(abs(literal)))
        if literal > 0 and len(cells) == 2:
            return [self.on(cell) for cell in cells]
        if literal < 0 and len(cells) == 1:
            neighbours = self.puzzle.grid.neighbours[cells[0]]
            return [-self._numbers[min(c, cells[0]), max(c, cells[0])] for c in neighbours]
        return []

    def wall_clauses(self, held: set[Literal]) -> list[Clause]:
        """Return clauses about the areas that no path can reach and leave without the held links.

        A path leaves an area that contains only the start; and it visits an area with neither end
        only if links lead to two different cells outside.
        """
        net, start, goal = Net(self.puzzle.grid), self.puzzle.start_cell, self.puzzle.goal_cell
        if start == goal:
            return []
        closed = [link for number, link in enumerate(self.links, start=1) if -number in held]
        possible = net.all & ~sum(1 << (net.number(a, b) or 0) for a, b in closed)
        reachable = net.cells_on_paths(possible, start, goal)
        if not reachable:
            return [self._links_out(net.flood_fill(possible, 1 << start), 0)]
        clauses: list[Clause] = []
        pending = net.grid.full & ~reachable
        while pending:
            area = net.flood_fill(possible & ~net.around(reachable), pending & -pending)
            pending &= ~area
            door = net.flood_fill(possible & net.around(area), area) & reachable
            inside = [cell for cell in each(area) if -self.on(cell) not in held]
            links_out = self._links_out(area, door) if inside else []
            clauses += [[-self.on(cell), *links_out] for cell in inside]
        return clauses

    def _links_out(self, area: Mask, door: Mask) -> list[Literal]:
        """Return the links between an area and cells other than its door."""
        outside = ~(area | door)
        return [
            number
            for number, (a, b) in enumerate(self.links, start=1)
            if (area >> a & outside >> b | area >> b & outside >> a) & 1
        ]

    def statement(self, literal: Literal) -> CellIs | Joins:
        """Return the statement about a link or a cell."""
        cells, holds = self.cells(abs(literal)), literal > 0
        if len(cells) == 2:
            return Joins(*cells, "the path", holds)
        return CellIs(*cells, "on the path", holds)

    def cells(self, variable: int) -> Pair | tuple[Cell]:
        """Return both cells of a link variable, or the cell of a cell variable."""
        if variable <= len(self.links):
            return self.links[variable - 1]
        return (variable - len(self.links) - 1,)
