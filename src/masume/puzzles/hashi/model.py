"""Hashi for the exact engine: the bridges of each link are a small number.

Link number k has the variables k·most + 1 to k·most + most: "at least one bridge", "at least two" …
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masume.core import model as core
from masume.core.grid import Cell
from masume.core.model import Literal, Model, Pulse, Sum, no_pulse
from masume.errors import counted
from masume.puzzles.hashi.network import Network
from masume.puzzles.hashi.puzzle import Bridges, Hashi


def model(puzzle: Hashi, *, reasons: bool = False, pulse: Pulse = no_pulse) -> Model:
    """The board as a model; with `reasons` every clue is a part of its own."""
    board = _Board(puzzle)
    net, most, levels = board.net, puzzle.most, board.levels
    found = Model(
        shown=most * len(net.links),
        answer=board.answer,
        noted=board.noted,
        literals=board.literals,
        cells=board.cells,
        say=board.say,
        cost=levels,
    )
    if not reasons:
        levels = _narrowed(found, net, levels)
    found.part().clauses += [[-level - 1, level] for numbers in levels for level in numbers[:-1]]
    crossing = found.part("crossing", (), "bridges never cross")
    crossing.clauses += [
        [-board.levels[one][0], -board.levels[other][0]]
        for one, others in enumerate(net.crossing)
        for other in others
        if one < other
    ]
    _add_islands(found, net, levels, reasons)
    _add_network(found, net, board.levels, reasons)
    return found


def _narrowed(found: Model, net: Network, levels: list[range]) -> list[range]:
    """The levels that both islands of a link can use; the others do not hold.

    Two equal numbers must not give each other all they have, unless there is nobody else: both
    would be cut off.
    """
    kept = []
    for (a, b), numbers in zip(net.ends, levels, strict=True):
        one, other = net.greatest[a], net.greatest[b]
        width = min(one, other, len(numbers))
        if net.clues[a] == net.clues[b] == width > 0 and net.islands > 2:
            width -= 1
        if width < len(numbers):
            found.known += [-level for level in numbers[width:]]
        kept.append(numbers[:width])
    return kept


def _add_islands(found: Model, net: Network, levels: list[range], reasons: bool) -> None:
    everywhere = found.part()
    cells = net.puzzle.islands
    for island, clue in enumerate(net.clues):
        if clue is not None:
            part = everywhere
            if reasons:
                name = net.puzzle.grid.name(cells[island])
                part = found.part("clue", (cells[island],), f"the {clue} at {name}")
            part.sums.append(Sum([levels[link] for link in net.at[island]], clue))


def _add_network(found: Model, net: Network, levels: list[range], reasons: bool) -> None:
    firsts = [numbers[0] for numbers in levels]
    divided = found.part("divided", (), "all islands are connected")
    divided.globals.append(core.Network(net.islands, net.ends, firsts))
    if not net.loops:
        loop = found.part("loop", (), "bridges form no loop")
        loop.globals.append(
            core.Network(net.islands, net.ends, firsts, connected=False, loops=False)
        )
    if net.islands > 1:
        unknown = [here for clue, here in zip(net.clues, net.at, strict=True) if clue is None]
        divided.clauses += [[firsts[link] for link in here] for here in unknown]


class _Board:
    """Between variables and bridges."""

    def __init__(self, puzzle: Hashi) -> None:
        self.net = Network(puzzle)
        most = puzzle.most
        count = len(self.net.links)
        self.levels = [range(k * most + 1, k * most + most + 1) for k in range(count)]

    def answer(self, literals: Sequence[Literal]) -> Bridges:
        most = self.net.most
        counts = [0] * len(self.net.links)
        for literal in literals:
            if literal > 0:
                counts[(literal - 1) // most] += 1
        return self.net.position(counts)

    def noted(self, literals: Iterable[Literal]) -> Bridges:
        """The bridges that are sure, and where there are surely none."""
        known = set(literals)
        counts = [sum(level in known for level in numbers) for numbers in self.levels]
        barred = frozenset(
            (link.a, link.b)
            for link, numbers in zip(self.net.links, self.levels, strict=True)
            if -numbers[0] in known
        )
        return Bridges(self.net.position(counts).joined, barred)

    def literals(self, position: Bridges) -> list[Literal]:
        """At least the bridges that are drawn, and none where none is noted."""
        found: list[Literal] = []
        for numbers, count in zip(self.levels, self.net.counts(position), strict=True):
            if count > self.net.most:
                found += [numbers[-1], -numbers[-1]]  # wider than allowed: it cannot be
            elif count:
                found.append(numbers[count - 1])
        barred = set(position.barred)
        for link, numbers in zip(self.net.links, self.levels, strict=True):
            if (link.a, link.b) in barred:
                found.append(-numbers[0])
        return found

    def say(self, literal: Literal) -> str:
        number, level = divmod(abs(literal) - 1, self.net.most)
        name, link = self.net.puzzle.grid.name, self.net.links[number]
        if literal > 0:
            what = "a bridge" if not level else f"at least {level + 1} bridges"
        else:
            what = "no bridge" if not level else f"at most {counted(level, 'bridge')}"
        return f"{what} from {name(link.a)} to {name(link.b)}"

    def cells(self, variable: int) -> Iterable[Cell]:
        link = self.net.links[(variable - 1) // self.net.most]
        return (link.a, *link.water, link.b)
