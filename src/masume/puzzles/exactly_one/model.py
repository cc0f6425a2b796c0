"""Exactly One Mazes for the exact engine: a variable for each link, and one for each cell.

The clauses give each cell the links it should have; rings are forbidden where a proposal has some.
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
from masume.puzzles.exactly_one.draft import tidied
from masume.puzzles.exactly_one.links import Net, links_of
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Pair, Trail


def model(
    puzzle: ExactlyOne, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """The board as a model; with `reasons` every shape has parts of its own."""
    board = LinksAndCells(puzzle)
    crossings = _crossings(puzzle.rows, puzzle.cols)
    draft = ModelBuilder(board, cost=crossings, shortest=True, floor=len(crossings))
    path = draft.part()
    path.clauses += _path_clauses(puzzle.rows, puzzle.cols)
    path.clauses += crossings
    links = range(1, len(board.links) + 1)
    on = range(len(board.links) + 1, board.shown + 1)
    path.constraints.append(
        Path(puzzle.grid, puzzle.start_cell, board.links, links, on, board.walled_off)
    )
    _add_shapes(draft, board, reasons)
    return draft.model()


def on_path(puzzle: ExactlyOne) -> list[Literal]:
    """For each cell that the path goes through it."""
    board = LinksAndCells(puzzle)
    return [board.on(cell) for cell in range(puzzle.grid.size)]


def _add_shapes(draft: ModelBuilder, board: LinksAndCells, reasons: bool) -> None:
    everywhere = draft.part()
    for label, cells in board.puzzle.shapes.items():
        on = [board.on(cell) for cell in cells]
        visited = once = everywhere
        if reasons:
            where = f"shape {label} at {board.puzzle.grid.name(cells[0])}"
            visited = draft.part("shape-missed", cells, f"{where} is visited")
            once = draft.part("shape-twice", cells, f"{where} is visited only once")
        visited.clauses.append(on)
        draft.at_most_one(on, once)


@by_size
def _crossings(rows: int, cols: int) -> list[list[Literal]]:
    """The links between two columns or two rows: the path takes one of them, wherever it goes."""
    crossings: dict[tuple[int, int], list[Literal]] = {}
    for number, (a, b) in enumerate(links_of(rows, cols), start=1):
        key = (a % cols, b % cols) if b == a + 1 else (-1, a // cols)
        crossings.setdefault(key, []).append(number)
    return list(crossings.values())


@by_size
def _path_clauses(rows: int, cols: int) -> list[Clause]:
    """Start and goal have one link, other cells two or none; and no four links form a square."""
    links = links_of(rows, cols)
    start, goal = (rows - 1) * cols, cols - 1
    at: list[list[Literal]] = [[] for _ in range(rows * cols)]
    for number, (a, b) in enumerate(links, start=1):
        at[a].append(number)
        at[b].append(number)
    clauses: list[Clause] = []
    for cell, here in enumerate(at):
        on = len(links) + cell + 1
        if cell in (start, goal):
            clauses.append([on])
            if start != goal:
                clauses.append(here)
                clauses += [[-one, -other] for one, other in combinations(here, 2)]
            continue
        clauses += [[-one, on] for one in here]
        clauses += [[-on, *(other for other in here if other != one)] for one in here]
        clauses += [[-a, -b, -c] for a, b, c in combinations(here, 3)]
    number_of = {link: number for number, link in enumerate(links, start=1)}
    for row in range(rows - 1):
        for cell in range(row * cols, row * cols + cols - 1):
            below = cell + cols
            square = [(cell, cell + 1), (below, below + 1), (cell, below), (cell + 1, below + 1)]
            clauses.append([-number_of[link] for link in square])
    return clauses


class LinksAndCells(Vocabulary):
    """The links come first, in the order of `links_of`: the path takes them. Then each cell: it is
    on the path.
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
        """The cell is on the path."""
        return len(self.links) + cell + 1

    def answer(self, literals: Sequence[Literal]) -> Trail:
        """The links that are taken, in their order."""
        links = self._links(literals, 1)
        return Trail(tidied(self.puzzle, Trail((self.puzzle.start_cell,), pieces=links)).path)

    def _links(self, literals: Iterable[Literal], sign: int) -> frozenset[Pair]:
        count = len(self.links)
        return frozenset(self.links[sign * n - 1] for n in literals if 0 < sign * n <= count)

    def _cells(self, literals: Iterable[Literal], sign: int) -> frozenset[Cell]:
        count = len(self.links)
        return frozenset(sign * n - count - 1 for n in literals if sign * n > count)

    def noted(self, literals: Iterable[Literal]) -> Trail:
        """The path as far as it is sure, pieces of it, and what else is sure and worth a note.

        Everyone knows that both ends are on the path and that it never stays in a shape. And a
        cell that is crossed out, or has all its links, needs no walls.
        """
        known, labels = list(literals), self.puzzle.labels
        ends = {self.puzzle.start_cell, self.puzzle.goal_cell}
        on, off = self._links(known, 1), self._links(known, -1)
        links_at = Counter(cell for link in on for cell in link)
        crossed = self._cells(known, -1).difference(links_at)
        done = {cell for cell, links in links_at.items() if links > 1 or cell in ends} | crossed
        walls = frozenset(
            (a, b)
            for a, b in off - on
            if a not in done and b not in done and (labels[a] is None or labels[a] != labels[b])
        )
        ticked = self._cells(known, 1) - ends - crossed
        drawn = Trail((self.puzzle.start_cell,), crossed, ticked, on, walls)
        return tidied(self.puzzle, drawn)

    def literals(self, position: Trail) -> list[Literal]:
        """The links of the path so far, and the cells and links that are noted."""
        if apart := (position.pieces | position.walls).difference(self._numbers):
            names = " and ".join(map(self.grid.name, min(apart)))
            raise NotApplicable(f"{names} share no side, so no path joins them")
        literals = [self.on(cell) for cell in sorted(position.ticked)]
        literals += [-self.on(cell) for cell in sorted(position.crossed)]
        if position.path[0] != self.puzzle.start_cell:
            literals.append(-self.on(self.puzzle.start_cell))  # no path begins elsewhere
        if len(set(position.path)) < len(position.path):
            start = self.on(position.path[0])
            literals += [start, -start]  # it meets itself: that cannot be
        for a, b in pairwise(position.path):
            number = self._numbers.get((min(a, b), max(a, b)))
            # A leap cannot be: nothing may stand for it.
            literals += [number] if number is not None else [self.on(a), -self.on(a)]
        literals += [self._numbers[pair] for pair in sorted(position.pieces)]
        literals += [-self._numbers[pair] for pair in sorted(position.walls)]
        return literals

    def also(self, literal: Literal) -> list[Literal]:
        """Both cells of a link are on the path, and no link of a cell that is not."""
        cells = tuple(self.cells(abs(literal)))
        if literal > 0 and len(cells) == 2:
            return [self.on(cell) for cell in cells]
        if literal < 0 and len(cells) == 1:
            beside = self.puzzle.grid.neighbours[cells[0]]
            return [-self._numbers[min(c, cells[0]), max(c, cells[0])] for c in beside]
        return []

    def walled_off(self, held: set[Literal]) -> list[Clause]:
        """What no path can reach, or not leave again, where links are known to be off.

        A path leaves each area that only the start is in; and in an area with neither end, it is
        only if links lead to two different cells outside.
        """
        net, start, goal = Net(self.puzzle.grid), self.puzzle.start_cell, self.puzzle.goal_cell
        if start == goal:
            return []
        closed = [link for number, link in enumerate(self.links, start=1) if -number in held]
        may = net.all & ~sum(1 << (net.number(a, b) or 0) for a, b in closed)
        way = net.on_the_way(may, start, goal)
        if not way:
            return [self._leaving(net.reached(may, 1 << start), 0)]
        clauses: list[Clause] = []
        left = net.grid.full & ~way
        while left:
            area = net.reached(may & ~net.around(way), left & -left)
            left &= ~area
            door = net.reached(may & net.around(area), area) & way
            inside = [cell for cell in each(area) if -self.on(cell) not in held]
            leaving = self._leaving(area, door) if inside else []
            clauses += [[-self.on(cell), *leaving] for cell in inside]
        return clauses

    def _leaving(self, area: Mask, door: Mask) -> list[Literal]:
        """The links between an area and other cells than the door."""
        inner, others = area, ~(area | door)
        return [
            number
            for number, (a, b) in enumerate(self.links, start=1)
            if (inner >> a & others >> b | inner >> b & others >> a) & 1
        ]

    def statement(self, literal: Literal) -> CellIs | Joins:
        """Of a link or of a cell."""
        cells, holds = self.cells(abs(literal)), literal > 0
        if len(cells) == 2:
            return Joins(*cells, "the path", holds)
        return CellIs(*cells, "on the path", holds)

    def cells(self, variable: int) -> Pair | tuple[Cell]:
        """Both cells of a link, or the one cell."""
        if variable <= len(self.links):
            return self.links[variable - 1]
        return (variable - len(self.links) - 1,)
