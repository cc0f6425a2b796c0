"""Hashi for the exact engine: the bridges of each link are a small number.

Link number k has the variables k·most + 1 to k·most + most: "at least one bridge", "at least two" …
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import mul

from masume.core import model as core
from masume.core.grid import Cell
from masume.core.model import Literal, Model, Part, Pulse, Sum, no_pulse
from masume.puzzles.hashi.bounds import narrow
from masume.puzzles.hashi.network import Counts, Network
from masume.puzzles.hashi.puzzle import Bridges, Hashi


def model(puzzle: Hashi, *, reasons: bool = False, pulse: Pulse = no_pulse) -> Model:
    """The board as a model; with `reasons` every clue is a part of its own.

    Without them the puzzle's own conclusions come first. They settle most published boards to the
    end, and where they do there is nothing left to say to the engine.
    """
    board = _Board(puzzle)
    net, most = board.net, puzzle.most
    found = Model(
        shown=most * len(net.links),
        answer=board.answer,
        noted=board.noted,
        literals=board.literals,
        cells=board.cells,
        say=board.say,
        also=board.also,
        cost=[range(1, most * len(net.links) + 1)],
    )
    lo, hi = bytearray(len(net.links)), bytearray([most]) * len(net.links)
    if not reasons:
        if not narrow(net, lo, hi, range(net.islands), pulse):
            found.part().clauses.append([])
            return found
        found.known = board.known(lo, hi)
        if lo == hi:
            return found
    _add_rules(found, board, lo, hi, reasons)
    return found


def _add_rules(found: Model, board: _Board, lo: Counts, hi: Counts, reasons: bool) -> None:
    """What is left to say where each link has `lo` to `hi` bridges."""
    net = board.net
    levels = [n[least:most] for n, least, most in zip(board.levels, lo, hi, strict=True)]
    found.part().clauses += [[-level - 1, level] for numbers in levels for level in numbers[:-1]]
    crossing = found.part("crossing", (), "bridges never cross")
    crossing.clauses += [
        [-board.levels[one][0], -board.levels[other][0]]
        for one, others in enumerate(net.crossing)
        for other in others
        if one < other and hi[one] and hi[other]
    ]
    everywhere = found.part()
    for island, clue in enumerate(net.clues):
        if clue is not None:
            here = net.at[island]
            part = _clue(found, net, island) if reasons else everywhere
            rest = clue - sum(lo[link] for link in here)
            part.sums.append(Sum([levels[link] for link in here if levels[link]], rest))
    _add_network(found, net, board.levels, reasons)


def _clue(found: Model, net: Network, island: int) -> Part:
    cell = net.puzzle.islands[island]
    text = f"the {net.clues[island]} at {net.puzzle.grid.name(cell)}"
    return found.part("clue", (cell,), text)


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

    @cached_property
    def levels(self) -> list[range]:
        """The variables of each link."""
        most = self.net.most
        last = most * len(self.net.links)
        return [range(first, first + most) for first in range(1, last + 1, most)]

    def known(self, lo: Counts, hi: Counts) -> list[Literal]:
        """What such bounds say: levels that hold, and levels that do not."""
        most = self.net.most
        signs = {
            (least, greatest): [1] * least + [0] * (greatest - least) + [-1] * (most - greatest)
            for greatest in range(most + 1)
            for least in range(greatest + 1)
        }
        flat = chain.from_iterable(map(signs.__getitem__, zip(lo, hi, strict=True)))
        return list(filter(None, map(mul, range(1, most * len(lo) + 1), flat)))

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

    def also(self, literal: Literal) -> list[Literal]:
        """At least two bridges are at least one; no bridge is not two either."""
        numbers = self.levels[(abs(literal) - 1) // self.net.most]
        if literal > 0:
            return list(numbers[: numbers.index(literal)])
        return [-level for level in numbers[numbers.index(-literal) + 1 :]]

    def say(self, literal: Literal) -> str:
        number, level = divmod(abs(literal) - 1, self.net.most)
        name, link = self.net.puzzle.grid.name, self.net.links[number]
        if literal > 0:
            what = "is a bridge" if not level else f"are at least {level + 1} bridges"
        elif level > 1:
            what = f"are at most {level} bridges"
        else:
            what = "is at most 1 bridge" if level else "is no bridge"
        return f"there {what} from {name(link.a)} to {name(link.b)}"

    def cells(self, variable: int) -> Iterable[Cell]:
        link = self.net.links[(variable - 1) // self.net.most]
        return (link.a, *link.water, link.b)
