"""Files with something on the board: save files of Simon Tatham's games, pzprv3, janko.at."""

from __future__ import annotations

import pytest
from format_support import DATA, one, read

import masume
from masume.errors import ParseError
from masume.families.links.position import Lines
from masume.formats.convert import write


def saved(name, *states, present=None):
    """A recorded save file with more states in it: moves, or RESTART."""
    text = (DATA / f"{name}.sav").read_text()
    position = str(len(states) + 1 if present is None else present)
    text = text.replace("NSTATES :1:1", field("NSTATES", str(len(states) + 1)))
    text = text.replace("STATEPOS:1:1", field("STATEPOS", position))
    desc = next(line for line in text.splitlines() if line.startswith("DESC")).split(":")[2]
    for state in states:
        is_restart = state == "RESTART"
        key = "RESTART" if is_restart else "SOLVE" if state.startswith("S") else "MOVE"
        text += field(key, desc if is_restart else state) + "\n"
    return text


def field(key, value):
    return f"{key:8}:{len(value)}:{value}"


@pytest.mark.parametrize(
    ("name", "game_id"),
    [
        ("range", "7x7:d6h10a10a6b7g10b6a3a8h2d"),
        ("singles", "5x5:5551523451245133214131134"),
        ("bridges", "7x7m2:3d1b2d3c1c3g3a7b6g2b5b4"),
        ("bridges-no-loops", "5x5m3L:b4a53h3e5a7a3"),
    ],
)
def test_save_files_as_the_games_write_them(name, game_id):
    board = one((DATA / f"{name}.sav").read_text())
    assert write(board, "tatham") == game_id and board.answer is None
    assert masume.solve(board.puzzle).unique
    windows = (DATA / f"{name}.sav").read_text().replace("\n", "\r\n")
    assert one(windows).puzzle == board.puzzle


def test_moves_of_range():
    board = one(saved("range", "B,0,2", "W,0,1", "B,6,6", "E,6,6W,1,0"))
    assert board.answer.black == {2} and board.answer.white == {1, 7}
    right = masume.solve(board.puzzle).answer
    cells = [divmod(cell, 7) for cell in sorted(right.black)]
    move = "S" + "".join(f"B,{row},{col}" for row, col in cells)
    assert one(saved("range", move)).answer.black == right.black


def test_moves_of_singles():
    board = one(saved("singles", "B1,0", "C0,3;B4,4", "E4,4"))
    assert board.answer.black == {1} and board.answer.white == {15}
    assert one(saved("singles", "S;B1,0;B3,2")).answer.black == {1, 13}


def test_moves_of_bridges():
    board = one(saved("bridges", "L0,0,5,0,1", "N0,0,0,3", "M0,0", "L5,0,0,0,2"))
    assert board.answer.joined == {(0, 5, 2)}
    assert board.answer.barred == {(0, 21)}
    assert one(saved("bridges", "N0,0,0,3", "N0,0,0,3")).answer == Lines()
    both = one(saved("bridges", "N0,0,5,0", "S;L0,0,5,0,1"))
    assert both.answer == Lines(frozenset({(0, 5, 1)}))
    assert one(saved("bridges", "L0,0,5,0,1", "L0,0,5,0,0")).answer == Lines()


def test_only_moves_up_to_the_present_state_count():
    moves = ("B,0,0", "B,2,2", "RESTART", "B,4,4", "B,6,6")
    black = [
        one(saved("range", *moves, present=present)).answer for present in range(1, len(moves) + 2)
    ]
    assert [answer and sorted(answer.black) for answer in black] == [
        None,
        [0],
        [0, 16],
        None,
        [32],
        [32, 48],
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (saved("range", present=0), "current state"),
        (saved("range", present=2), "current state"),
        (saved("range", present="²"), "current state"),
        (saved("range", "B,0"), "is not a Range move"),
        (saved("range", "B,9,9"), "is not on the board"),
        (saved("singles", "B9,9"), "is not a Singles move"),
        (saved("singles", "X1,1"), "is not a Singles move"),
        (saved("bridges", "L0,0,6,6,1"), "does not join two neighbouring islands"),
        (saved("bridges", "L0,0,9,0,1"), "does not join two neighbouring islands"),
        (saved("bridges", "Q"), "is not a move of Bridges"),
        (saved("range")[:-2], "ends too early"),
        (saved("range") + "rubbish\n", "line 10: the save file is damaged"),
        (saved("range").replace("Simon", "Simom"), "is not a save file of Simon"),
        (saved("range").replace("5:Range", "5:Rango"), "'Rango' is not a known puzzle"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n", "contains no board"),
    ],
)
def test_faults_in_save_files(text, fault):
    with pytest.raises(ParseError) as error:
        one(text)
    assert fault in str(error.value) and "\n" not in str(error.value)


# pzprv3


def test_data_after_the_board_is_preserved():
    text = (
        "pzprv3\nkurodoko\n1\n2\n. 2 \n# + \n-1 \n"
        'history:{"type":"pzpr","version":0.4}\ninfo:{"metadata":{"author":"A"}}\n'
    )
    board = one(text)
    assert write(board, "pzprv3") == text
    tiny = "pzprv3\nkurodoko\n1\n1\n. \n. \nhistory:{}\n"
    assert write(one(tiny), "pzprv3") == tiny
    variant = one("pzprv3\nv:odd\nkurodoko\n1\n2\n. 2 \n. . \n")
    assert write(variant, "pzprv3") == "pzprv3\nkurodoko\n1\n2\n. 2 \n. . \n"
    assert one("pzprv3.1\nkurodoko\n1\n2\n. 2 \n. . \n").puzzle == variant.puzzle


def test_several_files_in_one():
    text = (
        "pzprv3\nkurodoko\n1\n2\n. 2 \n. . \n\npzprv3\nhitori\n1\n1\nx \n\npzprv3\nhitori\n1\n1\n"
    )
    result = read(text)
    assert [board.line for board in result] == [1, 8, 14]
    assert "line 8: 'x' is not a clue" in str(result[1])


def test_hashi_of_one_column_and_marks_off_the_links():
    column = one("pzprv3\nhashikake\n3\n1\n1 \n. \n1 \n1 \n1 \n")
    assert column.answer == Lines(frozenset({(0, 2, 1)}))
    text = "pzprv3\nhashikake\n2\n3\n1 . 1 \n. . . \n1 1 \n-1 0 \n0 -1 0 \n"
    assert write(one(text), "pzprv3") == text
    crossed = one(text.replace("1 1 ", "-1 0 "))
    assert crossed.answer == Lines(barred=frozenset({(0, 2)}))
    assert write(crossed, "pzprv3") == text.replace("1 1 ", "-1 0 ")


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("hashikake\n1\n3\n1 . 1 \n1 0 ", "does not reach its end"),
        ("hashikake\n1\n3\n1 . 1 \n1 -1 ", "does not reach its end"),
        ("hashikake\n1\n3\n1 . . \n1 1 ", "where no two islands face each other"),
        ("hashikake\n1\n3\n1 . 1 \n-2 -2 ", "'-2' is not a bridge count"),
        ("hashikake\n1\n3\n1 . 1 \n² ² ", "'²' is not a bridge count"),
        ("hashikake\n1\n3\n1 . 1 \n1 ", "does not have the size"),
        ("kurodoko\n1\n3\n1 . 1 \n# # o ", "'o' is not a mark"),
        ("kurodoko\n1\n3\n1 . \n# # # ", "the grid of clues is not 1×3"),
        ("kurodoko\n2\n3\n1 . 3\n", "the grid of clues is not 2×3"),
        ("kurodoko\n1\n3\n1 x 1 ", "'x' is not a clue"),
        ("kurodoko\n0\n3\n", "is not supported"),
        ("kurodoko\n-1\n3\n", "not a board's size"),
        ("kurodoko\n1", "ends before"),
        ("eom\n1\n1\n.", "is not a known puzzle; known are lightup, fillomino, hashikake"),
    ],
)
def test_faults_in_pzprv3(body, fault):
    with pytest.raises(ParseError) as error:
        one(f"pzprv3\n{body}")
    assert fault in str(error.value)


# janko.at

HITORI = """begin
puzzle hitori
author Somebody
title A small one
size 4
depth 2
unknown whatever this says
problem
1 1 1 4
1 4 2 3
3 3 2 1
4 2 1 3
solution
x - x -
- - - -
x - x -
- - - x
moves
1,1x;1,3x;
more of it
end
"""
OLD = """[begin]
[puzzle]
hashi
[rows]
3
[cols]
4
[problem]
2 - - 2
- - - -
1 - - 1
[solution]
- 1 1 -
a - - a
- - - -
[moves]
x;y
[end]
"""


def test_both_dialects_of_janko():
    board = one(HITORI)
    assert (board.kind.name, board.name) == ("hitori", "A small one")
    assert masume.check(board.puzzle, board.answer) == []
    page = f'<html><head>\n<script id="data" type="application/x-janko">\n{HITORI}</script></html>'
    assert one(page).answer == board.answer
    assert one(page.replace("\n", "\r\n")).puzzle == board.puzzle
    old = one(OLD)
    assert old.answer.joined == {(0, 3, 1), (0, 8, 1), (3, 11, 1)}
    assert masume.check(old.puzzle, old.answer) == []


def test_janko_without_a_solution_and_with_keywords_behind_the_grid():
    bare = one(HITORI.partition("solution")[0] + "end\n")
    assert bare.answer is None and bare.puzzle == one(HITORI).puzzle
    late = HITORI.partition("solution")[0] + "source somewhere else\nsolver nobody\nend\n"
    assert one(late).puzzle == bare.puzzle
    assert one(HITORI.replace("size 4\n", "")).puzzle == bare.puzzle
    assert one(HITORI.replace("size 4\n", "rows 4\ncols 4\n")).puzzle == bare.puzzle
    assert one(HITORI.removeprefix("begin\n")).puzzle == bare.puzzle


def test_several_boards_of_janko():
    result = read(HITORI + "\n" + OLD.replace("2 - - 2", "2 - - ?!") + HITORI)
    assert [isinstance(board, ParseError) for board in result] == [False, True, False]
    assert "line 24: '?!' is not a clue" in str(result[1])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HITORI.replace("size 4", "size 5"), "the problem is not 5×5"),
        (HITORI.replace("size 4", "size x"), "not a board's size"),
        (HITORI.replace("- - - x", "- - x"), "the solution is not 4×4"),
        (HITORI.replace("- - - x", "- - - #"), "'#' is not a mark"),
        (HITORI.replace("puzzle hitori", "puzzle mosaik"), "'mosaik' is not a known puzzle"),
        (OLD.replace("- 1 1 -", "- 1 - -"), "does not reach its end"),
        (OLD.replace("- 1 1 -", "- 1 q -"), "'q' is not a bridge count"),
        (OLD.replace("a - - a", "a 1 - a"), "where no two islands face each other"),
        ('<script type="application/x-janko"></script>', "no problem"),
    ],
)
def test_faults_in_janko(text, fault):
    with pytest.raises(ParseError) as error:
        one(text)
    assert fault in str(error.value)
