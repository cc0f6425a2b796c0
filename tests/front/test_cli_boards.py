"""Selecting boards, joining files and piping between commands."""

from __future__ import annotations

import json

import pytest
from support import KINDS, refused

import masume
from masume.formats import load

TWO = "hitori\nname: one\n1 1\n2 3\n\n# another\nkuromasu\n. 3 .\n3 . 2\n. 2 .\n"


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(TWO)
    return path


@pytest.mark.parametrize(
    ("which", "kind"),
    [
        ("#1", "hitori"),
        ("#2", "kuromasu"),
        (":1", "hitori"),
        (":7", "kuromasu"),
        (":9", "kuromasu"),
    ],
)
def test_one_board_of_a_file_is_selected(cli, two, which, kind):
    code, out, err = cli("solve", f"{two}{which}", "--json")
    assert (code, err) == (0, "")
    assert [json.loads(line)["kind"] for line in out.splitlines()] == [kind]
    assert cli("hint", f"{two}{which}")[0] == 0


def test_label_of_a_board_can_be_used_as_argument(cli, two):
    _, out, _ = cli("solve", two, "--json")
    labels = [json.loads(line)["board"] for line in out.splitlines()]
    assert labels == ["one", f"{two}:7"]
    assert json.loads(cli("solve", labels[1], "--json")[1])["board"] == labels[1]


def test_pick_selects_a_board(cli, two):
    assert refused(
        cli("hint", two), "contains 2 boards, expected one; select one with --pick 1 to 2"
    )
    assert "kuromasu" in cli("hint", two, "--pick", "2", "--json")[1]
    assert cli("check", "-", "# .\n. .", "--pick", "1", stdin=TWO)[0] == 0
    assert refused(cli("hint", two, "--pick", "3"), "contains 2 boards, there is no board 3")
    assert refused(cli("hint", f"{two}#3"), "none of them is #3")
    assert refused(cli("hint", f"{two}#0"), "none of them is #0")


def test_file_name_may_look_like_a_selector(cli, tmp_path):
    path = tmp_path / "boards:2"
    path.write_text("hitori\n1 1\n2 3\n")
    assert cli("solve", path)[0] == 0


@pytest.mark.parametrize("to", ["plain", "pzprv3", "janko", "json", "puzz.link"])
@pytest.mark.parametrize("command", ["generate", "convert", "generate --output"])
def test_output_files_can_be_concatenated(cli, tmp_path, command, to):
    made = []
    for seed in ("1", "2"):
        if command == "convert":
            made.append(cli("convert", "hitori/first", "--to", to)[1])
            continue
        arguments = ["generate", "hitori", "--size", "4", "--seed", seed, "--to", to]
        path = tmp_path / seed
        if command == "generate":
            made.append(cli(*arguments)[1])
        else:
            assert cli(*arguments, "-o", path)[0] == 0
            made.append(path.read_text())
    joined = tmp_path / "joined"
    joined.write_text("".join(made))
    code, out, err = cli("solve", joined, "--json")
    assert (code, err, out.count('"solved"')) == (0, "", 2)


@pytest.mark.parametrize("search", [(), ("--with", "greedy")])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_check_reads_text_output_of_solve(cli, kind, search):
    name = next(b.name for b in masume.examples(kind.name) if b.note("solutions") == "1")
    code, out, _ = cli("solve", name, *search)
    assert code == 0
    assert cli("check", name, "-", stdin=out)[0] == 0


def test_short_row_is_not_a_size_line(cli):
    assert refused(
        cli("solve", "hitori\n1 2\n1 2 3\n3 1 2"), "row 1 has 2 cells, the others have 3"
    )
    assert refused(cli("solve", "hitori\n3 3\n1 2 3\n3 1 2"), "the size line says 3×3, but 2 rows")
    assert refused(cli("solve", "hitori\n2 9\n1 2 3\n3 1 2"), "the size line says 2×9, but 2 rows")


def test_nul_character_is_reported_with_its_line(cli, tmp_path):
    path = tmp_path / "nul.txt"
    for text, line in (("hitori\n1 \0 2\n", 2), ("\0", 1), ("hitori\r\n1 2\r\n\0", 3)):
        path.write_bytes(text.encode())
        assert refused(cli("solve", path), f"line {line}: this is not text")


def test_utf_16_is_read(cli, tmp_path):
    path = tmp_path / "wide.txt"
    for encoding in ("utf-16-le", "utf-16-be", "utf-8"):
        path.write_bytes("\ufeffhitori\r\nname: é\r\n1 1\r\n2 3\r\n".encode(encoding))
        code, out, err = cli("solve", path)
        assert (code, err) == (0, "") and out.startswith("é (Hitori, 2×2): solved")
    path.write_bytes(b"\xff\xfe1")
    assert refused(cli("solve", path), "UTF-16")


def test_error_in_examples_names_the_file(monkeypatch):
    load.examples.cache_clear()
    monkeypatch.setattr(load, "_file_text", lambda path: "name: x\n1 2 3\n1 2\n")
    try:
        with pytest.raises(masume.ParseError, match=r"hitori/examples.txt: line 3: row 2 has 2"):
            load.examples("hitori")
    finally:
        load.examples.cache_clear()
