"""Masyu as a model, on sites, as a drawing, and made from random loops."""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.drawing.scene import Disc, Item, Role, middle
from masume.core.model.builder import ModelBuilder
from masume.core.model.model import CancelCheck, Clause, Literal, Model, never_cancel
from masume.core.puzzle.clue import Clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardSource
from masume.core.text import drawing_tools as tools
from masume.core.text.codec import Code, DrawingCode, IdCode, chars, either
from masume.families.links import neighbour_view
from masume.families.links.codes import BORDERS, DIRECTIONS
from masume.families.links.loop import add_loop
from masume.families.links.make import loop_source, only_loop
from masume.families.links.neighbours import STEPS, NeighbourBoard, NeighbourLinks
from masume.families.links.position import Lines
from masume.families.site_codes import LETTER_RUNS, THREE_CELLS, checked_options, has_unknown
from masume.puzzles.masyu.puzzle import BLACK, NAMES, WHITE, Masyu

level_only = checked_options("Pearl", "(d[et])?n?")  # level, may be unsolvable

CODECS: dict[str, Code[Masyu, Lines]] = {
    "puzz.link": Code(("mashu", "masyu", "pearl"), THREE_CELLS, refuses=has_unknown),
    "pzprv3": Code(("mashu", "masyu", "pearl"), marks=BORDERS),
    "penpa": DrawingCode(
        ("masyu",), marks=BORDERS, question=(tools.PEARLS,), answer=(tools.LINES,)
    ),
    "tatham": IdCode(
        ("Pearl",),
        either(LETTER_RUNS, chars("WB", WHITE)),
        read_options=level_only,
        refuses=lambda puzzle: (
            "a side below 5" if min(puzzle.rows, puzzle.cols) < 5 else has_unknown(puzzle)
        ),
    ),
    "janko": Code(("masyu",), marks=DIRECTIONS, words={"w": WHITE, "b": BLACK}),
}


_LAWS: dict[Clue, str] = {
    BLACK: "the line turns in {clue} and goes straight on both sides of it",
    WHITE: "the line goes straight through {clue} and turns before or after it",
}


def model(
    puzzle: Masyu, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each pearl is a part."""
    words = NeighbourLinks(puzzle)
    builder = ModelBuilder(words, cost=[range(1, words.shown + 1)])
    (outside,) = builder.more(1)  # the variable of links that would leave the board
    builder.part().clauses.append([-outside])
    for cell, clue in enumerate(puzzle.clues):
        check_cancel()
        if clue is not None:
            straight = [puzzle.straight_from(cell, side) for side in STEPS]
            near, far = (
                [words.variable_of[pairs[n]] if len(pairs) > n else outside for pairs in straight]
                for n in (0, 1)
            )
            part = builder.clue(cell, NAMES[clue], law=_LAWS.get(clue, ""))
            part.clauses += _pearl_clauses(clue, near, far)
    add_loop(builder, words)
    return builder.model()


def _pearl_clauses(clue: Clue, near: Sequence[Literal], far: Sequence[Literal]) -> list[Clause]:
    """Return all that a pearl says of the links around it, up, down, left and right.

    `near` are those beside it, `far` the next ones straight on.
    """
    clauses: list[Clause] = [near]
    for one, other, turned in ((0, 1, 2), (2, 3, 0)):
        a, b, beyond_a, beyond_b = near[one], near[other], far[one], far[other]
        across = near[turned : turned + 2]
        if clue == BLACK:
            clauses += [[a, b], [-a, -b], [-a, beyond_a], [-b, beyond_b]]
            clauses += [[b, beyond_a], [a, beyond_b], [beyond_a, beyond_b]]
        elif clue == WHITE:
            clauses += [[-a, b], [a, -b]]
            clauses += [[sign * x, sign * y] for x in (a, b) for y in across for sign in (1, -1)]
            clauses += [[-beyond_a, -beyond_b, x] for x in (-a, -b, *across)]
    return clauses


def clue(puzzle: Masyu, answer: Lines, cell: Cell) -> int | None:
    """Return the pearl that the loop allows in a cell."""

    def beside(place: Cell) -> list[Cell]:
        return [a + b - place for a, b, _ in answer.joined if place in (a, b)]

    def turns(place: Cell) -> bool:
        return sum(beside(place)) != 2 * place

    if not beside(cell):
        return None
    near_turn = any(turns(other) for other in beside(cell))
    if turns(cell):
        return None if near_turn else BLACK
    return WHITE if near_turn else None


def source() -> BoardSource[Masyu, Lines]:
    """Return how boards come from random loops."""
    return loop_source(Masyu, clue, only_loop)


RING, PEARL = Role("white-pearl", "ring"), Role("black-pearl", "solid")


def pearl(puzzle: NeighbourBoard, cell: Cell) -> list[Item]:
    """Return the drawing of a pearl; empty without one."""
    x, y = middle(cell, puzzle.cols)
    if puzzle.clues[cell] in (WHITE, BLACK):
        return [Disc(x, y, 0.32, PEARL if puzzle.clues[cell] == BLACK else RING, (cell,))]
    return neighbour_view.number_items(puzzle, cell)
