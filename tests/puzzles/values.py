"""Material for puzzles of numbers: boards with few open cells, and all ways to fill these."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, product

from hypothesis import strategies as st
from material import _words, derived_mark_holds, derived_reason_holds, some_of

import masume
from masume.core.puzzle.maker import BoardRequest
from masume.families.values.position import Values

mark_holds, reason_holds = derived_mark_holds, derived_reason_holds


def filled_board(name, rng, sizes, most_open, wrong=0.2):
    """Return a board of a random solution with up to so many cells without a given.

    With the probability `wrong` a given is changed, so that the board may have no solution.
    """
    kind = masume.kinds()[name]
    maker = kind.maker()
    while True:
        rows, cols = rng.choice(sizes)
        usual = {name: option.default for name, option in maker.options.items()}
        request = BoardRequest(rows, cols, options=usual)
        puzzle = maker.propose(rng, request)
        if puzzle is None:
            continue
        size = rows * cols
        present = sorted(set(puzzle.clues))
        has_two = len(present) > 1 and rng.random() < 0.6
        two = rng.sample(present, 2) if has_two else puzzle.numbers
        likely = [cell for cell, clue in enumerate(puzzle.clues) if clue in two]
        fewest = min(len(likely), most_open) if two is not puzzle.numbers else 1
        number = rng.randint(fewest, min(len(likely), most_open))
        open_cells = set(rng.sample(likely, number))
        clues = [None if cell in open_cells else clue for cell, clue in enumerate(puzzle.clues)]
        givens = [cell for cell in range(size) if clues[cell] is not None]
        if givens and rng.random() < wrong:
            clues[rng.choice(givens)] = rng.choice(puzzle.numbers)
        return kind.new(rows, cols, tuple(clues))


def fillings(puzzle):
    """Yield every position with one number in each cell that has no given."""
    free = [cell for cell, clue in enumerate(puzzle.clues) if clue is None]
    for numbers in product(puzzle.numbers, repeat=len(free)):
        yield Values(puzzle.givens.union(zip(free, numbers, strict=True)))


@lru_cache(maxsize=64)
def assignments(puzzle):
    """Return the literals of each filling, and of some with a cell that has two numbers or none."""
    words = _words(puzzle)
    every = [set(words.literals(position)) for position in islice(fillings(puzzle), 5000)]
    every += [true ^ {1 + number % words.shown} for number, true in enumerate(every[:500])]
    return [tuple(n if n in true else -n for n in range(1, words.shown + 1)) for true in every]


def positions(puzzle):
    """Return a strategy for positions: some cells filled, numbers ruled out for others."""
    free = [cell for cell, clue in enumerate(puzzle.clues) if clue is None]

    @st.composite
    def drawn(draw):
        cells = sorted(draw(some_of(free)))
        entered = {(cell, draw(st.sampled_from(puzzle.numbers))) for cell in cells}
        others = sorted(set(free) - set(cells))
        excluded = draw(some_of([(c, n) for c in others[:9] for n in puzzle.numbers]))
        return Values(puzzle.givens | entered, excluded)

    return drawn()
