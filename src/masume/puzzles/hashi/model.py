"""Hashi for the exact engine: the bridges of each link are a small number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import mul

from masume.constraints import network as constraints
from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Literal, Model, Sum, Vocabulary, never_cancel
from masume.core.model.statement import Between
from masume.core.puzzle.grid import Cell
from masume.puzzles.hashi.bounds import narrow
from masume.puzzles.hashi.network import Counts, IslandNetwork
from masume.puzzles.hashi.puzzle import Bridges, Hashi


def model(
    puzzle: Hashi, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """The board as a model; with `reasons` every clue is a part of its own.

    Without them the puzzle's own conclusions come first. They settle most published boards to the
    end, and where they do there is nothing left to say to the engine.
    """
    board = LinkLevels(puzzle)
    net, most = board.net, puzzle.most
    draft = ModelBuilder(board, cost=[range(1, board.shown + 1)])
    lo, hi = bytearray(len(net.links)), bytearray([most]) * len(net.links)
    if not reasons:
        if not narrow(net, lo, hi, range(net.islands), check_cancel):
            draft.part().clauses.append([])
            return draft.model()
        draft.known = board.known(lo, hi)
        if lo == hi:
            return draft.model()
    _add_rules(draft, board, lo, hi, reasons)
    return draft.model()


def _add_rules(
    draft: ModelBuilder, board: LinkLevels, lo: Counts, hi: Counts, reasons: bool
) -> None:
    """What is left to say where each link has `lo` to `hi` bridges."""
    net = board.net
    levels = [n[least:most] for n, least, most in zip(board.levels, lo, hi, strict=True)]
    draft.part().clauses += [[-level - 1, level] for numbers in levels for level in numbers[:-1]]
    crossing = draft.part("crossing", (), "bridges never cross")
    crossing.clauses += [
        [-board.levels[one][0], -board.levels[other][0]]
        for one, others in enumerate(net.crossing)
        for other in others
        if one < other and hi[one] and hi[other]
    ]
    everywhere = draft.part()
    for island, clue in enumerate(net.clues):
        if clue is not None:
            here = net.at[island]
            part = _clue(draft, net, island) if reasons else everywhere
            rest = clue - sum(lo[link] for link in here)
            part.sums.append(Sum([levels[link] for link in here if levels[link]], rest))
    _add_network(draft, net, board.levels, reasons)


def _clue(draft: ModelBuilder, net: IslandNetwork, island: int) -> PartBuilder:
    cell = net.puzzle.islands[island]
    text = f"the {net.clues[island]} at {net.puzzle.grid.name(cell)}"
    return draft.part("clue", (cell,), text, clues=1)


def _add_network(
    draft: ModelBuilder, net: IslandNetwork, levels: list[range], reasons: bool
) -> None:
    firsts = [numbers[0] for numbers in levels]
    divided = draft.part("divided", (), "all islands are connected")
    divided.constraints.append(constraints.Network(net.islands, net.ends, firsts))
    if not net.loops:
        loop = draft.part("loop", (), "bridges form no loop")
        free = constraints.Network(net.islands, net.ends, firsts, connected=False, loops=False)
        loop.constraints.append(free)
    if net.islands > 1:
        unknown = [here for clue, here in zip(net.clues, net.at, strict=True) if clue is None]
        divided.clauses += [[firsts[link] for link in here] for here in unknown]


class LinkLevels(Vocabulary):
    """Each link has as many variables as it may have bridges: "at least one", "at least two" …"""

    def __init__(self, puzzle: Hashi) -> None:
        self.net = IslandNetwork(puzzle)
        self.grid = puzzle.grid
        self.shown = puzzle.most * len(self.net.links)

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
        """As many bridges as levels hold."""
        most = self.net.most
        counts = [0] * len(self.net.links)
        for literal in literals:
            if literal > 0:
                counts[(literal - 1) // most] += 1
        return self.net.position(counts)

    def noted(self, literals: Iterable[Literal]) -> Bridges:
        """The bridges that are sure, and where there are surely none."""
        known = set(literals)
        counts = [
            max((n for n, level in enumerate(numbers, start=1) if level in known), default=0)
            for numbers in self.levels
        ]
        barred = frozenset(
            (link.a, link.b)
            for link, numbers in zip(self.net.links, self.levels, strict=True)
            if -numbers[0] in known
        )
        return Bridges(self.net.position(counts).joined, barred)

    def literals(self, position: Bridges) -> list[Literal]:
        """At least the bridges that are drawn, and none where none is noted."""
        said: list[Literal] = []
        most = self.net.most
        for number, count in enumerate(self.net.counts(position)):
            if count > most:
                said += [(number + 1) * most, -(number + 1) * most]  # too wide: it cannot be
            elif count:
                said.append(number * most + count)
        if not position.barred:
            return said
        barred = set(position.barred)
        for link, numbers in zip(self.net.links, self.levels, strict=True):
            if (link.a, link.b) in barred:
                said.append(-numbers[0])
                barred.remove((link.a, link.b))
        if barred:
            raise self.net.no_link(*min(barred))
        return said

    def also(self, literal: Literal) -> Sequence[Literal]:
        """At least two bridges are at least one; no bridge is not two either."""
        most = self.net.most
        first = (abs(literal) - 1) // most * most + 1
        return range(first, literal) if literal > 0 else range(literal - 1, -first - most, -1)

    def statement(self, literal: Literal) -> Between:
        """At least so many bridges, or at most one less."""
        number, level = divmod(abs(literal) - 1, self.net.most)
        link, holds = self.net.links[number], literal > 0
        return Between(link.a, link.b, "bridge", level + holds, at_least=holds)

    def cells(self, variable: int) -> Sequence[Cell]:
        """Both islands and the water between them."""
        link = self.net.links[(variable - 1) // self.net.most]
        return (link.a, *link.water, link.b)
