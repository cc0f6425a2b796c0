"""Strokes, touches and zoom in a real browser; most tests are for the soak."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from masume.core.puzzle.gesture import Gesture
from tests.front.web.browser import DESKTOP, ON_DESKTOP, ON_PHONE

WIDTH = "one => one.getBoundingClientRect().width"
BLACK = re.compile("black")


def latin(side):
    """Return a Hitori board without duplicates, on which any cell may be marked."""
    rows = (" ".join(str((row + col) % side + 1) for col in range(side)) for row in range(side))
    return "\n".join(("hitori", *rows))


class Fingers:
    """Real touch events, with any number of points."""

    def __init__(self, player):
        self.session = player.page.context.new_cdp_session(player.page)

    def send(self, kind, *points):
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def draw(self, *points):
        self.send("touchStart", points[0])
        for point in points[1:]:
            self.send("touchMove", point)
        self.send("touchEnd")

    def pinch(self, first, second, by):
        """Put two fingers down one after the other and spread them."""
        self.send("touchStart", first)
        self.send("touchStart", first, second)
        for step in range(1, 6):
            shift = step * by
            self.send("touchMove", (first[0] - shift, first[1]), (second[0] + shift, second[1]))
        self.send("touchEnd")


@pytest.mark.soak
@ON_DESKTOP
def test_a_stroke_over_a_large_board_is_one_request_and_one_undo(player):
    player.open("play").paste(latin(40))
    requests = []
    player.page.on("request", lambda sent: "/api/play" in sent.url and requests.append(sent))
    player.perform_by_mouse(Gesture(80, 119))
    for cell in (80, 100, 119):
        expect(player.cell(cell)).to_have_attribute("aria-label", BLACK)
    assert len(requests) < 20  # actions during a pending request are sent together
    sizes = [len(sent.response().body()) for sent in requests]
    assert max(sizes) < 25_000, sizes
    player.page.keyboard.press("Control+z")
    player.wait_until_idle()
    expect(player.test("undo")).to_be_disabled()
    for cell in (80, 100, 119):
        expect(player.cell(cell)).not_to_have_attribute("aria-label", BLACK)
    player.page.keyboard.press("Control+y")
    expect(player.cell(119)).to_have_attribute("aria-label", BLACK)


@pytest.mark.soak
@ON_DESKTOP
def test_a_large_board_is_fitted_zoomed_and_scrolled(player):
    player.open("play").paste(latin(40))
    board, scroller = player.test("board"), player.test("scroller")
    player.test("zoom-fit").click()
    box, inside = board.bounding_box(), scroller.bounding_box()
    assert box["width"] <= inside["width"] and box["y"] + box["height"] <= 900
    before = board.evaluate(WIDTH)
    player.page.mouse.move(*player.centre(820))
    player.page.keyboard.down("Control")
    player.page.mouse.wheel(0, -500)
    player.page.keyboard.up("Control")
    player.page.wait_for_function(
        "was => document.querySelector('.board').getBoundingClientRect().width > 2 * was",
        arg=before,
    )
    left = scroller.evaluate("one => one.scrollLeft")
    player.page.mouse.wheel(100, 0)
    player.page.wait_for_function(
        "was => document.querySelector('.scroller').scrollLeft >= was + 98", arg=left
    )
    expect(player.test("undo")).to_be_disabled()  # scrolling marks nothing
    player.paste(latin(5))
    player.paste(latin(40))
    assert board.evaluate(WIDTH) > 2 * before  # the zoom is kept per board size
    player.cell(0).focus()
    player.page.keyboard.press(" ")
    expect(player.test("undo")).to_be_enabled()


@ON_PHONE
def test_two_fingers_zoom_and_never_mark(player):
    player.open("play").paste(latin(8))
    board, fingers = player.test("board"), Fingers(player)
    for drawn in (False, True):
        if drawn:
            player.use("draw-by-touch")
            player.test("more").click()
        before = board.evaluate(WIDTH)
        fingers.pinch(player.centre(26), player.centre(29), 12)
        player.wait_until_idle()
        assert board.evaluate(WIDTH) > before * 1.3
        expect(player.test("undo")).to_be_disabled()
        player.test("zoom-fit").click()
    fingers.draw(*(player.centre(cell) for cell in (16, 17, 18)))
    player.wait_until_idle()
    expect(player.cell(18)).to_have_attribute("aria-label", BLACK)
    player.test("undo").click()
    player.wait_until_idle()
    expect(player.test("undo")).to_be_disabled()  # a stroke is undone as a whole


@pytest.mark.soak
@ON_DESKTOP
def test_a_clue_that_must_be_white_is_never_shown_black(player):
    player.open("play").paste("kuromasu\n. 5 .\n. . .\n. . .")
    player.page.evaluate(
        """() => new MutationObserver((seen) => {
            const added = seen.flatMap((one) => [...one.addedNodes]);
            const looks = added.map((one) => one.getAttribute("class"));
            window.drawn = [...(window.drawn ?? []), ...looks];
        }).observe(document.querySelector(".pending-marks"), { childList: true })"""
    )
    player.click(1)
    assert player.page.evaluate("window.drawn") == ["dot"]
    player.perform_by_mouse(Gesture(0, 2))
    expect(player.cell(2)).to_have_attribute("aria-label", BLACK)
    assert player.page.evaluate("window.drawn") == ["dot", "solid", "solid"]


@pytest.mark.soak
def test_current_view_is_marked_by_more_than_colour(new_player):
    for media, look in (("forced_colors", "backgroundColor"), ("contrast", "textDecorationLine")):
        player = new_player(DESKTOP | {media: "active" if media == "forced_colors" else "more"})
        player.open("play")
        tabs = [player.test(f"nav-{view}") for view in ("play", "library")]
        expect(tabs[0]).to_be_visible()
        styles = [tab.evaluate(f"one => getComputedStyle(one).{look}") for tab in tabs]
        assert styles[0] != styles[1]


@pytest.mark.soak
def test_keys_work_as_soon_as_a_board_is_open(new_player):
    player = new_player()
    player.open("play").paste(latin(5))
    player.page.keyboard.press("ArrowRight")
    player.page.keyboard.press("Enter")
    expect(player.cell(1)).to_have_attribute("aria-label", BLACK)
