"""Boards with numbers and arrows, and with loops beside shaded cells, in the formats of sites."""

from __future__ import annotations

import pytest
from format_support import one

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.errors import ParseError
from masume.families.arrows import arrow

ADDRESS = "https://puzz.link/p?yajilin/10/10/b2141t41e41a41s31c33l11a11l21a12a11k"
JANKO = """\
begin
puzzle yajilin
size 7 7
problem
- 1w - - - - -
- - - 0e - - -
- - - - - 1e -
- 1w - 2s - - -
- - - - - - -
- - - - - 1w -
- - - - - - -
solution
x - se ew ew ew sw
se ew nw - se ew nw
ne ew sw x ns - x
x - ns - ns se sw
se ew nw x ne nw ns
ns x se ew sw - ns
ne ew nw x ne ew nw
end
"""


def test_arrows_of_an_address():
    puzzle = one(ADDRESS).puzzle
    assert puzzle.clues[:5] == (None, None, arrow(1, "down"), arrow(1, "right"), None)
    assert masume.solve(puzzle).unique
    assert masume.convert(puzzle, "puzz.link") == ADDRESS
    assert one(ADDRESS.replace("yajilin/10", "yajirin/b/10")).puzzle == puzzle


def test_the_solution_of_a_page_is_the_only_one():
    board = one(JANKO)
    solution = masume.solve(board.puzzle)
    assert solution.unique and solution.answer == board.answer
    assert masume.check(board.puzzle, board.answer) == []
    again = one(masume.convert(board.puzzle, "janko", answer=board.answer))
    assert (again.puzzle, again.answer) == (board.puzzle, board.answer)


@pytest.mark.parametrize(
    ("cells", "clues", "written"),
    [
        ("10a4f", (arrow(0, "up"), None, arrow(15, "right")), "10a4f"),
        ("610-2100a", (arrow(16, "up"), arrow(256, "down"), None), "610-2100a"),
        ("9ff3.0.", (arrow(255, "right"), UNKNOWN, UNKNOWN), "9ff0.0./"),
        ("05b", (UNKNOWN, None, None), "0.b"),  # a number without an arrow says nothing
    ],
)
def test_sizes_and_directions_of_arrows(cells, clues, written):
    puzzle = one(f"yajilin/3/1/{cells}").puzzle
    assert puzzle.clues == clues
    assert masume.convert(puzzle, "puzz.link") == f"https://puzz.link/p?yajilin/3/1/{written}"


@pytest.mark.parametrize("cells", ["1", "1gb", "7f", "-51ff", "-", "A"])
def test_damaged_arrows_are_rejected(cells):
    with pytest.raises(ParseError):
        one(f"yajilin/3/1/{cells}")
