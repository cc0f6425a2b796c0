"""Watching a search in a real browser: the tree, links to a moment, keys, what stays."""

from __future__ import annotations

from playwright.sync_api import expect

LINK = "watch?board=hitori/singles-6x6-1&algorithm=astar:weight=1&space=shade&step={step}"


def test_a_link_leads_to_a_moment_whose_tree_is_looked_at(arrive):
    """The tree, the lists, keys, a jump by click, children with reasons; all outlives the view."""
    player = arrive()
    page, step = player.page, player.test("fact-step")
    player.open(LINK.format(step=40))
    expect(player.test("watch-line")).to_contain_text("Solved: 191 nodes")
    expect(step).to_have_text("40")
    expect(player.test("open-title")).to_contain_text("90 nodes wait")
    first = player.test("open-list").locator("button").first.inner_text()
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("41")
    assert player.test("fact-move").inner_text() in first  # the head of the list was taken
    player.test("watch-tab-code").click()
    lit = player.test("watch-code").locator(".lit")
    expect(lit.first).to_contain_text("take the node with the least f")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(lit).to_have_count(1)
    player.test("watch-tab-children").click()
    player.test("children-list").locator(".fate-dead button").first.click()
    expect(player.test("node-detail")).to_contain_text("h is infinite")
    player.test("node-why").click()
    expect(player.test("node-reason")).to_contain_text("No solution follows")
    player.test("children-boards").click()
    expect(player.test("children-pictures").locator("svg").first).to_be_visible()
    expect(player.test("children-left-out")).to_contain_text("is no child")
    _a_lecture(player, step)
    player.test("watch-tree-fit").click()
    spot = page.evaluate("document.querySelector('[data-test=watch-tree]').spotOf(0)")
    player.test("watch-tree").click(position={"x": spot[0], "y": spot[1]})
    expect(step).to_have_text("1")
    page.wait_for_url("**step=1")
    player.test("nav-race").click()
    player.test("nav-watch").click()
    expect(step).to_have_text("1")
    expect(player.test("watch-space")).to_have_value("shade")


def _a_lecture(player, step):
    """A stop is reached, and a question answered, right and wrong."""
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
    expect(player.test("lecture-score")).to_have_text("1 of 1 right")
    assert int(step.inner_text()) == int(before) + 1
    page.keyboard.press("ArrowRight")
    player.test("lecture-quiz").locator("button[data-right=false]").first.click()
    expect(player.test("lecture-score")).to_have_text("1 of 2 right")
    page.keyboard.press("q")
    page.keyboard.press("l")
