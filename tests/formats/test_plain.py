"""Plain text and the papers' files: what is read, and what is refused with which words."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import KINDS, examples

import masume
from masume.core.plugins.registry import kind_named
from masume.errors import MasumeError, ParseError
from masume.formats.load import load_all
from masume.formats.plain import Board, read_boards, write_board

JAIN = "3 3\r\n1 1 3\r\n1 2 3\r\n1 3 3"  # a size line, Windows line ends, no last newline
TUTAK = """BOARDS = [
    [
        ['0', '2'],
        ['2', '3'],
    ],
    [
        ['4', '0', '0'],
        ['0', '0', '0'],
        ['0', '0', '4'],
    ],
]
"""


def boards(text, kind=None):
    return list(read_boards(text, kind_named(kind) if kind else None))


def grids(text, kind):
    return [[list(row) for row in rows_of(board.puzzle)] for board in boards(text, kind)]


def rows_of(puzzle):
    return [
        puzzle.clues[start : start + puzzle.cols]
        for start in range(0, len(puzzle.clues), puzzle.cols)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1 1 3\n1 2 3",
        "1,1,3\n1,2,3",
        "1, 1, 3,\n1, 2, 3,\n",
        "113\n123",
        "2 3\n1 1 3\n1 2 3",
        "2,3\n1,1,3\n1,2,3",
        "  1   1 3  \n\t1 2\t3\n\n\n",
        "hitori\n1 1 3\n1 2 3",
        "hitori\nname: x\nfrom: somewhere\n1 1 3\n1 2 3",
        "// a remark\nHitori\n// another\n1 1 3\n1 2 3",
        "\ufeff1 1 3\r\n1 2 3\r\n",
        "[[1, 1, 3], [1, 2, 3]]",
        "[['1', '1', '3'],\n ['1', '2', '3']]",
    ],
)
def test_the_same_board_in_many_forms(text):
    assert grids(text, "hitori") == [[[1, 1, 3], [1, 2, 3]]]


def test_the_papers_files():
    assert grids(JAIN, "hitori") == [[[1, 1, 3], [1, 2, 3], [1, 3, 3]]]
    result = grids(TUTAK, "kuromasu")
    assert result == [
        [[None, 2], [2, 3]],
        [[4, None, None], [None, None, None], [None, None, 4]],
    ]


def test_several_boards_in_one_text():
    two = "hitori\n1 1\n1 2\n\nkuromasu\n. 2\n2 3\n"
    assert [board.kind.name for board in boards(two)] == ["hitori", "kuromasu"]
    sized = "2 3\n1 1 3\n1 2 3\n1 4\n5 6 7 8"
    assert grids(sized, "hitori") == [[[1, 1, 3], [1, 2, 3]], [[5, 6, 7, 8]]]
    with_answers = "hitori\n1 1\n1 2\nanswer:\n# .\n. .\nhitori\n1 2\n2 1\n"
    result = boards(with_answers)
    assert [bool(board.answer) for board in result] == [True, False]
    assert masume.check(result[0].puzzle, result[0].answer) == []


def test_a_bad_board_does_not_hide_the_others():
    result = boards("hitori\n1 1\n1 2\n\nhitori\n1 x\n\nhitori\n2 2\n1 2\n")
    assert [type(board) for board in result] == [Board, ParseError, Board]
    assert result[1].line == 6
    assert "row 1, column 2: 'x' is not a number" in str(result[1])


def test_numbers_of_one_column_stay_whole():
    board = boards("kuromasu\n12,\n.,\n3,")[0]
    assert board.puzzle.clues == (12, None, 3)
    assert boards(write_board(board))[0].puzzle == board.puzzle


def test_row_of_letters_is_a_row_if_the_kind_is_given():
    board = boards("AAB\n.AB\n..B", "exactly_one")[0]
    assert board.puzzle.labels[:3] == ("A", "A", "B")
    assert "no puzzle is called" in str(boards("AAB\n.AB")[0])
    labels = boards("exactly_one\n2 x 3\n. . .\n. . .")[0].puzzle.labels
    assert labels[:3] == ("2", "x", "3")


def test_ambiguous_size_line_of_a_two_column_grid_is_rejected():
    doubtful = "2 2\n1 2\n2 1"
    assert "size line" in str(boards(doubtful, "hitori")[0])
    assert grids("hitori\n" + doubtful, "hitori") == [[[2, 2], [1, 2], [2, 1]]]


FAULTS = [
    ("hitori\n1 2 3\n1 2", "line 3: row 2 has 2 cells, expected 3"),
    ("hitori\n1 2\n1 A", "line 3: row 2, column 2: 'A' is not a number"),
    ("hitori\n1 -2\n1 1", "line 2: row 1, column 2: -2 is negative"),
    ("hitori\n", "hitori is a puzzle, not a board; its examples include hitori/"),
    ("hitori\n\n", "is a puzzle"),
    ("hitori\nname: x\n", "line 1: the grid is missing"),
    ("hitory\n1 2\n2 1", "did you mean hitori"),
    ("1 2\n2 1", "; write its name into a line"),
    ("hitori\ncolour: red\n1 2", "line 2: hitori knows no 'colour'"),
    ("hitori\n1 2\nanswer:\n# . .\n", "line 4: the answer is 1×3, but the board is 1×2"),
    ("hitori\n1 2\nanswer:\n# o\n", "line 4: row 1, column 2: 'o' is not a mark"),
    ("hitori\n1 2\nanswer:\nr1c9=black\n", "line 4: r1c9 is outside the board"),
    ("hitori\n1 2\nanswer:\nr1c1=red\n", "is not a move"),
    ("[[1, 2], [3", "begins like a Python list"),
    ("hitori\n" + "9" * 2000 + " 1", "2,000 digits"),
    ("hitori\n1 2\x00", "not text"),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_errors_name_the_line(text, fault):
    with pytest.raises(ParseError) as error:
        for board in load_all(text):
            if isinstance(board, ParseError):
                raise board
    assert fault in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.long
def test_too_large_boards_are_rejected_quickly():
    row = "1 " * 1200
    with pytest.raises(ParseError, match="cells are too many"):
        masume.load("hitori\n" + f"{row}\n" * 1200)
    long = "x" * 2_000_000
    result = boards(long, "hitori")
    assert len(result) == 1 and isinstance(result[0], ParseError)
    assert len(str(result[0])) < 200


grid_like = st.text("0123456789.,?-# \n\t/:=xBW[]'abc", max_size=300)
lines_like = st.lists(
    st.sampled_from(
        [
            *(kind.name for kind in KINDS),
            "answer:",
            "name: x",
            "most: 3",
            "loops: no",
            "2 3",
            "1 2 3",
            ". 2 ?",
            "1,2,3",
            "r1c1=black",
            "r1c1-r1c3=2",
            "URDL",
            "# . +",
            "",
            "//",
            "[[1",
        ]
    ),
    max_size=12,
).map("\n".join)


@examples(400)
@given(st.one_of(st.text(max_size=200), grid_like, lines_like), st.sampled_from([None, *KINDS]))
@example("0 2\n2 3", KINDS[0])
@example("hitori\nanswer:", None)
@example("²\n", KINDS[0])
@example("hitori\n\u0661", None)
def test_any_text_gives_boards_or_one_line_faults(text, kind):
    try:
        result = list(read_boards(text, kind))
    except ParseError as fault:
        assert "\n" not in str(fault)
        return
    for board in result:
        if isinstance(board, ParseError):
            assert re.match(r"line \d+: ", str(board))
            assert "\n" not in str(board) and len(str(board)) < 400
        else:
            again = list(read_boards(write_board(board)))
            assert [b.puzzle for b in again] == [board.puzzle]
            assert [b.answer for b in again] == [board.answer]


@examples(200)
@given(st.one_of(st.text(max_size=60), grid_like, st.text('{}[]":0123,black path ', max_size=60)))
@example('{"black": [[0, 0]]}')
@example('{"answer": null}')
@example('{"black": [[true, 0]]}')
@example('{"path": {"a": 1}}')
@example('{"bridges": [[[0, 0], [0, 0], 1]]}')
def test_any_text_is_an_answer_or_a_one_line_fault(text):
    for kind in KINDS:
        puzzle = masume.examples(kind.name)[0].puzzle
        try:
            result = masume.check(puzzle, text)
        except MasumeError as fault:
            assert "\n" not in str(fault)
        else:
            assert {violation.rule for violation in result} <= set(kind.codes)


@examples(200)
@given(st.one_of(st.text(max_size=20), st.from_regex(r"r\d{1,2}c\d{1,2}(-r\d{1,2}c\d)?=\w{1,6}")))
def test_any_text_is_a_move_or_a_one_line_fault(text):
    for kind in KINDS:
        puzzle = masume.examples(kind.name)[0].puzzle
        try:
            move = kind.parse_move(puzzle, text)
        except ParseError as fault:
            assert "\n" not in str(fault)
        else:
            assert kind.parse_move(puzzle, kind.write_move(puzzle, move)) == move
