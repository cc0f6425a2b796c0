"""Small directed graphs as state spaces, and how tests search them."""

from __future__ import annotations

from random import Random

from masume.core.plugins.registry import algorithms
from masume.core.search.run import Run


class Roads:
    """A directed graph with costs as a minimal state space."""

    name = "roads"
    repairs = False
    infers = False
    puzzle = type("Map", (), {"rows": 1, "cols": 1})

    def __init__(self, roads, goals="G", *, is_tree=False):
        self.roads = roads
        self.goals = goals
        self.is_tree = is_tree

    def initial(self, position=None):
        return "S"

    def successors(self, state):
        return [(f"{state}{to}", to, cost) for to, cost in self.roads.get(state, {}).items()]

    def is_goal(self, state):
        return state in self.goals

    def spent(self, state):
        return 0

    def position(self, state):
        return state


def path(result):
    return "".join(node.state for node in result.goal.path())


def run(name, space, h=None, seed=0, **options):
    algorithm = algorithms()[name]
    chosen = {**algorithm.options, **options}
    return Run(space, algorithm.start(space, h, Random(seed), chosen)).finish()
