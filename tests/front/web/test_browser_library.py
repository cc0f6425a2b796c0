"""The library in a real browser: packs, the board of the day, collections from files, booklets."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pypdf
import pytest
from gestures import winning_gestures
from playwright.sync_api import expect

import masume
from masume.formats.library import packs, title_of
from tests.front.web.browser import AT_A_DESK, EACH, ON_A_PHONE, ON_A_SITE


def solve(player, puzzle):
    for gesture in winning_gestures(puzzle):
        player.by_mouse(gesture)
    expect(player.test("finished")).to_be_visible()


def play_through(player, pack, left=None):
    """Play a pack, or the last boards of it, from the library to its end."""
    boards = pack.boards if left is None else pack.boards[-left:]
    times = {board.name: 60 for board in pack.boards if board not in boards}
    player.open("library")
    player.page.evaluate("times => localStorage.setItem('masume.solved', times)", json.dumps(times))
    player.open(f"library?pack={pack.name}")
    player.test("pack-play").click()
    for number, board in enumerate(boards, start=1 + len(times)):
        place = f"{number} of {len(pack.boards)}"
        expect(player.test("board-name")).to_contain_text(title_of(board))
        expect(player.test("board-series")).to_contain_text(place)
        solve(player, board.puzzle)
        if board is not boards[-1]:
            player.test("next-board").click()
            expect(player.test("finished")).to_be_hidden()
    expect(player.test("series-done")).to_be_visible()
    expect(player.test("next-board")).to_have_text("Next pack")
    player.test("board-series").click()
    expect(player.page.locator(".tile .solved-time")).to_have_count(len(pack.boards))


@ON_A_PHONE
def test_the_end_of_a_pack(player):
    play_through(player, packs("hitori")[0], left=2)


@pytest.mark.soak
@EACH
def test_a_pack_is_played_through(player, kind):
    play_through(player, packs(kind)[0])


@pytest.mark.soak
@AT_A_DESK
def test_a_collection_from_a_file_and_a_booklet(player):
    boards = [board for kind in masume.kinds() for board in masume.library(kind)[:40]]
    texts = [masume.convert(board, "plain") for board in boards]
    texts[2] = "hitori\n1 x 1\n1 1 2\n"
    line = "\n".join(texts[:2]).count("\n") + 3  # its first row
    player.open("library").test("collection-file").set_input_files(
        {"name": "mine.txt", "mimeType": "text/plain", "buffer": "\n".join(texts).encode()}
    )
    expect(player.test("collection-line")).to_have_text(f"{len(boards) - 1} boards")
    player.test("collection-faults").locator("summary").click()
    expect(player.test("collection-faults")).to_contain_text(f"line {line}")
    player.page.get_by_role("link", name="mine").click()
    player.test("pack-play").click()
    expect(player.test("board-series")).to_contain_text(f"mine, 1 of {len(boards) - 1}")
    solve(player, boards[0].puzzle)
    player.test("next-board").click()
    expect(player.test("board-series")).to_contain_text("mine, 2 of")
    player.page.reload()  # all of it was kept
    player.test("board-series").click()
    expect(player.page.locator(".tile .solved-time")).to_have_count(1)
    player.test("collection-after").click()
    expect(player.test("collection-place")).to_have_text(f"25 to 48 of {len(boards) - 1}")
    player.test("pack-print").click()
    player.test("booklet-to").fill("9")
    player.test("booklet-per-page").select_option("9")
    if ON_A_SITE:
        player.test("booklet-start").click()
        expect(player.page.get_by_text("this needs masume on a computer").first).to_be_visible()
        return
    with player.page.expect_download() as found:
        player.test("booklet-start").click()
    assert found.value.suggested_filename == "mine.pdf"
    with found.value.path().open("rb") as file:
        pages = pypdf.PdfReader(BytesIO(file.read())).pages
    assert len(pages) == 2 and title_of(boards[0]) in pages[0].extract_text()


@pytest.mark.soak
@AT_A_DESK
def test_the_board_of_the_day_is_the_one_of_the_command_line(player):
    player.page.clock.install(time="2026-11-16T12:00:00")
    player.open("library").test("daily-play").click()
    board = masume.daily("2026-11-16")
    expect(player.test("board")).to_have_attribute("data-name", board.name)
    expect(player.test("board-name")).to_contain_text(re.compile("Nov.* · easy"))
    solve(player, board.puzzle)
    player.open("library")
    expect(player.test("daily-line")).to_contain_text("✓")
    player.test("daily-before").click()
    expect(player.test("daily-date")).to_contain_text("15")
    expect(player.test("daily-after")).to_be_enabled()
