"""What follows from links that are on and off the path: the logic of `MazeDecide`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Mask
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.links import Links

Settled: TypeAlias = tuple[Links, Links]  # links on the path, links off it


@dataclass
class _Looked:
    """What was known when the shapes were last looked at."""

    visited: Mask = 0
    unwanted: Mask = 0
    needed: Mask = 0  # cells that are the last ones of their shapes
    again: bool = False


class MazePropagation:
    """The rules of the puzzle, applied to all cells of a board at once.

    Not `far`, only what can be seen by looking at one cell, one shape or one piece.
    """

    def __init__(self, board: MazeBoard, *, far: bool = True) -> None:
        self._board = board
        self._far = far
        self._net = board.net
        self._ends: Mask = 1 << board.start | 1 << board.goal
        self._inner: Mask = board.grid.full & ~self._ends

    def settle(self, on: Links, off: Links) -> Settled | None:
        """All links that follow; None if they contradict one another."""
        if self._board.start == self._board.goal:
            return on, off  # one cell, no links
        settled: Settled | None = (on, off)
        looked = _Looked()
        while settled is not None:
            self._board.check_cancel()
            before = settled
            settled = self._by_cells(*before, looked)
            if settled == before:
                settled = self._by_pieces(*before)
                if settled == before:
                    return settled
        return None

    def _by_cells(self, on: Links, off: Links, looked: _Looked) -> Settled | None:
        """The ends of the path have one link, other cells none or two; shapes one such cell."""
        net, ends, inner = self._net, self._ends, self._inner
        may = net.all & ~off
        has_one, has_two, has_three = net.at_least(on)
        may_one, may_two, may_three = net.at_least(may)
        if on & off or has_three or has_two & ends or ends & ~may_one or has_one & inner & ~may_two:
            return None
        unwanted = self._by_shapes(has_one | ends, inner & ~may_two, looked)
        if unwanted is None:
            return None
        complete = has_two & inner | has_one & ends
        off |= net.around(complete) & ~on | net.around(unwanted)
        tight = (has_one | looked.needed) & inner & ~may_three | ends & ~may_two
        return on | net.around(tight) & may, off

    def _by_shapes(self, visited: Mask, unwanted: Mask, looked: _Looked) -> Mask | None:
        """The cells that cannot be visited, given some of them; it is noted which must be.

        Shapes are looked at again only where something has changed.
        """
        fresh = visited & ~looked.visited | unwanted & ~looked.unwanted
        looked.visited, looked.unwanted = visited, unwanted
        for first, cells in self._board.shapes:
            if looked.again and not fresh >> first & cells:
                continue
            here = visited >> first & cells
            if here:
                if here & (here - 1):
                    return None
                unwanted |= (cells ^ here) << first
            else:
                left = cells & ~(unwanted >> first)
                if not left:
                    return None
                if not left & (left - 1):
                    looked.needed |= left << first
        looked.again = True
        return unwanted

    def _by_pieces(self, on: Links, off: Links) -> Settled | None:
        """No piece of the path closes to a ring, nor do start and goal join too early."""
        board, net = self._board, self._net
        head = net.trace(on, board.start)
        visited = net.touched(on) | self._ends
        links = on.bit_count()
        is_all = all(board.visits(visited))
        if head[-1] == board.goal:
            whole = len(head) - 1 == links and is_all
            return (on, net.all & ~on) if whole else None
        tail = net.trace(on, board.goal)
        traced = len(head) + len(tail) - 2
        if self._far and (traced < links or not is_all):
            off |= self._between(head[-1], tail[-1])
        has_one, has_two, _ = net.at_least(on)
        loose = has_one & ~has_two & self._inner & ~(1 << head[-1] | 1 << tail[-1])
        while loose:
            piece = net.trace(on, (loose & -loose).bit_length() - 1)
            traced += len(piece) - 1
            loose &= ~(1 << piece[0] | 1 << piece[-1])
            off |= self._between(piece[0], piece[-1]) & ~on
        if traced < links:
            return None  # what no end leads to is a ring
        if not self._far:
            return on, off
        reached = net.on_the_way(net.all & ~off, board.start, board.goal)
        if visited & ~reached:
            return None
        return on, off | net.around(board.grid.full & ~reached)

    def _between(self, cell: Cell, other: Cell) -> Links:
        number = self._net.number(cell, other)
        return 0 if number is None else 1 << number

    def open_end(self, on: Links, off: Links) -> Cell | None:
        """An end of a piece of the path with the fewest ways to go on; None without one."""
        net = self._net
        has_one, has_two, _ = net.at_least(on)
        ends = has_one & ~has_two & self._inner | ~has_one & self._ends
        _, two_ways, three_ways = net.at_least(net.all & ~off & ~on)
        best = ends & two_ways & ~three_ways or ends & three_ways
        return best.bit_length() - 1 if best else None  # of equals the one nearest the start's row

    def links_needed(self, on: Links, off: Links) -> int:
        """A lower bound on the links still to come.

        Each end of a piece needs one more link, a shape still to visit a cell with two; a link
        serves two such needs. And from the first piece to the last one the path has a distance
        to go, of which other pieces may cover no more than their own length. All paths have
        the parity of the distance between their ends.
        """
        board, net = self._board, self._net
        head = net.trace(on, board.start)
        if head[-1] == board.goal:
            return 0
        tail = net.trace(on, board.goal)
        has_one, has_two, _ = net.at_least(on)
        ends = has_one & ~has_two & self._inner | ~has_one & self._ends
        visits = board.visits(has_one | self._ends)
        links = on.bit_count()
        elsewhere = links - (len(head) - 1) - (len(tail) - 1)
        needed = max(
            ends.bit_count() // 2 + visits.count(0),
            board.grid.distance(head[-1], tail[-1]) - elsewhere,
        )
        return needed + (links + needed - board.grid.distance(board.start, board.goal)) % 2
