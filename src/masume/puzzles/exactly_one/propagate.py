"""Constraint propagation on the links of a maze, for `MazeDecide` and the generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, Mask
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.local import (
    complete_cells,
    dead_ends,
    is_broken,
    shape_rules,
    tight_cells,
)

LinkState: TypeAlias = tuple[Links, Links]  # links on the path, links off it


@dataclass
class _ShapeCache:
    """The knowledge at the last pass over the shapes, so that the next can skip most of them."""

    visited: Mask = 0
    unwanted: Mask = 0
    needed: Mask = 0  # cells that are the last ones of their shapes
    is_filled: bool = False


class Propagator:
    """The rules of the puzzle, applied to the sets of all cells and links of a board.

    Without `far` only local rules are applied: about one cell, one shape or one piece.
    """

    def __init__(self, board: MazeBoard, *, far: bool = True) -> None:
        self._board = board
        self._far = far
        self._net = board.net
        self._ends: Mask = 1 << board.start | 1 << board.goal
        self._inner: Mask = board.grid.full & ~self._ends

    def propagate(self, on: Links, off: Links) -> LinkState | None:
        """Return the links on and off the path after propagation; None on a contradiction."""
        if self._board.start == self._board.goal:
            return on, off  # one cell, no links
        state: LinkState | None = (on, off)
        cache = _ShapeCache()
        while state is not None:
            self._board.check_cancel()
            before = state
            state = self._apply_degrees(*before, cache)
            if state == before:
                state = self._apply_connectivity(*before)
                if state == before:
                    return state
        return None

    def _apply_degrees(self, on: Links, off: Links, cache: _ShapeCache) -> LinkState | None:
        """Apply the degrees: one link at the ends, none or two elsewhere, one cell per shape."""
        net, ends, inner = self._net, self._ends, self._inner
        possible = net.all & ~off
        has, may = net.at_least(on), net.at_least(possible)
        if on & off or is_broken(has, may, ends):
            return None
        visited = has[0]
        unwanted = self._apply_shapes(visited | ends, dead_ends(may, ends) & inner, cache)
        if unwanted is None:
            return None
        off |= net.around(complete_cells(has, ends)) & ~on | net.around(unwanted)
        tight = tight_cells(may, ends) & (visited | cache.needed | ends)
        return on | net.around(tight) & possible, off

    def _apply_shapes(self, visited: Mask, unwanted: Mask, cache: _ShapeCache) -> Mask | None:
        """Return all cells that cannot be visited; None on a contradiction.

        Cells that must be visited are collected in `cache.needed`. Only shapes with changes since
        the last pass are examined.
        """
        fresh = visited & ~cache.visited | unwanted & ~cache.unwanted if cache.is_filled else -1
        cache.visited, cache.unwanted, cache.is_filled = visited, unwanted, True
        shapes = self._board.shapes
        others, last, is_broken = shape_rules(shapes, visited, unwanted, fresh)
        cache.needed |= last
        return None if is_broken else unwanted | others

    def _apply_connectivity(self, on: Links, off: Links) -> LinkState | None:
        """Forbid links that close a piece of the path to a ring, or join start and goal too early.

        With `far` also exclude the cells that no path from start to goal can visit.
        """
        board, net = self._board, self._net
        head = net.trace(on, board.start)
        visited = net.touched(on) | self._ends
        links = on.bit_count()
        all_visited = all(board.visits(visited))
        if head[-1] == board.goal:
            is_complete = len(head) - 1 == links and all_visited
            return (on, net.all & ~on) if is_complete else None
        tail = net.trace(on, board.goal)
        traced = len(head) + len(tail) - 2
        if self._far and (traced < links or not all_visited):
            off |= net.between(head[-1], tail[-1])
        with_one, with_two, _ = net.at_least(on)
        loose_ends = with_one & ~with_two & self._inner & ~(1 << head[-1] | 1 << tail[-1])
        for piece in net.pieces(on, loose_ends):
            traced += len(piece) - 1
            off |= net.closing(piece) & ~on
        if traced < links:
            return None  # links that no end leads to form a ring
        if not self._far:
            return on, off
        reached = net.cells_on_paths(net.all & ~off, board.start, board.goal)
        if visited & ~reached:
            return None
        return on, off | net.around(board.grid.full & ~reached)

    def open_end(self, on: Links, off: Links) -> Cell | None:
        """Return an end of a piece of the path with the fewest open links; None if there is none.

        Of several the last one in row-major order, nearest to the start's row.
        """
        net = self._net
        has_one, has_two, _ = net.at_least(on)
        ends = has_one & ~has_two & self._inner | ~has_one & self._ends
        _, two_ways, three_ways = net.at_least(net.all & ~off & ~on)
        best = ends & two_ways & ~three_ways or ends & three_ways
        return best.bit_length() - 1 if best else None

    def links_needed(self, on: Links, off: Links) -> int:
        """Return a lower bound on the number of missing links.

        Each end of a piece needs one more link, each unvisited shape a cell with two; a link serves
        two such needs. Also, the path must cover the distance between its first and its last
        piece, of which other pieces cover no more than their own length. All paths have the parity
        of the distance between their ends.
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
