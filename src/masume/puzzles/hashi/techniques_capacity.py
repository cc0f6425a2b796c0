"""Upper bounds on the links of an island, and the sentences that count them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from masume.core.model.wording import sentence
from masume.core.puzzle.technique import join_words
from masume.errors import pluralise
from masume.puzzles.hashi.techniques_notes import Grounds, LinkNotes

Caps: TypeAlias = dict[int, int]  # the links of an island with their greatest number of bridges


def few_links(notes: LinkNotes, island: int) -> Caps:
    """Return the widths if every link is needed at any width or only one is open, else {}."""
    caps = widths(notes, island)
    usable = sum(cap > 0 for cap in caps.values())
    still_open = sum(cap > notes.lo[link] for link, cap in caps.items())
    needs_each = (notes.net.clues[island] or 0) > (usable - 1) * notes.most
    return caps if needs_each or still_open == 1 else {}


def widths(notes: LinkNotes, island: int) -> Caps:
    """Return the known upper bounds of an island's links."""
    return {link: notes.hi[link] for link in notes.net.links_at[island]}


def numbers(notes: LinkNotes, island: int) -> Caps:
    """Return the upper bounds of an island's links, given also its neighbours' clues."""
    return {
        link: min(notes.hi[link], notes.net.greatest[neighbour])
        for link, neighbour in notes.adjacency[island]
    }


def offers(notes: LinkNotes, island: int) -> Caps:
    """Return the upper bounds of an island's links, given also its neighbours' needs."""
    return {link: notes.cap(link, neighbour) for link, neighbour in notes.adjacency[island]}


def all_text(notes: LinkNotes, island: int, caps: Caps, new: list[int]) -> str:
    """Explain that an island needs all it can get; `new` are the links where that is new."""
    sources = [notes.other_end(link, island) for link in _mentioned_links(notes, caps)]
    if len(sources) == 1:
        return _only_from(notes, island, sources[0])
    if len(new) == 1:  # its own upper bound does not matter
        other_caps = {link: cap for link, cap in caps.items() if link != new[0]}
        return some_text(notes, island, other_caps, {new[0]: caps[new[0]]})
    if any(notes.cap(link, notes.other_end(link, island)) < cap for link, cap in caps.items()):
        offers = _offers(notes, island, caps)  # only on a contradictory board
        return f"Even {offers} would be just what {notes.title(island)} needs; so it gets them all."
    return (
        f"{sentence(notes.title(island))} can get at most {_offers(notes, island, caps)}, "
        f"and it needs them all."
    )


def _only_from(notes: LinkNotes, island: int, source: int, full: Sequence[int] = ()) -> str:
    clue = notes.net.clues[island]
    bridges = "its bridge" if clue == 1 else f"its {clue} bridges"
    have = "have all their bridges" if len(full) > 1 else "has all its bridges"
    why = f", as {join_words(notes.names(full))} {have}" if full else ""
    return f"{sentence(notes.title(island))} can get {bridges} only from {notes.name(source)}{why}."


def some_text(notes: LinkNotes, island: int, caps: Caps, least: Caps) -> str:
    """Explain that an island needs the `least` bridges, given the caps of all its links."""
    names = [notes.name(notes.other_end(link, island)) for link in least]
    if len(least) == 1:
        ((link, count),) = least.items()
        if not any(caps.values()):
            full = [notes.other_end(other, island) for other in _mentioned_links(notes, caps)]
            return _only_from(notes, island, notes.other_end(link, island), full)
        return (
            f"Even with {_offers(notes, island, caps)}, {notes.title(island)} needs at least "
            f"{count} from {names[0]}."
        )
    slack = sum(caps.values()) - (notes.net.clues[island] or 0)
    some = [f"{count} from {name}" for name, count in zip(names, least.values(), strict=True)]
    if len(set(least.values())) == 1:
        of_them = (
            "" if len(least) == len(_mentioned_links(notes, caps)) else f" of {join_words(names)}"
        )
        some = [f"{max(least.values())} from each{of_them}"]
    return (
        f"Even {_offers(notes, island, caps)} would be only {slack} more than "
        f"{notes.title(island)} needs; so it gets at least {join_words(some)}."
    )


def _mentioned_links(notes: LinkNotes, caps: Caps) -> list[int]:
    """Return the links to mention: those that could take bridges before their neighbour's need."""
    return [link for link, cap in caps.items() if cap or notes.hi[link]]


def _offers(notes: LinkNotes, island: int, caps: Caps) -> str:
    """List what an island can get from its neighbours, and why it is less than the link takes."""
    offers: list[str] = []
    for link in _mentioned_links(notes, caps):
        cap, neighbour = caps[link], notes.other_end(link, island)
        number = str(cap or "none") if offers else pluralise(cap, "bridge") if cap else "no bridge"
        if cap == notes.hi[link]:
            offers.append(f"{number} from {notes.name(neighbour)}")
        elif cap == notes.net.clues[neighbour]:
            offers.append(f"{number} from {notes.title(neighbour)}")
        else:
            why = _why_so_few(notes.lo[link], cap)
            offers.append(f"{number} from {notes.name(neighbour)} ({why})")
    return join_words(offers)


def _why_so_few(existing: int, cap: int) -> str:
    """Explain why a neighbour gives at most `cap` bridges, `existing` of which exist already."""
    if cap == existing:
        return "which has all its bridges"
    needs = f"needs only {cap - existing} more"
    return (
        f"{existing} {'is' if existing == 1 else 'are'} there, and it {needs}"
        if existing
        else f"which {needs}"
    )


def cap_grounds(notes: LinkNotes, island: int, caps: Caps) -> Grounds:
    """Return an island's clue and the grounds of the caps of its links."""
    grounds = Grounds(because={notes.key(island): None})
    for link, cap in caps.items():
        grounds.add(notes.why_cap(link, notes.other_end(link, island), cap))
    return grounds
