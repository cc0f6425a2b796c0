"""Trouble around a game: storage, links, other tabs, the server and hostile texts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.front.web.browser import DESKTOP, PHONE, Player, short_game

BLACK = re.compile("black")
NO_STORE = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})"
FULL_STORE = (
    "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
)


@pytest.mark.parametrize("script", [NO_STORE, FULL_STORE], ids=["forbidden", "full"])
def test_a_game_survives_without_local_storage(new_player, script):
    player = new_player(own=True)
    player.page.add_init_script(script)
    player.start(short_game("hitori"))
    player.click(0)
    expect(player.test("status")).to_contain_text("reloading the page loses it")
    before = player.picture()
    player.go("convert")
    player.go("play")
    expect(player.test("undo")).to_be_enabled()
    player.expect_picture(before)
    player.test("theme").click()
    expect(player.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_invalid_stored_data_is_ignored(new_player):
    player = new_player()
    player.expect_errors("404")  # an SVG page has no favicon
    for stored in ("{}", '{"kind": "chess", "board": "chess"}', "[1"):
        player.page.goto(
            f"{player.server.address}/static/icon.svg"
        )  # a page that stores nothing itself
        for name in ("desk", "games"):
            player.page.evaluate(f"localStorage.setItem('masume.{name}', {stored!r})")
        for view in ("play", "watch"):
            player.open(view)
            expect(player.test("change-board")).to_be_visible()
        player.open("play")
        expect(player.cell(0)).to_be_visible()


def test_two_tabs_play_the_same_game(new_player):
    """An idle tab must not write its old state over what was played in another."""
    player = new_player()
    player.start(short_game("hitori"))
    other = Player(player.page.context.new_page(), player.server)
    other.open("play")
    expect(other.cell(0)).to_be_visible()
    player.click(0)
    expect(other.cell(0)).to_have_attribute("aria-label", BLACK)
    other.click(6)
    expect(player.cell(6)).to_have_attribute("aria-label", BLACK)
    player.page.keyboard.press("Backspace")
    expect(other.cell(6)).not_to_have_attribute("aria-label", BLACK)
    other.page.reload()
    expect(other.cell(0)).to_have_attribute("aria-label", BLACK)
    assert other.unexpected_errors == []
    other.page.close()


def test_a_link_with_garbage(new_player):
    player = new_player()
    player.expect_errors("422", "400")
    player.start(short_game("hitori"))
    player.click(0)
    for text in ("zAAAA", "jbm9uc2Vuc2U", "x!!", "je30"):
        player.page.reload()
        expect(player.test("status")).to_be_hidden()
        player.open(f"play?g={text}")
        expect(player.test("status")).to_contain_text("This link contains no game")
        expect(player.cell(0)).to_have_attribute("aria-label", BLACK)  # the own game is kept


def test_a_link_to_an_example_is_followed_once(new_player):
    player = new_player()
    player.open("play?board=hashi/pw-1")
    expect(player.test("board")).to_have_attribute("data-name", "hashi/pw-1")
    player.choose("hitori", "hitori/first")
    expect(player.test("board")).to_have_attribute("data-name", "hitori/first")
    player.page.reload()
    expect(player.test("board")).to_have_attribute("data-name", "hitori/first")


def test_back_and_forward(new_player):
    player = new_player()
    player.start(short_game("hitori"))
    player.click(0)
    for view in ("watch", "race", "lab"):
        player.go(view)
        expect(player.page.locator("main")).to_have_attribute("data-view", view)
    for _ in range(3):
        player.page.go_back()
    expect(player.cell(0)).to_have_attribute("aria-label", BLACK)
    player.page.go_forward()
    expect(player.test("watch-start")).to_be_visible()


def test_quick_clicks_are_applied_in_order(new_player):
    player = new_player()
    player.start(short_game("hitori"))
    x, y = player.centre(0)
    player.page.mouse.dblclick(x, y)
    for cell in (5, 10, 15):
        player.page.mouse.click(*player.centre(cell))
    player.wait_until_idle()
    expect(player.cell(0)).to_have_attribute("aria-label", re.compile("white"))
    for cell in (5, 10, 15):
        expect(player.cell(cell)).to_have_attribute("aria-label", BLACK)
    for _ in range(5):
        player.page.keyboard.press("Backspace")
    expect(player.test("undo")).to_be_disabled()


def test_the_page_recovers_when_the_server_restarts(new_player, start_server):
    first = start_server(workers=1)
    player = new_player(where=first)
    player.expect_errors("net::ERR_", "503")  # the packs may be requested while it stops
    player.start(short_game("hitori"))
    player.click(0)
    first.close()
    player.page.mouse.click(*player.centre(5))
    expect(player.test("status")).to_contain_text("does not respond")
    second = start_server(port=first.port, workers=1)
    expect(player.cell(5)).to_have_attribute("aria-label", BLACK)
    expect(player.cell(0)).to_have_attribute("aria-label", BLACK)
    expect(player.test("status")).to_be_hidden()
    second.close()
    player.go("lab")
    expect(player.test("status")).to_contain_text("check that “masume web” is running")


def test_a_film_whose_worker_dies_shows_an_error(new_player, small_server):
    player = new_player(where=small_server)
    player.open("watch").choose("hitori", "hitori/jain-sample2")
    player.test("watch-algorithm").select_option("breadth_first")
    player.test("watch-start").click()
    expect(player.test("fact-step")).not_to_have_text("–")
    for worker in list(small_server.app.state.pool._all):
        worker.process.kill()
    expect(player.test("status")).to_contain_text("worker process died")
    expect(player.test("watch-start")).to_contain_text("Start")
    player.test("watch-algorithm").select_option("greedy")
    player.test("watch-start").click()
    expect(player.test("watch-line")).to_contain_text("Solved")


def test_leaving_a_view_cancels_its_work(new_player, small_server):
    player = new_player(where=small_server)
    player.expect_errors("503")  # the request for the packs is repeated
    player.open("watch").choose("hitori", "hitori/jain-sample2")
    player.test("watch-algorithm").select_option("breadth_first")
    player.test("watch-start").click()
    expect(player.test("fact-step")).not_to_have_text("–")
    assert small_server.app.state.pool._idle.empty()
    player.go("play")
    expect(player.cell(0)).to_be_visible()
    player.test("hint").click()  # needs the only worker
    expect(player.test("hint-card")).to_be_visible(timeout=8_000)


HOSTILE = "hitori\nname: <script>alert(1)</script><img src=x onerror=alert(2)>\n1 1 3\n1 2 3\n1 3 3"


def test_html_in_a_board_name_is_escaped(new_player):
    player = new_player(own=True)
    player.expect_errors("400")
    dialogs = []
    player.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    player.open("play").paste(HOSTILE)
    expect(player.test("board-name")).to_contain_text("<script>")
    for view in ("watch", "race", "explain", "convert"):
        player.go(view)
        expect(player.page.locator("main svg").first).to_be_visible()
    player.test("convert-text").fill("<svg onload=alert(3)>")
    expect(player.test("convert-fault")).to_be_visible()
    assert player.page.locator("main script, main img").count() == 0 and dialogs == []


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_views_contact_no_other_host_and_fit_the_screen(new_player, options):
    player = new_player({**options, "reduced_motion": "reduce"})
    urls = []
    player.page.on("request", lambda request: urls.append(request.url))
    for view in ("play", "library", "watch", "race", "lab", "make", "explain", "convert"):
        player.open(view)
        expect(player.page.locator("main h1")).to_be_visible()
        overflow = player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0, (view, overflow)
        names = player.page.evaluate(
            """[...document.querySelectorAll("button, select, input, textarea, a")]
               .filter((one) => one.offsetParent && !one.textContent.trim() && !one.labels?.length
                 && !one.getAttribute("aria-label")).map((one) => one.outerHTML)"""
        )
        assert names == [], f"controls without a name in {view}"
    local = (player.server.address, "data:", "blob:")
    assert [url for url in urls if not url.startswith(local)] == []


def test_invalid_numbers_show_an_error(new_player):
    player = new_player()
    player.expect_errors("422")
    player.open("make")
    player.test("make-rows").fill("0")
    player.test("make-start").click()
    expect(player.test("status")).to_contain_text("rows")
    player.test("make-rows").fill("7")
    player.test("make-seed").fill("-3")
    player.test("make-start").click()
    expect(player.test("status")).to_contain_text("seed")
    player.open("watch")
    player.test("watch-options").locator("summary").click()
    player.test("watch-seconds").fill("1000")
    player.test("watch-start").click()
    expect(player.test("status")).to_contain_text("seconds")


# Touch


@pytest.fixture
def fingers(new_player):
    """A player on a phone, and a function that sends touch events."""
    player = new_player(PHONE)
    player.start(short_game("hitori"))
    session = player.page.context.new_cdp_session(player.page)

    def touch(kind, *points):
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    return player, touch


def test_a_touch_acts_on_release(fingers):
    player, touch = fingers
    touch("touchStart", player.centre(0))
    player.page.wait_for_timeout(100)
    player.wait_until_idle()
    expect(player.test("undo")).to_be_disabled()
    touch("touchEnd")
    expect(player.cell(0)).to_have_attribute("aria-label", BLACK)


def test_a_long_press_acts_as_the_secondary_button(fingers):
    player, touch = fingers
    touch("touchStart", player.centre(0))
    player.page.wait_for_timeout(600)
    touch("touchEnd")
    expect(player.cell(0)).to_have_attribute("aria-label", re.compile("white"))


def test_two_fingers_never_leave_a_mark(fingers):
    player, touch = fingers
    first, second = player.centre(0), player.centre(10)
    touch("touchStart", first)
    touch("touchStart", first, second)
    for step in range(1, 6):
        touch("touchMove", (first[0] - step * 3, first[1]), (second[0] + step * 3, second[1]))
    touch("touchEnd", first)
    touch("touchEnd")
    player.page.wait_for_timeout(200)
    player.wait_until_idle()
    expect(player.test("undo")).to_be_disabled()


def test_scrolling_with_a_finger_leaves_no_mark(fingers):
    player, touch = fingers
    x, y = player.centre(5)
    touch("touchStart", (x, y))
    for step in range(1, 8):
        touch("touchMove", (x, y - step * 12))
    touch("touchEnd")
    player.page.wait_for_timeout(200)
    player.wait_until_idle()
    expect(player.test("undo")).to_be_disabled()


def test_an_error_in_a_dialog_can_be_read_and_closed(new_player):
    """An open dialog blocks clicks on the rest of the page."""
    player = new_player(own=True)
    player.expect_errors("400")
    fault = {"error": "film: no network"}
    player.page.route("**/api/film", lambda route: route.fulfill(status=400, json=fault))
    player.open("watch?board=hitori/singles-6x6-1&algorithm=astar:weight=1&space=shade&step=2")
    player.test("watch-export").click()
    for _ in range(2):
        player.test("export-save").click()
        shown = player.test("export").locator("#status")
        expect(shown).to_have_text(fault["error"])
        player.test("status-close").click()
        expect(shown).to_be_hidden()
    player.test("export-save").click()
    player.test("export-close").click()
    expect(player.page.locator("body > #status")).to_have_text(fault["error"])
