"""The rules of a single loop: for referees, obvious and slow, and as parts of a model."""

from __future__ import annotations

from collections.abc import Iterable

from masume.constraints.loop import Loop
from masume.core.model.builder import ModelBuilder
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.families.links.neighbours import NeighbourBoard, NeighbourLinks
from masume.families.links.position import Lines, Pair

ON = "from {at} the line can go on only along {to}"
CODES = {
    "line": "a line does not join two neighbours, or there are two",
    "end": "the line ends",
    "branch": "the line branches",
    "loop": "the line is not one loop",
}


def loop_violations(puzzle: NeighbourBoard, position: Lines) -> list[Violation]:
    """Return every reason why the lines are not one loop; marks of "no line" are ignored."""
    faults, joined = drawn_lines(puzzle, position)
    for point, others in sorted(joined.items()):
        if len(others) != 2:
            rule = "end" if len(others) == 1 else "branch"
            text = f"{CODES[rule]} at {puzzle.point_name(point)}"
            faults.append(Violation(rule, puzzle.cells_at(point), text))
    return faults or _several_loops(puzzle, joined)


def drawn_lines(
    puzzle: NeighbourBoard, position: Lines
) -> tuple[list[Violation], dict[Cell, list[Cell]]]:
    """Return violations for lines between other points than neighbours, and what others join."""
    faults: list[Violation] = []
    pairs: list[Pair] = []
    for a, b, count in sorted(position.joined):
        row_a, col_a = divmod(a, puzzle.points.cols)
        row_b, col_b = divmod(b, puzzle.points.cols)
        if abs(row_a - row_b) + abs(col_a - col_b) != 1 or b >= puzzle.points.size or count != 1:
            names = f"{puzzle.points.name(a)} and {puzzle.points.name(b)}"
            faults.append(Violation("line", (), f"there are {count} lines between {names}"))
        else:
            pairs.append((a, b))
    return faults, joined_points(pairs)


def joined_points(pairs: Iterable[Pair]) -> dict[Cell, list[Cell]]:
    """Return for each point with lines, given as pairs of points, those at their other ends."""
    joined: dict[Cell, list[Cell]] = {}
    for a, b in pairs:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    return joined


def pieces(joined: dict[Cell, list[Cell]]) -> list[set[Cell]]:
    """Return the points of each connected piece of the lines."""
    found: list[set[Cell]] = []
    for point in joined:
        if not any(point in piece for piece in found):
            piece, waiting = {point}, [point]
            while waiting:
                new = set(joined[waiting.pop()]) - piece
                piece |= new
                waiting += new
            found.append(piece)
    return found


def _several_loops(puzzle: NeighbourBoard, joined: dict[Cell, list[Cell]]) -> list[Violation]:
    """Return a violation if there is no line, or for each loop if there are several."""
    if not joined:
        return [Violation("loop", (), "there is no loop")]
    loops = pieces(joined)
    if len(loops) == 1:
        return []
    text = f"there are {len(loops)} separate loops"
    return [
        Violation("loop", tuple(sorted({c for p in loop for c in puzzle.cells_at(p)})), text)
        for loop in loops
    ]


def add_loop(builder: ModelBuilder, words: NeighbourLinks) -> Loop:
    """Add the rules of a single loop to a model; return its constraint."""
    ends = [(link.a, link.b) for link in words.puzzle.links]
    loop = Loop(words.puzzle.points.size, ends, range(1, len(ends) + 1))
    end = builder.part("end", (), "the line does not end", otherwise="the line would end", needs=ON)
    end.clauses += loop.end_clauses
    otherwise = "the line would branch"
    branch = builder.part("branch", (), "the line does not branch", otherwise=otherwise)
    branch.clauses += loop.branch_clauses
    otherwise = "a loop would be closed that leaves out other lines"
    one = builder.part("loop", (), "the line is one loop", otherwise=otherwise)
    one.clauses.append(list(loop.literals))
    one.constraints.append(loop)
    return loop
