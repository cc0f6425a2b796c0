"""Positions of black and white cells: moves, texts, JSON, pictures, and the two common rules."""

from __future__ import annotations

import pytest

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import grid
from masume.core.text.blocks import Block, TextLine
from masume.errors import ParseError
from masume.families.shading import position as shading
from masume.families.shading.position import Mark, Shading
from masume.puzzles.kuromasu.puzzle import Kuromasu

BOARD = Kuromasu(2, 3, (None, 4, None, UNKNOWN, None, 10))
BEFORE = Shading(frozenset({0, 4}), frozenset({1, 2}))


@pytest.mark.parametrize(
    ("move", "black", "white"),
    [
        ("r1c3=black", {0, 2, 4}, {1}),
        ("r1c1=white", {4}, {0, 1, 2}),
        ("r2c1=white", {0, 4}, {1, 2, 3}),
        ("r1c1=open", {4}, {1, 2}),
        ("r1c2=open", {0, 4}, {2}),
        ("r2c2=black", {0, 4}, {1, 2}),
    ],
)
def test_move_is_parsed_played_and_written(move, black, white):
    parsed = shading.parse_move(BOARD, f" {move} ")
    assert shading.write_move(BOARD, parsed) == move
    assert shading.play(BOARD, BEFORE, parsed) == Shading(frozenset(black), frozenset(white))


@pytest.mark.parametrize(
    "text", ["r1c1", "r1c1=", "r1c1=red", "r1c1=black=white", "r1c1=r1c2=black"]
)
def test_malformed_move_is_rejected(text):
    with pytest.raises(ParseError) as error:
        shading.parse_move(BOARD, text)
    if text != "r1c1=r1c2=black":
        message = f"{text!r} is not a move; moves are written like r2c3=black"
        assert str(error.value) == message


def test_variables_and_moves():
    moves = [shading.mark(BOARD, 2, value) for value in (True, False, None)]
    assert moves == [Mark(1, "black"), Mark(1, "white"), Mark(1, "open")]


def answer(*rows):
    lines = [TextLine(text, number) for number, text in enumerate(rows, 1)]
    return shading.read_answer(BOARD, Block(1, answer=lines))


def test_answers_in_each_notation():
    assert answer("# . .", "+ ■ .") == Shading(frozenset({0, 4}), frozenset({3}))
    assert answer("B W -", "x . W") == Shading(frozenset({0, 3}))
    assert answer("0 1 0", "0 0 1") == Shading(frozenset({1, 5}))
    assert answer("0 4 #", "? # 10") == Shading(frozenset({2, 4}))  # repeated clues carry no marks
    assert answer("r1c1=black r1c2=white", "r1c1=white") == Shading(white=frozenset({0, 1}))


@pytest.mark.parametrize(("row", "token"), [(". 5 .", "5"), (". 4 y", "y"), ("r1 . .", "r1")])
def test_wrong_mark_or_another_clue_is_rejected(row, token):
    with pytest.raises(ParseError) as error:
        answer(row, ". . .")
    message = f"{token!r} is not a mark; use # for black and . for white, or moves like r1c1=black"
    assert message in str(error.value)


def test_texts_and_pictures():
    assert shading.write_answer(BOARD, BEFORE) == ["# + +", ". # ."]
    assert shading.picture(BOARD, Shading(frozenset({0, 4}))) == [" #  4  .", " ?  # 10"]
    assert shading.picture(BOARD, BEFORE) == [" #   4+  .+", " ?   #  10 "]


def test_json_both_ways():
    data = shading.to_json(BOARD, BEFORE)
    assert data == {"black": [[0, 0], [1, 1]], "white": [[0, 1], [0, 2]]}
    assert shading.from_json(BOARD, data) == BEFORE
    assert shading.to_json(BOARD, Shading(frozenset({5}))) == {"black": [[1, 2]]}
    assert shading.from_json(BOARD, {"black": [[1, 2]]}) == Shading(frozenset({5}))
    with pytest.raises(ParseError, match=r"^r1c2 is both black and white$"):
        shading.from_json(BOARD, {"black": [[1, 1], [0, 1]], "white": [[0, 1], [1, 1]]})
    for outside in ([2, 0], [0, 3]):
        with pytest.raises(ParseError):
            shading.from_json(BOARD, {"black": [], "white": [outside]})


def slow_pairs(board, black):
    return sum(1 for a in black for b in board.neighbours[a] if b > a and b in black)


@pytest.mark.parametrize("size", [(1, 4), (3, 3), (2, 4), (4, 1)])
def test_common_rules_on_all_small_boards(size):
    board = grid(*size)
    may_blacken = shading.blackener(board)
    for black in range(1 << board.size):
        cells = {cell for cell in range(board.size) if black >> cell & 1}
        white = set(range(board.size)) - cells
        parts = 0
        while white:
            parts += 1
            pending = [white.pop()]
            while pending:
                near = white & set(board.neighbours[pending.pop()])
                white -= near
                pending += near
        assert shading.black_pairs(board, black) == slow_pairs(board, cells)
        assert shading.white_parts(board, black) == parts
        is_sound = not slow_pairs(board, cells) and parts <= 1
        assert shading.is_sound(board, black) == is_sound
        if is_sound:
            for cell in set(range(board.size)) - cells:
                assert may_blacken(black, cell) == shading.is_sound(board, black | 1 << cell)


def test_one_mark_per_cell():
    assert shading.marks((2, 5), "white") == {2: Mark(2, "white"), 5: Mark(5, "white")}


def violations_of(rows, cols, *black):
    puzzle = Kuromasu(rows, cols, (None,) * (rows * cols))
    violations = shading.common_violations(puzzle, Shading(frozenset(black)))
    return [(violation.rule, violation.cells, violation.text) for violation in violations]


def test_violation_names_locked_in_cells_and_their_walls():
    assert violations_of(3, 3, 4) == []
    locked = ("divided", (0, 1, 3), "r1c1 is locked in by r1c2 and r2c1")
    assert violations_of(3, 3, 1, 3) == [locked]
    assert violations_of(3, 3, 0, 1) == [("adjacent", (0, 1), "r1c1 and r1c2 are both black")]
    adjacent, divided = violations_of(1, 6, 2, 3)
    assert adjacent[0] == "adjacent"
    assert divided == ("divided", (0, 1, 2), "r1c1 and r1c2 are locked in by r1c3")
    # The smaller part is named; of a large part only the first few cells are.
    _, _, divided = violations_of(3, 8, 3, 11, 19)
    assert divided[1] == (0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19)
    named = ", ".join(f"r1c{col}" for col in (1, 2, 3)) + ", r2c1"
    assert divided[2] == f"{named} and 5 more (shaded) are locked in by r1c4, r2c4 and r3c4"


def test_common_violations_agree_with_the_referee():
    puzzle = Kuromasu(3, 3, (None,) * 9)
    for number in range(512):
        position = Shading(frozenset(cell for cell in range(9) if number >> cell & 1))
        broken = {violation.rule for violation in shading.common_violations(puzzle, position)}
        expected = shading.adjacent_violations(puzzle, position)
        expected += shading.divided_violations(puzzle, position)
        assert broken == {violation.rule for violation in expected}
