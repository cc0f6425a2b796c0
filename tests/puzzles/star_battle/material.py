"""Star Battle for the tests: boards of 4×4 cells, the smallest ones with several rows."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from material import _words, derived_mark_holds

import masume
from masume.families.room_make import grow_rooms
from masume.families.rooms import named
from masume.families.shading.position import Shading

__all__ = ["LARGEST", "assignments", "candidates", "mark_holds", "random_board"]

LARGEST = 16  # cells of a board whose answers are enumerated
SEVERAL = 2  # answers of some boards; there are only two placements of four stars
mark_holds = derived_mark_holds


def random_board(rng, **options):
    """Return a board of four random rooms, sometimes with cells in no room."""
    kind = masume.kinds()["star_battle"]
    board = kind.new(4, 4, (None,) * 16)
    stars = rng.choice([(1, 7, 8, 14), (2, 4, 11, 13)])
    seeds = stars if rng.random() < 0.8 else rng.sample(range(16), 4)
    names = named(grow_rooms(rng, board.grid, [[cell] for cell in seeds]))
    for cell in rng.sample(range(16), rng.choice([0, 0, 0, 1, 4])):
        names[cell] = names[cell] if cell in seeds else None
    return kind.new(4, 4, tuple(names))


def candidates(puzzle):
    """Return every position that could be an answer: a star in each row."""
    rows = [range(first, first + puzzle.cols) for first in range(0, len(puzzle.clues), puzzle.cols)]
    return [Shading(frozenset(cells)) for cells in product(*rows)]


@lru_cache(maxsize=64)
def assignments(puzzle):
    """Return the literals of each candidate, and of some with another cell changed."""
    words = _words(puzzle)
    every = [set(words.literals(position)) for position in candidates(puzzle)]
    every += [true ^ {1 + number % words.shown} for number, true in enumerate(every)]
    return [tuple(n if n in true else -n for n in range(1, words.shown + 1)) for true in every]
