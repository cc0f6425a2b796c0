"""Hashi boards of a requested level: bridges are redrawn where techniques of that level get stuck.

Only the bridges of a network change, never its islands. If the techniques up to a level finish a
board, its answer is unique; if those below do not, the board is no easier. All work is done on
plain numbers with `Propagator`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from random import Random

from masume.core.puzzle.maker import BoardRequest
from masume.families.links.graph import Counts, flood_fill
from masume.families.links.position import Lines
from masume.puzzles.hashi.growth import IslandNetwork, grow_network
from masume.puzzles.hashi.network import IslandTables, island_tables
from masume.puzzles.hashi.propagate import HARD, MEDIUM, Propagator
from masume.puzzles.hashi.puzzle import Hashi

_MAX_FAILURES = 20  # consecutive redraws of a region without improvement
_EASY_REDRAWS = 60  # redraws of a board that is too easy
_VARIANTS = 100  # boards tried near one that is hard at most
_LINKS_PER_CHANGE = 8  # one more link is redrawn for each so many
_WIDEN = 0.8  # probability that an existing bridge gets its greatest width


def make_of_level(
    rng: Random, request: BoardRequest, least: int, most: int
) -> tuple[Hashi, Lines, int] | None:
    """Return a board with its answer and level, which is between `least` and `most` if possible.

    A harder board may have other answers. None if the network leaves too much of the board empty.
    """
    drawing = _draw_network(rng, request, least, most)
    if drawing is None:
        return None
    return drawing.board(), drawing.answer(), drawing.level(most)


def make_beyond_hard(rng: Random, request: BoardRequest) -> Iterator[tuple[Hashi, Lines]]:
    """Yield boards that techniques up to hard do not finish, with one of their answers each.

    Each differs by a few bridges from a board that these techniques do finish: boards near one
    with a single answer often have a single answer too. That board moves on to variants that leave
    medium techniques at least as many open links.
    """
    drawing = _draw_network(rng, request, 0, HARD)
    if drawing is None:
        return
    unknown = 0  # after medium techniques
    for _ in range(_VARIANTS):
        request.check_cancel()
        variant = drawing.with_changes()
        is_medium = variant.known.propagate(MEDIUM)
        pending = len(variant.known.open_links())
        if pending < unknown:
            continue
        if is_medium or variant.known.propagate(HARD):
            drawing, unknown = variant, pending
        else:
            yield variant.board(), variant.answer()


def _draw_network(rng: Random, request: BoardRequest, least: int, most: int) -> _Drawing | None:
    """Return a network as close to these levels as possible; None if it leaves too much empty."""
    network = grow_network(rng, request)
    if network is None:
        return None
    drawing = _Drawing(rng, network)
    for _ in range(_EASY_REDRAWS):
        if not drawing.is_below(least):
            break
        request.check_cancel()
        drawing = drawing.with_changes()
    for _ in drawing.counts:  # bounded, as it might alternate between two regions forever
        unknown = drawing.open_links(most)
        if not unknown or not drawing.resolve_region(unknown, least, most, request):
            break
    return drawing


class _Drawing:
    """A network whose bridges can change."""

    def __init__(self, rng: Random, network: IslandNetwork) -> None:
        self.rng, self.network = rng, network
        self.cells = sorted(network.bridges)
        self.tables = island_tables(network.cols, tuple(self.cells))
        cells, joined = self.cells, network.joined
        self.counts = [joined.get((cells[a], cells[b]), 0) for a, b in self.tables.ends]
        self.known = self._propagator([network.bridges[cell] for cell in cells])

    def _clues(self, counts: Counts) -> list[int]:
        return [sum([counts[link] for link in links]) for links in self.tables.links_at]

    def _propagator(self, clues: Sequence[int | None]) -> Propagator:
        return Propagator(self.tables, self.network.most, self.network.loops, clues)

    def is_below(self, level: int) -> bool:
        """Return whether techniques below that level finish the board."""
        return level > 0 and self.known.propagate(level - 1)

    def with_changes(self) -> _Drawing:
        """Return a copy with other bridges anywhere, fewer on average: low clues force less."""
        other = copy(self)
        other.counts = self._redraw(self.counts, range(len(self.counts)), widen=0.0)
        other.known = self._propagator(self._clues(other.counts))
        return other

    def open_links(self, level: int) -> list[int]:
        """Return the links that techniques up to a level do not determine."""
        self.known.propagate(level)
        return self.known.open_links()

    def level(self, most: int) -> int:
        """Return the lowest level whose techniques finish the board; `most + 1` if none does."""
        highest = most + bool(self.known.open_links())
        below = self._propagator(self.known.clues) if most else self.known
        return next((level for level in range(most) if below.propagate(level)), highest)

    def resolve_region(
        self, unknown: list[int], least: int, most: int, request: BoardRequest
    ) -> bool:
        """Redraw the bridges of a region until nothing is unknown; False if that fails."""
        region = self._region(unknown)
        before = self._known_without(region, least - 1 if least else min(most, MEDIUM))
        failures = 0
        seen: set[bytes] = set()
        links_at = self.tables.links_at
        now = {island: sum([self.counts[link] for link in links_at[island]]) for island in region}
        links = self._links_within(region, unknown)
        while links and failures < _MAX_FAILURES:
            request.check_cancel()
            failures += 1
            counts = self._redraw(self.counts, links)
            clues = self._updated_clues(now, counts, links)
            if (numbers := bytes(clues.values())) in seen:
                continue
            seen.add(numbers)
            trial = before.copy()
            trial.set_clues(clues)
            if least and trial.propagate(least - 1):
                continue
            trial.propagate(most)
            pending = trial.open_links()
            if len(pending) <= len(unknown):
                failures = 0 if len(pending) < len(unknown) else failures
                self.counts, self.known, now, unknown = counts, trial, clues, pending
                links = self._links_within(region, unknown)
        return not links

    def _updated_clues(
        self, clues: Mapping[int, int], counts: Counts, links: Iterable[int]
    ) -> dict[int, int]:
        """Return the clues of some islands after links between them have changed."""
        before, ends = self.counts, self.tables.ends
        changed = dict(clues)
        for link in links:
            more = counts[link] - before[link]
            if more:
                a, b = ends[link]
                changed[a] += more
                changed[b] += more
        return changed

    def _known_without(self, region: Collection[int], level: int) -> Propagator:
        """Return what techniques up to a level conclude without the clues of a region."""
        clues = enumerate(self.known.clues)
        known = self._propagator([None if island in region else clue for island, clue in clues])
        known.propagate(level)
        return known

    def _region(self, unknown: Iterable[int]) -> set[int]:
        """Return the islands connected with the first unknown link by unknown links."""
        tables, is_unknown = self.tables, bytearray(len(self.counts))
        for link in unknown:
            is_unknown[link] = 1
        return flood_fill(tables.adjacency, tables.ends[is_unknown.index(1)], is_unknown)

    def _links_within(self, region: set[int], unknown: Iterable[int]) -> list[int]:
        """Return the links between islands of a region that have unknown links."""
        ends = self.tables.ends
        islands = region.intersection([end for link in unknown for end in ends[link]])
        adjacency = self.tables.adjacency
        links = [
            link
            for island in islands
            for link, neighbour in adjacency[island]
            if neighbour > island and neighbour in islands
        ]
        return sorted(links)

    def _redraw(self, counts: Counts, links: Sequence[int], widen: float = _WIDEN) -> list[int]:
        most, loops = self.network.most, self.network.loops
        return redraw_counts(self.rng, self.tables, most, loops, counts, links, widen)

    def answer(self) -> Lines:
        """Return the bridges as a position."""
        links = zip(self.tables.ends, self.counts, strict=True)
        cells = self.cells
        return Lines(frozenset((cells[a], cells[b], count) for (a, b), count in links if count))

    def board(self) -> Hashi:
        """Return the board with the clues of these bridges."""
        network = self.network
        clues: list[int | None] = [None] * (network.rows * network.cols)
        for cell, clue in zip(self.cells, self.known.clues, strict=True):
            clues[cell] = clue
        return Hashi(network.rows, network.cols, tuple(clues), network.most, network.loops)


def redraw_counts(
    rng: Random,
    tables: IslandTables,
    most: int,
    loops: bool,
    counts: Counts,
    links: Sequence[int],
    widen: float = _WIDEN,
) -> list[int]:
    """Return the counts with a few links redrawn, wider on average: high clues force more."""
    changed = list(counts)
    for _ in range(1 + int(rng.random() * (2 + len(links) // _LINKS_PER_CHANGE))):
        link = links[int(rng.random() * len(links))]
        count = changed[link]
        if 0 < count < most and rng.random() < widen:
            new_count = most
        else:
            new_count = int(rng.random() * most)
            new_count += new_count >= count
        if _fits(tables, loops, changed, link, new_count):
            changed[link] = new_count
    return changed


def _fits(tables: IslandTables, loops: bool, counts: Counts, link: int, count: int) -> bool:
    """Return whether a link may get `count` bridges: all islands connected, no crossings."""
    if bool(count) == bool(counts[link]):
        return True
    if not loops:  # the bridges are a tree
        return False
    if count:
        return not any(counts[other] for other in tables.crossing[link])
    a, b = tables.ends[link]
    return b in flood_fill(tables.adjacency, (a,), counts, (link,), (b,))
