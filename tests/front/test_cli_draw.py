"""`masume draw` and `masume print`."""

from __future__ import annotations

import io
import sys
from xml.etree import ElementTree

import pypdf
import pytest
from support import refused

import masume


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def text_of(path):
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


# draw


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.txt", b"# 1 # 4\n")],
)
def test_extension_selects_the_format(cli, here, name, begins):
    code, out, err = cli("draw", "hitori/first", "--answer", "-o", name)
    assert (code, out, err) == (0, "", f"{name}: hitori/first (Hitori, 4×4)\n")
    assert (here / name).read_bytes().startswith(begins)


def test_format_option_overrides_extension(cli, here):
    assert cli("draw", "hitori/first", "--to", "png", "-o", "picture")[0] == 0
    assert (here / "picture").read_bytes().startswith(b"\x89PNG")


def test_picture_is_printed_without_output_file(cli):
    code, out, err = cli("draw", "hashi/pw-fig1", "--solve")
    assert (code, err) == (0, "") and out.startswith("hashi/pw-fig1 (Hashi, 7×7)\n3===4=======4\n")


def test_standard_output_accepts_every_format(monkeypatch):
    from masume.front.cli.main import run

    for form, begins in [
        ("txt", b"hitori/first"),
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF"),
    ]:
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw))
        assert run(["draw", "hitori/first", "-o", "-", "--to", form]) == 0
        assert raw.getvalue().startswith(begins)


def test_draw_options_select_marks_and_answer(cli, here):
    def drawn(*options):
        assert cli("draw", *options, "-o", "a.svg")[0] == 0
        root = ElementTree.fromstring((here / "a.svg").read_text(encoding="utf-8"))
        return {group.get("class") for group in root}

    assert "black" not in drawn("hitori/first")
    assert "black" in drawn("hitori/first", "--answer")
    assert "black" in drawn("hitori/first", "--solve")
    marks = drawn("hitori/first", "--from", "# # . .\n+ . . .\n. . . .\n. . . .")
    assert {"black", "noted", "noted-dot"} <= marks and "fault" not in marks
    checked = drawn("hitori/first", "--check", "--from", "# # . .\n. . . .\n. . . .\n. . . .")
    assert "fault" in checked
    assert "marked" in drawn("exactly_one/two-ways", "--solve")
    assert "marked" not in drawn("exactly_one/two-ways", "--answer")


def test_wrong_answer_of_board_is_drawn(cli):
    board = "hitori\n1 1\n1 2\nanswer:\n. #\n. ."
    code, out, _ = cli("draw", board, "--answer", "--check")
    assert code == 0
    assert out.splitlines()[1:] == ["1 #", "1 2", "duplicate: 1 appears 2 times in column 1"]
    assert cli("draw", board, "--solve")[1].splitlines()[1:] == ["# 1", "1 2"]


def test_theme_and_cell_size_are_applied(cli, here):
    cli("draw", "hitori/first", "-o", "a.svg", "--theme", "dark", "--cell", "10")
    text = (here / "a.svg").read_text(encoding="utf-8")
    assert 'width="46"' in text and "#1b2027" in text


def test_several_boards_have_numbered_files(cli, here):
    assert cli("draw", "hitori/first", "hashi/pw-1", "-o", "b-{}.svg")[0] == 0
    assert sorted(file.name for file in here.iterdir()) == ["b-1.svg", "b-2.svg"]
    assert refused(
        cli("draw", "hitori/first", "hashi/pw-1", "-o", "b.svg"), "2 boards need", "b-{}.svg"
    )
    assert refused(cli("draw", "hitori/first", "hashi/pw-1", "-o", "-"), "2 boards need")
    code, out, _ = cli("draw", "hitori/first", "hashi/pw-1")
    assert code == 0 and out.count("(H") == 2


def test_bad_board_does_not_stop_the_others(cli, here):
    (here / "many.txt").write_text("hitori\n1 2\n\nhitori\n1 x\n\nhitori\n2 1\n", encoding="utf-8")
    code, _, err = cli("draw", "many.txt", "-o", "c-{}.svg")
    assert code == 2 and [line.split(":")[0] for line in err.splitlines()] == [
        "c-1.svg",
        "masume",
        "c-3.svg",
    ]
    assert (here / "c-1.svg").exists() and (here / "c-3.svg").exists()


def test_unsolvable_board_is_reported(cli, here):
    code, _, err = cli("draw", "kuromasu/br-3x3-1", "--answer", "-o", "a.svg")
    assert code == 1 and err == "masume: kuromasu/br-3x3-1 has no solution\n"
    assert not (here / "a.svg").exists()
    code, _, err = cli("draw", "hitori/singles-20x20-1", "--solve", "--seconds", "0", "-o", "a.svg")
    assert code == 3 and "is not solved: 0 s used" in err


def test_draw_rejects_contradictory_options(cli, here):
    assert refused(cli("draw", "hitori/first", "-o", "a.gif"), ".gif", ".svg")
    assert refused(cli("draw", "hitori/first", "-o", "picture"), "no extension")
    assert refused(cli("draw", "hitori/first", "-o", "none/a.svg"), "cannot write", "no such file")
    assert refused(cli("draw", "hitori/first", "-o", "."), "extension")
    assert refused(cli("draw", "hitori/first", "--theme", "pink"), "pink")
    assert refused(cli("draw", "hitori/first", "--cell", "1"), "--cell")
    assert refused(cli("draw", "hitori/first", "--answer", "--solve"), "use only one of")
    assert refused(cli("draw", "hitori/first", "--from", "# #"), "the answer is 1×2")
    assert refused(cli("draw", "nothing/there", "-o", "a.svg"), "nothing/there")
    (here / "board.txt").write_text("hitori\n1 2\n", encoding="utf-8")
    assert refused(cli("draw", "board.txt", "-o", "board.txt"), "is an input file")
    assert (here / "board.txt").read_text(encoding="utf-8") == "hitori\n1 2\n"


def test_output_file_is_overwritten(cli, here):
    (here / "a.svg").write_text("old", encoding="utf-8")
    assert cli("draw", "hitori/first", "-o", "a.svg")[0] == 0
    assert "old" not in (here / "a.svg").read_text(encoding="utf-8")


def test_huge_board_is_rejected_or_drawn_small(cli, here):
    row = ". " * 600 + "\n"
    (here / "huge.txt").write_text("hitori\n" + row * 600, encoding="utf-8")
    assert refused(cli("draw", "huge.txt", "-o", "a.png"), "too many to draw")
    (here / "large.txt").write_text("hitori\n" + ". " * 300 + "\n" + (". " * 300 + "\n") * 2)
    assert cli("draw", "large.txt", "-o", "a.png")[0] == 0
    assert int.from_bytes((here / "a.png").read_bytes()[16:20], "big") == 300 * 20 + 12


# print


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "pages"),
    [
        ([], 3),
        (["--answers", "none"], 2),
        (["--answers", "beside"], 2),
        (["--per-page", "1"], 7),
        (["--per-page", "2", "--paper", "letter"], 4),
        (["--per-page", "6", "--answers", "none"], 1),
        (["--per-page", "9", "--theme", "light"], 2),
    ],
)
def test_booklet_has_expected_pages(cli, here, options, pages):
    boards = ["hitori/first", "kuromasu/first", "hashi/pw-1", "exactly_one/first"]
    boards += ["hitori/jain-sample1", "hashi/tatham-10x10-1"]
    code, out, err = cli("print", *boards, "-o", "book.pdf", "--title", "Six puzzles", *options)
    assert (code, out) == (0, "")
    assert err == f"book.pdf: 6 boards on {pages} page{'s' * (pages > 1)}\n"
    found = pypdf.PdfReader(here / "book.pdf")
    assert len(found.pages) == pages
    assert f"1 / {pages}" in found.pages[0].extract_text()
    width = 612 if "letter" in options else 595
    assert round(float(found.pages[0].mediabox.width)) == width
    text = text_of(here / "book.pdf")
    assert "Six puzzles" in text and "5. Early fountain" in text and "Hashi 10×10" in text
    assert text.count("Join the islands by bridges.") == 1
    assert ("Answers" in text) == ("--answers" not in options)


def test_booklet_prints_notes_of_boards(cli, here):
    board = "hitori\nname: mine\nfrom: https://example.org/1 (a site)\ndifficulty: hard\n1 1\n1 2"
    assert cli("print", board, "-o", "book.pdf")[0] == 0
    text = text_of(here / "book.pdf")
    assert "1. mine" in text and "Hitori 2×2 · hard" in text and "example.org/1 (a site)" in text
    page = pypdf.PdfReader(here / "book.pdf").pages[0]
    assert page["/Annots"][0].get_object()["/A"]["/URI"] == "https://example.org/1"


def test_address_as_name_becomes_a_link(cli, here):
    address = "https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i"
    assert cli("print", address, "-o", "book.pdf")[0] == 0
    page = pypdf.PdfReader(here / "book.pdf").pages[0]
    assert page["/Annots"][0].get_object()["/A"]["/URI"] == address


def test_boards_without_answer_are_reported(cli, here):
    code, _, err = cli("print", "kuromasu/br-3x3-1", "hitori/first", "-o", "book.pdf")
    assert code == 1
    assert err == "masume: kuromasu/br-3x3-1: no solution\nbook.pdf: 2 boards on 2 pages\n"
    assert "no solution" in text_of(here / "book.pdf")
    code, _, err = cli("print", "hitori\n1 x", "hitori/first", "-o", "book.pdf")
    assert code == 2 and err.count("\n") == 2 and "book.pdf: 1 board on 2 pages\n" in err
    assert len(pypdf.PdfReader(here / "book.pdf").pages) == 2


def test_failed_booklet_keeps_the_old_file(cli, here, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    (here / "old.pdf").write_text("old", encoding="utf-8")
    monkeypatch.setattr("masume.front.cli.book.find_answer", stop)
    for name in ("old.pdf", "new.pdf"):
        assert cli("print", "hitori/first", "-o", name)[0] == 130
    assert (here / "old.pdf").read_text(encoding="utf-8") == "old"
    assert not (here / "new.pdf").exists()


def test_names_in_any_script_are_printed(cli, here):
    assert cli("print", "hitori\nname: 升目 ō\n1 2", "-o", "book.pdf")[0] == 0
    assert "1. ??" in text_of(here / "book.pdf")


def test_print_rejects_bad_input(cli, here):
    assert refused(cli("print", "hitori/first", "-o", "book.svg"), ".pdf")
    assert refused(cli("print", "hitori/first", "-o", "none/book.pdf"), "cannot write")
    assert refused(cli("print", "hitori/first"), "-o")
    assert refused(cli("print", "hitori/first", "-o", "b.pdf", "--per-page", "3"), "--per-page")
    assert refused(cli("print", "hitori\n1 x", "-o", "b.pdf"), "row 1")
    assert not (here / "b.pdf").exists()


def test_booklet_of_many_boards(cli, here):
    board = masume.kind_of(masume.load("hitori/first")).write(masume.load("hitori/first"))
    text = "\n".join(["hitori", *board, "answer:", "# . # .", ". . . .", "# . # .", ". . . #", ""])
    (here / "many.txt").write_text("\n".join([text] * 120), encoding="utf-8")
    assert cli("print", "many.txt", "-o", "book.pdf", "--per-page", "9")[0] == 0
    assert len(pypdf.PdfReader(here / "book.pdf").pages) == 14 + 10


def test_several_solutions_are_reported(cli, tmp_path):
    book = tmp_path / "book.pdf"
    code, _, err = cli("print", "exactly_one/two-ways", "hitori/first", "-o", book)
    assert code == 0 and err.startswith("masume: exactly_one/two-ways has several solutions\n")
    code, out, _ = cli("draw", "exactly_one/two-ways", "--solve")
    assert code == 0 and "another solution differs at r4c1, r4c2, r5c1, r5c2" in out
