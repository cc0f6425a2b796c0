"""Someone in front of the pages, in the machine's Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import pytest
from gestures import winning_gestures
from playwright.sync_api import expect
from support import KINDS

import masume

# The first has no windows, which nobody sees here: it takes a quarter less of a processor.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ON_A_SITE = os.environ.get("MASUME_EDITION") == "site"
# Python in a page takes seconds to begin, and longer if the page is watched as tests do it.
PATIENCE = 90_000 if ON_A_SITE else 15_000
WITH_A_SERVER = pytest.mark.skipif(ON_A_SITE, reason="looks at requests, or at pages of the server")
expect.set_options(timeout=PATIENCE)


@cache
def chromium():
    """The browser of this machine, or nothing; some systems have a command that only says where
    to get it."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    return None


@cache
def short_game(kind):
    """An example that takes about five moves, and is not tiny."""
    every = masume.examples(kind)
    small = [b for b in every if 16 <= b.puzzle.rows * b.puzzle.cols <= 36]
    solvable = [board for board in small or every if masume.solve(board.puzzle).unique]
    return min(solvable, key=lambda board: abs(len(winning_gestures(board.puzzle)) - 5))


EACH = pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
EACH_BUT_ONE_IN_SOAK = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind.name, marks=[pytest.mark.soak] if place else [])
        for place, kind in enumerate(KINDS)
    ],
)
AT_A_DESK, ON_A_PHONE = (  # where both would show the same
    pytest.mark.parametrize("player", [name], indirect=True) for name in ("desktop", "phone")
)
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


class Player:
    """Someone in front of a page, and what the page complains of in its console."""

    def __init__(self, page, server):
        self.page, self.server = page, server
        self.complaints, self.foreseen = [], []
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.on("console", lambda line: line.type == "error" and self.complaints.append(line.text))

    def foresees(self, *answers):
        """That something is not loaded with one of these answers is no fault. Said beforehand:
        such lines may come as long as the page is open."""
        self.foreseen += answers

    @property
    def wrong(self):
        return [line for line in self.complaints if not self._was_foreseen(line)]

    def _was_foreseen(self, line):
        not_loaded = line.startswith("Failed to load resource")
        return not_loaded and any(answer in line for answer in self.foreseen)

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
        self.choose(board.kind.name, board.name)
        expect(self.test("board")).to_have_attribute("data-name", board.name)
        self.settled()

    def choose(self, kind, example):
        self.test("puzzle").select_option(kind)
        self.test("example").select_option(example)
        expect(self.page.locator(f'.picker[data-on="{example}"]')).to_be_attached()

    def paste(self, text):
        """Play a board from elsewhere."""
        self.test("paste-board").click()
        self.test("paste-text").fill(text)
        self.test("paste-open").click()
        expect(self.test("paste")).to_be_hidden()
        self.settled()

    def settled(self):
        """Wait until the board shows all that was done."""
        expect(self.page.locator('[data-test="board"]:not([data-busy])')).to_be_attached()

    def picture(self):
        self.settled()
        expect(self.test("board-picture").locator("svg")).to_be_attached()
        return self.test("board-picture").inner_html()

    def shows(self, picture):
        """Wait for a picture that was seen before: a view may have to be made first."""
        expect(self.test("board-picture")).to_have_js_property("innerHTML", picture)

    def shows_no_more(self, picture):
        expect(self.test("board-picture")).not_to_have_js_property("innerHTML", picture)
        self.settled()

    def middle(self, number):
        self.cell(number).scroll_into_view_if_needed()
        box = self.cell(number).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, number):
        self.page.mouse.click(*self.middle(number))
        self.settled()

    def by_mouse(self, gesture):
        mouse = self.page.mouse
        mouse.move(*self.middle(gesture.cell))
        mouse.down()
        if gesture.is_drag:
            mouse.move(*self.middle(gesture.to), steps=4)
        mouse.up()
        self.settled()

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
        if gesture.is_drag:
            names = {cols: "down", -cols: "up", 1: "right", -1: "left"}
            self.page.keyboard.press(f"Shift+{ARROWS[names[gesture.to - gesture.cell]]}")
        else:
            self.page.keyboard.press("Enter")
        self.settled()
