"""Very many runs: each is made when its turn comes, in an order that favours nobody."""

from __future__ import annotations

import tracemalloc
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from masume.lab.order import Keys, shuffled
from masume.lab.planning import planned
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards

MANY = """
[[boards]]
examples = ["hitori/*"]
[[searches]]
algorithms = ["simulated_annealing", "random_restart"]
spaces = ["repair"]
seeds = 100_000
repetitions = 5
"""


def plan(text):
    study = parse_study(text)
    return planned(study, given_boards(study))[0]


@given(st.integers(0, 3000), st.integers(0, 1 << 63))
def test_every_number_comes_once(count, seed):
    assert sorted(shuffled(count, seed)) == list(range(count))


def test_the_order_hangs_on_the_seed_and_favours_nobody():
    orders = [list(shuffled(40, seed)) for seed in range(500)]
    assert len(set(map(tuple, orders))) > 490
    for place in (0, 20, 39):
        often = Counter(order[place] for order in orders)
        assert len(often) == 40 and max(often.values()) < 40  # 12.5 of each on average


def test_ten_million_runs_take_no_room():
    plan(MANY.replace("100_000", "1"))  # what is imported on the way
    tracemalloc.start()
    try:
        runs = plan(MANY)
        assert len(runs) > 10_000_000
        several = [task for task, _ in zip(runs.shuffled(), range(2000), strict=False)]
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert len({task.key for task in several}) == 2000
    assert len({task.board.id for task in several}) > 10
    assert runs[len(runs) - 1].seed == 99_999 and runs[-1].repetition == 5


def test_what_two_tables_ask_for_is_run_once():
    table = '[[searches]]\nalgorithms = ["simulated_annealing", "astar"]\nspaces = ["decide"]\n'
    boards = '[[boards]]\nexamples = ["hitori/first", "hitori/jain-sample1"]\n'
    text = f"{boards}{table}seeds = [1, 2]\nrepetitions = 2\n{table}seeds = [2, 3]\nrepetitions = 3"
    runs = plan(text)
    found = [(task.board.id, task.method, task.seed, task.repetition) for task in runs]
    assert len(found) == len(set(found)) == len({task.key for task in runs}) == len(runs)
    drawn = {one[2:] for one in found if "annealing" in one[1]}
    assert drawn == {(1, 1), (1, 2), *((seed, n) for seed in (2, 3) for n in (1, 2, 3))}
    traced = Counter((task.board.id, task.method) for task in runs if task.traces)
    assert set(traced.values()) == {1}


def test_keys_are_found_again():
    keys = [f"{n * 0x9E3779B97F4A7C15 & (1 << 64) - 1:016x}abcd" for n in range(500)]
    known = Keys(sorted(int(key[:16], 16) for key in keys[::2]))
    assert len(known) == 250
    assert [key in known for key in keys] == [True, False] * 250
