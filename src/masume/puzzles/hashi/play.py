"""Playing Hashi: what a gesture means, and what is wrong already.

A drag from an island towards another one adds a bridge between them; after the widest there is none
again. A click on water does the same to the link that runs over it. The second button notes that
there is no bridge, or takes the note away. A click on an island finishes it: all bridges that there
is room for, if it needs them all; or no others, if it has its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.technique import listed
from masume.puzzles.hashi.network import IslandNetwork
from masume.puzzles.hashi.puzzle import Bridges, Hashi, Link, Pair, Span, violations


def touch(puzzle: Hashi, position: Bridges, gesture: Gesture) -> list[Span]:
    """The moves that a gesture stands for; none if it points at no link, or at two."""
    if not gesture.is_drag and puzzle.clues[gesture.cell] is not None:
        return _finished(puzzle, position, gesture)
    link = (
        _towards(puzzle, gesture.cell, gesture.to)
        if gesture.to is not None and gesture.is_drag
        else _over(puzzle, position, gesture)
    )
    if link is None:
        return []
    pair = (link.a, link.b)
    count = next((n for a, b, n in position.joined if (a, b) == pair), 0)
    if gesture.second:
        return [Span(*pair, 0 if pair in position.barred else None)]
    return [Span(*pair, (count + 1) % (puzzle.most + 1))]


def _finished(puzzle: Hashi, position: Bridges, gesture: Gesture) -> list[Span]:
    """What an island needs, if there is one way only; with the second button all ways are barred
    on which it has no bridge.
    """
    net = IslandNetwork(puzzle)
    counts, barred = net.counts(position), set(position.barred)
    degrees = net.degrees(counts)
    island = puzzle.islands.index(gesture.cell)
    clue, has = net.clues[island], degrees[island]
    pairs = {link: (net.links[link].a, net.links[link].b) for link in net.links_at[island]}
    if gesture.second or clue == has:
        return [Span(*pairs[n], None) for n in pairs if not counts[n] and pairs[n] not in barred]
    if clue is None or clue < has:
        return []
    most = _rooms(net, counts, degrees, barred, island)
    rooms = {link: min(room, counts[link] + clue - has) for link, room in most.items()}
    if sum(rooms.values()) != clue:
        return []
    return [Span(*pairs[link], room) for link, room in rooms.items() if room > counts[link]]


def _rooms(
    net: IslandNetwork,
    counts: Sequence[int],
    degrees: Sequence[int],
    barred: set[Pair],
    island: int,
) -> dict[int, int]:
    """How many bridges each link of an island can have, by the marks there are."""
    rooms = {}
    for link in net.links_at[island]:
        crossed = any(counts[across] for across in net.crossing[link])
        if crossed or (net.links[link].a, net.links[link].b) in barred:
            rooms[link] = counts[link]
            continue
        other = sum(net.ends[link]) - island
        clue = net.clues[other]
        more = net.most if clue is None else clue - degrees[other]
        rooms[link] = min(net.most, counts[link] + max(more, 0))
    return rooms


def _towards(puzzle: Hashi, cell: Cell, to: Cell) -> Link | None:
    """The link of an island in the direction of another cell, however far that is."""
    row, col = divmod(cell, puzzle.cols)
    to_row, to_col = divmod(to, puzzle.cols)
    if (row == to_row) == (col == to_col):
        return None
    forward = to > cell
    for link in puzzle.links:
        same_row = link.a // puzzle.cols == link.b // puzzle.cols
        if (link.a if forward else link.b) == cell and same_row == (row == to_row):
            return link
    return None


def _over(puzzle: Hashi, position: Bridges, gesture: Gesture) -> Link | None:
    """The link over a cell of water; if there are two, the one that is built, or pointed at."""
    over = [link for link in puzzle.links if gesture.cell in link.water]
    built = {(a, b) for a, b, _ in position.joined}
    for wanted in (
        [link for link in over if (link.a, link.b) in built],
        [link for link in over if (link.water.step == 1) == gesture.across],
        over,
    ):
        if len(wanted) == 1:
            return wanted[0]
    return None


def visible_violations(puzzle: Hashi, position: Bridges) -> list[Violation]:
    """What no further bridge can cure: more may come to an island, but not to a closed group."""
    faults = [v for v in violations(puzzle, position) if v.rule not in ("too-few", "divided")]
    divided = [v for v in violations(puzzle, position) if v.rule == "divided"]
    if divided and not faults:
        for group in _closed(puzzle, position):
            names = [puzzle.grid.name(cell) for cell in group[:4]]
            more = [f"{len(group) - 4} more (shaded)"] if len(group) > 4 else []
            text = f"{listed(names + more)} have all their bridges, but none to the other islands"
            faults.append(divided[0]._replace(cells=tuple(group), text=text))
    return faults or list(_starved(puzzle, position))


def _starved(puzzle: Hashi, position: Bridges) -> Iterator[Violation]:
    """Islands that cannot get their number any more: others want too little, or ways are barred."""
    net, name = IslandNetwork(puzzle), puzzle.grid.name
    counts, barred = net.counts(position), set(position.barred)
    degrees = net.degrees(counts)
    for island, clue in enumerate(net.clues):
        by_link = _rooms(net, counts, degrees, barred, island)
        rooms = {sum(net.ends[link]) - island: room for link, room in by_link.items()}
        if clue is not None and sum(rooms.values()) < clue:
            cells = [puzzle.islands[other] for other in (island, *rooms)]
            some = {other: number for other, number in rooms.items() if number}
            each = [
                f"{n or 'none'} from {name(puzzle.islands[o])}" for o, n in (some | rooms).items()
            ]
            only = "only " if some else ""
            text = f"the {clue} at {name(cells[0])} can get {only}{listed(each)}"
            yield Violation("too-few", tuple(sorted(cells)), text)


def _closed(puzzle: Hashi, position: Bridges) -> list[list[Cell]]:
    """Groups of joined islands to which no bridge can come any more, but the whole board."""
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
