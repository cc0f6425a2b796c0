"""Measure the report of a study with a million runs: seconds, memory, size of the page.

The rows are made up: four puzzles, six sizes, and searches whose effort grows with the board at
different rates, with random noise.

    python bench/report.py                  or: python bench/report.py --rows 100000 --seeds 1
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from math import exp
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from masume.lab.log import open_log
from masume.lab.store import open_store
from masume.lab.tasks import search_name

KINDS = ("hashi", "hitori", "kuromasu", "exactly_one")
ALGORITHMS = ("astar", "greedy", "beam", "ida_star", "breadth_first", "depth_first")
SPACES, HEURISTICS = ("walk", "decide"), ("near", "far")
STUDY = """title = "A million runs"
about = "Rows that nobody ran, to see how long a report takes."
[[boards]]
examples = ["*"]
[[searches]]
algorithms = ["all", "exact"]
[limits]
seconds = 10
nodes = 100000
"""
LIMITS = {"seconds": 10.0, "nodes": 100_000, "states": None, "megabytes": 1000}
Names = tuple[str, str, str]


def make(path: Path, rows: int, seeds: int) -> None:
    """Write a results file with about that many rows.

    The effort is exponential in the cells for half of the searches, a power of them for the rest.
    """
    searches = [
        (algorithm, space, heuristic)
        for algorithm in ALGORITHMS
        for space in SPACES
        for heuristic in ([""] if algorithm.endswith("first") else HEURISTICS)
    ]
    searches.append(("exact", "", ""))
    count = max(1, rows // (len(KINDS) * len(searches) * seeds))
    chance = Random(1)
    with open_log(path) as log:
        log.append("machine", {"id": "one", "host": "bench", "cores": 2, "masume": "0"})
        boards = [
            {"id": f"{kind}{i}", "kind": kind, "name": f"{kind}-{i}", "text": ""}
            | {"rows": 4 + i % 6, "cols": 4 + i % 6, "difficulty": ("easy", "hard")[i % 2]}
            for kind in KINDS
            for i in range(count)
        ]
        for board in boards:
            log.append("board", board)
        for number, names in enumerate(searches):
            for board in boards:
                for seed in range(seeds):
                    log.append("run", _row(number, names, board, seed, chance.random()))
        log.append("study", _declared(searches, [board["id"] for board in boards], seeds))


def _declared(searches: list[Names], boards: list[object], seeds: int) -> dict[str, object]:
    slots = [[seed, 1] for seed in range(seeds)]
    planned = [_names(names) | {"boards": boards, "slots": slots} for names in searches]
    limits = {f"limit_{name}": most for name, most in LIMITS.items()}
    return {"study": STUDY, "title": "A million runs", "limits": limits, "searches": planned}


def _names(names: Names) -> dict[str, object]:
    algorithm, space, heuristic = names
    named = {"algorithm": algorithm, "space": space, "heuristic": heuristic, "sources": "one"}
    return named | {"search": search_name(algorithm, heuristic, space)}


def _row(
    number: int, names: Names, board: dict[str, object], seed: int, noise: float
) -> dict[str, object]:
    cells = int(str(board["rows"])) ** 2
    growth = (1.03 + number / 150) ** cells if number % 2 == 0 else cells ** (1 + number / 12)
    effort = min(1e5, exp(2 * noise) * growth)
    solved = effort < 1e5
    expanded = None if names[0] == "exact" else int(effort)
    seconds = effort / 5e4 * (0.5 + noise)
    row = {"key": f"{board['id']}/{number}/{seed}", "board": board["id"], "seed": seed}
    row |= {f"limit_{name}": most for name, most in LIMITS.items()} | _names(names)
    row |= {"status": "solved" if solved else "killed" if noise > 0.9995 else "limit"}
    row |= {"reason": "" if solved else "100,000 nodes expanded", "expanded": expanded}
    row |= {name: expanded and 2 * expanded for name in ("generated", "max_frontier", "max_stored")}
    row |= {"seconds": seconds, "wall_seconds": seconds, "peak_mb": 30 + effort / 1e3}
    if str(board["id"]).endswith("00") and not seed:
        row |= {"h_trace": [500.0 - x for x in range(500)], "h_every": 2}
        row |= {"frontier_trace": [3 * x for x in range(500)], "frontier_every": 2}
    finished = f"2026-01-01 00:{number % 60:02}:00"
    return row | {"rounds": 1, "repetition": 1, "machine": "one", "finished": finished}


def report(results: Path, to: Path) -> None:
    """Write a report; print its time, memory and size. Runs in a separate process."""
    from masume.lab.report import write_report

    began = perf_counter()
    write_report(results, to)
    seconds = perf_counter() - began
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    page = to.stat().st_size / 1e6
    print(f"  {to.suffix}: {seconds:.1f} s, {megabytes:.0f} MB at most, page of {page:.2f} MB")


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--seeds", type=int, default=2)
    options.add_argument("--keep", type=Path, help="a folder for the files")
    options.add_argument("--report", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.report:
        report(*given.report)
        return
    with TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        results = folder / "bench.jsonl"
        began = perf_counter()
        if not results.exists():
            make(results, given.rows, given.seeds)
        with open_store(results) as store:
            (rows,) = store.query_row("SELECT count(*) FROM results")
        size = results.stat().st_size / 1e6
        print(f"{rows:,} rows, {size:.0f} MB, made in {perf_counter() - began:.1f} s", flush=True)
        for name in ("report.html", "report.md"):
            command = [sys.executable, __file__, "--report", str(results), str(folder / name)]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
