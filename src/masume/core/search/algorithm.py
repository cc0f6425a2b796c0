"""@algorithm: declare a generator function as a search algorithm, and check what it can search.

An algorithm is one generator function. Its needs are read from its signature: `h` (an estimate;
with a default it can do without), `h_back` (the estimate of the reversed space), `rng` (a seeded
random source), `journal` (a record of details while the search is filmed), and keyword-only options
with their defaults. The second paragraph of its module's docstring says when to use it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Pseudocode
from masume.core.search.space import (
    Assignable,
    Estimate,
    Heuristic,
    Sampled,
    SpaceType,
    StateSpace,
    TwoEnded,
    has_cycles,
    home_name,
)
from masume.core.search.spec import MEMBERS, OptionValue, Tuning, check_choices, check_options
from masume.core.text.blocks import first_line
from masume.errors import NotApplicable, UnknownName, UserCodeError, shorten


class Evaluation(NamedTuple):
    """The function f by which an algorithm compares nodes: f = of_g · g + of_h · h.

    Films record it, so that every view shows the value that the search used.

    >>> f = Evaluation(1, 2)
    >>> f.value(3, 4), f.formula
    (11, 'g + 2·h')
    """

    of_g: float = 1
    of_h: float = 1

    def value(self, g: float, h: float | None) -> float:
        """Return f of a node, or g if h is None."""
        return g if h is None else self.of_g * g + self.of_h * h

    @property
    def formula(self) -> str:
        """The formula of f, such as `g + 2·h`."""
        return self.formula_of("g", "h")

    def formula_of(self, g: str, h: str) -> str:
        """Return the formula with these texts in place of g and h."""
        parts = [
            text if factor == 1 else f"{factor:g}·{text}"
            for factor, text in ((self.of_g, g), (self.of_h, h))
            if factor
        ]
        return " + ".join(parts) or "0"


def evaluation_in(factors: object) -> Evaluation:
    """Return the evaluation recorded in a film's header; g + h if an older film has none."""
    match factors:
        case [int() | float() as of_g, int() | float() as of_h]:
            return Evaluation(of_g, of_h)
    return Evaluation()


@dataclass(frozen=True)
class Algorithm:
    """A search function with its requirements and its claims, which the tests verify.

    Create one with the decorator `algorithm`.
    """

    name: str
    function: Callable[..., Search]
    complete: bool  # on a finite space it finds a goal or proves that there is none
    optimal: bool  # finds a cheapest goal, if h is admissible and its weight is at most 1
    local: bool  # repairs full boards; ignores path costs
    needs: type  # the protocol that its space must implement
    needs_acyclic: bool  # keeps no table of visited states, so it may not end on a cyclic space
    fewest_moves: bool  # no solution has fewer moves than the one it finds
    minimises_cost: bool  # compares nodes by g + h, so h must estimate the remaining cost
    bound: str  # the option by which the cost of its solution exceeds the minimum at most, if h is
    # admissible: a factor from 1
    memory: str  # the option that states the most states held at once
    runs_members: bool  # its option `members` names the algorithms that it runs
    takes_h: bool
    needs_h: bool  # cannot search without h
    takes_back: bool  # needs the estimate of the reversed space as well
    takes_rng: bool
    takes_journal: bool  # can report rejected successors and the order of the open list
    options: Mapping[str, OptionValue]  # name -> default
    summary: str  # the first line of the function's docstring
    aliases: tuple[str, ...]  # short names for the command line
    about: Mapping[str, Tuning]  # help and bounds of options, by name
    pseudocode: Pseudocode | None
    f: tuple[float | str, float | str]  # the factors of g and h in f: numbers or option names

    def __repr__(self) -> str:
        return f"<Algorithm: {self.name}, {self.summary[:200]}>"

    @property
    def use(self) -> str:
        """When to use it: the second paragraph of its module's docstring."""
        doc = sys.modules[self.function.__module__].__doc__ or ""
        return " ".join([*doc.split("\n\n"), ""][1].split())

    def evaluation(self, options: Mapping[str, OptionValue]) -> Evaluation:
        """Return the evaluation function f for these options."""
        of_g, of_h = (options[key] if isinstance(key, str) else key for key in self.f)
        assert isinstance(of_g, int | float) and isinstance(of_h, int | float)
        return Evaluation(of_g, of_h)

    def resolve_options(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return all options with their values.

        Raise UnknownName or BadOption if a given option does not exist or its value is invalid.
        """
        options = check_options(self.name, given, self.options)
        check_choices(self.name, options, self.about)
        return options

    def start(
        self,
        space: StateSpace,
        h: Estimate | None,
        rng: Random | None,
        options: Mapping[str, OptionValue],
        *,
        nodes: int | None = None,
        journal: Journal | None = None,
        h_back: Estimate | None = None,
    ) -> Search:
        """Return the generator of the search, not yet started; `rng` if it takes one.

        `nodes` is the limit on expansions, if there is one: schedules without an explicit length
        (see `Tuning.budget`) are made to fit into it.
        """
        given: dict[str, object] = dict(options)
        for key, about in self.about.items():
            if about.budget and given.get(key) is None and nodes is not None:
                given[key] = max(1, nodes)
        if self.takes_h:
            given["h"] = h
        if self.takes_back:
            given["h_back"] = h_back
        if self.takes_rng:
            given["rng"] = rng
        if self.takes_journal and journal is not None:
            given["journal"] = journal
        search = self.function(space, **given)
        if not isinstance(search, Generator):
            raise UserCodeError(
                f"{self.name}() is not a generator: it returned {shorten(repr(search))}; "
                "yield Expanded for each expansion"
            )
        return search


def algorithm(
    *,
    complete: bool = False,
    optimal: bool = False,
    local: bool = False,
    needs: type = StateSpace,
    needs_acyclic: bool = False,
    fewest_moves: bool = False,
    minimises_cost: bool = False,
    bound: str = "",
    memory: str = "",
    aliases: tuple[str, ...] = (),
    options: Mapping[str, Tuning] | None = None,
    pseudocode: Pseudocode | None = None,
    f: tuple[float | str, float | str] = (1, 1),
) -> Callable[[Callable[..., Search]], Algorithm]:
    """Declare a generator function as an algorithm with the function's name.

    The flags are the fields of `Algorithm`. The algorithm's options are the function's
    keyword-only parameters; `options` adds their help and bounds. `f` holds the factors of g and h
    by which the algorithm compares nodes, each a number or the name of an option.
    """

    def declare(function: Callable[..., Search]) -> Algorithm:
        """Return the function as an algorithm; raise UnknownName if it lacks one of the options."""
        parameters = inspect.signature(function).parameters
        own = [name for name, item in parameters.items() if item.kind is item.KEYWORD_ONLY]
        for name in (*(options or {}), *filter(None, (bound, memory))):
            if name not in own:
                raise UnknownName(f"option of {function.__name__}", name, own)
        return Algorithm(
            name=function.__name__,
            function=function,
            complete=complete,
            optimal=optimal,
            local=local,
            needs=needs,
            needs_acyclic=needs_acyclic,
            fewest_moves=fewest_moves,
            minimises_cost=minimises_cost,
            bound=bound,
            memory=memory,
            runs_members=MEMBERS in own,
            takes_h="h" in parameters,
            needs_h="h" in parameters and parameters["h"].default is inspect.Parameter.empty,
            takes_back="h_back" in parameters,
            takes_rng="rng" in parameters,
            takes_journal="journal" in parameters,
            options={name: parameters[name].default for name in own},
            summary=first_line(function),
            aliases=aliases,
            about=options or {},
            pseudocode=pseudocode,
            f=f,
        )

    return declare


def why_not(
    algorithm: Algorithm,
    space: SpaceType,
    heuristic: Heuristic | None,
    members: Sequence[Algorithm] = (),
) -> str | None:
    """Return the reason why these cannot work together, or None if they can.

    `members` are the algorithms that a portfolio runs, each of which must fit too.
    """
    for member in members:
        if reason := why_not(member, space, heuristic if member.takes_h else None):
            return reason
    name, where = algorithm.name, space_name(space)
    if algorithm.needs is TwoEnded and not hasattr(space, "reverse"):
        return (
            f"{where} cannot be searched backward: its goals are not known in advance "
            "(it has no reverse())"
        )
    if algorithm.needs is Sampled and not hasattr(space, "random_state"):
        return f"{name} starts from random boards, which {where} lacks; use a repair space"
    if algorithm.needs is Assignable and not hasattr(space, "attempt"):
        return f"{name} assigns variables, which {where} does not have; use a decide space"
    if algorithm.needs_acyclic and has_cycles(space):
        return f"{name} keeps no table of visited states and could run in circles in {where}"
    if space.repairs and not algorithm.local:
        return (
            f"{where} repairs full boards and has no paths to compare; "
            f"use a local search there, or another space for {name}"
        )
    if not algorithm.takes_h:
        return f"{name} uses no heuristic" if heuristic else None
    if heuristic is None:
        reason = f"{name} needs a heuristic, and none is defined for {where}"
        return reason if algorithm.needs_h else None
    if not heuristic.supports(space):
        homes = " or ".join(space_name(home) for home in heuristic.spaces)
        return f"{heuristic.name} is defined for {homes}, not for {where}"
    if algorithm.minimises_cost and heuristic.objective:
        return (
            f"{heuristic.name} is an objective, not an estimate of the remaining cost; "
            f"use it with greedy, beam or a hill climber instead of {name}"
        )
    return None


def ensure_applicable(
    algorithm: Algorithm,
    space: SpaceType,
    heuristic: Heuristic | None,
    members: Sequence[Algorithm] = (),
) -> None:
    """Raise NotApplicable, with the reason, if these cannot work together."""
    reason = why_not(algorithm, space, heuristic, members)
    if reason is not None:
        raise NotApplicable(reason)


def space_name(space: SpaceType | type) -> str:
    """Return the puzzle's folder and the space's name, such as `hashi/build`.

    For a problem it is the name of its class, for a space of every model just the space's name.
    """
    if not hasattr(space, "spent") or hasattr(space, "problem_class"):
        return str(getattr(getattr(space, "problem_class", space), "__name__", ""))
    package = space.__module__.rpartition(".")[0]
    folder, name = package.rpartition(".")[2], home_name(space)
    return f"{folder}/{name}" if folder and package != "masume.core.spaces" else name
