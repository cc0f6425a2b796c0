"""Report the results of mutation tests (`make mutants`): killed mutants per file.

mutmut writes a `.meta` file for every mutated file, with the exit code of pytest for each mutant: 0
if the tests pass, 33 or 5 if no test covers it. Any other code, such as that of a timeout or crash,
means that the mutant was killed.

    python tools/mutants.py --run NAMES  run mutmut on new or on the named mutants
    python tools/mutants.py              print the table; exit 1 if a REQUIRED group is below 90 %
    python tools/mutants.py exact/sums   also print the surviving mutants of these files
"""

from __future__ import annotations

import ast
import difflib
import json
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path("mutants/src/masume")
ALIVE = {0: "survived", 33: "no test", 5: "no test"}
REQUIRED = {
    "referees": ["puzzles/*/puzzle.py", "puzzles/*/obstacles.py", "families/*/position.py"],
    "exact": ["exact/*.py"],
    "constraints": ["constraints/*.py"],
}
LEAST = 0.9


def run_mutmut(names: list[str]) -> None:
    """Run mutmut without its call stack, which is only needed for dependency tracking.

    Version 3.8 keeps it in a context variable, which crashes CPython 3.11 after millions of calls.
    """
    from mutmut import core
    from mutmut.__main__ import cli

    core.MutmutCallStack.set = classmethod(lambda cls, value: None)
    core.MutmutCallStack.reset = classmethod(lambda cls, token: None)
    cli(["run", *names], standalone_mode=False)


def read_results() -> dict[str, dict[str, int]]:
    """Return for each file the exit codes of its mutants that were run."""
    found = {}
    for meta in sorted(ROOT.rglob("*.meta")):
        codes = json.loads(meta.read_text())["exit_code_by_key"]
        existing = functions(meta.with_suffix(""))  # excludes mutants of an earlier version
        run = {
            name: code
            for name, code in codes.items()
            if code is not None and name.rpartition(".")[2] in existing
        }
        if run:
            found[str(meta.relative_to(ROOT))[: -len(".meta")]] = run
    return found


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


def main() -> int:
    """Run the command line; return the exit status."""
    if sys.argv[1:2] == ["--run"]:
        run_mutmut(sys.argv[2:])
    results = read_results()
    if not results:
        print("no results; run make mutants")
        return 1
    for file, run in results.items():
        killed, total = count_killed([run])
        print(f"{file:45}{killed:6} of {total:5}{killed / total:8.1%}")
        if any(wanted in file for wanted in sys.argv[1:]):
            show(file, run)
    passed = True
    for name, patterns in REQUIRED.items():
        runs = [run for file, run in results.items() if any(fnmatch(file, p) for p in patterns)]
        killed, total = count_killed(runs)
        if total:
            print(f"{name + ', total':45}{killed:6} of {total:5}{killed / total:8.1%}")
            passed = passed and killed / total >= LEAST
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
