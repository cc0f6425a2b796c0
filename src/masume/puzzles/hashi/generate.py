"""New Hashi boards: islands and bridges grow together from one island, then the bridges go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import Addition, BoardRequest, Maker, Option
from masume.puzzles.hashi.network import Counts, IslandNetwork, island_tables
from masume.puzzles.hashi.puzzle import Bridges, Hashi
from masume.puzzles.hashi.sea import grown
from masume.puzzles.hashi.wanted_level import beyond_hard, of_level, redrawn


def propose(rng: Random, request: BoardRequest) -> Hashi | None:
    """The numbers of a random network; None if it leaves too much of the board empty."""
    sea = grown(rng, request)
    return None if sea is None else sea.board()


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
    """Some bridges more or less between islands that are named, or anywhere.

    None if no bridge fits on the board at all.
    """
    net = IslandNetwork(puzzle)
    if not net.links:
        return None
    cells = set(where)
    links = [n for n, link in enumerate(net.links) if link.a in cells and link.b in cells]
    links = links or list(range(len(net.links)))
    tables = island_tables(puzzle.cols, tuple(puzzle.islands))
    counts = redrawn(rng, tables, puzzle.most, puzzle.loops, net.counts(answer), links)
    return _counted(puzzle, net, counts), net.position(counts)


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
    if request.symmetry and min(request.rows, request.cols) == 2:
        return "symmetric islands in two lines cannot be joined"
    return None


@cache
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
        redraw=redraw,
        of_level=of_level,
        beyond_hard=beyond_hard,
        symmetry="where the islands are",
        additions=additions,
        drops=drops,
    )
