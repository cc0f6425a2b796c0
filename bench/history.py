"""masume beside an earlier commit of itself: the same study with both, compared run by run.

The sources of the other commit are taken out of git into build/history and run in this
environment. Both take turns, and every other round the other one begins: the speed of a machine
drifts from session to session, so times are compared over rounds.

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
    """What git answers."""
    command = ["git", "-C", str(HOME), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def sources(commit: str) -> Path:
    """The sources of a commit, in a folder of their own."""
    folder = BUILD / commit
    if not (folder / "src").exists():
        folder.mkdir(parents=True, exist_ok=True)
        packed = subprocess.run(
            ["git", "-C", str(HOME), "archive", commit, "src"], check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", str(folder)], check=True, input=packed.stdout)
    return folder / "src"


def run(source: Path, into: Path) -> None:
    """The study with these sources, into a new file."""
    command = [sys.executable, "-P", "-m", "masume", "study", "run", str(STUDY)]
    environment = os.environ | {"PYTHONPATH": str(source)}
    command += ["--into", str(into), "--jobs", "1"]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> int:
    """Run both, and let masume compare them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("commit", nargs="?", default="HEAD~1")
    parser.add_argument("--rounds", type=int, default=3, help="how often both are run")
    options = parser.parse_args()
    commit = git("rev-parse", "--short=12", options.commit)
    both = {commit: sources(commit), "now": HOME / "src"}
    files = []
    for number in range(1, options.rounds + 1):
        paths = {name: BUILD / f"{name}-{number}.duckdb" for name in both}
        for name in list(both)[:: 1 if number % 2 else -1]:
            paths[name].unlink(missing_ok=True)
            run(both[name], paths[name])
        files += [str(path.relative_to(HOME)) for path in paths.values()]
    command = [sys.executable, "-P", "-m", "masume", "study", "compare", *files]
    return subprocess.run(command, cwd=HOME, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
