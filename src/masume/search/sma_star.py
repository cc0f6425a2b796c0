"""SMA*: simplified memory-bounded A* (Russell): A* within a fixed number of nodes.

Use it where A* runs out of memory and recursive best-first search wastes the memory that there is:
it forgets only when it must, and the worst nodes first. If the memory barely holds the solution's
path, it expands the same nodes again and again.
"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heapify, heappop, heappush
from math import inf

from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.journal import DEAD, SEEN, WIDTH, Journal, Lists, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace, has_cycles
from masume.core.search.spec import Tuning


class _Held(Node):
    """A node in memory, with what is known of the children that are not."""

    __slots__ = ("f", "forgotten", "held", "is_expanded", "is_gone", "number")

    def __init__(
        self, state: Hashable, parent: Node | None, move: object, g: int, h: float, number: int
    ) -> None:
        super().__init__(state, parent, move, g, h)
        self.number = number  # of this child among its parent's
        self.f = g + h  # a lower bound of the cost of a solution below this node
        self.held = 0  # children in memory
        self.forgotten: dict[int, float] = {}  # the f of children that were dropped, by number
        self.is_expanded = self.is_gone = False

    @property
    def open_f(self) -> float:
        """The least f below this node that no node in memory stands for."""
        return min(self.forgotten.values(), default=inf) if self.is_expanded else self.f


def _is_valid(f: float, node: _Held) -> bool:
    """Return whether a node is in memory and has this f, so that its entry is not stale."""
    return not node.is_gone and f == node.open_f


class _Memory:
    """The nodes held, the best of which are expanded and the worst leaves of which are dropped."""

    def __init__(self) -> None:
        self.count = 0
        self._ticket = 0
        self._best: list[tuple[float, int, int, _Held]] = []
        self._worst: list[tuple[float, int, int, _Held]] = []

    def note(self, node: _Held) -> None:
        """Enter a node under its present values; earlier entries become stale."""
        self._ticket += 1
        open_f = node.open_f
        if open_f < inf:
            heappush(self._best, (open_f, -node.depth, self._ticket, node))
        if not node.held:
            heappush(self._worst, (-open_f, node.depth, self._ticket, node))
        if len(self._best) + len(self._worst) > 8 * self.count + 64:
            self._clean()

    def _clean(self) -> None:
        """Drop stale entries, so that nodes which were dropped free their memory."""
        self._best = [entry for entry in self._best if _is_valid(entry[0], entry[3])]
        self._worst = [entry for entry in self._worst if _is_valid(-entry[0], entry[3])]
        heapify(self._best)
        heapify(self._worst)

    def best(self) -> _Held | None:
        """Remove and return the node with the least open f, among equals the deepest."""
        while self._best:
            f, _, _, node = heappop(self._best)
            if _is_valid(f, node):
                return node
        return None

    def worst_leaf(self, but: _Held) -> _Held | None:
        """Remove and return the leaf with the largest f, among equals the shallowest."""
        own = []
        found = None
        while self._worst and found is None:
            entry = heappop(self._worst)
            f, _, _, node = entry
            if node is but:
                own.append(entry)
            elif not node.held and _is_valid(-f, node):
                found = node
        for entry in own:
            heappush(self._worst, entry)
        return found

    def waiting(self, most: int) -> list[Node]:
        """Return the next nodes to be expanded, in order."""
        entries = (entry for entry in sorted(self._best, key=lambda entry: entry[:3]))
        found: dict[int, Node] = {}
        for f, _, _, node in entries:
            if _is_valid(f, node) and len(found) < most:
                found[id(node)] = node
        return list(found.values())

    def drop(self, node: _Held) -> None:
        """Forget a leaf; its parent remembers what is known of it."""
        node.is_gone = True
        self.count -= 1
        parent = node.parent
        if isinstance(parent, _Held):
            parent.held -= 1
            if node.open_f < inf:
                parent.forgotten[node.number] = node.open_f
            self.note(parent)

    def remove_exhausted(self, node: _Held) -> None:
        """Drop a node below which nothing is left, and its ancestors of which this is true."""
        at: Node | None = node
        while isinstance(at, _Held) and not at.held and at.open_f == inf:
            self.drop(at)
            at = at.parent


@algorithm(
    minimises_cost=True,
    memory="memory",
    aliases=("sma*",),
    options={"memory": Tuning("The largest number of nodes that are held at once.", least=2)},
    pseudocode=pseudocode(
        """
        memory ← {start}, F(start) ← h(start)  #start
        while a node in memory has F < ∞:
            node ← the one with the least F, among equals the deepest  #take
            if node is a goal: return its path  #solved
            if its path fills memory: F(node) ← ∞, go on with the next node  #width
            for each child of node that is not in memory:
                if child is on the path to node: skip it  #seen
                if h(child) = ∞: skip it  #dead
                F(child) ← max(g(child) + h(child), F known for it, F(node))
                if memory is full: drop the leaf with the largest F; its parent notes it  #width
                add child to memory  #kept
            F(node) ← least F of the children that were dropped, ∞ if there are none
        if a path filled memory: give up  #stuck
        return that there is no solution  #exhausted
        """,
        {
            "memory": "tree: the nodes that are held, never more than the option memory allows",
            "F": "least f known below a node that no node in memory stands for",
        },
        Picks("the least F in memory, among equals the deepest"),
    ),
)
def sma_star(
    space: StateSpace, h: Estimate, journal: Journal | None = None, *, memory: int = 1000
) -> Search:
    """Search like A*, but drop the worst leaf when `memory` nodes are held.

    The parent of a dropped node remembers its f and produces it again when nothing better is left.
    It finds a cheapest solution if h is admissible and that solution's path fits into memory, and
    the cheapest that fits otherwise. Failure is a proof only if no path filled the memory.
    """
    state = space.initial()
    estimate = h(state)
    root = _Held(state, None, None, 0, estimate, 0)
    cyclic = has_cycles(space)
    held = _Memory()
    held.count = 1
    held.note(root)
    cut_off = False
    if journal is not None:
        journal.first_waiting = held.waiting
        journal.lists = lambda: Lists(held.count)
    while (node := held.best()) is not None:
        if space.is_goal(node.state):
            return node
        if node.depth + 1 >= memory:
            cut_off, node.is_expanded = True, True
            if journal is not None:
                journal.drop(WIDTH, node)
            held.remove_exhausted(node)
            continue
        page = active_journal(journal)
        again, floor = dict(node.forgotten), node.open_f
        is_first, node.is_expanded = not node.is_expanded, True
        node.forgotten.clear()
        kept: list[Node] = []
        generated = 0
        for move, child, cost in space.successors(node.state):
            generated += 1
            if not is_first and generated not in again:
                continue  # in memory, or a dead end
            g = node.g + cost
            if cyclic and node.is_on_path(child):
                if page is not None:
                    page.reject(SEEN, generated, move, child, g)
                continue
            estimate = h(child)
            if estimate == inf:
                if page is not None:
                    page.reject(DEAD, generated, move, child, g, estimate)
                continue
            fresh = _Held(child, node, move, g, estimate, generated)
            fresh.f = max(fresh.f, again.get(generated, floor))
            if held.count >= memory and not _make_room(held, node, fresh, kept, journal):
                continue
            node.held += 1
            held.count += 1
            held.note(fresh)
            kept.append(fresh)
        held.note(node)
        yield Expanded(node, kept, generated, held.count, held.count)
        held.remove_exhausted(node)
    return Status.STUCK if cut_off else Status.EXHAUSTED


def _make_room(
    held: _Memory, node: _Held, fresh: _Held, kept: list[Node], journal: Journal | None
) -> bool:
    """Drop the worst leaf; return False if that is the fresh child itself."""
    page = active_journal(journal)
    leaf = held.worst_leaf(but=node)
    if leaf is None or fresh.f > leaf.open_f:
        if leaf is not None:
            held.note(leaf)
        node.forgotten[fresh.number] = fresh.f
        if page is not None:
            page.reject(WIDTH, fresh.number, fresh.move, fresh.state, fresh.g, fresh.h)
        return False
    held.drop(leaf)
    if leaf in kept:
        kept.remove(leaf)
        if page is not None:
            page.reject(WIDTH, leaf.number, leaf.move, leaf.state, leaf.g, leaf.h)
    elif journal is not None:
        journal.drop(WIDTH, leaf)
    return True
