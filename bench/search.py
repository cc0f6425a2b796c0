"""Compare the expansions per second of masume and simpleai, in one run on one machine.

Both run breadth-first search on the same board, in the same order, up to the same number of
expansions; the best of several rounds counts. simpleai is measured in several settings: its graph
search, which detects repeated states as masume does (the decisive ratio); its tree search, if the
states form a tree; and its graph search on masume's state space, where only the search differs. The
last part searches the 5×5 board for which a paper reports 13.97 s.

    make bench                     or: python bench/search.py --rounds 5
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time
from typing import Any

import simpleai.search as simpleai
from simpleai.search import SearchProblem, breadth_first

import masume
from masume.api.searches import resolve_search
from masume.formats.load import examples

# The least ratios to simpleai's graph search: by board, breadth first; and for every algorithm.
# The walks of extreme-3 have one successor on average, so few nodes wait in its frontier; in the
# larger maze they have 1.6, as in most problems.
TARGETS = {
    "kuromasu/range-7x7-1": 100,
    "exactly_one/extreme-3": 20,
    "exactly_one/large-12x12-0": 20,
}
TARGET_OF_ALL = 10
# Depth first, at most 22 nodes wait on extreme-3, so its scan for duplicates costs simpleai little,
# and ten times its speed would be 0.7 µs for an expansion, of which the successors, the node and
# the event alone take 0.6.
LOWER_TARGETS = {("exactly_one/extreme-3", "depth_first"): 6}
HEURISTICS = dict(zip(TARGETS, ("wrong_clues", "manhattan", "manhattan"), strict=True))
MOST = dict(zip(TARGETS, (150, 10_000, 6_000), strict=True))  # expansions of each search
# (name in both, whether it takes a heuristic)
SHARED = [("breadth_first", False), ("depth_first", False), ("uniform_cost", False),
          ("greedy", True), ("astar", True)]  # fmt: skip


class Enough(Exception):
    """Raised to end simpleai's search after a number of expansions."""


class Counted(SearchProblem):
    """A simpleai problem with a limited number of expansions."""

    def __init__(self, initial: Any, most: int) -> None:
        super().__init__(initial_state=initial)
        self.remaining = most

    def count(self) -> None:
        self.remaining -= 1
        if self.remaining < 0:
            raise Enough


def mirrored(problem: Any) -> Any:
    """Return a simpleai problem with its actions in reverse order.

    simpleai's depth-first search takes the last action first and masume's the first, so without
    this the two would search different parts of the space.
    """
    actions = problem.actions
    problem.actions = lambda state: actions(state)[::-1]
    return problem


class KuromasuProblem(Counted):
    """Kuromasu in the style of simpleai's examples: a state is a tuple of black cells."""

    def __init__(self, puzzle: Any, most: int) -> None:
        super().__init__((), most)
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self.clues = {
            divmod(cell, puzzle.cols): clue
            for cell, clue in enumerate(puzzle.clues)
            if clue is not None
        }

    def neighbours(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = cell
        around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        return [(a, b) for a, b in around if 0 <= a < self.rows and 0 <= b < self.cols]

    def connected(self, black: set[tuple[int, int]]) -> bool:
        white = [(r, c) for r in range(self.rows) for c in range(self.cols) if (r, c) not in black]
        seen, waiting = {white[0]}, [white[0]]
        while waiting:
            for cell in self.neighbours(waiting.pop()):
                if cell not in black and cell not in seen:
                    seen.add(cell)
                    waiting.append(cell)
        return len(seen) == len(white)

    def actions(self, state: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        self.count()
        black = set(state)
        return [
            (r, c)
            for r in range(self.rows)
            for c in range(self.cols)
            if (r, c) not in black
            and (r, c) not in self.clues
            and not black.intersection(self.neighbours((r, c)))
            and self.connected(black | {(r, c)})
        ]

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        return tuple(sorted((*state, action)))

    def is_goal(self, state: Any) -> bool:
        black = set(state)
        return all(self.seen(cell, black) == clue for cell, clue in self.clues.items())

    def heuristic(self, state: Any) -> int:
        black = set(state)
        return sum(self.seen(cell, black) != clue for cell, clue in self.clues.items())

    def seen(self, cell: tuple[int, int], black: set[tuple[int, int]]) -> int:
        count = 1
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            r, c = cell[0] + dr, cell[1] + dc
            while 0 <= r < self.rows and 0 <= c < self.cols and (r, c) not in black:
                count += 1
                r, c = r + dr, c + dc
        return count


class MazeProblem(Counted):
    """Exactly One Mazes in the style of simpleai's examples: a state is the path so far."""

    def __init__(self, puzzle: Any, most: int) -> None:
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self.labels = {divmod(i, self.cols): label for i, label in enumerate(puzzle.labels)}
        self.shapes = {label for label in puzzle.labels if label}
        super().__init__(((self.rows - 1, 0),), most)

    def actions(self, state: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        self.count()
        used = {self.labels[cell] for cell in state if self.labels[cell]}
        r, c = state[-1]
        return [
            cell
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if cell in self.labels and cell not in state and self.labels[cell] not in used
        ]

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        return (*state, action)

    def heuristic(self, state: Any) -> int:
        r, c = state[-1]
        return int(r + self.cols - 1 - c)

    def is_goal(self, state: Any) -> bool:
        visited = {self.labels[cell] for cell in state if self.labels[cell]}
        return state[-1] == (0, self.cols - 1) and visited == self.shapes


PROBLEMS = dict(zip(TARGETS, (KuromasuProblem, MazeProblem, MazeProblem), strict=True))


class SharedSpace(Counted):
    """masume's state space as a simpleai problem."""

    def __init__(self, space: Any, most: int) -> None:
        super().__init__(space.initial(), most)
        self.space = space

    def actions(self, state: Any) -> Any:
        self.count()
        return self.space.successors(state)

    def result(self, state: Any, action: Any) -> Any:
        return action[1]

    def is_goal(self, state: Any) -> bool:
        return bool(self.space.is_goal(state))


def rate_of_simpleai(problem: Counted, *, graph: bool) -> float:
    """Return the expansions per second of simpleai."""
    most = problem.remaining
    began = process_time()
    try:
        breadth_first(problem, graph_search=graph)
    except Enough:
        problem.remaining = 0
    return (most - problem.remaining) / (process_time() - began)


def rate_of_masume(board: masume.Board, space: str, most: int) -> float:
    """Return the expansions per second of masume."""
    run = resolve_search(board.kind, "breadth_first", space=space).start(
        board.puzzle, limit=masume.Limit(nodes=most)
    )
    began = process_time()
    result = run.finish()
    return result.metrics.expanded / (process_time() - began)


def compare(name: str, problem: Callable[[Any, int], Counted], most: int, rounds: int) -> float:
    """Print the rates on a board; return the ratio to simpleai's graph search."""
    board = next(b for b in examples(name.partition("/")[0]) if b.name == name)
    space = board.kind.spaces[0](board.puzzle)  # the space of the papers
    settings: dict[str, Callable[[], float]] = {
        "masume": lambda: rate_of_masume(board, space.name, most),
        "simpleai, graph search": lambda: rate_of_simpleai(problem(board.puzzle, most), graph=True),
        "simpleai, graph search, masume's space": lambda: rate_of_simpleai(
            SharedSpace(space, most), graph=True
        ),
    }
    if space.is_tree:
        settings["simpleai, tree search"] = lambda: rate_of_simpleai(
            problem(board.puzzle, most), graph=False
        )
    rates: dict[str, list[float]] = {setting: [] for setting in settings}
    for _ in range(rounds):  # alternate, so that a busy moment affects all settings
        for setting, measure in settings.items():
            rates[setting].append(measure())
    print(f"{name}, breadth first, at most {most:,} expansions, best of {rounds} rounds")
    best = {setting: max(values) for setting, values in rates.items()}
    for setting, rate in best.items():
        times = f"   masume: {best['masume'] / rate:5.1f} times as many" * (setting != "masume")
        print(f"  {setting:34} {rate:10,.0f} expansions/s{times}")
    return best["masume"] / best["simpleai, graph search"]


def compare_all(
    name: str, problem: Callable[[Any, int], Counted], heuristic: str, most: int, rounds: int
) -> dict[str, float]:
    """Print and return the ratio of every algorithm that both have, in graph search.

    A search may solve the board before `most` expansions, and simpleai scans its whole frontier
    for each successor, so the ratio grows with the frontier: least in depth-first search. The
    expansions of both are printed too; they differ where ties are broken differently.
    """
    board = next(b for b in examples(name.partition("/")[0]) if b.name == name)
    space = board.kind.spaces[0].name
    print(f"{name}, every algorithm, at most {most:,} expansions, best of {rounds} rounds")
    ratios = {}
    for algorithm, takes_h in SHARED:
        search = getattr(simpleai, algorithm)
        chosen = resolve_search(
            board.kind, algorithm, space=space, heuristic=heuristic if takes_h else None
        )
        rates: list[list[float]] = [[], []]
        for _ in range(rounds):
            began = process_time()
            result = chosen.start(board.puzzle, limit=masume.Limit(nodes=most)).finish()
            rates[0].append(result.metrics.expanded / (process_time() - began))
            theirs = problem(board.puzzle, most)
            if algorithm == "depth_first":
                theirs = mirrored(theirs)
            began = process_time()
            try:
                search(theirs, graph_search=True)
            except Enough:
                theirs.remaining = 0
            rates[1].append((most - theirs.remaining) / (process_time() - began))
        expanded = f"{result.metrics.expanded:,} and {most - theirs.remaining:,} expansions"
        ours, other = map(max, rates)
        ratios[algorithm] = ours / other
        both = f"{ours:10,.0f} {other:10,.0f} expansions/s"
        print(f"  {algorithm:16} {both}   {ratios[algorithm]:6.1f} times   ({expanded})")
    return ratios


def estimates(rounds: int) -> None:
    """Print the speed of A* with estimates, beside that of a search without one."""
    print("expansions per second with and without an estimate, best of all rounds")
    for name, space, heuristic in (
        ("kuromasu/range-7x7-1", "shade", "black_needed"),
        ("hitori/jain-sample1", "shade", "black_needed"),
        ("exactly_one/extreme-3", "walk", "detour"),
    ):
        board = next(b for b in examples(name.partition("/")[0]) if b.name == name)
        rates = []
        for algorithm, h in (("astar", heuristic), ("uniform_cost", None)):
            chosen = resolve_search(board.kind, algorithm, space=space, heuristic=h)
            found = [
                chosen.start(board.puzzle, limit=masume.Limit(nodes=3000)).finish().metrics
                for _ in range(rounds)
            ]
            rates.append(max(metrics.expanded / metrics.seconds for metrics in found))
        print(f"  {name:24} A* with {heuristic} {rates[0]:,.0f}, uniform cost {rates[1]:,.0f}")


def paper_board() -> None:
    """Print the times of complete algorithms on a paper's board."""
    board = next(b for b in examples("kuromasu") if b.name == "kuromasu/br-5x5-2")
    print(f"{board.name}: the paper reports 13.97 s for depth-first search")
    for algorithm in masume.algorithms().values():
        if algorithm.complete and algorithm.needs.__name__ == "StateSpace":
            result = masume.search(board.puzzle, algorithm.name, space="shade")
            print(
                f"  {algorithm.name:22} {result.status.value:8} "
                f"{result.metrics.expanded:8,} expanded {result.metrics.seconds:8.3f} s"
            )


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    ratios = [
        (name, goal, compare(name, PROBLEMS[name], MOST[name], rounds))
        for name, goal in TARGETS.items()
    ]
    of_all = [
        (name, algorithm, ratio)
        for name, heuristic in HEURISTICS.items()
        for algorithm, ratio in compare_all(
            name, PROBLEMS[name], heuristic, MOST[name], rounds
        ).items()
    ]
    estimates(rounds)
    paper_board()
    for name, goal, ratio in ratios:
        verdict = "yes" if ratio >= goal else "no"
        print(f"{name}, breadth first at least {goal}x: {verdict} ({ratio:.1f}x)")
    for name, algorithm, ratio in of_all:
        goal = LOWER_TARGETS.get((name, algorithm), TARGET_OF_ALL)
        verdict = "yes" if ratio >= goal else "no"
        print(f"{name}, {algorithm} at least {goal}x: {verdict} ({ratio:.1f}x)")


if __name__ == "__main__":
    main()
