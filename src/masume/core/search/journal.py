"""Journal: what a search writes down while somebody looks closely, beyond what it always tells.

`Expanded` says how many successors there were and which ones are kept. Those who draw a search tree
want the others too, with the reason, and the nodes that wait in their order. An algorithm with
`journal` in its signature is handed one while it is filmed, and None otherwise: it then writes
nothing and takes no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heappop, heappush, heapreplace
from typing import Final, NamedTuple, TypeAlias

from masume.core.search.events import Node

# What becomes of a successor
KEPT: Final = "kept"  # it waits, or is where the search goes on
SEEN: Final = "seen"  # its state was reached before
DEAD: Final = "dead"  # h is infinite: no goal can follow
BOUND: Final = "bound"  # its f is above the bound of this round
DEPTH: Final = "depth"  # it is as deep as this round or the limit allows
WORSE: Final = "worse"  # no better than the node it comes from, or too bad to be drawn
PASSED: Final = "passed"  # it would do, but another one was taken

# What becomes of a node that waited and is not expanded
STALE: Final = "stale"  # a cheaper path to its state was found since
WIDTH: Final = "width"  # there was no room for it in the next layer

FATES = (KEPT, SEEN, DEAD, BOUND, DEPTH, WORSE, PASSED, STALE, WIDTH)


Refused: TypeAlias = tuple[int, str, object, Hashable, float, float | None]
"""(number, fate, move, state, g, h) of a successor that is not kept, counted from 1."""


class Lists(NamedTuple):
    """The sizes of a search's lists; None for a list that the search does not keep."""

    open: int | None = None  # nodes that wait to be expanded, outdated entries included
    closed: int | None = None  # remembered states that were expanded, or cut off by a depth limit


class Journal:
    """What was written since the last event; `Run` begins a new page before the next one."""

    __slots__ = ("dropped", "first_waiting", "lists", "on", "refused")

    def __init__(self) -> None:
        self.on = True  # off: somebody films, but not this expansion
        self.refused: list[Refused] = []
        self.dropped: list[tuple[str, Node]] = []
        self.first_waiting: Callable[[int], Iterable[Node]] = _nobody
        self.lists: Callable[[], Lists] | None = None  # `Lists`: keeps none; None: unknown

    def refuse(
        self,
        fate: str,
        number: int,
        move: object,
        state: Hashable,
        g: float,
        h: float | None = None,
    ) -> None:
        """A successor is not kept."""
        if self.on:
            self.refused.append((number, fate, move, state, g, h))

    def drop(self, fate: str, node: Node) -> None:
        """A node that waited is taken out and not expanded."""
        if self.on:
            self.dropped.append((fate, node))

    def clear(self) -> None:
        """Begin a new page."""
        self.refused.clear()
        self.dropped.clear()


def open_page(journal: Journal | None) -> Journal | None:
    """The journal if this expansion is filmed; asked for once, not for each successor."""
    return journal if journal is not None and journal.on else None


def _nobody(most: int) -> Iterable[Node]:
    return ()


def first_of_stack(stack: Sequence[Node], most: int) -> list[Node]:
    """The nodes that a stack gives out next."""
    return list(stack[: -most - 1 : -1])


def first_of_heap(heap: Sequence[tuple[float, int, Node]], most: int) -> list[Node]:
    """The nodes that a heap gives out next, found without looking at the others."""
    nodes: list[Node] = []
    near = [(heap[0], 0)] if heap else []
    size = len(heap)
    while near and len(nodes) < most:
        entry, place = near[0]
        nodes.append(entry[2])
        below = 2 * place + 1
        if below >= size:
            heappop(near)
            continue
        heapreplace(near, (heap[below], below))
        if below + 1 < size:
            heappush(near, (heap[below + 1], below + 1))
    return nodes
