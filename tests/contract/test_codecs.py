"""The codecs of all puzzles, and the combinators that they are built from."""

from __future__ import annotations

import pytest
from format_support import WRITABLE
from hypothesis import given
from hypothesis import strategies as st
from material import boards, positions
from support import KINDS, by_name, examples

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.core.text.codec import (
    AddressCode,
    Code,
    DrawingCode,
    FileCode,
    FileLines,
    IdCode,
    PageCode,
    PaperCode,
    TableCode,
    chars,
    decimal,
    either,
    prefixed,
    read_cells,
    runs,
    sign,
    write_cells,
)
from masume.errors import NotApplicable, ParseError
from masume.families.site_codes import LETTER_RUNS, NUMBER16
from masume.formats.format import code_for, code_of, format_named, formats
from masume.puzzles.kuromasu import codecs as kuromasu_codecs

CODES = [(kind, site) for kind in KINDS for site in kind.codecs]
NAMES = [f"{kind.name}-{site}" for kind, site in CODES]
TOKENS = [(kind, site) for kind, site in CODES if kind.codecs[site].token]
WITH_TOKENS = [kind for kind in KINDS if any(code.token for code in kind.codecs.values())]
WITH_MARKS = [kind for kind in KINDS if any(code.marks for code in kind.codecs.values())]
HITORI = masume.kinds()["hitori"].codecs


RECORDS = {  # the codec class of each site
    "puzz.link": AddressCode,
    "tatham": IdCode,
    "penpa": DrawingCode,
    "pencilbox": TableCode,
    "pzprv3": FileCode,
    "janko": PageCode,
    "paper": PaperCode,
}


@pytest.mark.parametrize(("kind", "site"), CODES, ids=NAMES)
def test_codec_has_the_type_of_its_site(kind, site):
    assert type(kind.codecs[site]) in (Code, RECORDS.get(site))


def test_file_codec_may_use_lines_instead_of_a_grid(monkeypatch):
    """For example a line with the number of clues, and one line for each."""
    kind = masume.kinds()["kuromasu"]
    whole = kind.codecs["pzprv3"]

    def read_body(rows, cols, lines):
        clues = [None] * (rows * cols)
        for cell, clue in lines[1 : 1 + int(lines[0][0])]:
            clues[int(cell)] = int(clue)
        return kind.new(rows, cols, tuple(clues)), 1 + int(lines[0][0])

    def write_body(puzzle):
        lines = [[str(cell), str(clue)] for cell, clue in enumerate(puzzle.clues) if clue]
        return [[str(len(lines))], *lines]

    code = FileCode(whole.names, marks=whole.marks, body=FileLines(read_body, write_body))
    monkeypatch.setitem(kuromasu_codecs.CODECS, "pzprv3", code)
    board = masume.examples("kuromasu")[0]
    for answer in (None, masume.solve(board.puzzle).answer):
        text = masume.convert(board.puzzle, "pzprv3", answer=answer)
        assert text.split("\n")[4].strip() == str(
            sum(clue is not None for clue in board.puzzle.clues)
        )
        (again,) = masume.load_all(text)
        assert (again.puzzle, again.answer) == (board.puzzle, answer)


@pytest.mark.parametrize(("kind", "site"), CODES, ids=NAMES)
def test_codec_is_found_by_its_names(kind, site):
    code = kind.codecs[site]
    assert isinstance(code, Code) and site in formats()
    whole = getattr(code, "notation", None) or getattr(code, "body", None)
    assert code.names and (code.token or code.marks or code.words or whole)
    for name in code.names:
        assert code_of(site, name) == (kind, code) == code_of(site, name.upper(), kind)


def test_no_two_puzzles_share_a_name_on_a_site():
    for site in formats():
        names = [
            n.lower() for kind in KINDS if site in kind.codecs for n in kind.codecs[site].names
        ]
        assert len(names) == len(set(names)), site


def test_formats_are_found_by_name():
    for name in WRITABLE:
        assert format_named(name.upper()).name == name
        assert formats()[name].title
    with pytest.raises(masume.NotApplicable, match="pencilbox can only be read"):
        format_named("pencilbox")
    with pytest.raises(masume.UnknownName, match=r"did you mean puzz\.link"):
        format_named("puzzlink")


@pytest.mark.long
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.codecs], ids=by_name)
@examples(50)
@given(data=st.data())
def test_codec_rejects_boards_in_one_line(kind, data):
    puzzle = data.draw(boards(kind.name))
    for site, code in kind.codecs.items():
        reason = code.refuses(puzzle)
        assert isinstance(reason, str) and "\n" not in reason and len(reason) < 200
        if reason:
            with pytest.raises(NotApplicable, match="cannot express this board"):
                code_for(site, puzzle)


@pytest.mark.parametrize("kind", WITH_TOKENS, ids=by_name)
@examples(50)
@given(data=st.data())
def test_cells_round_trip(kind, data):
    cells = list(kind.cells(data.draw(boards(kind.name))))
    for token in filter(None, (code.token for code in kind.codecs.values())):
        try:
            text = write_cells(token, cells)
        except NotApplicable as fault:
            assert "cannot be written there" in str(fault)
            continue
        assert read_cells(token, text, len(cells)) == cells
        assert text.isascii() and not text.split()[1:]


@pytest.mark.parametrize(("kind", "site"), TOKENS, ids=[f"{k.name}-{s}" for k, s in TOKENS])
@examples(150)
@given(st.text("0123456789abcfghzAGZ.-+=%@*$_()", max_size=12), st.integers(1, 30))
def test_parsed_cells_are_written_canonically(kind, site, text, count):
    token = kind.codecs[site].token
    try:
        missing = not getattr(
            kind.codecs[site], "whole", site == "tatham" and kind.name == "hitori"
        )
        cells = read_cells(token, text, count, missing=missing)
    except ParseError as fault:
        assert "\n" not in str(fault)
        return
    assert len(cells) == count
    again = write_cells(token, cells)
    assert read_cells(token, again, count) == cells
    assert write_cells(token, read_cells(token, again, count)) == again


@pytest.mark.long
@pytest.mark.parametrize("kind", WITH_MARKS, ids=by_name)
@examples(60)
@given(data=st.data())
def test_marks_round_trip(kind, data):
    puzzle = data.draw(boards(kind.name))
    position = data.draw(positions(puzzle))
    for code in kind.codecs.values():
        if not code.marks or code.refuses(puzzle):
            continue
        try:
            rows = code.marks.write(puzzle, position)
        except NotApplicable:
            continue
        assert code.marks.write(puzzle, code.marks.read(puzzle, rows)) == rows


# The pieces


def test_pzpr_number_boundaries():
    cases = {
        "f": 15,
        "-10": 16,
        "-ff": 255,
        "+100": 256,
        "+fff": 4095,
        "=000": 4096,
        "=fff": 8191,
        "%000": 8192,
        "%fcf": 12239,
        "*0000": 12240,
        "*ffff": 77775,
        "$00000": 77776,
    }
    for text, number in cases.items():
        assert write_cells(NUMBER16, [number]) == text
        assert read_cells(NUMBER16, text, 1) == [number]
    assert read_cells(NUMBER16, "@000", 1) == [8192]
    assert read_cells(NUMBER16, "-0f", 1) == [15]  # not canonical, but unambiguous
    token = HITORI["puzz.link"].token
    assert write_cells(token, [35, 36, 1295, None, UNKNOWN]) == "z-10-zz.@"
    for number in (0, -1, 1296):
        with pytest.raises(NotApplicable):
            write_cells(token, [number])


@pytest.mark.parametrize("body", ["0", "-1", "-", "-g0", "-00", "+10", "é", "A", "(", "\u0661"])
def test_invalid_cells_are_rejected(body):
    with pytest.raises(ParseError, match="is not a cell"):
        read_cells(NUMBER16, body, 9)


def test_runs_and_joints_of_numbers():
    blanks = [None] * 45
    assert write_cells(NUMBER16, blanks) == "zzk"
    assert write_cells(LETTER_RUNS, blanks) == "zs"
    token = either(LETTER_RUNS, decimal("_"))
    assert write_cells(token, [7, 4, None, 10, None, None, 5, 5]) == "7_4a10b5_5"
    assert read_cells(token, "7_4a10b5_5", 8) == [7, 4, None, 10, None, None, 5, 5]
    for text in ("_7", "a_7", "7_", "7__4", "07", "7_04", "9999999999"):
        with pytest.raises(ParseError):
            read_cells(token, text, 9)


@given(st.integers(0, 10**7))
def test_each_number_has_at_most_one_encoding(number):
    pieces = [
        chars("123456789", 1),
        prefixed("-", 16, 2, 10),
        prefixed("=", 36, 3, 256, offset=256),
        sign("?", UNKNOWN),
        runs("xyz", None),
        decimal("_"),
    ]
    for piece in pieces:
        result = piece.write([number], 0)
        if result is not None:
            assert piece.read(result[0], 0) == ([number], len(result[0]))
            assert result[1] == 1
