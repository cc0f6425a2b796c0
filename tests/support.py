"""Helpers of several tests: complete state graphs of small boards with exact costs."""

from __future__ import annotations

import os
from functools import cache
from heapq import heappop, heappush
from math import inf
from typing import Any

from hypothesis import settings
from second_encoding import ENCODINGS, solutions

import masume
from masume.core.puzzle.technique import LEVELS
from masume.core.search.space import space_options
from masume.make.request import levels_of, nearest_size

# All kinds, or a selection while a new one is developed: MASUME_KINDS="lights" pytest …
_SELECTED = os.environ.get("MASUME_KINDS", "").split()
KINDS = [kind for kind in masume.kinds().values() if kind.name in (_SELECTED or [kind.name])]
MODELLED = [kind.name for kind in KINDS if kind.model]
EXAMPLES = [board for kind in KINDS for board in masume.examples(kind.name)]
_PAPERS = ("br-", "tm-", "jain-", "pw-", "easy-", "medium-", "hard-", "extreme-")


def is_of_a_paper(board: Any) -> bool:
    """Return whether an example comes from one of the papers."""
    return str(board.name).partition("/")[2].startswith(_PAPERS)


PAPER_BOARDS = [board for board in EXAMPLES if is_of_a_paper(board)]
# Makers that can drop clues or change a board: others propose, and promise no difficulty.
AIMED = [kind for kind in KINDS if kind.maker and kind.maker().redraw]
STEERED = [kind for kind in KINDS if kind in AIMED or (kind.maker and kind.maker().clues)]
EXPLAINED = [kind for kind in KINDS if kind.logic]

EASY_IF_SMALL = {"sudoku"}  # kinds whose boards of up to 36 cells are easy

SOAK = settings.get_current_profile_name() == "random"

SEEDS = range(100, 130 if SOAK else 101)  # of long random runs in make soak


def examples(count: int, **more: Any) -> settings:
    """Set the number of random examples in `make soak`; other runs use a quarter."""
    return settings(max_examples=count if SOAK else max(count // 4, 10), **more)


def sample(things: list[Any], share: int = 3) -> list[Any]:
    """Return all items in `make soak`, otherwise every third."""
    return things if SOAK else things[::share]


def by_name(value: Any) -> str:
    """Return the name of a kind or a board for test ids."""
    return str(value.name)


def size_of(name: str, rows: int, cols: int | None = None) -> tuple[int, int]:
    """Return the size of boards of a kind that is closest to a wish; see `nearest_size`."""
    maker = masume.kinds()[name].maker
    assert maker is not None
    return nearest_size(maker(), rows, rows if cols is None else cols)


def level_of_small(name: str, level: str) -> str:
    """Return the hardest level up to the requested one that small boards of a kind have."""
    levels = levels_of(masume.kinds()[name])
    up_to = LEVELS[: LEVELS.index(level) + 1]
    return "easy" if name in EASY_IF_SMALL else [one for one in levels if one in up_to][-1]


def few(boards: list[Any], most: int) -> list[Any]:
    """Return some boards of each kind with techniques, spread evenly."""
    found = []
    for kind in EXPLAINED:
        own = [board for board in boards if board.kind is kind]
        found += own[:: -(-len(own) // most) or 1]
    return found


def variants(kind: masume.Kind) -> list[tuple[type, dict[str, bool]]]:
    """Return every space of a kind with every combination of its switches."""
    found: list[tuple[type, dict[str, bool]]] = []
    for space in kind.spaces:
        settings: list[dict[str, bool]] = [{}]
        for option, default in space_options(space).items():
            assert isinstance(default, bool)
            settings = [{**s, option: value} for s in settings for value in (False, True)]
        found += [(space, setting) for setting in settings]
    return found


class Graph:
    """All states of a space, with every edge, and the exact cost to the nearest goal."""

    def __init__(self, space: Any) -> None:
        self.space = space
        self.edges: dict[Any, list[tuple[Any, float]]] = {}
        self.depths: list[int] = []  # states first reached after 0, 1, 2 … moves
        layer = [space.initial()]
        seen = set(layer)
        while layer:
            self.depths.append(len(layer))
            below = []
            for state in layer:
                steps = [(child, cost) for _, child, cost in space.successors(state)]
                self.edges[state] = steps
                for child, _ in steps:
                    if child not in seen:
                        seen.add(child)
                        below.append(child)
            layer = below
        self.goals = [state for state in self.edges if space.is_goal(state)]
        self.cost_to_go = self._backward()

    def _backward(self) -> dict[Any, float]:
        into: dict[Any, list[tuple[Any, float]]] = {state: [] for state in self.edges}
        for state, steps in self.edges.items():
            for child, cost in steps:
                into[child].append((state, cost))
        costs = dict.fromkeys(self.edges, inf)
        queue: list[tuple[float, int, Any]] = []
        for number, goal in enumerate(self.goals):
            costs[goal] = 0
            heappush(queue, (0, number, goal))
        ticket = len(queue)
        while queue:
            cost, _, state = heappop(queue)
            if cost > costs[state]:
                continue
            for before, step in into[state]:
                if cost + step < costs[before]:
                    costs[before] = cost + step
                    ticket += 1
                    heappush(queue, (cost + step, ticket, before))
        return costs


def check_heuristic(heuristic: Any, made: Any, graph: Graph) -> None:
    """Check the claims of a heuristic on every state of a small board."""
    h = heuristic.build(made)
    for state, truth in graph.cost_to_go.items():
        estimate = h(state)
        if estimate == inf:
            assert truth == inf, f"{heuristic.name} calls a state dead that leads to a goal"
        if heuristic.admissible:
            assert estimate <= truth, f"{heuristic.name} overestimates"
        if not heuristic.objective:
            assert estimate >= 0
            assert made.is_goal(state) <= (estimate == 0), f"{heuristic.name} is not 0 at a goal"


def is_the_only_answer(puzzle: Any, answer: Any) -> bool:
    """Return whether the engine, the referee and the second encoding agree that it is unique."""
    found = masume.solve(puzzle)
    assert found.unique is True and found.answer == answer
    assert masume.check(puzzle, answer) == []
    name = masume.kind_of(puzzle).name
    if name in ENCODINGS:
        assert solutions(name, puzzle) == [getattr(answer, ENCODINGS[name].field)]
    return True


@cache
def small_boards(name: str, most_states: int = 3000) -> list[masume.Board]:
    """Return the examples of a kind whose first space has at most `most_states` states.

    Stop after three that are too large.
    """
    kind = masume.kinds()[name]
    boards = sorted(masume.examples(name), key=lambda board: board.puzzle.rows * board.puzzle.cols)
    found: list[masume.Board] = []
    too_large = 0
    for board in boards[:12]:
        if _count(kind.spaces[0](board.puzzle), most_states) <= most_states:
            found.append(board)
        else:
            too_large += 1
        if too_large == 3:
            break
    return found


def _count(space: Any, most: int) -> int:
    seen = {space.initial()}
    waiting = list(seen)
    while waiting and len(seen) <= most:
        for _, child, _ in space.successors(waiting.pop()):
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return len(seen)


def refused(answer, *words):
    """Assert that a command rejects its input: exit code 2, one line on stderr, no traceback."""
    code, _, err = answer
    assert code == 2, answer
    assert err.startswith("masume: ") and err.count("\n") == 1, err
    assert "Traceback" not in err
    for word in words:
        assert word in err
    return True
