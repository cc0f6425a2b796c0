"""Counting techniques of Hashi: what a clue implies for the bridges of its island."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from masume.core.model.model import Literal
from masume.core.model.wording import sentence
from masume.core.puzzle.technique import (
    Brief,
    Deduction,
    Proof,
    join_sentences,
    join_words,
    technique,
)
from masume.errors import pluralise
from masume.puzzles.hashi.techniques_capacity import (
    Caps,
    all_text,
    cap_grounds,
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
    LinkNotes,
    Touched,
    both_ends,
    each_pending,
    islands_near,
    links_near,
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
def crossing_bridge(notes: LinkNotes) -> Iterator[Deduction]:
    """Exclude bridges across a bridge."""
    pending = notes.pending("crossing bridge", links_near)
    for link in each_pending(pending):
        across = [other for other in notes.net.crossing[link] if notes.hi[other]]
        if not across or not notes.lo[link]:
            pending[link] = 0
        else:
            literals = _all(notes.at_most(other, 0) for other in across)
            deduction = Deduction.lazy(literals, _bars, notes, link, across)
            yield deduction.with_given(*notes.lower_literals(link))


def _bars(notes: LinkNotes, link: int, across: list[int]) -> Proof:
    places = tuple(notes.between(other) for other in across)
    return Proof(
        notes.lower_literals(link),
        (CROSSING,),
        f"The bridge {notes.between(link)} bars the way {join_words(places)}.",
        briefly=Brief(places, "no bridge can run {}", "no bridge can run {}", last="or"),
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
def finished_island(notes: LinkNotes) -> Iterator[Deduction]:
    """Close the links of an island that has all its bridges."""
    pending = notes.pending("finished island", both_ends)
    for island in each_pending(pending):
        if notes.need(island) != 0 or notes.min_sum[island] == notes.max_sum[island]:
            pending[island] = 0
            continue
        links = [link for link in notes.net.links_at[island] if notes.hi[link] > notes.lo[link]]
        literals = _all(notes.at_most(link, notes.lo[link]) for link in links)
        # The bridges of a single open link do not matter for the conclusion about it.
        excluded = links[0] if len(links) == 1 else None
        deduction = Deduction.lazy(literals, _has_all, notes, island, links, excluded)
        yield deduction.with_given(*notes.lower_literals_at(island, excluded))


def _has_all(notes: LinkNotes, island: int, links: list[int], excluded: int | None) -> Proof:
    """Prove that an island has all its bridges."""
    grounds = notes.why_limited(island, excluded)
    unjoined = [notes.other_end(link, island) for link in links if not notes.lo[link]]
    so = f", so none leads to {join_words(notes.names(unjoined), 'or')}" if unjoined else ""
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
def needs_all(notes: LinkNotes) -> Iterator[Deduction]:
    """Raise all links of an island to their width if it needs them all."""
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
def needs_each(notes: LinkNotes) -> Iterator[Deduction]:
    """Raise the links of an island that needs every neighbour, or has only one left."""
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
def needs_some(notes: LinkNotes) -> Iterator[Deduction]:
    """Raise the links of an island whose slack is smaller than their width."""
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
def only_neighbour(notes: LinkNotes) -> Iterator[Deduction]:
    """Raise the only open link of a `?`; other techniques do this for numbers."""
    for island, clue in enumerate(notes.net.clues):
        if clue is not None:
            continue
        links = [link for link in notes.net.links_at[island] if notes.hi[link]]
        if len(links) == 1 and not notes.lo[links[0]]:
            literals = tuple(notes.at_least(links[0], 1))
            yield Deduction.lazy(literals, _only_link, notes, island, links[0])


def _only_link(notes: LinkNotes, island: int, only: int) -> Proof:
    return Proof(
        _all(notes.upper_literals(link) for link in notes.net.links_at[island] if link != only),
        (DIVIDED,),
        f"{sentence(notes.title(island))} can be joined only to "
        f"{notes.name(notes.other_end(only, island))}, so there is a bridge.",
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
def small_neighbours(notes: LinkNotes) -> Iterator[Deduction]:
    """Apply `needs_all` and `needs_some` with links limited by the neighbours' clues."""
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
def neighbours_give_all(notes: LinkNotes) -> Iterator[Deduction]:
    """Apply `needs_all` with links limited by what the neighbours still need."""
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
def neighbours_give_some(notes: LinkNotes) -> Iterator[Deduction]:
    """Apply `needs_some` with links limited by what the neighbours still need."""
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
def link_limits(notes: LinkNotes) -> Iterator[Deduction]:
    """Lower all links to what their islands still need, in one step: nothing is drawn for it.

    The other techniques apply these limits themselves, so the step is only needed when they are
    stuck, before assumptions that depend on it.
    """
    limits: dict[tuple[int, int], list[int]] = {}  # (island, limit): its links with that limit
    for link, ends in enumerate(notes.net.ends):
        cap, island = min((notes.cap(link, end), end) for end in ends)
        if cap < notes.hi[link]:
            limits.setdefault((island, cap), []).append(link)
    if limits:
        literals = _all(
            notes.at_most(link, cap) for (_, cap), links in limits.items() for link in links
        )
        yield Deduction.lazy(literals, _no_more, notes, limits)


def _no_more(notes: LinkNotes, limits: dict[tuple[int, int], list[int]]) -> Proof:
    """Prove the limits of all links, with a sentence for each island and limit."""
    grounds = Grounds()
    sentences = []
    for (island, cap), links in limits.items():
        for link in links:
            grounds.add(notes.why_limited(island, link))
        wants = pluralise(notes.need(island) or 0, "bridge")
        more = " more" if notes.min_sum[island] else ""
        ends = join_words(notes.names(notes.other_end(link, island) for link in links), "or")
        sentences.append(
            f"{sentence(notes.title(island))} wants only {wants}{more}, so no more than {cap} can "
            f"lead to {ends}."
        )
    return grounds.prove(join_sentences(sentences))


def _needs_all(
    notes: LinkNotes, caps_of: Callable[[LinkNotes, int], Caps], touched: Touched
) -> Iterator[Deduction]:
    """Raise all links to their caps where these add up to the clue."""
    pending = notes.pending(f"all {caps_of.__name__}", touched)
    for island in each_pending(pending):
        if notes.min_sum[island] == notes.max_sum[island]:
            pending[island] = 0
            continue
        links, caps = notes.net.links_at[island], caps_of(notes, island)
        new = [link for link in links if notes.lo[link] < caps[link]]
        if not new or sum(caps.values()) != notes.net.clues[island]:
            pending[island] = 0
            continue
        # The cap of a single new link does not matter: the caps of the others suffice.
        used = {link: caps[link] for link in links if new != [link]}
        literals = [literal for link in new for literal in notes.at_least(link, caps[link])]
        literals += [literal for link in used for literal in notes.at_most(link, caps[link])]
        deduction = Deduction.lazy(tuple(literals), _why_all, notes, island, caps, new, used)
        yield _given_widths(notes, deduction, used) if caps_of is widths else deduction


def _why_all(notes: LinkNotes, island: int, caps: Caps, new: list[int], used: Caps) -> Proof:
    return cap_grounds(notes, island, used).prove(all_text(notes, island, caps, new))


def _needs_some(
    notes: LinkNotes, caps_of: Callable[[LinkNotes, int], Caps], touched: Touched
) -> Iterator[Deduction]:
    """Force links of an island whose slack is too small."""
    pending = notes.pending(f"some {caps_of.__name__}", touched)
    for island in each_pending(pending):
        clue = notes.net.clues[island]
        is_known = notes.min_sum[island] == notes.max_sum[island]
        caps = {} if clue is None or is_known else caps_of(notes, island)
        slack = sum(caps.values()) - (clue or 0)
        least = {link: cap - slack for link, cap in caps.items() if cap - slack > notes.lo[link]}
        if slack <= 0 or not least:
            pending[island] = 0
            continue
        used = {link: cap for link, cap in caps.items() if list(least) != [link]}
        literals = _all(notes.at_least(link, count) for link, count in least.items())
        deduction = Deduction.lazy(literals, _why_some, notes, island, used, least)
        yield _given_widths(notes, deduction, used) if caps_of in (widths, few_links) else deduction


def _why_some(notes: LinkNotes, island: int, used: Caps, least: Caps) -> Proof:
    return cap_grounds(notes, island, used).prove(some_text(notes, island, used, least))


def _given_widths(notes: LinkNotes, deduction: Deduction, used: Caps) -> Deduction:
    """Declare the upper bounds of the used links as the deduction's premises."""
    return deduction.with_given(*_all(map(notes.upper_literals, used)))


def _all(groups: Iterable[Iterable[Literal]]) -> tuple[Literal, ...]:
    return tuple(literal for group in groups for literal in group)
