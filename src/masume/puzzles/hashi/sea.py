"""Networks of islands and bridges that grow together from one island, for new Hashi boards."""

from __future__ import annotations

from random import Random

from masume.core.grid import Cell
from masume.core.maker import BoardRequest
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
        self.sides: list[range] = []  # the cells ahead of islands where another may fit
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
            for island in list(self.bridges):
                for way in (0, 1):
                    if self.rng.random() < _JOIN:
                        self._join(island, self._ahead(island)[way])

    def _spread(self, wanted: int) -> None:
        random, sides = self.rng.random, self.sides
        while len(self.bridges) < wanted:
            if not sides:
                if not self._split():
                    return
                continue
            number = int(random() * len(sides))
            ahead = sides[number]
            sides[number] = sides[-1]
            sides.pop()  # with a bridge, or without room, none ever fits there again
            if places := self._places(ahead):
                near = int(random() * len(places)), int(random() * len(places))
                self._extend(ahead, places[min(near)])

    def _missing_sides(self) -> list[range]:
        """The cells of each side of the board that has no island."""
        cells, cols = len(self.sea), self.cols
        sides = range(cols), range(cells - cols, cells), range(0, cells, cols)
        all_sides = *sides, range(cols - 1, cells, cols)
        return [side for side in all_sides if self.bridges.keys().isdisjoint(side)]

    def _reach(self, side: range) -> None:
        """An island on a side of the board, if it can be joined to another, rather a near one."""
        for ahead in sorted([one for one in self.sides if one[-1] in side], key=len):
            if self._places(ahead)[-1:] == [ahead[-1]]:
                self.sides.remove(ahead)
                self._extend(ahead, ahead[-1])
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
                self._build(a, cell, range(0))
                self._build(cell, b, range(0))
                return True
        return False

    def _is_apart(self, cell: Cell) -> bool:
        """Whether no island touches a cell."""
        return all(not ahead or self.sea[ahead[0]] != _ISLAND for ahead in self._ahead(cell))

    def _ahead(self, island: Cell) -> tuple[range, range, range, range]:
        """The cells from an island to the border: right, down, left, up."""
        cols, col = self.cols, island % self.cols
        return (
            range(island + 1, island - col + cols),
            range(island + cols, len(self.sea), cols),
            range(island - 1, island - col - 1, -1),
            range(island - cols, -1, -cols),
        )

    def _settle(self, cell: Cell) -> None:
        """A new island; no other may touch it."""
        self.bridges[cell] = 0
        self.sea[cell] = _ISLAND
        for ahead in self._ahead(cell):
            if ahead and self.sea[ahead[0]] < _ISLAND:
                self.sea[ahead[0]] = _TOUCHED
                self.sides.append(ahead)

    def _places(self, ahead: range) -> list[Cell]:
        """Where a new island fits: as far as the water is free, and touching no other."""
        places = []
        for cell in ahead:
            there = self.sea[cell]
            if there > _TOUCHED:
                break
            if there == _FREE:
                places.append(cell)
        return places

    def _extend(self, ahead: range, cell: Cell) -> None:
        self._settle(cell)
        self._build(ahead.start - ahead.step, cell, ahead[: ahead.index(cell)])

    def _join(self, island: Cell, ahead: range) -> None:
        """Join an island to the one ahead of it, if there is one and nothing between them."""
        for number, cell in enumerate(ahead):
            if self.sea[cell] == _ISLAND:
                self._build(island, cell, ahead[:number])
            if self.sea[cell] > _TOUCHED:
                break

    def _build(self, a: Cell, b: Cell, water: range) -> None:
        count = 1 + int(self.rng.random() * self.most)
        self.bridges[a] += count
        self.bridges[b] += count
        self.joined[(a, b) if a < b else (b, a)] = count
        for cell in water:
            self.sea[cell] = _BRIDGE

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

    def _places(self, ahead: range) -> list[Cell]:
        """Where neither the island nor its bridge gets in the way of the opposite ones."""
        last = len(self.sea) - 1
        island, step = ahead.start - ahead.step, ahead.step
        places = [one for one in super()._places(ahead) if not self._touch(one, last - one)]
        if last - island in ahead:  # they grow towards each other
            places = [one for one in places if (last - 2 * one) * step >= 0]
        return places

    def _extend(self, ahead: range, cell: Cell) -> None:
        super()._extend(ahead, cell)
        last = len(self.sea) - 1
        opposite = range(last - ahead.start, last - ahead.stop, -ahead.step)
        if last - cell != cell:
            super()._extend(opposite, last - cell)
        else:
            self._build(opposite.start - opposite.step, cell, opposite[: opposite.index(cell)])

    def _split(self) -> bool:
        return False

    def grow(self, wanted: int) -> None:
        """The same; two parts that cannot be joined are no network, and nothing is left."""
        super().grow(wanted)
        first = self._part(next(iter(self.bridges)))
        if len(first) == len(self.bridges):
            return
        facing = [
            (island, ahead)
            for island in first
            for ahead in self._ahead(island)
            if (other := next((one for one in ahead if self.sea[one] > _TOUCHED), None)) is not None
            and self.sea[other] == _ISLAND
            and other not in first
        ]
        if facing:
            self._join(*self.rng.choice(facing))
        else:
            self.bridges.clear()

    def _part(self, island: Cell) -> list[Cell]:
        """The islands that one is joined with."""
        beside: dict[Cell, list[Cell]] = {one: [] for one in self.bridges}
        for a, b in self.joined:
            beside[a].append(b)
            beside[b].append(a)
        found = {island: None}
        waiting = [island]
        for one in waiting:  # grows while it is gone through
            for other in beside[one]:
                if other not in found:
                    found[other] = None
                    waiting.append(other)
        return list(found)
