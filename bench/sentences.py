"""Check that every sentence of explanations and hints is true and complete.

The checker of the tests (`tests/sentence_checker/`) reads the sentences of every step and of hints
about wrong marks: on boards of Debian's sgt-puzzles if installed, on the boards of tests/data, on
the examples and on the board of each technique.

    make bench-explain             or: python bench/sentences.py --boards 20
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import sgt  # noqa: E402
from sentence_checker import (  # noqa: E402
    PUZZLES,
    find_faults,
    find_hint_faults,
    walk_explanations,
    wrong_mark_hints,
)

import masume  # noqa: E402
from masume.core.plugins.registry import kind_of  # noqa: E402
from masume.formats.load import load_all  # noqa: E402
from masume.formats.plain import Board  # noqa: E402

SGT = {
    "range": ("10x10", "15x15"),
    "singles": ("10x10de", "10x10dk", "15x15dk"),
    "bridges": ("10x10i30e10m2d0", "10x10i30e10m2d2", "15x15i30e10m2d2"),
}
SECONDS = 20.0  # per board
WRONG = 4  # hints about wrong marks per board
LARGEST = 225  # most cells of a board for wrong marks


def board_sets(boards_each: int, seed: int) -> Iterator[tuple[str, list[Any]]]:
    """Yield (name, boards) for each set."""
    for kind in PUZZLES:
        examples = [board.puzzle for board in masume.examples(kind)]
        logic = kind_of(examples[0]).logic
        assert logic is not None
        texts = dict.fromkeys(technique.example for technique in logic().techniques)
        yield f"techniques of {kind}", [masume.load(text).puzzle for text in texts]
        yield f"examples of {kind}", examples
    for file in sorted((ROOT / "tests" / "data").rglob("*.txt")):
        yield (
            f"{file.parent.name} {file.stem}",
            [board.puzzle for board in load_all(file) if isinstance(board, Board)],
        )
    for game, each in SGT.items():
        for params in each if sgt.is_installed(game) else ():
            yield f"sgt-{game} {params}", sgt.boards(game, params, boards_each, seed)


def check(puzzle: Any, found: list[str], count: Counter[str]) -> None:
    """Check all sentences about a board; append faults to `found`, and count."""
    for explanation in walk_explanations(puzzle, masume.Limit(seconds=SECONDS)):
        count["sentences"] += 1
        found += find_faults(explanation)
    if puzzle.grid.size <= LARGEST:
        for wrong in wrong_mark_hints(puzzle, Random(masume.convert(puzzle, "plain")), WRONG):
            count["wrong marks"] += 1
            count["nothing short"] += wrong.explanation.told[0][0][1].template == "wrong-only"
            found += find_hint_faults(wrong)


def main() -> None:
    """Run the check from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=50, help="boards per set of sgt-puzzles")
    parser.add_argument("--only", default="", help="only sets whose name contains this text")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    columns = ("sentences", "wrong marks", "nothing short")
    print(f"{'boards':34}{'':>6}" + "".join(f"{name:>15}" for name in columns) + f"{'faults':>9}")
    bad = 0
    for name, boards in board_sets(options.boards, options.seed):
        if options.only not in name:
            continue
        found: list[str] = []
        count: Counter[str] = Counter()
        for puzzle in boards:
            check(puzzle, found, count)
        numbers = "".join(f"{count[column]:>15}" for column in columns)
        print(f"{name:34}{len(boards):>6}{numbers}{len(found):>9}", flush=True)
        for fault in found[:5]:
            print(f"  FAULT {fault}")
        bad += len(found)
    print(f"\nall sentences are true and complete: {'no' if bad else 'yes'}")
    raise SystemExit(bad > 0)


if __name__ == "__main__":
    main()
