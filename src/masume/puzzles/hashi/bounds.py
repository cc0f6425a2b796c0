"""What follows from bounds on the bridges of each link: the reasoning behind `HashiDecide`.

Each link has at least `lo` and at most `hi` bridges. The rules move the two towards each other:
numbers from island to island, connectivity over the board as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress

from masume.puzzles.hashi.network import Counts, IslandNetwork

_ANY = 1 << 30  # what a ? may still want: more than any link could give


def narrow(
    net: IslandNetwork,
    lo: bytearray,
    hi: bytearray,
    touched: Iterable[int],
    check_cancel: Callable[[], None],
) -> bool:
    """Draw all that follows from changes at these islands; False if it is a contradiction."""
    waiting = list(touched)
    if not _fits(net, lo, hi, waiting):
        return False
    while waiting:
        check_cancel()
        if not _serve(net, lo, hi, waiting):
            return False
        groups = net.groups(lo)
        joined = len(lo) - lo.count(0)
        parts = len(set(groups))
        if not net.loops and joined > net.islands - parts:
            return False
        if lo == hi:
            return parts == 1
        waiting = _keep_open(net, lo, hi, groups)
        if not waiting:
            cuts = cut_links(net.ways, hi)
            if cuts is None:
                return False
            for link in cuts:
                if not lo[link]:
                    if not _clear(net, lo, hi, link, waiting):
                        return False
                    lo[link] = 1
                    waiting += net.ends[link]
    return True


def _serve(net: IslandNetwork, lo: bytearray, hi: bytearray, waiting: list[int]) -> bool:
    """Each island gets its number, and no bridges cross. Empties `waiting`."""
    ends, at, least, greatest = net.ends, net.at, net.least, net.greatest
    queued = bytearray(net.islands)
    for island in waiting:
        queued[island] = 1
    for island in waiting:  # grows while it is gone through
        queued[island] = 0
        here = at[island]
        low = high = 0
        for link in here:
            low += lo[link]
            high += hi[link]
        more = greatest[island] - low  # what its links may gain altogether
        less = high - least[island]  # what they may lose
        if more < 0 or less < 0:
            return False
        if low == high:
            continue
        touched: list[int] = []
        for link in here:
            bottom, top = hi[link] - less, lo[link] + more
            if lo[link] < bottom:
                if not lo[link] and not _clear(net, lo, hi, link, touched):
                    return False
                lo[link] = bottom
                touched += ends[link]
            if hi[link] > top:
                hi[link] = top
                touched += ends[link]
            if lo[link] > hi[link]:
                return False
        for other in touched:
            if not queued[other]:
                queued[other] = 1
                waiting.append(other)
    waiting.clear()
    return True


def _clear(net: IslandNetwork, lo: Counts, hi: bytearray, link: int, touched: list[int]) -> bool:
    """Take away what a bridge on this link would cross; False if a bridge is there already."""
    for other in net.crossing[link]:
        if hi[other]:
            if lo[other]:
                return False
            hi[other] = 0
            touched += net.ends[other]
    return True


def _fits(net: IslandNetwork, lo: Counts, hi: bytearray, waiting: list[int]) -> bool:
    """Whether the bridges there are cross nothing and are not too many, before any conclusion."""
    for link in compress(range(len(lo)), lo):
        if lo[link] > hi[link] or not _clear(net, lo, hi, link, waiting):
            return False
    return True


def _keep_open(net: IslandNetwork, lo: bytearray, hi: bytearray, groups: list[int]) -> list[int]:
    """Take away bridges that would close a loop, or a group that is not the whole board.

    A group closes when its last two islands that want bridges give them all to each other.
    """
    wants, sizes = [0] * net.islands, [0] * net.islands  # of each group
    wanted = [_ANY if clue is None else clue for clue in net.clues]  # of each island
    for (a, b), count in zip(net.ends, lo, strict=True):
        wanted[a] -= count
        wanted[b] -= count
    for island, group in enumerate(groups):
        wants[group] += wanted[island]
        sizes[group] += 1
    touched: list[int] = []
    for link, (a, b) in enumerate(net.ends):
        more = hi[link] - lo[link]
        if not more:
            continue
        one, two = groups[a], groups[b]
        total, size = wants[one], sizes[one]
        if one != two:
            total, size = total + wants[two], size + sizes[two]
        elif not net.loops and not lo[link]:
            hi[link] = 0
            touched += (a, b)
            continue
        if total == 2 * more and size < net.islands:
            hi[link] -= 1
            touched += (a, b)
    return touched


def cut_links(ways: Sequence[Sequence[tuple[int, int]]], hi: Counts) -> list[int] | None:
    """The links without which the islands could not be connected; None if they cannot be.

    `ways` are the links of each island, with the islands at their other ends. A depth-first walk
    over all links that may have bridges: one is needed if nothing that was first seen behind it
    leads back before it.
    """
    seen = [0] * len(ways)  # when the walk came to an island, counted from 1
    back = [0] * len(ways)  # the earliest island that its branch leads back to
    clock = seen[0] = back[0] = 1
    cuts: list[int] = []
    path = [(0, -1, iter(ways[0]))]
    while path:
        island, came_by, rest = path[-1]
        for link, other in rest:
            if not hi[link] or link == came_by:
                continue
            if seen[other]:
                if seen[other] < back[island]:
                    back[island] = seen[other]
            else:
                clock += 1
                seen[other] = back[other] = clock
                path.append((other, link, iter(ways[other])))
                break
        else:
            path.pop()
            if path:
                before = path[-1][0]
                back[before] = min(back[before], back[island])
                if back[island] > seen[before]:
                    cuts.append(came_by)
    return cuts if clock == len(ways) else None
