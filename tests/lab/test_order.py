"""Planned runs: created lazily, in a random order, without duplicates."""

from __future__ import annotations

import tracemalloc
from collections import Counter

from masume.lab.planning import plan_runs
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards

MANY = """
[[boards]]
examples = ["hitori/*"]
[[searches]]
algorithms = ["simulated_annealing", "random_restart"]
spaces = ["repair"]
seeds = 10_000
repetitions = 5
"""


def plan(text):
    study = parse_study(text)
    return plan_runs(study, given_boards(study))[0]


def test_run_order_depends_on_seed_and_favours_no_run():
    text = '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nalgorithms = '
    text += '["simulated_annealing"]\nspaces = ["repair"]\nseeds = 40\n'
    orders = [
        [task.seed for task in plan(f"seed = {n}\n{text}").in_random_order()] for n in range(200)
    ]
    assert all(sorted(order) == list(range(40)) for order in orders)
    assert len(set(map(tuple, orders))) == 200
    for place in (0, 20, 39):
        counts = Counter(order[place] for order in orders)
        assert len(counts) > 30 and max(counts.values()) < 20  # 5 of each on average


def test_a_million_planned_runs_take_little_memory():
    plan(MANY.replace("10_000", "1"))  # imports
    tracemalloc.start()
    try:
        runs = plan(MANY)
        assert len(runs) > 1_000_000
        group = [task for task, _ in zip(runs.in_random_order(), range(2000), strict=False)]
        assert tracemalloc.get_traced_memory()[1] < 120_000_000
    finally:
        tracemalloc.stop()
    assert len({task.key for task in group}) == 2000
    assert len({task.board.id for task in group}) > 10
    assert runs[len(runs) - 1].seed == 9_999 and runs[-1].repetition == 5


def test_runs_requested_twice_are_planned_once():
    table = '[[searches]]\nalgorithms = ["simulated_annealing", "astar"]\nspaces = ["decide"]\n'
    boards = '[[boards]]\nexamples = ["hitori/first", "hitori/jain-sample1"]\n'
    text = f"{boards}{table}seeds = [1, 2]\nrepetitions = 2\n{table}seeds = [2, 3]\nrepetitions = 3"
    runs = plan(text)
    result = [(task.board.id, task.search, task.seed, task.repetition) for task in runs]
    assert len(result) == len(set(result)) == len({task.key for task in runs}) == len(runs)
    drawn = {entry[2:] for entry in result if "annealing" in entry[1]}
    assert drawn == {(1, 1), (1, 2), *((seed, n) for seed in (2, 3) for n in (1, 2, 3))}
    traced = Counter((task.board.id, task.search) for task in runs if task.traces)
    assert set(traced.values()) == {1}
