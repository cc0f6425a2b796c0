"""What the lab itself costs: processor time around a run, here and on a cluster.

    make bench-lab              or: python bench/lab.py --runs 10000 --cluster local:2
    python bench/lab.py --plan 1000000      only the plan of so many runs: its memory and time

A study of many short runs is run on watched processes and on Dask workers, with few runs and with
many: what the second takes more is what a run costs, without what starting costs. It is counted in
processor time, so it does not matter much what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from masume.lab.drive import run_study
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards, planned
from masume.work.batches import Pool, thread_pool
from masume.work.cluster import cluster

TRIES = 3
RUNS_A_SEED = 210  # about, of the study below
STUDY = """
title = "many short runs"
traces = false
[[boards]]
examples = ["hitori/jain-*", "kuromasu/*", "hashi/*", "exactly_one/*"]
[[searches]]
algorithms = ["greedy", "simulated_annealing:steps={steps}"]
spaces = ["repair", "decide"]
seeds = {seeds}
[limits]
nodes = 200
"""


class Cost(NamedTuple):
    """What a study took, in processor seconds."""

    runs: int
    driver: float  # of the process that plans, collects and writes
    workers: float  # of all processes below it, with the runs
    inside: float  # of the runs themselves


def cost(opened: Callable[[], AbstractContextManager[Pool]], seeds: int, steps: int) -> Cost:
    """Run the study on a pool of its own."""
    study = parse_study(STUDY.format(seeds=seeds, steps=steps))
    before = used()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.duckdb"
        with opened() as pool:
            progress = run_study(study, path, pool)
        driver, workers = (now - then for now, then in zip(used(), before, strict=True))
        with open_store(path) as store:
            (inside,) = store.one("SELECT sum(seconds) FROM results")
    return Cost(progress.done, driver, workers, inside)


def used() -> tuple[float, float]:
    """Of the processor, by this process and by all that it has started and that have ended."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    own, theirs = (one.ru_utime + one.ru_stime for one in both)
    return own, theirs


def measured(
    name: str, opened: Callable[[], AbstractContextManager[Pool]], runs: int, steps: int
) -> None:
    """Print what a run costs on a pool, the least of several tries."""
    seeds = max(6, runs // RUNS_A_SEED)
    found = []
    for _ in range(TRIES):
        few, many = (cost(opened, number, steps) for number in (seeds // 6, seeds))
        more = many.runs - few.runs
        inside = (many.inside - few.inside) / more
        workers = (many.workers - few.workers) / more - inside
        found.append((many.runs, inside, (many.driver - few.driver) / more, workers))
    count = found[0][0]
    inside, driver, workers = (min(one[i] for one in found) * 1e3 for i in (1, 2, 3))
    print(
        f"{name:22}{count:>8,}{inside:>12.2f}{workers:>12.2f}{driver:>12.2f}{1e3 / driver:>12,.0f}"
    )


def plan_of(runs: int) -> None:
    """Plan so many runs, note them in a file, and take them up one by one, without running any."""
    boards = 121
    text = STUDY.format(seeds=1, steps=1).replace("nodes = 200", "nodes = 200\nseconds = 5")
    study = parse_study(text.replace('"greedy", ', ""))
    given = list(given_boards(study))
    planned(study, given)  # imports
    before, began = peak_mb(), perf_counter()
    each = replace(study.searches[0], seeds=tuple(range(1000)), repetitions=1)
    per_seed = len(planned(replace(study, searches=(replace(each, seeds=(0,)),)), given)[0])
    each = replace(each, repetitions=max(1, round(runs / 1000 / per_seed)))
    tasks, not_tried = planned(replace(study, searches=(each,)), given)
    print(f"{len(tasks):,} runs on {boards} boards: planned in {perf_counter() - began:.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plan.duckdb"
        with open_store(path, write=True) as store:
            store.declare(study.text, study.title, given, tasks, not_tried)
            noted = perf_counter() - began
            disk = path.stat().st_size / 1e6
            print(
                f"noted after {noted:.1f} s, {disk:,.0f} MB on disk, {peak_mb():,.0f} MB held",
                flush=True,
            )
            done = store.done_keys()
            left = sum(task.key not in done for task in tasks.shuffled())
    print(f"{left:,} taken up after {perf_counter() - began:.1f} s")
    print(f"memory of the driver: {peak_mb():,.0f} MB at most, {before:,.0f} MB before the plan")


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=10_000, help="about so many")
    parser.add_argument("--steps", type=int, default=1000, help="of a run; more make it longer")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", nargs="*", default=["local:2"])
    parser.add_argument("--plan", type=int, metavar="RUNS", help="plan so many, and run none")
    options = parser.parse_args()
    if options.plan:
        plan_of(options.plan)
        return
    print(f"{'pool':22}{'runs':>8}{'run ms':>12}{'worker ms':>12}{'driver ms':>12}{'runs/s':>12}")
    here = partial(thread_pool, options.jobs)
    measured(f"{options.jobs} watched processes", here, options.runs, options.steps)
    for text in options.cluster:
        measured(f"Dask {text}", partial(cluster, text), options.runs, options.steps)
    print("\nprocessor time of one run, the least of three tries:")
    print("run: its own; worker: around it in the worker's processes; driver: in the process that")
    print("plans, collects and writes; runs/s: how many one driver can see to")


if __name__ == "__main__":
    main()
