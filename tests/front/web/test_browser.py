"""Playing in a real browser, on a desktop and on a phone."""

from __future__ import annotations

import re

import pytest
from gestures import winning_gestures
from playwright.sync_api import expect

import masume
from masume.core.puzzle.gesture import Gesture
from tests.front.web.browser import (
    EACH_KIND,
    LAPTOP,
    ON_DESKTOP,
    ON_PHONE,
    TIMEOUT,
    short_game,
)

NAMES = "all => all.map((one) => one.dataset.example)"
LEAST_DIGITS = """() => {
  const svg = document.querySelector("[data-test=board-picture] svg");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const size = (text) => parseFloat(getComputedStyle(text).fontSize);
  return Math.min(...[...svg.querySelectorAll("text")].map(size)) * scale;
}"""


@ON_DESKTOP
def test_play_starts_with_easy_boards_and_labels_odd_ones(player):
    player.open("play")
    for kind in ("hashi", "kuromasu"):
        player.choose(kind, f"{kind}/first")
        expect(player.test("board-name")).to_contain_text("First steps · easy")
        player.test("change-board").click()
        shown = player.test("picker-boards").locator("button")
        expect(shown).to_have_count(len(list(masume.examples(kind))))
        labels = dict(zip(shown.evaluate_all(NAMES), shown.all_inner_texts(), strict=True))
        for board in masume.examples(kind):
            number = board.note("solutions")
            odd = "no solution" if number == "0" else f"{number} solutions"
            assert (f"· {odd}" in labels[board.name]) == (number != "1"), labels[board.name]
        player.test("picker-close").click()
    player.choose("hashi", "hashi/unsolvable-5x5")
    expect(player.test("board-name")).to_have_text("Open attic · no solution")


@EACH_KIND
@ON_DESKTOP
def test_a_board_is_solved_by_mouse_and_keys_and_a_reload_loses_nothing(player, kind):
    puzzle = short_game(kind).puzzle
    gestures = winning_gestures(puzzle)
    half = len(gestures) // 2
    begin_by_mouse(player, kind, gestures[: half + 1])
    player.cell(0).focus()
    for gesture in gestures[half:]:
        player.perform_by_keys(gesture, puzzle.cols)
    expect(player.test("finished")).to_be_visible()
    player.page.keyboard.press("Backspace")
    expect(player.test("finished")).to_be_hidden()
    player.page.keyboard.press("y")
    expect(player.test("finished")).to_be_visible()
    player.test("next-board").click()
    expect(player.test("finished")).to_be_hidden()
    player.test("change-board").click()
    player.test(f"puzzle-{kind}").click()
    solved = player.test("picker-boards").locator("button", has_text="✓")
    expect(solved).to_have_attribute("data-example", short_game(kind).name)


@pytest.mark.soak
@EACH_KIND
def test_a_board_is_solved_by_mouse_or_touch_alone(player, kind):
    gestures = winning_gestures(short_game(kind).puzzle)
    half = len(gestures) // 2
    begin_by_mouse(player, kind, gestures[: half + 1])
    for gesture in gestures[half:]:
        player.perform_by_mouse(gesture)
    expect(player.test("finished")).to_be_visible()


@pytest.mark.soak
@EACH_KIND
@ON_DESKTOP
def test_a_board_is_solved_by_keys_alone(player, kind):
    puzzle = short_game(kind).puzzle
    player.start(short_game(kind))
    for gesture in winning_gestures(puzzle):
        player.perform_by_keys(gesture, puzzle.cols)
    expect(player.test("finished")).to_be_visible()


def begin_by_mouse(player, kind, gestures):
    """Perform gestures, undo the last one, and reload the page."""
    player.start(short_game(kind))
    for gesture in gestures:
        player.perform_by_mouse(gesture)
    player.test("undo").click()
    before = player.picture()
    player.page.reload()
    expect(player.test("redo")).to_be_enabled()  # undone moves survive the reload
    player.expect_picture(before)


@pytest.mark.parametrize("kind", ["hashi", "kuromasu"])  # test_server covers all kinds
@ON_PHONE
def test_hints_have_levels_and_can_be_applied(player, kind):
    player.start(short_game(kind))
    player.test("hint").click()
    expect(player.test("hint-area")).to_be_visible()
    expect(player.test("hint-text")).to_be_hidden()
    player.test("hint-more").click()
    expect(player.test("hint-technique")).to_be_visible()
    player.test("hint-more").click()
    expect(player.test("hint-text")).to_be_visible()
    player.test("hint-apply").click()
    expect(player.test("undo")).to_be_enabled()
    player.test("undo").click()
    expect(player.test("undo")).to_be_disabled()


@ON_PHONE
def test_check_reports_a_mistake_then_its_area_then_the_mark_and_undoes_it(player):
    board = short_game("hitori")
    player.start(board)
    solution = masume.solve(board.puzzle).answer
    right, wrong = min(solution.black), min(set(range(board.puzzle.grid.size)) - solution.black)
    player.click(right)
    player.test("check").click()
    expect(player.test("check-text")).to_have_text("No mistakes so far.")
    player.click(wrong)
    player.test("check").click()
    expect(player.test("check-text")).to_have_text("There is a mistake.")
    player.test("hint").click()
    expect(player.test("hint-area")).to_have_text("The marked area contains a mistake.")
    player.test("hint-more").click()
    expect(player.test("hint-text")).to_contain_text("cannot be black")
    player.test("check-back").click()
    expect(player.cell(wrong)).not_to_have_attribute("aria-label", re.compile("black"))
    expect(player.cell(right)).to_have_attribute("aria-label", re.compile("black"))
    expect(player.test("redo")).to_be_enabled()


@ON_DESKTOP
def test_reason_for_a_cell_is_shown_and_undone(player):
    (board,) = (board for board in masume.examples("kuromasu") if board.name == "kuromasu/br-5x5-2")
    player.start(board)
    player.click(12)
    player.page.keyboard.press("w")
    expect(player.test("hint-card")).to_contain_text("Why r3c3?")
    expect(player.test("stages-forward")).to_be_visible()
    whole = player.picture()
    player.test("stages-forward").click()
    expect(player.test("stage-0")).to_have_attribute("aria-pressed", "true")
    expect(player.test("stage-0")).to_contain_text("(1) ")
    player.expect_other_picture(whole)
    player.test("stage-0").click()
    player.expect_picture(whole)
    player.page.keyboard.press("Control+z")
    expect(player.test("undo")).to_be_disabled()
    player.page.keyboard.press("Control+Shift+z")
    expect(player.test("undo")).to_be_enabled()
    player.page.keyboard.press("Control+z")
    player.page.keyboard.press("Control+y")
    expect(player.test("redo")).to_be_disabled()


@ON_DESKTOP
def test_a_game_is_shared_by_a_link(player, new_player):
    board = short_game("hitori")
    player.start(board)
    for gesture in winning_gestures(board.puzzle)[:3]:
        player.perform_by_mouse(gesture)
    picture = player.picture()
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.use("share")
    expect(player.test("status")).to_contain_text("Link copied")
    link = player.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(player.server.address)
    for name in ("share-others", "share-link"):
        expect(player.test(name)).to_have_attribute("name", name)
        expect(player.test(name)).to_have_attribute("aria-label", re.compile(r"\w+ \w+"))
    expect(player.test("share-others")).to_have_value(re.compile("^https://puzz.link/p[?]hitori/"))
    other = new_player()
    other.page.goto(link)
    expect(other.test("undo")).to_be_enabled()
    other.expect_picture(picture)


@ON_PHONE
def test_violations_are_described_in_words(player):
    player.start(short_game("hitori"))
    for cell in (0, 1):
        player.click(cell)
    expect(player.test("errors")).to_contain_text("both black")
    player.use("show-errors")
    expect(player.test("errors")).not_to_contain_text("both black")


@ON_DESKTOP
def test_a_trial_is_dropped(player):
    player.start(short_game("hitori"))
    player.click(0)
    before = player.picture()
    player.use("trial")
    expect(player.test("trials")).to_be_visible()
    player.click(5)
    player.expect_other_picture(before)
    player.click(10)
    expect(player.test("trial-1")).to_contain_text("2 marks")  # drawn in a style of their own
    expect(player.test("board-picture").locator("g.trial-1 path")).to_have_count(2)
    for width in (390, 1280):  # its bar fits on one line
        player.page.set_viewport_size({"width": width, "height": 900})
        parts = [player.test(name).bounding_box() for name in ("trial-1", "keep", "discard")]
        rights = [part["x"] + part["width"] for part in parts]
        assert all(right <= after["x"] for right, after in zip(rights, parts[1:], strict=False))
        assert parts[0]["height"] < 30 and parts[1]["y"] == parts[2]["y"]
    player.test("discard").click()
    expect(player.test("trials")).to_be_hidden()
    player.expect_picture(before)


@ON_PHONE
def test_questions_are_answered_on_the_board(player):
    player.open("play").paste("kuromasu\n. . .\n. 5 .\n. 3 .")
    player.use("analyse")
    player.test("analyse-count").click()
    expect(player.test("analyse-text")).to_have_text(re.compile(r"There are \d solutions\."))
    plain = player.picture()
    player.test("analyse-forced").click()
    expect(player.test("analyse-text")).to_contain_text("forced marks that are missing")
    player.expect_other_picture(plain)
    player.test("analyse-back").click()
    player.expect_picture(plain)
    player.use("analyse")
    player.test("analyse-forced").click()
    player.test("analyse-apply").click()
    expect(player.cell(6)).to_have_attribute("aria-label", "r3c1, black")
    player.use("analyse")
    player.test("analyse-forced").click()
    expect(player.test("analyse-text")).to_contain_text("No other marks are forced")
    player.test("analyse-why").click()
    expect(player.test("analyse-text")).to_contain_text("No contradiction")


@ON_DESKTOP
def test_a_board_without_a_solution_shows_why(player):
    examples = masume.examples("kuromasu")
    player.start(next(board for board in examples if board.name == "kuromasu/br-3x3-1"))
    plain = player.picture()
    player.use("solve")
    expect(player.test("solution-text")).to_contain_text("no solution")
    player.test("why-none").click()
    expect(player.test("analyse-reasons").locator("li")).to_have_count(3)
    player.expect_other_picture(plain)  # the clues are marked on the board
    player.test("analyse-back").click()
    player.test("hint").click()
    expect(player.test("why-none").locator("visible=true")).to_be_visible()
    player.click(0)  # it can still be played
    expect(player.test("undo")).to_be_enabled()


@ON_PHONE
def test_other_themes_and_the_keys(player):
    player.start(short_game("hitori"))
    before = player.picture()
    player.test("theme").click()
    expect(player.test("board-picture")).not_to_have_js_property("innerHTML", before)
    player.cell(0).focus()
    player.page.keyboard.press("?")
    expect(player.test("help")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.test("help")).to_be_hidden()


@ON_DESKTOP
def test_cells_have_labels_for_screen_readers(player):
    player.start(short_game("exactly_one"))
    pictures = player.test("rules-card").locator("li svg")
    expect(pictures.nth(1)).to_be_visible()
    player.test("rules-card").locator("summary").click()
    player.page.reload()
    expect(pictures.first).to_be_hidden()  # it stays as it was left
    goal = short_game("exactly_one").puzzle.goal_cell
    expect(player.cell(goal)).to_have_attribute("aria-label", re.compile(", goal"))
    player.start(short_game("hitori"))
    cells = player.test("board-grid").get_by_role("gridcell")
    expect(cells.first).to_have_attribute("aria-label", re.compile("^r1c1, "))
    player.click(0)
    expect(cells.first).to_have_attribute("aria-label", re.compile("black"))


@ON_PHONE
def test_a_new_board_and_a_pasted_one_are_played(player):
    player.open("play").paste("hitori\n1 1 3\n1 2 3\n1 3 3")
    expect(player.test("board-grid").get_by_role("gridcell")).to_have_count(9)
    player.test("change-board").click()
    player.test("new-board").click()
    player.test("new-puzzle").select_option("sudoku")
    expect(player.test("new-size")).to_have_value("9")  # 7 digits fill no boxes
    player.test("new-puzzle").select_option("hashi")
    player.test("new-make").click()
    expect(player.test("board-grid").get_by_role("gridcell")).not_to_have_count(
        9, timeout=2 * TIMEOUT
    )


def test_boards_of_one_cell(new_player):
    player = new_player()
    player.open("play")
    for text in ("hitori\n1", "hashi\n.", "exactly_one\n."):
        player.paste(text)
        expect(player.test("solution-card")).to_be_hidden()
        player.click(0)
        for name in ("hint", "check", "solve"):
            player.use(name)
        expect(player.test("solution-card")).to_be_visible()
        title = masume.kinds()[text.split()[0]].title
        expect(player.test("board-grid")).to_have_attribute("aria-label", re.compile(f"^{title}, "))


def test_a_board_of_fifty_by_fifty(new_player):
    player = new_player(own=True)  # the test changes the size of the window
    row = "1 2 " * 25
    player.open("play").paste("hitori\n" + "\n".join([row] * 50))
    player.click(2499)
    expect(player.cell(2499)).to_have_attribute("aria-label", re.compile("r50c50.*black"))
    player.perform_by_mouse(Gesture(2450, 2459))
    expect(player.cell(2459)).to_have_attribute("aria-label", re.compile("black"))
    player.page.keyboard.press("Control+z")  # the whole stroke
    expect(player.cell(2450)).not_to_have_attribute("aria-label", re.compile("black"))
    expect(player.cell(2499)).to_have_attribute("aria-label", re.compile("black"))
    player.page.set_viewport_size(LAPTOP["viewport"])
    player.paste("hitori\n" + "\n".join(["10 20 " * 15] * 30))
    expect(player.cell(899)).to_be_attached()
    assert player.page.evaluate(LEAST_DIGITS) >= 11  # of 30×30 cells on a laptop, in pixels
    # A board that is too large to be played says so.
    player.open_paste_dialog()
    player.test("paste-text").fill("hitori\n" + "\n".join(["1 2 " * 51] * 101))
    player.expect_errors("400")
    player.test("paste-open").click()
    expect(player.test("board-title")).to_contain_text("10,000 cells")
    expect(player.test("board")).to_be_hidden()


@ON_PHONE
def test_an_untitled_grid_offers_puzzles_to_choose(player):
    player.open("play").open_paste_dialog()
    player.test("paste-text").fill("1 1 3\n1 2 3\n1 3 3")
    player.test("paste-open").click()
    readings = player.test("paste-found").get_by_role("button")
    expect(readings.filter(has_text="Kuromasu")).to_be_visible()
    readings.filter(has_text="Hitori").click()
    player.wait_until_idle()
    expect(player.test("board-grid").get_by_role("gridcell")).to_have_count(9)
    expect(player.test("board-title")).to_contain_text("Hitori")
