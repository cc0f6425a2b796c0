"""Connectivity techniques of Hashi: all islands are connected, and loops may be forbidden."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.wording import sentence
from masume.core.puzzle.technique import Deduction, Proof, join_words, technique
from masume.errors import pluralise
from masume.puzzles.hashi.techniques_notes import (
    CROSSED,
    CROSSING,
    LOOP,
    SUPPOSED,
    Closing,
    Grounds,
    LinkNotes,
    at_most,
    each_pending,
    links_near,
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
def pair_off(notes: LinkNotes) -> Iterator[Deduction]:
    """Exclude bridges with which two islands spend all their bridges on each other."""
    if notes.net.islands <= 2:
        return
    pending = notes.pending("pair off", links_near)
    for link in each_pending(pending):
        ends = set(notes.net.ends[link])
        applies = False
        for count, closed in _assumptions(notes, link):
            if _is_cut_off(notes, ends, closed):
                applies = True
                yield _limit_link(notes, link, count, ends, closed)
        if not applies:
            pending[link] = 0


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
def closed_group(notes: LinkNotes) -> Iterator[Deduction]:
    """Exclude bridges that leave a group of joined islands without a way out."""
    for link, count, closed in _all_assumptions(notes):
        group = notes.group(*notes.net.ends[link])
        if len(group) < notes.net.islands and _is_cut_off(notes, group, closed):
            yield _limit_link(notes, link, count, group, closed)


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
def closing_combination(notes: LinkNotes) -> Iterator[Deduction]:
    """Require a bridge without which the island's other links close a group."""
    for link, ends in enumerate(notes.net.ends):
        notes.check_cancel()
        if notes.lo[link] or not notes.hi[link]:
            continue
        for island in ends:
            other_links = [pair for pair in notes.adjacency[island] if pair[0] != link]
            caps = {other: notes.cap(other, neighbour) for other, neighbour in other_links}
            if sum(caps.values()) != notes.net.clues[island]:
                continue
            closed = {link: SUPPOSED}
            for other, neighbour in other_links:
                if notes.need(neighbour) == caps[other] - notes.lo[other]:
                    links = notes.net.links_at[neighbour]
                    closed |= {away: (neighbour, other) for away in links if away != other}
            used = [neighbour for other, neighbour in other_links if caps[other]]
            group = notes.group(island, *used)
            if len(group) == notes.net.islands or not _is_cut_off(notes, group, closed):
                continue
            literals = tuple(notes.at_least(link, 1))
            yield Deduction.lazy(literals, _joined_only, notes, link, island, caps, group, closed)
            break


def _joined_only(
    notes: LinkNotes,
    link: int,
    island: int,
    caps: dict[int, int],
    group: set[int],
    closed: dict[int, Closing],
) -> Proof:
    """Prove that an island joined only by the links in `caps` would be in a closed group."""
    grounds = notes.why_cut_off(group, closed)
    grounds.add(Grounds(because={notes.key(island): None}))
    used = []
    for other, cap in caps.items():
        far = notes.other_end(other, island)
        grounds.add(notes.why_cap(other, far, cap))
        used += [far] if cap else []
    return grounds.prove(
        f"Joined only to {join_words([notes.title(far) for far in used])}, "
        f"{notes.title(island)} would be cut off with "
        f"{'it' if len(used) == 1 else 'them'}; so it has a bridge to "
        f"{notes.name(notes.other_end(link, island))}.",
        notes.shaded_cells(group),
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
def only_link(notes: LinkNotes) -> Iterator[Deduction]:
    """Require a bridge on a link without which the islands could not all be connected."""
    for link, (a, b) in enumerate(notes.net.ends):
        notes.check_cancel()
        if notes.lo[link] or not notes.hi[link]:
            continue
        part = notes.reachable(a, (link,), (b,))
        if b in part:
            continue
        yield Deduction.lazy(tuple(notes.at_least(link, 1)), _joins, notes, link, part)


def _joins(notes: LinkNotes, link: int, part: set[int]) -> Proof:
    return notes.why_cut_off(part, {link: SUPPOSED}).prove(
        f"Only a bridge {notes.between(link)} can join {notes.describe_part(part, link)} to the "
        f"rest, so there is one.",
        notes.shaded_cells(part),
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
def closed_loop(notes: LinkNotes) -> Iterator[Deduction]:
    """Exclude a bridge between two islands that are connected already, if loops are forbidden."""
    if notes.net.loops:
        return
    for link, (a, b) in enumerate(notes.net.ends):
        if notes.lo[link] or not notes.hi[link]:
            continue
        path = notes.shortest_path(a, b, notes.lo, link)
        if not path:
            continue
        yield Deduction.lazy(tuple(notes.at_most(link, 0)), _closes_loop, notes, a, b, path)


def _closes_loop(notes: LinkNotes, a: int, b: int, path: list[tuple[int, int]]) -> Proof:
    between = join_words(notes.names(island for island, _ in path[:-1]))
    return Proof(
        tuple(literal for _, link in path for literal in notes.lower_literals(link)),
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
def cut_in_two(notes: LinkNotes) -> Iterator[Deduction]:
    """Exclude bridges that leave some islands, joined or not, without a way to the others."""
    for link, count, closed in _all_assumptions(notes):
        beyond = {end for other in closed if notes.hi[other] for end in notes.net.ends[other]}
        reached = notes.reachable(notes.net.ends[link][0], closed, beyond)
        if not beyond <= reached:
            literals = tuple(notes.at_most(link, count - 1))
            yield Deduction.lazy(literals, _in_two, notes, link, count, reached, dict(closed))


def _in_two(
    notes: LinkNotes, link: int, count: int, reached: set[int], closed: dict[int, Closing]
) -> Proof:
    """Prove that the board would fall apart, with the part that needs the fewest premises."""
    parts = [reached]
    rest = set(range(notes.net.islands)) - reached
    while rest:
        parts.append(notes.reachable(min(rest), closed, ()))
        rest -= parts[-1]
    part = min(parts, key=lambda part: len(notes.why_cut_off(part, closed)))
    return _too_many(notes, link, count, part, closed)


def _all_assumptions(notes: LinkNotes) -> Iterator[tuple[int, int, dict[int, Closing]]]:
    """Yield (link, count, closed links) for the assumptions about every link."""
    for link in range(len(notes.lo)):
        notes.check_cancel()
        for count, closed in _assumptions(notes, link):
            yield link, count, closed


def _assumptions(notes: LinkNotes, link: int) -> Iterator[tuple[int, dict[int, Closing]]]:
    """Yield one bridge more and as many as possible, with the links that each would close.

    A bridge closes the links across it. Bridges that complete an island close its other links.
    The caller may learn that an assumption is wrong in between.
    """
    lo, room = notes.lo[link], notes.room(link)
    if lo >= room:
        return
    across = notes.net.crossing[link] if not lo else ()
    closed = dict.fromkeys(across, CROSSED)
    crosses_open = room > lo + 1 and any(notes.hi[other] for other in closed)
    for count in (lo + 1, room) if crosses_open else (room,):
        for island in notes.net.ends[link]:
            if notes.need(island) == count - lo:
                for other in notes.net.links_at[island]:
                    if other != link and not notes.lo[other]:
                        closed.setdefault(other, (island, link))
        if any(notes.hi[other] for other in closed):
            yield count, closed
        if notes.hi[link] < count:
            return  # the caller has just refuted it


def _is_cut_off(notes: LinkNotes, part: set[int], closed: dict[int, Closing]) -> bool:
    return all(not notes.hi[link] or link in closed for link in notes.links_out_of(part))


def _limit_link(
    notes: LinkNotes, link: int, count: int, part: set[int], closed: dict[int, Closing]
) -> Deduction:
    """Return the deduction that a link has fewer than `count` bridges, which cut off a part."""
    literals = tuple(notes.at_most(link, count - 1))
    return Deduction.lazy(literals, _too_many, notes, link, count, part, dict(closed))


def _too_many(
    notes: LinkNotes, link: int, count: int, part: set[int], closed: dict[int, Closing]
) -> Proof:
    """Prove that `count` bridges would cut off a part."""
    more = count - notes.lo[link]
    bridges = "a bridge" if count == 1 else pluralise(count, "bridge")
    if notes.lo[link]:
        bridges = "another bridge" if more == 1 else f"{more} more bridges"
    grounds = notes.why_cut_off(part, closed)
    bridges += f" {notes.between(link)}" + ", which none can cross," * (CROSSING in grounds.because)
    rest = notes.complement(part)
    near, far = (part, rest) if notes.net.ends[link][0] in part else (rest, part)
    if len(near) <= len(far):
        both = near == set(notes.net.ends[link])
        cut_off = "cut these two off" if both else f"cut off {notes.describe_part(near, link)}"
        breaks = f"{cut_off} from the rest"
    else:
        breaks = f"leave no way from there to {notes.describe_part(far, link)}"
    text = f"{sentence(bridges)} would {breaks}, so {at_most(count - 1)}."
    return grounds.prove(text, notes.shaded_cells(part))
