"""Studies in the Lab in a real browser: reports, tables, figures and downloads."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from masume.lab.store import open_log
from tests.front.web.studies import TITLE


def open_study(player):
    player.open("lab")
    player.test("lab-studies").click()
    player.test("study-small").click()
    expect(player.test("study-title")).to_have_text(TITLE, timeout=60_000)
    return player


def column(player, table, index):
    return player.test(table).locator(f'td[data-column="{index}"]').all_inner_texts()


def test_a_study_report_is_shown(player):
    open_study(player)
    expect(player.test("study-title")).to_be_focused()
    figure = player.test("figure-hitori-survival")
    expect(figure).to_have_attribute(
        "alt", "Hitori: share of runs settled against time and expansions"
    )
    figure.scroll_into_view_if_needed()
    expect(figure).to_have_js_property("complete", True)
    assert figure.evaluate("image => image.naturalWidth") > 300
    ground = "image => getComputedStyle(image.closest('a')).backgroundColor"
    for _ in range(2):  # white in both themes
        assert figure.evaluate(ground) == "rgb(255, 255, 255)"
        player.test("theme").click()
    # Wide tables and figures scroll; the page itself does not.
    page = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert player.page.evaluate(page) == 0
    player.page.go_back()
    expect(player.test("study-small")).to_be_visible()
    player.page.go_forward()
    expect(player.test("study-title")).to_be_visible()
    player.test("study-back").click()
    expect(player.test("studies").get_by_role("listitem")).to_have_count(3)


def test_tables_are_sorted_and_files_downloaded(player):
    open_study(player)
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
        with player.page.expect_download() as download:
            player.test(f"study-{form}-file").click()
        assert download.value.suggested_filename == f"small.{form}"
        expected = player.server.client.get(f"/api/studies/small/{file}").content
        assert Path(download.value.path()).read_bytes() == expected


def test_a_study_is_read_with_the_keyboard_alone(new_player):
    player = new_player()
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
    assert regions.count() > 2, "scrollable tables need labels"


def test_unreadable_and_missing_studies_show_an_error(new_player):
    player = new_player()
    player.expect_errors("404", "409")
    player.open("lab?studies")
    broken = player.test("studies").get_by_role("listitem").filter(has_text="damaged.jsonl")
    expect(broken).to_contain_text("not a results file", timeout=60_000)
    expect(broken.get_by_role("link")).to_have_count(0)
    player.open("lab?study=nothing")
    expect(player.test("study-fault")).to_contain_text("no study is named 'nothing'")
    player.open("lab?study=damaged")
    expect(player.test("study-fault")).to_contain_text("not a results file")


def test_a_server_without_studies_says_how_to_offer_them(new_player, small_server):
    player = new_player(where=small_server)
    player.open("lab?studies")
    expect(player.test("studies-none")).to_contain_text("masume web --studies FOLDER")


def test_a_finished_study_is_shown_without_a_reload(new_player, folder, results):
    path = folder / "now.jsonl"
    path.write_bytes(results)
    player = new_player()
    try:
        with open_log(path):
            player.open("lab?studies")
            item = player.test("studies").get_by_role("listitem").filter(has_text="now.jsonl")
            expect(item).to_contain_text("is running", timeout=60_000)
            player.test("study-now").click()
            expect(player.test("study-title")).to_have_text(f"{TITLE} (partial)", timeout=60_000)
            player.test("study-back").click()
            expect(item).to_contain_text("is running", timeout=60_000)
        expect(item).not_to_contain_text("is running", timeout=60_000)
        player.test("study-now").click()
        expect(player.test("study-title")).to_have_text(TITLE, timeout=60_000)
    finally:
        path.unlink()
