"""@algorithm: what is known of a search function before it runs, and which pairings make sense.

An algorithm is one generator function. What it needs is read off its signature: `h` (an
estimate), `rng` (a seeded random source), `journal` (what it writes into while it is filmed), and
keyword-only options with their defaults.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from random import Random

from masume.core.search.evaluation import Evaluation
from masume.core.search.events import Search
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Pseudocode
from masume.core.search.space import Estimate, Heuristic, Sampled, SpaceType, StateSpace, TwoEnded
from masume.core.search.spec import OptionValue, Tuning, check_options
from masume.core.text.blocks import first_line
from masume.errors import BadOption, NotApplicable, UnknownName, UserCodeError, shorten


@dataclass(frozen=True)
class Algorithm:
    """A search function and what it claims (the tests check the claims)."""

    name: str
    function: Callable[..., Search]
    complete: bool  # on a finite space it finds a goal or proves that there is none
    optimal: bool  # the goal it finds is a cheapest one (if h is admissible, and weighs 1 at most)
    local: bool  # made for full boards that are repaired; path costs mean nothing to it
    needs: type  # the protocol its space must have
    needs_acyclic: bool  # keeps no table of all states: in a circle it need not end
    fewest_moves: bool  # no solution has fewer moves than the one it finds
    minimises_cost: bool  # adds path cost and h, so h must be an estimate of cost
    takes_h: bool
    takes_rng: bool
    takes_journal: bool  # tells of the successors that it refuses, and of the order of the others
    options: Mapping[str, OptionValue]  # name -> default
    summary: str
    aliases: tuple[str, ...]  # short names that people type
    about: Mapping[str, Tuning]  # what is to be known of options, by their names
    pseudocode: Pseudocode | None
    f: tuple[float | str, float | str]  # factors of g and h in what nodes are compared by

    def evaluation(self, options: Mapping[str, OptionValue]) -> Evaluation:
        """How f is computed, with these options."""
        of_g, of_h = (options[one] if isinstance(one, str) else one for one in self.f)
        assert isinstance(of_g, int | float) and isinstance(of_h, int | float)
        return Evaluation(of_g, of_h)

    def checked(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """All options with their values; raises if one does not fit."""
        options = check_options(self.name, given, self.options)
        for key, value in options.items():
            about = self.about.get(key, Tuning())
            if about.least is not None and isinstance(value, int | float) and value < about.least:
                bounds = f"the least is {about.least:g}"
            elif about.choices and value not in about.choices:
                bounds = f"it takes {' or '.join(about.choices)}"
            else:
                continue
            raise BadOption(f"{self.name}: {key}={value} does not fit, {bounds}")
        return options

    def start(
        self,
        space: StateSpace,
        h: Estimate | None,
        rng: Random,
        options: Mapping[str, OptionValue],
        *,
        nodes: int | None = None,
        journal: Journal | None = None,
    ) -> Search:
        """The search itself, not yet begun; `nodes` is how many it may expand, if that is known.

        Schedules for which nobody has asked fit into that: one that is cut off is a bad one.
        """
        given: dict[str, object] = dict(options)
        for key, about in self.about.items():
            if about.budget and given.get(key) is None and nodes is not None:
                given[key] = max(1, nodes)
        if self.takes_h:
            given["h"] = h
        if self.takes_rng:
            given["rng"] = rng
        if self.takes_journal and journal is not None:
            given["journal"] = journal
        search = self.function(space, **given)
        if not isinstance(search, Generator):
            raise UserCodeError(
                f"{self.name}() is no search: it returned {shorten(repr(search))} at once; "
                "it must yield Expanded for each expansion"
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
    aliases: tuple[str, ...] = (),
    options: Mapping[str, Tuning] | None = None,
    pseudocode: Pseudocode | None = None,
    f: tuple[float | str, float | str] = (1, 1),
) -> Callable[[Callable[..., Search]], Algorithm]:
    """Declare a search function as an algorithm of this name.

    Its options are its keyword-only parameters; `options` tells more of them. `f` is what it
    compares nodes by: the factors of g and h, each a number or the name of an option.
    """

    def declare(function: Callable[..., Search]) -> Algorithm:
        parameters = inspect.signature(function).parameters
        own = [name for name, one in parameters.items() if one.kind is one.KEYWORD_ONLY]
        for name in options or {}:
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
            takes_h="h" in parameters,
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


def why_not(algorithm: Algorithm, space: SpaceType, heuristic: Heuristic | None) -> str | None:
    """The reason why these cannot work together; None if they can."""
    name, where = algorithm.name, space_name(space)
    if algorithm.needs is TwoEnded and not hasattr(space, "reverse"):
        return (
            f"{where} cannot be searched backward, since none of its goals is known beforehand "
            "(it has no reverse())"
        )
    if algorithm.needs is Sampled and not hasattr(space, "random_state"):
        return f"{name} starts from random boards, which {where} does not have; use a repair space"
    if algorithm.needs_acyclic and space.can_undo:
        return f"{name} keeps no table of states and would walk in circles in {where}"
    if space.can_undo and not algorithm.local:
        return (
            f"{where} mends full boards and has no paths to compare; "
            f"use a local search there, or another space for {name}"
        )
    if not algorithm.takes_h:
        return f"{name} uses no heuristic" if heuristic else None
    if heuristic is None:
        return f"{name} needs a heuristic, and none speaks of {where}"
    if not heuristic.speaks_of(space):
        homes = " or ".join(space_name(home) for home in heuristic.spaces)
        return f"{heuristic.name} speaks of {homes}, not of {where}"
    if algorithm.minimises_cost and heuristic.objective:
        return (
            f"{heuristic.name} is an objective, not an estimate of the cost still to come; "
            f"use it with greedy, beam or a hill climber instead of {name}"
        )
    return None


def ensure_applicable(algorithm: Algorithm, space: SpaceType, heuristic: Heuristic | None) -> None:
    """Raise NotApplicable, with the reason, before anything runs."""
    reason = why_not(algorithm, space, heuristic)
    if reason is not None:
        raise NotApplicable(reason)


def space_name(space: SpaceType) -> str:
    """`hashi/build`: the puzzle's folder and the space's name."""
    folder = space.__module__.rpartition(".")[0].rpartition(".")[2]
    return f"{folder}/{space.name}" if folder else str(space.name)
