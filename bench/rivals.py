"""Other programs that solve these puzzles, each asked in the way its own documentation shows.

multi-puzzle-solver and puzzlekit bring solvers for some of the puzzles, both by Google's OR-Tools.
grilops brings building blocks for z3, so its models are written here: with its grids of symbols,
its regions and its sightlines. All three can live in one environment:

    pip install multi-puzzle-solver puzzlekit grilops

A solver takes a puzzle and returns its answer as masume writes it, or None if it finds none;
whether the answer is right is for masume's referee to say. It has no limit of time, for all three
compute outside of Python, where an exception cannot end it. To bound a call, run it in a child
process (`multiprocessing` with "fork") and kill the child. `rivals()` imports everything at once
and computes nothing, so a child starts with all of it loaded and without any threads of theirs. The
first board in a process takes some 15 ms more than the next: `warm()` in the child, before the
clock starts, spares them that.

    python bench/rivals.py         lists those that are installed
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
from masume.families.shading.position import Shading
from masume.puzzles.hashi.puzzle import Bridges, Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu


@dataclass(frozen=True)
class Rival:
    """A program that solves puzzles, and how to ask it."""

    name: str  # as pip calls it
    version: str
    proves: bool  # whether its answer includes the proof that it is the only one
    solvers: Mapping[str, Callable[[Any], Any]]  # by kind name: puzzle -> position or None


def rivals() -> list[Rival]:
    """Those that are installed; what is missing is told on standard error."""
    masume.kinds()  # which imports the referees: `_worst` asks them while the clock runs
    found = []
    for name, make in MAKERS.items():
        try:
            found.append(make(metadata.version(name)))
        except ImportError as fault:
            print(f"{name} is left out: {fault}; pip install {name}", file=sys.stderr)
    return found


def warm(rival: Rival, kind: str) -> None:
    """Let a rival solve a tiny board, so that all it prepares only once is ready."""
    rival.solvers[kind](TINY[kind])


TINY = {
    "kuromasu": Kuromasu(2, 3, (None, 3, None, 2, None, 2)),
    "hitori": Hitori(2, 2, (1, 1, 1, 2)),
    "hashi": Hashi(1, 3, (1, None, 1)),
}


def _rows(puzzle: Any, write: Callable[[int], Any], empty: Any) -> list[list[Any]]:
    """The clues in rows, in the writing of a rival; no rival knows the `?`."""
    if UNKNOWN in puzzle.clues:
        raise NotImplementedError("a board with ? is none for the rivals")
    if empty is None and None in puzzle.clues:
        raise NotImplementedError("a board with empty cells is none for the rivals")
    cells = [empty if clue is None else write(clue) for clue in puzzle.clues]
    return [cells[at : at + puzzle.cols] for at in range(0, len(cells), puzzle.cols)]


def _worst(puzzle: Any, answers: Iterable[Any]) -> Any:
    """One answer for all that a rival calls right: the first that is not, if it lists several."""
    found = list(answers)
    if len(found) < 2:
        return found[0] if found else None
    return next((answer for answer in found if masume.check(puzzle, answer)), found[0])


# multi-puzzle-solver lists all answers, so that a list of one is the proof. Its Hashi does not ask
# that the islands are connected, and stops at 20 answers; `_worst` makes the referee see that.


def _multi_puzzle_solver(version: str) -> Rival:
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

    def bridges(puzzle: Hashi, assignment: Mapping[Any, tuple[int, ...]]) -> Bridges:
        """It tells each island's bridges to the right, left, down and up."""
        ways = {pos.y * puzzle.cols + pos.x: counts for pos, counts in assignment.items()}
        joined = set()
        for link in puzzle.links:
            across = link.a // puzzle.cols == link.b // puzzle.cols
            joined.add((link.a, link.b, ways[link.a][0 if across else 2]))
        return Bridges(frozenset(bridge for bridge in joined if bridge[2]))

    def hashi(puzzle: Hashi) -> Bridges | None:
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


# puzzlekit gives one answer and does not look for another. It has no Hashi.


def _puzzlekit(version: str) -> Rival:
    import puzzlekit
    from puzzlekit.solvers import get_solver_class

    for kind in ("kuromasu", "hitori"):
        get_solver_class(kind)  # which imports it

    def shading(kind: str, puzzle: Any, rows: list[list[str]]) -> Shading | None:
        board = {"num_rows": puzzle.rows, "num_cols": puzzle.cols, "grid": rows}
        # It gives up after 30 s unless told otherwise; the caller's limit is to count.
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


# grilops finds an answer and then asks z3 for a second one.


def _grilops(version: str) -> Rival:
    import grilops
    import grilops.regions
    import grilops.sightlines
    import z3

    def solver() -> Any:
        """z3 with its older arithmetic: as fast on most boards, and far faster on some 15×15."""
        made = z3.Solver()
        made.set("arith.solver", 2)
        return made

    def solved(puzzle: Any, grid: Any, answer: Callable[[], Any]) -> Any:
        """The answer, after the search for a second one."""
        if not grid.solve():
            return None
        first = answer()
        if grid.is_unique():
            return first
        return _worst(puzzle, (first, answer()))

    def blank(puzzle: Any) -> tuple[Any, Any]:
        """A grid of black and white cells with the rule for black neighbours, and its symbols."""
        symbols = grilops.SymbolSet(["WHITE", "BLACK"])
        grid = grilops.SymbolGrid(
            grilops.get_rectangle_lattice(puzzle.rows, puzzle.cols), symbols, solver()
        )
        for point, cell in grid.grid.items():
            for beside in grid.edge_sharing_neighbors(point):
                if beside.location > point:
                    grid.solver.add(z3.Or(cell == symbols.WHITE, beside.symbol == symbols.WHITE))
        return grid, symbols

    def shaded(puzzle: Any, grid: Any, symbols: Any, root: Any) -> Any:
        """Ask that the white cells are one region, grown from the root, and solve."""
        regions = grilops.regions.RegionConstrainer(grid.lattice, grid.solver, complete=False)
        for point, region in regions.region_id_grid.items():
            white = grid.cell_is(point, symbols.WHITE)
            grid.solver.add(region == z3.If(white, root, -1))

        def answer() -> Shading:
            cells = grid.solved_grid().items()
            return Shading(
                frozenset(p.y * puzzle.cols + p.x for p, sign in cells if sign == symbols.BLACK)
            )

        return solved(puzzle, grid, answer)

    def first_white(grid: Any, symbols: Any) -> Any:
        """The first cell, or the second: they are neighbours, so one of them is white."""
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
        return shaded(puzzle, grid, symbols, root)

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
        return shaded(puzzle, grid, symbols, first_white(grid, symbols))

    def hashi(puzzle: Hashi) -> Bridges | None:
        """Two numbers in a cell: how many bridges leave it to the right, and how many down.

        Those to the right settle those down, for what an island lacks then has to come from
        above and below. So a second answer differs to the right, where `is_unique` looks for it.
        """
        rows = _rows(puzzle, int, 0)
        islands = {
            grilops.Point(*divmod(cell, puzzle.cols)): rows[cell // puzzle.cols][cell % puzzle.cols]
            for cell in puzzle.islands
        }
        used = {*puzzle.islands, *(cell for link in puzzle.links for cell in link.water)}
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
            # By the names that grilops gives to directions.
            ways = {
                "E": right.grid[p] if p._replace(x=p.x + 1) in right.grid else 0,
                "S": down.grid[p] if p._replace(y=p.y + 1) in down.grid else 0,
                "W": right.grid.get(p._replace(x=p.x - 1), 0),
                "N": down.grid.get(p._replace(y=p.y - 1), 0),
            }
            add(right.grid[p] == ways["E"], down.grid[p] == ways["S"])
            region = regions.region_id_grid[p]
            if p in islands:
                add(z3.Sum(*ways.values()) == islands[p], region == root)
            else:
                add(ways["E"] == ways["W"], ways["S"] == ways["N"])
                add(z3.Or(right.grid[p] == 0, down.grid[p] == 0))
                bridged = z3.Or(right.grid[p] > 0, down.grid[p] > 0)
                add(region == z3.If(bridged, root, -1))
            for name, bridges in ways.items():  # a region grows along bridges only
                parent = regions.parent_grid[p] == regions.parent_type_to_index(name)
                add(z3.Implies(parent, bridges > 0))
        if not puzzle.loops:
            starts = [(grid.grid[p] > 0, 1) for grid in (right, down) for p in islands]
            add(z3.PbEq(starts, len(islands) - 1))

        def answer() -> Bridges:
            across, along = right.solved_grid(), down.solved_grid()
            joined = set()
            for link in puzzle.links:
                counts = across if link.a // puzzle.cols == link.b // puzzle.cols else along
                count = counts[grilops.Point(*divmod(link.a, puzzle.cols))]
                joined.add((link.a, link.b, count))
            return Bridges(frozenset(bridge for bridge in joined if bridge[2]))

        return solved(puzzle, right, answer)

    return Rival("grilops", version, True, {"kuromasu": kuromasu, "hitori": hitori, "hashi": hashi})


MAKERS: dict[str, Callable[[str], Rival]] = {
    "multi-puzzle-solver": _multi_puzzle_solver,
    "puzzlekit": _puzzlekit,
    "grilops": _grilops,
}


def main() -> None:
    for rival in rivals():
        proof = "proves that there is no other answer" if rival.proves else "one answer, no proof"
        print(f"{rival.name} {rival.version}: {', '.join(rival.solvers)}; {proof}")


if __name__ == "__main__":
    main()
