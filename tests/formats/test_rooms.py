"""Boards divided into rooms, in the formats of sites."""

from __future__ import annotations

import pytest
from format_support import one

import masume
from masume.errors import NotApplicable, ParseError

ADDRESS = "https://puzz.link/p?heyawake/10/8/98ih52a2i54a8kgoo7700vv00ss33i0222332321i"
JANKO = """\
begin
puzzle heyawake
size 4 3
problem
2 - - 0
- - - -
- 1 - -
areas
1 1 7 3
1 7 7 3
4 4 4 3
solution
x - - -
- x - -
- - - -
end
"""


def test_rooms_of_an_address():
    board = one(ADDRESS)
    assert board.puzzle.clues[:10] == ("a", "a", "b", "b", "b", "c", "c", "d0", "d", "d")
    assert board.puzzle.cells_of_rooms[4] == [10, 11, 20, 21, 30, 31]
    assert masume.solve(board.puzzle).unique
    assert masume.convert(board.puzzle, "puzz.link") == ADDRESS


def test_rooms_of_a_page():
    board = one(JANKO)
    assert board.puzzle.clues == ("a2", "a", "b", "c0", "a", "b", "b", "c", "d1", "d", "d", "c")
    assert board.answer.black == {0, 5}
    again = one(masume.convert(board.puzzle, "janko", answer=board.answer))
    assert (again.puzzle, again.answer) == (board.puzzle, board.answer)
    outside = one(JANKO.replace("1 1 7 3\n", "1 1 @ #\n").replace("2 - - 0", "2 - - -"))
    assert outside.puzzle.rooms[:4] == (0, 0, -1, -1)


def test_pages_may_have_only_one_grid():
    rooms = "1 2 2 3\n1 1 2 3\n1 1 2 2\n"
    board = one(f"begin\npuzzle norinori\nsize 4 3\nareas\n{rooms}end\n")
    assert board.puzzle.rooms == (0, 1, 1, 2, 0, 0, 1, 2, 0, 0, 1, 1)
    assert one(f"[puzzle]\nnorinori\n[problem]\n{rooms}[end]\n").puzzle == board.puzzle
    assert one(masume.convert(board.puzzle, "puzz.link")).puzzle == board.puzzle


STARS = "begin\npuzzle sternenschlacht\nareas\n1 @\n# #\nsolution\nx -\n- -\nend\n"


def test_the_number_of_stars():
    address = "https://puzz.link/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u"
    board = one(address)
    assert board.puzzle.stars == 2 and masume.solve(board.puzzle).unique
    assert masume.convert(board.puzzle, "puzz.link") == address
    page = masume.convert(board.puzzle, "janko")
    assert one(page).puzzle == board.puzzle
    assert one(page.replace("stars 2", "stars 3")).puzzle.stars == 3
    with pytest.raises(ParseError, match="does not say how many stars"):
        one(page.replace("stars 2\n", ""))
    with pytest.raises(ParseError, match="'x' is no number of stars"):
        one("starbattle/2/2/x/000")
    counted = one(STARS)
    assert counted.puzzle.stars == 1 and counted.puzzle.clues == ("a", None, None, None)
    with pytest.raises(ParseError, match="is not valid; write the number of stars"):
        one("star_battle\nstars: 0\na b\na b")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("heyawake/3/2/4", "take 1 of the characters 0-9 and a-v"),
        ("heyawake/3/2/4w0", "take 1 of the characters"),
        ("heyawake/3/2/g0", "the border between r1c1 and r1c2 ends inside a room"),
        ("heyawake/2/1/g12z", "more than 2 cells"),
        ("heyawake/2/1/gZ", "'Z' is not a cell"),
        (JANKO.replace("1 1 7 3", "1 1 @ @"), "cell 4 has a clue that is no number of a room"),
        (JANKO.replace("2 - - 0", "2 3 - 0"), "room a has two numbers, 2 and 3"),
        (JANKO.replace("1 1 7 3", "1 1 7"), "the areas is not 3×4"),
    ],
)
def test_faults_in_rooms(text, fault):
    with pytest.raises(ParseError, match=fault):
        one(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("heyawake\na .", "r1c2 is in no room"),
        ("heyawake\na b a", "the room of r1c1 has several parts"),
    ],
)
def test_rooms_that_borders_cannot_express(text, reason):
    with pytest.raises(NotApplicable, match=reason):
        masume.convert(masume.loads(text), "puzz.link")


def test_numbers_and_names_of_many_rooms():
    wide = masume.loads("heyawake\n" + " ".join(f"a{'b' * (n % 2)}" for n in range(3)))
    assert wide.puzzle.clues == ("a", "b", "a")
    cells = tuple(f"{'abcdefghijklmnopqrstuvwxyz'[n % 26] * (n // 26 + 1)}{n}" for n in range(60))
    puzzle = masume.kinds()["heyawake"].new(6, 10, cells)
    assert puzzle.rooms == tuple(range(60)) and puzzle.clues[-1] == "bh59"
    assert one(masume.convert(puzzle, "puzz.link")).puzzle == puzzle
    assert one(masume.convert(puzzle, "janko")).puzzle == puzzle
