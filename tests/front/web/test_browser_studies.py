"""The second part of the Lab in a real browser: studies, their tables and figures, downloads."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from masume.lab.store_files import open_store
from tests.front.web.studies import TITLE


def opened(player):
    player.open("lab")
    player.test("lab-studies").click()
    player.test("study-small").click()
    expect(player.test("study-title")).to_have_text(TITLE, timeout=60_000)
    return player


def column(player, table, place):
    return player.test(table).locator(f'td[data-column="{place}"]').all_inner_texts()


def test_a_study_is_looked_at(player):
    opened(player)
    expect(player.test("study-title")).to_be_focused()
    figure = player.test("figure-hitori-survival")
    expect(figure).to_have_attribute(
        "alt", "Hitori: share of runs settled against time and expansions"
    )
    figure.scroll_into_view_if_needed()
    expect(figure).to_have_js_property("complete", True)
    assert figure.evaluate("image => image.naturalWidth") > 300
    ground = "image => getComputedStyle(image.closest('a')).backgroundColor"
    for _ in range(2):  # on white in both themes
        assert figure.evaluate(ground) == "rgb(255, 255, 255)"
        player.test("theme").click()
    # However wide the tables and figures are, the page itself is as wide as the screen.
    page = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert player.page.evaluate(page) == 0
    player.page.go_back()
    expect(player.test("study-small")).to_be_visible()
    player.page.go_forward()
    expect(player.test("study-title")).to_be_visible()
    player.test("study-back").click()
    expect(player.test("studies").get_by_role("listitem")).to_have_count(3)


def test_tables_are_sorted_and_files_downloaded(player):
    opened(player)
    table = player.page.locator("table.data:has(thead button)").filter(has_text="astar").first
    name = table.get_attribute("data-test")
    before = column(player, name, 0)
    assert len(before) > 2
    button = player.test(f"{name}-sort-0")
    button.click()
    assert column(player, name, 0) == sorted(before, key=str.lower)
    expect(table.locator("th[aria-sort=ascending]")).to_have_count(1)
    button.press("Enter")
    assert column(player, name, 0) == sorted(before, key=str.lower, reverse=True)
    for form, file in (("html", "report.html"), ("csv", "rows.csv"), ("parquet", "rows.parquet")):
        with player.page.expect_download() as coming:
            player.test(f"study-{form}-file").click()
        assert coming.value.suggested_filename == f"small.{form}"
        whole = player.server.client.get(f"/api/studies/small/{file}").content
        assert Path(coming.value.path()).read_bytes() == whole


def test_a_study_is_read_with_the_keyboard_alone(arrive):
    player = arrive()
    player.open("lab?studies")
    expect(player.test("study-small")).to_be_visible(timeout=60_000)
    for _ in range(30):
        player.page.keyboard.press("Tab")
        if player.page.evaluate("document.activeElement.dataset.test") == "study-small":
            break
    player.page.keyboard.press("Enter")
    expect(player.test("study-title")).to_be_focused(timeout=60_000)
    chapters = player.page.get_by_role("navigation", name="Chapters").get_by_role("button")
    chapters.last.focus()
    player.page.keyboard.press("Enter")
    heading = player.page.get_by_role("heading", name=chapters.last.inner_text(), exact=True)
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    regions = player.page.get_by_role("region")
    assert regions.count() > 2, "tables that can be scrolled have names"


def test_what_cannot_be_looked_at_is_told(arrive):
    player = arrive()
    player.foresees("404", "409")
    player.open("lab?studies")
    broken = player.test("studies").get_by_role("listitem").filter(has_text="damaged.duckdb")
    expect(broken).to_contain_text("damaged or not a file of results", timeout=60_000)
    expect(broken.get_by_role("link")).to_have_count(0)
    player.open("lab?study=nothing")
    expect(player.test("study-fault")).to_contain_text("no study 'nothing'")
    player.open("lab?study=damaged")
    expect(player.test("study-fault")).to_contain_text("damaged")


def test_a_server_without_studies_tells_how_to_get_them(arrive, small_server):
    player = arrive(where=small_server)
    player.open("lab?studies")
    expect(player.test("studies-none")).to_contain_text("masume web --studies FOLDER")


def test_a_study_that_has_ended_appears_by_itself(arrive, folder, results):
    path = folder / "now.duckdb"
    path.write_bytes(results)
    player = arrive()
    try:
        with open_store(path, write=True):
            player.open("lab?studies")
            item = player.test("studies").get_by_role("listitem").filter(has_text="now.duckdb")
            expect(item).to_contain_text("being run now", timeout=60_000)
            player.test("study-now").click()
            expect(player.test("study-title")).to_have_text(f"{TITLE} (partial)", timeout=60_000)
            player.test("study-back").click()
            expect(item).to_contain_text("being run now", timeout=60_000)
        expect(item).not_to_contain_text("being run now", timeout=60_000)
        player.test("study-now").click()
        expect(player.test("study-title")).to_have_text(TITLE, timeout=60_000)
    finally:
        path.unlink()
