"""Report the results of mutation tests (`make mutants`): killed mutants per file.

mutmut writes a `.meta` file for every mutated file, with the exit code of pytest for each mutant: 0
if the tests pass, 33 or 5 if no test covers it. Any other code, such as that of a timeout or crash,
means that the mutant was killed.

    python tools/mutants.py --run NAMES  run mutmut on new or on the named mutants
    python tools/mutants.py              print the table; exit 1 if a REQUIRED group is below 90 %
    python tools/mutants.py exact/sums   also print the surviving mutants of these files

With `--sample N --seed S` before the other arguments, only a random sample of N mutants of each
group is run and reported, with 95 % confidence intervals. A run can be interrupted and continued:
the sample is run in random order.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import re
import sys
from collections.abc import Container
from fnmatch import fnmatch
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path("mutants/src/masume")
ALIVE = {0: "survived", 33: "no test", 5: "no test"}
REQUIRED = {
    "referees": [
        "puzzles/*/puzzle.py",
        "puzzles/*/obstacles.py",
        "families/*/position.py",
        "families/cell_groups.py",
        "families/links/loop.py",
    ],
    "exact": ["exact/*.py"],
    "constraints": ["constraints/*.py"],
}
LEAST = 0.9


def run_mutmut(arguments: list[str], sample: int, seed: str) -> None:
    """Run mutmut, on a sample of so many mutants of each group unless `sample` is 0.

    Its call stack, which is only needed for dependency tracking, is disabled: version 3.8 keeps it
    in a context variable, which crashes CPython 3.11 after millions of calls.
    """
    from mutmut import __main__ as mutmut
    from mutmut import core

    core.MutmutCallStack.set = classmethod(lambda cls, value: None)
    core.MutmutCallStack.reset = classmethod(lambda cls, token: None)
    collect = mutmut.collect_source_file_mutation_data

    def collect_sample(**given: Any) -> tuple[list[Any], Any]:
        """Return the sampled mutants in random order; this is called when mutants exist."""
        mutants, files = collect(**given)
        places = {name: n for n, name in enumerate(sample_names(read_codes(), sample, seed))}
        chosen = [mutant for mutant in mutants if mutant[1] in places]
        return sorted(chosen, key=lambda mutant: places[mutant[1]]), files

    if sample:
        mutmut.collect_source_file_mutation_data = collect_sample
        mutmut.estimated_worst_case_time = lambda name: 0.0  # mutmut sorts by it
    mutmut.cli(["run", *arguments], standalone_mode=False)


def read_codes() -> dict[str, dict[str, int | None]]:
    """Return for each file the exit codes of its mutants, None for those that were not run."""
    found = {}
    for meta in sorted(ROOT.rglob("*.meta")):
        codes = json.loads(meta.read_text())["exit_code_by_key"]
        existing = functions(meta.with_suffix(""))  # excludes mutants of an earlier version
        found[str(meta.relative_to(ROOT))[: -len(".meta")]] = {
            name: code for name, code in codes.items() if name.rpartition(".")[2] in existing
        }
    return found


def read_results(chosen: Container[str] | None) -> dict[str, dict[str, int]]:
    """Return for each file the exit codes of its mutants that were run and, if given, chosen."""
    found = {}
    for file, codes in read_codes().items():
        run = {
            name: code
            for name, code in codes.items()
            if code is not None and (chosen is None or name in chosen)
        }
        if run:
            found[file] = run
    return found


def sample_names(codes: dict[str, dict[str, int | None]], size: int, seed: str) -> list[str]:
    """Return a random sample of the mutants of each group, shuffled."""
    rng, chosen = Random(seed), []
    for patterns in REQUIRED.values():
        names = sorted(name for file in codes if is_in(file, patterns) for name in codes[file])
        chosen += rng.sample(names, min(size, len(names)))
    rng.shuffle(chosen)
    return chosen


def is_in(file: str, patterns: list[str]) -> bool:
    """Return whether a file belongs to a group."""
    return any(fnmatch(file, pattern) for pattern in patterns)


def wilson_interval(killed: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, by Wilson's method."""
    share, spread = killed / total, z * z / total
    centre = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return centre - half, centre + half


def functions(file: Path) -> dict[str, list[str]]:
    """Return the body lines of each function of a file, including mutants."""
    lines = file.read_text().splitlines()
    return {
        node.name: lines[node.lineno : node.end_lineno]
        for node in ast.walk(ast.parse("\n".join(lines)))
        if isinstance(node, ast.FunctionDef)
    }


def count_killed(runs: list[dict[str, int]]) -> tuple[int, int]:
    """Return the number of killed mutants and of all mutants."""
    codes = [code for run in runs for code in run.values()]
    return sum(code not in ALIVE for code in codes), len(codes)


def show(file: str, run: dict[str, int]) -> None:
    """Print the difference of each surviving mutant from the original."""
    bodies = functions(ROOT / file)
    for key, code in run.items():
        if code not in ALIVE:
            continue
        name = key.rpartition(".")[2]
        original = bodies[re.sub(r"\d+$", "orig", name)]
        print(f"\n{file}: {name}, {ALIVE[code]}")
        for line in difflib.unified_diff(original, bodies[name], lineterm="", n=0):
            if not line.startswith(("---", "+++", "@@")):
                print(f"  {line}")


def print_share(name: str, killed: int, total: int, note: str = "") -> None:
    """Print a row of the table."""
    print(f"{name:45}{killed:6} of {total:5}{killed / total:8.1%}{note}")


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=0, help="mutants of each group (0: all)")
    parser.add_argument("--seed", default="1", help="of the sample")
    parser.add_argument("--run", nargs=argparse.REMAINDER, help="run mutmut with these arguments")
    parser.add_argument("files", nargs="*", help="print the surviving mutants of these files")
    given = parser.parse_args()
    if given.run is not None:
        run_mutmut(given.run, given.sample, given.seed)
    codes = read_codes()
    chosen = set(sample_names(codes, given.sample, given.seed)) if given.sample else None
    results = read_results(chosen)
    if not results:
        print("no results; run make mutants")
        return 1
    for file, run in results.items():
        print_share(file, *count_killed([run]))
        if any(wanted in file for wanted in given.files):
            show(file, run)
    passed = True
    for name, patterns in REQUIRED.items():
        runs = [run for file, run in results.items() if is_in(file, patterns)]
        killed, total = count_killed(runs)
        everything = sum(len(codes[file]) for file in codes if is_in(file, patterns))
        if total:
            low, high = wilson_interval(killed, total)
            note = f"; sample of {everything}: {low:.1%} to {high:.1%}"
            print_share(f"{name}, total", killed, total, note if total < everything else "")
            passed = passed and killed / total >= LEAST
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
