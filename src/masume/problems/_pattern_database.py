"""Additive pattern databases of sliding-tile puzzles: exact costs of solving some tiles alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

Places = tuple[int, ...]  # the cells of a pattern's tiles


def pattern_database(
    places: Places, gap: int, neighbours: Sequence[Sequence[int]]
) -> Mapping[Places, int]:
    """Return for all places of a pattern's tiles the least moves of these tiles to `places`.

    Moves of other tiles cost nothing, so databases of disjoint patterns may be added up. The search
    goes back from the goal; it is breadth-first with moves of cost 0 and 1, and the gap is part of
    its states.
    """
    start = (places, gap)
    costs = {start: 0}
    queue = deque([start])
    table: dict[Places, int] = {}
    while queue:
        state = queue.popleft()
        tiles, gap = state
        cost = costs[state]
        table.setdefault(tiles, cost)  # the first gap reached is the cheapest
        for cell in neighbours[gap]:
            is_own = cell in tiles
            moved = tuple([gap if tile == cell else tile for tile in tiles]) if is_own else tiles
            child = (moved, cell)
            if cost + is_own < costs.get(child, 1 << 30):
                costs[child] = cost + is_own
                (queue.append if is_own else queue.appendleft)(child)
    return table


def additive_estimate(
    goal: Sequence[int], gaps: Iterable[Iterable[tuple[str, int]]], size: int
) -> Callable[[Sequence[int]], int]:
    """Return an estimate that adds up the databases of groups of so many tiles.

    `gaps` are the moves of the gap in each cell: a name and the cell where the gap will be.
    """
    home = {tile: cell for cell, tile in enumerate(goal)}
    tiles = sorted(home.keys() - {0})
    groups = [tuple(tiles[at : at + size]) for at in range(0, len(tiles), size)]
    near = [[cell for _, cell in moves] for moves in gaps]
    tables = [
        (group, pattern_database(tuple(home[tile] for tile in group), home[0], near))
        for group in groups
    ]

    def estimate(state: Sequence[int]) -> int:
        find = state.index
        return sum([table[tuple([find(tile) for tile in group])] for group, table in tables])

    return estimate
