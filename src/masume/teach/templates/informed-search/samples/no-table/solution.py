"""Uninformed and informed search: a sample without a table, and a heuristic that is too high."""

from collections import deque
from heapq import heappop, heappush
from itertools import count

from masume import Expanded, Node, Status, algorithm, heuristic
from masume.problems.n_puzzle import NPuzzle
from masume.puzzles.hitori.spaces import HitoriShade


@algorithm(complete=True)
def my_breadth_first(space):
    """Breadth-first search with a table of the states that were seen."""
    root = Node(space.initial())
    frontier, seen = deque([root]), {root.state}
    while frontier:
        node = frontier.popleft()
        if space.is_goal(node.state):
            return node
        kept, generated = [], 0
        for move, state, cost in space.successors(node.state):
            generated += 1
            kept.append(Node(state, node, move, node.g + cost))  # no table
        frontier += kept
        yield Expanded(node, kept, generated, len(frontier), len(seen))
    return Status.EXHAUSTED


@algorithm(complete=True, optimal=True)
def my_astar(space, h):
    """Expand the node of least g + h; among equals the newest."""
    start = space.initial()
    root = Node(start, h=h(start))
    tickets = count()
    frontier, best = [(root.h, 0, root)], {start: 0}
    while frontier:
        _, _, node = heappop(frontier)
        if node.g > best[node.state]:
            continue  # a cheaper path was found in the meantime
        if space.is_goal(node.state):
            return node
        kept, generated = [], 0
        for move, state, cost in space.successors(node.state):
            generated += 1
            g = node.g + cost
            if state not in best or g < best[state]:
                best[state] = g
                child = Node(state, node, move, g, h(state))
                kept.append(child)
                heappush(frontier, (g + child.h, -next(tickets), child))
        yield Expanded(node, kept, generated, len(frontier), len(best))
    return Status.EXHAUSTED


@heuristic(NPuzzle, admissible=True)
def my_manhattan(problem):
    """The sum of the distances of the tiles from their places."""
    cols = problem.cols
    home = {tile: divmod(cell, cols) for cell, tile in enumerate(problem.goal)}

    def estimate(state: tuple[int, ...]) -> int:
        """Return the sum of the distances."""
        total = 0
        for cell, tile in enumerate(state):
            if tile:
                (row, col), (home_row, home_col) = divmod(cell, cols), home[tile]
                total += abs(row - home_row) + abs(col - home_col)
        return total

    return estimate


@heuristic(HitoriShade, admissible=True)
def my_hitori(space):
    """Surplus equal numbers: all of the rows, or all of the columns."""
    puzzle = space.puzzle
    size, cols, clues = len(puzzle.clues), puzzle.cols, puzzle.clues
    rows = [range(start, start + cols) for start in range(0, size, cols)]
    columns = [range(col, size, cols) for col in range(cols)]

    def surplus(lines: list[range], black: int) -> int:
        """Return how many white cells repeat a number of their line."""
        total = 0
        for line in lines:
            white = [clues[cell] for cell in line if not black >> cell & 1]
            total += len(white) - len(set(white))
        return total

    return lambda state: surplus(rows, state) + surplus(columns, state)  # too much
