"""A player who uses the pages in the machine's Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from gestures import winning_gestures
from playwright.sync_api import expect
from support import KINDS

import masume

# The headless shell comes first, as it needs a quarter less CPU.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
IS_SITE = os.environ.get("MASUME_EDITION") == "site"
# Python in a page takes seconds to start, longer under test.
TIMEOUT = 90_000 if IS_SITE else 15_000
NEEDS_SERVER = pytest.mark.skipif(IS_SITE, reason="needs the server")
expect.set_options(timeout=TIMEOUT)


@cache
def chromium():
    """Return the path of a working Chromium, or None."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    return None


@cache
def short_game(kind):
    """Return an example of 16 to 36 cells that takes about five moves."""
    every = masume.examples(kind)
    small = [b for b in every if 16 <= b.puzzle.rows * b.puzzle.cols <= 36]
    solvable = [board for board in small or every if masume.solve(board.puzzle).unique]
    return min(solvable, key=lambda board: abs(len(winning_gestures(board.puzzle)) - 5))


EACH_KIND = pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
ON_DESKTOP, ON_PHONE = (  # for tests that need only one of the two
    pytest.mark.parametrize("player", [name], indirect=True) for name in ("desktop", "phone")
)
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ROUTES = Path(masume.__file__).parent / "front/web/static/js/app/routes.js"
SECTIONS = {  # the views of each section: `play: { play: "play/play", …`
    section: re.findall(r"(\w+): \"", views)
    for section, views in re.findall(r"^  (\w+): {(.*)},$", ROUTES.read_text("utf-8"), re.MULTILINE)
}
OFFSETS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}  # from the centre
ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


class Player:
    """A person using a page, with the errors in its console."""

    def __init__(self, page, server):
        self.page, self.server = page, server
        self.errors, self.expected_errors = [], []
        page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        page.on("console", lambda line: line.type == "error" and self.errors.append(line.text))

    def expect_errors(self, *answers):
        """Tolerate failed requests with these answers while the page is open."""
        self.expected_errors += answers

    @property
    def unexpected_errors(self):
        return [line for line in self.errors if not self._is_expected(line)]

    def _is_expected(self, line):
        not_loaded = line.startswith("Failed to load resource")
        return not_loaded and any(answer in line for answer in self.expected_errors)

    def open(self, route):
        self.page.goto(f"{self.server.address}/#/{route}")
        return self

    def go(self, view):
        """Follow the links to a view."""
        ((section, views),) = (found for found in SECTIONS.items() if view in found[1])
        if self.test(f"section-{section}").get_attribute("aria-current") is None:
            self.test(f"section-{section}").click()
            view_shown = self.page.locator(f'main[data-view="{views[0]}"] > section')
            expect(view_shown).to_be_attached()
        if self.test(f"nav-{view}").get_attribute("aria-current") is None:
            self.test(f"nav-{view}").click()
        expect(self.page.locator(f'main[data-view="{view}"] > section')).to_be_attached()

    def test(self, name):
        return self.page.locator(f'[data-test="{name}"]')

    def cell(self, number):
        return self.test("board").locator(f'[data-test="cell-{number}"]')

    def start(self, board):
        """Open an example."""
        self.open("play")
        self.choose(board.kind.name, board.name)
        expect(self.test("board")).to_have_attribute("data-name", board.name)
        self.wait_until_idle()

    def choose(self, kind, example):
        self.test("change-board").click()
        self.test(f"puzzle-{kind}").click()
        self.test(f"example-{example}").click()
        expect(self.page.locator(f'.picker[data-on="{example}"]')).to_be_attached()

    def paste(self, text):
        """Open a pasted board."""
        self.open_paste_dialog()
        self.test("paste-text").fill(text)
        self.test("paste-open").click()
        expect(self.test("paste")).to_be_hidden()
        self.wait_until_idle()

    def open_paste_dialog(self):
        self.test("change-board").click()
        self.test("paste-board").click()

    def use(self, tool):
        """Click a tool or a switch, under More if it is there."""
        expect(self.test(tool).or_(self.test("more")).filter(visible=True).first).to_be_visible()
        if not self.test(tool).is_visible():
            self.test("more").click()
        self.test(tool).click()

    def wait_until_idle(self):
        """Wait until the board shows the result of all actions."""
        expect(self.page.locator('[data-test="board"]:not([data-busy])')).to_be_attached()

    def picture(self):
        self.wait_until_idle()
        expect(self.test("board-picture").locator("svg")).to_be_attached()
        return self.test("board-picture").inner_html()

    def expect_picture(self, picture):
        """Wait for a picture seen before."""
        expect(self.test("board-picture")).to_have_js_property("innerHTML", picture)

    def expect_other_picture(self, picture):
        expect(self.test("board-picture")).not_to_have_js_property("innerHTML", picture)
        self.wait_until_idle()

    def centre(self, number):
        self.cell(number).scroll_into_view_if_needed()
        box = self.cell(number).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, number):
        self.page.mouse.click(*self.centre(number))
        self.wait_until_idle()

    def perform_by_mouse(self, gesture):
        mouse = self.page.mouse
        if gesture.symbol and self.page.locator(f"[data-cell='{gesture.cell}']:focus").count():
            self.test(f"key-{gesture.symbol}").click()  # another click would change its number
            self.wait_until_idle()
            return
        x, y = self.centre(gesture.cell)
        right, below = OFFSETS.get(gesture.side, (0, 0))
        size = self.page.locator("[data-cell='0']").first.bounding_box()["width"]
        mouse.move(x + 0.4 * size * right, y + 0.4 * size * below)
        mouse.down()
        if gesture.is_drag:
            mouse.move(*self.centre(gesture.to), steps=4)
        mouse.up()
        if gesture.symbol:
            self.test(f"key-{gesture.symbol}").click()
        self.wait_until_idle()

    def perform_by_keys(self, gesture, cols):
        """Walk to the cell and act, with the keyboard only."""
        row, col = divmod(gesture.cell, cols)
        focused = self.page.locator("[data-cell]:focus")
        expect(focused).to_have_count(1)
        current = int(focused.get_attribute("data-cell"))
        for direction, count in (
            ("down" if row > current // cols else "up", abs(row - current // cols)),
            ("right" if col > current % cols else "left", abs(col - current % cols)),
        ):
            for _ in range(count):
                self.page.keyboard.press(ARROWS[direction])
        if gesture.side is not None and not gesture.is_drag:
            self.page.keyboard.press(f"Shift+{ARROWS[gesture.side]}")
        elif gesture.symbol:
            for digit in gesture.symbol:
                self.page.keyboard.press(digit)
        elif gesture.is_drag:
            names = {cols: "down", -cols: "up", 1: "right", -1: "left"}
            self.page.keyboard.press(f"Shift+{ARROWS[names[gesture.to - gesture.cell]]}")
        else:
            self.page.keyboard.press("Enter")
        self.wait_until_idle()
