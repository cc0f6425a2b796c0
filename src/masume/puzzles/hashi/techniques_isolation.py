"""How people use that all islands of a Hashi board are connected, and that loops may be barred."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.wording import sentence
from masume.core.puzzle.technique import Deduction, Proof, listed, technique
from masume.errors import counted
from masume.puzzles.hashi.techniques_notes import (
    CROSSED,
    CROSSING,
    LOOP,
    SUPPOSED,
    Closing,
    Grounds,
    Spans,
    at_most,
    links_near,
    looked_at,
)


@technique(
    "two islands must not give each other all they have",
    level="medium",
    rank=2,
    example="""
hashi
2 . 2
. . .
2 . 2
""",
)
def pair_off(notes: Spans) -> Iterator[Deduction]:
    """Two ones must not be joined, nor two twos by two bridges: nobody else could join them."""
    if notes.net.islands <= 2:
        return
    left = notes.left("pair off", links_near)
    for link in looked_at(left):
        ends = set(notes.net.ends[link])
        fits = False
        for count, closed in _suppositions(notes, link):
            if _is_cut_off(notes, ends, closed):
                fits = True
                yield _not_so_many(notes, link, count, ends, closed)
        if not fits:
            left[link] = 0


@technique(
    "a group must not be closed before all islands are in it",
    level="hard",
    example="""
hashi
2 . . . .
. . . . .
4 . 2 . .
. . . . .
2 . 4 . 2
""",
)
def closed_group(notes: Spans) -> Iterator[Deduction]:
    """Bridges that would leave a group of joined islands without any way out."""
    for link, count, closed in _all_suppositions(notes):
        group = notes.group(*notes.net.ends[link])
        if len(group) < notes.net.islands and _is_cut_off(notes, group, closed):
            yield _not_so_many(notes, link, count, group, closed)


@technique(
    "an island that would close a group with its other neighbours needs this one (1–2–1, 1–3–2)",
    level="hard",
    example="""
hashi
1 . 2 . 1
. . . . .
2 . 4 . 2
. . . . .
1 . 2 . 1
""",
)
def closing_combination(notes: Spans) -> Iterator[Deduction]:
    """Without a bridge here an island takes all that its others can give, and nobody gets out."""
    for link, ends in enumerate(notes.net.ends):
        notes.check_cancel()
        if notes.lo[link] or not notes.hi[link]:
            continue
        for island in ends:
            others = [way for way in notes.adjacency[island] if way[0] != link]
            caps = {other: notes.cap(other, far) for other, far in others}
            if sum(caps.values()) != notes.net.clues[island]:
                continue
            closed = {link: SUPPOSED}
            for other, far in others:
                if notes.wants(far) == caps[other] - notes.lo[other]:
                    closed |= {way: (far, other) for way in notes.net.links_at[far] if way != other}
            used = [far for other, far in others if caps[other]]
            group = notes.group(island, *used)
            if len(group) == notes.net.islands or not _is_cut_off(notes, group, closed):
                continue
            literals = tuple(notes.at_least(link, 1))
            yield Deduction.later(literals, _joined_only, notes, link, island, caps, group, closed)
            break


def _joined_only(
    notes: Spans,
    link: int,
    island: int,
    caps: dict[int, int],
    group: set[int],
    closed: dict[int, Closing],
) -> Proof:
    """That an island's other neighbours, to which these links lead, would close a group with it."""
    grounds = notes.why_cut_off(group, closed)
    grounds.add(Grounds(because={notes.key(island): None}))
    used = []
    for other, cap in caps.items():
        far = notes.far(other, island)
        grounds.add(notes.why_cap(other, far, cap))
        used += [far] if cap else []
    return grounds.prove(
        f"Joined only to {listed([notes.title(far) for far in used])}, "
        f"{notes.title(island)} would be cut off with "
        f"{'it' if len(used) == 1 else 'them'}; so it has a bridge to "
        f"{notes.name(notes.far(link, island))}.",
        notes.shaded(group),
    )


@technique(
    "the only link between two parts of the board has a bridge",
    level="hard",
    example="""
hashi
2 . ? . 2
. . . . .
4 . . . 1
. . . . .
3 . . . ?
""",
)
def only_link(notes: Spans) -> Iterator[Deduction]:
    """A link without which some islands could not be connected with the others."""
    for link, (a, b) in enumerate(notes.net.ends):
        notes.check_cancel()
        if notes.lo[link] or not notes.hi[link]:
            continue
        part = notes.within_reach(a, (link,), (b,))
        if b in part:
            continue
        yield Deduction.later(tuple(notes.at_least(link, 1)), _joins, notes, link, part)


def _joins(notes: Spans, link: int, part: set[int]) -> Proof:
    return notes.why_cut_off(part, {link: SUPPOSED}).prove(
        f"Only a bridge {notes.between(link)} can join {notes.part(part, link)} to the rest, "
        f"so there is one.",
        notes.shaded(part),
    )


@technique(
    "a bridge must not close a loop",
    level="medium",
    rank=2,
    example="""
hashi
loops: no
2 . 3
. . .
2 . 3
""",
)
def closed_loop(notes: Spans) -> Iterator[Deduction]:
    """On a board without loops, a link between two islands that are joined by another way."""
    if notes.net.loops:
        return
    for link, (a, b) in enumerate(notes.net.ends):
        if notes.lo[link] or not notes.hi[link]:
            continue
        way = notes.way(a, b, notes.lo, link)
        if not way:
            continue
        yield Deduction.later(tuple(notes.at_most(link, 0)), _closes_loop, notes, a, b, way)


def _closes_loop(notes: Spans, a: int, b: int, way: list[tuple[int, int]]) -> Proof:
    between = listed(notes.names(island for island, _ in way[:-1]))
    return Proof(
        tuple(literal for _, by in way for literal in notes.joined(by)),
        (LOOP,),
        f"{notes.name(a)} and {notes.name(b)} are joined already by way of {between}; "
        f"a bridge between them would close a loop, so there is none.",
    )


@technique(
    "bridges must not cut the board in two",
    level="hard",
    example="""
hashi
1 . 2 . 2 . 1
. . . . . . .
2 . 3 . 2 . ?
""",
)
def cut_in_two(notes: Spans) -> Iterator[Deduction]:
    """Bridges that would leave some islands, joined or not, without any way to the others."""
    for link, count, closed in _all_suppositions(notes):
        beyond = {end for other in closed if notes.hi[other] for end in notes.net.ends[other]}
        reached = notes.within_reach(notes.net.ends[link][0], closed, beyond)
        if not beyond <= reached:
            literals = tuple(notes.at_most(link, count - 1))
            yield Deduction.later(literals, _in_two, notes, link, count, reached, dict(closed))


def _in_two(
    notes: Spans, link: int, count: int, reached: set[int], closed: dict[int, Closing]
) -> Proof:
    """That the board would fall apart; of its parts the one is told that takes the least words."""
    parts = [reached]
    rest = set(range(notes.net.islands)) - reached
    while rest:
        parts.append(notes.within_reach(min(rest), closed, ()))
        rest -= parts[-1]
    part = min(parts, key=lambda part: len(notes.why_cut_off(part, closed)))
    return _too_many(notes, link, count, part, closed)


def _all_suppositions(notes: Spans) -> Iterator[tuple[int, int, dict[int, Closing]]]:
    """For each link some numbers of bridges, and the links that these would close."""
    for link in range(len(notes.lo)):
        notes.check_cancel()
        for count, closed in _suppositions(notes, link):
            yield link, count, closed


def _suppositions(notes: Spans, link: int) -> Iterator[tuple[int, dict[int, Closing]]]:
    """One bridge, or as many as a link can take, and the links that this would close.

    A bridge closes the links across it. Bridges that are all that an island still wants close its
    other links.
    """
    lo, room = notes.lo[link], notes.room(link)
    if lo >= room:
        return
    across = notes.net.crossing[link] if not lo else ()
    closed = dict.fromkeys(across, CROSSED)
    bold = room > lo + 1 and any(notes.hi[other] for other in closed)
    for count in (lo + 1, room) if bold else (room,):
        for island in notes.net.ends[link]:
            if notes.wants(island) == count - lo:
                for other in notes.net.links_at[island]:
                    if other != link and not notes.lo[other]:
                        closed.setdefault(other, (island, link))
        if any(notes.hi[other] for other in closed):
            yield count, closed
        if notes.hi[link] < count:
            return  # it has just been refuted


def _is_cut_off(notes: Spans, part: set[int], closed: dict[int, Closing]) -> bool:
    return all(not notes.hi[link] or link in closed for link in notes.leaving(part))


def _not_so_many(
    notes: Spans, link: int, count: int, part: set[int], closed: dict[int, Closing]
) -> Deduction:
    """The deduction that a link has fewer bridges than those that would cut off a part."""
    literals = tuple(notes.at_most(link, count - 1))
    return Deduction.later(literals, _too_many, notes, link, count, part, dict(closed))


def _too_many(
    notes: Spans, link: int, count: int, part: set[int], closed: dict[int, Closing]
) -> Proof:
    more = count - notes.lo[link]
    what = "a bridge" if count == 1 else counted(count, "bridge")
    if notes.lo[link]:
        what = "another bridge" if more == 1 else f"{more} more bridges"
    grounds = notes.why_cut_off(part, closed)
    what += f" {notes.between(link)}" + ", which none can cross," * (CROSSING in grounds.because)
    rest = notes.but(part)
    here, there = (part, rest) if notes.net.ends[link][0] in part else (rest, part)
    if len(here) <= len(there):
        both = here == set(notes.net.ends[link])
        cut_off = "cut these two off" if both else f"cut off {notes.part(here, link)}"
        breaks = f"{cut_off} from the rest"
    else:
        breaks = f"leave no way from there to {notes.part(there, link)}"
    text = f"{sentence(what)} would {breaks}, so {at_most(count - 1)}."
    return grounds.prove(text, notes.shaded(part))
