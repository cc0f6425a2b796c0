"""The documentation in a real browser: search, films, themes and runnable code blocks."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from masume.front.docs.build import RUNS_PYTHON
from tests.front.web.browser import DESKTOP

# A stub for Python: returns the code it was given, and a picture.
PYTHON = """
export async function* runPython(code, signal) {
  if (code.includes("wait_for_ever")) {
    await new Promise((_, stop) => signal.addEventListener("abort", () => stop(new Error("no"))));
  }
  yield { text: code };
  yield { svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' };
  if (code.includes("1/0")) yield { error: "ZeroDivisionError: division by zero" };
}
"""


@pytest.fixture
def reader(new_player, start_server, docs):
    """A function that opens a page of the documentation served by a server."""
    player = new_player(DESKTOP, start_server(docs=docs))

    def open_page(path):
        player.page.goto(f"{player.server.address}/docs/{path}")
        return player.page

    return open_page


def test_docs_can_be_searched_and_a_film_played_in_both_themes(reader):
    page = reader("../")
    page.locator('[data-test="section-learn"]').click()
    page.locator('[data-test="nav-docs"]').click()
    expect(page.locator("h1")).to_contain_text("Start in five minutes")
    page = reader("algorithms/greedy.html")
    film = page.locator(".film")
    expect(film.locator(".film-line")).to_contain_text("1: start")
    light = film.locator("img").get_attribute("src")
    taken = page.locator(".pseudocode li", has_text="take the node")
    expect(taken).to_have_attribute("aria-current", "step")
    film.get_by_label("Next step").click()
    expect(film.locator(".film-line")).to_contain_text("2: ")
    film.get_by_label("Previous step").click()
    page.get_by_title("Switch to dark").click()
    expect(film.locator("img")).not_to_have_attribute("src", light)
    expect(page.locator(".run-bar")).to_have_count(0)  # these pages have no Python
    found = page.locator(".md-search-result__meta")
    expect(found).to_contain_text("Type to start")  # the search index is loaded
    page.get_by_placeholder("Search").press_sequentially("bridges_needed")
    expect(found).to_contain_text("matching documents")


def test_a_code_block_is_edited_and_run(reader):
    page = reader("index.html")
    page.route("**/docs/assets/edition.js", lambda route: answer(route, RUNS_PYTHON))
    page.route("**/static/js/data/local-server.js", lambda route: answer(route, PYTHON))
    page = reader("tutorials/programmer.html")
    block = page.locator(".language-python.highlight").nth(1)
    run, output = block.locator('[data-test="run"]'), block.locator('[data-test="run-output"]')
    run.click()
    expect(output.locator("pre")).to_contain_text("masume.show(board)")
    expect(output.locator("pre")).to_contain_text("def board_of_day(day)")  # the block above
    expect(output.locator("img")).to_have_count(1)
    block.locator("code").fill("1/0")
    block.locator("code").press("Control+Enter")
    expect(output.locator(".run-error")).to_have_text("ZeroDivisionError: division by zero")
    block.locator("code").fill("wait_for_ever")
    run.click()
    expect(run).to_have_text("Stop")
    run.click()
    expect(run).to_have_text("Run")
    block.get_by_text("Reset").click()
    expect(block.locator("code")).to_have_text("masume.show(board)")


def answer(route, text):
    route.fulfill(body=text, content_type="text/javascript")


@pytest.mark.soak
def test_a_student_tries_a_heuristic_in_the_page(new_player, docs, tmp_path_factory):
    """In the static site, offline: a block is run, edited and run again."""
    from tests.front.web.conftest import shared_folder
    from tests.front.web.site import SiteServer, build_site

    folder = tmp_path_factory.mktemp("site-with-docs")
    for path in build_site(shared_folder(tmp_path_factory)).iterdir():
        (folder / path.name).symlink_to(path)
    shutil.copytree(docs, folder / "docs")
    (folder / "docs" / "assets" / "edition.js").write_text(RUNS_PYTHON)
    server = SiteServer(folder)
    try:
        page = new_player(DESKTOP, server, own=True).page
        page.context.route(
            lambda address: not address.startswith((server.address, "data:")),
            lambda route: route.abort(),
        )
        page.goto(f"{server.address}/docs/tutorials/student.html")
        blocks = page.locator(".language-python.highlight")
        outputs = page.locator('[data-test="run-output"]')
        blocks.nth(0).locator('[data-test="run"]').click()
        expect(outputs.nth(0).locator("img")).to_be_visible(timeout=90_000)
        overestimates = 4  # the block that counts overestimated states
        blocks.nth(overestimates).locator('[data-test="run"]').click()
        expect(outputs.nth(overestimates)).to_contain_text("31 of 32 states", timeout=60_000)
        estimate = blocks.nth(2).locator("code")
        estimate.fill(estimate.inner_text().replace("crowded.bit_count()", "0 * crowded"))
        blocks.nth(overestimates).locator('[data-test="run"]').click()
        expect(outputs.nth(overestimates)).to_contain_text("0 of 32 states", timeout=60_000)
        estimate.fill("1/0")
        blocks.nth(3).locator('[data-test="run"]').click()
        expect(outputs.nth(3).locator(".run-error")).to_contain_text("ZeroDivisionError")
    finally:
        server.close()
