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
    for _ in range(_GROWN):
        request.check_cancel()
        sea = Sea(rng, request)
        sea.grow(wanted)
        if best is None or sea.worth() > best.worth():
            best = sea
        if best.worth() >= (4, wanted):
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
        self._settle(rng.randrange(self.rows * self.cols))

    def grow(self, wanted: int) -> None:
        """Add islands until there are as many as wanted, or none fits any more."""
        self._spread(wanted // 2)
        for missing in self._missing_sides():
            self._reach(missing)
        self._spread(wanted)
        if self.loops:
            for island in list(self.bridges):
                for ahead in self._ahead(island)[:2]:
                    if self.rng.random() < _JOIN:
                        self._join(island, ahead)

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
