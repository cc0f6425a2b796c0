"""Compare masume's built-in algorithms with simpleai's on problems of a search course.

Both search the same problems with the same moves, costs and estimates, in alternate rounds of one
run; the median counts. The time is the processor time of a whole call, preparation included. Both
detect repeated states ("graph"), or neither does because the states form a tree ("tree"). Long
searches end after a number of expansions. Where both find a solution, algorithms that guarantee a
cheapest solution (or one with the fewest moves) must agree on its cost.

    make bench-teach               or: python bench/teach.py --rounds 5
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

import simpleai.search as simpleai
from search import Counted, Enough, KuromasuProblem, MazeProblem

import masume
from masume.problems.route import EXAMPLES

BOARD_GOAL, PROBLEM_GOAL = 10, 3
ROADS, STRAIGHT = EXAMPLES["arad"].roads, EXAMPLES["arad"].straight
TILES = (7, 2, 4, 5, 0, 6, 8, 3, 1)  # the textbook's board, 26 moves from its goal
SWAPS = {
    gap: [cell for cell in (gap - 3, gap + 3, gap - 1, gap + 1)
          if 0 <= cell < 9 and (cell % 3 == gap % 3 or cell // 3 == gap // 3)]
    for gap in range(9)
}  # fmt: skip
DISTANCE = [
    [abs(cell // 3 - tile // 3) + abs(cell % 3 - tile % 3) if tile else 0 for tile in range(9)]
    for cell in range(9)
]
# (name in masume, name in simpleai, whether it takes a heuristic, its guarantee)
ALGORITHMS = [
    ("breadth_first", "breadth_first", False, "moves"),
    ("depth_first", "depth_first", False, ""),
    ("iterative_deepening", "iterative_limited_depth_first", False, "moves"),
    ("uniform_cost", "uniform_cost", False, "cost"),
    ("greedy", "greedy", True, ""),
    ("astar", "astar", True, "cost"),
]


def slide(state: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """Return the board after the tile in a cell has moved into the gap."""
    board = list(state)
    board[state.index(0)], board[cell] = board[cell], 0
    return tuple(board)


def safe_rows(state: tuple[int, ...], size: int) -> list[int]:
    """Return the rows of the next column that no queen attacks."""
    col = len(state)
    return [
        row
        for row in range(size if col < size else 0)
        if all(row != r and abs(row - r) != col - c for c, r in enumerate(state))
    ]


class EightPuzzle:
    """The 8-puzzle as a user of masume writes it."""

    def __init__(self, start: tuple[int, ...]) -> None:
        self.start = start

    def initial(self) -> tuple[int, ...]:
        return self.start

    def successors(self, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], int]]:
        for cell in SWAPS[state.index(0)]:
            yield cell, slide(state, cell), 1

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return state == (0, 1, 2, 3, 4, 5, 6, 7, 8)


def manhattan(state: tuple[int, ...]) -> int:
    """The sum of the tiles' distances from their places."""
    return sum(map(list.__getitem__, DISTANCE, state))


class SimpleEightPuzzle(Counted):
    """The 8-puzzle as a user of simpleai writes it."""

    def actions(self, state: tuple[int, ...]) -> list[int]:
        self.count()
        return SWAPS[state.index(0)]

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return slide(state, action)

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return state == (0, 1, 2, 3, 4, 5, 6, 7, 8)

    def heuristic(self, state: tuple[int, ...]) -> int:
        return manhattan(state)


class Romania:
    """Route finding as a user of masume writes it."""

    def __init__(self, start: str) -> None:
        self.start = start

    def initial(self) -> str:
        return self.start

    def successors(self, state: str) -> Iterator[tuple[str, str, int]]:
        for town, length in ROADS[state].items():
            yield town, town, length

    def is_goal(self, state: str) -> bool:
        return state == "Bucharest"


def straight_line(state: str) -> int:
    """The straight-line distance to Bucharest."""
    return STRAIGHT[state]


class SimpleRomania(Counted):
    """Route finding as a user of simpleai writes it."""

    def actions(self, state: str) -> list[str]:
        self.count()
        return list(ROADS[state])

    def result(self, state: str, action: str) -> str:
        return action

    def cost(self, state: str, action: str, after: str) -> int:
        return ROADS[state][action]

    def is_goal(self, state: str) -> bool:
        return state == "Bucharest"

    def heuristic(self, state: str) -> int:
        return STRAIGHT[state]


class Queens:
    """n queens as a user of masume writes it."""

    def __init__(self, size: int) -> None:
        self.size = size

    def initial(self) -> tuple[int, ...]:
        return ()

    def successors(self, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], int]]:
        for row in safe_rows(state, self.size):
            yield row, (*state, row), 1

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return len(state) == self.size


class QueensTree(Queens):
    """The same, declared to be a tree."""

    is_tree = True


def columns_left(state: tuple[int, ...]) -> int:
    """The columns of 8 without a queen."""
    return 8 - len(state)


class SimpleQueens(Counted):
    """n queens as a user of simpleai writes it."""

    def actions(self, state: tuple[int, ...]) -> list[int]:
        self.count()
        return safe_rows(state, 8)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 8

    def heuristic(self, state: tuple[int, ...]) -> int:
        return 8 - len(state)


@dataclass(frozen=True)
class Case:
    """A problem in both forms, and how it is searched."""

    name: str
    ours: Any
    theirs: Callable[[int], Counted]  # a problem with a number of expansions
    most: int  # expansions of a search
    heuristic: Any = None
    space: str | None = None
    graph: bool = True
    repeats: int = 1  # searches per round, for short ones
    skip: Sequence[str] = ()

    @property
    def is_board(self) -> bool:
        """Whether it is a puzzle of masume, and not a problem of a user."""
        return self.space is not None


@dataclass(frozen=True)
class Measured:
    """The expansions per second of a call, and the solution's cost and number of moves."""

    rate: float
    cost: float | None
    moves: int | None


def cases() -> list[Case]:
    """Return the problems of the comparison."""
    boards = [
        ("kuromasu/br-5x5-2", KuromasuProblem, 300),
        ("exactly_one/extreme-3", MazeProblem, 10_000),  # as in search.py
    ]
    found = [
        Case("8-puzzle", EightPuzzle(TILES), lambda most: SimpleEightPuzzle(TILES, most), 6000,
             manhattan, skip=["iterative_deepening"]),
        Case("Romania", Romania("Arad"), lambda most: SimpleRomania("Arad", most), 2000,
             straight_line, repeats=50, skip=["iterative_deepening"]),
        Case("8 queens", Queens(8), lambda most: SimpleQueens((), most), 10_000,
             columns_left, skip=["iterative_deepening"]),
        Case("8 queens", QueensTree(8), lambda most: SimpleQueens((), most), 10_000,
             columns_left, graph=False),
    ]  # fmt: skip
    for name, problem, limit in boards:
        board = next(b for b in masume.examples(name.partition("/")[0]) if b.name == name)
        space = board.kind.spaces[0](board.puzzle)  # the space of the papers
        for graph in (True, False) if space.is_tree else (True,):
            found.append(
                Case(name, board, lambda most, p=problem, b=board: p(b.puzzle, most), limit,
                     space=space.name, graph=graph,
                     skip=["iterative_deepening"] if graph else [])
            )  # fmt: skip
    return found


def run_masume(case: Case, algorithm: str, heuristic: Any) -> Measured:
    """Search with masume."""
    limit = masume.Limit(nodes=case.most)
    began, expanded = process_time(), 0
    for _ in range(case.repeats):
        result = masume.search(
            case.ours, algorithm, heuristic=heuristic, space=case.space, limit=limit
        )
        expanded += result.metrics.expanded
    rate = expanded / (process_time() - began)
    return Measured(rate, result.cost, len(result.moves) if result.goal else None)


def run_simpleai(case: Case, algorithm: str) -> Measured:
    """Search with simpleai."""
    search = getattr(simpleai, algorithm)
    began, expanded, node = process_time(), 0, None
    for _ in range(case.repeats):
        problem = case.theirs(case.most)
        try:
            node = search(problem, graph_search=case.graph)
        except Enough:
            problem.remaining = 0
        expanded += case.most - problem.remaining
    rate = expanded / (process_time() - began)
    return Measured(rate, node and node.cost, node and node.depth)


def compare(case: Case, rounds: int) -> list[float]:
    """Print the rates of a case for each algorithm; return the ratios."""
    setting = "graph" if case.graph else "tree"
    ratios = []
    for ours, theirs, takes_h, guarantee in ALGORITHMS:
        if ours in case.skip or (takes_h and case.heuristic is None):
            continue
        heuristic = case.heuristic if takes_h else None
        pairs = [
            (run_masume(case, ours, heuristic), run_simpleai(case, theirs)) for _ in range(rounds)
        ]
        mine, other = pairs[0]
        if mine.cost is not None and other.cost is not None:
            if guarantee == "cost":
                assert mine.cost == other.cost, (case.name, ours, mine, other)
            elif guarantee == "moves":
                assert mine.moves == other.moves, (case.name, ours, mine, other)
        rates = [median(pair[side].rate for pair in pairs) for side in (0, 1)]
        ratios.append(rates[0] / rates[1])
        costs = [f"{found.cost:g}" if found.cost is not None else "–" for found in (mine, other)]
        print(
            f"{case.name:22} {setting:5} {ours:20} {rates[0]:10,.0f} {rates[1]:10,.0f}"
            f" {ratios[-1]:8.1f}   {costs[0]:>4} {costs[1]:>4}"
        )
    return ratios


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'':49} {'expansions/s':>21} {'':>8}   {'cost':>9}")
    print(f"{'problem':22} {'':5} {'algorithm':20} {'masume':>10} {'simpleai':>10} {'ratio':>8}"
          f"   {'mas.':>4} {'sim.':>4}")  # fmt: skip
    ratios: dict[tuple[bool, bool], list[float]] = {}
    for case in cases():
        ratios.setdefault((case.is_board, case.graph), []).extend(compare(case, rounds))
    for board, name, goal in ((True, "puzzle boards", BOARD_GOAL),
                              (False, "user-written problems", PROBLEM_GOAL)):  # fmt: skip
        for graph in (True, False):
            found = ratios[board, graph]
            verdict = "yes" if min(found) >= goal else "no"
            kind = "graph search" if graph else "tree search"
            print(
                f"at least {goal}x on {name}, {kind}: {verdict}"
                f" (lowest {min(found):.1f}x, median {median(found):.1f}x)"
            )


if __name__ == "__main__":
    main()
