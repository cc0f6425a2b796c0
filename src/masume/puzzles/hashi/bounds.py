"""Bounds propagation for Hashi, used by `HashiDecide` and the model.

Each link has at least `lo` and at most `hi` bridges. Clues narrow these bounds from island to
island; connectivity narrows them over the whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress

from masume.families.links.graph import Adjacency, Counts, cut_edges
from masume.puzzles.hashi.network import IslandNetwork

_ANY = 1 << 30  # the need of a ?: more than all links could give


def narrow(
    net: IslandNetwork,
    lo: bytearray,
    hi: bytearray,
    touched: Iterable[int],
    check_cancel: Callable[[], None],
) -> bool:
    """Propagate changes at these islands to a fixed point in place; False on a contradiction."""
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
            cuts = cut_links(net.adjacency, hi)
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
    """Propagate clues and crossings until the queue of islands is empty; False on a contradiction.

    Islands whose bounds change are queued again. `waiting` is empty afterwards.
    """
    ends, links_at, least, greatest = net.ends, net.links_at, net.least, net.greatest
    queued = bytearray(net.islands)
    for island in waiting:
        queued[island] = 1
    for island in waiting:  # grows during the loop
        queued[island] = 0
        links = links_at[island]
        low = high = 0
        for link in links:
            low += lo[link]
            high += hi[link]
        more = greatest[island] - low  # by how much its links may grow in total
        less = high - least[island]  # by how much they may shrink
        if more < 0 or less < 0:
            return False
        if low == high:
            continue
        touched: list[int] = []
        for link in links:
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
    """Close the links that a bridge on this link would cross; False if one has a bridge."""
    for other in net.crossing[link]:
        if hi[other]:
            if lo[other]:
                return False
            hi[other] = 0
            touched += net.ends[other]
    return True


def _fits(net: IslandNetwork, lo: Counts, hi: bytearray, waiting: list[int]) -> bool:
    """Check the lower bounds: False if one exceeds its upper bound or crosses another bridge.

    Closes the crossed links and queues their ends.
    """
    for link in compress(range(len(lo)), lo):
        if lo[link] > hi[link] or not _clear(net, lo, hi, link, waiting):
            return False
    return True


def _keep_open(net: IslandNetwork, lo: bytearray, hi: bytearray, groups: list[int]) -> list[int]:
    """Exclude bridges that close a forbidden loop or a group that is not the whole board.

    A group closes when its last two islands in need give all their bridges to each other. Returns
    the islands whose bounds changed.
    """
    group_needs, sizes = [0] * net.islands, [0] * net.islands  # of each group
    needs = [_ANY if clue is None else clue for clue in net.clues]  # of each island
    for (a, b), count in zip(net.ends, lo, strict=True):
        needs[a] -= count
        needs[b] -= count
    for island, group in enumerate(groups):
        group_needs[group] += needs[island]
        sizes[group] += 1
    touched: list[int] = []
    for link, (a, b) in enumerate(net.ends):
        more = hi[link] - lo[link]
        if not more:
            continue
        group_a, group_b = groups[a], groups[b]
        need, size = group_needs[group_a], sizes[group_a]
        if group_a != group_b:
            need, size = need + group_needs[group_b], size + sizes[group_b]
        elif not net.loops and not lo[link]:
            hi[link] = 0
            touched += (a, b)
            continue
        if need == 2 * more and size < net.islands:
            hi[link] -= 1
            touched += (a, b)
    return touched


def cut_links(adjacency: Adjacency, hi: Counts) -> list[int] | None:
    """Return the bridges (cut edges) of the graph of open links; None if it is not connected.

    `adjacency` holds the (link, neighbour) pairs of each island.
    """
    found: list[int] = []
    cuts = [link for link, _ in cut_edges(adjacency, hi, (0,), found)]
    return cuts if len(found) == len(adjacency) else None
