"""Watching a search in a real browser: tree, links to a step, keys and exports."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import av
import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import expect
from pypdf import PdfReader

LINK = "watch?board=hitori/singles-6x6-1&algorithm=astar:weight=1&space=shade&step={step}"


def test_a_link_opens_a_step_with_its_tree_and_lists(new_player):
    """Tree, lists, keys, jumps by click, children with reasons; all survive a change of view."""
    player = new_player()
    page, step = player.page, player.test("fact-step")
    player.open(LINK.format(step=40))
    expect(player.test("watch-line")).to_contain_text("Solved: 191 nodes")
    expect(step).to_have_text("40")
    narration = player.test("watch-narration")
    expect(narration).to_have_text(re.compile(r"#40: f = \d+, tied with \d+ others, newest first"))
    expect(player.test("open-title")).to_contain_text("90 nodes")
    first = player.test("open-list").locator("button").first.inner_text()
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("41")
    assert player.test("fact-move").inner_text() in first  # the first node of the list was expanded
    player.test("watch-tab-code").click()
    lit = player.test("watch-code").locator(".executed")
    expect(lit.first).to_contain_text("take the node with the least f")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(lit).to_have_count(1)
    player.test("watch-tab-children").click()
    player.test("children-list").locator(".fate-dead button").first.click()
    expect(player.test("node-detail")).to_contain_text("h is infinite")
    player.test("node-why").click()
    expect(player.test("node-reason")).to_contain_text("No solution can be reached")
    player.test("children-boards").click()
    expect(player.test("children-pictures").locator("svg").first).to_be_visible()
    expect(player.test("children-excluded")).to_contain_text("is not generated")
    _run_lecture(player, step)
    player.test("watch-tree-fit").click()
    spot = page.evaluate("document.querySelector('[data-test=watch-tree]').spotOf(0)")
    player.test("watch-tree").click(position={"x": spot[0], "y": spot[1]})
    expect(step).to_have_text("1")
    page.wait_for_url("**step=1")
    player.go("race")
    player.go("watch")
    expect(step).to_have_text("1")
    expect(player.test("watch-space")).to_have_value("shade")


IS_STEADY = """() => {
  const { height } = document.querySelector("[data-test=watch-picture]").getBoundingClientRect();
  const isSteady = window.heightBefore === height;
  window.heightBefore = height;
  return isSteady;
}"""  # the board and the lists below it have their final sizes


def test_lists_zoom_and_quiz_match_the_search(new_player):
    """The last frame has counts of its own, zooming keeps the node visible, quizzes are unique."""
    player = new_player({"viewport": {"width": 1920, "height": 1080}})
    page = player.page
    player.open(LINK.format(step=40))
    expect(player.test("fact-step")).to_have_text("40")
    expect(player.test("closed-size")).to_have_text("Closed list: 40 states")
    page.wait_for_function(IS_STEADY, polling=400)
    high = player.test("watch-picture").bounding_box()["height"]
    for _ in range(5):
        player.test("watch-tree-zoom-in").click()
        assert _is_current_node_visible(page)
    page.keyboard.press("ArrowRight")
    assert _is_current_node_visible(page)
    player.test("watch-tree-follow").click()
    _check_quiz(player)
    page.keyboard.press("l")
    tree = player.test("watch-tree")
    expect(tree).to_have_css("font-size", re.compile(r"^(18|19|[2-6]\d)"))
    page.wait_for_function(f"() => {TREE}.texts().every(({{size}}) => size >= 18)")
    lowest = page.evaluate(f"Math.max(...{TREE}.spots().map(([, y]) => y)) / {TREE}.clientHeight")
    assert lowest > 0.7, "the tree fills its canvas"
    page.keyboard.press("Escape")
    player.test("film-last").click()
    expect(player.test("open-title")).to_have_text("Open list: 292 nodes")
    expect(player.test("closed-size")).to_have_text("Closed list: 191 states")
    expect(player.test("fact-frontier")).to_have_text("292")
    player.test("fact-frontier").evaluate("(cell) => { cell.textContent = '1,374,658'; }")
    player.test("watch-line").evaluate("(line) => { line.textContent += line.textContent; }")
    frontier = player.test("fact-frontier")
    assert frontier.evaluate("(cell) => cell.scrollWidth <= cell.clientWidth"), "not cut off"
    assert frontier.bounding_box()["height"] < 30, "on one line"
    assert player.test("watch-picture").bounding_box()["height"] == high
    player.test("film-scrubber").fill("39")
    player.test("lecture-asks").check()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    expect(player.test("lecture-verdict")).to_be_visible()
    player.test("watch-algorithm").select_option("greedy")
    player.test("watch-start").click()
    expect(player.test("lecture-quiz")).to_be_hidden()  # it belonged to the other search
    _check_overview(player)


def test_problems_are_watched_and_raced_but_not_played(new_player):
    """The choices follow the problem, links work, and Play keeps the board of a puzzle."""
    player = new_player()
    page = player.page
    player.open("watch").choose("hitori", "hitori/first")
    player.choose("n_queens_repair", "n_queens_repair/8")
    expect(player.test("watch-space")).to_have_value("repair")
    expect(player.test("watch-algorithm")).not_to_have_value("astar")
    player.choose("route", "route/arad")
    player.test("watch-tab-estimates").click()
    player.test("estimates-start").click()
    expect(player.test("estimates-line")).to_contain_text("20 states in graph")
    player.choose("n_puzzle", "n_puzzle/easy")
    expect(player.test("watch-space")).to_have_value("graph")
    player.test("watch-algorithm").select_option("astar")
    expect(player.test("watch-heuristic")).to_have_value("manhattan")
    player.test("watch-start").click()
    expect(player.test("watch-line")).to_contain_text("Solved")
    player.test("film-last").click()
    expect(player.test("watch-picture").locator("svg")).to_be_visible()
    page.wait_for_url("**board=n_puzzle%2Feasy**")
    other = page.context.new_page()
    other.goto(page.url)
    step = player.test("fact-step").inner_text()
    expect(other.locator("[data-test=fact-step]")).to_have_text(step)
    other.close()
    player.test("watch-tab-children").click()
    player.test("film-first").click()
    player.test("children-boards").click()
    expect(player.test("children-pictures").locator("svg").first).to_be_visible()
    expect(player.test("children-excluded").locator("li")).to_have_count(0)
    player.go("race")
    player.test("race-start").click()
    expect(player.test("race-line")).to_contain_text("Finished", timeout=30_000)
    player.go("lab")
    expect(player.test("lab-space").locator("option")).to_have_text(["all", "graph"])
    player.go("play")
    expect(player.test("board")).to_have_attribute("data-name", "hitori/first")
    player.test("change-board").click()
    expect(player.test("puzzle-n_puzzle")).to_have_count(0)
    player.test("paste-board").click()
    player.test("paste-text").fill("route\narad")
    player.test("paste-open").click()
    expect(player.test("paste-fault")).to_contain_text("Route finding is a search problem")
    player.open("convert")
    player.test("convert-text").fill("route\narad")
    expect(player.test("convert-fault")).to_contain_text("Route finding is a search problem")


TREE = "document.querySelector('[data-test=watch-tree]')"


def _is_current_node_visible(page):
    return page.evaluate(
        f"(() => {{ const [x, y] = {TREE}.spotOf({TREE}.current());"
        f" return x > 0 && y > 0 && x < {TREE}.clientWidth && y < {TREE}.clientHeight; }})()"
    )


def _check_quiz(player):
    """Only the right choice has the least f, and all choices have different names."""
    page, questions = player.page, 0
    page.keyboard.press("q")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        if not player.test("lecture-quiz").locator("button").count():
            continue  # no question at this step
        questions += 1
        texts = player.test("lecture-quiz").locator("button > span").all_inner_texts()
        right = player.test("lecture-quiz").locator("button[data-right=true] > span").inner_text()
        names = [text.split(" (")[0] for text in texts]
        assert len(set(names)) == len(names)
        values = {text: float(re.search(r"f ([\d.]+)", text)[1]) for text in texts}
        assert [text for text in texts if values[text] == min(values.values())] == [right]
        page.keyboard.press("abcd"[texts.index(right)])
        expect(player.test("lecture-verdict")).to_contain_text("Correct")
    assert questions > 3
    page.keyboard.press("q")


def _check_overview(player):
    """A tree of more than 2,000 nodes is summarised first; a click opens a subtree."""
    expect(player.test("watch-line")).to_contain_text(re.compile("Solved|Limit"))
    expect(player.test("overview-about")).to_contain_text("children per expanded node")
    expect(player.test("watch-tree")).to_be_hidden()
    blocks = player.test("overview-map").locator("button")
    size = blocks.nth(1).get_attribute("title").split(": ")[1]  # "1,234 nodes"
    blocks.nth(1).click()
    expect(player.test("overview")).to_be_hidden()
    expect(player.test("watch-tree-count")).to_contain_text(size)
    expect(player.test("watch-narration")).to_contain_text("Expanding #")
    player.test("watch-overview-view").click()
    player.test("overview-depth-3").click()
    expect(player.test("watch-tree")).to_be_visible()


def _run_lecture(player, step):
    """Reach a stop, and answer one question right and one wrong."""
    page = player.page
    player.test("lecture-stops").select_option("depth")
    player.test("lecture-depth").fill("8")
    player.test("lecture-run").click()
    expect(player.test("fact-depth")).to_have_text("8")
    player.test("lecture-asks").check()
    page.keyboard.press("l")
    page.keyboard.press("ArrowRight")
    before = step.inner_text()
    player.test("lecture-quiz").locator("button[data-right=true]").click()
    expect(player.test("lecture-score")).to_have_text("1 of 1 correct")
    assert int(step.inner_text()) == int(before) + 1
    page.keyboard.press("ArrowRight")
    player.test("lecture-quiz").locator("button[data-right=false]").first.click()
    expect(player.test("lecture-score")).to_have_text("1 of 2 correct")
    page.keyboard.press("q")
    page.keyboard.press("l")


@pytest.mark.soak
def test_a_film_of_fifty_thousand_nodes_is_scrubbed_with_its_tree(new_player):
    player = new_player()
    page = player.page
    player.open("watch").choose("hitori", "hitori/jain-sample2")
    player.test("watch-algorithm").select_option("breadth_first")
    player.test("watch-space").select_option("shade")
    player.test("watch-options").locator("summary").click()
    player.test("watch-seconds").fill("4")
    player.test("watch-start").click()
    expect(player.test("watch-line")).to_contain_text("Every step up to", timeout=90_000)
    player.test("watch-tree-view").click()
    slider = player.test("film-scrubber")
    last = int(slider.get_attribute("max"))
    for part in (0.9, 0.2, 0.6):
        slider.fill(str(int(last * part)))
        expect(player.test("fact-step")).not_to_have_text("1")
        shown = player.test("watch-tree-count").inner_text()
        assert re.search(r"of [\d,]+ nodes shown", shown), shown
    player.test("film-last").click()
    count = player.test("watch-tree-count").inner_text()
    assert int(re.search(r"of ([\d,]+) nodes", count)[1].replace(",", "")) > 50_000
    root = page.evaluate(
        "() => { const tree = document.querySelector('[data-test=watch-tree]');"
        " document.querySelector('[data-test=watch-tree-fit]').click(); return tree.spotOf(0); }"
    )
    player.test("watch-tree").click(position={"x": root[0], "y": root[1]})
    expect(player.test("fact-step")).to_have_text("1")
    slider.fill(str(int(last * 0.6)))
    step = player.test("fact-step").inner_text()
    page.wait_for_url(f"**step={step.replace(',', '')}")
    other = page.context.new_page()
    other.goto(page.url)  # in another tab
    expect(other.locator("[data-test=fact-step]")).to_have_text(step, timeout=90_000)
    other.close()


@pytest.mark.soak
def test_an_exported_race_opens(new_player, tmp_path):
    player = new_player(own=True)  # the test sets it offline
    page = player.page
    lanes = "lane=astar|shade|black_needed&lane=breadth_first|shade|"
    player.open(f"race?board=hitori/first&{lanes}&by=steps&at=4")
    expect(player.test("race-1-steps")).to_have_text("4")
    player.test("race-export").click()
    player.test("export-last").fill("6")
    for form in ("gif", "mp4", "webm", "svg", "html"):
        player.test("export-form").select_option(form)
        with page.expect_download(timeout=60_000) as taken:
            player.test("export-save").click()
        path = tmp_path / taken.value.suggested_filename
        taken.value.save_as(path)
        assert count_frames(path) == (6 if form != "html" else None)
    page.context.set_offline(True)
    page.goto(path.as_uri())
    expect(page.locator("#status")).to_have_text("1 / 6")
    page.locator("summary").first.click()
    page.keyboard.press("End")
    expect(page.locator("#status")).to_have_text("6 / 6")
    expect(page.locator(".boards > svg.current")).to_have_count(2)
    assert page.evaluate("document.querySelector('canvas').pointOf(0)")


def count_frames(path):
    """Return the number of frames in a file; None if the form has none."""
    if path.suffix in (".mp4", ".webm"):
        with av.open(path) as video:
            return sum(1 for _ in video.decode(video=0))
    if path.suffix in (".gif", ".png"):
        with Image.open(path) as picture:
            return sum(1 for _ in ImageSequence.Iterator(picture))
    if path.suffix == ".svg":
        return sum(group.get("class") == "f" for group in ElementTree.parse(path).getroot())
    return None


@pytest.mark.soak
@pytest.mark.parametrize(
    "form", ["html", "gif", "mp4", "webm", "svg", "png", "pdf", "tree-svg", "tree-tex"]
)
def test_exported_films_open(new_player, tmp_path, form):
    player = new_player(own=True)  # the test sets it offline
    page = player.page
    player.open(LINK.format(step=6))
    expect(player.test("watch-line")).to_contain_text("Solved")
    player.test("watch-export").click()
    player.test("export-form").select_option(form)
    if form in ("html", "gif", "mp4", "webm", "svg"):
        player.test("export-first").fill("2")
        player.test("export-last").fill("7")
    with page.expect_download(timeout=60_000) as taken:
        player.test("export-save").click()
    path = tmp_path / taken.value.suggested_filename
    taken.value.save_as(path)
    if form == "html":
        page.context.set_offline(True)
        page.goto(path.as_uri())
        expect(page.locator("#status")).to_have_text("1 / 6")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#status")).to_have_text("2 / 6")
        expect(page.locator(".boards > svg.current")).to_have_count(1)
        root = page.evaluate("document.querySelector('canvas').pointOf(0)")
        assert root, "the tree is drawn"
        page.locator("canvas").click(position={"x": root[0], "y": root[1]})
        expect(page.locator("#status")).to_have_text("2 / 6")  # step 1 was not exported
        page.locator("#speed").select_option("32")
        page.locator("#play").click()
        expect(page.locator("#status")).to_have_text("6 / 6")
    elif form == "tree-svg":
        assert len(ElementTree.parse(path).getroot()) > 20
    elif form == "tree-tex":
        assert path.read_text().count(r"\node[") > 20
    elif form == "pdf":
        assert len(PdfReader(path).pages) == 1
    else:
        assert count_frames(path) == (1 if form == "png" else 6)
