"""What `make mutants` has found: for each file how many changes of its code the tests notice.

mutmut keeps a `.meta` file beside every mutated file, with the exit code of pytest for each mutant:
0 if the tests pass all the same, 33 or 5 if there is no test at all. Any other code, a timeout and
a crash among them, is a mutant that was noticed.

    python tools/mutants.py --run NAMES  mutmut itself: those that were not run yet, or those named
    python tools/mutants.py              the table; exit 1 if a group of HELD is below 90 %
    python tools/mutants.py exact/sums   also the changes that nobody noticed there
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
UNNOTICED = {0: "survived", 33: "no test", 5: "no test"}
HELD = {
    "referees": ["puzzles/*/puzzle.py", "puzzles/*/obstacles.py", "families/*/position.py"],
    "exact": ["exact/*.py"],
    "constraints": ["constraints/*.py"],
}
LEAST = 0.9


def run_mutmut(names: list[str]) -> None:
    """mutmut, without the stack of calls that it keeps for dependencies, which we do not ask for.

    Version 3.8 keeps it in a context variable, and CPython 3.11 crashes over millions of those.
    """
    from mutmut import core
    from mutmut.__main__ import cli

    core.MutmutCallStack.set = classmethod(lambda cls, value: None)
    core.MutmutCallStack.reset = classmethod(lambda cls, token: None)
    cli(["run", *names], standalone_mode=False)


def verdicts() -> dict[str, dict[str, int]]:
    """For each file its mutants that were run, with the exit code of the tests."""
    found = {}
    for meta in sorted(ROOT.rglob("*.meta")):
        codes = json.loads(meta.read_text())["exit_code_by_key"]
        there = functions(meta.with_suffix(""))  # without those of an earlier version
        run = {
            name: code
            for name, code in codes.items()
            if code is not None and name.rpartition(".")[2] in there
        }
        if run:
            found[str(meta.relative_to(ROOT))[: -len(".meta")]] = run
    return found


def functions(file: Path) -> dict[str, list[str]]:
    """The lines of each function of a file, mutants among them, without the first."""
    lines = file.read_text().splitlines()
    return {
        node.name: lines[node.lineno : node.end_lineno]
        for node in ast.walk(ast.parse("\n".join(lines)))
        if isinstance(node, ast.FunctionDef)
    }


def share(runs: list[dict[str, int]]) -> tuple[int, int]:
    """How many mutants were noticed, of how many."""
    codes = [code for run in runs for code in run.values()]
    return sum(code not in UNNOTICED for code in codes), len(codes)


def show(file: str, run: dict[str, int]) -> None:
    """The lines of each mutant that nobody noticed, beside those of the original."""
    there = functions(ROOT / file)
    for key, code in run.items():
        if code not in UNNOTICED:
            continue
        name = key.rpartition(".")[2]
        original = there[re.sub(r"\d+$", "orig", name)]
        print(f"\n{file}: {name}, {UNNOTICED[code]}")
        for line in difflib.unified_diff(original, there[name], lineterm="", n=0):
            if not line.startswith(("---", "+++", "@@")):
                print(f"  {line}")


def main() -> int:
    """Print the table and what was asked for; the exit status."""
    if sys.argv[1:2] == ["--run"]:
        run_mutmut(sys.argv[2:])
    found = verdicts()
    if not found:
        print("nothing was run; make mutants runs it")
        return 1
    for file, run in found.items():
        noticed, every = share([run])
        print(f"{file:45}{noticed:6} of {every:5}{noticed / every:8.1%}")
        if any(wanted in file for wanted in sys.argv[1:]):
            show(file, run)
    held = True
    for name, patterns in HELD.items():
        runs = [run for file, run in found.items() if any(fnmatch(file, one) for one in patterns)]
        noticed, every = share(runs)
        if every:
            print(f"{name + ', together':45}{noticed:6} of {every:5}{noticed / every:8.1%}")
            held = held and noticed / every >= LEAST
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
