"""The Assignment page in Chromium: with the server, and in the static edition without a network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from masume.teach.assignment import read_assignment
from masume.teach.bundles import TEMPLATES, create, release
from tests.front.web.browser import DESKTOP, NEEDS_SERVER, expect
from tests.front.web.conftest import shared_folder
from tests.front.web.site import SiteServer, build_site, visit

STUB_SAYS = "solved with 137 expansions"


@pytest.fixture
def bundle(tmp_path):
    """The bundle of an assignment, as students get it."""
    create(tmp_path / "assignment", "heuristic", 42)
    release(read_assignment(tmp_path / "assignment"), tmp_path / "students.zip")
    return tmp_path / "students.zip"


def source(place):
    return (TEMPLATES / "heuristic" / place / "solution.py").read_text(encoding="utf-8")


def open_bundle(player, bundle):
    player.test("assignment-archive").set_input_files(bundle)
    expect(player.test("assignment-title")).to_have_text("A heuristic for Hitori", timeout=60_000)
    task = player.test("assignment-task")
    expect(task).to_contain_text("never overestimates")
    expect(task.locator("h4").first).to_have_text("What to write")
    expect(task.locator("pre code").first).to_have_text("masume assignment check")
    expect(task.locator("table th").first).to_have_text("points")
    expect(task).not_to_contain_text("`")


def type_source(player, text):
    editor = player.page.locator(".cm-content")
    editor.click()
    player.page.keyboard.press("ControlOrMeta+a")
    player.page.keyboard.press("Delete")
    player.page.keyboard.insert_text(text)


def check(player):
    player.test("assignment-start").click()
    expect(player.test("assignment-verdict")).to_have_count(2, timeout=60_000)


def work_on_an_assignment(player, tmp_path):
    """Check the stub, watch its film, make an error, find its line, hand in a good solution."""
    check(player)
    expect(player.test("assignment-points")).to_have_text("0 of 5 public points")
    expect(player.test("assignment-verdicts")).to_contain_text(STUB_SAYS)
    film = player.test("assignment-film").first
    expect(film.locator("svg").first).to_be_visible()
    first = player.test("assignment-caption").first.text_content()
    player.test("assignment-forward").first.click()
    expect(player.test("assignment-caption").first).not_to_have_text(first)
    player.test("assignment-play").first.click()
    expect(player.test("assignment-play").first).to_have_attribute("aria-label", "Pause")
    expect(player.test("assignment-scrubber").first).not_to_have_value("1", timeout=10_000)

    type_source(player, source("reference").replace("total = 0", "total = nothing"))
    check(player)
    line = source("reference").splitlines().index("        total = 0") + 1
    link = player.test("assignment-jump").first
    expect(link).to_have_text(f"solution.py, line {line}")
    link.click()
    selected = player.page.locator(".cm-activeLine")
    expect(selected).to_have_text("        total = nothing")

    type_source(player, source("reference"))
    check(player)
    expect(player.test("assignment-points")).to_have_text("5 of 5 public points")
    with player.page.expect_download() as download:
        player.test("assignment-save").click()
    download.value.save_as(tmp_path / "mine.py")
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == source("reference")


@NEEDS_SERVER
@pytest.mark.soak
@pytest.mark.parametrize("player", ["desktop"], indirect=True)
def test_an_assignment_with_the_server(player, bundle, tmp_path):
    player.open("assignment")
    open_bundle(player, bundle)
    work_on_an_assignment(player, tmp_path)
    player.page.reload()
    expect(player.page.locator(".cm-content")).to_contain_text("def surplus")  # kept


@pytest.mark.process
def test_a_first_visit_and_then_an_assignment_without_a_network(
    new_player, bundle, tmp_path, tmp_path_factory
):
    server = SiteServer(build_site(shared_folder(tmp_path_factory)))
    try:
        player = new_player(DESKTOP, server, own=True)
        visit(player)
        player.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    finally:
        server.close()
    player.page.evaluate("location.hash = '#/assignment'")
    open_bundle(player, bundle)
    work_on_an_assignment(player, tmp_path)


@NEEDS_SERVER
@pytest.mark.parametrize("player", ["desktop"], indirect=True)
def test_a_folder_opens_too_and_other_files_are_refused(player, bundle, tmp_path):
    folder = tmp_path / "students"
    shutil.unpack_archive(bundle, folder)
    player.open("assignment")
    player.test("assignment-folder").set_input_files(folder)
    expect(player.test("assignment-title")).to_have_text("A heuristic for Hitori")
    Path(tmp_path / "other.zip").write_text("no archive")
    player.expect_errors("400")
    player.test("assignment-archive").set_input_files(tmp_path / "other.zip")
    expect(player.test("status")).to_contain_text("not a ZIP archive")
