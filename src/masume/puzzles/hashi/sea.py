"""Networks of islands and bridges that grow together from one island, for new Hashi boards."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeAlias

from masume.core.puzzle.grid import Cell, by_size
from masume.core.puzzle.maker import BoardRequest
from masume.puzzles.hashi.puzzle import Bridges, Hashi

_ENOUGH = 0.85  # of the islands wanted
_GROWN = 12  # networks, of which the best is taken
_JOIN = 0.35  # how often islands that face each other are joined, where loops are allowed
_FREE, _TOUCHED, _ISLAND, _BRIDGE = range(4)  # cells: nothing there, beside an island …


def grown(rng: Random, request: BoardRequest) -> Sea | None:
    """A random network; None if it leaves too much of the board empty."""
    wanted = max(2, round(request.rows * request.cols * request.options["islands"] / 100))
    best: Sea | None = None
    most = (0, 0)
    for _ in range(_GROWN):
        request.check_cancel()
        sea = (SymmetricSea if request.symmetry else Sea)(rng, request)
        sea.grow(wanted)
        worth = sea.worth()
        if best is None or worth > most:
            best, most = sea, worth
        if most >= (4, wanted):
            break
    assert best is not None
    return best if len(best.bridges) >= max(2, round(_ENOUGH * wanted)) else None


class View(NamedTuple):
    """The cells from an island to the border: the next one, and those beyond it.

    Another island fits only there.
    """

    island: Cell
    first: Cell
    beyond: tuple[Cell, ...]


Views: TypeAlias = tuple[View | None, View | None, View | None, View | None]


@by_size
def _views(rows: int, cols: int) -> list[Views]:
    """From each cell to the right, down, left and up; None at the border."""

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


class Sea:
    """A board while it grows."""

    def __init__(self, rng: Random, request: BoardRequest) -> None:
        self.rng = rng
        self.rows, self.cols = request.rows, request.cols
        self.most: int = request.options["most"]
        self.loops: bool = request.options["loops"]
        self.bridges: dict[Cell, int] = {}  # of each island
        self.joined: dict[tuple[Cell, Cell], int] = {}  # how many bridges, the first cell first
        self.sea = bytearray(self.rows * self.cols)
        self.views = _views(self.rows, self.cols)
        self.sides: list[View] = []  # where another island may fit
        self._begin()

    def _begin(self) -> None:
        self._settle(self.rng.randrange(len(self.sea)))

    def grow(self, wanted: int) -> None:
        """Add islands until there are as many as wanted, or none fits any more."""
        self._spread(wanted // 2)
        for missing in self._missing_sides():
            self._reach(missing)
        self._spread(wanted)
        if self.loops:
            random = self.rng.random
            for island in list(self.bridges):
                for way in (0, 1):
                    if random() < _JOIN and (view := self.views[island][way]) is not None:
                        self._join(view)

    def _spread(self, wanted: int) -> None:
        random, sides, bridges, sea = self.rng.random, self.sides, self.bridges, self.sea
        while len(bridges) < wanted:
            if not sides:
                if not self._split():
                    return
                continue
            number = int(random() * len(sides))
            view = sides[number]
            sides[number] = sides[-1]
            sides.pop()  # with a bridge, or without room, none ever fits there again
            if sea[view[1]] <= _TOUCHED and (places := self._places(view)):
                near, far = int(random() * len(places)), int(random() * len(places))
                self._extend(view, places[near if near < far else far])

    def _missing_sides(self) -> list[range]:
        """The cells of each side of the board that has no island."""
        cells, cols = len(self.sea), self.cols
        sides = range(cols), range(cells - cols, cells), range(0, cells, cols)
        all_sides = *sides, range(cols - 1, cells, cols)
        return [side for side in all_sides if self.bridges.keys().isdisjoint(side)]

    def _reach(self, side: range) -> None:
        """An island on a side of the board, if it can be joined to another, rather a near one."""
        there = [view for view in self.sides if view.beyond and view.beyond[-1] in side]
        for view in sorted(there, key=lambda view: len(view.beyond)):
            if self.sea[view.first] <= _TOUCHED and view.beyond[-1] in self._places(view):
                self.sides.remove(view)
                self._extend(view, view.beyond[-1])
                return

    def _split(self) -> bool:
        """An island on a bridge, from where others can be reached; False if it fits nowhere."""
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
                self._settle(cell)
                self._build(a, cell)
                self._build(cell, b)
                return True
        return False

    def _is_apart(self, cell: Cell) -> bool:
        """Whether no island touches a cell."""
        return all(view is None or self.sea[view.first] != _ISLAND for view in self.views[cell])

    def _settle(self, cell: Cell) -> None:
        """A new island; no other may touch it."""
        sea = self.sea
        self.bridges[cell] = 0
        sea[cell] = _ISLAND
        for view in self.views[cell]:
            if view is not None and sea[view[1]] < _ISLAND:
                sea[view[1]] = _TOUCHED
                self.sides.append(view)

    def _places(self, view: View) -> list[Cell]:
        """Where beyond the next cell a new island fits: in free water, and touching no other."""
        places = []
        sea = self.sea
        for cell in view[2]:
            there = sea[cell]
            if there > _TOUCHED:
                break
            if there == _FREE:
                places.append(cell)
        return places

    def _extend(self, view: View, cell: Cell) -> None:
        self._settle(cell)
        self._span(view, cell)

    def _join(self, view: View) -> None:
        """Join an island to the one ahead of it, if there is one and nothing between them."""
        other = self._next(view)
        if other is not None and self.sea[other] == _ISLAND:
            self._span(view, other)

    def _next(self, view: View) -> Cell | None:
        """The nearest cell of a view with an island or a bridge; no island is next to another."""
        sea = self.sea
        if sea[view.first] > _TOUCHED:
            return view.first
        for cell in view.beyond:
            if sea[cell] > _TOUCHED:
                return cell
        return None

    def _span(self, view: View, cell: Cell) -> None:
        """Bridges from the island of a view to one beyond the next cell."""
        sea = self.sea
        island, first, beyond = view
        self._build(island, cell)
        sea[first] = _BRIDGE
        for water in beyond:
            if water == cell:
                break
            sea[water] = _BRIDGE

    def _build(self, a: Cell, b: Cell) -> None:
        count = 1 + int(self.rng.random() * self.most)
        self.bridges[a] += count
        self.bridges[b] += count
        self.joined[(a, b) if a < b else (b, a)] = count

    def worth(self) -> tuple[int, int]:
        """How many sides of the board it reaches, and how many islands there are."""
        return 4 - len(self._missing_sides()), len(self.bridges)

    def answer(self) -> Bridges:
        """The bridges alone."""
        return Bridges(frozenset((a, b, count) for (a, b), count in self.joined.items()))

    def board(self) -> Hashi:
        """The numbers alone."""
        clues = [self.bridges.get(cell) for cell in range(self.rows * self.cols)]
        return Hashi(self.rows, self.cols, tuple(clues), self.most, self.loops)


class SymmetricSea(Sea):
    """One whose islands lie the same when it is turned upside down; its bridges need not.

    What grows somewhere grows on the opposite side too. If it began there as two parts, they are
    joined in the end.
    """

    def _begin(self) -> None:
        last = len(self.sea) - 1
        cell = self.rng.choice([one for one in range(last + 1) if not self._touch(one, last - one)])
        for island in {cell, last - cell}:
            self._settle(island)

    def _touch(self, a: Cell, b: Cell) -> bool:
        apart = abs(a - b)
        return apart == self.cols or (apart == 1 and a // self.cols == b // self.cols)

    def _places(self, view: View) -> list[Cell]:
        """Where neither the island nor its bridge gets in the way of the opposite ones."""
        last = len(self.sea) - 1
        places = [one for one in super()._places(view) if not self._touch(one, last - one)]
        if last - view.island in view.beyond:  # they grow towards each other
            step = view.first - view.island
            places = [one for one in places if (last - 2 * one) * step >= 0]
        return places

    def _extend(self, view: View, cell: Cell) -> None:
        super()._extend(view, cell)
        last = len(self.sea) - 1
        beyond = tuple(last - one for one in view.beyond)
        opposite = View(last - view.island, last - view.first, beyond)
        if last - cell != cell:
            super()._extend(opposite, last - cell)
        else:
            self._span(opposite, cell)

    def _split(self) -> bool:
        return False

    def grow(self, wanted: int) -> None:
        """The same; two parts that cannot be joined are no network, and nothing is left."""
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
            and self.sea[other] == _ISLAND
            and other not in first
        ]
        if facing:
            self._join(self.rng.choice(facing))
        else:
            self.bridges.clear()

    def _part(self, island: Cell) -> list[Cell]:
        """The islands that one is joined with."""
        beside: dict[Cell, list[Cell]] = {one: [] for one in self.bridges}
        for a, b in self.joined:
            beside[a].append(b)
            beside[b].append(a)
        part = {island: None}
        waiting = [island]
        for one in waiting:  # grows while it is gone through
            for other in beside[one]:
                if other not in part:
                    part[other] = None
                    waiting.append(other)
        return list(part)
