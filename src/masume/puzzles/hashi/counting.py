"""Counting rules of Hashi: what a clue implies for the bridges of its island.

All of them apply one inference of the propagator (`LinkKnowledge.raised`): an island whose links
could have few more bridges than it needs gets most of them. They differ in how the links are
limited: by their width, by the neighbours' numbers, or by what the neighbours still need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Deduction, Proof, rule
from masume.core.puzzle.words import Phrase, say
from masume.puzzles.hashi.connections import Bounds
from masume.puzzles.hashi.knowledge import (
    CROSSING,
    Grounds,
    LinkKnowledge,
    Touched,
    both_ends,
    islands_near,
    links_near,
)

Caps: TypeAlias = dict[int, int]  # the links of an island with their greatest number of bridges


@rule(
    "a bridge bars the links across it",
    level="easy",
    auto=True,
    example="""
hashi
1 . 3 . 3
. . . . .
3 . . . 4
. . . . .
1 . 1 . 2
""",
)
def crossing_bridge(board: LinkKnowledge) -> list[Closing]:
    """Return the open links across bridges."""
    return board.examine("crossing bridge", links_near, _crossed)


class Closing(NamedTuple):
    """The links that a bridge, or an island with all its bridges, closes."""

    bounds: Bounds
    place: int  # a link, or an island
    links: list[int]


def _crossed(board: LinkKnowledge, bridge: int) -> Closing | None:
    across = [n for n in board.tables.crossing[bridge] if board.hi[n]] if board.lo[bridge] else []
    bounds = tuple((other, False, 0) for other in across)
    return Closing(bounds, bridge, across) if across else None


@crossing_bridge.reasons
def _(board: LinkKnowledge, new: list[Closing]) -> Iterator[Deduction]:
    return (board.explain(closing, _bars) for closing in new)


def _bars(board: LinkKnowledge, closing: Closing) -> Deduction:
    literals = _literals(board, closing.bounds)
    deduction = Deduction.lazy(literals, _why_barred, board, closing)
    return deduction.with_given(*board.bound_literals(closing.place, True))


def _why_barred(board: LinkKnowledge, closing: Closing) -> Proof:
    across = [board.way(other) for other in closing.links]
    says = say("bars", bridge=board.way(closing.place), across=across)
    return Proof(board.bound_literals(closing.place, True), (CROSSING,), says)


@rule(
    "an island that has all its bridges gets no more",
    level="easy",
    obvious=True,
    auto=True,
    example="""
hashi
2 . 1
. . .
1 . .
""",
)
def finished_island(board: LinkKnowledge) -> list[Closing]:
    """Return the open links of islands with all their bridges."""
    return board.examine("finished island", both_ends, _finished)


def _finished(board: LinkKnowledge, island: int) -> Closing | None:
    has = board.min_sum[island]
    if board.clues[island] != has or has == board.max_sum[island]:
        return None
    lo, hi = board.lo, board.hi
    links = [link for link, _ in board.adjacency[island] if hi[link] > lo[link]]
    return Closing(tuple((link, False, lo[link]) for link in links), island, links)


@finished_island.reasons
def _(board: LinkKnowledge, new: list[Closing]) -> Iterator[Deduction]:
    return (board.explain(closing, _finishes) for closing in new)


def _finishes(board: LinkKnowledge, closing: Closing) -> Deduction:
    _, island, links = closing
    literals = _literals(board, closing.bounds)
    # The bridges of a single open link do not matter for the conclusion about it.
    excluded = links[0] if len(links) == 1 else None
    deduction = Deduction.lazy(literals, _has_all, board, island, links, excluded)
    return deduction.with_given(*board.bridges_at(island, excluded))


def _has_all(board: LinkKnowledge, island: int, links: list[int], excluded: int | None) -> Proof:
    """Prove that an island has all its bridges."""
    others = board.cells_of(board.other_end(link, island) for link in links if not board.lo[link])
    so = say("none-to", others=others) if others else say("no-more")
    says = say("finished", at=(board.cells[island],), so=so)
    return board.why_limited(island, excluded).prove(says)


# What an island needs


class Need(NamedTuple):
    """The bounds of the links of an island, their caps, and how many more these allow."""

    bounds: Bounds
    island: int
    caps: Caps
    slack: int
    least: Caps  # the new lower bounds
    used: Caps  # the caps that the conclusion rests on


def last_link(board: LinkKnowledge, island: int) -> Caps:
    """Return the widths if only one link is open, else {}."""
    caps = widths(board, island)
    return caps if sum(cap > board.lo[link] for link, cap in caps.items()) == 1 else {}


def each_link(board: LinkKnowledge, island: int) -> Caps:
    """Return the widths if every link is needed at any width, else {}."""
    caps = widths(board, island)
    usable = sum(cap > 0 for cap in caps.values())
    return caps if board.least[island] > (usable - 1) * board.most else {}


def widths(board: LinkKnowledge, island: int) -> Caps:
    """Return the known upper bounds of an island's links."""
    return {link: board.hi[link] for link, _ in board.adjacency[island]}


def numbers(board: LinkKnowledge, island: int) -> Caps:
    """Return the upper bounds of an island's links, given also its neighbours' clues."""
    pairs = board.adjacency[island]
    return {link: min(board.hi[link], board.greatest[neighbour]) for link, neighbour in pairs}


def offers(board: LinkKnowledge, island: int) -> Caps:
    """Return the upper bounds of an island's links, given also its neighbours' needs."""
    return {link: board.cap(link, neighbour) for link, neighbour in board.adjacency[island]}


def _find_needs(
    board: LinkKnowledge,
    caps_of: Callable[[LinkKnowledge, int], Caps],
    touched: Touched,
    *,
    all_: bool = False,
    some: bool = False,
) -> list[Need]:
    """Return the islands that need all that their links can take, or some of it."""

    def find(board: LinkKnowledge, island: int) -> Need | None:
        if board.min_sum[island] == board.max_sum[island] or board.clues[island] is None:
            return None
        caps = caps_of(board, island)
        slack = sum(caps.values()) - board.least[island]
        if not (all_ if not slack else some and 0 < slack < board.most):
            return None
        least = board.raised(island, caps)
        if not least:
            return None
        # The cap of a single new link does not matter: the caps of the others suffice.
        used = {link: cap for link, cap in caps.items() if list(least) != [link]}
        bounds = [(link, True, count) for link, count in least.items()]
        bounds += [] if slack else [(link, False, cap) for link, cap in used.items()]
        return Need(tuple(bounds), island, caps, slack, least, used)

    return board.examine(f"{caps_of.__name__} {all_} {some}", touched, find)


def _explain_needs(board: LinkKnowledge, new: Sequence[Need]) -> Iterator[Deduction]:
    return (board.explain(need, _needs) for need in new)


def _needs(board: LinkKnowledge, need: Need) -> Deduction:
    deduction = Deduction.lazy(_literals(board, need.bounds), _why_needed, board, need)
    if all(cap == board.hi[link] for link, cap in need.used.items()):
        deduction.with_given(*_all(board.bound_literals(link, False) for link in need.used))
    return deduction


@rule(
    "an island that needs all it can get",
    level="easy",
    example="""
hashi
4 . 2
. . .
2 . .
""",
)
def needs_all(board: LinkKnowledge) -> list[Need]:
    """Return the islands that need all that the widths of their links allow."""
    return _find_needs(board, widths, both_ends, all_=True)


@rule(
    "an island with one open link gets the rest there",
    level="easy",
    example="""
hashi
2 . 3 . 1
. . . . .
1 . 1 . .
""",
)
def one_link_left(board: LinkKnowledge) -> list[Need]:
    """Return the islands whose missing bridges have only one link left."""
    return _find_needs(board, last_link, both_ends, some=True)


@rule(
    "an island that can do without none of its neighbours",
    level="easy",
    example="""
hashi
3 . 2
. . .
3 . 2
""",
)
def needs_each(board: LinkKnowledge) -> list[Need]:
    """Return the islands that need every neighbour."""
    return _find_needs(board, each_link, both_ends, some=True)


@rule(
    "an island gets at least what its other links cannot take",
    level="easy",
    rank=1,
    example="""
hashi
2 . 2
. . .
2 . 2
""",
)
def needs_some(board: LinkKnowledge) -> list[Need]:
    """Return the islands whose slack is smaller than the width of a link."""
    return _find_needs(board, widths, both_ends, some=True)


@rule(
    "a ? that can reach only one neighbour is joined to it",
    level="easy",
    example="""
hashi
? . 2
. . .
. . ?
""",
)
def only_neighbour(board: LinkKnowledge) -> list[Need]:
    """Return each `?` with one open link; other rules do this for numbers."""
    return board.examine("only neighbour", both_ends, _only_open)


def _only_open(board: LinkKnowledge, island: int) -> Need | None:
    if board.clues[island] is not None or board.min_sum[island]:
        return None
    least = board.raised(island, {})
    bounds = tuple((link, True, count) for link, count in least.items())
    return Need(bounds, island, {}, 0, least, {}) if least else None


@only_neighbour.reasons
def _(board: LinkKnowledge, new: list[Need]) -> Iterator[Deduction]:
    for need in new:
        (only,) = need.least
        yield Deduction.lazy(tuple(board.at_least(only, 1)), _only_link, board, need.island, only)


def _only_link(board: LinkKnowledge, island: int, only: int) -> Proof:
    links = [link for link, _ in board.adjacency[island] if link != only]
    by = board.cells[board.other_end(only, island)]
    return Proof(
        _all(board.bound_literals(link, False) for link in links),
        (board.key(island),),
        say("only-neighbour", at=board.cells[island], by=by),
    )


@rule(
    "a neighbour gives no more than its number",
    level="medium",
    example="""
hashi
1 . 2 . 2
. . . . .
2 . . . 3
""",
)
def small_neighbours(board: LinkKnowledge) -> list[Need]:
    """Return the islands that need what their neighbours' numbers allow."""
    return _find_needs(board, numbers, both_ends, all_=True, some=True)


@rule(
    "an island that needs all its neighbours have to give",
    level="medium",
    rank=1,
    example="""
hashi
3 . . . 2
. . . . .
3 . 2 . 2
""",
)
def neighbours_give_all(board: LinkKnowledge) -> list[Need]:
    """Return the islands that need all that their neighbours still need."""
    return _find_needs(board, offers, islands_near, all_=True)


@rule(
    "an island gets at least what its other neighbours cannot give",
    level="medium",
    rank=1,
    example="""
hashi
2 . 3
. . .
. . 3
2 . .
. . .
2 . 2
""",
)
def neighbours_give_some(board: LinkKnowledge) -> list[Need]:
    """Return the islands with small slack, given what their neighbours still need."""
    return _find_needs(board, offers, islands_near, some=True)


for _rule in (
    needs_all,
    one_link_left,
    needs_each,
    needs_some,
    small_neighbours,
    neighbours_give_all,
    neighbours_give_some,
):
    _rule.reasons(_explain_needs)


@rule(
    "a link takes no more than its islands still want",
    level="expert",
    silent=True,
    example="""
hashi
3 . 2
. . .
3 . 2
""",
)
def link_limits(board: LinkKnowledge) -> list[Closing]:
    """Return the limits of all links that exceed what an island still needs.

    All are one step: nothing is drawn for it. The other rules apply these limits themselves, so
    the step is only needed when they are stuck, before assumptions that depend on it.
    """
    limits: dict[tuple[int, int], list[int]] = {}  # (island, limit): its links with that limit
    for link, ends in enumerate(board.ends):
        cap, island = min((board.cap(link, end), end) for end in ends)
        if cap < board.hi[link]:
            limits.setdefault((island, cap), []).append(link)
    return [
        Closing(tuple((link, False, cap) for link in links), island, links)
        for (island, cap), links in limits.items()
    ]


@link_limits.reasons
def _(board: LinkKnowledge, new: list[Closing]) -> Iterator[Deduction]:
    literals = _all(_literals(board, closing.bounds) for closing in new)
    yield Deduction.lazy(literals, _no_more, board, new)


def _no_more(board: LinkKnowledge, new: list[Closing]) -> Proof:
    """Prove the limits of all links, with a sentence for each island and limit."""
    grounds, limits = Grounds(), []
    for bounds, island, links in new:
        for link in links:
            grounds.add(board.why_limited(island, link))
        key = "limit-more" if board.min_sum[island] else "limit"
        others = board.cells_of(board.other_end(link, island) for link in links)
        at, needs = board.cells[island], max(board.need(island), 0)
        limits.append(say(key, at=at, needs=needs, most=bounds[0][2], others=others))
    return grounds.prove(say("many-limits" if len(limits) > 3 else "limits", limits=limits))


# Reasons


def _why_needed(board: LinkKnowledge, need: Need) -> Proof:
    """Prove that an island needs some bridges, given the caps of the used links."""
    island, used = need.island, need.used
    grounds = Grounds(because={board.key(island): None})
    for link, cap in used.items():
        grounds.add(board.why_cap(link, cap, board.other_end(link, island)))
    says = _say_some(board, need, used) if need.slack else _say_all(board, need)
    return grounds.prove(says)


def _say_all(board: LinkKnowledge, need: Need) -> Phrase:
    """Explain that an island needs all it can get."""
    island, caps, least = need.island, need.caps, need.least
    sources = [board.other_end(link, island) for link in _mentioned_links(board, caps)]
    if len(sources) == 1:
        return _say_only_from(board, island, sources[0])
    if len(least) == 1:  # its own upper bound does not matter
        others = {link: cap for link, cap in caps.items() if link not in least}
        return _say_some(board, need, others)
    # The second happens on a contradictory board only.
    each = _say_each(board, need)
    if each is not None:
        return each
    is_true = all(board.cap(link, board.other_end(link, island)) == n for link, n in caps.items())
    key = "needs-all" if is_true else "just-enough"
    return say(key, at=board.cells[island], offers=_offers(board, island, caps))


def _say_only_from(
    board: LinkKnowledge, island: int, source: int, full: Sequence[int] = ()
) -> Phrase:
    """Explain that an island can get all its bridges only from one neighbour."""
    slots = {"at": board.cells[island], "needs": board.clues[island], "by": board.cells[source]}
    if full:
        return say("only-from-as", **slots, full=board.cells_of(full))
    return say("only-from", **slots)


def _say_some(board: LinkKnowledge, need: Need, caps: Caps) -> Phrase:
    """Explain that an island needs some bridges, given the caps of its links."""
    island, least = need.island, need.least
    at = board.cells[island]
    by = board.cells_of(board.other_end(link, island) for link in least)
    if len(least) == 1:
        ((link, count),) = least.items()
        if not any(caps.values()):
            full = [board.other_end(other, island) for other in _mentioned_links(board, caps)]
            return _say_only_from(board, island, board.other_end(link, island), full)
        has = board.min_sum[island]
        if all(board.lo[other] == cap for other, cap in caps.items() if other != link):
            missing = board.least[island] - has
            return say("rest", at=at, has=has, needs=missing, by=by[0])
    each = _say_each(board, need)
    if each is not None:
        return each
    if len(least) == 1:
        given = _offers(board, island, caps)
        return say("needs-from", offers=given, at=at, needs=count, by=by[0])
    slots = {"offers": _offers(board, island, caps), "slack": need.slack, "at": at}
    counts = list(least.values())
    if len(set(counts)) > 1:
        return say("spare", **slots, least=tuple(zip(counts, by, strict=True)))
    if len(least) == len(_mentioned_links(board, caps)):
        return say("spare-each", **slots, least=counts[0])
    return say("spare-each-of", **slots, least=counts[0], by=by)


def _say_each(board: LinkKnowledge, need: Need) -> Phrase | None:
    """Explain that an island needs all its neighbours, if no link is narrower than others."""
    open_caps = [cap for cap in need.caps.values() if cap]
    least = board.most - need.slack
    if len(open_caps) < 2 or min(open_caps) < board.most or least < 1:
        return None
    left = "neighbours-left" if len(open_caps) < len(need.caps) else "neighbours"
    at = board.cells[need.island]
    key = "each" if need.slack else "each-full"
    return say(key, at=at, n=len(open_caps), left=say(left), least=least)


def _mentioned_links(board: LinkKnowledge, caps: Caps) -> list[int]:
    """Return the links to mention: those that could take bridges before their neighbour's need."""
    return [link for link, cap in caps.items() if cap or board.hi[link]]


def _offers(board: LinkKnowledge, island: int, caps: Caps) -> list[Phrase]:
    """Return what an island can get from its neighbours, and why it is less than the link takes."""
    found: list[Phrase] = []
    for link in _mentioned_links(board, caps):
        cap, neighbour = caps[link], board.other_end(link, island)
        slots = {"by": board.cells[neighbour], "count": cap or say("none")}
        if not found:
            slots["count"] = say("bridges", n=cap)
        there = board.lo[link]
        if cap == board.hi[link]:
            found.append(say("offer", **slots))
        elif cap == board.clues[neighbour]:
            found.append(say("offer-number", **slots))
        elif cap == there:
            found.append(say("offer-full", **slots))
        elif there:
            found.append(say("offer-has", **slots, there=there, more=cap - there))
        else:
            found.append(say("offer-needs", **slots, more=cap))
    return found


def _literals(board: LinkKnowledge, bounds: Bounds) -> tuple[Literal, ...]:
    """Return the new literals of bounds."""
    return _all(
        (board.at_least if is_least else board.at_most)(link, count)
        for link, is_least, count in bounds
    )


def _all(groups: Iterable[Iterable[Literal]]) -> tuple[Literal, ...]:
    return tuple(literal for group in groups for literal in group)
