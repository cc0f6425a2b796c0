"""Candidates for Hashi boards: networks whose bridges are redrawn and judged by the propagator.

Only the bridges of a network change, never its islands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import ClassVar, NamedTuple

from masume.core.model.model import CancelCheck
from masume.core.puzzle.maker import BoardRequest, Candidate, Patience
from masume.core.puzzle.technique import count_steps
from masume.families.links.graph import Counts, flood_fill
from masume.families.links.position import Lines
from masume.puzzles.hashi.connecting import HARD_RULES
from masume.puzzles.hashi.growth import IslandNetwork, grow_network
from masume.puzzles.hashi.network import IslandTables, island_tables
from masume.puzzles.hashi.propagate import HARD, MEDIUM, Propagator
from masume.puzzles.hashi.puzzle import Hashi

_VARIANTS = 100  # boards tried near one that is hard at most
_LINKS_PER_CHANGE = 8  # one more link is redrawn for each so many
_WIDEN = 0.8  # probability that an existing bridge gets its greatest width
_SKEW = 3  # how much narrow bridges are preferred on a hard board
_SLIM = 0.7  # probability that a bridge of a hard proposal is single: low clues force less


def candidate(rng: Random, request: BoardRequest, least: int, most: int) -> CandidateNetwork | None:
    """Return a random network; None if it leaves too much of the board empty."""
    network = grow_network(rng, request)
    if network is None:
        return None
    cells, joined = sorted(network.bridges), network.joined
    tables = island_tables(network.cols, tuple(cells))
    counts = [joined.get((cells[a], cells[b]), 0) for a, b in tables.ends]
    if least == HARD:
        counts = [min(count, 1) if rng.random() < _SLIM else count for count in counts]
    known = _propagator(network, tables, clues_of(tables, counts))
    return CandidateNetwork(rng, network, tables, least, most, counts, known)


def clues_of(tables: IslandTables, counts: Counts) -> list[int]:
    """Return how many bridges each island has."""
    return [sum([counts[link] for link in links]) for links in tables.links_at]


def _propagator(
    network: IslandNetwork, tables: IslandTables, clues: Sequence[int | None]
) -> Propagator:
    return Propagator(tables, network.most, network.loops, clues)


def make_beyond_hard(near: Candidate, check_cancel: CancelCheck) -> Iterator[tuple[Hashi, Lines]]:
    """Yield boards that techniques up to hard do not finish, with one of their answers each.

    Each differs by a few bridges from a board that these techniques do finish: boards near one
    with a single answer often have a single answer too. That board moves on to variants that leave
    medium techniques at least as many open links.
    """
    assert isinstance(near, CandidateNetwork)
    unknown = 0  # after medium techniques
    for _ in range(_VARIANTS):
        check_cancel()
        variant = near.redrawn_anywhere()
        is_medium = variant.known.propagate(MEDIUM)
        pending = len(variant.known.open_links())
        if pending < unknown:
            continue
        if is_medium or variant.known.propagate(HARD):
            near, unknown = variant, pending
        else:
            yield variant.board()


class _Region(NamedTuple):
    """Islands whose bridges are redrawn together."""

    islands: set[int]
    known: Propagator  # what easier techniques conclude without the clues of these islands
    seen: set[bytes]  # the clues tried so far


@dataclass
class CandidateNetwork:
    """A network whose bridges can change, and what techniques conclude about its board."""

    patience: ClassVar = Patience(60, 20)

    rng: Random
    network: IslandNetwork
    tables: IslandTables
    least: int
    most: int
    counts: list[int]  # the bridges of each link
    known: Propagator
    region: _Region | None = None  # the part that is being redrawn

    def _clue(self, counts: Counts, island: int) -> int:
        return sum([counts[link] for link in self.tables.links_at[island]])

    @cached_property
    def is_too_easy(self) -> bool:
        """Whether techniques below the lowest requested level finish the board."""
        return self.least > 0 and self.known.propagate(self.least - 1)

    @cached_property
    def open_links(self) -> list[int]:
        """The links that techniques up to the highest requested level do not determine."""
        self.known.propagate(self.most)
        return self.known.open_links()

    @property
    def unknown(self) -> int:
        """The number of these links."""
        return len(self.open_links)

    @property
    def level(self) -> int:
        """The lowest level whose techniques finish the board."""
        below = _propagator(self.network, self.tables, self.known.clues)
        return next((level for level in range(self.most) if below.propagate(level)), self.most)

    def survey(self) -> tuple[int, Mapping[str, int]] | None:
        """Return how many links medium rules leave, and the uses of hard ones in one order."""
        board = _propagator(self.network, self.tables, self.known.clues)
        board.propagate(MEDIUM)
        left = len(board.open_links())
        uses = count_steps(board, HARD_RULES, lambda: board.propagate(MEDIUM))
        return (left, uses) if board.lo == board.hi else None

    def redrawn_anywhere(self) -> CandidateNetwork:
        """Return a variant with other bridges anywhere, fewer on average: low clues force less."""
        counts = self._redraw(range(len(self.counts)), widen=0.0)
        known = _propagator(self.network, self.tables, clues_of(self.tables, counts))
        return replace(self, counts=counts, known=known, region=None)

    redrawn_a_little = redrawn_anywhere

    def redrawn(self) -> CandidateNetwork | None:
        """Return a variant with other bridges in a region with unknown links.

        None if the clues of the region have been tried before.
        """
        region = self.region
        if region is None or not (links := self._links_within(region.islands)):
            region = self.region = self._region_of(self.open_links[0])
            links = self._links_within(region.islands)
        counts = self._redraw(links)
        clues = {island: self._clue(counts, island) for island in region.islands}
        numbers = bytes(clues.values())
        if numbers in region.seen:
            return None
        region.seen.add(numbers)
        known = region.known.copy()
        known.set_clues(clues)
        return replace(self, counts=counts, known=known, region=region)

    def _region_of(self, link: int) -> _Region:
        """Return the islands connected with an unknown link by unknown links."""
        tables, is_unknown = self.tables, bytearray(len(self.counts))
        for other in self.open_links:
            is_unknown[other] = 1
        islands = flood_fill(tables.adjacency, tables.ends[link], is_unknown)
        each = enumerate(self.known.clues)
        clues = [None if island in islands else clue for island, clue in each]
        known = _propagator(self.network, tables, clues)
        known.propagate(self.least - 1 if self.least else min(self.most, MEDIUM))
        return _Region(islands, known, set())

    def _links_within(self, islands: set[int]) -> list[int]:
        """Return the links between those of some islands that have unknown links."""
        ends, adjacency = self.tables.ends, self.tables.adjacency
        islands = islands.intersection([end for link in self.open_links for end in ends[link]])
        links = [
            link
            for island in islands
            for link, neighbour in adjacency[island]
            if neighbour > island and neighbour in islands
        ]
        return sorted(links)

    def _redraw(self, links: Sequence[int], widen: float = _WIDEN) -> list[int]:
        most, loops = self.network.most, self.network.loops
        skew = 1 if widen or self.least < HARD else _SKEW
        return redraw_counts(self.rng, self.tables, most, loops, self.counts, links, widen, skew)

    def board(self) -> tuple[Hashi, Lines]:
        """Return the board with the clues of these bridges, and the bridges."""
        net, cells = self.network, sorted(self.network.bridges)
        links = zip(self.tables.ends, self.counts, strict=True)
        answer = Lines(frozenset((cells[a], cells[b], count) for (a, b), count in links if count))
        clue_of = dict(zip(cells, self.known.clues, strict=True))
        clues = tuple(clue_of.get(cell) for cell in range(net.rows * net.cols))
        return Hashi(net.rows, net.cols, clues, net.most, net.loops), answer


def redraw_counts(
    rng: Random,
    tables: IslandTables,
    most: int,
    loops: bool,
    counts: Counts,
    links: Sequence[int],
    widen: float = _WIDEN,
    skew: float = 1,
) -> list[int]:
    """Return the counts with a few links redrawn, wider on average: high clues force more.

    Without `widen` they are not, and with `skew` they are narrower.
    """
    changed = list(counts)
    for _ in range(1 + int(rng.random() * (2 + len(links) // _LINKS_PER_CHANGE))):
        link = links[int(rng.random() * len(links))]
        count = changed[link]
        if 0 < count < most and rng.random() < widen:
            new_count = most
        else:
            new_count = int(rng.random() ** skew * most)
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
