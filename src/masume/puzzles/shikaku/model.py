"""Shikaku as a model, on sites, and made from random rectangles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from masume.core.model.builder import ModelBuilder
from masume.core.model.model import CancelCheck, ExactlyOneOf, Model, never_cancel
from masume.core.puzzle.clue import UNKNOWN, write_clue
from masume.core.puzzle.grid import Cell, grid
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import Code, DrawingCode, IdCode, decimal, either
from masume.families.links.codes import BORDERS, DIVISION
from masume.families.links.neighbours import NeighbourLinks
from masume.families.links.position import Lines
from masume.families.room_make import random_rectangles
from masume.families.site_codes import LETTER_RUNS, NUMBER16, checked_options, has_unknown
from masume.puzzles.shikaku.puzzle import Shikaku, obstacles

game_options = checked_options("Rectangles", "(e[0-9]+)?a?")  # expansion, several solutions


def no_game(puzzle: Shikaku) -> str:
    """Return why a board is no game of Rectangles; empty if it is one."""
    return has_unknown(puzzle) or next((fault.text for fault in obstacles(puzzle)), "")


CODECS: dict[str, Code[Shikaku, Lines]] = {
    "puzz.link": Code(("shikaku",), NUMBER16),
    "pzprv3": Code(("shikaku",), marks=BORDERS),
    "penpa": DrawingCode(("shikaku",), marks=BORDERS, answer=(tools.DIVISIONS,)),
    "tatham": IdCode(
        ("Rectangles", "rect"),
        either(LETTER_RUNS, decimal("_")),
        read_options=game_options,
        refuses=no_game,
    ),
    "janko": Code(("sikaku", "shikaku"), marks=DIVISION),
}


def rectangles(puzzle: Shikaku, cell: Cell, area: int | None) -> Iterator[list[Cell]]:
    """Yield the cells of each rectangle of this area, or of any, around a number and no other."""
    rows, cols = puzzle.rows, puzzle.cols
    row, col = puzzle.grid.at(cell)
    for top, bottom, left in product(range(row, -1, -1), range(row, rows), range(col, -1, -1)):
        height = bottom - top + 1
        least, most = (1, cols) if area is None else (-(-area // height), area // height)
        for right in range(max(col, left + least - 1), min(cols, left + most)):
            across = range(left, right + 1)
            cells = [r * cols + c for r in range(top, bottom + 1) for c in across]
            if sum(puzzle.clues[c] is not None for c in cells) > 1:
                break
            yield cells


def model(
    puzzle: Shikaku, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model with a helper variable for each rectangle of each number.

    With reasons, that a cell is in one rectangle also names the numbers that leave it to others.
    """
    words, g = NeighbourLinks(puzzle), puzzle.grid
    builder = ModelBuilder(words, cost=[range(1, words.shown + 1)])
    covering: list[list[int]] = [[] for _ in range(g.size)]
    naming: list[list[Cell]] = [[cell] for cell in range(g.size)]
    sides = [
        {other: words.variable_of[puzzle.side_between(cell, other)] for other in g.neighbours[cell]}
        for cell in range(g.size)
    ]
    for cell, clue in enumerate(puzzle.clues):
        if clue is None:
            continue
        otherwise, own = "no rectangle would be left for {clue}", list[list[int]]()
        law = "in every rectangle that fits {clue}, {so}"
        needs = "in every rectangle that fits {clue}, {cells} lie together|, with the marked border"
        part = builder.clue(cell, write_clue(clue), otherwise=otherwise, law=law, needs=needs)
        area = clue if isinstance(clue, int) else None
        if reasons and area is not None:
            for member in {c for cells in rectangles(puzzle, cell, None) for c in cells} - {cell}:
                naming[member].append(cell)
        for cells in rectangles(puzzle, cell, area):
            check_cancel()
            (chosen,) = builder.more(1)
            own.append([chosen])
            inside = set(cells)
            for member in cells:
                covering[member].append(chosen)
                beside = sides[member].items()
                part.clauses += [[-chosen, -side if c in inside else side] for c, side in beside]
        part.sums.append(ExactlyOneOf(own, 1))
    for cell, chosen_ones in enumerate(covering):
        text = f"{g.name(cell)} is in one rectangle"
        otherwise = f"{g.name(cell)} could not be in one rectangle"
        law = f"in every rectangle that can cover {g.name(cell)}, {{so}}"
        part = builder.part("rectangle", tuple(naming[cell]), text, otherwise=otherwise, law=law)
        part.sums.append(ExactlyOneOf([[chosen] for chosen in chosen_ones], 1))
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Shikaku | None:
    """Return a board with a number in each of several random rectangles; None if there is one."""
    g = grid(request.rows, request.cols)
    longest = request.options["longest"]
    parts: dict[int, list[Cell]] = {}
    for cell, number in enumerate(random_rectangles(rng, g, longest, 2 * longest)):
        parts.setdefault(number, []).append(cell)
    if len(parts) == 1 < g.size:
        return None  # nothing to solve
    numbers = {rng.choice(cells): len(cells) for cells in parts.values()}
    return Shikaku.with_clues(g, numbers)


def repair(
    rng: Random, request: BoardRequest, puzzle: Shikaku, answer: Lines, other: Lines
) -> Shikaku | None:
    """Move a number to a cell that its rectangle has in only one of the answers."""
    moves = []
    for kept, excluded in ((answer, other), (other, answer)):
        groups = [puzzle.groups({pair[:2] for pair in a.joined}) for a in (kept, excluded)]
        of_excluded = {cell: part for part in groups[1] for cell in part}
        for part in groups[0]:
            (number,) = [cell for cell in part if puzzle.clues[cell] is not None]
            moves += [(number, cell) for cell in part if cell not in of_excluded[number]]
    return puzzle.exchanged(*rng.choice(moves)) if moves else None


def source() -> BoardSource[Shikaku, Lines]:
    """Return how boards come from solutions."""
    return BoardSource(
        blank,
        options={"longest": Option(5, "longest side of a rectangle", 1, 20)},
        empty=lambda puzzle, cell: puzzle.clues[cell] and UNKNOWN,
        why_no_symmetry="random rectangles are not symmetric",
        repair=repair,
    )
