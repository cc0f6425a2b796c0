"""The Hashi generator: random networks and the propagator."""

from __future__ import annotations

from random import Random

import pytest

import masume
from masume.errors import NotApplicable
from masume.logic.explainer import Explainer
from masume.make.request import resolve_board_spec
from masume.puzzles.hashi.generate import redraw
from masume.puzzles.hashi.growth import grow_network
from masume.puzzles.hashi.network import IslandNetwork, island_tables
from masume.puzzles.hashi.propagate import EASY, Propagator
from masume.puzzles.hashi.puzzle import Hashi, water_between

SPECS = ["hashi", "hashi:loops=false", "hashi:most=3", "hashi:most=4,islands=15"]


def random_solved_board(spec, size, rng):
    request, network = resolve_board_spec(spec, size=size).request, None
    while network is None:
        network = grow_network(rng, request)
    solved = network.board(), network.answer()
    for _ in range(rng.randrange(4)):
        solved = redraw(rng, *solved, ())
    return solved


@pytest.mark.parametrize("spec", SPECS)
def test_grown_and_redrawn_networks_satisfy_the_rules(spec):
    rng = Random(spec)
    for _ in range(10):
        puzzle, answer = random_solved_board(spec, (7, 9), rng)
        assert masume.check(puzzle, answer) == []
        cells = puzzle.islands
        assert not any(cell + 9 in cells or (cell % 9 < 8 and cell + 1 in cells) for cell in cells)


@pytest.mark.parametrize("spec", SPECS)
def test_propagator_agrees_with_the_techniques_of_each_level(spec):
    """This holds whether all clues are set from the beginning, or some later."""
    rng = Random(spec)
    finished = 0
    for _ in range(12):
        puzzle, _ = random_solved_board(spec, (9, 9), rng)
        net = IslandNetwork(puzzle)
        tables = island_tables(puzzle.cols, tuple(puzzle.islands))
        once = Propagator(tables, puzzle.most, puzzle.loops, net.clues)
        late = set(rng.sample(range(net.islands), 2))
        early = [None if island in late else clue for island, clue in enumerate(net.clues)]
        first = Propagator(tables, puzzle.most, puzzle.loops, early)
        walk = Explainer(puzzle)
        for level in range(3):
            list(walk.named_steps(level + 1))
            notes = walk.notes
            limits = notes.hi if level == EASY else map(notes.room, range(len(notes.lo)))
            spans = zip(notes.lo, limits, strict=True)
            unknown = [link for link, (lo, limit) in enumerate(spans) if lo != limit]
            assert once.propagate(level) is not bool(unknown)
            assert once.open_links() == unknown
            assert once.lo == notes.lo
            first.propagate(max(0, level - 1))
            later = first.copy()
            later.set_clues({island: net.clues[island] for island in late})
            later.propagate(level)
            assert later.open_links() == unknown
            finished += not unknown
    assert 0 < finished < 36


@pytest.mark.parametrize("loops", ["yes", "no"])
@pytest.mark.parametrize("size", ["1x3", "4x4", "3x8", "5x5", "6x7", "9x9"])
def test_symmetric_networks_are_connected(size, loops):
    request = resolve_board_spec(f"hashi:loops={loops}", size=size, symmetry=True).request
    symmetric_networks = [
        network for seed in range(12) if (network := grow_network(Random(seed), request))
    ]
    assert len(symmetric_networks) > 3
    for network in symmetric_networks:
        islands = [clue is not None for clue in network.board().clues]
        assert islands == islands[::-1]
        assert masume.check(network.board(), network.answer()) == []


def test_symmetric_islands_in_two_lines_are_rejected():
    for size in ("2x9", "8x2"):
        with pytest.raises(NotApplicable, match="hashi: symmetric islands in two lines"):
            resolve_board_spec("hashi", size=size, symmetry=True)


def test_island_tables_agree_with_the_links():
    rng = Random(7)
    crossings = 0
    for _ in range(40):
        rows, cols = rng.randint(1, 12), rng.randint(1, 12)
        clues = tuple(rng.choice((None, None, 3)) for _ in range(rows * cols))
        puzzle = Hashi(rows, cols, clues)
        cells, links = puzzle.islands, puzzle.links
        pairs = {
            (a, b)
            for a in cells
            for b in cells
            if a < b and water_between(puzzle, a, b) is not None
        }
        assert [(link.a, link.b) for link in links] == sorted(pairs)
        assert all(link.between == water_between(puzzle, link.a, link.b) for link in links)
        tables = island_tables(cols, tuple(cells))
        assert [(cells[a], cells[b]) for a, b in tables.ends] == sorted(pairs)
        for link, crossed in zip(links, tables.crossing, strict=True):
            across = [
                n
                for n, other in enumerate(links)
                if other is not link and {*other.between} & {*link.between}
            ]
            assert sorted(crossed) == across
            crossings += len(across)
    assert crossings > 100
