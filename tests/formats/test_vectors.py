"""Boards recorded from the sites' own programs: read as they mean, written as they write."""

from __future__ import annotations

import pytest
from format_support import answer, clues, labels, one, vectors

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.families.shading.position import Shading
from masume.formats.convert import write

TATHAM = [
    vector for game in ("range", "singles", "bridges") for vector in vectors(f"tatham_{game}")
]
EDGES = vectors("codec_edge")
CHECKS = [
    (check["pzprv3"], check["expected_fail"])
    for vector in vectors("pzprjs_tests")
    for check in vector["answer_checks"]
]
PENPA = vectors("penpa_noqx")
MAZES = vectors("eom_friedman")

OUR_CODE = {
    "csAdjacent": "adjacent",
    "cuDivideRB": "divided",
    "nmSumViewNe": "clue-sight",
    "nmDupRow": "duplicate",
    "nmLineGt": "too-many",
    "lcDivided": "divided",
    "nmLineLt": "too-few",
}


@pytest.mark.long
@pytest.mark.parametrize("vector", TATHAM, ids=lambda vector: vector["game_id"][:40])
def test_game_ids_of_simon_tathams_collection(vector):
    board = one(vector["game_id"])
    assert board.kind.name == vector["puzzle"]
    assert board.puzzle.clues == clues(vector["grid"])
    assert (board.puzzle.rows, board.puzzle.cols) == (len(vector["grid"]), len(vector["grid"][0]))
    if board.kind.name == "hashi":
        options = (vector["max_bridges"], vector["allow_loops"])
        assert (board.puzzle.most, board.puzzle.loops) == options
    assert write(board, "tatham") == vector["game_id"]
    assert masume.check(board.puzzle, answer(board.puzzle, vector["solution"])) == []
    if "puzz_link" in vector:
        assert one(vector["puzz_link"]).puzzle == board.puzzle
        assert write(board, "puzz.link") == vector["puzz_link"]
    else:
        with pytest.raises(masume.NotApplicable, match=r"puzz\.link cannot express this board"):
            write(board, "puzz.link")


@pytest.mark.parametrize("vector", EDGES, ids=lambda vector: vector["name"])
def test_addresses_and_files_of_pzpr(vector):
    address, file = one(vector["url"]), one(vector["pzprv3"])
    assert address.puzzle == file.puzzle
    assert address.puzzle.clues == clues(vector["grid"])
    assert (address.puzzle.rows, address.puzzle.cols) == (
        len(vector["grid"]),
        len(vector["grid"][0]),
    )
    assert write(file, "puzz.link") == vector["url"]
    assert write(file, "pzprv3") == vector["pzprv3"]
    joined = vector["pzprv3"].replace("\n", "/")
    assert one(joined).puzzle == file.puzzle
    assert one("https://puzz.link/p?" + joined.replace(" ", "%20")).answer == file.answer


@pytest.mark.parametrize("vector", EDGES, ids=lambda vector: vector["name"])
def test_files_of_pencilbox_and_addresses_of_kanpen(vector):
    kind = one(vector["url"]).kind.name
    file = one(vector["pzprv3"])
    pencilbox = one(vector["pencilbox"], kind)
    kanpen = one(vector["kanpen_url"])
    # A Hitori file has no sign for a `?`, and no address has one.
    without = tuple(None if clue is UNKNOWN else clue for clue in file.puzzle.clues)
    assert kanpen.puzzle.clues == without and kanpen.answer is None
    assert pencilbox.puzzle.clues == (without if kind == "hitori" else file.puzzle.clues)
    if kind == "hashi":  # nor a mark for "no bridge"
        assert getattr(pencilbox.answer, "joined", None) == getattr(file.answer, "joined", None)
    elif kind == "kuromasu" and file.answer:  # a number stands where its cell's mark would be
        blank = {cell for cell, clue in enumerate(file.puzzle.clues) if clue is None}
        assert pencilbox.answer == Shading(file.answer.black, file.answer.white & blank)
    else:
        assert pencilbox.answer == file.answer


@pytest.mark.parametrize(("text", "fail"), CHECKS, ids=[f"{c[0][7:16]}-{c[1]}" for c in CHECKS])
def test_answers_are_judged_as_pzprjs_judges_them(text, fail):
    board = one(text)
    if fail in ("brNoShade", "brNoLine"):  # an empty board, which pzprjs refuses on principle
        assert board.answer is None and set(board.puzzle.clues) == {None}
        return
    rules = {violation.rule for violation in masume.check(board.puzzle, board.answer)}
    assert rules == set() if fail is None else OUR_CODE[fail] in rules


@pytest.mark.parametrize("vector", vectors("pzprjs_tests"), ids=lambda vector: vector["puzzle"])
def test_the_boards_of_pzprjs_have_their_recorded_solutions(vector):
    board = one(vector["url"])
    assert board.puzzle.clues == clues(vector["grid"])
    result = masume.solve(board.puzzle)
    assert result.unique and result.answer == answer(board.puzzle, vector["solution"])


@pytest.mark.parametrize("vector", PENPA, ids=lambda vector: vector["puzzle"])
def test_drawings_of_penpa(vector):
    board = one(vector["penpa_url"])
    assert board.kind.name == vector["puzzle"]
    assert board.puzzle.clues == clues(vector["grid"])
    assert one(vector["penpa_url"], vector["puzzle"]).puzzle == board.puzzle
    assert one(vector["penpa_url"].replace("m=edit", "m=solve")).puzzle == board.puzzle
    right = answer(board.puzzle, vector["solution"])
    assert masume.check(board.puzzle, right) == []
    again = one(masume.convert(board.puzzle, "penpa", answer=right), vector["puzzle"])
    assert (again.puzzle, again.answer) == (board.puzzle, right)


@pytest.mark.parametrize("vector", MAZES, ids=lambda vector: f"maze {vector['id']}")
def test_mazes_as_ids(vector):
    size = len(vector["grid"])
    words = labels(vector["grid"])
    text = f"eom/{size}/{size}/" + "".join(
        "." if word is None else word if len(word) == 1 else f"-{word}" for word in words
    )
    board = one(text)
    assert (board.kind.name, board.puzzle.labels) == ("exactly_one", words)
    assert write(board, "puzz.link").removesuffix("/") == text
    path = [row * size + col for row, col in vector["path"]]
    assert masume.check(board.puzzle, {"path": vector["path"]}) == []
    assert masume.solve(board.puzzle).answer.path == tuple(path)
