"""Hashi boards of a wanted level: numbers are drawn anew where techniques of that level get stuck.

Only the bridges of a network change here, never its islands. If the techniques come to the end, the
answer is the only one, and if those below the level do not, the board is no easier. As long as the
maker has not finished, all is kept in plain numbers: what is known by `FollowingBounds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from random import Random

from masume.core.puzzle.maker import BoardRequest
from masume.puzzles.hashi.following import HARD, MEDIUM, FollowingBounds
from masume.puzzles.hashi.network import Counts, IslandTables, island_tables
from masume.puzzles.hashi.puzzle import Bridges, Hashi
from masume.puzzles.hashi.sea import Sea, grown

_IN_VAIN = 20  # times that a place is drawn anew, one after the other, and gets no better
_DISTURBED = 60  # times that a board that is too easy is drawn anew
_CHANGED = 100  # boards that are tried near one that is hard at most
_AT_ONCE = 8  # links of which one more is drawn anew
_WIDEN = 0.8  # how often a bridge that is there gets as wide as it can


def of_level(
    rng: Random, request: BoardRequest, least: int, most: int
) -> tuple[Hashi, Bridges, int] | None:
    """A board of one of these levels, its answer and its level; or one that it has come to instead.

    One that is harder may have other answers. None if a network leaves too much empty.
    """
    drawing = _drawn(rng, request, least, most)
    if drawing is None:
        return None
    return drawing.board(), drawing.answer(), drawing.level(most)


def beyond_hard(rng: Random, request: BoardRequest) -> Iterator[tuple[Hashi, Bridges]]:
    """Boards that techniques up to hard do not finish, and their answers; they may have others.

    Each is a few bridges away from one that these techniques do finish: near a board with one
    answer there are others like it. That board changes too, to such as leave medium ones no less.
    """
    drawing = _drawn(rng, request, 0, HARD)
    if drawing is None:
        return
    unknown = 0  # after medium techniques
    for _ in range(_CHANGED):
        request.check_cancel()
        other = drawing.changed()
        is_medium = other.known.follow(MEDIUM)
        left = len(other.known.unknown())
        if left < unknown:
            continue
        if is_medium or other.known.follow(HARD):
            drawing, unknown = other, left
        else:
            yield other.board(), other.answer()


def _drawn(rng: Random, request: BoardRequest, least: int, most: int) -> _Drawing | None:
    """A network as near to these levels as it has come; None if it leaves too much empty."""
    sea = grown(rng, request)
    if sea is None:
        return None
    drawing = _Drawing(rng, sea)
    for _ in range(_DISTURBED):
        if not drawing.is_below(least):
            break
        request.check_cancel()
        drawing = drawing.changed()
    for _ in drawing.counts:  # it might go back and forth between two places for ever
        unknown = drawing.unknown(most)
        if not unknown or not drawing.settle(unknown, least, most, request):
            break
    return drawing


class _Drawing:
    """A network whose bridges can change."""

    def __init__(self, rng: Random, sea: Sea) -> None:
        self.rng, self.sea = rng, sea
        self.cells = sorted(sea.bridges)
        self.tables = island_tables(sea.cols, tuple(self.cells))
        cells, joined = self.cells, sea.joined
        self.counts = [joined.get((cells[a], cells[b]), 0) for a, b in self.tables.ends]
        self.known = self._follow([sea.bridges[cell] for cell in cells])

    def _clues(self, counts: Counts) -> list[int]:
        return [sum([counts[link] for link in here]) for here in self.tables.at]

    def _follow(self, clues: Sequence[int | None]) -> FollowingBounds:
        return FollowingBounds(self.tables, self.sea.most, self.sea.loops, clues)

    def is_below(self, level: int) -> bool:
        """Whether techniques below that level come to the end."""
        return level > 0 and self.known.follow(level - 1)

    def changed(self) -> _Drawing:
        """With other bridges anywhere, rather fewer: low numbers leave more of a choice."""
        other = copy(self)
        other.counts = self._redrawn(self.counts, range(len(self.counts)), widen=0.0)
        other.known = self._follow(self._clues(other.counts))
        return other

    def unknown(self, level: int) -> list[int]:
        """The links about which techniques up to a level leave a doubt."""
        self.known.follow(level)
        return self.known.unknown()

    def level(self, most: int) -> int:
        """The lowest level whose techniques come to the end; the one above `most` if none does."""
        highest = most + bool(self.known.unknown())
        below = self._follow(self.known.clues) if most else self.known
        return next((level for level in range(most) if below.follow(level)), highest)

    def settle(self, unknown: list[int], least: int, most: int, request: BoardRequest) -> bool:
        """Draw the bridges of a place anew until nothing is unknown; False if it is in vain."""
        place = self._place(unknown)
        before = self._without(place, least - 1 if least else min(most, MEDIUM))
        in_vain = 0
        seen: set[bytes] = set()
        now = {one: sum([self.counts[link] for link in self.tables.at[one]]) for one in place}
        links = self._within(place, unknown)
        while links and in_vain < _IN_VAIN:
            request.check_cancel()
            in_vain += 1
            counts = self._redrawn(self.counts, links)
            clues = self._counted(now, counts, links)
            if (numbers := bytes(clues.values())) in seen:
                continue
            seen.add(numbers)
            tried = before.copy()
            tried.tell(clues)
            if least and tried.follow(least - 1):
                continue
            tried.follow(most)
            left = tried.unknown()
            if len(left) <= len(unknown):
                in_vain = 0 if len(left) < len(unknown) else in_vain
                self.counts, self.known, now, unknown = counts, tried, clues, left
                links = self._within(place, unknown)
        return not links

    def _counted(
        self, clues: Mapping[int, int], counts: Counts, links: Iterable[int]
    ) -> dict[int, int]:
        """The numbers of some islands if links between them have other bridges."""
        before, ends = self.counts, self.tables.ends
        changed = dict(clues)
        for link in links:
            more = counts[link] - before[link]
            if more:
                a, b = ends[link]
                changed[a] += more
                changed[b] += more
        return changed

    def _without(self, place: Collection[int], level: int) -> FollowingBounds:
        """What is known by techniques up to a level before the numbers of a place are told."""
        clues = enumerate(self.known.clues)
        known = self._follow([None if island in place else clue for island, clue in clues])
        known.follow(level)
        return known

    def _place(self, unknown: Iterable[int]) -> set[int]:
        """The islands that the first unknown link is connected with by others."""
        ends = self.tables.ends
        doubtful = set(unknown)
        place = set(ends[min(doubtful)])
        waiting = list(place)
        for island in waiting:  # grows while it is gone through
            for link, other in self.tables.ways[island]:
                if link in doubtful and other not in place:
                    place.add(other)
                    waiting.append(other)
        return place

    def _within(self, place: set[int], unknown: Iterable[int]) -> list[int]:
        """The links of a place between islands that have links of which something is unknown."""
        ends = self.tables.ends
        islands = place.intersection([end for link in unknown for end in ends[link]])
        ways = self.tables.ways
        links = [
            link
            for island in islands
            for link, far in ways[island]
            if far > island and far in islands
        ]
        return sorted(links)

    def _redrawn(self, counts: Counts, links: Sequence[int], widen: float = _WIDEN) -> list[int]:
        most, loops = self.sea.most, self.sea.loops
        return redrawn(self.rng, self.tables, most, loops, counts, links, widen)

    def answer(self) -> Bridges:
        """The bridges alone."""
        links = zip(self.tables.ends, self.counts, strict=True)
        cells = self.cells
        return Bridges(frozenset((cells[a], cells[b], count) for (a, b), count in links if count))

    def board(self) -> Hashi:
        """The numbers alone."""
        sea = self.sea
        clues: list[int | None] = [None] * (sea.rows * sea.cols)
        for cell, clue in zip(self.cells, self.known.clues, strict=True):
            clues[cell] = clue
        return Hashi(sea.rows, sea.cols, tuple(clues), sea.most, sea.loops)


def redrawn(
    rng: Random,
    tables: IslandTables,
    most: int,
    loops: bool,
    counts: Counts,
    links: Sequence[int],
    widen: float = _WIDEN,
) -> list[int]:
    """Some bridges more or less; rather more, for high numbers leave less of a choice."""
    changed = list(counts)
    for _ in range(1 + int(rng.random() * (2 + len(links) // _AT_ONCE))):
        link = links[int(rng.random() * len(links))]
        count = changed[link]
        if 0 < count < most and rng.random() < widen:
            other = most
        else:
            other = int(rng.random() * most)
            other += other >= count
        if _fits(tables, loops, changed, link, other):
            changed[link] = other
    return changed


def _fits(tables: IslandTables, loops: bool, counts: Counts, link: int, count: int) -> bool:
    """Whether a link may get so many bridges; all islands stay connected, and none cross."""
    if bool(count) == bool(counts[link]):
        return True
    if not loops:  # the bridges are a tree
        return False
    if count:
        return not any(counts[other] for other in tables.crossing[link])
    a, b = tables.ends[link]
    seen = {a}
    waiting = [a]
    for island in waiting:  # grows while it is gone through
        for by, other in tables.ways[island]:
            if counts[by] and by != link and other not in seen:
                if other == b:
                    return True
                seen.add(other)
                waiting.append(other)
    return False
