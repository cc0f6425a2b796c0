"""How people count in Hashi: what an island's number says about its own bridges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from masume.core.model.model import Literal
from masume.core.model.wording import sentence
from masume.core.puzzle.technique import Brief, Deduction, Proof, listed, paragraph, technique
from masume.errors import counted
from masume.puzzles.hashi.techniques_capacity import (
    Caps,
    all_text,
    capped,
    few_links,
    numbers,
    offers,
    some_text,
    widths,
)
from masume.puzzles.hashi.techniques_notes import (
    CROSSING,
    DIVIDED,
    Grounds,
    Spans,
    Touched,
    both_ends,
    islands_near,
    links_near,
    looked_at,
)


@technique(
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
def crossing_bridge(notes: Spans) -> Iterator[Deduction]:
    """Where a bridge is, none can cross."""
    left = notes.left("crossing bridge", links_near)
    for link in looked_at(left):
        across = [other for other in notes.net.crossing[link] if notes.hi[other]]
        if not across or not notes.lo[link]:
            left[link] = 0
        else:
            literals = _all(notes.at_most(other, 0) for other in across)
            deduction = Deduction.later(literals, _bars, notes, link, across)
            yield deduction.resting(*notes.joined(link))


def _bars(notes: Spans, link: int, across: list[int]) -> Proof:
    ways = tuple(notes.between(other) for other in across)
    return Proof(
        notes.joined(link),
        (CROSSING,),
        f"The bridge {notes.between(link)} bars the way {listed(ways)}.",
        briefly=Brief(ways, "no bridge can run {}", "no bridge can run {}", last="or"),
    )


@technique(
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
def finished_island(notes: Spans) -> Iterator[Deduction]:
    """An island whose number is reached."""
    left = notes.left("finished island", both_ends)
    for island in looked_at(left):
        if notes.wants(island) != 0 or notes.min_sum[island] == notes.max_sum[island]:
            left[island] = 0
            continue
        links = [link for link in notes.net.links_at[island] if notes.hi[link] > notes.lo[link]]
        literals = _all(notes.at_most(link, notes.lo[link]) for link in links)
        # A link's own bridges do not matter for itself.
        but = links[0] if len(links) == 1 else None
        deduction = Deduction.later(literals, _has_all, notes, island, links, but)
        yield deduction.resting(*notes.joined_at(island, but))


def _has_all(notes: Spans, island: int, links: list[int], but: int | None) -> Proof:
    grounds = notes.full(island, but)
    unjoined = [notes.far(link, island) for link in links if not notes.lo[link]]
    so = f", so none leads to {listed(notes.names(unjoined), 'or')}" if unjoined else ""
    title = notes.title(island)
    return grounds.prove(
        f"{sentence(title)} has all its bridges{so or ' and gets no more'}.",
        briefly=Brief((title,), "{} has all its bridges", "{} have all their bridges"),
    )


@technique(
    "an island that needs all it can get",
    level="easy",
    example="""
hashi
4 . 2
. . .
2 . .
""",
)
def needs_all(notes: Spans) -> Iterator[Deduction]:
    """A number for which all links that are left must be as wide as they can."""
    return _needs_all(notes, widths, both_ends)


@technique(
    "an island that can do without none of its neighbours",
    level="easy",
    example="""
hashi
3 . 2
. . .
3 . 2
""",
)
def needs_each(notes: Spans) -> Iterator[Deduction]:
    """A number for which one neighbour less would be too few, or that has only one left."""
    return _needs_some(notes, few_links, both_ends)


@technique(
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
def needs_some(notes: Spans) -> Iterator[Deduction]:
    """A number that can go without less than a link could take."""
    return _needs_some(notes, widths, both_ends)


@technique(
    "a ? that can reach only one neighbour is joined to it",
    level="easy",
    example="""
hashi
? . 2
. . .
. . ?
""",
)
def only_neighbour(notes: Spans) -> Iterator[Deduction]:
    """A `?` whose links are barred but for one; numbers see to it by themselves."""
    for island, clue in enumerate(notes.net.clues):
        if clue is not None:
            continue
        ways = [link for link in notes.net.links_at[island] if notes.hi[link]]
        if len(ways) == 1 and not notes.lo[ways[0]]:
            literals = tuple(notes.at_least(ways[0], 1))
            yield Deduction.later(literals, _only_way, notes, island, ways[0])


def _only_way(notes: Spans, island: int, way: int) -> Proof:
    return Proof(
        _all(notes.barred(link) for link in notes.net.links_at[island] if link != way),
        (DIVIDED,),
        f"{sentence(notes.title(island))} can be joined only to "
        f"{notes.name(notes.far(way, island))}, so there is a bridge.",
    )


@technique(
    "a neighbour gives no more than its number",
    level="medium",
    example="""
hashi
1 . 2 . 2
. . . . .
2 . . . 3
""",
)
def small_neighbours(notes: Spans) -> Iterator[Deduction]:
    """As `needs_all` and `needs_some`, but a link to a 1 takes one bridge."""
    yield from _needs_all(notes, numbers, both_ends)
    yield from _needs_some(notes, numbers, both_ends)


@technique(
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
def neighbours_give_all(notes: Spans) -> Iterator[Deduction]:
    """As `needs_all`, but some neighbours want less than their links could take."""
    return _needs_all(notes, offers, islands_near)


@technique(
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
def neighbours_give_some(notes: Spans) -> Iterator[Deduction]:
    """As `needs_some`, but some neighbours want less than their links could take."""
    return _needs_some(notes, offers, islands_near)


@technique(
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
def link_limits(notes: Spans) -> Iterator[Deduction]:
    """All such limits in one step: nothing can be drawn for them.

    The other techniques see them by themselves, so the step only comes when they are at an end,
    before suppositions that rest on it.
    """
    limits: dict[tuple[int, int], list[int]] = {}  # the links of an island with the same limit
    for link, ends in enumerate(notes.net.ends):
        cap, island = min((notes.cap(link, end), end) for end in ends)
        if cap < notes.hi[link]:
            limits.setdefault((island, cap), []).append(link)
    if limits:
        literals = _all(
            notes.at_most(link, cap) for (_, cap), links in limits.items() for link in links
        )
        yield Deduction.later(literals, _no_more, notes, limits)


def _no_more(notes: Spans, limits: dict[tuple[int, int], list[int]]) -> Proof:
    grounds = Grounds()
    sentences = []
    for (island, cap), links in limits.items():
        for link in links:
            grounds.add(notes.full(island, link))
        wants = counted(notes.wants(island) or 0, "bridge")
        more = " more" if notes.min_sum[island] else ""
        ends = listed(notes.names(notes.far(link, island) for link in links), "or")
        sentences.append(
            f"{sentence(notes.title(island))} wants only {wants}{more}, so no more than {cap} can "
            f"lead to {ends}."
        )
    return grounds.prove(paragraph(sentences))


def _needs_all(
    notes: Spans, caps_of: Callable[[Spans, int], Caps], touched: Touched
) -> Iterator[Deduction]:
    left = notes.left(f"all {caps_of.__name__}", touched)
    for island in looked_at(left):
        if notes.min_sum[island] == notes.max_sum[island]:
            left[island] = 0
            continue
        here, caps = notes.net.links_at[island], caps_of(notes, island)
        new = [link for link in here if notes.lo[link] < caps[link]]
        if not new or sum(caps.values()) != notes.net.clues[island]:
            left[island] = 0
            continue
        # For the only new link it does not matter what it can take: the others give no more.
        used = {link: caps[link] for link in here if new != [link]}
        literals = [one for link in new for one in notes.at_least(link, caps[link])]
        literals += [one for link in used for one in notes.at_most(link, caps[link])]
        deduction = Deduction.later(tuple(literals), _why_all, notes, island, caps, new, used)
        yield _resting(notes, deduction, used) if caps_of is widths else deduction


def _why_all(notes: Spans, island: int, caps: Caps, new: list[int], used: Caps) -> Proof:
    return capped(notes, island, used).prove(all_text(notes, island, caps, new))


def _needs_some(
    notes: Spans, caps_of: Callable[[Spans, int], Caps], touched: Touched
) -> Iterator[Deduction]:
    left = notes.left(f"some {caps_of.__name__}", touched)
    for island in looked_at(left):
        clue = notes.net.clues[island]
        settled = notes.min_sum[island] == notes.max_sum[island]
        caps = {} if clue is None or settled else caps_of(notes, island)
        spare = sum(caps.values()) - (clue or 0)
        least = {link: cap - spare for link, cap in caps.items() if cap - spare > notes.lo[link]}
        if spare <= 0 or not least:
            left[island] = 0
            continue
        used = {link: cap for link, cap in caps.items() if list(least) != [link]}
        literals = _all(notes.at_least(link, count) for link, count in least.items())
        deduction = Deduction.later(literals, _why_some, notes, island, used, least)
        yield _resting(notes, deduction, used) if caps_of in (widths, few_links) else deduction


def _why_some(notes: Spans, island: int, used: Caps, least: Caps) -> Proof:
    return capped(notes, island, used).prove(some_text(notes, island, used, least))


def _resting(notes: Spans, deduction: Deduction, used: Caps) -> Deduction:
    """The same, which rests on how wide some links are at most."""
    return deduction.resting(*_all(map(notes.barred, used)))


def _all(groups: Iterable[Iterable[Literal]]) -> tuple[Literal, ...]:
    return tuple(literal for some in groups for literal in some)
