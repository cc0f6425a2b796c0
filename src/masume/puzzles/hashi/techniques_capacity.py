"""How many bridges the links of an island can have, and the sentences that count them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from masume.core.model.wording import sentence
from masume.core.puzzle.technique import listed
from masume.errors import counted
from masume.puzzles.hashi.techniques_notes import Grounds, Spans

Caps: TypeAlias = dict[int, int]  # the links of an island and how many bridges each can have


def few_links(notes: Spans, island: int) -> Caps:
    """How wide the links are, if one less would be too few at any width, or only one is open."""
    caps = widths(notes, island)
    ways = sum(cap > 0 for cap in caps.values())
    still_open = sum(cap > notes.lo[link] for link, cap in caps.items())
    each = (notes.net.clues[island] or 0) > (ways - 1) * notes.most
    return caps if each or still_open == 1 else {}


def widths(notes: Spans, island: int) -> Caps:
    """How many bridges the links of an island can have."""
    return {link: notes.hi[link] for link in notes.net.links_at[island]}


def numbers(notes: Spans, island: int) -> Caps:
    """How many bridges the links of an island can have, its neighbours' numbers considered."""
    return {
        link: min(notes.hi[link], notes.net.greatest[other])
        for link, other in notes.adjacency[island]
    }


def offers(notes: Spans, island: int) -> Caps:
    """How many bridges the links of an island can have, what its neighbours want considered."""
    return {link: notes.cap(link, other) for link, other in notes.adjacency[island]}


def all_text(notes: Spans, island: int, caps: Caps, new: list[int]) -> str:
    """An island needs everything that it can get; on some links that is new."""
    sources = [notes.far(link, island) for link in _told_of(notes, caps)]
    if len(sources) == 1:
        return _only_from(notes, island, sources[0])
    if len(new) == 1:  # what it can take itself does not matter
        others = {link: cap for link, cap in caps.items() if link != new[0]}
        return some_text(notes, island, others, {new[0]: caps[new[0]]})
    if any(notes.cap(link, notes.far(link, island)) < cap for link, cap in caps.items()):
        offers = _offers(notes, island, caps)  # on a board that cannot be
        return f"Even {offers} would be just what {notes.title(island)} needs; so it gets them all."
    return (
        f"{sentence(notes.title(island))} can get at most {_offers(notes, island, caps)}, "
        f"and it needs them all."
    )


def _only_from(notes: Spans, island: int, source: int, full: Sequence[int] = ()) -> str:
    clue = notes.net.clues[island]
    bridges = "its bridge" if clue == 1 else f"its {clue} bridges"
    have = "have all their bridges" if len(full) > 1 else "has all its bridges"
    why = f", as {listed(notes.names(full))} {have}" if full else ""
    return f"{sentence(notes.title(island))} can get {bridges} only from {notes.name(source)}{why}."


def some_text(notes: Spans, island: int, caps: Caps, least: Caps) -> str:
    """An island needs at least so much from some links, whatever the others give."""
    names = [notes.name(notes.far(link, island)) for link in least]
    if len(least) == 1:
        ((link, count),) = least.items()
        if not any(caps.values()):
            full = [notes.far(other, island) for other in _told_of(notes, caps)]
            return _only_from(notes, island, notes.far(link, island), full)
        return (
            f"Even with {_offers(notes, island, caps)}, {notes.title(island)} needs at least "
            f"{count} from {names[0]}."
        )
    spare = sum(caps.values()) - (notes.net.clues[island] or 0)
    some = [f"{count} from {name}" for name, count in zip(names, least.values(), strict=True)]
    if len(set(least.values())) == 1:
        of_them = "" if len(least) == len(_told_of(notes, caps)) else f" of {listed(names)}"
        some = [f"{max(least.values())} from each{of_them}"]
    return (
        f"Even {_offers(notes, island, caps)} would be only {spare} more than "
        f"{notes.title(island)} needs; so it gets at least {listed(some)}."
    )


def _told_of(notes: Spans, caps: Caps) -> list[int]:
    """The links that need a word: those that can take bridges, if their neighbour has any left."""
    return [link for link, cap in caps.items() if cap or notes.hi[link]]


def _offers(notes: Spans, island: int, caps: Caps) -> str:
    """What an island can get from its neighbours, and why that is less than the link could take."""
    offers: list[str] = []
    for link in _told_of(notes, caps):
        cap, other = caps[link], notes.far(link, island)
        number = str(cap or "none") if offers else counted(cap, "bridge") if cap else "no bridge"
        if cap == notes.hi[link]:
            offers.append(f"{number} from {notes.name(other)}")
        elif cap == notes.net.clues[other]:
            offers.append(f"{number} from {notes.title(other)}")
        else:
            why = _why_so_few(notes.lo[link], cap)
            offers.append(f"{number} from {notes.name(other)} ({why})")
    return listed(offers)


def _why_so_few(there: int, cap: int) -> str:
    """Why a neighbour gives no more, some of whose bridges are there already."""
    if cap == there:
        return "which has all its bridges"
    needs = f"needs only {cap - there} more"
    return (
        f"{there} {'is' if there == 1 else 'are'} there, and it {needs}"
        if there
        else f"which {needs}"
    )


def capped(notes: Spans, island: int, caps: Caps) -> Grounds:
    """An island's number, and why some of its links cannot have any more bridges."""
    grounds = Grounds(because={notes.key(island): None})
    for link, cap in caps.items():
        grounds.add(notes.why_cap(link, notes.far(link, island), cap))
    return grounds
