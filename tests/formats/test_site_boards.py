"""Boards of sites' own examples, with answers: read, judged, solved, and written back."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

import pytest
from format_support import one, vectors
from support import KINDS

import masume
from masume.errors import ParseError
from masume.formats.convert import write

RULES = vectors("pzprjs_rules")
CHECKS = [(v, check) for v in RULES for check in v["answer_checks"]]
DRAWINGS = vectors("penpa_puzzles")


@pytest.mark.parametrize(
    ("vector", "check"), CHECKS, ids=[f"{v['puzzle']}-{c['rule']}" for v, c in CHECKS]
)
def test_files_of_pzpr_with_answers(vector, check):
    board = one(check["pzprv3"])
    assert board.puzzle == one(vector["url"]).puzzle
    assert write(board, "puzz.link") == vector["url"]
    rules = {violation.rule for violation in masume.check(board.puzzle, board.answer)}
    assert check["rule"] in rules if check["rule"] else rules == set()
    assert write(board, "pzprv3").replace("\n", "/") == check["pzprv3"]
    drawn = one(write(board, "penpa"))
    assert (drawn.kind, drawn.puzzle) == (board.kind, board.puzzle)
    if check["rule"] is None:
        solved = masume.solve(board.puzzle)
        assert solved.unique and masume.check(drawn.puzzle, drawn.answer) == []


@pytest.mark.parametrize("vector", DRAWINGS, ids=lambda vector: vector["puzzle"])
def test_drawings_of_other_programs(vector):
    board = one(vector["penpa_url"])
    assert board.kind.name == vector["puzzle"]
    assert masume.solve(board.puzzle).unique
    again = one(write(board, "penpa"))
    assert (again.kind, again.puzzle) == (board.kind, board.puzzle)


def test_colours_of_later_files_are_skipped():
    later = (
        "pzprv3.1/slither/2/3/. 2 . /. . . /0 0 1 /0 0 0 /0 0 0 0 /0 1 0 0 /1 0 0 /0 0 0 /0 0 0 /"
    )
    first = "pzprv3/slither/2/3/. 2 . /. . . /0 0 0 0 /0 1 0 0 /1 0 0 /0 0 0 /0 0 0 /"
    assert (one(later).puzzle, one(later).answer) == (one(first).puzzle, one(first).answer)
    borders = "pzprv3.1/norinori/2/3/0 1 /0 1 /0 0 0 /# . . /. . . /"
    assert one(borders).puzzle.rooms == (0, 0, 1, 0, 0, 1)


@pytest.mark.parametrize(
    "text",
    [
        "slither/f/5/5/cbcbcddad",
        "mashu/f/6/6/1063000i3000",
        "yajilin/o/5/5/m32j10",
        "yajilin/ob/5/5/m32j10",
        "fillomino/t/6/6/h4j53g2k5233k2g14j3h",
        "pzprv3.1/slither/2/3/f/. . . /. . . /0 0 0 /0 0 0 /",
        "pzprv3/fillomino/3/3/t/1 2 . /. 2 . /. . . /",
    ],
)
def test_variants_of_puzz_link_are_rejected(text):
    with pytest.raises(ParseError, match=r"the variant '.' of \w+ is not supported"):
        one(text)


def test_given_borders_in_fillomino_are_rejected():
    address = "fillomino/2/2/1g2g"
    assert one(address + "/").puzzle == one(address + "00").puzzle
    with pytest.raises(ParseError, match="given borders"):
        one(address + "g0")


def test_flags_that_only_change_the_look_are_ignored():
    assert one("yajilin/b/5/5/m32j10").puzzle == one("yajilin/5/5/m32j10").puzzle


def packed(text):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def unpacked(address):
    return zlib.decompress(base64.b64decode(address.partition("p=")[2]), -15).decode()


def redrawn(board, old, new):
    """Return a drawing of a board with a part of its text replaced."""
    text = unpacked(write(board, "penpa"))
    assert old in text
    return f"m=edit&p={packed(text.replace(old, new))}"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("zC:{}", 'zC:{"1,2":10}', "cages"),
        ("zT:[]", "zT:[[30,31]]", "thermometers"),
        ("zL:{}", 'zL:{"18,19":5}', "lines in its question"),
        ("zY:{}", 'zY:{"18":[1,"ox_B",1]}', "symbols, which Sudoku has not"),
        ('["classic"]', '["classic","killer"]', "tagged 'killer': not supported"),
        ('["classic"]', '["arukone"]', "tagged 'arukone': not supported"),
        ('"75,83":2', '"76,84":2', "ends inside a room"),
    ],
)
def test_variants_in_drawings_are_rejected(old, new, fault):
    board = one("sudoku\n1 . . .\n. . . .\n. . . .\n. . 2 .")
    with pytest.raises(ParseError, match=fault):
        one(redrawn(board, old, new))


def test_drawing_with_other_numbers_is_not_read_as_a_puzzle_of_bits():
    drawing = redrawn(one("nurikabe\n2 .\n. ."), '["nurikabe"]', "[]")
    assert one(drawing, "nurikabe").puzzle.clues[0] == 2
    with pytest.raises(ParseError, match="'number 2' is no clue of this puzzle"):
        one(drawing, "binairo")


def test_stars_of_a_drawing_are_the_number_beside_it():
    board = one("star_battle\nstars: 2\na b\na b")
    text = unpacked(write(board, "penpa"))
    with_star = text.replace("zY:{}", 'zY:{"21":[2,"star",2]}', 1)
    assert one(f"m=edit&p={packed(with_star)}").puzzle == board.puzzle
    with pytest.raises(ParseError, match="no number of stars; write how many"):
        one("m=edit&p=" + packed(text.replace('"20":[2,1,"1"]', "")))


@pytest.mark.parametrize(
    ("text", "solution", "moves"),
    [
        ("nurikabe\n2 .\n. .", '[["20","21"],[],[],[],[],[]]', "r2c1=black r2c2=black"),
        ("masyu\n. .\n. .", '[[],["14,15,1"],[],[],[],[]]', "r1c1-r1c2=1"),
        ("slitherlink\n. .\n. .", '[[],[],["43,44,1"],[],[],[]]', "r1c1-r1c2=1"),
        ("sudoku\n1 .\n. .", '[[],[],[],[],["15,2"],[]]', "r1c2=2"),
        ("star_battle\na a\nb b", '[[],[],[],[],[],["27,1E"]]', "r1c1=black"),
    ],
)
def test_address_for_solvers_has_its_answer_in_a_field(text, solution, moves):
    board = one(text)
    lines = unpacked(write(board, "penpa")).split("\n")
    lines[4] = lines.pop(5)  # no answer layer
    fields = f"m=solve&p={packed(chr(10).join(lines))}&a={packed(solution)}"
    read = one(f"https://swaroopg92.github.io/penpa-edit/?{fields}", board.kind.name)
    assert read.puzzle == board.puzzle
    assert read.answer == masume.parse_answer(board.puzzle, moves)


QUIZ = "53007000060019500009800006080006000340080300170002000606000028000041900500008007" + "9"
SOLVED = "53467891267219534819834256785976142342685379171392485696153728428741963534528617" + "9"


@pytest.mark.parametrize(
    "text",
    [
        f"{QUIZ},{SOLVED}",
        f"quizzes,solutions\n{QUIZ},{SOLVED}\n",
        f"id,puzzle,solution,clues,difficulty\n7,{QUIZ.replace('0', '.')},{SOLVED},30,2.2\n",
        f"{QUIZ.replace('0', '_')} {SOLVED}",
    ],
)
def test_lines_of_digits_with_their_solutions(text):
    board = one(text)
    assert board.kind.name == "sudoku" and masume.check(board.puzzle, board.answer) == []
    assert one(write(board, "line")).answer == board.answer
    assert write(board, "line") == f"{QUIZ.replace('0', '.')},{SOLVED}"


def test_sudoku_of_another_size_on_one_line():
    board = one("1.3.....6.....2...1....3...4...5.6..", "sudoku")
    assert (board.puzzle.rows, board.puzzle.clues[:7]) == (6, (1, None, 3, None, None, None, None))
    assert one("sudoku\nG" + "." * 255).puzzle.clues[0] == 16


def test_game_of_light_up_with_all_its_options():
    board = one("lightup:7x7b20s4d0:d1f2b2Bh1h10b0fBd")
    assert board.puzzle == one("lightup:7x7:d1f2b2Bh1h10b0fBd").puzzle
    with pytest.raises(ParseError, match="no options of Light Up"):
        one("lightup:7x7q20:d1f2b2Bh1h10b0fBd")


def test_table_of_the_documentation_lists_the_puzzles_of_each_site():
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    page = page.partition("| format | puzzles |")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `([a-z0-9.]+)` \| ([^|]+) \|$", page, re.MULTILINE))
    sites = {site for kind in KINDS for site in kind.codecs}
    assert rows.keys() == sites
    for site, text in rows.items():
        listed = set(text.removeprefix("all but ").split(", "))
        has = {kind.title for kind in KINDS if site in kind.codecs}
        lacks = {kind.title for kind in KINDS if kind.codecs and site not in kind.codecs}
        assert listed == (lacks if text.startswith("all but ") else has), site


def test_older_collections_and_single_boards_take_the_puzzle_from_the_caller():
    board = {"problem": "2 2\n1 1\n2 2\n", "solution": "2 2\nx x\nx x\n"}
    older = json.dumps({"puzzles": {"1_2x2": board}, "info": "", "count": 1})
    for text in (older, json.dumps({"id": "1_2x2", **board})):
        read = one(text, "norinori")
        assert (read.name, len(read.puzzle.cells_of_rooms), len(read.answer.black)) == (
            "1_2x2",
            2,
            4,
        )
        with pytest.raises(ParseError, match=r'ambiguous: .* its "name" is missing'):
            one(text)
    with pytest.raises(ParseError, match="no boards under data"):
        one('{"name": "Norinori", "data": [{"problem": "x"}]}')
