"""The pages in a real browser: Debian's Chromium, as a player uses them."""

from __future__ import annotations

import os
import re
import shutil

import pytest
from gestures import winning_gestures
from playwright.sync_api import expect
from support import KINDS

import masume

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None and not os.environ.get("CI"):
    pytest.skip("there is no Chromium here; apt-get install chromium", allow_module_level=True)

BOARDS = {
    kind.name: min(
        (board for board in masume.examples(kind.name) if masume.solve(board.puzzle).unique),
        key=lambda board: abs(board.puzzle.rows * board.puzzle.cols - 25),
    )
    for kind in KINDS
}
EACH = pytest.mark.parametrize("kind", list(BOARDS))
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


@pytest.fixture(scope="session")
def browser_type_launch_args():
    assert CHROMIUM is not None, "in CI the browser must be there"
    return {"executable_path": CHROMIUM, "args": ["--no-sandbox"], "headless": True}


class Player:
    """Someone in front of the page."""

    def __init__(self, page, server):
        self.page, self.server = page, server
        self.wrong = []
        page.on("pageerror", lambda fault: self.wrong.append(str(fault)))
        page.on("console", lambda line: line.type == "error" and self.wrong.append(line.text))

    def open(self, route):
        self.page.goto(f"{self.server.address}/#/{route}")
        return self

    def test(self, name):
        return self.page.locator(f'[data-test="{name}"]')

    def cell(self, number):
        return self.test("board").locator(f'[data-test="cell-{number}"]')

    def start(self, board):
        """Choose an example."""
        self.open("play")
        self.test("puzzle").select_option(board.kind.name)
        self.test("example").select_option(board.name)
        expect(self.test("board")).to_have_attribute("data-name", board.name)

    def middle(self, number):
        self.cell(number).scroll_into_view_if_needed()
        box = self.cell(number).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def settled(self):
        """Wait until the server has answered everything."""
        self.page.wait_for_load_state("networkidle")

    def by_mouse(self, gesture):
        mouse = self.page.mouse
        mouse.move(*self.middle(gesture.cell))
        with self.page.expect_response("**/api/session"):
            mouse.down()
            if gesture.is_drag:
                mouse.move(*self.middle(gesture.to), steps=4)
            mouse.up()

    def by_keys(self, gesture, cols):
        """Walk to the cell with the arrows; nothing but the keyboard."""
        row, col = divmod(gesture.cell, cols)
        here = int(self.page.evaluate("document.activeElement.dataset.cell ?? -1"))
        assert here >= 0, "the board has the focus"
        for way, count in (
            ("down" if row > here // cols else "up", abs(row - here // cols)),
            ("right" if col > here % cols else "left", abs(col - here % cols)),
        ):
            for _ in range(count):
                self.page.keyboard.press(ARROWS[way])
        with self.page.expect_response("**/api/session"):
            if gesture.is_drag:
                names = {cols: "down", -cols: "up", 1: "right", -1: "left"}
                self.page.keyboard.press(f"Shift+{ARROWS[names[gesture.to - gesture.cell]]}")
            else:
                self.page.keyboard.press("Enter")


@pytest.fixture
def player(page, server):
    found = Player(page, server)
    yield found
    assert found.wrong == []


@EACH
@SIZES
def test_a_board_is_solved_by_mouse(player, kind, size):
    player.page.set_viewport_size(size)
    player.start(BOARDS[kind])
    for gesture in winning_gestures(BOARDS[kind].puzzle):
        player.by_mouse(gesture)
    expect(player.test("finished")).to_be_visible()


@EACH
def test_a_board_is_solved_by_keys_alone(player, kind):
    puzzle = BOARDS[kind].puzzle
    player.start(BOARDS[kind])
    player.cell(0).focus()
    for gesture in winning_gestures(puzzle):
        player.by_keys(gesture, puzzle.cols)
    expect(player.test("finished")).to_be_visible()
    player.page.keyboard.press("Backspace")
    expect(player.test("finished")).to_be_hidden()
    player.page.keyboard.press("y")
    expect(player.test("finished")).to_be_visible()


@EACH
def test_a_reload_in_the_middle_loses_nothing(player, kind):
    puzzle = BOARDS[kind].puzzle
    player.start(BOARDS[kind])
    gestures = winning_gestures(puzzle)
    for gesture in gestures[: len(gestures) // 2]:
        player.by_mouse(gesture)
    player.settled()
    before = player.test("board-picture").inner_html()
    player.page.reload()
    expect(player.test("board-grid")).to_be_visible()
    player.settled()
    assert player.test("board-picture").inner_html() == before
    for gesture in gestures[len(gestures) // 2 :]:
        player.by_mouse(gesture)
    expect(player.test("finished")).to_be_visible()


@EACH
def test_hints_come_in_grades_and_can_be_taken(player, kind):
    player.start(BOARDS[kind])
    player.test("hint").click()
    expect(player.test("hint-area")).to_be_visible()
    expect(player.test("hint-text")).to_be_hidden()
    player.test("hint-more").click()
    expect(player.test("hint-technique")).to_be_visible()
    player.test("hint-more").click()
    expect(player.test("hint-text")).to_be_visible()
    with player.page.expect_response("**/api/session"):
        player.test("hint-take").click()
    expect(player.test("undo")).to_be_enabled()
    player.test("undo").click()
    expect(player.test("undo")).to_be_disabled()


def test_a_game_is_shared_by_a_link(player, server, browser):
    board = BOARDS["hitori"]
    player.start(board)
    for gesture in winning_gestures(board.puzzle)[:3]:
        player.by_mouse(gesture)
    player.settled()
    picture = player.test("board-picture").inner_html()
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.test("share").click()
    expect(player.test("status")).to_contain_text("link")
    link = player.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(server.address)
    elsewhere = browser.new_context()
    other = Player(elsewhere.new_page(), server)
    other.page.goto(link)
    expect(other.test("board-grid")).to_be_visible()
    other.settled()
    assert other.test("board-picture").inner_html() == picture and other.wrong == []
    elsewhere.close()


def test_broken_rules_are_told_in_words(player):
    player.start(BOARDS["hitori"])
    for cell in (0, 1):
        with player.page.expect_response("**/api/session"):
            player.page.mouse.click(*player.middle(cell))
    expect(player.test("faults")).to_contain_text("both black")
    player.test("live-faults").click()
    expect(player.test("faults")).not_to_contain_text("both black")


@SIZES
def test_a_film_is_watched_and_scrubbed(player, size):
    player.page.set_viewport_size(size)
    player.open("watch")
    player.test("puzzle").select_option("hitori")
    player.test("example").select_option("hitori/first")
    player.test("watch-start").click()
    scrubber = player.test("film-scrubber")
    expect(player.test("watch-line")).to_contain_text("Solved")
    expect(player.test("watch-picture").locator("svg")).to_be_visible()
    scrubber.fill("0")
    expect(player.test("fact-step")).to_have_text("1")
    first = player.test("watch-picture").inner_html()
    player.test("film-forward").click()
    expect(player.test("fact-step")).to_have_text("2")
    expect(player.test("watch-picture")).not_to_have_js_property("innerHTML", first)
    player.test("film-back").click()
    expect(player.test("fact-step")).to_have_text("1")
    player.test("film-last").click()
    expect(player.test("fact-h")).to_have_text("0")


def test_other_themes_and_the_keys(player):
    player.start(BOARDS["hitori"])
    before = player.test("board-picture").inner_html()
    player.test("theme").click()
    expect(player.test("board-picture")).not_to_have_js_property("innerHTML", before)
    player.cell(0).focus()
    player.page.keyboard.press("?")
    expect(player.test("help")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.test("help")).to_be_hidden()


def test_screen_readers_hear_each_cell(player):
    board = BOARDS["hitori"]
    player.start(board)
    cells = player.test("board-grid").get_by_role("gridcell")
    expect(cells.first).to_have_attribute("aria-label", re.compile("^r1c1, "))
    with player.page.expect_response("**/api/session"):
        player.page.mouse.click(*player.middle(0))
    expect(cells.first).to_have_attribute("aria-label", re.compile("black"))


@SIZES
def test_a_race_is_run(player, size):
    player.page.set_viewport_size(size)
    player.open("race")
    player.test("puzzle").select_option("hitori")
    player.test("example").select_option("hitori/first")
    player.test("race-add").click()
    player.test("race-speed").select_option("atonce")
    player.test("race-start").click()
    rows = player.test("race-table").locator("tbody tr")
    expect(rows).to_have_count(3, timeout=20_000)
    expect(player.test("race-lanes").locator("svg").first).to_be_visible()


@SIZES
def test_boards_are_made_and_one_is_played(player, size):
    player.page.set_viewport_size(size)
    player.open("make")
    player.test("make-puzzle").select_option("hitori")
    player.test("make-level").select_option("easy")
    player.test("make-count").fill("2")
    player.test("make-seed").fill("7")
    player.test("make-start").click()
    expect(player.test("made-0").locator("svg")).to_be_visible(timeout=20_000)
    expect(player.test("made-1").locator("svg")).to_be_visible(timeout=20_000)
    player.test("made-play-0").click()
    expect(player.test("board-grid")).to_be_visible()
    expect(player.test("undo")).to_be_disabled()


def test_a_board_is_explained_to_the_end(player):
    player.open("explain")
    player.test("puzzle").select_option("kuromasu")
    player.test("example").select_option("kuromasu/br-5x5-2")
    expect(player.test("explain-level")).to_have_text("medium", timeout=20_000)
    expect(player.test("step-1").locator("svg").first).to_be_visible()


def test_ways_to_search_are_compared_and_sorted(player):
    player.open("lab")
    player.test("puzzle").select_option("hitori")
    player.test("example").select_option("hitori/first")
    player.test("lab-start").click()
    rows = player.test("lab-table").locator("tbody tr")
    expect(rows.nth(10)).to_be_visible(timeout=40_000)
    expect(player.test("lab-plot").locator("svg").first).to_be_visible()
    player.test("lab-table-sort-expanded").click()
    header = player.test("lab-table").locator("th[aria-sort=ascending], th[aria-sort=descending]")
    expect(header).to_have_count(1)


def test_a_pasted_address_is_converted(player):
    player.open("convert")
    player.test("convert-text").fill("https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i")
    expect(player.test("convert-picture").locator("svg")).to_be_visible()
    player.test("convert-to").select_option("tatham")
    expect(player.test("convert-result")).to_have_value(re.compile("^5x5:"))


def test_a_new_board_and_a_pasted_one_are_played(player):
    player.open("play")
    player.test("paste-board").click()
    player.test("paste-text").fill("hitori\n1 1 3\n1 2 3\n1 3 3")
    player.test("paste-open").click()
    expect(player.test("board-grid").get_by_role("gridcell")).to_have_count(9)
    player.test("new-board").click()
    player.test("new-puzzle").select_option("hashi")
    player.test("new-make").click()
    expect(player.test("board-grid").get_by_role("gridcell")).not_to_have_count(9, timeout=30_000)
