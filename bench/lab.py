"""Measure the overhead of a run of a study, locally and on a cluster.

    make bench-lab              or: python bench/lab.py --runs 10000 --cluster local:2
    python bench/lab.py --plan 1000000      only the plan of so many runs: its memory and time

A study of many short runs is run on watched processes and on Dask workers that have started and
imported everything. It is counted in processor time (Linux), the least of several tries, so it does
not matter much what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from masume.lab.drive import EarlierRuns, declare, run_study
from masume.lab.log import open_log
from masume.lab.planning import plan_runs
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards
from masume.work.batches import Pool, thread_pool
from masume.work.cluster import cluster
from masume.work.supervisor import descendants

TRIES = 3
RUNS_A_SEED = 103  # of the study below
STUDY = """
title = "many short runs"
traces = false
[[boards]]
examples = ["hitori/jain-*", "kuromasu/*", "hashi/*", "exactly_one/*"]
[[searches]]
algorithms = ["simulated_annealing:steps={steps}"]
spaces = ["repair"]
seeds = {seeds}
[limits]
nodes = 200
"""


class Cost(NamedTuple):
    """The processor time of a run in milliseconds."""

    inside: float  # the run itself
    worker: float  # around it, in all processes below this one
    driver: float  # in this process, which plans, collects and writes


def cost(pool: Pool, runs: int, steps: int) -> Cost:
    """Return the cost of a run on a warm pool."""
    study = parse_study(STUDY.format(seeds=max(1, runs // RUNS_A_SEED), steps=steps))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"
        own, theirs = process_time(), used_below()
        done = run_study(study, path, pool).done
        own, theirs = process_time() - own, used_below() - theirs
        with open_store(path) as store:
            (inside,) = store.query_row("SELECT sum(seconds) FROM results")
    return Cost(*(1e3 * seconds / done for seconds in (inside, theirs - inside, own)))


def used_below() -> float:
    """Return the processor seconds of all descendant processes, including ended ones."""
    ticks = 0
    for process in descendants(os.getpid()):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(name: str, pool: Pool, runs: int, steps: int) -> None:
    """Print the cost of a run on a pool, the least of several tries."""
    cost(pool, RUNS_A_SEED, 1)  # the workers start and import
    found = [cost(pool, runs, steps) for _ in range(TRIES)]
    inside, worker, driver = (min(times[i] for times in found) for i in range(3))
    print(
        f"{name:22}{inside:>12.2f}{worker:>12.2f}{driver:>12.2f}{1e3 / driver:>12,.0f}", flush=True
    )


def plan_of(runs: int) -> None:
    """Plan that many runs, store them, and iterate over them without running any."""
    text = STUDY.format(seeds=1, steps=1).replace("nodes = 200", "nodes = 200\nseconds = 5")
    study = parse_study(text)
    given = list(given_boards(study))
    plan_runs(study, given)  # imports
    before, began = peak_mb(), perf_counter()
    each = replace(study.searches[0], seeds=tuple(range(1000)), repetitions=1)
    per_seed = len(plan_runs(replace(study, searches=(replace(each, seeds=(0,)),)), given)[0])
    each = replace(each, repetitions=max(1, round(runs / 1000 / per_seed)))
    tasks, not_tried = plan_runs(replace(study, searches=(each,)), given)
    boards = sum(1 for _ in tasks.boards())
    print(f"{len(tasks):,} runs on {boards} boards: planned in {perf_counter() - began:.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plan.jsonl"
        with open_log(path) as log:
            declare(log, study, tasks, not_tried)
        noted = perf_counter() - began
        disk = path.stat().st_size / 1e6
        print(
            f"noted after {noted:.1f} s, {disk:,.0f} MB on disk, {peak_mb():,.0f} MB held",
            flush=True,
        )
        with open_store(path) as store:
            done = EarlierRuns.read(store, ()).done
        left = sum(task.key not in done for task in tasks.in_random_order())
    print(f"{left:,} taken up after {perf_counter() - began:.1f} s")
    print(f"memory of the driver: {peak_mb():,.0f} MB at most, {before:,.0f} MB before the plan")


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=10_000, help="about so many")
    parser.add_argument("--steps", type=int, default=20, help="of a run; more make it longer")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", nargs="*", default=["local:2"])
    parser.add_argument("--plan", type=int, metavar="RUNS", help="plan so many, and run none")
    options = parser.parse_args()
    if options.plan:
        plan_of(options.plan)
        return
    print(f"{'pool':22}{'run ms':>12}{'worker ms':>12}{'driver ms':>12}{'runs/s':>12}")
    with thread_pool(options.jobs) as pool:
        measure(f"{options.jobs} watched processes", pool, options.runs, options.steps)
    for text in options.cluster:
        with cluster(text) as pool:
            measure(f"Dask {text}", pool, options.runs, options.steps)
    print("\nprocessor time of one run, the least of three tries:")
    print("run: its own; worker: around it in the worker's processes; driver: in the process that")
    print("plans, collects and writes; runs/s: how many one driver can see to")


if __name__ == "__main__":
    main()
