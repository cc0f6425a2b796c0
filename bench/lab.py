"""What the lab itself costs: the time around a run, here and on a cluster, and how busy they are.

    make bench-lab              or: python bench/lab.py --runs 10000 --cluster local:2
    python bench/lab.py --plan 1000000      only the plan of so many runs: its memory and time

A study of many short runs is run on watched processes and on Dask workers. For each it prints the
runs a second, what a run costs beyond its own time, and the share of the wall time in which the
workers were at a run.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from masume.lab.drive import run_study
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards, planned
from masume.work.batches import Pool, thread_pool
from masume.work.cluster import cluster

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


def measured(name: str, pool: Pool, runs: int, steps: int) -> None:
    """Run the study on a pool and print what it took."""
    boards = 121  # of the examples above; the number of seeds follows
    study = parse_study(STUDY.format(seeds=max(1, runs // boards), steps=steps))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.duckdb"
        warm = parse_study(STUDY.format(seeds=1, steps=1))
        run_study(warm, Path(folder) / "warm.duckdb", pool)  # the workers start and import
        own = resource.getrusage(resource.RUSAGE_SELF)
        began = perf_counter()
        progress = run_study(study, path, pool)
        wall = perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_SELF)
        with open_store(path) as store:
            inside, median = store.one(
                "SELECT sum(wall_seconds), median(wall_seconds) FROM results"
            )
    ours = after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime
    width = pool.width
    print(
        f"{name:22}{progress.done:>8,}{wall:>9.1f}{progress.done / wall:>9.0f}{median * 1e3:>11.2f}"
        f"{(width * wall - inside) / progress.done * 1e3:>13.2f}{inside / (width * wall):>9.1%}"
        f"{ours / wall:>11.1%}",
        flush=True,
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
    print(
        f"{'pool':22}{'runs':>8}{'wall s':>9}{'runs/s':>9}{'median ms':>11}"
        f"{'overhead ms':>13}{'busy':>9}{'driver':>11}"
    )
    with ExitStack() as stack:
        here = stack.enter_context(thread_pool(options.jobs))
        measured(f"{options.jobs} watched processes", here, options.runs, options.steps)
    for text in options.cluster:
        with cluster(text) as pool:
            measured(f"Dask {text}", pool, options.runs, options.steps)
    print("\noverhead: wall time of the workers beyond the runs themselves, per run")
    print("busy: share of that wall time in which they were at a run")
    print("driver: processor time of the process that plans, collects and writes")


if __name__ == "__main__":
    main()
