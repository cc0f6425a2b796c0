"""Texts as people paste them: which format they are in is found out, whatever stands around."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from format_support import DATA, one, read

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.errors import ParseError
from masume.formats.format import formats

BODY = "5/5/i7g5l2l2g4i"
KUROMASU = one(f"kurodoko/{BODY}").puzzle
RANGE = one("9x6:e7a4d9d7c9j12c5d7d6a2e").puzzle
FILE = masume.convert(KUROMASU, "pzprv3")
PENPA = masume.convert(KUROMASU, "penpa")


@pytest.mark.parametrize(
    "text",
    [
        f"https://puzz.link/p?kurodoko/{BODY}",
        f"http://puzz.link/p?kurodoko/{BODY}",
        f"puzz.link/p?kurodoko/{BODY}",
        f"http://pzv.jp/p.html?kurodoko/{BODY}",
        f"https://pzprxs.vercel.app/p?kurodoko/{BODY}",
        f"p.html?kurodoko/{BODY}",
        f"?kurodoko/{BODY}",
        f"https://puzz.link/p?type=player&kurodoko/{BODY}",
        f"https://puzz.link/p?type=editor&kurodoko/{BODY}",
        f"https://puzz.link/p?kurodoko_edit/{BODY}",
        f"https://puzz.link/p?kurodoko_play/{BODY}",
        f"https://puzz.link/p?kurodoko/{BODY}/",
        f"https://puzz.link/p?kurodoko/v:odd/{BODY}",
        f"https://puzz.link/p?kurodoko/v:/flag/{BODY}",
        f"https://puzz.link/p?kurodoko/flag/{BODY}",
        f"  https://puzz.link/p?kurodoko/{BODY} \r\n",
        f"\ufeffhttps://puzz.link/p?kurodoko/{BODY}",
        f"kurodoko/{BODY}",
        f"Kurodoko/{BODY}",
        f"kuromasu/{BODY}",
        "https://puzz.link/p?kurodoko/5/\r\n5/i7g5l2l\n2g4i",
        FILE,
        FILE.replace("\n", "\r\n"),
        "\ufeff" + FILE,
        FILE.replace("\n", "/"),
        "https://puzz.link/p?" + FILE.replace("\n", "/"),
        "https://puzz.link/p?" + "/".join(quote(line) for line in FILE.split("\n")),
        "http://www.kanpen.net/kurodoko.html?problem="
        "5/5/._._._7_._/5_._._._._/._._2_._._/._._._._2_/._4_._._._//",
        "5\n5\n. . . 7 .\n5 . . . .\n. . 2 . .\n. . . . 2\n. 4 . . .\n",
        "5\r\n5\r\n. . . 7 .\r\n5 . . . .\r\n. . 2 . .\r\n. . . . 2\r\n. 4 . . .\r\n",
        PENPA,
        PENPA[:90] + "\n" + PENPA[90:],
        PENPA.replace("m=edit&", "m=solve&l=en&") + "&a=abc",
        PENPA.partition("#")[2],
        masume.convert(KUROMASU, "json"),
        json.dumps(json.loads(masume.convert(KUROMASU, "json")), indent=2),
        json.dumps([json.loads(masume.convert(KUROMASU, "json"))], indent=2),
    ],
)
def test_one_kuromasu_in_many_forms(text):
    assert one(text, "kuromasu").puzzle == KUROMASU
    if "p=" not in text and not text.startswith("5"):  # the others tell what they are
        assert one(text).kind.name == "kuromasu"


@pytest.mark.parametrize(
    "text",
    [
        "9x6:e7a4d9d7c9j12c5d7d6a2e",
        "range:9x6:e7a4d9d7c9j12c5d7d6a2e",
        "Range 9x6:e7a4d9d7c9j12c5d7d6a2e",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/range.html"
        "#9x6:e7a4d9d7c9j12c5d7d6a2e",
        "www.chiark.greenend.org.uk/~sgtatham/puzzles/js/range.html#9x6%3Ae7a4d9d7c9j12c5d7d6a2e",
    ],
)
def test_one_range_in_many_forms(text):
    assert one(text).puzzle == RANGE


def test_parameters_of_game_ids():
    singles = one("Singles 4x4:4334314234314243").puzzle
    assert one("4:4334314234314243").puzzle == singles == one("4x4dk:4334314234314243").puzzle
    bridges = one("7x7m2:3e3a3b4i3a3a6i1a1a2c2d3").puzzle
    for params in ("7m2", "7x7i30e10m2d2", "bridges:7x7m2d0", "7x7i30", "bridges:7"):
        assert one(f"{params}:3e3a3b4i3a3a6i1a1a2c2d3").puzzle == bridges
    strict = one("7x7i30e10m3Ld1:3e3a3b4i3a3a6i1a1a2c2d3").puzzle
    assert (strict.most, strict.loops) == (3, False)
    for text in (
        "7x7m9:zw",
        "7x7q:zw",
        "7x7m2:zwq9",
        "9x6:_7z",
        "4x4:0334314234314243",
        "2x2m2:a1a1",
        "4x4:9999999999999999",
    ):
        with pytest.raises(ParseError):
            one(text)


@pytest.mark.parametrize(
    "text",
    [
        "7x7#123456789",
        "range:9x6#12-34",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/range.html#9x6%23123456",
    ],
)
def test_the_seed_of_a_random_board_is_no_board(text):
    with pytest.raises(ParseError, match="only tells the seed of a random board"):
        one(text)


def test_id_that_needs_the_name_of_its_game_is_refused_with_that_name():
    text = "5x5:a77c76a2a5a6a5a66c54a"
    with pytest.raises(ParseError, match=r"fits none of .*as in Filling:5x5:…$"):
        one(text)
    assert one(f"Filling:{text}").puzzle == one(text, "fillomino").puzzle


def test_ambiguous_text_lists_the_kinds_and_accepts_a_kind():
    text = "12x12:" + "a" * 144
    with pytest.raises(ParseError, match=r"is ambiguous: akari or hitori or kuromasu"):
        one(text)
    assert one(text, "hitori").puzzle.clues == (10,) * 144
    assert one(text, "kuromasu").puzzle.clues == (None,) * 144
    bare = "3\n4\n2 . . 2\n. . . .\n2 . . 2\n"
    with pytest.raises(ParseError, match=r"the kind of puzzle is ambiguous: hashi or kuromasu$"):
        one(bare)
    assert one(bare, "kuromasu").puzzle.clues[:4] == (2, None, None, 2)
    assert one("2\n3\n1 2 3\n3 1 2\n").kind.name == "hitori"  # no other puzzle has such numbers
    grid = "[problem]\n1 2\n2 1\n[end]\n"
    with pytest.raises(ParseError, match=r"akari or .* or hashi or .* or nurikabe"):
        one(grid)
    assert one(grid, "hitori").puzzle.clues == (1, 2, 2, 1)


def test_unexpected_kind_is_rejected():
    for text in (f"kurodoko/{BODY}", FILE, "range:9x6:e7a4d9d7c9j12c5d7d6a2e"):
        with pytest.raises(ParseError, match="this is kuromasu, not hitori"):
            one(text, "hitori")
    with pytest.raises(ParseError, match="the board is kuromasu, not hitori"):
        one(masume.convert(KUROMASU, "json"), "hitori")
    with pytest.raises(ParseError, match="Exactly One Maze"):
        one(PENPA, "exactly_one")


def test_unknown_puzzle_error_lists_known_ones():
    with pytest.raises(
        ParseError, match=r"'geradeweg' is not a known puzzle; known are .*kurodoko"
    ):
        one("https://puzz.link/p?geradeweg/5/5/abc")
    with pytest.raises(ParseError, match=r"'mines' is not a known puzzle; known are .*Range"):
        one("mines:3x3:a1b2")
    with pytest.raises(ParseError, match="this address contains no board"):
        one("https://www.puzzle-hitori.com/?e=MDoxLDIzNA==")


def test_a_file_of_addresses_line_by_line():
    text = (
        "# some boards\n"
        f"https://puzz.link/p?kurodoko/{BODY}\n"
        "\n"
        "// a game\n"
        "9x6:e7a4d9d7c9j12c5d7d6a2e\n"
        "this is not one\n"
        "hitori/4/4/111414233321421\r\n"
        "eom/2/2/A..B\n" + masume.convert(KUROMASU, "json") + "\n"
    )
    result = read(text)
    assert [type(board).__name__ for board in result] == [
        "Board",
        "Board",
        "ParseError",
        "ParseError",
        "Board",
        "Board",
    ]
    assert [board.line for board in result] == [2, 5, 6, 7, 8, 9]
    assert str(result[2]) == "line 6: 'this is not one' is not a board"
    assert str(result[3]) == "line 7: 15 cells, expected 16"


def test_the_first_line_of_many_may_be_the_bad_one():
    result = read(f"kurodko 5 5\nkurodoko/{BODY}\nhitori/1/1/1\n")
    assert [isinstance(board, ParseError) for board in result] == [True, False, False]
    assert result[0].line == 1


def test_a_file_on_disk(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_bytes(b"\xef\xbb\xbf" + f"kurodoko/{BODY}\nkurodoko/2/2/zz\n".encode())
    result = read(str(path))
    assert result[0].puzzle == KUROMASU
    assert ": line 2: more than 4 cells (at character 1 of the cells)" in str(result[1])
    assert str(result[1]).startswith(str(path)[:60])
    assert one(DATA / "range.sav").kind.name == "kuromasu"


def test_json_lines():
    lines = [
        '{"kind": "hitori", "grid": [[1, 2], [2, 1]]}',
        "",
        "# the next one is wrong",
        '{"kind": "hitori", "grid": [[1, 2], [2, "x"]]}',
        '{"kind": "hitori", grid}',
        '{"kind": "hashi", "options": {"most": 3}, "grid": [[3, null, 3]]}',
    ]
    result = read("\n".join(lines))
    assert [isinstance(board, ParseError) for board in result] == [False, True, True, False]
    assert str(result[1]).startswith("line 4: row 2, column 2: 'x' is not a number")
    assert str(result[2]).startswith("line 5: this is not JSON")
    assert result[3].puzzle.most == 3 and result[3].line == 6


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"kind": "hitori"}', 'an object with a "kind" and a "grid"'),
        ('{"grid": [[1]]}', 'its "kind" is missing'),
        ('{"kind": "hitory", "grid": [[1]]}', "did you mean hitori"),
        ('{"kind": "hitori", "grid": [[1, 2], [1]]}', "differ in length"),
        ('{"kind": "hitori", "grid": [[true]]}', "null, a number or a word"),
        ('{"kind": "hitori", "grid": [["1 2"]]}', "null, a number or a word"),
        ('{"kind": "hitori", "grid": [1]}', "a row of the grid must be a list"),
        ('{"kind": "hitori", "grid": []}', "the grid is missing"),
        ('{"kind": "hitori", "grid": [[1]], "rows": 2}', "rows and cols differ"),
        ('{"kind": "hitori", "grid": [[1]], "options": {"most": 3}}', "not one of the options"),
        ('{"kind": "hashi", "grid": [[1]], "options": {"most": 9}}', "most: 9 is not valid"),
        ('{"kind": "hitori", "grid": [[1]], "notes": {"colour": "red"}}', "not one of the notes"),
        ('{"kind": "hitori", "grid": [[1]], "answer": 1}', 'an "answer" must be an object'),
        ('{"kind": "hitori", "grid": [[1]], "answer": {}}', 'the answer needs "black"'),
        ('{"kind": "hitori",\n"grid": [[1]]\n', "line 3: this is not JSON"),
        ('[{"kind": "hitori", "grid": [[1]]}, 5]', "board 2 of the list: a board in JSON"),
    ],
)
def test_faults_in_json(text, fault):
    result = next(board for board in read(text) if isinstance(board, ParseError))
    assert fault.lower() in str(result).lower() and "\n" not in str(result)


def test_numbers_of_hitori_as_old_encoders_wrote_them():
    assert one("hitori/3/1/-g-z1").puzzle.clues == (16, 35, 1)
    assert one("hitori/3/1/-g1-h").puzzle.clues == (16, 1, 17)
    assert one("hitori/3/1/-10-z12").puzzle.clues == (36, 35 * 36 + 1, 2)  # as it is now
    with pytest.raises(ParseError, match="3 cells, expected 4"):
        one("hitori/4/1/123")


def test_signs_that_browsers_write_in_another_way():
    assert one("https://puzz.link/p?hitori/2/1/1%40/").puzzle.clues == (1, UNKNOWN)
    assert one("https://puzz.link/p?hitori/2/1/1%/").puzzle.clues == (1, UNKNOWN)
    assert one("https://puzz.link/p?kurodoko/2/1/%2B100g").puzzle.clues == (256, None)


def test_what_is_missing_at_the_end_is_blank():
    assert one("kurodoko/3/1/").puzzle.clues == (None,) * 3 == one("kurodoko/3/1").puzzle.clues
    assert one("hitori/3/1").puzzle.clues == (None,) * 3
    assert one("kurodoko/3/1/5").puzzle.clues == (5, None, None)


def test_labels_of_a_maze():
    puzzle = one("eom/6/1/A-12(abc).0(12345678)/").puzzle
    assert puzzle.labels == ("A", "12", "abc", None, None, "12345678")
    for body in ("-1", "(a", "()", "(123456789)", "a?", "AAAAAAA"):
        with pytest.raises(ParseError):
            one(f"eom/6/1/{body}")


def test_notes_of_plain_text_are_no_game_ids():
    assert one("from: 7x7:abc\n1 2 3\n3 2 1", "hitori").note("from") == "7x7:abc"


def test_the_examples_of_the_documentation_are_read():
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    maze = one(re.search(r"eom/5/5/\S+", text)[0])
    assert masume.solve(maze.puzzle).unique
    assert masume.convert(maze.puzzle, "puzz.link") in text
    board = one(re.search(r"```\n(\{.*?)```", text, re.DOTALL)[1])
    assert (board.name, board.puzzle.most) == ("wide", 3)
    assert masume.check(board.puzzle, board.answer) == []
    for name in formats():
        assert f"| `{name}` |" in text


def test_lines_end_alike_in_all_formats():
    for text in (
        "hitori\n1 2\n2 1\n",
        "pzprv3\nhitori\n2\n2\n1 2\n2 1\n. .\n. .\n",
        "begin\npuzzle hitori\nsize 2\nproblem\n1 2\n2 1\nend\n",
        "2\n2\n1 2\n2 1\n",
        '{"kind": "hitori",\n"grid": [[1, 2], [2, 1]]}\n',
    ):
        for end in ("\n", "\r\n", "\r"):
            assert one(text.replace("\n", end), "hitori").puzzle.clues == (1, 2, 2, 1)
