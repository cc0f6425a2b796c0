"""How long a command takes to start, beside a bare Python: ratios of medians, all in one run.

    python bench/start.py [--rounds 20] [--against OTHER/.venv/bin/python]

Each round starts every command once, so that a busy moment of the machine falls on all of them.
With another environment's Python the same commands are measured there too, turn by turn.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time

BARE = ["-c", "pass"]
COMMANDS = {
    "python -c pass": BARE,
    "import masume": ["-c", "import masume"],
    "--help": ["-m", "masume", "--help"],
    "list": ["-m", "masume", "list"],
    "solve of an example": ["-m", "masume", "solve", "hashi/pw-fig1"],
    "solve of an address": [
        "-m", "masume", "solve", "https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i",
    ],
    "generate": ["-m", "masume", "generate", "hitori", "--size", "5x5", "--seed", "1"],
}  # fmt: skip


def seconds(python: str, arguments: list[str]) -> float:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MASUME"))}
    begin = time.perf_counter()
    subprocess.run([python, "-P", *arguments], env=kept, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--against", metavar="PYTHON")
    chosen = options.parse_args()
    pythons = [sys.executable, *filter(None, [chosen.against])]
    times: dict[tuple[str, str], list[float]] = {}
    for python in pythons:  # once beforehand, for bytecode and the disk's cache
        for command in COMMANDS.values():
            seconds(python, command)
    for _ in range(chosen.rounds):
        for name, command in COMMANDS.items():
            for python in pythons:
                times.setdefault((python, name), []).append(seconds(python, command))
    for name in COMMANDS:
        line = f"{name:20}"
        for python in pythons:
            median = statistics.median(times[python, name])
            bare = statistics.median(times[python, "python -c pass"])
            line += f" {median * 1000:8.1f} ms {median / bare:6.1f} ×"
        print(line)


if __name__ == "__main__":
    main()
