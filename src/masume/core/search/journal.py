"""Journal: the details of a search that only a film needs.

`Expanded` gives the number of successors and the kept ones. A search tree also shows the rejected
successors, each with its fate, and the order of the open list. An algorithm with `journal` in its
signature receives a journal while it is filmed, and otherwise None, so that unfilmed searches pay
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from heapq import heappop, heappush, heapreplace
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from masume.core.search.events import Node

# The fates of a successor
KEPT: Final = "kept"  # added to the frontier, or the current state of a local search
SEEN: Final = "seen"  # its state was reached before
DEAD: Final = "dead"  # h is infinite: no goal is reachable
BOUND: Final = "bound"  # its f exceeds the bound, or it was left for a better alternative
DEPTH: Final = "depth"  # it is at the depth limit
WORSE: Final = "worse"  # no better than its parent, or too bad to be accepted
PASSED: Final = "passed"  # acceptable, but another successor was chosen

# The fates of a node that leaves the frontier without being expanded
STALE: Final = "stale"  # a cheaper path to its state was found later
WIDTH: Final = "width"  # the next layer of the beam, or the memory, was full

FATES = (KEPT, SEEN, DEAD, BOUND, DEPTH, WORSE, PASSED, STALE, WIDTH)


MOST_TIES = 1_000  # counted at a step

Rejected: TypeAlias = tuple[int, str, object, Hashable, float, float | None]
"""(number, fate, move, state, g, h) of a rejected successor; the number counts from 1."""


class Lists(NamedTuple):
    """The sizes of a search's open and closed list; None for a list that it does not have."""

    open: int | None = None  # nodes to be expanded, without stale entries
    closed: int | None = None  # remembered states that were expanded or cut off by a depth limit


class Journal:
    """The details since the last event; `Run` clears them before each expansion."""

    __slots__ = ("dropped", "first_waiting", "lists", "on", "rejected", "taken")

    def __init__(self) -> None:
        self.on = True  # False while the film skips expansions
        self.rejected: list[Rejected] = []
        self.dropped: list[tuple[str, Node]] = []
        self.taken: tuple[float, int] | None = None  # the priority of the node, its ties
        self.first_waiting: Callable[[int], Iterable[Node]] = _nobody
        self.lists: Callable[[], Lists] | None = None  # None: unknown; `Lists`: has no lists

    def reject(
        self,
        fate: str,
        number: int,
        move: object,
        state: Hashable,
        g: float,
        h: float | None = None,
    ) -> None:
        """Record a successor that is not kept."""
        if self.on:
            self.rejected.append((number, fate, move, state, g, h))

    def drop(self, fate: str, node: Node) -> None:
        """Record a node that leaves the frontier without being expanded."""
        if self.on:
            self.dropped.append((fate, node))

    def clear(self) -> None:
        """Delete the details of the last expansion."""
        self.rejected.clear()
        self.dropped.clear()
        self.taken = None


def active_journal(journal: Journal | None) -> Journal | None:
    """Return the journal if this expansion is filmed, else None.

    Algorithms call this once per expansion, to avoid a check per successor.
    """
    return journal if journal is not None and journal.on else None


def _nobody(most: int) -> Iterable[Node]:
    return ()


def first_of_stack(
    stack: Sequence[Node], most: int, done: Container[Hashable] | None = None
) -> list[Node]:
    """Return the next `most` nodes of a stack, in order, except those whose states are done."""
    waiting = (node for node in reversed(stack) if not done or node.state not in done)
    return list(islice(waiting, most))


def count_ties(
    heap: Sequence[tuple[float, int, Node]], least: float, is_open: Callable[[Node], bool]
) -> int:
    """Return how many open nodes of a heap have its least priority; counting ends at MOST_TIES."""
    ties, places = 0, [0]
    while places and ties < MOST_TIES:
        place = places.pop()
        if place < len(heap) and heap[place][0] == least:
            ties += is_open(heap[place][2])
            places += (2 * place + 1, 2 * place + 2)
    return ties


def first_of_heap(
    heap: Sequence[tuple[float, int, Node]],
    most: int,
    is_open: Callable[[Node], bool] = lambda node: True,
) -> list[Node]:
    """Return the next `most` open nodes of a heap, in order, without sorting or changing it."""
    nodes: list[Node] = []
    near = [(heap[0], 0)] if heap else []
    size = len(heap)
    while near and len(nodes) < most:
        entry, place = near[0]
        if is_open(entry[2]):
            nodes.append(entry[2])
        below = 2 * place + 1
        if below >= size:
            heappop(near)
            continue
        heapreplace(near, (heap[below], below))
        if below + 1 < size:
            heappush(near, (heap[below + 1], below + 1))
    return nodes
