"""What follows on a Hashi board because all islands are connected, or loops are forbidden.

Each function returns its findings: tuples that begin with the new bounds of links, as (link,
is_least, count). The rest of a tuple says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from masume.families.links.graph import Adjacency, Counts, cut_edges, flood_fill

if TYPE_CHECKING:
    from masume.puzzles.hashi.propagate import Propagator

Closing: TypeAlias = tuple[int, int]
"""Why a link would be closed: (island, link) if that link would complete the island, or one of:"""
CROSSED: Closing = (-1, -1)  # a bridge would cross it
SUPPOSED: Closing = (-2, -2)  # it is closed by assumption


class GroupGraph(NamedTuple):
    """The groups of joined islands, and the links between different groups."""

    group_of: list[int]  # the group of each island
    adjacency: list[list[tuple[int, int]]]  # (link, other group) pairs of each group


Bounds: TypeAlias = tuple[tuple[int, bool, int], ...]  # (link, is_least, count) of each


class Only(NamedTuple):
    """The new bound of one link."""

    bounds: Bounds
    link: int


class Cut(NamedTuple):
    """The upper bound of a link: one bridge more would cut off some groups."""

    bounds: Bounds
    link: int
    most: int
    closed: Mapping[int, Closing]  # the links that one bridge more would close


class Needed(NamedTuple):
    """A link needs a bridge: without it, the other links of an island would close a group."""

    bounds: Bounds
    link: int
    island: int


def group_graph(
    adjacency: Adjacency, ends: Sequence[tuple[int, int]], lo: Counts, hi: Counts
) -> GroupGraph:
    """Return the groups of islands that bridges join, and the open links between groups."""
    group_of = [-1] * len(adjacency)
    groups = 0
    for first in range(len(group_of)):
        if group_of[first] < 0:
            group_of[first] = groups
            group = [first]
            for island in group:  # grows during the loop
                for link, neighbour in adjacency[island]:
                    if lo[link] and group_of[neighbour] < 0:
                        group_of[neighbour] = groups
                        group.append(neighbour)
            groups += 1
    between: list[list[tuple[int, int]]] = [[] for _ in range(groups)]
    for link, (a, b) in enumerate(ends):
        if hi[link] and not lo[link]:
            first, second = group_of[a], group_of[b]
            if first != second:
                between[first].append((link, second))
                between[second].append((link, first))
    return GroupGraph(group_of, between)


def only_links(board: Propagator) -> list[Only]:
    """Return the links without which the islands could not all be connected (cut edges)."""
    adjacency, found = board.groups().adjacency, list[int]()
    if len(adjacency) < 2:
        return []
    links = [link for link, _ in cut_edges(adjacency, board.hi, (0,), found)]
    if len(found) < len(adjacency):
        board.report("divided")
    return [Only(((link, True, 1),), link) for link in links]


def check_solved(board: Propagator) -> None:
    """Report a contradiction if the islands of a solved board are not connected, or form a loop."""
    if len(flood_fill(board.adjacency, range(len(board.adjacency))[:1], board.lo)) < len(
        board.adjacency
    ):
        board.report("divided")
    if not board.loops:
        _check_loops(board)


def _check_loops(board: Propagator) -> None:
    group_of, groups = board.groups()
    joined = len(board.lo) - board.lo.count(0)
    if joined > len(group_of) - len(groups):
        board.report("loop")


def closed_loops(board: Propagator) -> list[Only]:
    """Return the links whose bridge would close a loop, on a board that forbids loops."""
    if board.loops:
        return []
    _check_loops(board)
    group_of, _ = board.groups()
    return [
        Only(((link, False, 0),), link)
        for link, (a, b) in enumerate(board.ends)
        if board.hi[link] and not board.lo[link] and group_of[a] == group_of[b]
    ]


def _cut(link: int, most: int, closed: Mapping[int, Closing]) -> Cut:
    return Cut(((link, False, most),), link, most, closed)


def pair_cuts(board: Propagator) -> list[Cut]:
    """Return the cuts of two islands that would spend all their bridges on each other."""
    cuts = (pair_cut(board, link) for link in board.open_links())
    return [cut for cut in cuts if cut is not None]


def pair_cut(board: Propagator, link: int) -> Cut | None:
    """Return whether the islands of a link would spend all their bridges on each other."""
    lo, hi = board.lo[link], board.hi
    a, b = board.ends[link]
    if not lo == board.min_sum[a] == board.min_sum[b] or lo == hi[link] or len(board.clues) <= 2:
        return None
    for count, closed in assumptions(board, link):
        if all(
            not hi[way] or way in closed or way == link
            for end in (a, b)
            for way, _ in board.adjacency[end]
        ):
            return _cut(link, count - 1, closed)
    return None


def group_cuts(board: Propagator) -> list[Cut]:
    """Return the cuts of groups: bridges between two islands that leave their group no way out."""
    group_of, adjacency = board.groups()
    if len(adjacency) < 2:
        return []
    hi, lo, ends, cuts = board.hi, board.lo, board.ends, list[Cut]()
    needs = board.needs()
    for link in board.open_links():
        a, b = ends[link]
        more = min(hi[link] - lo[link], needs[a], needs[b])
        joined = (group_of[a], group_of[b])
        # An end that would still need bridges keeps its ways out, which is a quick test.
        if (
            more <= 0
            or (needs[a] > more and _leads_out(board, group_of, a, joined))
            or (needs[b] > more and _leads_out(board, group_of, b, joined))
            or len(set(joined)) == len(adjacency)
            or _has_other_way_out(board, adjacency, link, joined)
        ):
            continue
        for count, closed in assumptions(board, link):
            if all(
                other in joined or way in closed or not hi[way]
                for group in joined
                for way, other in adjacency[group]
            ):
                cuts.append(_cut(link, count - 1, closed))
                break
    return cuts


def _has_other_way_out(
    board: Propagator, adjacency: Adjacency, link: int, joined: tuple[int, int]
) -> bool:
    """Return whether a way leads out of two groups that bridges on a link cannot close."""
    (a, b), ends, crossing = board.ends[link], board.ends, board.tables.crossing[link]
    for group in joined:
        for way, other in adjacency[group]:
            if other not in joined and way not in crossing:
                c, d = ends[way]
                if a != c != b and a != d != b:
                    return True
    return False


def _leads_out(
    board: Propagator, group_of: list[int], island: int, joined: tuple[int, int]
) -> bool:
    """Return whether an open link leads from an island to another group than these."""
    hi = board.hi
    for way, far in board.adjacency[island]:  # noqa: SIM110 - any() takes twice the time
        if hi[way] and group_of[far] not in joined:
            return True
    return False


def board_cuts(board: Propagator) -> list[Cut]:
    """Return the links whose bridges leave some groups, joined or not, without a way to others."""
    group_of, adjacency = board.groups()
    hi, cuts = board.hi, []
    for link in board.open_links() if len(adjacency) > 1 else ():
        board.check_cancel()
        a, b = board.ends[link]
        for count, closed in assumptions(board, link):
            beyond = {group_of[end] for way in closed if hi[way] for end in board.ends[way]}
            reached = flood_fill(adjacency, (group_of[a], group_of[b]), hi, closed, beyond)
            if not beyond <= reached:
                cuts.append(_cut(link, count - 1, closed))
                break
    return cuts


def assumptions(board: Propagator, link: int) -> Iterator[tuple[int, dict[int, Closing]]]:
    """Yield one bridge more and as many as possible, with the links that each would close.

    A bridge closes the links across it. Bridges that complete an island close its other links.
    """
    lo, hi = board.lo, board.hi
    least, room = lo[link], board.room(link)
    if least >= room:
        return
    across = board.tables.crossing[link] if not least else ()
    closed = dict.fromkeys(across, CROSSED)
    crosses_open = room > least + 1 and any(hi[other] for other in closed)
    for count in (least + 1, room) if crosses_open else (room,):
        for island in board.ends[link]:
            if board.need(island) == count - least:
                for other in board.tables.links_at[island]:
                    if other != link and not lo[other]:
                        closed.setdefault(other, (island, link))
        if any(hi[other] for other in closed):
            yield count, closed


def closing_combinations(board: Propagator) -> list[Needed]:
    """Return the links that an island needs, as its other links would close its group."""
    needed: list[Needed] = []
    for link in board.open_links() if len(board.groups().adjacency) > 1 else ():
        if board.lo[link]:
            continue
        for island in board.ends[link]:
            if closes_without(board, link, island) is not None:
                needed.append(Needed(((link, True, 1),), link, island))
                break
    return needed


class Closed(NamedTuple):
    """A group of islands that would be closed if one link had no bridge."""

    caps: dict[int, int]  # the bridges of the other links of an island of the group
    closed: dict[int, Closing]
    groups: set[int]


def closes_without(board: Propagator, link: int, island: int) -> Closed | None:
    """Return the group that an island would be in without a bridge on a link, if it is closed."""
    lo, hi = board.lo, board.hi
    pairs = [pair for pair in board.adjacency[island] if pair[0] != link]
    caps = {other: board.room(other) for other, _ in pairs}
    if sum(caps.values()) != board.clues[island]:
        return None
    group_of, adjacency = board.groups()
    joined, closed = {group_of[island]}, {link: SUPPOSED}
    for other, neighbour in pairs:
        if board.need(neighbour) == caps[other] - lo[other]:
            for way in board.tables.links_at[neighbour]:
                if way != other:
                    closed[way] = (neighbour, other)
        if caps[other]:
            joined.add(group_of[neighbour])
    is_closed = len(joined) < len(adjacency) and all(
        other in joined or way in closed or not hi[way]
        for group in joined
        for way, other in adjacency[group]
    )
    return Closed(caps, closed, joined) if is_closed else None
