"""Adapters for other programs that solve these puzzles, used as their documentation shows.

multi-puzzle-solver and puzzlekit have solvers for some of the puzzles, based on Google's OR-Tools.
grilops provides building blocks for z3; its models are written here with its symbol grids, regions
and sightlines. All three can be installed in one environment:

    pip install multi-puzzle-solver puzzlekit grilops

A solver takes a puzzle and returns a position, or None; masume's referee checks the answer. It has
no time limit, since all three compute outside of Python and cannot be interrupted by an exception.
To limit a call, run it in a child process (`multiprocessing` with "fork") and kill the child.
`rivals()` imports everything and computes nothing, so that a child starts with all modules loaded
and without threads. The first board in a process takes about 15 ms longer; call `warm()` in the
child before the measurement.

    python bench/rivals.py         list the installed programs
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from itertools import combinations
from typing import Any

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.families.links.position import Lines
from masume.families.shading.position import Shading
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu


@dataclass(frozen=True)
class Rival:
    """A program that solves puzzles."""

    name: str  # of the package
    version: str
    proves: bool  # whether it proves the solution unique
    solvers: Mapping[str, Callable[[Any], Any]]  # by kind name: puzzle -> position or None


def rivals() -> list[Rival]:
    """Return the installed programs; report the others on stderr."""
    masume.kinds()  # imports the referees, which `_worst` uses during measurements
    found = []
    for name, make in MAKERS.items():
        try:
            found.append(make(metadata.version(name)))
        except ImportError as fault:
            print(f"skipped {name}: {fault}; run pip install {name}", file=sys.stderr)
    return found


def warm(rival: Rival, kind: str) -> None:
    """Solve a tiny board, to fill caches."""
    rival.solvers[kind](TINY[kind])


TINY = {
    "kuromasu": Kuromasu(2, 3, (None, 3, None, 2, None, 2)),
    "hitori": Hitori(2, 2, (1, 1, 1, 2)),
    "hashi": Hashi(1, 3, (1, None, 1)),
}


def _rows(puzzle: Any, write: Callable[[int], Any], empty: Any) -> list[list[Any]]:
    """Return the clues in rows, in the notation of a program; `?` is not supported."""
    if UNKNOWN in puzzle.clues:
        raise NotImplementedError("boards with ? are not supported")
    if empty is None and None in puzzle.clues:
        raise NotImplementedError("boards with empty cells are not supported")
    cells = [empty if clue is None else write(clue) for clue in puzzle.clues]
    return [cells[at : at + puzzle.cols] for at in range(0, len(cells), puzzle.cols)]


def _worst(puzzle: Any, answers: Iterable[Any]) -> Any:
    """Return one of the answers of a program: the first wrong one if it lists several."""
    found = list(answers)
    if len(found) < 2:
        return found[0] if found else None
    return next((answer for answer in found if masume.check(puzzle, answer)), found[0])


# multi-puzzle-solver lists all answers, so a list of one is a proof. Its Hashi does not require
# connected islands and stops at 20 answers; `_worst` makes the referee notice that.


def _multi_puzzle_solver(version: str) -> Rival:
    """Return the adapter for multi-puzzle-solver."""

    import numpy as np
    from puzzle_solver import bridges_solver, range_solver, singles_solver

    def shadings(puzzle: Any, board: Any) -> Any:
        return _worst(
            puzzle,
            (
                Shading(
                    frozenset(
                        pos.y * puzzle.cols + pos.x
                        for pos, black in found.assignment.items()
                        if black
                    )
                )
                for found in board.solve_and_print(verbose=False)
            ),
        )

    def kuromasu(puzzle: Kuromasu) -> Shading | None:
        return shadings(puzzle, range_solver.Board(np.array(_rows(puzzle, str, " "))))

    def hitori(puzzle: Hitori) -> Shading | None:
        return shadings(puzzle, singles_solver.Board(np.array(_rows(puzzle, int, None))))

    def bridges(puzzle: Hashi, assignment: Mapping[Any, tuple[int, ...]]) -> Lines:
        """Convert an assignment: each island's bridges to the right, left, down and up."""
        counts_of = {pos.y * puzzle.cols + pos.x: counts for pos, counts in assignment.items()}
        joined = set()
        for link in puzzle.links:
            across = link.a // puzzle.cols == link.b // puzzle.cols
            joined.add((link.a, link.b, counts_of[link.a][0 if across else 2]))
        return Lines(frozenset(bridge for bridge in joined if bridge[2]))

    def hashi(puzzle: Hashi) -> Lines | None:
        if not puzzle.loops:
            raise NotImplementedError("multi-puzzle-solver cannot forbid loops")
        board = bridges_solver.Board(np.array(_rows(puzzle, str, " ")), puzzle.most)
        found = board.solve_and_print(verbose=False)
        return _worst(puzzle, (bridges(puzzle, answer.assignment) for answer in found))

    return Rival(
        "multi-puzzle-solver",
        version,
        True,
        {"kuromasu": kuromasu, "hitori": hitori, "hashi": hashi},
    )


# puzzlekit returns one answer without a uniqueness proof. It does not support Hashi.


def _puzzlekit(version: str) -> Rival:
    """Return the adapter for puzzlekit."""

    import puzzlekit
    from puzzlekit.solvers import get_solver_class

    for kind in ("kuromasu", "hitori"):
        get_solver_class(kind)  # imports it

    def shading(kind: str, puzzle: Any, rows: list[list[str]]) -> Shading | None:
        board = {"num_rows": puzzle.rows, "num_cols": puzzle.cols, "grid": rows}
        # Its default limit of 30 s must not interfere with the caller's limit.
        result = puzzlekit.solve(board, kind, solver_options={"time_limit_sec": 86_400.0})
        if not result.is_solved:
            return None
        signs = [sign for row in result.sol_grid.matrix for sign in row]
        return Shading(frozenset(cell for cell, sign in enumerate(signs) if sign == "x"))

    def kuromasu(puzzle: Kuromasu) -> Shading | None:
        return shading("kuromasu", puzzle, _rows(puzzle, str, "-"))

    def hitori(puzzle: Hitori) -> Shading | None:
        return shading("hitori", puzzle, _rows(puzzle, str, None))

    return Rival("puzzlekit", version, False, {"kuromasu": kuromasu, "hitori": hitori})


# grilops finds an answer and then searches for a second one.


def _grilops(version: str) -> Rival:
    """Return the adapter for grilops."""

    import grilops
    import grilops.regions
    import grilops.sightlines
    import z3

    def solver() -> Any:
        """Return z3 with its older arithmetic solver, which is much faster on some 15×15 boards."""
        z3_solver = z3.Solver()
        z3_solver.set("arith.solver", 2)
        return z3_solver

    def solve(puzzle: Any, grid: Any, answer: Callable[[], Any]) -> Any:
        """Return the answer after searching for a second one."""
        if not grid.solve():
            return None
        first = answer()
        if grid.is_unique():
            return first
        return _worst(puzzle, (first, answer()))

    def blank(puzzle: Any) -> tuple[Any, Any]:
        """Return a grid of black and white cells without adjacent black cells, and its symbols."""
        symbols = grilops.SymbolSet(["WHITE", "BLACK"])
        grid = grilops.SymbolGrid(
            grilops.get_rectangle_lattice(puzzle.rows, puzzle.cols), symbols, solver()
        )
        for point, cell in grid.grid.items():
            for beside in grid.edge_sharing_neighbors(point):
                if beside.location > point:
                    grid.solver.add(z3.Or(cell == symbols.WHITE, beside.symbol == symbols.WHITE))
        return grid, symbols

    def solve_connected(puzzle: Any, grid: Any, symbols: Any, root: Any) -> Any:
        """Require the white cells to be one region that contains the root, and solve."""
        regions = grilops.regions.RegionConstrainer(grid.lattice, grid.solver, complete=False)
        for point, region in regions.region_id_grid.items():
            white = grid.cell_is(point, symbols.WHITE)
            grid.solver.add(region == z3.If(white, root, -1))

        def answer() -> Shading:
            cells = grid.solved_grid().items()
            return Shading(
                frozenset(p.y * puzzle.cols + p.x for p, sign in cells if sign == symbols.BLACK)
            )

        return solve(puzzle, grid, answer)

    def first_white(grid: Any, symbols: Any) -> Any:
        """Return the first cell, or its neighbour if the first cell is black."""
        return z3.If(grid.cell_is(grid.lattice.points[0], symbols.WHITE), 0, 1)

    def kuromasu(puzzle: Kuromasu) -> Shading | None:
        grid, symbols = blank(puzzle)
        given = []
        rows = _rows(puzzle, int, 0)
        for point in grid.lattice.points:
            clue = rows[point.y][point.x]
            if clue:
                given.append(point)
                grid.solver.add(grid.cell_is(point, symbols.WHITE))
                seen = [
                    grilops.sightlines.count_cells(
                        grid, n.location, n.direction, stop=lambda cell: cell == symbols.BLACK
                    )
                    for n in grid.edge_sharing_neighbors(point)
                ]
                grid.solver.add(z3.Sum(seen) == clue - 1)
        root = grid.lattice.point_to_index(given[0]) if given else first_white(grid, symbols)
        return solve_connected(puzzle, grid, symbols, root)

    def hitori(puzzle: Hitori) -> Shading | None:
        grid, symbols = blank(puzzle)
        same = defaultdict(list)
        for y, row in enumerate(_rows(puzzle, int, None)):
            for x, number in enumerate(row):
                cell = grid.grid[grilops.Point(y, x)]
                same["row", y, number].append(cell)
                same["column", x, number].append(cell)
        for cells in same.values():
            for a, b in combinations(cells, 2):
                grid.solver.add(z3.Or(a == symbols.BLACK, b == symbols.BLACK))
        return solve_connected(puzzle, grid, symbols, first_white(grid, symbols))

    def hashi(puzzle: Hashi) -> Lines | None:
        """Model two numbers per cell: the bridges to the right and those downward.

        The numbers to the right determine the others, so a second answer differs in them, where
        `is_unique` searches for it.
        """
        rows = _rows(puzzle, int, 0)
        islands = {
            grilops.Point(*divmod(cell, puzzle.cols)): rows[cell // puzzle.cols][cell % puzzle.cols]
            for cell in puzzle.islands
        }
        used = {*puzzle.islands, *(cell for link in puzzle.links for cell in link.between)}
        lattice = grilops.RectangularLattice(
            [grilops.Point(*divmod(cell, puzzle.cols)) for cell in sorted(used)]
        )
        symbols = grilops.make_number_range_symbol_set(0, puzzle.most)
        right = grilops.SymbolGrid(lattice, symbols, solver())
        down = grilops.SymbolGrid(lattice, symbols, right.solver)
        add = right.solver.add
        regions = grilops.regions.RegionConstrainer(lattice, right.solver, complete=False)
        root = lattice.point_to_index(min(islands)) if islands else -1
        for p in lattice.points:
            # By grilops' names of the directions.
            directions = {
                "E": right.grid[p] if p._replace(x=p.x + 1) in right.grid else 0,
                "S": down.grid[p] if p._replace(y=p.y + 1) in down.grid else 0,
                "W": right.grid.get(p._replace(x=p.x - 1), 0),
                "N": down.grid.get(p._replace(y=p.y - 1), 0),
            }
            add(right.grid[p] == directions["E"], down.grid[p] == directions["S"])
            region = regions.region_id_grid[p]
            if p in islands:
                add(z3.Sum(*directions.values()) == islands[p], region == root)
            else:
                add(directions["E"] == directions["W"], directions["S"] == directions["N"])
                add(z3.Or(right.grid[p] == 0, down.grid[p] == 0))
                bridged = z3.Or(right.grid[p] > 0, down.grid[p] > 0)
                add(region == z3.If(bridged, root, -1))
            for name, bridges in directions.items():  # regions grow along bridges only
                parent = regions.parent_grid[p] == regions.parent_type_to_index(name)
                add(z3.Implies(parent, bridges > 0))
        if not puzzle.loops:
            starts = [(grid.grid[p] > 0, 1) for grid in (right, down) for p in islands]
            add(z3.PbEq(starts, len(islands) - 1))

        def answer() -> Lines:
            across, along = right.solved_grid(), down.solved_grid()
            joined = set()
            for link in puzzle.links:
                counts = across if link.a // puzzle.cols == link.b // puzzle.cols else along
                count = counts[grilops.Point(*divmod(link.a, puzzle.cols))]
                joined.add((link.a, link.b, count))
            return Lines(frozenset(bridge for bridge in joined if bridge[2]))

        return solve(puzzle, right, answer)

    return Rival("grilops", version, True, {"kuromasu": kuromasu, "hitori": hitori, "hashi": hashi})


MAKERS: dict[str, Callable[[str], Rival]] = {
    "multi-puzzle-solver": _multi_puzzle_solver,
    "puzzlekit": _puzzlekit,
    "grilops": _grilops,
}


def main() -> None:
    for rival in rivals():
        proof = "proves uniqueness" if rival.proves else "one answer without proof"
        print(f"{rival.name} {rival.version}: {', '.join(rival.solvers)}; {proof}")


if __name__ == "__main__":
    main()
