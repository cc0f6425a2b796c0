"""Hands on a board in a real browser: strokes, fingers, zoom; most of it is for the soak."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from masume.core.puzzle.gesture import Gesture
from tests.front.web.browser import AT_A_DESK, DESKTOP, ON_A_PHONE

WIDTH = "one => one.getBoundingClientRect().width"
BLACK = re.compile("black")


def latin(side):
    """A Hitori board in which nothing is to be done, so that anything may be marked."""
    rows = (" ".join(str((row + col) % side + 1) for col in range(side)) for row in range(side))
    return "\n".join(("hitori", *rows))


class Fingers:
    """Real touches, as many at once as there are points."""

    def __init__(self, player):
        self.talk = player.page.context.new_cdp_session(player.page)

    def send(self, kind, *points):
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.talk.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def draw(self, *points):
        self.send("touchStart", points[0])
        for point in points[1:]:
            self.send("touchMove", point)
        self.send("touchEnd")

    def pinch(self, one, other, by):
        """Two fingers that come one after the other, and go apart."""
        self.send("touchStart", one)
        self.send("touchStart", one, other)
        for step in range(1, 6):
            away = step * by
            self.send("touchMove", (one[0] - away, one[1]), (other[0] + away, other[1]))
        self.send("touchEnd")


@pytest.mark.soak
@AT_A_DESK
def test_a_stroke_over_a_large_board_is_one_request_and_one_undo(player):
    player.open("play").paste(latin(40))
    asked = []
    player.page.on("request", lambda one: "/api/play" in one.url and asked.append(one))
    player.by_mouse(Gesture(80, 119))
    for cell in (80, 100, 119):
        expect(player.cell(cell)).to_have_attribute("aria-label", BLACK)
    assert len(asked) < 20  # what comes while an answer is under way goes together
    sizes = [len(one.response().body()) for one in asked]
    assert max(sizes) < 25_000, sizes
    player.page.keyboard.press("Control+z")
    player.settled()
    expect(player.test("undo")).to_be_disabled()
    for cell in (80, 100, 119):
        expect(player.cell(cell)).not_to_have_attribute("aria-label", BLACK)
    player.page.keyboard.press("Control+y")
    expect(player.cell(119)).to_have_attribute("aria-label", BLACK)


@pytest.mark.soak
@AT_A_DESK
def test_a_large_board_is_seen_whole_moved_and_zoomed(player):
    player.open("play").paste(latin(40))
    board, scroller = player.test("board"), player.test("scroller")
    player.test("zoom-fit").click()
    box, inside = board.bounding_box(), scroller.bounding_box()
    assert box["width"] <= inside["width"] and box["y"] + box["height"] <= 900
    before = board.evaluate(WIDTH)
    player.page.mouse.move(*player.middle(820))
    player.page.keyboard.down("Control")
    player.page.mouse.wheel(0, -500)
    player.page.keyboard.up("Control")
    player.page.wait_for_function(
        "was => document.querySelector('.board').getBoundingClientRect().width > 2 * was",
        arg=before,
    )
    mouse, left = player.page.mouse, scroller.evaluate("one => one.scrollLeft")
    for button, key in (("middle", None), ("left", " ")):
        if key:
            player.page.keyboard.down(key)
        mouse.move(500, 500)
        mouse.down(button=button)
        mouse.move(400, 500, steps=4)
        mouse.up(button=button)
        if key:
            player.page.keyboard.up(key)
        now = scroller.evaluate("one => one.scrollLeft")
        assert now == pytest.approx(left + 100, abs=2)
        left = now
    expect(player.test("undo")).to_be_disabled()  # neither has marked anything
    player.paste(latin(5))
    player.paste(latin(40))
    assert board.evaluate(WIDTH) > 2 * before  # its size has kept its zoom
    player.cell(0).focus()
    player.page.keyboard.press(" ")
    expect(player.test("undo")).to_be_enabled()


@ON_A_PHONE
def test_two_fingers_zoom_and_never_mark(player):
    player.open("play").paste(latin(8))
    board, fingers = player.test("board"), Fingers(player)
    for drawn in (False, True):
        player.test("drawn").set_checked(drawn)
        before = board.evaluate(WIDTH)
        one, other = player.middle(26), player.middle(29)
        fingers.pinch(one, other, 12)
        player.settled()
        assert board.evaluate(WIDTH) > before * 1.3
        expect(player.test("undo")).to_be_disabled()
        player.test("zoom-fit").click()
    fingers.draw(*(player.middle(cell) for cell in (16, 17, 18)))
    player.settled()
    expect(player.cell(18)).to_have_attribute("aria-label", BLACK)
    player.test("undo").click()
    player.settled()
    expect(player.test("undo")).to_be_disabled()  # a stroke is one thing to undo


@pytest.mark.soak
@AT_A_DESK
def test_a_clue_that_stays_white_is_never_shown_black(player):
    player.open("play").paste("kuromasu\n. 5 .\n. . .\n. . .")
    player.page.evaluate(
        """() => new MutationObserver((seen) => {
            const added = seen.flatMap((one) => [...one.addedNodes]);
            const looks = added.map((one) => one.getAttribute("class"));
            window.drawn = [...(window.drawn ?? []), ...looks];
        }).observe(document.querySelector(".foreseen"), { childList: true })"""
    )
    player.click(1)
    assert player.page.evaluate("window.drawn") == ["dot"]
    player.by_mouse(Gesture(0, 2))
    expect(player.cell(2)).to_have_attribute("aria-label", BLACK)
    assert player.page.evaluate("window.drawn") == ["dot", "solid", "solid"]


@pytest.mark.soak
def test_the_view_is_told_by_more_than_its_colour(arrive):
    for media, look in (("forced_colors", "backgroundColor"), ("contrast", "textDecorationLine")):
        player = arrive(DESKTOP | {media: "active" if media == "forced_colors" else "more"})
        player.open("play")
        tabs = [player.test(f"nav-{view}") for view in ("play", "watch")]
        expect(tabs[0]).to_be_visible()
        here, there = (tab.evaluate(f"one => getComputedStyle(one).{look}") for tab in tabs)
        assert here != there


@pytest.mark.soak
def test_keys_play_as_soon_as_a_board_is_there(arrive):
    player = arrive()
    player.open("play").paste(latin(5))
    player.page.keyboard.press("ArrowRight")
    player.page.keyboard.press("Enter")
    expect(player.cell(1)).to_have_attribute("aria-label", BLACK)
