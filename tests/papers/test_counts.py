"""The published figures of the papers are reproduced exactly."""

from __future__ import annotations

import pytest

import masume
from masume.api.searches import adopt_all, resolve_search
from masume.core.plugins.registry import kinds
from masume.core.system.limits import Limit
from masume.lab.planning import plan_runs
from masume.lab.run import run_task
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards
from studies.papers import FOLDER, feup_tables, jain
from studies.papers.brunn_ruszczyk_tables import PUBLISHED

JAIN = "./jain_program.py:"


def search(board, algorithm, space, heuristic=None, seed=0):
    """Run a search by the names of the papers' studies."""
    adopt_all(algorithm, space, heuristic, folder=FOLDER)
    puzzle = masume.load(board)
    spec = resolve_search(masume.kind_of(puzzle), algorithm, space=space, heuristic=heuristic)
    return spec.start(puzzle, limit=Limit(seconds=30), seed=seed).finish()


@pytest.mark.parametrize(
    ("number", "deepening", "best"),
    [(1, 1, 2), (2, 3, 3), (3, 8, 4), (4, 33, 5), (5, 93, 6), (6, 288, 7), (7, 1448, 9)],
)
def test_pokropek_and_wojakowski(number, deepening, best):
    board = f"hashi/pw-7x7-{number}"
    assert search(board, "iterative_deepening", "build").metrics.expanded == deepening
    result = search(board, "greedy:ties=newest", "build", "mass_cohesion")
    assert result.metrics.expanded + 1 == best


@pytest.mark.parametrize(
    ("board", "generated", "saved", "first_h"),
    [("hitori/jain-sample2", 539, 540, 84), ("hitori/jain-sample1", 637, 638, 96)],
)
@pytest.mark.parametrize("algorithm", ["queue", "queue:count_steps"])
def test_jain_best_first(board, generated, saved, first_h, algorithm):
    result = search(board, f"{JAIN}{algorithm}", f"{JAIN}FourBlack:slip", "duplicates")
    metrics = result.metrics
    assert metrics.generated == generated
    assert metrics.max_frontier + metrics.expanded - 1 == saved
    # The program expands the goal before it looks at it: 0 stands there twice.
    assert metrics.h_trace == [*range(first_h, -1, -4), 0]


@pytest.mark.parametrize(
    ("board", "generated", "saved"),
    [("hitori/jain-sample2", 539, 77), ("hitori/jain-sample1", 637, 83)],
)
def test_jain_simple_hill_climbing(board, generated, saved):
    result = search(board, f"{JAIN}best_of_list", f"{JAIN}FourBlack:slip", "duplicates")
    assert result.metrics.generated == generated
    assert result.metrics.max_frontier + result.metrics.expanded == saved
    assert masume.check(masume.load(board), result.answer) == []


def test_jain_random_hill_climbing_fails_and_its_first_lists_give_the_published_57():
    lists = []
    for board in ("hitori/jain-sample1", "hitori/jain-sample2"):
        runs = [
            search(
                board,
                f"{JAIN}drawn_from_list",
                f"{JAIN}FourBlack:slip",
                "duplicates",
                seed,
            )
            for seed in range(5)
        ]
        assert {run.status for run in runs} == {masume.Status.STUCK}
        lists.append({run.metrics.max_frontier for run in runs})
    assert lists == [{59}, {56}]
    assert (59 + 56) // 2 == 57


def test_jain_without_the_slip_counts_differ():
    counts = [
        search(board, "greedy", f"{JAIN}FourBlack", "duplicates").metrics.generated
        for board in ("hitori/jain-sample2", "hitori/jain-sample1")
    ]
    assert counts == [543, 650]


def test_jain_solutions_under_his_rule():
    assert jain.weak_solutions("hitori/jain-sample2") == 30
    assert jain.weak_solutions("hitori/jain-sample1") == 1


@pytest.mark.parametrize(("role", "count", "algorithm", "heuristic"), feup_tables.COUNTS)
def test_feup(role, count, algorithm, heuristic):
    result = search("exactly_one/medium-0", algorithm, "walk", heuristic or None)
    assert result.metrics.expanded + 1 == count, role


def test_feup_published_counts():
    assert [count for _, count, *_ in feup_tables.COUNTS] == [117, 28, 28, 117, 38, 61, 100]


def test_feup_depth_limit_fails_on_nine_boards():
    boards = [board.name for board in masume.examples("exactly_one")[:20]]
    result = [search(name, "depth_first:depth_limit=19", "walk").status for name in boards]
    assert result.count(masume.Status.STUCK) == 9


def test_brunn_and_ruszczyk_published():
    texts = [f"{dfs} - {tied}" for dfs, tied in PUBLISHED.values()]
    for printed in ("23 - 7", "53 - 9", "1067 - 96", "1015 - 74", "565 - 750", "22987 - 123"):
        assert printed in texts


def test_the_papers_searches_are_not_registered():
    assert not [
        space for kind in kinds().values() for space in kind.spaces if "papers" in str(space)
    ]
    assert "queue" not in masume.algorithms()


@pytest.mark.process
def test_answers_under_own_rules_are_not_rejected():
    here = "./brunn_ruszczyk_program.py:"
    study = parse_study(
        '[[boards]]\nexamples = ["kuromasu/cut-off", "kuromasu/br-3x3-0"]\n'
        f'[[searches]]\nalgorithms = ["{here}whole_tree"]\nspaces = ["{here}Twice"]',
        folder=FOLDER,
    )
    tasks, _ = plan_runs(study, given_boards(study))
    wrong, right = (run_task(task) for task in tasks)
    assert (wrong.status, right.status, right.reason) == ("solved", "solved", "")
    assert "is cut off from" in wrong.reason  # what the referee says
