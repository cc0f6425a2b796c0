"""Packs, the daily board, collections and booklets over HTTP."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from io import BytesIO

import pypdf
import pytest
from support import KINDS

import masume
from masume.formats.convert import write
from masume.formats.library import packs, title_of
from masume.front.web import bodies
from masume.front.web.library import booklet, collection
from tests.front.web.boards import small_board, text_of

LINK = "https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i"


def rows(text, kind=None):
    *batches, end = collection(bodies.Collection(text=text, kind=kind))
    assert end.end
    return [vars(row) for batch in batches for row in batch.boards]


@pytest.mark.process
def test_the_server_returns_packs_and_the_daily_board(server):
    found = server.post("library").json()["packs"]
    assert {pack["kind"] for pack in found} == {kind.name for kind in KINDS if packs(kind.name)}
    daily = server.post("daily", day="2026-11-16").json()
    assert masume.loads(daily["board"]).puzzle == masume.daily("2026-11-16").puzzle
    assert server.post("daily", day="today").status_code == 400
    assert len(server.lines("collection", text=f"{LINK}\n{LINK}\n")) == 2
    solved, made = server.lines("booklet", boards=[{"board": LINK, "name": "Mine"}], title="All")
    assert solved == {"done": 1, "count": 1} and made["pages"] == 2


def test_unreadable_lines_are_reported_and_the_rest_opens():
    lines = [LINK] * 250
    lines[119] = "https://puzz.link/p?kurodoko/5/5/zz*"
    lines[120] = "whatever this is"
    found = rows("\n".join(lines))
    faults = [row for row in found if row["error"]]
    assert len(found) == 250 and [row["line"] for row in faults] == [120, 121]
    assert all(row["error"].startswith(f"line {row['line']}: ") for row in faults)
    assert masume.loads(found[-1]["board"]).puzzle == masume.loads(LINK).puzzle


def test_files_of_several_formats_are_collections():
    boards = [board for kind in KINDS for board in masume.examples(kind.name)[:3]]
    plain = "\n".join(masume.convert(board, "plain") for board in boards)
    found = rows(plain)
    puzzles = [masume.loads(row["board"]).puzzle for row in found]
    assert puzzles == [board.puzzle for board in boards]
    assert [row["called"] for row in found] == [title_of(board) for board in boards]
    mixed = f"{LINK}\n{write(small_board('kuromasu'), 'tatham')}\n"
    assert [row["line"] for row in rows(mixed, "kuromasu")] == [1, 2]


def test_a_booklet_has_names_and_answers():
    kinds = list(masume.kinds())[:9]
    boards = [bodies.BookletBoard(board=text_of(kind), name=f"My {kind}") for kind in kinds]
    boards[0] = replace(boards[0], level="a bit tricky")
    *steps, made = booklet(bodies.Booklet(boards=boards, title="Evenings", per_page=9))
    assert [step.done for step in steps] == list(range(1, len(boards) + 1))
    pages = pypdf.PdfReader(BytesIO(b64decode(made.pdf))).pages
    assert len(pages) == made.pages == 2
    text = pages[0].extract_text()
    assert "Evenings" in text and "a bit tricky" in text and f"1. My {kinds[0]}" in text
    assert "Answers" in pages[1].extract_text()
