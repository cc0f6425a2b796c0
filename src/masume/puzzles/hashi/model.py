"""The Hashi model for the exact engine: each link has a small number of bridges."""

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
from masume.families.links import Counts
from masume.puzzles.hashi.bounds import narrow
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.puzzle import Bridges, Hashi


def model(
    puzzle: Hashi, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; with `reasons` every clue is a separate part.

    Without reasons, bounds propagation runs first. It solves most published boards completely,
    and then the model needs no constraints.
    """
    board = LinkLevels(puzzle)
    net, most = board.net, puzzle.most
    builder = ModelBuilder(board, cost=[range(1, board.shown + 1)])
    lo, hi = bytearray(len(net.links)), bytearray([most]) * len(net.links)
    if not reasons:
        if not narrow(net, lo, hi, range(net.islands), check_cancel):
            builder.part().clauses.append([])
            return builder.model()
        builder.known = board.bound_literals(lo, hi)
        if lo == hi:
            return builder.model()
    _add_rules(builder, board, lo, hi, reasons)
    return builder.model()


def _add_rules(
    builder: ModelBuilder, board: LinkLevels, lo: Counts, hi: Counts, reasons: bool
) -> None:
    """Add all rules for links with between `lo` and `hi` bridges."""
    net = board.net
    levels = [n[least:most] for n, least, most in zip(board.levels, lo, hi, strict=True)]
    builder.part().clauses += [[-level - 1, level] for numbers in levels for level in numbers[:-1]]
    crossing = builder.part("crossing", (), "bridges never cross")
    crossing.clauses += [
        [-board.levels[link][0], -board.levels[other][0]]
        for link, crossed in enumerate(net.crossing)
        for other in crossed
        if link < other and hi[link] and hi[other]
    ]
    everywhere = builder.part()
    for island, clue in enumerate(net.clues):
        if clue is not None:
            links = net.links_at[island]
            part = _clue_part(builder, net, island) if reasons else everywhere
            rest = clue - sum(lo[link] for link in links)
            part.sums.append(Sum([levels[link] for link in links if levels[link]], rest))
    _add_network(builder, net, board.levels)


def _clue_part(builder: ModelBuilder, net: IslandNetwork, island: int) -> PartBuilder:
    cell = net.puzzle.islands[island]
    text = f"the {net.clues[island]} at {net.puzzle.grid.name(cell)}"
    return builder.part("clue", (cell,), text, clues=1)


def _add_network(builder: ModelBuilder, net: IslandNetwork, levels: list[range]) -> None:
    """Require connected islands, a bridge at each `?`, and no loop where loops are forbidden."""
    firsts = [numbers[0] for numbers in levels]
    divided = builder.part("divided", (), "all islands are connected")
    divided.constraints.append(constraints.Network(net.islands, net.ends, firsts))
    if not net.loops:
        loop = builder.part("loop", (), "bridges form no loop")
        forest = constraints.Network(net.islands, net.ends, firsts, connected=False, loops=False)
        loop.constraints.append(forest)
    if net.islands > 1:
        unknown = [at for clue, at in zip(net.clues, net.links_at, strict=True) if clue is None]
        divided.clauses += [[firsts[link] for link in links] for links in unknown]


class LinkLevels(Vocabulary):
    """A vocabulary with one variable per possible bridge of a link: "at least 1", "at least 2" …"""

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

    def bound_literals(self, lo: Counts, hi: Counts) -> list[Literal]:
        """Return the literals that bounds on the links fix: levels that hold, or do not."""
        most = self.net.most
        signs = {
            (least, greatest): [1] * least + [0] * (greatest - least) + [-1] * (most - greatest)
            for greatest in range(most + 1)
            for least in range(greatest + 1)
        }
        flat = chain.from_iterable(map(signs.__getitem__, zip(lo, hi, strict=True)))
        return list(filter(None, map(mul, range(1, most * len(lo) + 1), flat)))

    def answer(self, literals: Sequence[Literal]) -> Bridges:
        """Return the position in which each link has as many bridges as levels hold."""
        most = self.net.most
        counts = [0] * len(self.net.links)
        for literal in literals:
            if literal > 0:
                counts[(literal - 1) // most] += 1
        return self.net.position(counts)

    def position_of(self, literals: Iterable[Literal]) -> Bridges:
        """Return the position of the known bridges and of the links known to have none."""
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
        """Return the literals of a position: at least the drawn bridges, none where barred."""
        literals: list[Literal] = []
        most = self.net.most
        for number, count in enumerate(self.net.counts(position)):
            if count > most:
                literals += [(number + 1) * most, -(number + 1) * most]  # too wide: contradictory
            elif count:
                literals.append(number * most + count)
        if not position.barred:
            return literals
        barred = set(position.barred)
        for link, numbers in zip(self.net.links, self.levels, strict=True):
            if (link.a, link.b) in barred:
                literals.append(-numbers[0])
                barred.remove((link.a, link.b))
        if barred:
            raise self.net.no_link(*min(barred))
        return literals

    def also(self, literal: Literal) -> Sequence[Literal]:
        """Return the literals that one implies: at least two bridges are at least one."""
        most = self.net.most
        first = (abs(literal) - 1) // most * most + 1
        return range(first, literal) if literal > 0 else range(literal - 1, -first - most, -1)

    def statement(self, literal: Literal) -> Between:
        """Return "at least n bridges" for a positive literal, "at most n - 1" for a negative."""
        number, level = divmod(abs(literal) - 1, self.net.most)
        link, holds = self.net.links[number], literal > 0
        return Between(link.a, link.b, "bridge", level + holds, at_least=holds)

    def cells(self, variable: int) -> Sequence[Cell]:
        """Return both islands of a variable's link and the water between them."""
        link = self.net.links[(variable - 1) // self.net.most]
        return (link.a, *link.water, link.b)
