"""New Hashi boards: islands and bridges grow together from one island, then the bridges go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random

from masume.core.clue import UNKNOWN
from masume.core.grid import Cell
from masume.core.maker import Addition, BoardRequest, Maker, Option
from masume.puzzles.hashi.network import Counts, IslandNetwork
from masume.puzzles.hashi.puzzle import Bridges, Hashi

_ENOUGH = 0.85  # of the islands wanted
_GROWN = 12  # networks, of which the best is taken
_JOIN = 0.35  # how often islands that face each other are joined, where loops are allowed
_AT_ONCE = 8  # links of which one more is drawn anew
_WIDEN = 0.8  # how often a bridge that is there gets as wide as it can
_FREE, _TOUCHED, _ISLAND, _BRIDGE = range(4)  # cells: nothing there, beside an island …


def propose(rng: Random, request: BoardRequest) -> Hashi | None:
    """The numbers of a random network; None if it leaves too much of the board empty."""
    drawn = draw(rng, request)
    return None if drawn is None else drawn[0]


def draw(rng: Random, request: BoardRequest) -> tuple[Hashi, Bridges] | None:
    """The same with the bridges of that network."""
    wanted = max(2, round(request.rows * request.cols * request.options["islands"] / 100))
    best: _Sea | None = None
    for _ in range(_GROWN):
        sea = _Sea(rng, request)
        sea.grow(wanted)
        if best is None or sea.worth() > best.worth():
            best = sea
        if best.worth() >= (4, wanted):
            break
    assert best is not None
    enough = max(2, round(_ENOUGH * wanted))
    return (best.board(), best.answer()) if len(best.bridges) >= enough else None


class _Sea:
    """A board while it grows."""

    def __init__(self, rng: Random, request: BoardRequest) -> None:
        self.rng, self.request = rng, request
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
        rng, sides = self.rng, self.sides
        while sides and len(self.bridges) < wanted:
            self.request.check_cancel()
            number = int(rng.random() * len(sides))
            ahead = sides[number]
            sides[number] = sides[-1]
            sides.pop()  # with a bridge, or without room, none ever fits there again
            if places := self._places(ahead):
                near = int(rng.random() * len(places)), int(rng.random() * len(places))
                self._extend(ahead, places[min(near)])
        if self.loops:
            for island in list(self.bridges):
                for ahead in self._ahead(island)[:2]:
                    if rng.random() < _JOIN:
                        self._join(island, ahead)

    def _ahead(self, island: Cell) -> tuple[range, range, range, range]:
        """The cells from an island to the border: right, down, left, up."""
        row, cols = island // self.cols, self.cols
        return (
            range(island + 1, (row + 1) * cols),
            range(island + cols, len(self.sea), cols),
            range(island - 1, row * cols - 1, -1),
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
        count = self.rng.randint(1, self.most)
        self.bridges[a] += count
        self.bridges[b] += count
        self.joined[min(a, b), max(a, b)] = count
        for cell in water:
            self.sea[cell] = _BRIDGE

    def worth(self) -> tuple[int, int]:
        """How many sides of the board it reaches, and how many islands there are."""
        rows = {island // self.cols for island in self.bridges}
        cols = {island % self.cols for island in self.bridges}
        sides = (0 in rows, self.rows - 1 in rows, 0 in cols, self.cols - 1 in cols)
        return sum(sides), len(self.bridges)

    def answer(self) -> Bridges:
        """The bridges alone."""
        return Bridges(frozenset((a, b, count) for (a, b), count in self.joined.items()))

    def board(self) -> Hashi:
        """The numbers alone."""
        clues = [self.bridges.get(cell) for cell in range(self.rows * self.cols)]
        return Hashi(self.rows, self.cols, tuple(clues), self.most, self.loops)


def mend(
    rng: Random, request: BoardRequest, puzzle: Hashi, answer: Bridges, other: Bridges
) -> Hashi | None:
    """Where two solutions differ, give the first one a bridge more, and count again."""
    net = IslandNetwork(puzzle)
    one, two = net.counts(answer), net.counts(other)
    differ = [link for link in range(len(one)) if one[link] != two[link]]
    rng.shuffle(differ)
    differ.sort(key=lambda link: not one[link])  # rather a wider bridge than a new one
    for link in differ:
        if one[link] < puzzle.most:
            more = [count + (number == link) for number, count in enumerate(one)]
            if not net.crossings(more) and (puzzle.loops or one[link]):
                return _counted(puzzle, net, more)
    return None


def redraw(
    rng: Random, puzzle: Hashi, answer: Bridges, where: Collection[Cell]
) -> tuple[Hashi, Bridges] | None:
    """Some bridges more or less; rather more, for high numbers leave less of a choice."""
    net = IslandNetwork(puzzle)
    counts = net.counts(answer)
    cells = set(where)
    links = [n for n, link in enumerate(net.links) if link.a in cells and link.b in cells]
    links = links or list(range(len(counts)))
    for _ in range(rng.randint(1, 2 + len(links) // _AT_ONCE)):
        link = rng.choice(links)
        changed = counts[:]
        widen = 0 < counts[link] < puzzle.most and rng.random() < _WIDEN
        others = (
            [puzzle.most] if widen else [n for n in range(puzzle.most + 1) if n != counts[link]]
        )
        changed[link] = rng.choice(others)
        if not net.crossings(changed) and _whole(net, changed):
            counts = changed
    return _counted(puzzle, net, counts), net.position(counts)


def _whole(net: IslandNetwork, counts: Counts) -> bool:
    """Whether all islands are connected, and without a loop if there must be none."""
    joins = net.join(list(range(net.islands)), counts)
    built = len(counts) - list(counts).count(0)
    return joins == net.islands - 1 and (net.loops or joins == built)


def _counted(puzzle: Hashi, net: IslandNetwork, counts: Counts) -> Hashi:
    degrees = dict(zip(puzzle.islands, net.degrees(counts), strict=True))
    clues = tuple(degrees.get(cell) for cell in range(len(puzzle.clues)))
    return Hashi(puzzle.rows, puzzle.cols, clues, puzzle.most, puzzle.loops)


def additions(puzzle: Hashi, answer: Bridges) -> list[Addition]:
    """How many bridges each `?` has."""
    net = IslandNetwork(puzzle)
    numbers = zip(puzzle.islands, net.degrees(net.counts(answer)), strict=True)
    return [
        Addition((cell,), has) for cell, has in numbers if puzzle.clues[cell] is UNKNOWN and has
    ]


def drops(puzzle: Hashi) -> list[tuple[Sequence[Cell], Hashi]]:
    """The board with a `?` instead of each of its numbers."""
    return [
        ((cell,), replace(puzzle, clues=(*puzzle.clues[:cell], UNKNOWN, *puzzle.clues[cell + 1 :])))
        for cell in puzzle.islands
        if puzzle.clues[cell] is not UNKNOWN
    ]


def _refuse(request: BoardRequest) -> str | None:
    if max(request.rows, request.cols) < 3:
        return "two islands that do not touch need three cells in a row"
    return None


def maker() -> Maker[Hashi, Bridges]:
    """How boards are made."""
    options = {
        "islands": Option(25, "how many of 100 cells are islands", 1, 33),
        "most": Option(2, "bridges side by side", 1, 4),
        "loops": Option(True, "whether islands may be joined in loops"),
    }
    return Maker(
        propose,
        options,
        refuse=_refuse,
        mend=mend,
        draw=draw,
        redraw=redraw,
        additions=additions,
        drops=drops,
    )
