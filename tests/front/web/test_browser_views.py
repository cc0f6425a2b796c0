"""The other views in a real browser: watch, race, lab, make, explain, convert, and the docs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.front.web.browser import NEEDS_SERVER, ON_DESKTOP, ON_PHONE, TIMEOUT


@ON_DESKTOP
def test_going_back_closes_every_dialog(player):
    player.open("convert").test("convert-text").wait_for()
    play = ("rules", "share", "change-board")
    for view, buttons in (("play", play), ("compose", ["compose-picture"])):
        for button in buttons:
            player.go(view)
            player.picture()
            if view == "compose":  # a puzzle whose solutions are pictures
                player.test("compose-puzzle").select_option("hitori")
            player.use(button)
            expect(player.page.locator("dialog[open]")).to_be_visible()
            player.page.go_back()
            expect(player.test("convert-text")).to_be_visible()
            expect(player.page.locator("dialog")).to_have_count(0)


@ON_PHONE
def test_a_film_is_watched_and_scrubbed(player):
    player.open("watch").choose("hitori", "hitori/first")
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
    for fact in ("depth", "g", "f"):
        expect(player.test(f"fact-{fact}")).to_have_text("5")  # black cells of the answer


@NEEDS_SERVER
def test_choosing_the_same_board_again_keeps_the_search(new_player):
    player = new_player()
    player.open("watch").choose("hitori", "hitori/first")
    held = []
    player.page.route("**/api/load", lambda route: held.append(route))
    player.test("change-board").click()
    player.test("example-hitori/first").click()
    player.test("watch-start").click()
    expect(player.test("watch-line")).to_contain_text("Solved")
    with player.page.expect_response("**/api/load"):
        held.pop().continue_()
    player.page.unroute("**/api/load")
    player.page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    expect(player.test("watch-line")).to_contain_text("Solved")


@pytest.mark.soak
def test_a_film_stops_at_its_end_and_restarts(new_player):
    player = new_player()
    player.open("watch").choose("hitori", "hitori/first")
    player.test("film-speed").select_option("60")
    player.test("watch-start").click()
    play = player.test("film-play")
    expect(player.test("fact-h")).to_have_text("0")
    expect(play).to_have_attribute("aria-label", "Play")
    player.test("film-speed").select_option("1")
    play.click()
    expect(play).to_have_attribute("aria-label", "Pause")
    expect(player.test("fact-step")).to_have_text(re.compile("^[1-3]$"))


def test_a_search_without_a_step_shows_its_answer(new_player):
    """Propagation alone may solve a board."""
    player = new_player()
    player.open("watch").choose("hashi", "hashi/pw-1")
    player.test("watch-space").select_option("decide")
    empty = player.test("watch-picture").locator("svg").inner_html()
    player.test("watch-start").click()
    expect(player.test("watch-line")).to_contain_text("Solved: 0 nodes")
    expect(player.test("watch-picture").locator("svg")).not_to_have_js_property("innerHTML", empty)
    player.go("race")
    for lane in (1, 2):
        player.test(f"lane-{lane}-space").select_option("decide")
    player.test("race-start").click()
    player.test("race-last").click()
    expect(player.test("race-table").locator("tbody tr")).to_have_count(2)
    expect(player.test("race-1-verdict")).to_contain_text("solved")
    expect(player.test("race-1-picture").locator("svg")).to_be_visible()


@pytest.mark.soak
def test_a_single_node_is_counted_in_the_singular(new_player):
    player = new_player()
    player.open("play").paste("hitori\n1 1 2")
    player.go("watch")
    player.test("watch-space").select_option("shade")
    player.test("watch-start").click()
    expect(player.test("watch-line")).to_contain_text("Solved: one node expanded, ")


def test_iterative_deepening_shows_every_round(new_player):
    player = new_player()
    player.open("watch").choose("hitori", "hitori/first")
    player.test("watch-algorithm").select_option("iterative_deepening")
    player.test("watch-start").click()
    expect(player.test("watch-line")).to_contain_text("Solved")
    expect(player.test("watch-rounds").locator("button")).to_have_count(5)
    for round_ in (2, 5):
        player.test(f"round-{round_}").click()
        expect(player.test("fact-round")).to_have_text(str(round_))


@ON_DESKTOP
def test_a_race_is_run(player):
    player.open("race").choose("hitori", "hitori/first")
    player.test("race-add").click()
    player.test("race-start").click()
    steps, rows = player.test("race-1-steps"), player.test("race-table").locator("tbody tr")
    player.test("race-first").click()
    expect(steps).to_have_text("1")
    play = player.test("race-play")
    player.page.keyboard.press("1")  # slowly
    play.click()
    expect(play).to_have_attribute("aria-label", "Pause")
    player.page.keyboard.press(" ")  # presses the focused button
    expect(play).to_have_attribute("aria-label", "Play")  # it is paused
    at = int(steps.inner_text())
    player.page.keyboard.press("ArrowRight")
    expect(steps).to_have_text(str(at + 1))
    expect(player.test("race-table")).to_be_hidden()
    player.page.wait_for_url(f"**lane=*&lane=*&lane=*&by=steps&at={at + 1}&*")
    link = player.page.url
    player.test("race-by-time").check()
    player.page.keyboard.press("End")
    expect(rows).to_have_count(3)
    expect(player.test("race-lanes").locator("svg").first).to_be_visible()
    expect(player.test("race-lanes")).to_contain_text("solved, place 1")
    expect(player.test("race-line")).to_have_text(re.compile(r"Finished: .* wins after .*s\."))
    expect(player.test("race-clock")).to_have_text(re.compile(r"\d [mµ]?s$"))
    player.go("watch")
    player.go("race")
    expect(rows).to_have_count(3)  # the race is kept
    player.page.goto(link)
    expect(steps).to_have_text(str(at + 1))
    expect(player.test("race-lanes").locator("article")).to_have_count(3)


def test_an_invalid_lane_does_not_stop_the_others(new_player):
    player = new_player()
    player.expect_errors("400")
    player.open("race").choose("hitori", "hitori/first")
    player.test("lane-1-options").locator("summary").click()
    player.test("lane-1-option-weight").fill("heavy")
    player.test("race-start").click()
    player.test("race-last").click()
    expect(player.test("race-1-verdict")).to_contain_text("heavy")
    expect(player.test("race-table").locator("tbody tr")).to_have_count(1)
    expect(player.test("race-2-verdict")).to_contain_text("place 1")


@ON_PHONE
def test_boards_are_made_and_one_is_played(player):
    """A missing seed is drawn and shown."""
    player.open("make")
    player.test("make-puzzle").select_option("hitori")
    player.test("make-level").select_option("easy")
    player.test("make-count").fill("2")
    player.test("make-seed").fill("7")
    player.test("make-start").click()
    expect(player.test("made-0").locator("svg")).to_be_visible(timeout=2 * TIMEOUT)
    expect(player.test("made-1").locator("svg")).to_be_visible(timeout=2 * TIMEOUT)
    player.test("made-play-0").click()
    expect(player.test("board-grid")).to_be_visible()
    expect(player.test("undo")).to_be_disabled()
    player.page.go_back()
    expect(player.test("made-1").locator("svg")).to_be_visible()  # to choose another one
    player.test("make-count").fill("1")
    player.test("make-seed").fill("")
    player.test("make-start").click()
    expect(player.test("make-seed")).to_have_value(re.compile(r"^\d+$"), timeout=2 * TIMEOUT)


def test_the_closest_board_is_taken_or_the_search_continues(new_player):
    player = new_player()
    player.open("make")
    player.test("make-puzzle").select_option("hitori")
    player.test("make-level").select_option("extreme")
    for test, value in (("make-rows", "4"), ("make-cols", "4"), ("make-count", "2")):
        player.test(test).fill(value)
    player.test("make-start").click()
    expect(player.test("nearest-level-0")).to_contain_text(
        "instead of extreme", timeout=2 * TIMEOUT
    )
    player.test("nearest-use-0").click()
    expect(player.test("made-0")).to_contain_text("instead of extreme")
    expect(player.test("nearest-0")).to_have_count(0)
    expect(player.test("nearest-use-1")).to_be_visible(timeout=2 * TIMEOUT)
    player.test("make-start").click()  # stops it
    expect(player.test("nearest-line-1")).to_have_text("Stopped.")
    player.test("nearest-continue-1").click()
    expect(player.test("nearest-line-1")).to_contain_text("still searching")
    player.test("nearest-use-1").click()
    expect(player.test("make-line")).to_have_text("2 boards.")
    player.test("made-play-1").click()
    expect(player.test("board-grid").get_by_role("gridcell")).to_have_count(16)


@ON_DESKTOP
def test_a_board_is_explained_to_the_end(player):
    player.open("explain").choose("hashi", "hashi/unsolvable-5x5")
    unsolvable = "Not finished after 0 steps: there is no solution."
    expect(player.test("explain-verdict")).to_have_text(unsolvable, timeout=2 * TIMEOUT)
    player.choose("kuromasu", "kuromasu/br-5x5-2")
    expect(player.test("explain-level")).to_have_text("medium", timeout=2 * TIMEOUT)
    first = player.test("step-1")
    expect(first.locator("svg").first).to_be_visible()
    title = first.locator("h2").inner_text()
    player.page.keyboard.press("ArrowRight")
    expect(player.test("step-2")).to_be_visible()
    expect(first).to_be_hidden()
    player.test("step-2").locator(".cell-link").first.hover()
    expect(player.test("step-2").locator("svg .named")).to_have_count(1)
    player.page.keyboard.press("Home")
    expect(player.test("step-count")).to_have_text("1 / 11")
    player.test("explain-all").click()
    expect(player.test("step-2")).to_be_visible()
    expect(player.page).to_have_url(re.compile(r"#/play/explain\?board=kuromasu%2Fbr-5x5-2$"))
    link = player.page.url  # opens it from any view
    player.choose("hitori", "hitori/first")
    player.page.evaluate("(link) => { location.href = link; }", link)
    expect(player.test("step-1").locator("h2")).to_have_text(title, ignore_case=True)
    first.locator("h2 a").click()
    expect(player.test("techniques").locator(".target h2")).to_have_text(title, ignore_case=True)


@ON_PHONE
def test_searches_are_compared_and_sorted(player):
    player.open("lab").choose("hitori", "hitori/first")
    player.test("lab-start").click()
    rows = player.test("lab-table").locator("tbody tr")
    expect(rows.nth(10)).to_be_visible(timeout=2 * TIMEOUT)
    expect(player.test("lab-plot").locator("svg").first).to_be_visible()
    player.test("lab-table-sort-expanded").click()
    header = player.test("lab-table").locator("th[aria-sort=ascending], th[aria-sort=descending]")
    expect(header).to_have_count(1)
    player.choose("kuromasu", "kuromasu/first")
    expect(player.test("lab-table")).to_be_hidden()  # it belonged to the other board


@ON_PHONE
def test_a_pasted_url_is_converted(player):
    player.open("convert")
    expect(player.test("convert-result")).not_to_have_value("")  # the current board
    player.test("convert-text").fill("https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i")
    expect(player.test("convert-picture").locator("svg")).to_be_visible()
    player.test("convert-to").select_option("tatham")
    expect(player.test("convert-result")).to_have_value(re.compile("^5x5:"))
