"""New Hashi boards: islands and bridges grow together from one island, then the bridges go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from masume.core.clue import UNKNOWN
from masume.core.grid import Cell
from masume.core.maker import Addition, BoardRequest, Maker, Option
from masume.puzzles.hashi.network import Counts, IslandNetwork
from masume.puzzles.hashi.puzzle import Bridges, Hashi

_ENOUGH = 0.85  # of the islands wanted
_GROWN = 12  # networks, of which the best is taken
_IN_VAIN = 60  # attempts to grow, one after the other, until nothing more fits
_LARGE = 900  # cells; on more of them 60 attempts in a row fail long before all is full,
_IN_VAIN_LARGE = 1500  # hence so many
_SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
_JOIN = 0.35  # how often islands that face each other are joined, where loops are allowed


def propose(rng: Random, request: BoardRequest) -> Hashi | None:
    """The numbers of a random network; None if it leaves too much of the board empty."""
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
    return best.board() if len(best.bridges) >= enough else None


class _Sea:
    """A board while it grows."""

    def __init__(self, rng: Random, request: BoardRequest) -> None:
        self.rng, self.request = rng, request
        self.rows, self.cols = request.rows, request.cols
        self.most: int = request.options["most"]
        self.loops: bool = request.options["loops"]
        first = rng.randrange(self.rows * self.cols)
        self.bridges: dict[Cell, int] = {first: 0}  # of each island
        self.islands = [first]
        # Sides of islands where no other fits: none ever will, since the board only fills up.
        self.shut: set[tuple[Cell, int, int]] = set()
        self.joined: set[tuple[Cell, Cell]] = set()
        self.taken: set[Cell] = set()  # water with a bridge over it

    def grow(self, wanted: int) -> None:
        """Add islands until there are as many as wanted, or none fits any more."""
        rng = self.rng
        most_in_vain = _IN_VAIN if self.rows * self.cols <= _LARGE else _IN_VAIN_LARGE
        in_vain = 0
        while len(self.islands) < wanted and in_vain < most_in_vain:
            self.request.check_cancel()
            island = rng.choice(self.islands)
            row_step, col_step = rng.choice(_SIDES)
            in_vain = 0 if self._extend(island, row_step, col_step) else in_vain + 1
        if self.loops:
            for island in self.islands:
                for row_step, col_step in ((0, 1), (1, 0)):
                    if rng.random() < _JOIN:
                        self._join(island, row_step, col_step)

    def _ahead(self, island: Cell, row_step: int, col_step: int) -> list[Cell]:
        """The free cells from an island on, and the island that they end at, if they do."""
        row, col = divmod(island, self.cols)
        found: list[Cell] = []
        while True:
            row, col = row + row_step, col + col_step
            if not (0 <= row < self.rows and 0 <= col < self.cols):
                return found
            cell = row * self.cols + col
            if cell in self.taken:
                return found
            found.append(cell)
            if cell in self.bridges:
                return found

    def _extend(self, island: Cell, row_step: int, col_step: int) -> bool:
        """Put a new island somewhere ahead; it touches no other."""
        side = island, row_step, col_step
        if side in self.shut:
            return False
        ahead = self._ahead(island, row_step, col_step)
        places = [
            length
            for length, cell in enumerate(ahead)
            if length and cell not in self.bridges and not self._touches(cell)
        ]
        if not places:
            self.shut.add(side)
            return False
        length = min(self.rng.choice(places), self.rng.choice(places))  # rather near
        self.bridges[ahead[length]] = 0
        self.islands.append(ahead[length])
        self._build(island, ahead[length], ahead[:length])
        return True

    def _join(self, island: Cell, row_step: int, col_step: int) -> None:
        ahead = self._ahead(island, row_step, col_step)
        if ahead and ahead[-1] in self.bridges and (island, ahead[-1]) not in self.joined:
            self._build(island, ahead[-1], ahead[:-1])

    def _touches(self, cell: Cell) -> bool:
        row, col = divmod(cell, self.cols)
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return any(
            0 <= r < self.rows and 0 <= c < self.cols and r * self.cols + c in self.bridges
            for r, c in around
        )

    def _build(self, a: Cell, b: Cell, water: list[Cell]) -> None:
        count = self.rng.randint(1, self.most)
        self.bridges[a] += count
        self.bridges[b] += count
        self.joined |= {(a, b), (b, a)}
        self.taken.update(water)

    def worth(self) -> tuple[int, int]:
        """How many sides of the board it reaches, and how many islands there are."""
        rows = {island // self.cols for island in self.bridges}
        cols = {island % self.cols for island in self.bridges}
        sides = (0 in rows, self.rows - 1 in rows, 0 in cols, self.cols - 1 in cols)
        return sum(sides), len(self.bridges)

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


def vary(rng: Random, puzzle: Hashi, answer: Bridges) -> Hashi | None:
    """One bridge more or less somewhere, or a few."""
    net = IslandNetwork(puzzle)
    counts = net.counts(answer)
    for _ in range(rng.randint(1, 3)):
        link = rng.randrange(len(counts))
        changed = counts[:]
        changed[link] = (counts[link] + rng.choice((1, puzzle.most))) % (puzzle.most + 1)
        if not net.crossings(changed) and _whole(net, changed):
            counts = changed
    return _counted(puzzle, net, counts)


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
        vary=vary,
        additions=additions,
        drops=drops,
    )
