"""Count what a user's search does where it cannot miscount: in the space.

An algorithm reports its own expansions, and its goal node carries a cost. For a user's algorithm
both are claims: the calls of `successors` are counted here, and the moves are replayed to find the
state, the cost and the answer that they lead to.

User code can find and change the counters of its own process. In a supervised process each call is
also marked in a tally (`core/system/tally.py`), which the parent process counts. There, other
instances of the space are counted too: a search in a copy of the space is no less work.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from random import Random
from typing import TypeAlias, cast

from masume.core.search.events import Node
from masume.core.search.space import StateSpace, Step
from masume.core.system import tally

_MOST_TWINS = 1000  # states that equal moves may lead to

Steps: TypeAlias = Iterable[Step[object, Hashable]]
Counter: TypeAlias = Callable[[Steps], Iterator[Step[object, Hashable]]]
Successors: TypeAlias = Callable[[StateSpace, Hashable], Steps]


def _no_check() -> None:
    """Check nothing: the search has no limits."""


@dataclass
class Counts:
    """The counters of one search in a space, and the check of its limits."""

    space: StateSpace
    path_is_answer: bool = False  # then a path that cannot be replayed is a wrong answer
    expanded: int = 0  # calls of `successors`
    generated: int = 0  # successors that these yielded
    check: Callable[[], None] = _no_check  # called for each successor

    def counted_space(self) -> StateSpace:
        """Return a space with the same members that counts and checks the limits.

        In a process with a tally, the expansions of all other instances are counted too.
        """
        stop_counting_instances()
        count, space_type = self._counter(), type(self.space)
        plain = getattr(space_type, "successors", None)
        if plain is not None and tally.current() is not None:
            _count_instances(space_type, count)
        return _wrap(self.space, count, {space_type: plain} if plain else {})

    def _counter(self) -> Counter:
        """Return a function that yields the steps of an expansion and counts them."""
        counts, mark = self, tally.current()

        def count(steps: Steps) -> Iterator[Step[object, Hashable]]:
            counts.expanded += 1
            check = counts.check
            for step in steps:
                counts.generated += 1
                check()
                yield step

        def count_and_mark(steps: Steps) -> Iterator[Step[object, Hashable]]:
            assert mark is not None
            mark(tally.EXPANDED)
            before = counts.generated
            try:
                yield from count(steps)
            finally:
                mark(tally.GENERATED * (counts.generated - before))

        return count if mark is None else count_and_mark


class _Counted:
    """A space with the members of another one, which counts its expansions."""

    def __init__(self, space: StateSpace, count: Counter, plain: Mapping[type, Successors]) -> None:
        function = plain.get(type(space))
        self._space, self._count, self._plain = space, count, plain
        self._successors = space.successors if function is None else function.__get__(space)
        self.is_goal = space.is_goal  # tested per state: not by way of __getattr__

    def successors(self, state: Hashable) -> Iterator[Step[object, Hashable]]:
        """Yield the successors of a state."""
        return self._count(self._successors(state))

    def __getattr__(self, name: str) -> object:
        return getattr(self._space, name)


class _TwoEndedCounted(_Counted):
    def reverse(self) -> StateSpace:
        """Return the space that starts at the goals, counted too."""
        return _wrap(self._space.reverse(), self._count, self._plain)  # type: ignore[attr-defined]


class _SampledCounted(_Counted):
    def random_successor(self, state: Hashable, rng: Random) -> object:
        """Return a successor drawn at random, counted as an expansion."""
        step = self._space.random_successor(state, rng)  # type: ignore[attr-defined]
        return next(self._count([] if step is None else [step]), None)


class _FocusedCounted(_SampledCounted):
    def focused_successors(self, state: Hashable, rng: Random) -> list[Step[object, Hashable]]:
        """Return the successors that change one faulty part, drawn at random."""
        drawn = self._space.focused_successors(state, rng)  # type: ignore[attr-defined]
        return list(self._count(drawn))


_BY_MEMBER = {
    "reverse": _TwoEndedCounted,
    "focused_successors": _FocusedCounted,
    "random_successor": _SampledCounted,
}


def _wrap(space: StateSpace, count: Counter, plain: Mapping[type, Successors]) -> StateSpace:
    """Return a space with the same members that counts; `plain` has the uncounted `successors`."""
    wrapper = next((w for member, w in _BY_MEMBER.items() if hasattr(space, member)), _Counted)
    return cast("StateSpace", wrapper(space, count, plain))


def _count_instances(space_type: type, count: Counter) -> None:
    """Count the expansions of all instances of a class, until `stop_counting_instances`."""
    is_own = "successors" in vars(space_type)
    inner: Successors = space_type.successors  # type: ignore[attr-defined]

    def successors(space: StateSpace, state: Hashable) -> Iterator[Step[object, Hashable]]:
        return count(inner(space, state))

    def restore() -> None:
        if is_own:
            space_type.successors = inner  # type: ignore[attr-defined]
        else:
            del space_type.successors  # type: ignore[attr-defined]

    space_type.successors = successors  # type: ignore[attr-defined]
    _restore.append(restore)


def stop_counting_instances() -> None:
    """Let the class of the last search in this process count no expansions any more."""
    while _restore:
        _restore.pop()()


_restore: list[Callable[[], None]] = []


def follow(space: StateSpace, goal: Node) -> str:
    """Return what fails when the path to a goal is taken again; empty if nothing does."""
    path = goal.path()
    for number, (node, child) in enumerate(pairwise(path), start=1):
        for move, state, cost in space.successors(node.state):
            if state == child.state and node.g + cost == child.g and move == child.move:
                break
        else:
            return f"its move {number}, {child.move}, is not possible there"
    return "" if space.is_goal(goal.state) else "its moves do not lead to a goal"


@dataclass(frozen=True)
class Replayed:
    """The end of a path that was replayed: a state, the nodes on the way, and their cost."""

    goal: Node
    cost: float


def moves_of(goal: Node, most: int) -> list[object] | None:
    """Return the moves of a path; None if it is longer than `most`, as in a forged ring."""
    moves: list[object] = []
    node: Node | None = goal
    while node is not None and node.parent is not None:
        moves.append(node.move)
        if len(moves) > most:
            return None
        node = node.parent
    return moves[::-1]


def replay(
    space: StateSpace,
    moves: Sequence[object],
    text_of: Callable[[object], object] = lambda move: move,
) -> Replayed | str:
    """Follow moves from the initial state; return the cheapest way to a goal, or what fails.

    Moves are compared by `text_of`. Where equal ones lead to several states, all are followed.
    """
    nodes = [Node(space.initial())]
    for number, move in enumerate(moves, start=1):
        after: dict[Hashable, Node] = {}
        for node in nodes:
            for label, state, cost in space.successors(node.state):
                if text_of(label) == move:
                    g = node.g + cost
                    if state not in after or g < after[state].g:
                        after[state] = Node(state, node, label, g)
        if not after:
            return f"its move {number}, {move}, is not possible there"
        nodes = list(islice(after.values(), _MOST_TWINS))
    goals = [node for node in nodes if space.is_goal(node.state)]
    if not goals:
        return "its moves do not lead to a goal"
    goal = min(goals, key=lambda node: node.g)
    return Replayed(goal, goal.g)
