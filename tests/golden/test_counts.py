"""Counts that must never change by accident: states per depth, and the papers' own figures."""

from __future__ import annotations

import pytest
from support import Graph

import masume

STATES_PER_DEPTH = [
    ("kuromasu/br-4x4-1", "shade", {}, [1, 12, 50, 82, 39]),
    ("hitori/singles-5x5-1", "shade", {}, [1, 20, 163, 700, 1701, 2307, 1606, 478, 43]),
    (
        "hitori/singles-5x5-1",
        "shade",
        {"canonical": True, "prune": True},
        [1, 1, 1, 1, 2, 1, 1, 1, 1],
    ),
    ("hashi/pw-7x7-7", "build", {}, [1, 5, 12, 19, 20, 14, 6, 1]),
    (
        "exactly_one/medium-0",
        "walk",
        {},
        [1, 2, 3, 4, 7, 8, 6, 9, 9, 15, 12, 9, 9, 8, 9, 5, 1],
    ),
    (
        "exactly_one/medium-0",
        "walk",
        {"prune": True},
        [1, 2, 3, 4, 6, 4, 4, 9, 7, 6, 4, 3, 1, 1, 1, 1, 1],
    ),
]


@pytest.mark.parametrize(("name", "space", "options", "counts"), STATES_PER_DEPTH)
def test_states_per_depth(name, space, options, counts):
    puzzle = masume.load(name)
    made = next(s for s in masume.kind_of(puzzle).spaces if s.name == space)
    assert Graph(made(puzzle, **options)).depths == counts


def test_canonical_order_reaches_the_same_boards_once():
    for name in ("kuromasu/br-4x4-1", "hashi/pw-7x7-7"):
        puzzle = masume.load(name)
        space = masume.kind_of(puzzle).spaces[0]
        plain, canonical = Graph(space(puzzle)), Graph(space(puzzle, canonical=True))
        assert canonical.depths == plain.depths
        assert sum(map(len, canonical.edges.values())) < sum(map(len, plain.edges.values()))


def expanded(name, algorithm, **options):
    return masume.search(masume.load(name), algorithm, **options).metrics.expanded


def test_hashi_iterative_deepening_as_published():
    counts = [
        expanded(f"hashi/pw-7x7-{n}", "iterative_deepening", space="build") for n in range(1, 8)
    ]
    assert counts == [1, 3, 8, 33, 93, 288, 1448]


def test_hashi_best_first_as_published():
    """What the paper calls A*: least 2·cohesion - mass, newest first; it counts the goal too."""
    counts = [
        expanded(
            f"hashi/pw-7x7-{n}", "greedy:ties=newest", space="build", heuristic="mass_cohesion"
        )
        for n in range(1, 8)
    ]
    assert [count + 1 for count in counts] == [2, 3, 4, 5, 6, 7, 9]


def test_maze_counts_as_published():
    """The paper counts nodes taken up, the goal included."""
    board = "exactly_one/medium-0"
    assert expanded(board, "uniform_cost", space="walk") + 1 == 117
    assert expanded(board, "depth_first", space="walk") + 1 == 28
    assert expanded(board, "greedy", space="walk", heuristic="shapes_left") + 1 == 100


def test_hitori_greedy_as_published():
    """The trace of h that Jain's program prints for its second sample."""
    result = masume.search(
        masume.load("hitori/jain-sample2"), "greedy", space="shade", heuristic="duplicates"
    )
    assert result.metrics.h_trace == list(range(84, -1, -4))


def test_the_papers_slowest_board_is_quick_for_every_complete_algorithm():
    puzzle = masume.load("kuromasu/br-5x5-2")  # 13.97 s by depth first, as published
    for algorithm in masume.algorithms().values():
        if algorithm.complete and algorithm.needs.__name__ == "StateSpace":
            result = masume.search(puzzle, algorithm.name, space="shade")
            assert result.status is masume.Status.SOLVED
            assert result.metrics.seconds < 1, algorithm.name
