"""How boards of Debian's sgt-puzzles are explained: how far, how hard, how fast, and whether truly.

For every puzzle and every difficulty letter of its generator: how many boards are explained to the
end, how many by named techniques alone, the average grade, and what is wrong with any step (each is
checked by the exact engine: it must follow, and from nothing but what it names). Then how long a
hint takes on a 15×15 board: from the bare board, and from positions on the way to the end; whether
scores come in the order of the letters; and how long walks on 20×20 and hints on 30×30 take,
in time of the processor.

    make bench-explain             or: python bench/explain.py --boards 20
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import sgt

import masume
from masume.core.technique import LEVELS
from masume.explain.audit import audit
from masume.explain.explainer import Explainer
from masume.formats.load import load_all
from masume.formats.plain import Board
from masume.render.walk import Story, document

ROOT = Path(__file__).parents[1]
SETS = {  # game -> (its parameters by the name of the level, wanted share by names alone)
    "range": {"any": ("10x10", 0.9)},
    "singles": {"de": ("10x10de", 0.9), "dk": ("10x10dk", 0.75)},
    "bridges": {
        "d0": ("10x10i30e10m2d0", 0.9),
        "d1": ("10x10i30e10m2d1", 0.75),
        "d2": ("10x10i30e10m2d2", 0.0),
    },
}
LETTERS = (  # pairs of letters whose scores should come in that order, and how often at least
    ("singles", "10x10de", "10x10dk", 0.99),
    ("bridges", "10x10i30e10m2d0", "10x10i30e10m2d1", 0.95),
    ("bridges", "10x10i30e10m2d1", "10x10i30e10m2d2", 0.95),
)
WALKS = {"range": "20x20", "singles": "20x20dk", "bridges": "20x20i30e10m2d2"}
HUGE = {"range": "30x30", "singles": "30x30dk", "bridges": "30x30i30e10m2d2"}
LARGE = {"range": "15x15", "singles": "15x15dk", "bridges": "15x15i30e10m2d2"}
HINTS_PER_BOARD = 6


def levels(boards_each: int, seed: int) -> bool:
    """Print the table of levels; whether everything is as it should be."""
    good = True
    print(f"{'boards':30}{'explained':>10}{'by names':>10}{'wanted':>8}{'grade':>7}  levels")
    for game, sets in SETS.items():
        before = -1.0
        for params, wanted in sets.values():
            boards = sgt.boards(game, params, boards_each, seed)
            ended, named, scores, faults, grades = _walked(boards)
            score = statistics.mean(scores)
            share = named / len(boards)
            good &= ended == len(boards) and share >= wanted and not faults and score > before
            before = score
            spread = ", ".join(f"{level} {grades[level]}" for level in LEVELS if grades[level])
            print(
                f"{f'sgt-{game} {params}':30}{f'{ended}/{len(boards)}':>10}{share:>10.0%}"
                f"{wanted:>8.0%}{score:>7.2f}  {spread}"
            )
            for fault in faults[:5]:
                print(f"  FAULT {fault}")
    return good


def recorded() -> bool:
    """The same for the boards of tests/data and the named examples that have one solution."""
    good = True
    sets = {
        f"recorded {file.stem}": [b.puzzle for b in load_all(file) if isinstance(b, Board)]
        for file in sorted((ROOT / "tests" / "data").glob("*.txt"))
    }
    sets |= {
        f"examples {kind}": [board.puzzle for board in masume.examples(kind)]
        for kind in masume.kinds()
    }
    for name, puzzles in sets.items():
        boards = [puzzle for puzzle in puzzles if masume.count(puzzle, at_most=2).number == 1]
        ended, named, scores, faults, _ = _walked(boards)
        good &= ended == len(boards) and not faults
        print(
            f"{name:30}{f'{ended}/{len(boards)}':>10}"
            f"{named / len(boards):>10.0%}{'':>8}{statistics.mean(scores):>7.2f}"
        )
        for fault in faults[:5]:
            print(f"  FAULT {fault}")
    return good


def _walked(boards: list[Any]) -> tuple[int, int, list[float], list[str], Counter[str]]:
    ended = named = 0
    scores, faults = [], []
    grades: Counter[str] = Counter()
    for puzzle in boards:
        found = audit(puzzle)
        ended += found.finished
        named += found.named
        faults += found.faults
        grade = masume.grade(puzzle)
        scores.append(grade.score)
        grades[grade.level] += 1
    return ended, named, scores, faults, grades


def hints(boards_each: int, seed: int) -> bool:
    """Print how long hints take on 15×15; whether the median is below 100 ms."""
    good = True
    print(f"\n{'hints on 15×15, ms':30}{'hints':>7}{'10%':>8}{'median':>8}{'90%':>8}{'max':>8}")
    for game, params in LARGE.items():
        times = []
        for number, puzzle in enumerate(sgt.boards(game, params, boards_each, seed)):
            for position in _positions(puzzle, Random(number)):
                began = perf_counter()
                masume.hint(puzzle, position)
                times.append((perf_counter() - began) * 1000)
        cuts = statistics.quantiles(times, n=10)
        middle = statistics.median(times)
        good &= middle < 100
        print(
            f"{f'sgt-{game} {params}':30}{len(times):>7}{cuts[0]:>8.1f}{middle:>8.1f}"
            f"{cuts[-1]:>8.1f}{max(times):>8.1f}"
        )
    return good


PAGES = (
    "hitori/singles-16x16-1",
    "kuromasu/range-15x20-1",
    "hashi/tatham-15x15-1",
    "exactly_one/hard-3",
)
LARGEST_PAGE = 1_000_000  # letters


def pages() -> bool:
    """Print how large pages with pictures are; whether each is below a megabyte."""
    good = True
    print(f"\n{'pages with pictures':30}{'steps':>7}{'pictures':>10}{'KB':>8}")
    for name in PAGES:
        puzzle = masume.load(name)
        walk = masume.explain(puzzle)
        steps = list(walk)
        assert walk.vocabulary is not None
        kind = masume.kind_of(puzzle)
        story = Story(kind, puzzle, walk.vocabulary, name, steps, walk.begun, "")
        page = document(story, "html")
        good &= len(page) < LARGEST_PAGE
        print(f"{name:30}{len(steps):>7}{page.count('<svg'):>10}{len(page) / 1000:>8.0f}")
    return good


def letters(boards_each: int, seed: int) -> bool:
    """Print how often a board of a higher letter has the higher score; whether often enough."""
    good = True
    print(f"\n{'scores in the order of letters':50}{'AUC':>8}{'wanted':>8}")
    for game, low, high, wanted in LETTERS:
        one, other = (
            [masume.grade(board).score for board in sgt.boards(game, params, boards_each, seed)]
            for params in (low, high)
        )
        pairs = [(x < y) + (x == y) / 2 for x in one for y in other]
        area = sum(pairs) / len(pairs)
        good &= area >= wanted
        print(f"{f'sgt-{game} {low} < {high}':50}{area:>8.3f}{wanted:>8.2f}")
    return good


def walks(boards_each: int, seed: int) -> bool:
    """Print how long walks on 20×20 take, and how many steps a paragraph tells."""
    good = True
    print(f"\n{'walks on 20×20':30}{'median s':>10}{'max s':>8}{'steps':>8}{'paragraphs':>12}")
    for game, params in WALKS.items():
        times, steps, told = [], 0, 0
        for puzzle in sgt.boards(game, params, boards_each, seed):
            began = process_time()
            taken = list(masume.explain(puzzle))
            times.append(process_time() - began)
            told += len(taken)
            steps += sum(len(step.singly) for step in taken)
        good &= max(times) <= 2
        print(
            f"{f'sgt-{game} {params}':30}{statistics.median(times):>10.2f}{max(times):>8.2f}"
            f"{steps:>8}{told:>12}"
        )
    return good


def huge_hints(boards_each: int, seed: int) -> bool:
    """Print how long hints take on 30×30, wrong marks included; whether none takes 2 s."""
    good = True
    print(f"\n{'hints on 30×30, ms':30}{'hints':>7}{'median':>8}{'max':>8}")
    for game, params in HUGE.items():
        times = []
        for number, puzzle in enumerate(sgt.boards(game, params, boards_each, seed)):
            rng = Random(number)
            for position in _positions(puzzle, rng) + _spoilt(puzzle, rng):
                began = process_time()
                masume.hint(puzzle, position)
                times.append((process_time() - began) * 1000)
        good &= statistics.median(times) <= 50 and max(times) <= 2000
        middle = statistics.median(times)
        print(f"{f'sgt-{game} {params}':30}{len(times):>7}{middle:>8.1f}{max(times):>8.1f}")
    return good


def _spoilt(puzzle: Any, rng: Random) -> list[Any]:
    """Positions on the way, each with a mark that is wrong."""
    walk = Explainer(puzzle)
    on_the_way = [frozenset(walk.known) for _ in walk.steps()]
    found = []
    for known in rng.sample(on_the_way[:-1], min(len(on_the_way) - 1, HINTS_PER_BOARD)):
        wrong = -rng.choice(sorted(walk.goal - known, key=abs))
        found.append(walk.vocabulary.noted(sorted([*known, wrong], key=abs)))
    return found


def _positions(puzzle: Any, rng: Random) -> list[Any]:
    """The bare board, and what is on it after some steps of a walk."""
    walk = Explainer(puzzle)
    on_the_way = []
    for _ in walk.steps():
        on_the_way.append(walk.vocabulary.noted(sorted(walk.known, key=abs)))
    some = rng.sample(on_the_way[:-1], min(len(on_the_way) - 1, HINTS_PER_BOARD - 1))
    return [None, *some]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=100, help="boards of each level")
    parser.add_argument("--large", type=int, default=20, help="boards of 15×15 for the hints")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    results = [
        levels(options.boards, options.seed),
        recorded(),
        hints(options.large, options.seed),
        pages(),
        letters(options.boards, options.seed),
        walks(max(options.large // 4, 1), options.seed),
        huge_hints(max(options.large // 10, 1), options.seed),
    ]
    print(f"\nall as it should be: {'yes' if all(results) else 'no'}")


if __name__ == "__main__":
    main()
