"""Hashi: searches compared with the papers, recorded answers and enumeration."""

from __future__ import annotations

from itertools import product
from math import inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Graph, examples, variants

import masume
from masume.core.plugins.registry import heuristics
from masume.core.puzzle.clue import UNKNOWN
from masume.errors import NotApplicable
from masume.families.links.position import Lines, Span
from masume.formats.plain import read_boards
from masume.puzzles.hashi import KIND
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hashi.spaces import Build, HashiDecide, HashiRepair

DATA = Path(__file__).parents[1] / "data"
WORKED = "hashi\n4 . 2 . .\n. 3 . . 2\n3 . . . .\n. 3 . 1 .\n3 . 4 . 3"
SQUARE = "hashi\n2 . 2\n. . .\n2 . 2"
LIMIT = masume.Limit(seconds=60)


def bridges(*joined, barred=()):
    return Lines(frozenset(joined), frozenset(barred))


# Searches


@pytest.mark.parametrize(
    ("number", "deepening", "greedy"),
    [(1, 1, 2), (2, 3, 3), (3, 8, 4), (4, 33, 5), (5, 93, 6), (6, 288, 7), (7, 1448, 9)],
)
def test_node_counts_of_the_paper(number, deepening, greedy):
    puzzle = masume.load(f"hashi/pw-7x7-{number}").puzzle
    result = masume.search(puzzle, "iterative_deepening", space="build")
    assert (result.metrics.expanded, result.cost) == (deepening, number)
    # The paper's A* is a greedy search; it counts the goal, which is popped but not expanded.
    result = masume.search(puzzle, "greedy:ties=newest", space="build", heuristic="mass_cohesion")
    assert result.metrics.expanded + 1 == greedy
    assert masume.check(puzzle, result.answer) == []


def test_links_are_in_the_order_of_the_paper():
    puzzle = masume.load("hashi\n? . ?\n. ? .\n? ? ?").puzzle
    names = [KIND.write_move(puzzle, Span(link.a, link.b, 1)) for link in puzzle.links]
    assert names == [
        "r1c1-r1c3=1",
        "r1c1-r3c1=1",
        "r1c3-r3c3=1",
        "r2c2-r3c2=1",
        "r3c1-r3c2=1",
        "r3c2-r3c3=1",
    ]


RECORDED = list(read_boards((DATA / "hashi.txt").read_text()))


@pytest.mark.long
@pytest.mark.parametrize("board", RECORDED, ids=lambda board: board.name)
def test_recorded_answers_are_right_and_found(board):
    puzzle, joined = board.puzzle, board.answer.joined
    assert masume.check(puzzle, board.answer) == []
    # One bridge more or less breaks a rule.
    for a, b, count in sorted(joined):
        fewer = {(a, b, count - 1)} if count > 1 else set()
        for other in (fewer, {(a, b, count + 1)}):
            assert masume.check(puzzle, Lines(joined - {(a, b, count)} | other)) != []
    assert KIND.obstacles(puzzle) == []
    result = masume.search(puzzle, "depth_first", space="decide", limit=LIMIT)
    assert result.answer.joined == joined


def solutions(puzzle):
    """Return all solutions by plain enumeration with the referee."""
    links = puzzle.links
    positions = set()
    for counts in product(range(puzzle.most + 1), repeat=len(links)):
        joined = frozenset(
            (link.a, link.b, count) for link, count in zip(links, counts, strict=True) if count
        )
        if not KIND.violations(puzzle, Lines(joined)):
            positions.add(joined)
    return positions


@st.composite
def small_boards(draw):
    """Draw boards with few links, many of them solvable."""
    rows, cols = draw(st.sampled_from([(1, 5), (3, 3), (3, 4), (4, 4), (5, 5)]))
    size = rows * cols
    cells = draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=6, unique=True))
    clues = [UNKNOWN if cell in cells else None for cell in range(size)]
    most, loops = draw(st.integers(1, 4)), draw(st.booleans())
    blank = Hashi(rows, cols, tuple(clues), most, loops)
    drawn_links = [link for link in blank.links if draw(st.booleans())]
    counts = [draw(st.integers(1, most)) for _ in drawn_links]
    for cell in cells:
        shared = zip(drawn_links, counts, strict=True)
        degree = sum(count for link, count in shared if cell in (link.a, link.b))
        change = draw(st.sampled_from([0, 0, 0, 0, 0, 0, 1, -1]))
        if degree + change > 0 and draw(st.integers(0, 4)):
            clues[cell] = degree + change
    return Hashi(rows, cols, tuple(clues), most, loops)


def is_small(puzzle, most=3200):
    return (puzzle.most + 1) ** len(puzzle.links) <= most


@pytest.mark.long
@examples(250)
@given(small_boards().filter(is_small))
def test_every_space_agrees_with_plain_enumeration(puzzle):
    truth = solutions(puzzle)
    if KIND.obstacles(puzzle):
        assert not truth, "an obstacle on a board that has a solution"
    for space, setting in variants(KIND):
        if space is HashiRepair:
            continue
        graph = Graph(space(puzzle, **setting))
        positions = {graph.space.position(goal).joined for goal in graph.goals}
        assert positions <= truth
        assert bool(positions) == bool(truth), (space.name, setting)
        if space is Build:
            assert positions == truth, setting
        _check_claims(graph, space)


def _check_claims(graph, space):
    """Check on every state that admissible heuristics never exceed the true cost."""
    for heuristic in heuristics("hashi").values():
        if not heuristic.supports(space):
            continue
        estimate = heuristic.build(graph.space)
        for state, cost in graph.cost_to_go.items():
            if heuristic.admissible:
                assert 0 <= estimate(state) <= cost
            elif not heuristic.objective:
                assert estimate(state) >= 0
                assert estimate(state) == 0 or not graph.space.is_goal(state)


@examples(60)
@given(small_boards().filter(lambda puzzle: is_small(puzzle, 700)))
def test_conflicts_are_zero_exactly_at_solutions(puzzle):
    instance = HashiRepair(puzzle)
    conflicts = heuristics("hashi")["conflicts"].build(instance)
    truth = solutions(puzzle)
    rng = Random(1)
    for state in {instance.initial(), *(instance.random_state(rng) for _ in range(20))}:
        solved = instance.position(state).joined in truth
        assert instance.is_goal(state) == solved == (conflicts(state) == 0)


def test_random_successors_are_uniform():
    instance = HashiRepair(masume.load("hashi\nmost: 3\n? . ?\n. . .\n? . .").puzzle)
    rng = Random(2)
    state = instance.initial(bridges((0, 2, 1)))
    listed = list(instance.successors(state))
    drawn = [instance.random_successor(state, rng) for _ in range(3000)]
    assert set(drawn) == set(listed)
    assert all(900 < drawn.count(step) < 1100 for step in listed)
    assert HashiRepair(masume.load("hashi\n?").puzzle).random_successor(0, rng) is None


# Players' positions


@pytest.mark.parametrize(("space", "setting"), variants(KIND))
def test_spaces_start_from_a_position(space, setting):
    puzzle = masume.load(WORKED).puzzle
    instance = space(puzzle, **setting)
    position = bridges((20, 22, 2), (10, 20, 1), barred=[(2, 22)])
    assert position.joined <= instance.position(instance.initial(position)).joined
    if space is not HashiRepair:
        instance.initial = lambda: space.initial(instance, position)
        goals = Graph(instance).goals
        assert [masume.check(puzzle, instance.position(goal)) for goal in goals] == [[]]


@pytest.mark.parametrize(
    "position",
    [
        bridges((0, 2, 2), (2, 8, 2)),  # too many
        bridges((0, 2, 2)),  # closes a pair off
        bridges((0, 2, 9)),  # wider than anything
        bridges(barred=[(0, 2)]),
    ],
)
def test_no_goal_from_a_wrong_position(position):
    puzzle = masume.load(SQUARE).puzzle
    instance = HashiDecide(puzzle)
    state = instance.initial(position)
    assert not instance.is_goal(state)
    assert list(instance.successors(state)) == []
    if position.joined:
        for prune in (False, True):
            build = Build(puzzle, canonical=True, prune=prune)
            build.initial = lambda build=build: Build.initial(build, position)
            assert Graph(build).goals == []


def test_position_of_another_board_is_rejected():
    for space, setting in variants(KIND):
        with pytest.raises(NotApplicable, match="no bridge can run from r1c1 to r3c3"):
            space(masume.load(SQUARE).puzzle, **setting).initial(bridges((0, 8, 1)))


def test_bridges_needed_proves_dead_ends():
    puzzle = masume.load("hashi\n1 2 1\n1 2 1").puzzle
    estimate = heuristics("hashi")["bridges_needed"].build(instance := Build(puzzle))
    assert estimate(instance.initial()) == inf  # an even sum, but too few bridges to connect
    puzzle = masume.load("hashi\n2 . 2 . 2 . 2\n. . . . . . .\n2 . . . . . 2").puzzle
    estimate = heuristics("hashi")["bridges_needed"].build(instance := Build(puzzle))
    assert estimate(instance.initial()) == 6
    assert estimate(instance.initial(bridges((0, 2, 2)))) == inf
