"""Compare masume's built-in algorithms with simpleai's on problems of a search course.

Both search the same problems with the same moves, costs and estimates, in alternate rounds of one
run; the median counts. The time is the processor time of a whole call, preparation included. Both
detect repeated states ("graph"), or neither does because the states form a tree ("tree"). Long
searches end after a number of expansions. Where both find a solution, algorithms that guarantee a
cheapest solution (or one with the fewest moves) must agree on its cost.

The goals, of which each ratio is one of times per expansion:

- Puzzle boards, graph search: 10 times as fast. Depth-first search of the maze is held to 6: most
  of its states have one successor, so simpleai's frontier is too short for its scans of the
  frontier to cost anything, and 10 would be 0.7 µs for an expansion, of which producing the
  successors, their nodes and the event already take 0.6.
- Puzzle boards, tree search: 3 times as fast. Neither looks for repeated states, so both do little
  more than call the problem and create nodes.
- User-written problems, graph search: 3 times as fast beside the user's own functions, whose time
  is measured separately on the calls of both and subtracted: both libraries wait for the same
  functions. This applies from 2 ms on.
- User-written problems, tree search from 2 ms on: 0.8 times as fast in total. masume also checks
  each successor, counts, traces and looks at the limits; simpleai does none of it.
- Shorter searches last as long as the preparation of a call, which checks names, options and what
  goes together: at most 0.2 ms.

    make bench-teach               or: python bench/teach.py --rounds 5
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import simpleai.search as simpleai
from search import Counted, Enough, KuromasuProblem, MazeProblem

import masume
from masume.problems.route import EXAMPLES

# By whether it is a board and a graph search: the least ratio (see above)
GOALS = {(True, True): 10.0, (True, False): 3.0, (False, True): 3.0, (False, False): 0.8}
MAZE_DEPTH_GOAL = 6.0
CALL_GOAL = 0.0002  # seconds
SHORT = 0.002  # seconds of a search that is mostly preparation
USER_FUNCTIONS = ("successors", "actions", "result", "cost", "is_goal", "heuristic")
MAZE = "exactly_one/extreme-3"
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
    """The time and the expansions of a call, and the solution's cost and number of moves."""

    seconds: float
    expanded: int
    cost: float | None
    moves: int | None

    @property
    def rate(self) -> float:
        """The expansions per second."""
        return self.expanded / self.seconds


def cases() -> list[Case]:
    """Return the problems of the comparison."""
    boards = [
        ("kuromasu/br-5x5-2", KuromasuProblem, 300),
        (MAZE, MazeProblem, 10_000),  # as in search.py
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


def run_masume(case: Case, problem: Any, algorithm: str, heuristic: Any) -> Measured:
    """Search with masume."""
    limit = masume.Limit(nodes=case.most)
    began = process_time()
    for _ in range(case.repeats):
        result = masume.search(
            problem, algorithm, heuristic=heuristic, space=case.space, limit=limit
        )
    seconds = (process_time() - began) / case.repeats
    moves = len(result.moves) if result.goal else None
    return Measured(seconds, result.metrics.expanded, result.cost, moves)


def run_simpleai(case: Case, problem: Counted, algorithm: str) -> Measured:
    """Search with simpleai."""
    search = getattr(simpleai, algorithm)
    began, node = process_time(), None
    for _ in range(case.repeats):
        problem.remaining = case.most
        try:
            node = search(problem, graph_search=case.graph)
        except Enough:
            problem.remaining = 0
    seconds = (process_time() - began) / case.repeats
    return Measured(seconds, case.most - problem.remaining, node and node.cost, node and node.depth)


class Calls:
    """The calls of a user's functions in one search, to be made again."""

    def __init__(self) -> None:
        self._made: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []

    def of_function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that notes its calls."""

        def noted(*arguments: Any) -> Any:
            self._made.append((function, arguments))
            return function(*arguments)

        return noted

    def of_problem(self, problem: Any) -> Any:
        """Return a copy of a problem that notes the calls of its methods."""
        noted = copy(problem)
        for name in filter(partial(hasattr, problem), USER_FUNCTIONS):
            setattr(noted, name, self.of_function(getattr(problem, name)))
        return noted

    def seconds(self, repeats: int) -> float:
        """Return the processor time of making the calls again, without that of the loop."""
        began = process_time()
        for _ in range(repeats):
            for function, arguments in self._made:
                answer = function(*arguments)
                if isinstance(answer, Iterator):
                    for _ in answer:
                        pass
        whole, began = process_time() - began, process_time()
        for _ in range(repeats):
            for function, arguments in self._made:  # noqa: B007
                isinstance(answer, Iterator)
        return (whole - (process_time() - began)) / repeats


def user_calls(case: Case, ours: str, theirs: str, heuristic: Any) -> tuple[Calls, Calls]:
    """Return the calls of the user's functions in a search of either library."""
    mine, other = Calls(), Calls()
    noted = mine.of_function(heuristic) if heuristic else None
    once = replace(case, repeats=1)
    run_masume(once, mine.of_problem(case.ours), ours, noted)
    problem = case.theirs(case.most)
    run_simpleai(once, other.of_problem(problem), theirs)
    problem.remaining = 1 << 60  # its calls are made again
    return mine, other


def compare(case: Case, rounds: int) -> list[tuple[str, float, float]]:
    """Print the rates of a case for each algorithm; return (algorithm, ratio, goal)."""
    setting = "graph" if case.graph else "tree"
    ratios = []
    for ours, theirs, takes_h, guarantee in ALGORITHMS:
        if ours in case.skip or (takes_h and case.heuristic is None):
            continue
        heuristic = case.heuristic if takes_h else None
        is_own = not case.is_board and case.graph
        calls = user_calls(case, ours, theirs, heuristic) if is_own else None
        pairs, own_ratios = [], []
        for _ in range(rounds):
            mine = run_masume(case, case.ours, ours, heuristic)
            other = run_simpleai(case, case.theirs(case.most), theirs)
            pairs.append((mine, other))
            if calls is not None:
                of_user = [each.seconds(case.repeats) for each in calls]
                own, alien = mine.seconds - of_user[0], other.seconds - of_user[1]
                own_ratios.append(alien / other.expanded / (own / mine.expanded))
        if mine.cost is not None and other.cost is not None:
            if guarantee == "cost":
                assert mine.cost == other.cost, (case.name, ours, mine, other)
            elif guarantee == "moves":
                assert mine.moves == other.moves, (case.name, ours, mine, other)
        rates = [median(pair[side].rate for pair in pairs) for side in (0, 1)]
        ratio = rates[0] / rates[1]
        own_text = f"{median(own_ratios):8.1f}" if own_ratios else " " * 8
        is_short = not case.is_board and median(other.seconds for _, other in pairs) < SHORT
        if not is_short:
            is_maze_depth = case.graph and case.name == MAZE and ours == "depth_first"
            goal = MAZE_DEPTH_GOAL if is_maze_depth else GOALS[case.is_board, case.graph]
            ratios.append((ours, median(own_ratios) if own_ratios else ratio, goal))
        costs = [f"{found.cost:g}" if found.cost is not None else "–" for found in (mine, other)]
        print(
            f"{case.name:22} {setting:5} {ours:20} {rates[0]:10,.0f} {rates[1]:10,.0f}"
            f" {ratio:8.1f} {own_text}   {costs[0]:>4} {costs[1]:>4}" + "   short" * is_short
        )
    return ratios


def longest_preparation() -> tuple[str, float]:
    """Return the algorithm whose call takes longest on a problem without work, and its time."""
    times = {}
    for name, _, takes_h, _ in ALGORITHMS:
        h = straight_line if takes_h else None
        rounds = []
        for _ in range(20):
            began = process_time()
            for _ in range(50):
                masume.search(Romania("Bucharest"), name, heuristic=h)
            rounds.append((process_time() - began) / 50)
        times[name] = median(rounds)
    return max(times.items(), key=lambda item: item[1])


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'':49} {'expansions/s':>21} {'':>17}   {'cost':>9}")
    print(f"{'problem':22} {'':5} {'algorithm':20} {'masume':>10} {'simpleai':>10} {'ratio':>8}"
          f" {'own time':>8}   {'mas.':>4} {'sim.':>4}")  # fmt: skip
    found: dict[tuple[bool, bool], list[tuple[str, float, float]]] = {}
    for case in cases():
        ratios = compare(case, rounds)
        found.setdefault((case.is_board, case.graph), []).extend(
            (f"{case.name}, {name}", ratio, goal) for name, ratio, goal in ratios
        )
    for (is_board, is_graph), goal in GOALS.items():
        ratios = found[is_board, is_graph]
        verdict = "yes" if all(ratio >= least for _, ratio, least in ratios) else "no"
        lowest = min(ratios, key=lambda item: item[1] / item[2])
        what = "puzzle boards" if is_board else "user-written problems"
        search = "graph search" if is_graph else "tree search"
        print(
            f"at least {goal:g}x on {what}, {search}: {verdict}"
            f" (nearest to its goal of {lowest[2]:g}x: {lowest[0]}, {lowest[1]:.1f}x)"
        )
    name, seconds = longest_preparation()
    verdict = "yes" if seconds <= CALL_GOAL else "no"
    print(f"at most {CALL_GOAL * 1e3:g} ms for a call: {verdict} ({name}, {seconds * 1e3:.3f} ms)")


if __name__ == "__main__":
    main()
