"""A board of one's own, composed in a real browser: by mouse, by keys, by finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import masume
from masume.core.search.events import Status
from masume.formats.palette import cell_texts, palette
from tests.front.web.browser import AT_A_DESK, EACH, LAPTOP, ON_A_PHONE

SIDE = 4


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


def board_of(kind, texts, cols):
    rows = (" ".join(texts[start : start + cols]) for start in range(0, len(texts), cols))
    return masume.loads("\n".join((kind, *rows)))


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
        typed = board_of(kind, texts, puzzle.cols)  # without the example's own options
        if masume.solve(typed).unique:
            return typed, texts
    raise AssertionError(f"{kind} has no small example with one solution")


LEAST = min(masume.kinds(), key=lambda kind: sum(text != "." for text in clues(kind)[1]))
SOME = [  # the others in the soak
    pytest.param(kind, marks=() if kind == LEAST else pytest.mark.soak) for kind in masume.kinds()
]


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
    expect(player.test("board-picture").locator(".clue text")).to_have_text("4")
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
    expect(player.page.locator(".clash")).not_to_have_count(0)
    for _ in range(SIDE):
        player.test("compose-undo").click()
    player.shows(unique)
    # A picture becomes the solution, as far as the rules allow, and others get an address of it.
    player.test("compose-clear").click()
    player.test("compose-picture").click()
    for cell in (0, 5, 6, 15):  # two of them share a side
        player.test(f"pixel-{cell}").tap()
    player.test("picture-make").click()
    told = player.test("compose-told").locator("p")
    expect(told).to_contain_text("differs from your picture in one")
    expect(told).to_be_visible()
    expect(verdict(player)).to_contain_text("Exactly one solution")
    player.test("compose-share").click()
    expect(player.page.locator("main")).to_have_attribute("data-link", re.compile("^https://puzz"))


def test_answers_stand_beside_the_board(arrive):
    """All of them at once, on a screen of 1280×800 that nobody scrolls."""
    player = arrive(LAPTOP)
    player.foresees("400")  # no solution, so there is nothing to complete
    player.open("play?board=kuromasu/first").picture()
    player.open("compose").test("compose-desk").click()
    expect(verdict(player)).to_contain_text("Exactly one solution – easy")
    told = player.test("compose-told")
    player.test("compose-deciding").click()
    expect(told).to_have_text("this board has exactly one solution already")
    player.test("compose-see").check()
    player.page.evaluate("scrollTo(0, 0)")
    for what in ("board", "compose-verdict", "compose-told", "compose-solution"):
        expect(player.test(what)).to_be_in_viewport(ratio=1)
    player.cell(0).focus()
    player.page.keyboard.type("99")
    expect(verdict(player)).to_have_attribute("data-verdict", "none")
    player.test("compose-complete").click()
    expect(told).to_contain_text("no solution; change or remove some of its clues")
    player.page.evaluate("scrollTo(0, 0)")
    for what in ("compose-told", "compose-details"):
        expect(player.test(what)).to_be_in_viewport(ratio=1)
    player.test("compose-clear").click()
    expect(verdict(player)).to_contain_text("solutions")
    player.test("compose-deciding").click()
    expect(told).to_contain_text("more than 300 solutions")


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
    expect(player.page).to_have_url(re.compile("#/compose$"))
    expect(player.cell(9)).to_have_count(0)  # the board of before is gone
    expect(player.cell(8)).to_be_attached()
    # A clue that alone would do is written when it is chosen, and taken back.
    player.cell(0).focus()
    player.page.keyboard.type("5")
    expect(player.cell(0)).to_have_attribute("aria-label", "r1c1, 5")
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
    expect(player.test("hint")).to_be_visible()  # Play's own board is there
    player.settled()
    for cell in (1, 8):
        player.click(cell)
    player.test("nav-compose").click()
    player.test("compose-drawn").click()
    expect(verdict(player)).to_contain_text("Exactly one solution")


def clash(puzzle):
    """A cell, rather one without a clue, and a text that leaves no solution there."""
    texts = cell_texts(puzzle)
    kind = masume.kind_of(puzzle).name
    for cell in sorted(range(len(texts)), key=lambda cell: texts[cell] != "."):
        for text in palette(puzzle)[:6]:
            changed = [*texts[:cell], text, *texts[cell + 1 :]]
            if masume.solve(board_of(kind, changed, puzzle.cols)).status is Status.EXHAUSTED:
                return cell, text
    raise AssertionError(f"no clue of {kind} clashes with the others")


def lessened(puzzle, texts):
    """Cells of a clue, and what to paint there so that there is some solution still."""
    kind = masume.kind_of(puzzle).name
    for text in dict.fromkeys(text for text in texts if text != "."):
        cells = [cell for cell, one in enumerate(texts) if one == text]
        for group in (cells, *([cell] for cell in cells)):
            for instead, name in ((".", "erase"), ("?", "?")):
                if instead == "." or "?" in palette(puzzle):
                    changed = [instead if at in group else one for at, one in enumerate(texts)]
                    if masume.solve(board_of(kind, changed, puzzle.cols)).answer is not None:
                        return group, name
    raise AssertionError("every clue is needed for any solution at all")


def writes(kind, format_):
    """Whether a site has an address for boards of a puzzle."""
    try:
        return masume.convert(clues(kind)[0], format_).startswith("https://")
    except masume.MasumeError:
        return False


def choose(player, name):
    """What clicks write; to choose it once more would be to put it away."""
    if player.test(f"paint-{name}").get_attribute("aria-pressed") == "false":
        player.test(f"paint-{name}").click()


def paint(player, cell):
    """By finger on a phone, by mouse at a desk."""
    if player.page.evaluate("matchMedia('(hover: none)').matches"):
        player.cell(cell).tap()
    else:
        player.page.mouse.click(*player.middle(cell))


@pytest.mark.soak
@EACH
def test_a_board_goes_all_the_way(player, kind):
    """Painted, broken and mended, completed, made harder, exported, kept and opened again."""
    puzzle, texts = clues(kind)
    compose(player, kind, puzzle.rows, puzzle.cols)
    for text in dict.fromkeys(text for text in texts if text != "."):
        player.test(f"paint-{text}").click()
        for cell in (cell for cell, one in enumerate(texts) if one == text):
            paint(player, cell)
    unique = re.compile("Exactly one solution")
    expect(verdict(player)).to_have_text(unique)
    drawn = player.picture()
    cell, text = clash(puzzle)
    choose(player, text)
    paint(player, cell)
    expect(verdict(player)).to_have_attribute("data-verdict", "none")
    expect(player.page.locator(".clash")).not_to_have_count(0)
    player.test("compose-undo").click()
    player.shows(drawn)
    gone, instead = lessened(puzzle, texts)
    choose(player, instead)
    for cell in gone:
        paint(player, cell)
    player.test("compose-complete").click()
    told = player.test("compose-told").locator("p")
    expect(told).to_contain_text(re.compile("added|already"))
    expect(told).to_be_visible()
    expect(verdict(player)).to_have_text(unique)
    player.test("compose-harder").click()
    expect(told).to_contain_text(re.compile("It was|harder"), timeout=30_000)
    expect(verdict(player)).to_have_text(unique)
    player.test("compose-name").fill("My masterpiece")
    player.test("compose-name").press("Tab")
    expect(player.test("board")).to_have_attribute("data-name", "My masterpiece")
    done = player.picture()
    player.test("compose-keep").click()
    player.test("compose-convert").click()
    found = {}
    sites = [name for name in ("puzz.link",) if writes(kind, name)]
    for name, start in (("plain", kind), *((name, "https://") for name in sites)):
        player.test("convert-to").select_option(name)
        expect(player.test("convert-result")).to_have_value(re.compile(f"^{start}"))
        found[name] = masume.loads(player.test("convert-result").input_value(), kind=kind)
    assert len(set(found.values())) == 1 and masume.solve(found["plain"]).unique
    player.open("library").page.get_by_role("link", name="My boards").click()
    expect(player.page.locator(".tile-name")).to_have_text("My masterpiece")
    player.page.locator(".tile").click()
    expect(player.test("board-name")).to_contain_text("My masterpiece")
    player.open("compose").test("compose-desk").click()
    player.shows(done)


def tab_to(player, test):
    """Nothing but Tab leads there."""
    for _ in range(200):
        here = player.page.evaluate("document.activeElement?.dataset.test ?? ''")
        if re.fullmatch(test, here):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {test}")


@pytest.mark.soak
@EACH
@AT_A_DESK
def test_a_board_is_composed_by_keys_alone(player, kind):
    """From the puzzle's name to the completed board; the mouse stays where it is."""
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
    for what, count in (("rows", puzzle.rows), ("cols", puzzle.cols)):
        tab_to(player, f"compose-{what}")
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
    (cell, *_), instead = lessened(puzzle, texts)
    keys.press("Control+Home")
    for _ in range(cell // puzzle.cols):
        keys.press("ArrowDown")
    for _ in range(cell % puzzle.cols):
        keys.press("ArrowRight")
    keys.press("Delete" if instead == "erase" else instead)
    player.shows_no_more(drawn)
    keys.press("Control+z")
    player.shows(drawn)
    keys.press("Control+y")
    player.shows_no_more(drawn)
    tab_to(player, "compose-complete")
    keys.press("Enter")
    expect(player.test("compose-told")).to_contain_text(re.compile("added|already"))
    expect(verdict(player)).to_contain_text("Exactly one solution")
    tab_to(player, "compose-symmetric")
    keys.press("Space")
    expect(player.test("compose-symmetric")).to_be_checked()
