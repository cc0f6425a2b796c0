"""Measure the report of a study with a million runs: seconds, memory, size of the page.

The rows are made up, by SQL alone, so that making them is quick: four puzzles, six sizes, and
searchs whose effort grows with the board at different rates, with noise that depends on the key of
the row.

    python bench/report.py                  or: python bench/report.py --rows 100000 --seeds 1
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from masume.lab.store import Store
from masume.lab.store_files import open_store

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
_METHODS = """
    CREATE TEMP TABLE m AS
    SELECT row_number() OVER () - 1 AS n, *,
           algorithm || CASE WHEN heuristic = '' THEN '' ELSE ' + ' || heuristic END
               || CASE WHEN space = '' THEN '' ELSE ', ' || space END AS search
    FROM (
        SELECT a.algorithm, s.space, h.heuristic
        FROM unnest(?) a(algorithm), unnest(?) s(space), unnest(?) h(heuristic)
        WHERE a.algorithm NOT LIKE '%first'
        UNION ALL
        SELECT a.algorithm, s.space, '' FROM unnest(?) a(algorithm), unnest(?) s(space)
        WHERE a.algorithm LIKE '%first'
        UNION ALL SELECT 'exact', '', ''
    )
"""
_BOARDS = """
    INSERT INTO boards
    SELECT k.kind || i, k.kind, k.kind || '-' || i, 4 + i % 6, 4 + i % 6,
           CASE WHEN i % 2 = 0 THEN 'easy' ELSE 'hard' END, ''
    FROM unnest(?) k(kind), range(?) r(i)
"""
_TASKS = """
    INSERT INTO tasks BY NAME
    SELECT b.id || '/' || m.n || '/' || s.seed AS key, b.id AS board, m.algorithm, m.space,
           m.heuristic, m.search, s.seed, 1 AS repetition
    FROM boards b, m, range(?) s(seed)
"""
# Effort: exponential in the cells for the first half of the searchs, a power of them for the rest.
_RUNS = """
    INSERT INTO runs BY NAME
    WITH told AS (
        SELECT t.*, b.rows * b.cols AS cells, m.n, hash(t.key) % 1000000 / 1e6 AS noise
        FROM tasks t JOIN boards b ON b.id = t.board JOIN m ON m.search = t.search
    ), worked AS (
        SELECT *, exp(2 * noise) * CASE WHEN n % 2 = 0 THEN pow(1.03 + n / 150, cells)
                  ELSE pow(cells, 1 + n / 12) END AS effort
        FROM told
    )
    SELECT key, board, algorithm, space, heuristic, search, seed, repetition,
           100000 AS limit_nodes, 10.0 AS limit_seconds, 1000 AS limit_megabytes,
           CASE WHEN effort < 100000 THEN 'solved' WHEN noise > 0.9995 THEN 'killed'
                ELSE 'limit' END AS status,
           CASE WHEN effort < 100000 THEN '' ELSE '100,000 nodes expanded' END AS reason,
           CASE WHEN algorithm <> 'exact' THEN least(effort, 100000)::BIGINT END AS expanded,
           expanded * 3 AS generated, expanded * 2 AS max_frontier, expanded * 2 AS max_stored,
           1 AS rounds, least(effort, 100000) / 5e4 * (0.5 + noise) AS seconds,
           seconds AS wall_seconds, 30 + expanded / 1e3 AS peak_mb,
           'one' AS machine, TIMESTAMP '2026-01-01' + INTERVAL (n) SECOND AS finished
    FROM worked
"""
_TRACES = """
    INSERT INTO traces
    SELECT key, list_transform(range(500), lambda x: 500.0 - x), 2,
           list_transform(range(500), lambda x: 3 * x), 2
    FROM runs WHERE board LIKE '%00' AND seed = 0
"""


def make(path: Path, rows: int, seeds: int) -> None:
    """Write a results file with about that many rows."""
    with open_store(path, write=True) as store:
        store.query(_METHODS, [ALGORITHMS, SPACES, HEURISTICS, ALGORITHMS, SPACES])
        (searchs,) = store.query_row("SELECT count(*) FROM m")
        boards = max(1, rows // (len(KINDS) * searchs * seeds))
        store.query(_BOARDS, [KINDS, boards])
        store.query(_TASKS, [seeds])
        store.query(_RUNS)
        store.query(_TRACES)
        _store_meta(store)


def _store_meta(store: Store) -> None:
    store.set_meta(study=STUDY, title="A million runs")
    store.save_machine(
        {"id": "one", "host": "bench", "cores": 2, "python": "CPython 3", "masume": "0"}
    )


def report(results: Path, to: Path) -> None:
    """In a process of its own: the report, and what it has taken."""
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
        results = folder / "bench.duckdb"
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
