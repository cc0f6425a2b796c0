"""Measure how many tasks per second one core makes, reads and scores, and the memory of a long run.

    python bench/tasks.py [--count 40] [--long 2000]

Boards per second are those of one process; a machine with n cores makes about n times as many.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from masume import tasks
from masume.core.puzzle.technique import NAMED_LEVELS
from masume.errors import MasumeError
from masume.tasks.dataset import Recipe, write_dataset
from masume.tasks.task import generated_kinds


def measure_kind(kind: str, size: str, level: str, count: int) -> None:
    """Print the tasks per second of a kind and level: made, asked, and scored."""
    began = process_time()
    try:
        boards = list(tasks.make_tasks(kind, size=size, difficulty=level, count=count, seed=1))
    except MasumeError as fault:
        print(f"{kind:14}{size:>7} {level:8} {fault}")
        return
    made = process_time() - began
    began = process_time()
    prompts = [task.prompt for task in boards]
    asked = process_time() - began
    began = process_time()
    rewards = [tasks.score(task, f"I think:\n```\n{task.answer}\n```").reward for task in boards]
    scored = process_time() - began
    assert all(reward == 1 for reward in rewards) and all(prompts)
    rates = [f"{len(boards) / max(seconds, 1e-9):12,.0f}" for seconds in (made, asked, scored)]
    print(f"{kind:14}{size:>7} {level:8}{''.join(rates)}", flush=True)


def measure_long_run(count: int) -> None:
    """Print the rate and the memory of a long dataset of small boards, part by part."""
    recipe = Recipe(tuple(generated_kinds()), ("5x5",), ("easy",), count, part=max(1, count // 4))
    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        for progress in write_dataset(Path(folder) / "set", recipe):
            rate = progress.tasks / (perf_counter() - began)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{progress.tasks:9,} tasks {rate:8,.0f}/s {memory:7.0f} MB", flush=True)
        print(f"10^8 tasks on 1,000 cores at this rate: {1e8 / rate / 1000 / 3600:.1f} hours")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="tasks of each kind and level")
    parser.add_argument("--long", type=int, default=2000, help="tasks of the long run")
    options = parser.parse_args()
    print(f"{'':30}{'made/s':>12}{'prompts/s':>12}{'scored/s':>12}")
    for kind in generated_kinds():
        for size in ("6x6", "10x10"):
            for level in NAMED_LEVELS[:3]:
                measure_kind(kind, size, level, options.count)
    measure_long_run(options.long)


if __name__ == "__main__":
    main()
