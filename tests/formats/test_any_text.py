"""Any text yields boards or one-line errors, nothing else."""

from __future__ import annotations

import pytest
from format_support import one, read, valid_texts
from fuzz.long_texts import drawing, packed
from hypothesis import example, given
from hypothesis import strategies as st
from material import boards
from support import EXAMPLES, KINDS, examples

import masume
from masume.errors import MasumeError
from masume.formats.convert import write
from masume.formats.plain import Board

SOME = [board for board in EXAMPLES if board.puzzle.rows * board.puzzle.cols <= 30][::4]
SIGNS = st.sampled_from(
    [
        *["", "\n", "\r", " ", *"/:#%-_?=@([{},", '"', "\u2028", "\0", "\x85", "\ufeff", "é"],
        *["0", "9", "99999999999", "a", "z", "G", "²", "٣", "null", "true", "1e9"],
        *["begin", "end", "problem", "pzprv3", "RESTART :0:\n", "m=edit&p="],
    ]
)


VALID = valid_texts(SOME)


@st.composite
def damage_text(draw):
    """A valid text with a few changes."""
    text = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = begin + draw(st.sampled_from([0, 0, 1, 1, 2, 10]))
        text = text[:begin] + draw(SIGNS) + text[end:]
    return text[: draw(st.sampled_from([len(text), len(text), len(text) // 2, 40]))]


def is_fine(text, kind=None):
    """Boards that can be written again, or faults of one line."""
    try:
        result = read(text, kind)
    except MasumeError as fault:  # what can only be meant as a name
        result = [fault]
    for board in result:
        if isinstance(board, MasumeError):
            assert "\n" not in str(board) and 0 < len(str(board)) < 400
            continue
        assert len(board.kind.cells(board.puzzle)) == board.puzzle.rows * board.puzzle.cols
        assert one(write(board, "json")).puzzle == board.puzzle
        again = one(write(board, "plain"))
        assert (again.puzzle, again.answer) == (board.puzzle, board.answer)
    return result


@examples(600)
@given(damage_text(), st.sampled_from([None, None, *(kind.name for kind in KINDS)]))
@example("[{", None)
@example("pzprv3\n", None)
@example("SAVEFILE:", None)
@example("SAVEFILE:0:", None)
@example("m=edit&p=", None)
@example("https://x.y/hashi.html?problem=/", None)
@example("begin\nproblem", "hitori")
@example("1\n1\n1 1", None)
@example("kurodoko/²/5/", None)
@example("kurodoko/٣/5/", None)
@example("٣x٣:a", None)
@example("pzprv3\x0bx\ny", None)
@example("pzprv3\x1cx\ny", None)
@example("pzprv3\x85x\ny", None)
@example("pzprv3\u2029x\ny", None)
@example("begin\x0bproblem\nproblem", None)
@example("3\r3\r1 2 3\r2 3 1\r3 1 2", None)
def test_damaged_texts(text, kind):
    is_fine(text, kind)


@examples(200)
@given(
    st.text(max_size=80),
    st.sampled_from(["", "pzprv3\nhitori\n1\n2\n", "hitori/2/2/", "{", "3x3:"]),
)
def test_any_text_after_a_good_beginning(text, begin):
    is_fine(begin + text)


@pytest.mark.parametrize(
    "text",
    [
        drawing('{zN:{"16":[[1],1,"1"]}}'),
        drawing('{zN:{"16":[{"a":1},1,"1"]}}'),
        drawing('{zN:{"16":[true,1,"1"]}}'),
        drawing('{zN:{"16":["A",1,"1"]}}'),
        drawing('{zN:{"16":[' + "9" * 4000 + "]}}"),
        drawing("{zN:[]}"),
        drawing("[]"),
        drawing("{zN"),
        drawing("[" * 990),
        drawing("[" * 50_000),
        drawing('{zN:{"16":[2]}}', '{zL:{"16,17":[3]}}'),
        drawing('{zN:{"16":[2]}}', '{zS:{"16":[4],"17":{"a":1}}}'),
        drawing('{zN:{"16":[2],"18":[2]}}', '{zL:{"16,17":3,"17,18":30}}'),
        drawing('{zN:{"16":[2],"18":[2]}}', '{zL:{"18,23":3}}'),
        drawing(margins=f"[{'9' * 4300},{'9' * 4300},0,0]"),
        drawing(margins="[-5,0,0,0]"),
        drawing(margins="[9,9,9,9]"),
        drawing(size="0,3"),
        drawing(size="99999999,99999999"),
        packed("sudoku,9,9\n"),
        packed("square"),
        packed("é\n" * 20),
        "https://x/#m=edit&p=%ff%00==",
        "https://x/#m=edit&p=A",
    ],
)
def test_odd_drawings(text):
    for kind in (None, "hashi", "hitori"):
        is_fine(text, kind)


def test_lines_of_a_drawing_do_not_run_around_its_border():
    numbers = '{zN:{"16":[1],"18":[1],"23":[2],"25":[1]}}'
    board = one(drawing(numbers, '{zL:{"18,23":3,"16,17":3,"17,18":3}}'), "hashi")
    assert board.answer.joined == {(0, 2, 1)}


def test_margins_of_a_drawing_are_no_part_of_the_board():
    numbers = '{zN:{"31":[5],"30":[6],"33":[7],"12":[9]}}'  # the 6 and the 9 are off the board
    board = one(drawing(numbers, margins="[1,0,2,0]", size="5,4"), "kuromasu")
    assert board.puzzle.clues == (5, None, 7) + (None,) * 6


@pytest.mark.parametrize("depth", [100, 900, 950, 970, 980, 985, 990, 1000, 100_000])
def test_deep_json(depth):
    deep = "[" * depth + "]" * depth
    for key in ("grid", "name", "answer", "kind", "notes", "options", "rows"):
        other = "" if key == "grid" else '"grid": [[1]], '
        is_fine(f'{{"kind": "hitori", {other}"{key}": {deep}}}')
    is_fine(f'{{"kind": "hitori", "grid": [[1]], "answer": {{"black": {deep}}}}}')
    is_fine(f'{{"kind": "hashi", "grid": [[1]], "answer": {{"bridges": [{deep}]}}}}')
    is_fine(f'[{{"kind": "hitori", "grid": {deep}')


@examples(100)
@given(st.data())
def test_board_read_from_damaged_text_can_be_written(data):
    kind = data.draw(st.sampled_from(KINDS))
    board = Board(kind, data.draw(boards(kind.name)))
    for name in ("puzz.link", "tatham"):
        try:
            text = write(board, name)
        except masume.NotApplicable:
            continue
        at = data.draw(st.integers(0, len(text) - 1))
        for result in is_fine(text[:at] + data.draw(SIGNS) + text[at + 1 :], kind.name):
            if not isinstance(result, MasumeError):
                write(result, "puzz.link" if kind.name != "hashi" else "plain")
