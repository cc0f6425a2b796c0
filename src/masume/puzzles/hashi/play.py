"""Playing Hashi: translate gestures into moves, and find violations that cannot be repaired.

A drag from an island towards another one adds a bridge between them; after the greatest number it
starts again at none. A click on water does the same for the link that runs over it. The second
button sets or clears the mark "no bridge". A click on an island completes it: it builds all
possible bridges if the island needs them all, or marks its free links if it has its number.
"""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.technique import join_words
from masume.families.links import play as links
from masume.families.links.position import Lines, Span
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.propagate import Propagator, propagator
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
    board, island = _known(puzzle, position), puzzle.islands.index(gesture.cell)
    counts, clue, degree = board.lo, board.clues[island], board.min_sum[island]
    ends = {link: puzzle.links[link][:2] for link, _ in board.adjacency[island]}
    if gesture.second or clue == degree:
        free = [pair for link, pair in ends.items() if not counts[link]]
        return [Span(*pair, None) for pair in free if pair not in position.barred]
    if clue is None or clue < degree:
        return []
    limits = {link: board.cap(link, neighbour) for link, neighbour in board.adjacency[island]}
    targets = {link: min(limit, counts[link] + clue - degree) for link, limit in limits.items()}
    if sum(targets.values()) != clue:
        return []
    return [Span(*ends[link], count) for link, count in targets.items() if count > counts[link]]


def _known(puzzle: Hashi, position: Lines) -> Propagator:
    """Return the bounds of the links on a position, without conclusions from the clues."""
    net = IslandNetwork(puzzle)
    board, counts, barred = propagator(net), net.counts(position), position.barred
    most = [
        count if (link.a, link.b) in barred else puzzle.most
        for link, count in zip(net.links, counts, strict=True)
    ]
    board.set_bounds(counts, most, ())
    return board


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
    board, name = _known(puzzle, position), puzzle.grid.name
    for island, clue in enumerate(board.clues):
        limits = {far: board.cap(link, far) for link, far in board.adjacency[island]}
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
    board = _known(puzzle, position)
    groups: dict[int, list[int]] = {}
    for island, group in enumerate(board.groups().group_of):
        groups.setdefault(group, []).append(island)
    return [
        [puzzle.islands[island] for island in group]
        for group in groups.values()
        if len(groups) > 1 and all(board.min_sum[i] == board.clues[i] for i in group)
    ]
