"""Composing a board in a real browser: by mouse, keyboard and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import masume
from masume.core.search.events import Status
from masume.formats.palette import cell_texts, palette
from tests.front.web.browser import EACH_KIND, LAPTOP, ON_DESKTOP, ON_PHONE

SIDE = 4


def compose(player, kind, rows=SIDE, cols=SIDE):
    player.open("compose")
    player.test("compose-puzzle").select_option(kind)
    for field, count in (("rows", rows), ("cols", cols)):
        player.test(f"compose-{field}").fill(str(count))
        player.test(f"compose-{field}").press("Tab")
    expect(player.cell(rows * cols - 1)).to_be_attached()
    expect(player.cell(rows * cols)).not_to_be_attached()
    expect(verdict(player)).to_have_attribute("data-verdict", re.compile("."))


def verdict(player):
    return player.page.locator('[data-test="compose-verdict"]:not(.busy)')


def empty_board(kind, puzzle):
    return masume.loads("\n".join([kind, *[" ".join("." * puzzle.cols)] * puzzle.rows]))


def board_of(kind, texts, cols):
    rows = (" ".join(texts[start : start + cols]) for start in range(0, len(texts), cols))
    return masume.loads("\n".join((kind, *rows)))


def clues(kind):
    """Return a small board with one solution, and cell texts from the palette of an empty board."""
    for board in sorted(masume.examples(kind), key=lambda board: board.puzzle.grid.size):
        puzzle, texts = board.puzzle, cell_texts(board.puzzle)
        used = dict.fromkeys(text for text in texts if text != ".")
        labels = dict(zip(used, palette(empty_board(kind, puzzle)), strict=False))
        renamed = [labels.get(text, text) for text in texts]  # labels are interchangeable
        for composed in (texts, renamed) if puzzle.grid.size >= 9 else ():
            if can_be_typed(kind, composed, puzzle.cols):
                typed = board_of(kind, composed, puzzle.cols)  # without the example's own options
                if masume.solve(typed).unique:
                    return typed, composed
    raise AssertionError(f"{kind} has no small example with one solution")


def can_be_typed(kind, texts, cols):
    """Return whether the palette offers every cell's text, row by row and key by key."""
    typed = ["."] * len(texts)
    for cell, text in enumerate(texts):
        for end in range(1, len(text) + 1) if text[-1] != "." else ():
            offered = palette(board_of(kind, typed, cols))
            if text[:end] not in offered and not text.isdecimal():
                return False
            typed[cell] = text[:end]
    return True


def paint_all(player, texts):
    """Paint the cells with one text after the other; a room before its number."""
    for text in sorted(dict.fromkeys(texts), key=lambda text: text[0]):
        stem = text.rstrip("0123456789") or text
        for part in (stem, text) if stem not in texts else (text,):
            cells = [number for number, cell_text in enumerate(texts) if cell_text == text]
            if text != ".":
                choose(player, part)
                for cell in cells:
                    paint(player, cell)


FEWEST_CLUES = min(masume.kinds(), key=lambda kind: sum(text != "." for text in clues(kind)[1]))
SOME_KINDS = [  # the others only in the soak
    pytest.param(kind, marks=() if kind == FEWEST_CLUES else pytest.mark.soak)
    for kind in masume.kinds()
]


@pytest.mark.parametrize("kind", SOME_KINDS)
@ON_DESKTOP
def test_a_board_is_composed_from_nothing(player, kind):
    """By keyboard only, then by mouse; cleared, restored and exported."""
    puzzle, texts = clues(kind)
    compose(player, kind, puzzle.rows, puzzle.cols)
    player.cell(0).focus()
    for number, text in enumerate(texts):
        if text != ".":
            player.page.keyboard.type(text)
        if number % puzzle.cols < puzzle.cols - 1:
            player.page.keyboard.press("ArrowRight")
        elif number < len(texts) - 1:
            player.page.keyboard.press("Home")
            player.page.keyboard.press("ArrowDown")
    unique = re.compile("Exactly one solution – ")
    expect(verdict(player)).to_have_text(unique)
    drawn = player.picture()
    player.test("compose-clear").click()
    player.expect_other_picture(drawn)
    paint_all(player, texts)
    expect(verdict(player)).to_have_text(unique)
    player.expect_picture(drawn)
    player.go("convert")  # via the current board
    player.go("compose")
    player.expect_picture(drawn)  # it was kept
    player.test("compose-convert").click()
    player.test("convert-to").select_option("plain")
    expect(player.test("convert-result")).not_to_have_value("")
    assert masume.loads(player.test("convert-result").input_value()) == puzzle


@ON_PHONE
def test_help_with_composing(player):
    compose(player, "kuromasu")
    expect(verdict(player)).to_contain_text("solutions")
    assert player.page.locator(".differing").count() > 4
    player.test("paint-4").click()
    player.cell(5).tap()
    expect(player.test("board-picture").locator(".clue text")).to_have_text("4")
    bare = player.picture()
    player.test("compose-forced").check()
    player.expect_other_picture(bare)  # a clue cell is white
    player.test("compose-forced").uncheck()
    player.expect_picture(bare)
    player.test("compose-complete").click()
    expect(player.test("compose-outcome")).to_contain_text("added")
    expect(verdict(player)).to_contain_text("Exactly one solution")
    player.test("compose-show-solution").check()
    expect(player.test("compose-solution").locator("svg")).to_be_visible()
    player.test("compose-spare_clues").click()
    expect(player.test("compose-outcome")).to_contain_text(re.compile("can be removed|needed"))
    player.test("compose-harder").click()
    expect(player.test("compose-outcome")).to_contain_text(
        re.compile("Difficulty changed|nothing harder")
    )
    # A contradiction is shown, then undone.
    unique = player.picture()
    player.test("paint-2").click()
    for cell in range(SIDE):
        player.cell(cell).tap()
        player.wait_until_idle()  # a verdict that comes between two taps draws the board again
    expect(verdict(player)).to_have_attribute("data-verdict", "none")
    expect(player.test("compose-details")).to_contain_text("contradict")
    expect(player.page.locator(".conflict")).not_to_have_count(0)
    for _ in range(SIDE):
        player.test("compose-undo").click()
    player.expect_picture(unique)
    # A picture becomes the solution as far as the rules allow, and can be shared as a URL.
    player.test("compose-clear").click()
    player.test("compose-picture").click()
    for cell in (0, 5, 6, 15):  # two of them share a side
        player.test(f"pixel-{cell}").tap()
    player.test("picture-make").click()
    message = player.test("compose-outcome").locator("p")
    expect(message).to_contain_text("differs from your picture in one")
    expect(message).to_be_visible()
    expect(verdict(player)).to_contain_text("Exactly one solution")
    player.test("compose-share").click()
    expect(player.page.locator("main")).to_have_attribute("data-link", re.compile("^https://puzz"))


def test_answers_fit_beside_the_board(new_player):
    """All of them at once, on a screen of 1280×800 without scrolling."""
    player = new_player(LAPTOP)
    player.expect_errors("400")  # a board without a solution cannot be completed
    player.open("play?board=kuromasu/first").picture()
    player.open("compose").test("compose-current").click()
    expect(verdict(player)).to_contain_text("Exactly one solution – easy")
    message = player.test("compose-outcome")
    player.test("compose-deciding_clues").click()
    expect(message).to_have_text("this board has exactly one solution")
    player.test("compose-show-solution").check()
    player.page.evaluate("scrollTo(0, 0)")
    for what in ("board", "compose-verdict", "compose-outcome", "compose-solution"):
        expect(player.test(what)).to_be_in_viewport(ratio=1)
    player.cell(0).focus()
    player.page.keyboard.type("99")
    expect(verdict(player)).to_have_attribute("data-verdict", "none")
    player.test("compose-complete").click()
    expect(message).to_contain_text("no solution; change or remove some of its clues")
    player.page.evaluate("scrollTo(0, 0)")
    for what in ("compose-outcome", "compose-details"):
        expect(player.test(what)).to_be_in_viewport(ratio=1)
    player.test("compose-clear").click()
    expect(verdict(player)).to_contain_text("solutions")
    player.test("compose-deciding_clues").click()
    expect(message).to_contain_text("more than 300 solutions")


@ON_DESKTOP
def test_strokes_links_and_drawings(player):
    compose(player, "kuromasu")
    empty = player.picture()
    player.test("paint-3").click()
    mouse = player.page.mouse
    mouse.move(*player.centre(0))
    mouse.down()
    mouse.move(*player.centre(SIDE - 1), steps=8)
    mouse.up()
    expect(player.cell(SIDE - 1)).to_have_attribute("aria-label", "r1c4, 3")
    player.expect_other_picture(empty)
    player.page.keyboard.press("Control+z")  # the whole stroke
    player.expect_picture(empty)
    player.test("compose-symmetric").check()
    player.page.mouse.click(*player.centre(1))
    expect(player.cell(SIDE * SIDE - 2)).to_have_attribute("aria-label", "r4c3, ?")
    player.test("compose-rotate").click()
    expect(player.cell(2 * SIDE - 1)).to_have_attribute("aria-label", "r2c4, 3")
    # The URL of an editor is opened for editing.
    player.open("play").open_paste_dialog()
    player.test("paste-text").fill("https://puzz.link/p?kurodoko_edit/3/3/m")
    player.test("paste-open").click()
    expect(player.page).to_have_url(re.compile("#/create/compose$"))
    expect(player.cell(9)).to_have_count(0)  # the previous board is gone
    expect(player.cell(8)).to_be_attached()
    # A deciding clue is added when chosen, then undone.
    player.cell(0).focus()
    player.page.keyboard.type("5")
    expect(player.cell(0)).to_have_attribute("aria-label", "r1c1, 5")
    expect(verdict(player)).to_contain_text("solutions")
    player.test("compose-deciding_clues").click()
    player.test("compose-clue").first.click()
    expect(verdict(player)).to_contain_text("Exactly one solution")
    for _ in range(2):
        player.page.keyboard.press("Control+z")
    expect(player.cell(0)).to_have_attribute("aria-label", "r1c1")
    # The marks in Play become the solution.
    player.test("compose-drawn").click()
    expect(player.test("compose-outcome")).to_contain_text("No solution is drawn")
    player.test("compose-play").click()
    expect(player.test("hint")).to_be_visible()  # Play's own board is there
    player.wait_until_idle()
    for cell in (1, 8):
        player.click(cell)
    player.go("compose")
    player.test("compose-drawn").click()
    expect(verdict(player)).to_contain_text("Exactly one solution")


def find_clash(puzzle):
    """Return a cell, preferably without a clue, and a text that leaves no solution there."""
    texts = cell_texts(puzzle)
    kind = masume.kind_of(puzzle).name
    for cell in sorted(range(len(texts)), key=lambda cell: texts[cell] != "."):
        for text in palette(puzzle)[:6]:
            changed = [*texts[:cell], text, *texts[cell + 1 :]]
            if masume.solve(board_of(kind, changed, puzzle.cols)).status is Status.EXHAUSTED:
                return cell, text
    raise AssertionError(f"no clue of {kind} clashes with the others")


def find_removable_clue(puzzle, texts):
    """Return the cells of a clue, and what to paint there so that a solution remains."""
    kind = masume.kind_of(puzzle).name
    for text in dict.fromkeys(text for text in texts if text != "."):
        cells = [cell for cell, cell_text in enumerate(texts) if cell_text == text]
        for group in (cells, *([cell] for cell in cells)):
            for replacement, name in ((".", "erase"), ("?", "?")):
                if replacement == "." or "?" in palette(puzzle):
                    changed = [
                        replacement if cell in group else cell_text
                        for cell, cell_text in enumerate(texts)
                    ]
                    if masume.solve(board_of(kind, changed, puzzle.cols)).answer is not None:
                        return group, name
    raise AssertionError("every clue is needed for any solution at all")


def has_site_format(kind, format_):
    """Return whether a site has URLs for boards of a puzzle."""
    try:
        return masume.convert(clues(kind)[0], format_).startswith("https://")
    except masume.MasumeError:
        return False


def choose(player, name):
    """Choose what clicks write; a second click would deselect it."""
    if player.test(f"paint-{name}").get_attribute("aria-pressed") == "false":
        player.test(f"paint-{name}").click()


def paint(player, cell):
    """Paint by touch on a phone, by mouse on a desktop."""
    if player.page.evaluate("matchMedia('(hover: none)').matches"):
        player.cell(cell).tap()
    else:
        player.page.mouse.click(*player.centre(cell))


@pytest.mark.soak
@EACH_KIND
def test_a_board_is_composed_exported_kept_and_reopened(player, kind):
    """Painted, broken, undone, completed, made harder, exported, kept and reopened."""
    puzzle, texts = clues(kind)
    compose(player, kind, puzzle.rows, puzzle.cols)
    paint_all(player, texts)
    unique = re.compile("Exactly one solution")
    expect(verdict(player)).to_have_text(unique)
    drawn = player.picture()
    cell, text = find_clash(puzzle)
    choose(player, text)
    paint(player, cell)
    expect(verdict(player)).to_have_attribute("data-verdict", "none")
    expect(player.page.locator(".conflict")).not_to_have_count(0)
    player.test("compose-undo").click()
    player.expect_picture(drawn)
    cells, replacement = find_removable_clue(puzzle, texts)
    choose(player, replacement)
    for cell in cells:
        paint(player, cell)
    player.test("compose-complete").click()
    message = player.test("compose-outcome").locator("p")
    expect(message).to_contain_text(re.compile("added|already"))
    expect(message).to_be_visible()
    expect(verdict(player)).to_have_text(unique)
    player.test("compose-harder").click()
    expect(message).to_contain_text(re.compile("Difficulty changed|harder"), timeout=30_000)
    expect(verdict(player)).to_have_text(unique)
    player.test("compose-name").fill("My masterpiece")
    player.test("compose-name").press("Tab")
    expect(player.test("board")).to_have_attribute("data-name", "My masterpiece")
    done = player.picture()
    player.test("compose-save").click()
    player.test("compose-convert").click()
    converted = {}
    sites = [name for name in ("puzz.link",) if has_site_format(kind, name)]
    for name, start in (("plain", kind), *((name, "https://") for name in sites)):
        player.test("convert-to").select_option(name)
        expect(player.test("convert-result")).to_have_value(re.compile(f"^{start}"))
        converted[name] = masume.loads(player.test("convert-result").input_value(), kind=kind)
    assert len(set(converted.values())) == 1 and masume.solve(converted["plain"]).unique
    player.open("library").page.get_by_role("link", name="My boards").click()
    expect(player.page.locator(".tile-name")).to_have_text("My masterpiece")
    player.page.locator(".tile").click()
    expect(player.test("board-name")).to_contain_text("My masterpiece")
    player.open("compose").test("compose-current").click()
    player.expect_picture(done)


def tab_to(player, test):
    """Press Tab until an element has the focus."""
    for _ in range(200):
        focused = player.page.evaluate("document.activeElement?.dataset.test ?? ''")
        if re.fullmatch(test, focused):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {test}")


@pytest.mark.soak
@EACH_KIND
@ON_DESKTOP
def test_a_board_is_composed_by_keys_alone(player, kind):
    """From the choice of puzzle to the completed board, without a mouse."""
    puzzle, texts = clues(kind)
    player.open("compose")
    expect(verdict(player)).to_have_attribute("data-verdict", re.compile("."))
    keys = player.page.keyboard
    tab_to(player, "compose-puzzle")
    names = list(masume.kinds())
    keys.press("Home")
    for _ in range(names.index(kind)):
        keys.press("ArrowDown")
    expect(player.test("compose-puzzle")).to_have_value(kind)
    for field, count in (("rows", puzzle.rows), ("cols", puzzle.cols)):
        tab_to(player, f"compose-{field}")
        keys.press("Control+a")
        keys.type(str(count))
    tab_to(player, r"cell-\d+")
    expect(player.cell(puzzle.grid.size - 1)).to_be_attached()
    expect(player.cell(puzzle.grid.size)).not_to_be_attached()
    keys.press("Control+Home")
    for number, text in enumerate(texts):
        if text != ".":
            keys.type(text)
        if number % puzzle.cols < puzzle.cols - 1:
            keys.press("ArrowRight")
        elif number < len(texts) - 1:
            keys.press("Home")
            keys.press("ArrowDown")
    expect(verdict(player)).to_contain_text("Exactly one solution")
    drawn = player.picture()
    (cell, *_), replacement = find_removable_clue(puzzle, texts)
    keys.press("Control+Home")
    for _ in range(cell // puzzle.cols):
        keys.press("ArrowDown")
    for _ in range(cell % puzzle.cols):
        keys.press("ArrowRight")
    keys.press("Delete" if replacement == "erase" else replacement)
    player.expect_other_picture(drawn)
    keys.press("Control+z")
    player.expect_picture(drawn)
    keys.press("Control+y")
    player.expect_other_picture(drawn)
    tab_to(player, "compose-complete")
    keys.press("Enter")
    expect(player.test("compose-outcome")).to_contain_text(re.compile("added|already"))
    expect(verdict(player)).to_contain_text("Exactly one solution")
    tab_to(player, "compose-symmetric")
    keys.press("Space")
    expect(player.test("compose-symmetric")).to_be_checked()
