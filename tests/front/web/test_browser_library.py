"""The library in a real browser: packs, the daily board, collections and booklets."""

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
from tests.front.web.browser import EACH_KIND, IS_SITE, ON_DESKTOP, ON_PHONE


def solve(player, puzzle):
    for gesture in winning_gestures(puzzle):
        player.perform_by_mouse(gesture)
    expect(player.test("finished")).to_be_visible()


def play_through(player, pack, left=None):
    """Play a pack, or its last boards, from the library to its end."""
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


@ON_PHONE
def test_the_end_of_a_pack(player):
    play_through(player, packs("hitori")[0], left=2)


@pytest.mark.soak
@EACH_KIND
def test_a_pack_is_played_through(player, kind):
    play_through(player, packs(kind)[0])


@pytest.mark.soak
@ON_DESKTOP
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
    player.page.reload()  # the collection is stored
    player.test("board-series").click()
    expect(player.page.locator(".tile .solved-time")).to_have_count(1)
    player.test("collection-next").click()
    expect(player.test("collection-place")).to_have_text(f"25 to 48 of {len(boards) - 1}")
    player.test("pack-print").click()
    player.test("booklet-to").fill("9")
    player.test("booklet-per-page").select_option("9")
    if IS_SITE:
        player.test("booklet-start").click()
        expect(player.page.get_by_text("this needs masume on a computer").first).to_be_visible()
        return
    with player.page.expect_download() as download:
        player.test("booklet-start").click()
    assert download.value.suggested_filename == "mine.pdf"
    with download.value.path().open("rb") as file:
        pages = pypdf.PdfReader(BytesIO(file.read())).pages
    assert len(pages) == 2 and title_of(boards[0]) in pages[0].extract_text()


@pytest.mark.soak
@ON_DESKTOP
def test_daily_board_equals_that_of_the_command_line(player):
    player.page.clock.install(time="2026-11-16T12:00:00")
    player.open("library").test("daily-play").click()
    board = masume.daily("2026-11-16")
    expect(player.test("board")).to_have_attribute("data-name", board.name)
    expect(player.test("board-name")).to_contain_text(re.compile("Nov.* · easy"))
    solve(player, board.puzzle)
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.test("share-result").click()
    expect(player.test("status")).to_contain_text("Result copied")
    shared = player.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert "16 November 2026" in shared[0] and shared[2].startswith("⬜⬜⬜⬜⬜⬜🟩")
    assert shared[3].endswith("#/play?day=2026-11-16") and len(shared) == 4  # no solution
    player.open("library")
    expect(player.test("daily-line")).to_contain_text("✓")
    player.test("daily-previous").click()
    expect(player.test("daily-date")).to_contain_text("15")
    expect(player.test("daily-next")).to_be_enabled()
