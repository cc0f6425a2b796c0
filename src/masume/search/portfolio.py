"""A portfolio of algorithms: several searches side by side, in fair slices.

Use it where no single algorithm is reliable: with k members it never needs more than k times the
expansions of the best of them. Write the members with plus signs, as in
`portfolio:depth_first+greedy+astar`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from masume.core.plugins.registry import algorithm_named
from masume.core.search.algorithm import Algorithm, algorithm
from masume.core.search.events import Expanded, Expansion, Node, Search, Status
from masume.core.search.journal import Journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Estimate, StateSpace
from masume.core.search.spec import Tuning, member_names

_DEFAULTS = ("depth_first", "breadth_first", "greedy")
_DEFAULTS_OF_REPAIR = ("steepest_ascent", "random_restart", "simulated_annealing")


class _Member:
    """One of the searches, and the sizes that its last expansion reported."""

    def __init__(self, chosen: Algorithm, search: Search, journal: Journal | None) -> None:
        self.is_complete = chosen.complete
        self.search, self.journal = search, journal
        self.frontier = self.stored = 0

    def next_expansion(self) -> Expansion | Node | Status:
        """Return the next expansion, or the outcome of the search."""
        try:
            while True:
                event = next(self.search)
                if isinstance(event, tuple):
                    *_, self.frontier, self.stored = event
                    return event
        except StopIteration as end:
            outcome: Node | Status = end.value
            return outcome


@algorithm(
    local=True,
    f=(0, 1),
    options={
        "members": Tuning(
            "The algorithms, joined by plus signs. By default depth_first, breadth_first and "
            "greedy; in repair spaces steepest_ascent, random_restart and simulated_annealing.",
            examples=("depth_first+astar", "astar+ida_star+beam"),
        )
    },
    pseudocode=pseudocode(
        """
        members ← the searches, none of them begun  #start
        while members is not empty:
            for each member of members:
                let it expand one node  #take
                    its children, as the member decides  #kept seen dead bound depth worse passed
                    what leaves its frontier  #stale width
                if it found a goal: return the path  #solved
                if it proved that there is none: return that there is no solution  #exhausted
                if it gave up: take it out of members
        give up  #stuck
        """,
        {"members": "list: searches with frontiers and tables of their own"},
        Picks("the next member expands one node"),
    ),
)
def portfolio(
    space: StateSpace,
    rng: Random,
    h: Estimate | None = None,
    journal: Journal | None = None,
    *,
    members: str = "",
) -> Search:
    """Let several algorithms expand one node each in turn; the first result counts."""
    names: Sequence[str] = member_names(members) or (
        _DEFAULTS_OF_REPAIR if space.repairs else _DEFAULTS
    )
    running = []
    for name in names:
        chosen = algorithm_named(name)
        if h is None and chosen.needs_h and not member_names(members):
            continue
        own = Journal() if journal is not None else None
        options = dict(chosen.options)
        search = chosen.start(space, h, Random(rng.random()), options, journal=own)
        running.append(_Member(chosen, search, own))
    while running:
        for member in list(running):
            if member.journal is not None and journal is not None:
                member.journal.clear()
                member.journal.on = journal.on
            event = member.next_expansion()
            if member.journal is not None and journal is not None:
                journal.rejected += member.journal.rejected
                journal.dropped += member.journal.dropped
                journal.first_waiting = member.journal.first_waiting
                journal.taken = member.journal.taken
            if isinstance(event, Node):
                return event
            if isinstance(event, Status):
                if event is Status.EXHAUSTED and member.is_complete:
                    return event
                running.remove(member)
                continue
            node, kept, generated, *_ = event
            yield Expanded(
                node,
                kept,
                generated,
                sum(member.frontier for member in running),
                sum(member.stored for member in running),
            )
    return Status.STUCK
