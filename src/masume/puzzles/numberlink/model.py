"""Numberlink as a model, on sites, and made from random lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

from masume.constraints.network import Forest
from masume.core.model.builder import ModelBuilder
from masume.core.model.model import CancelCheck, ExactlyOneOf, Literal, Model, never_cancel
from masume.core.puzzle.clue import UNKNOWN, write_clue
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import Code, DrawingCode
from masume.families.links.codes import BORDERS, DIRECTIONS
from masume.families.links.loop import ON, joined_points, pieces
from masume.families.links.neighbours import NeighbourLinks
from masume.families.links.position import Lines, Pair, ordered
from masume.families.links.shortest import shortest_lines
from masume.families.site_codes import NUMBER16
from masume.puzzles.numberlink.puzzle import Numberlink

_MOST_PAIRED = 24  # numbers of lines

CODECS: dict[str, Code[Numberlink, Lines]] = {
    "puzz.link": Code(("numlin", "numberlink"), NUMBER16),
    "pzprv3": Code(("numlin", "numberlink"), marks=BORDERS),
    "penpa": DrawingCode(("numberlink", "numlin"), marks=BORDERS, answer=(tools.LINES,)),
    "janko": Code(("arukone", "numberlink"), marks=DIRECTIONS),
}


def model(
    puzzle: Numberlink, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model with helper variables: the number of each cell's line, if any.

    Each number is a part of its own.
    """
    words, g = NeighbourLinks(puzzle), puzzle.grid
    builder = ModelBuilder(words, cost=[range(1, words.shown + 1)])
    numbers = sorted({clue for clue in puzzle.clues if isinstance(clue, int)})
    line: list[dict[int, Literal]] = []  # for each cell and number
    for clue in puzzle.clues:
        own = numbers if reasons or not isinstance(clue, int) else [clue]
        line.append(dict(zip(own, builder.more(len(own)), strict=True)))
    helpers = builder.part()
    otherwise = "two different numbers would be joined"
    same = builder.part("numbers", (), "a line joins equal numbers only", otherwise=otherwise)
    for (a, b), link in words.variable_of.items():
        for number, one in line[a].items():
            others = [line[b][number]] if number in line[b] else []
            same.clauses += [[-link, -one, *others], *([-link, one, -other] for other in others)]
        same.clauses += [[-link, -line[b][number]] for number in line[b].keys() - line[a].keys()]
    rule, otherwise = "no line ends in a cell without a number", "a line would end without a number"
    end = builder.part("end", (), rule, otherwise=otherwise, needs=ON)
    branch = builder.part("branch", (), "no line branches", otherwise="a line would branch")
    for cell, clue in enumerate(puzzle.clues):
        check_cancel()
        links, own = words.at(cell), [*line[cell].values()]
        helpers.clauses += [[-number, *links] for number in own]
        if len(own) > _MOST_PAIRED:
            builder.at_most_one(own, helpers)
        else:  # pairs propagate better than helper variables
            helpers.clauses += [[-a, -b] for a, b in combinations(own, 2)]
        if UNKNOWN not in puzzle.clues:
            helpers.clauses += [[-link, *own] for link in links]
        if clue is None:
            end.clauses += [[-link, *(n for n in links if n != link)] for link in links]
            branch.clauses += [[-a, -b, -c] for a, b, c in combinations(links, 3)]
            continue
        part = builder.clue(cell, write_clue(clue))
        part.sums.append(ExactlyOneOf([[link] for link in links], 1))
        if isinstance(clue, int):
            part.clauses.append([line[cell][clue]])
    loop = builder.part("loop", (), "no line is closed", otherwise="a line would be closed")
    loop.constraints.append(Forest(g.size, list(words.variable_of), range(1, words.shown + 1)))
    pairs = Counter(clue for clue in puzzle.clues if clue is not None)
    if not reasons and UNKNOWN not in pairs and {*pairs.values()} == {2}:
        builder.normal_form = shortest_lines(builder, words, line, check_cancel)
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Numberlink | None:
    """Return the ends of random lines that never run beside themselves; None if there are none.

    Lines begin and go on where few free cells are left, so that few cells stay empty.
    """
    g, joined = grid(request.rows, request.cols), set[Pair]()
    free = {cell: rng.random() for cell in range(g.size)}

    def crowded(cell: Cell) -> float:
        return sum(other in free for other in g.neighbours[cell]) + free[cell]

    while free:
        most = max(rng.randint(2, request.options["longest"]) for _ in range(2))
        line = [min(free, key=crowded)]
        del free[line[0]]
        while len(line) < most and (
            ahead := {
                cell: end
                for end in (line[0], line[-1])
                for cell in g.neighbours[end]
                if cell in free and sum(other in line for other in g.neighbours[cell]) == 1
            }
        ):
            cell = min(ahead, key=crowded)
            line.insert(0 if ahead[cell] == line[0] else len(line), cell)
            joined.add(ordered(cell, ahead[cell]))
            del free[cell]
    return with_ends(g, joined) if joined else None


def with_ends(g: Grid, joined: Iterable[Pair]) -> Numberlink:
    """Return the board with the ends of lines, numbered in their order."""
    near = joined_points(joined)
    ends = sorted(sorted(cell for cell in line if len(near[cell]) == 1) for line in pieces(near))
    number_of = {cell: number for number, pair in enumerate(ends, start=1) for cell in pair}
    return Numberlink.with_clues(g, number_of)


def repair(
    rng: Random, request: BoardRequest, puzzle: Numberlink, answer: Lines, other: Lines
) -> Numberlink | None:
    """Cut a line where the other answer has none; None if a piece would have a single cell."""
    joined = {(a, b) for a, b, _ in answer.joined}
    ends = {cell for cell, clue in enumerate(puzzle.clues) if clue is not None}
    cuts = [(a, b) for a, b, _ in answer.joined - other.joined if ends.isdisjoint((a, b))]
    return with_ends(puzzle.grid, joined - {rng.choice(sorted(cuts))}) if cuts else None


def source() -> BoardSource[Numberlink, Lines]:
    """Return how boards come from solutions."""
    return BoardSource(
        blank,
        options={"longest": Option(12, "greatest number of cells of a line", 2, 100)},
        empty=lambda puzzle, cell: puzzle.clues[cell],
        why_no_symmetry="random lines are not symmetric",
        repair=repair,
    )
