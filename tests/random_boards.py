"""Small random boards of each kind: with none, one and many solutions, from a seeded generator.

Most begin with an answer, which gives them clues; then a few of them are changed or left out.
"""

from __future__ import annotations

from enumeration import bridges, legal_shadings, simple_paths

from masume.core.clue import UNKNOWN
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from

SIZES = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 5), (6, 1), (2, 2), (2, 3), (3, 2), (2, 4)]
SIZES += [(3, 3), (3, 3), (2, 5), (5, 2), (3, 4), (3, 4), (4, 3), (4, 3), (3, 5), (4, 4)]
TINY = [size for size in SIZES if size[0] * size[1] < 10]


def kuromasu(rng, sizes=SIZES):
    rows, cols = rng.choice(sizes)
    size = rows * cols
    blank = Kuromasu(rows, cols, (None,) * size)
    answer = rng.choice(legal_shadings(rows, cols))
    dense = rng.choice([0.15, 0.3, 0.5, 0.8])
    clues = [None] * size
    for cell in range(size):
        if cell not in answer.black and rng.random() < dense:
            told = rng.random() < 0.85
            clues[cell] = seen_from(blank, answer, cell) if told else UNKNOWN
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        clues[rng.randrange(size)] = rng.choice([UNKNOWN, None, *range(1, rows + cols + 1)])
    return Kuromasu(rows, cols, tuple(clues))


def hitori(rng, sizes=SIZES):
    rows, cols = rng.choice(sizes)
    size = rows * cols
    if rng.random() < 0.3:
        numbers = rng.choice([2, 3, 4, max(rows, cols)])
        clues = [rng.randint(1, numbers) for _ in range(size)]
    else:
        long = max(rows, cols)
        names = rng.sample(range(1, long + 1), long)
        across, down = rng.sample(range(long), long), rng.sample(range(long), long)
        clues = [names[(across[r] + down[c]) % long] for r in range(rows) for c in range(cols)]
        answers = legal_shadings(rows, cols)
        black = max((rng.choice(answers).black for _ in range(4)), key=len)
        for cell in sorted(black):
            row, col = divmod(cell, cols)
            line = [c for c in range(size) if (c // cols == row) != (c % cols == col)]
            clues[cell] = clues[rng.choice(line)] if line else 1
    odd = rng.choice([0, 0, 0.1, 0.3])
    for cell in range(size):
        if rng.random() < odd:
            clues[cell] = rng.choice([UNKNOWN, None, rng.randint(1, 3)])
    return Hitori(rows, cols, tuple(clues))


HASHI_SIZES = [(1, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 3), (3, 3), (3, 4), (4, 4), (5, 5)]


def hashi(rng, most_ways=1500):
    """Not more ways to put bridges down than that, numbers left aside."""
    while True:
        rows, cols = rng.choice(HASHI_SIZES)
        size, most, loops = rows * cols, rng.choice([1, 2, 2, 2, 3, 4]), rng.random() < 0.7
        dense = rng.choice([0.2, 0.35, 0.5, 0.7])
        clues = [UNKNOWN if rng.random() < dense else None for _ in range(size)]
        board = Hashi(rows, cols, tuple(clues), most=most, loops=loops)
        if (most + 1) ** len(board.links) <= most_ways:
            break
    some = [0, *range(1, most + 1), *range(1, most + 1), *range(1, most + 1)]
    numbers = [rng.choice(some) for _ in board.links]
    has = dict.fromkeys(board.islands, 0)
    for a, b, count in bridges(board, _without_crossings(board, numbers)).joined:
        has[a] += count
        has[b] += count
    hidden = rng.choice([0, 0.2, 0.5, 0.8, 1])
    for cell, count in has.items():
        if count and rng.random() >= hidden:
            clues[cell] = count
    for cell in rng.sample(list(has), min(len(has), rng.choice([0, 0, 0, 0, 1, 2]))):
        clues[cell] = rng.randint(1, 5)
    return Hashi(rows, cols, tuple(clues), most=most, loops=loops)


def _without_crossings(board, numbers):
    taken: set[int] = set()
    found = []
    for link, count in zip(board.links, numbers, strict=True):
        fits = not taken & set(link.water)
        found.append(count if fits else 0)
        if count and fits:
            taken |= set(link.water)
    return found


def exactly_one(rng, sizes=SIZES):
    rows, cols = rng.choice(sizes)
    path = rng.choice(simple_paths(rows, cols))
    labels: list[str | None] = [None] * (rows * cols)
    kind = rng.random()
    if kind < 0.25:
        labels = [rng.choice([None, None, "A", "B", "C"]) for _ in labels]
    else:
        names = rng.choice(["AB", "ABC", "ABCDEF"])
        for name, cell in zip(names, rng.sample(path, min(len(names), len(path))), strict=False):
            labels[cell] = name
        for cell in range(rows * cols):
            if cell not in path and rng.random() < 0.7:
                labels[cell] = rng.choice(names)
    for _ in range(rng.choice([0, 0, 1, 2])):
        labels[rng.randrange(rows * cols)] = rng.choice([None, "A", "B", "Z"])
    return ExactlyOne(rows, cols, tuple(labels))


BOARDS = {"kuromasu": kuromasu, "hitori": hitori, "hashi": hashi, "exactly_one": exactly_one}
