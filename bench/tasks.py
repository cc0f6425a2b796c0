"""Measure how many tasks per second one core makes, reads and scores, and the memory of a long run.

    python bench/tasks.py [--count 40] [--seconds 2] [--long 2000]

Boards per second are those of one process; a machine with n cores makes about n times as many.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from time import process_time

from masume import tasks
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import NAMED_LEVELS
from masume.core.system.limits import Limit
from masume.make.request import levels_of
from masume.tasks.dataset import Recipe, write_dataset
from masume.tasks.task import generated_kinds, size_near


def measure_kind(kind: str, side: int, level: str, count: int, seconds: float) -> None:
    """Print the tasks per second of a kind and level: made within some seconds, asked, scored."""
    rows, cols = size_near(kind, side)
    row = f"{kind:14}{f'{rows}x{cols}':>7} {level:8}"
    if level not in levels_of(kind_named(kind)):
        print(f"{row} none of this level")
        return
    boards = []
    limit = Limit(seconds=seconds)
    began = process_time()
    for task in tasks.make_tasks(
        kind, size=(rows, cols), difficulty=level, count=count, seed=1, limit=limit
    ):
        boards.append(task)
        if process_time() - began > seconds:
            break
    made = process_time() - began
    if not boards:
        print(f"{row} none within {seconds:g} s")
        return
    began = process_time()
    prompts = [task.prompt for task in boards]
    asked = process_time() - began
    began = process_time()
    rewards = [tasks.score(task, f"I think:\n```\n{task.answer}\n```").reward for task in boards]
    scored = process_time() - began
    assert all(reward == 1 for reward in rewards) and all(prompts)
    rates = [f"{len(boards) / max(seconds, 1e-9):12,.0f}" for seconds in (made, asked, scored)]
    print(f"{row}{''.join(rates)}", flush=True)


def measure_long_run(count: int) -> None:
    """Print the rate and the memory of a long dataset of small boards, part by part."""
    recipe = Recipe(tuple(generated_kinds()), ("6x6",), ("easy",), count, part=max(1, count // 4))
    with tempfile.TemporaryDirectory() as folder:
        began = process_time()
        for progress in write_dataset(Path(folder) / "set", recipe):
            rate = progress.tasks / (process_time() - began)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{progress.tasks:9,} tasks {rate:8,.0f}/s {memory:7.0f} MB", flush=True)
        print(f"10^8 tasks on 1,000 cores at this rate: {1e8 / rate / 1000 / 3600:.1f} hours")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="tasks of each kind and level")
    parser.add_argument("--seconds", type=float, default=2, help="at most, for each of these")
    parser.add_argument("--long", type=int, default=2000, help="tasks of the long run")
    options = parser.parse_args()
    print(f"{'':30}{'made/s':>12}{'prompts/s':>12}{'scored/s':>12}")
    for kind in generated_kinds():
        for side in (6, 10):
            for level in NAMED_LEVELS[:3]:
                measure_kind(kind, side, level, options.count, options.seconds)
    measure_long_run(options.long)


if __name__ == "__main__":
    main()
