"""Boards from Simon Tatham's collection (Debian's sgt-puzzles) for the benchmarks.

Its generators produce boards with one solution. A seed in the parameters makes a board reproducible
with the same version of the package: the boards of seed 7 have the IDs `20x20#7-0`, `20x20#7-1`, …,
which can also be entered in the games.

    python bench/sgt.py range 20x20 --count 3 --seed 7
    python bench/sgt.py singles 20x20dk
    python bench/sgt.py bridges 20x20i30e10m2d2
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from typing import Any

import masume

FOLDERS = ("/usr/games", "/usr/local/games")  # Debian's folders of games, often not in PATH
SECONDS = 60.0  # per board; the generators have no limit of their own
PARAMS = {
    "range": r"\d+(x\d+)?",
    "singles": r"\d+(x\d+)?(d[ek])?",
    "bridges": r"\d+(x\d+)?(i\d+)?(e\d+)?(m[1-4])?L?(d[012])?",
}
KINDS = {"range": "kuromasu", "singles": "hitori", "bridges": "hashi"}


def boards(game: str, params: str, count: int, seed: int | str) -> list[Any]:
    """Return boards of a game; equal seeds give equal boards."""
    # The games ignore invalid parameters.
    if re.fullmatch(PARAMS[game], params) is None:
        raise ValueError(f"{params!r}: invalid parameters of sgt-{game}")
    executable = program(game)
    ids = [_generate(executable, f"{params}#{seed}-{number}") for number in range(count)]
    return [masume.load(board, kind=KINDS[game]).puzzle for board in ids]


def is_installed(game: str) -> bool:
    """Return whether the game is installed."""
    return _find(game) is not None


def _find(game: str) -> str | None:
    folders = os.pathsep.join((os.environ.get("PATH", os.defpath), *FOLDERS))
    return shutil.which(f"sgt-{game}", path=folders)


def program(game: str) -> str:
    """Return the path of the game; exit if it is not installed."""
    path = _find(game)
    if path is None:
        raise SystemExit(f"sgt-{game} is not installed; run apt-get install sgt-puzzles")
    return path


def _generate(program: str, wanted: str) -> str:
    """Return the ID of a board."""
    # A temporary home excludes the user's preferences.
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [program, "--generate", "1", wanted],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home},
        )
    if done.returncode or not done.stdout.strip():
        raise ValueError(f"{program} {wanted}: {done.stderr.strip() or 'no board'}")
    return done.stdout.strip()


def main() -> None:
    """Print boards of a game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=KINDS)
    parser.add_argument("params")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for puzzle in boards(options.game, options.params, options.count, options.seed):
        print(masume.picture(puzzle), end="\n\n")


if __name__ == "__main__":
    main()
