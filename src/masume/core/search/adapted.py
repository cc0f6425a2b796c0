"""Adapt problems written for simpleai and aima-python, unchanged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Protocol, TypeAlias, cast

from masume.core.search.problem import ProblemSpace, checked_estimate
from masume.core.search.space import Estimate, Heuristic
from masume.errors import NotApplicable

State: TypeAlias = Hashable


class ForeignProblem(Protocol):
    """What problems of both libraries have; other members differ in their names."""

    def actions(self, state: object, /) -> Iterable[object]:
        """Return the actions that are possible in a state."""

    def result(self, state: object, action: object, /) -> State:
        """Return the state after an action."""


class AdaptedProblem:
    """A problem with `actions` and `result`, in the form that masume searches.

    States that are lists become tuples, and lists again before the problem sees them.
    """

    problem_heuristics: tuple[Heuristic, ...] = ()

    def __init__(self, wrapped: ForeignProblem) -> None:
        self.wrapped = wrapped
        self._is_goal = _member(wrapped, "is_goal", "goal_test")
        self._cost = _cost_function(wrapped)
        name = "initial_state" if hasattr(wrapped, "initial_state") else "initial"
        start = getattr(wrapped, name)
        self._start = start() if callable(start) else start
        self._has_lists = isinstance(self._start, list)

    def thaw(self, state: State) -> object:
        """Return a state as the wrapped problem knows it."""
        return list(cast("Iterable[object]", state)) if self._has_lists else state

    def freeze(self, state: State) -> Hashable:
        """Return a state of the wrapped problem in a hashable form."""
        return tuple(cast("Iterable[object]", state)) if self._has_lists else state

    def initial(self) -> Hashable:
        """Return the initial state."""
        return self.freeze(self._start)

    def successors(self, state: State) -> Iterator[tuple[object, State, float]]:
        """Yield (action, result, cost) for each action."""
        wrapped, before = self.wrapped, self.thaw(state)
        for action in wrapped.actions(before):
            after = wrapped.result(before, action)
            yield action, self.freeze(after), self._cost(before, action, after)

    def is_goal(self, state: State) -> bool:
        """Return the result of the wrapped goal test."""
        return bool(self._is_goal(self.thaw(state)))

    def draw(self, state: State) -> str:
        """Return simpleai's representation of a state, or its repr."""
        write = getattr(self.wrapped, "state_representation", repr)
        return str(write(self.thaw(state)))


def _random_state(self: AdaptedProblem, rng: Random) -> Hashable:
    """Return a random state; simpleai draws it from the global generator, so seed that."""
    import random

    state = random.getstate()
    random.seed(rng.getrandbits(64))
    try:
        return self.freeze(_member(self.wrapped, "generate_random_state")())
    finally:
        random.setstate(state)


def adapt(problem: object) -> AdaptedProblem:
    """Return a problem of simpleai or aima-python as one that every function here accepts.

    It needs `actions(state)`, `result(state, action)`, `is_goal` or `goal_test`, and an attribute
    `initial_state` or `initial`. `cost` or `path_cost` is used if it is there, and `heuristic` or
    `h` becomes the heuristic that is used by default.

    >>> class Count:
    ...     initial = 0
    ...     def actions(self, state): return [1, 3]
    ...     def result(self, state, action): return state + action
    ...     def goal_test(self, state): return state == 7
    >>> from masume import search
    >>> search(adapt(Count()), "breadth_first").cost
    3
    """
    missing = [name for name in ("actions", "result") if not callable(getattr(problem, name, None))]
    if missing:
        name = type(problem).__name__
        raise NotApplicable(f"{name} is not a problem that adapt knows: it has no {missing[0]}()")
    cls: type = type(problem)
    return _adapter(cls)(cast("ForeignProblem", problem))


@cache
def _adapter(cls: type) -> type[AdaptedProblem]:
    """Return a class of adapted problems for a class, with its name and its heuristic."""
    members: dict[str, object] = {"name": cls.__name__, "__module__": cls.__module__}
    members["__doc__"] = cls.__doc__
    if _is_overridden(cls, "generate_random_state"):
        members["random_state"] = _random_state
    heuristics = [name for name in ("heuristic", "h") if _is_overridden(cls, name)]
    adapter = type(cls.__name__, (AdaptedProblem,), members)
    adapter.problem_heuristics = tuple(  # type: ignore[attr-defined]
        Heuristic(name, _builder(name), (adapter,), False, False, True, f"{cls.__name__}.{name}")
        for name in heuristics
    )
    return adapter


def _is_overridden(cls: type, name: str) -> bool:
    """Return whether a class defines a method itself, not only simpleai's or aima's base class."""
    owner = next((base for base in cls.__mro__ if name in vars(base)), None)
    return owner is not None and owner.__name__ not in ("SearchProblem", "Problem")


def _builder(name: str) -> Callable[[ProblemSpace], Estimate]:
    """Return a builder of the wrapped problem's estimate; aima's takes a node, not a state."""

    def build(space: ProblemSpace) -> Estimate:
        adapted = cast("AdaptedProblem", space.problem)
        method, thaw = getattr(adapted.wrapped, name), adapted.thaw
        if name == "heuristic":
            return checked_estimate(lambda state: method(thaw(state)))
        return checked_estimate(lambda state: method(_StateNode(thaw(state))))

    return build


class _StateNode:
    """The part of aima's Node that its heuristics read."""

    def __init__(self, state: object) -> None:
        self.state = state


def _member(thing: object, *names: str) -> Callable[..., State]:
    """Return the first of these methods that an object has; raise NotApplicable for none."""
    for name in names:
        member: Callable[..., State] | None = getattr(thing, name, None)
        if callable(member):
            return member
    raise NotApplicable(f"{type(thing).__name__} has no {' or '.join(names)}()")


def _cost_function(wrapped: object) -> Callable[[object, object, object], float]:
    """Return the cost of an action: simpleai's `cost`, aima's `path_cost` from 0, or 1."""
    if callable(cost := getattr(wrapped, "cost", None)):
        priced: Callable[[object, object, object], float] = cost
        return priced
    if callable(path_cost := getattr(wrapped, "path_cost", None)):
        return lambda state, action, after: path_cost(0, state, action, after)
    return lambda state, action, after: 1
