"""Compare masume with an earlier commit: run the same study with both, and compare run by run.

The sources of the other commit are extracted into build/history and run in this environment. Both
run alternately, as the speed of a machine drifts between sessions; times are compared over rounds.
The schema of results files must be the same in both.

    make bench-history BENCH_OPTIONS=77feace        or: python bench/history.py 77feace --rounds 3
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parents[1]
BUILD = HOME / "build" / "history"
STUDY = HOME / "studies" / "history.toml"


def git(*arguments: str) -> str:
    """Return the output of a Git command."""
    command = ["git", "-C", str(HOME), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def sources(commit: str) -> Path:
    """Return a folder with the sources of a commit."""
    folder = BUILD / commit
    if not (folder / "src").exists():
        folder.mkdir(parents=True, exist_ok=True)
        packed = subprocess.run(
            ["git", "-C", str(HOME), "archive", commit, "src"], check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", str(folder)], check=True, input=packed.stdout)
    return folder / "src"


def run(source: Path, into: Path) -> None:
    """Run the study with these sources into a new file."""
    command = [sys.executable, "-P", "-m", "masume", "study", "run", str(STUDY)]
    environment = os.environ | {"PYTHONPATH": str(source)}
    command += ["--into", str(into), "--jobs", "1"]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> int:
    """Run both alternately and compare the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("commit", nargs="?", default="HEAD~1")
    parser.add_argument("--rounds", type=int, default=3, help="number of runs of each")
    options = parser.parse_args()
    commit = git("rev-parse", "--short=12", options.commit)
    both = {commit: sources(commit), "now": HOME / "src"}
    files = []
    for number in range(1, options.rounds + 1):
        paths = {name: BUILD / f"{name}-{number}.jsonl" for name in both}
        for name in list(both)[:: 1 if number % 2 else -1]:
            paths[name].unlink(missing_ok=True)
            run(both[name], paths[name])
        files += [str(path.relative_to(HOME)) for path in paths.values()]
    command = [sys.executable, "-P", "-m", "masume", "study", "compare", *files]
    return subprocess.run(command, cwd=HOME, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
