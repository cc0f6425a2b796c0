"""Pictures of characters, in pipes and on terminals."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest
from support import EXAMPLES, KINDS

import masume
from masume.draw.text import PLAIN, Look, fit_picture, look_of, to_ascii

ANSI = re.compile(r"\x1b\[[\d;]*m")
TERMINAL = {"TERM": "xterm-256color", "PYTHONUTF8": "1"}


def on_terminal(*arguments, columns=80, code=0, **environment):
    """What a command prints on a terminal of that width."""
    keep = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "masume", *arguments],
        stdin=other,
        stdout=other,
        stderr=other,
        env={**keep, **TERMINAL, **environment},
    )
    os.close(other)
    result = b""
    try:
        while data := os.read(main, 65536):
            result += data
    except OSError:  # how Linux tells that the other end is closed
        pass
    os.close(main)
    assert process.wait() == code
    return result.decode().replace("\r\n", "\n")


@pytest.mark.process
def test_a_terminal_gets_box_drawing_and_colour():
    result = on_terminal("solve", "hashi/pw-fig1")
    assert "\x1b[36m═══\x1b[0m" in result and "║" in result
    assert "3═══4═══════4" in ANSI.sub("", result)


@pytest.mark.process
def test_pictures_above_a_progress_bar_look_the_same():
    result = on_terminal("solve", "hashi/pw-fig1", "hashi/pw-1")
    assert "\x1b[36m═══\x1b[0m" in result


@pytest.mark.process
def test_black_cells_are_solid_on_a_terminal_and_can_be_pasted_back():
    result = ANSI.sub("", on_terminal("solve", "hitori/first"))
    picture = "\n".join(result.splitlines()[1:5])
    assert picture.startswith("■ 1 ■ 4\n")
    board = masume.load("hitori/first")
    assert masume.check(board, picture) == []


@pytest.mark.process
def test_no_color_leaves_the_lines():
    result = on_terminal("solve", "hashi/pw-fig1", NO_COLOR="1")
    assert "\x1b" not in result and "3═══4═══════4" in result


@pytest.mark.process
@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}])
def test_a_poor_terminal_gets_ascii(environment):
    result = on_terminal("solve", "hashi/pw-fig1", **{"PYTHONUTF8": "0", **environment})
    assert "3===4=======4" in ANSI.sub("", result)
    if "PYTHONIOENCODING" in environment:
        assert result.isascii() and "(Hashi, 7x7)" in result and "?" not in result


@pytest.mark.process
def test_a_wide_board_is_cut_into_strips():
    narrow = ANSI.sub("", on_terminal("show", "hitori/singles-3x40-1", columns=80))
    assert "to the right of it:" in narrow
    assert max(map(len, narrow.splitlines())) <= 80
    rows = narrow.splitlines()[1:]
    whole = ANSI.sub("", on_terminal("show", "hitori/singles-3x40-1", columns=160)).splitlines()
    cut = [f"{rows[i]} {rows[i + 4]}".split() for i in range(3)]
    assert cut == [line.split() for line in whole[1:4]]


@pytest.mark.process
def test_a_picture_in_place_fits_the_screen():
    result = on_terminal(
        *("solve", "hashi/tatham-5x30-1", "--with", "depth_first", "--space", "build"),
        *("--nodes", "2", "--watch", "--delay", "0"),
        columns=40,
        code=3,
    )
    frames = result.split("\x1b[H\x1b[2J")[1:]
    assert frames and all(len(ANSI.sub("", line)) <= 40 for line in frames[0].splitlines())


def test_force_color_reaches_into_pipes(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert look_of() == Look(unicode=True, colour=True)
    monkeypatch.setenv("FORCE_COLOR", "0")
    assert look_of() == PLAIN


def test_a_stream_that_is_gone_gets_plain_text(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert look_of() == PLAIN
    assert look_of(io.StringIO()) == PLAIN


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_pipes_get_ascii(kind):
    for board in EXAMPLES:
        if board.kind is kind and board.puzzle.rows * board.puzzle.cols <= 150:
            answer = masume.solve(board.puzzle, unique=False).answer or kind.start(board.puzzle)
            picture = kind.picture(board.puzzle, answer)
            plain = fit_picture(picture, PLAIN)
            assert "".join(plain).isascii()
            assert [len(line) for line in plain] == [len(line.rstrip()) for line in picture]


def test_colours_change_nothing_but_colours():
    board = masume.load("exactly_one/rules")
    picture = masume.picture(board, masume.solve(board).answer).splitlines()
    coloured = fit_picture(picture, Look(unicode=True, colour=True))
    assert coloured != picture
    assert [ANSI.sub("", line) for line in coloured] == picture


def test_ascii_keeps_numbers_of_bridges_apart():
    signs = [to_ascii(sign) for sign in "─═≡≣"]
    assert len(set(signs)) == 4
    assert to_ascii("7×7 — …") == "7x7 - ..."


def test_a_strip_ends_between_cells():
    lines = ["11 22 33 44 55 66 77"] * 2
    shown = fit_picture(lines, Look(width=20 - 8))
    assert shown == ["11 22 33"] * 2 + ["to the right of it:"] + ["44 55 66 77"] * 2


def test_strips_are_of_about_the_same_width():
    shown = fit_picture([" ".join(["11"] * 40)], Look(width=40))
    assert shown == [" ".join(["11"] * 10), "to the right of it:"] * 3 + [" ".join(["11"] * 10)]


@pytest.mark.parametrize("name", ["hitori/first", "kuromasu/br-5x5-2"])
def test_no_line_ends_in_blanks(name):
    """On an unfinished board each cell has room for a note beside it."""
    board = masume.load(name)
    picture = masume.kind_of(board).picture(board, masume.hint(board).after)
    assert any(line.endswith(" ") for line in picture)
    for look in (PLAIN, Look(unicode=True), Look(colour=True)):
        shown = [ANSI.sub("", line) for line in fit_picture(picture, look)]
        assert [line.rstrip() for line in shown] == shown
        assert [len(line) for line in shown] == [len(line.rstrip()) for line in picture]


@pytest.mark.process
def test_a_table_is_not_cut_on_a_narrow_terminal():
    result = on_terminal("compare", "hitori/first", "--with", "astar", columns=40, NO_COLOR="1")
    table = result.rpartition("(Hitori, 4×4)")[2]  # below the progress bar
    assert "black_needed" in table and "shade" in table and "solved" in table and "…" not in table
    long_names = on_terminal("list", "techniques", "hitori", columns=40, NO_COLOR="1")
    assert max(map(len, long_names.splitlines())) <= 40
