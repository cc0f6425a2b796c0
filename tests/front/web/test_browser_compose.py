"""A board of one's own, composed in a real browser: by mouse, by keys, by finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import masume
from masume.formats.palette import cell_texts, palette
from tests.front.web.browser import AT_A_DESK, EACH, ON_A_PHONE

SIDE = 4
SOME = [  # the others in the soak
    pytest.param(kind, marks=pytest.mark.soak if place else ())
    for place, kind in enumerate(masume.kinds())
]


def compose(player, kind, rows=SIDE, cols=SIDE):
    player.open("compose")
    player.test("compose-puzzle").select_option(kind)
    for what, count in (("rows", rows), ("cols", cols)):
        player.test(f"compose-{what}").fill(str(count))
        player.test(f"compose-{what}").press("Tab")
    expect(player.cell(rows * cols - 1)).to_be_attached()
    expect(player.cell(rows * cols)).not_to_be_attached()
    expect(verdict(player)).to_have_attribute("data-verdict", re.compile("."))


def verdict(player):
    return player.page.locator('[data-test="compose-verdict"]:not(.busy)')


def bare(kind, puzzle):
    return masume.loads("\n".join([kind, *[" ".join("." * puzzle.cols)] * puzzle.rows]))


def clues(kind):
    """A small board with one solution, in texts that an empty one of its size offers."""
    for board in sorted(masume.examples(kind), key=lambda board: board.puzzle.grid.size):
        puzzle, texts = board.puzzle, cell_texts(board.puzzle)
        used = dict.fromkeys(text for text in texts if text != ".")
        offered = palette(bare(kind, puzzle))
        if puzzle.grid.size < 9 or len(used) > len(offered):
            continue
        if not used.keys() <= set(offered):  # labels, of which one is as good as another
            others = dict(zip(used, offered, strict=False))
            texts = [others.get(text, text) for text in texts]
        cols = puzzle.cols
        rows = (" ".join(texts[start : start + cols]) for start in range(0, len(texts), cols))
        typed = masume.loads("\n".join((kind, *rows)))  # without the example's own options
        if masume.solve(typed).unique:
            return typed, texts
    raise AssertionError(f"{kind} has no small example with one solution")


@pytest.mark.parametrize("kind", SOME)
@AT_A_DESK
def test_a_board_is_composed_from_nothing(player, kind):
    """By keys alone, then once more by mouse; broken, mended, exported and opened again."""
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
    player.shows_no_more(drawn)
    for text in dict.fromkeys(texts):
        if text != ".":
            player.test(f"paint-{text}").click()
            for number in (n for n, one in enumerate(texts) if one == text):
                player.page.mouse.click(*player.middle(number))
    expect(verdict(player)).to_have_text(unique)
    player.shows(drawn)
    player.test("nav-convert").click()  # by way of the desk
    player.test("nav-compose").click()
    player.shows(drawn)  # it was kept
    player.test("compose-convert").click()
    player.test("convert-to").select_option("plain")
    expect(player.test("convert-result")).not_to_have_value("")
    assert masume.loads(player.test("convert-result").input_value()) == puzzle


@ON_A_PHONE
def test_help_for_makers(player):
    compose(player, "kuromasu")
    expect(verdict(player)).to_contain_text("solutions")
    assert player.page.locator(".doubt").count() > 4
    player.test("paint-4").click()
    player.cell(5).tap()
    bare = player.picture()
    player.test("compose-forced").check()
    player.shows_no_more(bare)  # a clue is white, whatever else
    player.test("compose-forced").uncheck()
    player.shows(bare)
    player.test("compose-complete").click()
    expect(player.test("compose-told")).to_contain_text("added")
    expect(verdict(player)).to_contain_text("Exactly one solution")
    player.test("compose-see").check()
    expect(player.test("compose-solution").locator("svg")).to_be_visible()
    player.test("compose-spare").click()
    expect(player.test("compose-told")).to_contain_text(re.compile("could go|needed"))
    player.test("compose-harder").click()
    expect(player.test("compose-told")).to_contain_text(re.compile("It was|nothing harder"))
    # A clash is shown, and taken back.
    unique = player.picture()
    player.test("paint-2").click()
    for cell in range(SIDE):
        player.cell(cell).tap()
    expect(verdict(player)).to_have_attribute("data-verdict", "none")
    expect(player.test("compose-details")).to_contain_text("contradict")
    assert player.page.locator(".clash").count()
    for _ in range(SIDE):
        player.test("compose-undo").click()
    player.shows(unique)


@AT_A_DESK
def test_strokes_links_and_drawings(player):
    compose(player, "kuromasu")
    empty = player.picture()
    player.test("paint-3").click()
    mouse = player.page.mouse
    mouse.move(*player.middle(0))
    mouse.down()
    mouse.move(*player.middle(SIDE - 1), steps=8)
    mouse.up()
    expect(player.cell(SIDE - 1)).to_have_attribute("aria-label", "r1c4, 3")
    player.shows_no_more(empty)
    player.page.keyboard.press("Control+z")  # all of the stroke
    player.shows(empty)
    player.test("compose-symmetric").check()
    player.page.mouse.click(*player.middle(1))
    expect(player.cell(SIDE * SIDE - 2)).to_have_attribute("aria-label", "r4c3, ?")
    player.test("compose-rotate").click()
    expect(player.cell(2 * SIDE - 1)).to_have_attribute("aria-label", "r2c4, 3")
    # An address of an editor is opened for editing.
    player.open("play").test("paste-board").click()
    player.test("paste-text").fill("https://puzz.link/p?kurodoko_edit/3/3/m")
    player.test("paste-open").click()
    expect(player.cell(8)).to_be_attached()
    expect(player.page).to_have_url(re.compile("#/compose$"))
    # A clue that alone would do is written when it is chosen, and taken back.
    player.cell(0).focus()
    player.page.keyboard.type("5")
    expect(verdict(player)).to_contain_text("solutions")
    player.test("compose-deciding").click()
    player.test("compose-clue").first.click()
    expect(verdict(player)).to_contain_text("Exactly one solution")
    for _ in range(2):
        player.page.keyboard.press("Control+z")
    expect(player.cell(0)).to_have_attribute("aria-label", "r1c1")
    # What is drawn in Play becomes the solution.
    player.test("compose-drawn").click()
    expect(player.test("compose-told")).to_contain_text("Nothing is drawn")
    player.test("compose-play").click()
    for cell in (1, 8):
        player.click(cell)
    player.test("nav-compose").click()
    player.test("compose-drawn").click()
    expect(verdict(player)).to_contain_text("Exactly one solution")


@pytest.mark.soak
@EACH
@ON_A_PHONE
def test_each_puzzle_gets_help_on_a_phone(player, kind):
    puzzle, _ = clues(kind)
    compose(player, kind)
    text = masume.convert(puzzle, "plain")
    player.open("play").paste(text)
    player.open("compose").test("compose-desk").click()
    expect(verdict(player)).to_contain_text("Exactly one solution – ")
    for what, told in (
        ("spare", "could go|needed"),
        ("easier", "It was|easier"),
        ("harder", "It was|harder"),
    ):
        player.test(f"compose-{what}").click()
        expect(player.test("compose-told")).to_contain_text(re.compile(told))
        expect(verdict(player)).to_contain_text("Exactly one solution")
