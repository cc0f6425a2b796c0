"""Every algorithm with every heuristic in every space, on the boards of the papers.

`make soak` runs every search on every board, other runs every search on some boards.
"""

from __future__ import annotations

from functools import cache

import pytest
from support import KINDS, PAPER_BOARDS, SOAK, is_of_a_paper, sample, small_boards

import masume
from masume.api.searches import resolve_search
from masume.core.plugins.registry import algorithms, heuristics
from masume.core.search.algorithm import why_not

MOST = 200 if SOAK else 60
LIMIT = masume.Limit(nodes=MOST, states=200_000, seconds=5)
ENOUGH = masume.Limit(nodes=200_000, states=1_000_000, seconds=60)


def spaces_of(kind):
    """Return the names of all spaces, plain and pruned, as `--space` takes them."""
    from masume.core.search.space import space_options

    for space in kind.spaces:
        yield space.name
        options = space_options(space)
        if options:
            yield f"{space.name}:{','.join(options)}"


@cache
def resolve_searches(name):
    """Return all searches of a kind."""
    kind, found = masume.kinds()[name], []
    for algorithm in algorithms().values():
        for spec in spaces_of(kind):
            space = next(s for s in kind.spaces if s.name == spec.partition(":")[0])
            offered = [h for h in heuristics(kind.name).values() if h.supports(space)]
            for h in offered if algorithm.takes_h else [None]:
                if why_not(algorithm, space, h) is None:
                    chosen = h.name if h else None
                    found.append(resolve_search(kind, algorithm.name, space=spec, heuristic=chosen))
    return found


def plans_on(board):
    """Return all searches, or every fifth one, depending on the board."""
    boards = [other for other in SEARCHED if other.kind is board.kind]
    share = 1 if SOAK else min(5, len(boards))
    return resolve_searches(board.kind.name)[boards.index(board) % share :: share]


def space_cost(chosen, puzzle, result):
    """Return the cost computed from the goal's position."""
    space = chosen.space_type(puzzle, **dict(chosen.space_options))
    return result.goal.g if space.repairs else space.spent(result.goal.state)


def of_papers(kind):
    return [board for board in PAPER_BOARDS if board.kind is kind]


SEARCHED = [board for kind in KINDS for board in of_papers(kind) or small_boards(kind.name)]


def test_boards_of_the_papers_are_complete():
    here = [board for name in masume.kinds() for board in masume.examples(name)]
    assert sum(is_of_a_paper(board) for board in here) >= 44 + 20
    by_kind = [sum(is_of_a_paper(b) for b in masume.examples(k)) for k in ("kuromasu", "hitori")]
    assert by_kind == [21, 2]


@pytest.mark.long
@pytest.mark.parametrize("board", sample(SEARCHED, 2), ids=lambda board: board.name)
def test_every_search_ends_with_a_verified_result(board):
    for chosen in plans_on(board):
        run = chosen.start(board.puzzle, limit=LIMIT, seed=3)
        result = run.finish()
        name = (chosen.algorithm_spec, chosen.heuristic_name, chosen.space_spec)
        metrics = result.metrics
        assert metrics.expanded <= MOST, name
        if result.status is masume.Status.SOLVED:
            assert masume.check(board.puzzle, result.answer) == [], name
            assert result.cost == space_cost(chosen, board.puzzle, result)
            assert board.note("solutions") != "0"
            assert len(result.moves) == result.goal.depth
        elif result.status is masume.Status.EXHAUSTED:
            assert board.note("solutions") == "0", name
            assert result.answer is None
        else:
            assert result.answer is None
            proves = chosen.algorithm.complete and not chosen.space_type.repairs
            assert result.status is masume.Status.LIMIT or not proves, name


UNSOLVABLE = [board for board in SEARCHED if board.note("solutions") == "0"]


@pytest.mark.parametrize("board", UNSOLVABLE, ids=lambda board: board.name)
def test_complete_algorithms_prove_unsolvability(board):
    for chosen in resolve_searches(board.kind.name):
        if chosen.algorithm.complete and not chosen.space_type.repairs:
            result = chosen.start(board.puzzle, limit=ENOUGH).finish()
            assert result.status is masume.Status.EXHAUSTED, chosen


# On mazes all that promise the cheapest or the shortest path find the same, except the slowest
UNINFORMED = [
    a.name
    for a in algorithms().values()
    if (a.optimal or a.fewest_moves) and not a.takes_h and a.name != "iterative_lengthening"
]
INFORMED = [a.name for a in algorithms().values() if a.optimal and a.needs_h]
MAZES = [board for board in PAPER_BOARDS if board.kind.name == "exactly_one"]


@pytest.mark.long
@pytest.mark.parametrize("board", sample(MAZES), ids=lambda board: board.name)
def test_optimal_searches_agree_on_the_cost(board):
    admissible = [
        h
        for h in heuristics("exactly_one").values()
        if h.admissible and h.supports(board.kind.spaces[0])
    ]
    assert len(admissible) >= 3
    lengths = {
        name: masume.search(board.puzzle, name, space="walk", limit=ENOUGH).cost
        for name in UNINFORMED
    }
    for h in admissible:
        for name in INFORMED:
            result = masume.search(board.puzzle, name, space="walk", heuristic=h.name, limit=ENOUGH)
            lengths[f"{name} {h.name}"] = result.cost
    assert len(set(lengths.values())) == 1, lengths
    assert None not in lengths.values()


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_same_seed_gives_the_same_run(kind):
    board, limit = masume.examples(kind.name)[0], masume.Limit(nodes=MOST // 2, states=200_000)
    drawing = [chosen for chosen in resolve_searches(kind.name) if chosen.algorithm.takes_rng]
    if not SOAK:  # with one heuristic each, since a heuristic draws no random numbers
        drawing = {(each.algorithm_spec, each.space_spec): each for each in drawing}.values()
    for chosen in drawing:
        runs = [chosen.start(board.puzzle, limit=limit, seed=seed).finish() for seed in (5, 5)]
        assert runs[0].metrics.h_trace == runs[1].metrics.h_trace
        assert runs[0].answer == runs[1].answer
