"""The notations of the papers: what they look like, what is read back, what is rejected."""

from __future__ import annotations

import pytest
from format_support import one

import masume

JAIN = "(1,W)(1,W)(3,W)\n(1,W)(2,B)(3,W)\n(1,B)(3,W)(3,W)\n"  # as the paper prints it
HASHI = "paper hashi\n 2 21  1\n11  0  0\n 1  0  0\n"
KUROMASU = "paper kuromasu\n# 2\n2 3\n"
MAZE = "paper exactly_one\n1 0\n0 2\n 1 -1\n-1 -1\nMoveRight MoveUp\n"


def test_pairs_are_read_without_a_first_line_and_written_with_one():
    board = one(JAIN)
    assert board.kind.name == "hitori"
    assert board.puzzle.clues == (1, 1, 3, 1, 2, 3, 1, 3, 3)
    assert board.answer.black == {4, 6}
    assert masume.convert(board, "paper") == "paper hitori\n" + JAIN


@pytest.mark.parametrize("text", [HASHI, KUROMASU, MAZE])
def test_matrices_come_back(text):
    board = one(text)
    assert board.answer is not None
    assert masume.check(board.puzzle, board.answer) == [] or text is MAZE
    assert masume.convert(board, "paper") == text


def test_the_goal_state_that_jain_prints():
    puzzle = masume.load("hitori/jain-sample2").puzzle
    text = masume.convert(puzzle, "paper", answer=masume.solve(puzzle).answer)
    assert text.split("\n")[1] == "(8,W)(1,B)(5,W)(1,W)(9,B)(9,W)(6,W)(4,W)(2,W)"
    assert one(text).answer == masume.solve(puzzle).answer


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("(1,W)(2,W)\n(1,W)", "row 2 has 1 cells, expected 2"),
        ("(1,W)(2,W)\n(1,W)(2,X)", "row 2 is not made of cells like"),
        ("paper hashi\n2 31 2", "'31' is not a cell"),
        ("paper exactly_one\n1 0\n0 2\n1 0\n-1 -1\nMoveRight MoveUp", "do not visit the cells"),
        ("paper hashi", "no grid after the first line"),
        ("paper chess\n1", "is not a known puzzle"),
    ],
)
def test_invalid_text_is_rejected(text, fault):
    with pytest.raises(masume.ParseError, match=fault):
        one(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hitori\n? 1", "a clue without a number"),
        ("hashi\n9 . 9", r"the number 9 \(the maximum is 8\)"),
        ("exactly_one\nA .", "a shape that is not a number"),
    ],
)
def test_board_without_a_notation_is_rejected(text, fault):
    with pytest.raises(masume.NotApplicable, match=fault):
        masume.convert(one(text), "paper")
