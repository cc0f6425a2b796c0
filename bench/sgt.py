"""Boards from Simon Tatham's collection, as Debian packs it, for the benchmarks.

Its generators make boards with one solution only. A seed in the parameters makes them make the
same board again (with the same version of the package), so each board is asked for by a seed of
its own: `20x20#7-0`, `20x20#7-1`, … are the boards of seed 7, and such an id can be typed into the
games themselves too.

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

FOLDERS = ("/usr/games", "/usr/local/games")  # where Debian puts games, often not in PATH
SECONDS = 60.0  # for one board; the games retry until a board is good, without an end of their own
PARAMS = {
    "range": r"\d+(x\d+)?",
    "singles": r"\d+(x\d+)?(d[ek])?",
    "bridges": r"\d+(x\d+)?(i\d+)?(e\d+)?(m[1-4])?L?(d[012])?",
}
KINDS = {"range": "kuromasu", "singles": "hitori", "bridges": "hashi"}


def boards(game: str, params: str, count: int, seed: int | str) -> list[Any]:
    """As many boards of a game as wanted, the same ones each time for the same seed."""
    # The games pass over what they do not understand, and make a board of another kind.
    if re.fullmatch(PARAMS[game], params) is None:
        raise ValueError(f"{params!r} are no parameters of sgt-{game}")
    executable = program(game)
    ids = [_generate(executable, f"{params}#{seed}-{number}") for number in range(count)]
    return [masume.load(board, kind=KINDS[game]) for board in ids]


def is_installed(game: str) -> bool:
    """Whether there is the game at all."""
    return _found(game) is not None


def _found(game: str) -> str | None:
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), *FOLDERS))
    return shutil.which(f"sgt-{game}", path=places)


def program(game: str) -> str:
    """Where the game is; without it the benchmark ends."""
    found = _found(game)
    if found is None:
        raise SystemExit(f"sgt-{game} is not installed; apt-get install sgt-puzzles brings it")
    return found


def _generate(program: str, wanted: str) -> str:
    """The id of the one board that the seed stands for."""
    # A home of its own keeps the user's preferences out of it.
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
