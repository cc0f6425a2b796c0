"""The home page in a real browser: tiles, the field that explains, games to continue, and Learn."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

import masume
from tests.front.web.browser import ON_DESKTOP, PHONE, TIMEOUT, short_game

DOCS = Path(__file__).parents[3] / "docs"


@ON_DESKTOP
def test_home_shows_every_puzzle_and_explains_an_address(player):
    player.open("")
    for kind in masume.kinds():
        expect(player.test(f"tile-{kind}").locator("svg")).to_be_attached()
    player.test("home-paste").fill("https://puzz.link/p?kurodoko/5/5/?")
    player.test("home-explain").click()
    expect(player.test("home-fault")).not_to_be_empty()
    player.test("home-paste").fill("https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i")
    player.test("home-explain").click()
    expect(player.test("step-1").locator("svg").first).to_be_visible(timeout=2 * TIMEOUT)
    player.page.go_back()
    expect(player.test("tile-hitori")).to_be_visible()


@ON_DESKTOP
def test_each_board_has_an_address_and_a_game_is_continued(player):
    board = short_game("hitori")
    player.start(board)
    address = re.compile(rf"#/play\?board={board.name.replace('/', '%2F')}$")
    expect(player.page).to_have_url(address)
    player.click(0)
    player.choose("kuromasu", "kuromasu/first")
    expect(player.page).to_have_url(re.compile(r"#/play\?board=kuromasu%2Ffirst$"))
    player.page.go_back()
    expect(player.page).to_have_url(address)
    expect(player.cell(0)).to_have_attribute("aria-label", re.compile("black"))
    player.test("brand").click()
    player.test("continue").get_by_role("button").first.click()
    expect(player.cell(0)).to_have_attribute("aria-label", re.compile("black"))
    expect(player.page).to_have_url(address)


@ON_DESKTOP
def test_learn_links_to_pages_that_exist(player):
    player.open("learn")
    expect(player.page.locator(".learn a").first).to_be_visible()
    anchors = player.page.locator(".learn a")
    links = anchors.evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    pages = [link.removeprefix("docs/") for link in links if link.startswith("docs/")]
    assert len(pages) > 10
    assert [page for page in pages if not (DOCS / page).with_suffix(".md").exists()] == []


def test_a_first_visit_on_a_phone_takes_two_taps_to_a_mark_and_three_to_a_hint(new_player):
    player = new_player(PHONE)
    player.open("")
    taps = []

    def tap(target):
        taps.append(target)
        expect(target).to_be_in_viewport()  # without scrolling
        target.tap()

    tap(player.test("tile-hitori"))
    tap(player.cell(0))
    expect(player.cell(0)).to_have_attribute("aria-label", re.compile("black"))
    assert len(taps) == 2
    tap(player.test("hint"))
    expect(player.test("hint-card")).to_be_in_viewport()
    expect(player.test("board")).to_be_in_viewport(ratio=0.9)  # the hint does not cover it
    assert len(taps) == 3
