"""The Hashi generator: grow a random network of islands and bridges, then keep only its clues."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import Addition, BoardRequest, Maker, Option
from masume.families.links.graph import Counts
from masume.families.links.position import Lines
from masume.puzzles.hashi.candidates import candidate, make_beyond_hard, redraw_counts
from masume.puzzles.hashi.growth import grow_network
from masume.puzzles.hashi.network import IslandNetwork, island_tables
from masume.puzzles.hashi.puzzle import Hashi


def propose(rng: Random, request: BoardRequest) -> Hashi | None:
    """Return the board of a random network; None if it leaves too much of the board empty."""
    network = grow_network(rng, request)
    return None if network is None else network.board()


def repair(
    rng: Random, request: BoardRequest, puzzle: Hashi, answer: Lines, other: Lines
) -> Hashi | None:
    """Add a bridge to the answer where it differs from another solution, and update the clues.

    None if no bridge can be added.
    """
    net = IslandNetwork(puzzle)
    counts, other_counts = net.counts(answer), net.counts(other)
    differ = [link for link in range(len(counts)) if counts[link] != other_counts[link]]
    rng.shuffle(differ)
    differ.sort(key=lambda link: not counts[link])  # prefer a wider bridge to a new one
    for link in differ:
        if counts[link] < puzzle.most:
            more = [count + (number == link) for number, count in enumerate(counts)]
            if not net.crossings(more) and (puzzle.loops or counts[link]):
                return _with_clues(puzzle, net, more)
    return None


def redraw(
    rng: Random, puzzle: Hashi, answer: Lines, where: Collection[Cell]
) -> tuple[Hashi, Lines] | None:
    """Change some bridges between the given islands, or anywhere if no two of them are linked.

    None if the board has no links.
    """
    net = IslandNetwork(puzzle)
    if not net.links:
        return None
    cells = set(where)
    links = [n for n, link in enumerate(net.links) if link.a in cells and link.b in cells]
    links = links or list(range(len(net.links)))
    tables = island_tables(puzzle.cols, tuple(puzzle.islands))
    counts = redraw_counts(rng, tables, puzzle.most, puzzle.loops, net.counts(answer), links)
    return _with_clues(puzzle, net, counts), net.position(counts)


def _with_clues(puzzle: Hashi, net: IslandNetwork, counts: Counts) -> Hashi:
    """Return the board whose clues count these bridges."""
    degrees = dict(zip(puzzle.islands, net.degrees(counts), strict=True))
    clues = tuple(degrees.get(cell) for cell in range(len(puzzle.clues)))
    return Hashi(puzzle.rows, puzzle.cols, clues, puzzle.most, puzzle.loops)


def additions(puzzle: Hashi, answer: Lines) -> list[Addition]:
    """Return the number of bridges of each `?`."""
    net = IslandNetwork(puzzle)
    degrees = zip(puzzle.islands, net.degrees(net.counts(answer)), strict=True)
    return [
        Addition((cell,), degree)
        for cell, degree in degrees
        if puzzle.clues[cell] is UNKNOWN and degree
    ]


def removals(puzzle: Hashi) -> list[tuple[Sequence[Cell], Hashi]]:
    """Return for each number the board with a `?` instead of it."""
    return [
        ((cell,), replace(puzzle, clues=(*puzzle.clues[:cell], UNKNOWN, *puzzle.clues[cell + 1 :])))
        for cell in puzzle.islands
        if puzzle.clues[cell] is not UNKNOWN
    ]


def _reject(request: BoardRequest) -> str | None:
    """Return why no such board can be generated, or None."""
    if max(request.rows, request.cols) < 3:
        return "two islands that do not touch need three cells in a line"
    if request.symmetry and min(request.rows, request.cols) == 2:
        return "symmetric islands in two lines cannot be joined"
    return None


@cache
def maker() -> Maker[Hashi, Lines]:
    """Return the generator's options and functions."""
    options = {
        "islands": Option(25, "islands per 100 cells", 1, 33),
        "most": Option(2, "greatest number of parallel bridges", 1, 4),
        "loops": Option(True, "whether bridges may form loops"),
    }
    return Maker(
        propose,
        options,
        reject=_reject,
        repair=repair,
        redraw=redraw,
        candidate=candidate,
        make_beyond_hard=make_beyond_hard,
        symmetry="where the islands are",
        additions=additions,
        removals=removals,
    )
