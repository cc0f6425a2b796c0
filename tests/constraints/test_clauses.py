"""The exact clauses of single cuts, and the tests that avoid building them."""

from __future__ import annotations

import pytest

from masume.constraints import network
from masume.constraints.connected import Connected
from masume.constraints.literals import negate, true_indices
from masume.constraints.loop import Loop
from masume.constraints.network import Network
from masume.constraints.path import Path
from masume.constraints.regions import OneSeed, Seeded, Sized
from masume.core.puzzle.grid import grid

TRUTH = [1, -2, 3, 4, -5, 6]


@pytest.mark.parametrize(
    ("literals", "held"),
    [
        (range(1, 7), [0, 2, 3, 5]),
        (range(3, 6), [0, 1]),
        (range(1, 7, 2), [0, 1]),
        (range(6, 0, -1), [0, 2, 3, 5]),
        (range(-1, -7, -1), [1, 4]),
        ([5, -2, 4], [1, 2]),
    ],
)
def test_true_indices(literals, held):
    assert true_indices(literals, TRUTH) == held
    assert list(negate(literals)) == [-literal for literal in literals]
    assert true_indices(negate(literals), TRUTH) == [
        place for place in range(len(literals)) if place not in held
    ]


# Cells


def test_smaller_part_needs_a_way_out():
    row = Connected(grid(1, 5), range(1, 6))
    assert row.cuts([1, 2, 3, -4, 5]) == [[-5, -1, 4]]
    assert row.early_cuts({1, -4, 5}) == [[-5, -1, 4]]
    assert row.early_cuts({1, -4}) == []


def test_ring_away_from_the_border():
    """Breadth-first search reaches it after the cells connected to the border."""
    g = grid(7, 7)
    ring = [16, 22, 24, 30]
    truth = [-cell - 1 if cell in (0, *ring) else cell + 1 for cell in range(g.size)]
    (cut,) = Connected(g, range(1, 50), apart=True).cuts(truth)
    assert sorted(cut) == [cell + 1 for cell in ring]


# Networks

PARTS = Network(6, [(0, 1), (2, 3), (3, 4), (1, 2), (4, 5)], range(1, 6))


def test_each_part_of_a_network_but_the_largest_needs_a_way_out():
    assert PARTS.cuts([1, 2, 3, -4, -5]) == [[4], [5]]
    assert PARTS.early_cuts({-4, -5}) == [[4], [5]]


def test_network_has_no_early_cuts_for_loops():
    """A link of the loop may still be false."""
    tree = Network(4, [(0, 1), (1, 2), (0, 2), (2, 3)], range(1, 5), loops=False)
    assert tree.early_cuts({-4}) == [[4]]
    assert tree.cuts([1, 2, 3, 4]) == [[-2, -1, -3]]


@pytest.mark.parametrize(
    "kept",
    [
        PARTS,
        Network(3, [(0, 1), (1, 2), (0, 2), (1, 2), (0, 1)], range(1, 6)),
        Network(6, PARTS.links, PARTS.literals, loops=False),
        Network(9, PARTS.links, PARTS.literals, connected=False, loops=False),
    ],
)
def test_satisfied_network_builds_no_parts(kept, monkeypatch):
    monkeypatch.setattr(network, "_separate", None)
    assert kept.cuts([1, 2, 3, 4, 5]) == []
    assert kept.early_cuts(set()) == []


def test_each_link_has_one_literal():
    with pytest.raises(ValueError, match="zip"):
        Network(3, [(0, 1)], [1, 2]).cuts([-1, -2])
    with pytest.raises(ValueError, match="zip"):
        Loop(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)], range(1, 8)).cuts(
            [*range(1, 7), -7]
        )
    with pytest.raises(ValueError, match="zip"):
        Path(grid(3, 3), 8, RING, range(1, 6), range(6, 15)).cuts([1, 2, 3, 4, -5, *range(6, 15)])


# Loops and paths


def test_smallest_loop_needs_a_way_out():
    links = [(0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6), (4, 6), (3, 4)]
    assert Loop(7, links, range(1, 9)).cuts([*range(1, 8), -8]) == [[-5, -1, 8]]


RING = [(0, 1), (1, 4), (3, 4), (0, 3)]


def turned(rows):
    return ["".join(row) for row in zip(*rows[::-1], strict=True)]


def ring_of(rows):
    """Return a path constraint on the ring of cells named by letters, with the cells around it."""
    cells = "".join(rows)
    g = grid(len(rows), len(rows[0]))
    order = sorted(letter for letter in cells if letter != ".")
    ring = [cells.index(letter) for letter in order]
    links = [(a, b) for a in range(g.size) for b in g.neighbours[a] if a < b]
    held = {tuple(sorted(pair)) for pair in zip(ring, [*ring[1:], ring[0]], strict=True)}
    start = next(cell for cell in reversed(range(g.size)) if cells[cell] == ".")
    on = range(len(links) + 1, len(links) + g.size + 1)
    path = Path(g, start, links, range(1, len(links) + 1), on)
    truth = [n + 1 if link in held else -n - 1 for n, link in enumerate(links)]
    return path, held, set(ring), [*truth, *on]


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(
    ("rows", "enclosed"),
    [
        ((".....", ".abc.", ".h.d.", ".gfe.", "....."), {12}),
        (("abc..", "nmd..", ".le..", "jkf..", "ihg.."), set()),  # a bay, which is not enclosed
        (("abc..", "l.d..", "kje..", ".if..", ".hg.."), {6}),
        ((".....", "cde..", "b.f..", "ahg..", "....."), {11}),
    ],
)
def test_ring_opens_or_has_a_way_out(rows, enclosed, turns):
    cells = {cell: cell for cell in range(25)}
    for _ in range(turns):
        rows = turned(rows)
        cells = {cell: (now % 5) * 5 + 4 - now // 5 for cell, now in cells.items()}
    path, held, ring, truth = ring_of(rows)
    inside = ring | {cells[cell] for cell in enclosed}
    number = dict(zip(path.links, path.link_literals, strict=True))
    opens, leads_out = path.cuts(truth)
    assert {-literal for literal in opens} == {number[link] for link in held}
    assert leads_out[0] == -path.on[min(ring)]
    assert set(leads_out[1:]) == {
        variable for (a, b), variable in number.items() if (a in inside) != (b in inside)
    }


# Regions


def test_clauses_of_regions_and_seeds():
    row = grid(1, 5)
    truth = [1, 2, 3, -4, 5]
    assert Seeded(row, range(1, 6), {1: None}).cuts(truth) == [[-5, 4]]
    assert OneSeed(row, range(1, 6), {0: None, 2: 2, 4: 1}).cuts(truth) == [[-3, -2, -1]]
    assert Sized(row, range(1, 6), {1: 5, 4: None}).cuts(truth) == [[-2, 4]]
    assert Sized(row, range(1, 6), {0: 2, 4: 1}).cuts(truth) == [[-1, -2, -3]]
    assert Sized(row, range(1, 6), {2: 3, 4: 1}).cuts(truth) == []
