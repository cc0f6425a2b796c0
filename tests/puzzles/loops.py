"""Material for puzzles of one loop: all loops of a small grid, and boards with few clues."""

from __future__ import annotations

from functools import lru_cache

from material import _words, derived_assignments, derived_board, derived_mark_holds

import masume
from masume.families.links.position import Lines

assignments, mark_holds = derived_assignments, derived_mark_holds
SIZES = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)]


def sparse_board(name, rng, most_variables=10):
    """Return a small board, often with few clues, so that it has several solutions."""
    kind = masume.kinds()[name]
    puzzle = derived_board(kind, rng, SIZES, most_variables)
    share = rng.choice([0, 0, 0.3, 0.7, 1])
    for cells, _ in kind.maker().removals(puzzle):
        if rng.random() < share:
            fewer = dict(kind.maker().removals(puzzle)).get(cells)
            puzzle = puzzle if fewer is None else fewer
    return puzzle


def reason_holds(puzzle, reason, literals):
    """Return whether the referee finds no violation of a reason; see `derived_reason_holds`.

    "One loop" is about branches and ends as well.
    """
    rules = {"loop", "end", "branch"} if reason.rule == "loop" else {reason.rule}
    return not any(
        rule in rules and (not reason.cells or set(reason.cells) & set(cells))
        for rule, cells in faults(puzzle, literals)
    )


@lru_cache(maxsize=5000)
def faults(puzzle, literals):
    """Return the rules that an assignment violates, each with its cells."""
    position = _words(puzzle).answer(literals)
    return [fault[:2] for fault in masume.kind_of(puzzle).violations(puzzle, position)]


@lru_cache
def simple_loops(rows, cols):
    """Return every loop through points of a grid, each as a set of pairs of neighbours."""
    near = {
        (r, c): [
            (r + down, c + right)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= r + down < rows and 0 <= c + right < cols
        ]
        for r in range(rows)
        for c in range(cols)
    }
    loops = set()

    def extend(path):
        for point in near[path[-1]]:
            if point == path[0] and len(path) > 2:
                ends = zip(path, [*path[1:], path[0]], strict=True)
                loops.add(frozenset(tuple(sorted((numbered(a), numbered(b)))) for a, b in ends))
            elif point > path[0] and point not in path:
                extend([*path, point])

    def numbered(point):
        return point[0] * cols + point[1]

    for point in near:
        extend([point])
    return loops


def loop_positions(rows, cols):
    """Return every single loop through points of a grid as a position."""
    loops = simple_loops(rows, cols)
    return [Lines(frozenset((*pair, 1) for pair in loop)) for loop in loops]
