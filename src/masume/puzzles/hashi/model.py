"""The Hashi model for the exact engine: each link has a small number of bridges."""

from __future__ import annotations

from masume.constraints import network as constraints
from masume.core.model.builder import ModelBuilder, PartBuilder
from masume.core.model.model import CancelCheck, Model, Sum, never_cancel
from masume.families.links.model import LinkLevels
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.propagate import HARD, Propagator, propagator
from masume.puzzles.hashi.puzzle import Hashi


def model(
    puzzle: Hashi, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; with `reasons` every clue is a separate part.

    Without reasons, bounds propagation runs first. It solves most published boards completely,
    and then the model needs no constraints.
    """
    board = LinkLevels(puzzle)
    net = IslandNetwork(puzzle)
    builder = ModelBuilder(board, cost=[range(1, board.shown + 1)])
    known = propagator(net, check_cancel)
    if not reasons:
        known.propagate(HARD, thorough=False)
        if known.clash:
            builder.part().clauses.append([])
            return builder.model()
        builder.known = board.bound_literals(known.lo, known.hi)
        if known.lo == known.hi:
            return builder.model()
    _add_rules(builder, net, board, known, reasons)
    return builder.model()


def _add_rules(
    builder: ModelBuilder,
    net: IslandNetwork,
    board: LinkLevels,
    known: Propagator,
    reasons: bool,
) -> None:
    """Add all rules for links with the known bounds."""
    lo, hi = known.lo, known.hi
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
            numbers = [levels[link] for link in links if levels[link]]
            part.sums.append(Sum(numbers, clue - known.min_sum[island]))
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
