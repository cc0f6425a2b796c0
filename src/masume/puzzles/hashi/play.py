"""Playing Hashi: translate gestures into moves, and find violations that cannot be repaired.

A drag from an island towards another one adds a bridge between them; after the greatest number it
starts again at none. A click on water does the same for the link that runs over it. The second
button sets or clears the mark "no bridge". A click on an island completes it: it builds all
possible bridges if the island needs them all, or marks its free links if it has its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.technique import join_words
from masume.families.links import play as links
from masume.families.links.position import Lines, Pair, Span
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.puzzle import Hashi, violations


def touch(puzzle: Hashi, position: Lines, gesture: Gesture) -> list[Span]:
    """Return the moves of a gesture; empty if it points at no link, or at two."""
    if not gesture.is_drag and puzzle.clues[gesture.cell] is not None:
        return _complete_island(puzzle, position, gesture)
    return links.touch(puzzle, position, gesture)


def _complete_island(puzzle: Hashi, position: Lines, gesture: Gesture) -> list[Span]:
    """Return the moves that complete an island, if they are forced.

    With the second button, or if it has its number, mark all its links without bridges instead.
    """
    net = IslandNetwork(puzzle)
    counts, barred = net.counts(position), set(position.barred)
    degrees = net.degrees(counts)
    island = puzzle.islands.index(gesture.cell)
    clue, degree = net.clues[island], degrees[island]
    pairs = {link: (net.links[link].a, net.links[link].b) for link in net.links_at[island]}
    if gesture.second or clue == degree:
        return [Span(*pairs[n], None) for n in pairs if not counts[n] and pairs[n] not in barred]
    if clue is None or clue < degree:
        return []
    limits = _link_limits(net, counts, degrees, barred, island)
    targets = {link: min(limit, counts[link] + clue - degree) for link, limit in limits.items()}
    if sum(targets.values()) != clue:
        return []
    return [Span(*pairs[link], count) for link, count in targets.items() if count > counts[link]]


def _link_limits(
    net: IslandNetwork,
    counts: Sequence[int],
    degrees: Sequence[int],
    barred: set[Pair],
    island: int,
) -> dict[int, int]:
    """Return the greatest number of bridges of each link of an island, given the position."""
    limits = {}
    for link in net.links_at[island]:
        is_crossed = any(counts[across] for across in net.crossing[link])
        if is_crossed or (net.links[link].a, net.links[link].b) in barred:
            limits[link] = counts[link]
            continue
        neighbour = sum(net.ends[link]) - island
        clue = net.clues[neighbour]
        more = net.most if clue is None else clue - degrees[neighbour]
        limits[link] = min(net.most, counts[link] + max(more, 0))
    return limits


def visible_violations(puzzle: Hashi, position: Lines) -> list[Violation]:
    """Return the violations that no further bridge can repair, such as closed groups."""
    all_violations = violations(puzzle, position)
    faults = [
        violation for violation in all_violations if violation.rule not in ("too-few", "divided")
    ]
    divided = [violation for violation in all_violations if violation.rule == "divided"]
    if divided and not faults:
        for group in _closed_groups(puzzle, position):
            names = [puzzle.grid.name(cell) for cell in group[:4]]
            more = [f"{len(group) - 4} more (shaded)"] if len(group) > 4 else []
            text = (
                f"{join_words(names + more)} have all their bridges, but none to the other islands"
            )
            faults.append(divided[0]._replace(cells=tuple(group), text=text))
    return faults or list(_starved_islands(puzzle, position))


def _starved_islands(puzzle: Hashi, position: Lines) -> Iterator[Violation]:
    """Yield a violation for each island that cannot get its number any more."""
    net, name = IslandNetwork(puzzle), puzzle.grid.name
    counts, barred = net.counts(position), set(position.barred)
    degrees = net.degrees(counts)
    for island, clue in enumerate(net.clues):
        limits = {
            sum(net.ends[link]) - island: limit
            for link, limit in _link_limits(net, counts, degrees, barred, island).items()
        }
        if clue is not None and sum(limits.values()) < clue:
            cells = [puzzle.islands[neighbour] for neighbour in (island, *limits)]
            nonzero = {neighbour: limit for neighbour, limit in limits.items() if limit}
            sources = [
                f"{limit or 'none'} from {name(puzzle.islands[neighbour])}"
                for neighbour, limit in (nonzero | limits).items()
            ]
            only = "only " if nonzero else ""
            text = f"the {clue} at {name(cells[0])} can get {only}{join_words(sources)}"
            yield Violation("too-few", tuple(sorted(cells)), text)


def _closed_groups(puzzle: Hashi, position: Lines) -> list[list[Cell]]:
    """Return the closed groups of joined islands, except the whole board."""
    net = IslandNetwork(puzzle)
    counts = net.counts(position)
    degrees = net.degrees(counts)
    groups: dict[int, list[int]] = {}
    for island, group in enumerate(net.groups(counts)):
        groups.setdefault(group, []).append(island)
    return [
        [puzzle.islands[island] for island in group]
        for group in groups.values()
        if len(group) < net.islands and all(degrees[i] == net.clues[i] for i in group)
    ]
