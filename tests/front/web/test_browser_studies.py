"""Studies in the Lab in a real browser: reports, tables, figures and downloads."""

from __future__ import annotations

from playwright.sync_api import expect

from masume.lab.log import open_log
from tests.front.web.studies import TITLE


def test_a_study_report_is_opened_by_keyboard_sorted_and_saved(player):
    player.open("lab?studies")
    expect(player.test("study-small")).to_be_visible(timeout=60_000)
    player.test("lab-studies").focus()
    for _ in range(10):
        player.page.keyboard.press("Tab")
        if player.page.evaluate("document.activeElement.dataset.test") == "study-small":
            break
    player.page.keyboard.press("Enter")
    expect(player.test("study-title")).to_have_text(TITLE, timeout=60_000)
    expect(player.test("study-title")).to_be_focused()
    report = player.page.frame_locator('[data-test="report"]')
    table = report.locator("table.sort").filter(has_text="astar").first
    first = table.locator("tbody td:first-child")
    expect(first.nth(2)).to_be_visible(timeout=60_000)
    before = first.all_inner_texts()
    table.locator("th button").first.click()
    expect(first).to_have_text(sorted(before, key=str.lower))
    assert report.locator("figure svg").count() >= 1
    with player.page.expect_download() as download:
        player.test("study-csv-file").click()
    assert download.value.suggested_filename == "small.csv"
    player.page.go_back()
    expect(player.test("study-small")).to_be_visible()
    player.page.go_forward()
    player.test("study-back").click()
    expect(player.test("studies").get_by_role("listitem")).to_have_count(3)


def test_unreadable_and_missing_studies_show_an_error(player):
    player.open("lab?studies")
    broken = player.test("studies").get_by_role("listitem").filter(has_text="damaged.jsonl")
    expect(broken).to_contain_text("not a results file", timeout=60_000)
    expect(broken.get_by_role("link")).to_have_count(0)
    player.open("lab?study=nothing")
    expect(player.test("study-fault")).to_contain_text("No study is named “nothing”")
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
            report = player.page.frame_locator('[data-test="report"]')
            expect(report.locator("h1")).to_have_text(f"{TITLE} (partial)", timeout=60_000)
            player.test("study-back").click()
            expect(item).to_contain_text("is running", timeout=60_000)
        expect(item).not_to_contain_text("is running", timeout=60_000)
        player.test("study-now").click()
        expect(report.locator("h1")).to_have_text(TITLE, timeout=60_000)
    finally:
        path.unlink()
