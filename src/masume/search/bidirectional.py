"""Bidirectional breadth-first search: from start and goal until the two halves meet.

Use it where the goal is known, moves can be reversed and every move costs the same: two searches of
half the depth expand far fewer nodes than one. It needs to hold a whole layer of either half.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import SEEN, Journal, Lists, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import TwoEnded
from masume.search._halves import join_halves


@algorithm(
    complete=True,
    fewest_moves=True,
    needs=TwoEnded,
    needs_acyclic=True,
    aliases=("bds",),
    pseudocode=pseudocode(
        """
        if start and goal fit together: return that path
        forward ← [start], backward ← [goal]  #start
        while neither forward nor backward is empty:
            layer ← the smaller of them (forward if equal), other ← the other
            below ← [], seen ← {}
            for each node of layer:  #take
                for each child of node, one step further from that end:
                    if child is in seen: skip it  #seen
                    add child to seen, append it to below  #kept
                if a child and a node of other fit together: return both halves  #solved
            below takes the place of layer (as forward or backward)
        return that there is no solution  #exhausted
        """,
        {
            "fit together": "two states, one from each end, that meet and make one solution",
            "forward": "list: the outermost layer from the start",
            "backward": "list: the outermost layer from the goal",
            "below": "list: the layer that is being made, one step further out",
            "seen": "set of the states in below alone; not where the space is a tree",
        },
        Picks("the next one of the smaller layer"),
    ),
)
def bidirectional(space: TwoEnded, journal: Journal | None = None) -> Search:
    """Search breadth-first from start and goal, smaller layer first; finds the fewest moves.

    The two halves cannot meet in equal states, because each contains only its own moves. They meet
    at a seam (for a path: the cell that they share) and must be compatible. Each layer adds one
    move, so a solution of n moves is found when the depths of both sides add up to n: a new state
    needs to be compared with the outermost layer of the other side only. Textbooks keep a table of
    reached states per side; on acyclic spaces the outermost layers suffice.
    """
    back = space.reverse()
    near, far = [Node(space.initial())], [Node(back.initial())]
    pair = _meeting(space, near, _by_seam(space, far), forward=True)
    while pair is None:
        # An empty layer is a proof: every solution crosses every layer.
        if not near or not far:
            return Status.EXHAUSTED
        forward = len(near) <= len(far)
        here, old, there = (space, near, far) if forward else (back, far, near)
        waiting = _by_seam(space, there)
        layer: list[Node] = []
        seen: set[Hashable] | None = None if space.is_tree else set()
        for done, node in enumerate(old, start=1):
            page = active_journal(journal)
            kept: list[Node] = []
            generated = 0
            for move, child, cost in here.successors(node.state):
                generated += 1
                if seen is not None:
                    if child in seen:
                        if page is not None:
                            page.reject(SEEN, generated, move, child, node.g + cost)
                        continue
                    seen.add(child)
                kept.append(Node(child, node, move, node.g + cost))
            layer += kept
            frontier = len(old) - done + len(layer) + len(there)
            if journal is not None:
                journal.first_waiting = partial(_first, old, done, layer)
                journal.lists = partial(Lists, frontier)
            yield Expanded(node, kept, generated, frontier, frontier)
            pair = _meeting(space, kept, waiting, forward=forward)
            if pair is not None:
                break
        near, far = (layer, there) if forward else (there, layer)
    return join_halves(space, *pair)


def _first(old: list[Node], done: int, layer: list[Node], most: int) -> list[Node]:
    """Return the next nodes: the rest of the layer being expanded, then the next layer."""
    return (old[done : done + most] + layer[:most])[:most]


def _by_seam(space: TwoEnded, layer: list[Node]) -> dict[Hashable, list[Node]]:
    groups: dict[Hashable, list[Node]] = {}
    for node in layer:
        groups.setdefault(space.seam(node.state), []).append(node)
    return groups


def _meeting(
    space: TwoEnded, nodes: list[Node], others: dict[Hashable, list[Node]], *, forward: bool
) -> tuple[Node, Node] | None:
    """Return the first compatible (forward, backward) pair of nodes, or None."""
    for node in nodes:
        for other in others.get(space.seam(node.state), ()):
            near, far = (node, other) if forward else (other, node)
            if space.joins(near.state, far.state):
                return near, far
    return None
