"""The clues offered for a cell when composing a board."""

from __future__ import annotations

import pytest

import masume
from masume.formats.palette import palette


@pytest.mark.parametrize(
    ("board", "offered"),
    [
        ("kuromasu\n. . .\n. . .", "2 3 4 ?"),
        ("hitori\n. . .\n. . .", "1 2 3 ?"),
        ("hashi\n1 . 1", "1 2 3 4 5 6 7 8 ?"),
        ("hashi\nmost: 1\n1 . 1", "1 2 3 4 ?"),
        ("exactly_one\n. .\n. .", "A B C D"),
        ("exactly_one\nB .\nx .", "B x A C D E"),
        ("exactly_one\n10 2\n. .", "2 10 1 3 4 5"),
    ],
)
def test_palette_of_a_board(board, offered):
    assert palette(masume.loads(board).puzzle) == offered.split()
