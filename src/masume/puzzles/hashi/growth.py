"""Random networks of islands and bridges for new Hashi boards, grown from one island."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeAlias

from masume.core.puzzle.grid import Cell, by_size
from masume.core.puzzle.maker import BoardRequest
from masume.families.links.position import Lines
from masume.puzzles.hashi.puzzle import Hashi

_ENOUGH = 0.85  # least share of the requested islands
_ATTEMPTS = 12  # networks, of which the best is used
_JOIN = 0.35  # probability of joining facing islands, where loops are allowed
_FREE, _TOUCHED, _ISLAND, _BRIDGE = range(4)  # contents of a cell; touched: next to an island


def grow_network(rng: Random, request: BoardRequest) -> IslandNetwork | None:
    """Return the best of several random networks; None if it leaves too much of the board empty."""
    islands = max(2, round(request.rows * request.cols * request.options["islands"] / 100))
    best: IslandNetwork | None = None
    best_score = (0, 0)
    for _ in range(_ATTEMPTS):
        request.check_cancel()
        network = (SymmetricNetwork if request.symmetry else IslandNetwork)(rng, request)
        network.grow(islands)
        score = network.score()
        if best is None or score > best_score:
            best, best_score = network, score
        if best_score >= (4, islands):
            break
    assert best is not None
    return best if len(best.bridges) >= max(2, round(_ENOUGH * islands)) else None


class View(NamedTuple):
    """The cells from an island to the border: the adjacent cell, and the cells beyond it.

    Only cells beyond the adjacent one can hold another island.
    """

    island: Cell
    first: Cell
    beyond: tuple[Cell, ...]


Views: TypeAlias = tuple[View | None, View | None, View | None, View | None]


@by_size
def _views(rows: int, cols: int) -> list[Views]:
    """Return the views of each cell to the right, down, left and up; None at the border."""

    def view(cell: Cell, ahead: range) -> View | None:
        return View(cell, ahead[0], tuple(ahead[1:])) if ahead else None

    size = rows * cols
    return [
        (
            view(cell, range(cell + 1, cell - cell % cols + cols)),
            view(cell, range(cell + cols, size, cols)),
            view(cell, range(cell - 1, cell - cell % cols - 1, -1)),
            view(cell, range(cell - cols, -1, -cols)),
        )
        for cell in range(size)
    ]


class IslandNetwork:
    """A growing network of islands and bridges."""

    def __init__(self, rng: Random, request: BoardRequest) -> None:
        self.rng = rng
        self.rows, self.cols = request.rows, request.cols
        self.most: int = request.options["most"]
        self.loops: bool = request.options["loops"]
        self.bridges: dict[Cell, int] = {}  # bridges of each island
        self.joined: dict[tuple[Cell, Cell], int] = {}  # bridges of each pair, smaller cell first
        self.contents = bytearray(self.rows * self.cols)
        self.views = _views(self.rows, self.cols)
        self.open_views: list[View] = []  # views that may have room for another island
        self._place_first()

    def _place_first(self) -> None:
        self._add_island(self.rng.randrange(len(self.contents)))

    def grow(self, wanted: int) -> None:
        """Add islands until there are `wanted` islands or no other fits; then add loops."""
        self._spread(wanted // 2)
        for missing in self._missing_sides():
            self._reach(missing)
        self._spread(wanted)
        if self.loops:
            random = self.rng.random
            for island in list(self.bridges):
                for direction in (0, 1):
                    if random() < _JOIN and (view := self.views[island][direction]) is not None:
                        self._join(view)

    def _spread(self, wanted: int) -> None:
        """Add islands at random views until there are `wanted` islands or no other fits."""
        random, open_views, bridges, contents = (
            self.rng.random,
            self.open_views,
            self.bridges,
            self.contents,
        )
        while len(bridges) < wanted:
            if not open_views:
                if not self._split():
                    return
                continue
            number = int(random() * len(open_views))
            view = open_views[number]
            open_views[number] = open_views[-1]
            open_views.pop()  # with a bridge, or without room, no island will ever fit there
            if contents[view[1]] <= _TOUCHED and (places := self._places(view)):
                near, far = int(random() * len(places)), int(random() * len(places))
                self._extend(view, places[near if near < far else far])

    def _missing_sides(self) -> list[range]:
        """Return the cells of each border of the board without an island."""
        cells, cols = len(self.contents), self.cols
        sides = range(cols), range(cells - cols, cells), range(0, cells, cols)
        all_sides = *sides, range(cols - 1, cells, cols)
        return [side for side in all_sides if self.bridges.keys().isdisjoint(side)]

    def _reach(self, side: range) -> None:
        """Add an island on a border, joined to the nearest possible island, if there is one."""
        views = [view for view in self.open_views if view.beyond and view.beyond[-1] in side]
        for view in sorted(views, key=lambda view: len(view.beyond)):
            if self.contents[view.first] <= _TOUCHED and view.beyond[-1] in self._places(view):
                self.open_views.remove(view)
                self._extend(view, view.beyond[-1])
                return

    def _split(self) -> bool:
        """Insert an island into a random bridge; False if no bridge has room."""
        links = list(self.joined)
        self.rng.shuffle(links)
        for a, b in links:
            step = 1 if b - a < self.cols else self.cols
            cells = [cell for cell in range(a + 2 * step, b - step, step) if self._is_apart(cell)]
            if cells:
                cell = cells[int(self.rng.random() * len(cells))]
                count = self.joined.pop((a, b))
                self.bridges[a] -= count
                self.bridges[b] -= count
                self._add_island(cell)
                self._build(a, cell)
                self._build(cell, b)
                return True
        return False

    def _is_apart(self, cell: Cell) -> bool:
        """Return whether no island touches a cell."""
        return all(
            view is None or self.contents[view.first] != _ISLAND for view in self.views[cell]
        )

    def _add_island(self, cell: Cell) -> None:
        """Add an island and mark its neighbours, which cannot hold another."""
        contents = self.contents
        self.bridges[cell] = 0
        contents[cell] = _ISLAND
        for view in self.views[cell]:
            if view is not None and contents[view[1]] < _ISLAND:
                contents[view[1]] = _TOUCHED
                self.open_views.append(view)

    def _places(self, view: View) -> list[Cell]:
        """Return the cells of a view that can hold an island: free, and touching no other."""
        places = []
        contents = self.contents
        for cell in view[2]:
            content = contents[cell]
            if content > _TOUCHED:
                break
            if content == _FREE:
                places.append(cell)
        return places

    def _extend(self, view: View, cell: Cell) -> None:
        """Add an island in a cell of a view and join it."""
        self._add_island(cell)
        self._span(view, cell)

    def _join(self, view: View) -> None:
        """Join an island to the next island of a view, if no bridge is in between."""
        other = self._next(view)
        if other is not None and self.contents[other] == _ISLAND:
            self._span(view, other)

    def _next(self, view: View) -> Cell | None:
        """Return the nearest cell of a view with an island or a bridge, or None."""
        contents = self.contents
        if contents[view.first] > _TOUCHED:
            return view.first
        for cell in view.beyond:
            if contents[cell] > _TOUCHED:
                return cell
        return None

    def _span(self, view: View, cell: Cell) -> None:
        """Build bridges from the island of a view to one of its other cells."""
        contents = self.contents
        island, first, beyond = view
        self._build(island, cell)
        contents[first] = _BRIDGE
        for water in beyond:
            if water == cell:
                break
            contents[water] = _BRIDGE

    def _build(self, a: Cell, b: Cell) -> None:
        """Join two islands by a random number of bridges."""
        count = 1 + int(self.rng.random() * self.most)
        self.bridges[a] += count
        self.bridges[b] += count
        self.joined[(a, b) if a < b else (b, a)] = count

    def score(self) -> tuple[int, int]:
        """Return how many borders of the board have islands, and the number of islands."""
        return 4 - len(self._missing_sides()), len(self.bridges)

    def answer(self) -> Lines:
        """Return the bridges as a position."""
        return Lines(frozenset((a, b, count) for (a, b), count in self.joined.items()))

    def board(self) -> Hashi:
        """Return the board with the clues of this network."""
        clues = [self.bridges.get(cell) for cell in range(self.rows * self.cols)]
        return Hashi(self.rows, self.cols, tuple(clues), self.most, self.loops)


class SymmetricNetwork(IslandNetwork):
    """A network whose islands have 180° rotational symmetry; its bridges need not have it.

    Every island grows together with its counterpart. If the first island and its counterpart are
    different, the network starts as two parts, which are joined at the end.
    """

    def _place_first(self) -> None:
        last = len(self.contents) - 1
        places = [cell for cell in range(last + 1) if not self._touch(cell, last - cell)]
        cell = self.rng.choice(places)
        for island in {cell, last - cell}:
            self._add_island(island)

    def _touch(self, a: Cell, b: Cell) -> bool:
        distance = abs(a - b)
        return distance == self.cols or (distance == 1 and a // self.cols == b // self.cols)

    def _places(self, view: View) -> list[Cell]:
        """Return the places where neither the island nor its bridge meets its counterpart."""
        last = len(self.contents) - 1
        places = [cell for cell in super()._places(view) if not self._touch(cell, last - cell)]
        if last - view.island in view.beyond:  # they grow towards each other
            step = view.first - view.island
            places = [cell for cell in places if (last - 2 * cell) * step >= 0]
        return places

    def _extend(self, view: View, cell: Cell) -> None:
        """Add an island and its counterpart."""
        super()._extend(view, cell)
        last = len(self.contents) - 1
        beyond = tuple(last - water for water in view.beyond)
        opposite = View(last - view.island, last - view.first, beyond)
        if last - cell != cell:
            super()._extend(opposite, last - cell)
        else:
            self._span(opposite, cell)

    def _split(self) -> bool:
        return False

    def grow(self, wanted: int) -> None:
        """Grow and join the two parts; if they cannot be joined, leave the network empty."""
        super().grow(wanted)
        first = self._part(next(iter(self.bridges)))
        if len(first) == len(self.bridges):
            return
        facing = [
            view
            for island in first
            for view in self.views[island]
            if view is not None
            and (other := self._next(view)) is not None
            and self.contents[other] == _ISLAND
            and other not in first
        ]
        if facing:
            self._join(self.rng.choice(facing))
        else:
            self.bridges.clear()

    def _part(self, island: Cell) -> list[Cell]:
        """Return the islands connected with an island, in breadth-first order."""
        neighbours: dict[Cell, list[Cell]] = {cell: [] for cell in self.bridges}
        for a, b in self.joined:
            neighbours[a].append(b)
            neighbours[b].append(a)
        part = {island: None}
        queue = [island]
        for cell in queue:  # grows during the loop
            for neighbour in neighbours[cell]:
                if neighbour not in part:
                    part[neighbour] = None
                    queue.append(neighbour)
        return list(part)
