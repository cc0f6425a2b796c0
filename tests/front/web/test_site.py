"""The static site: its files, and its pages in a browser without a masume server."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys

import pytest

from masume.errors import BadOption
from masume.front.site import packages
from masume.front.site.build import write_site
from masume.front.site.bundle import is_used, sources
from masume.front.site.packages import FetchError
from tests.front.web.browser import DESKTOP, expect
from tests.front.web.conftest import shared_folder
from tests.front.web.site import LOCAL, PACKAGES, SiteServer, build_site, visit
from tests.front.web.test_local import SMALL

MOST_SITE = 9_000_000  # bytes, compressed


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    return build_site(shared_folder(tmp_path_factory))


@pytest.mark.process
def test_the_site_is_small(site):
    files = [path.read_bytes() for path in site.rglob("*") if path.is_file()]
    size = sum(min(len(data), len(gzip.compress(data))) for data in files)
    assert size <= MOST_SITE, f"{size:,} bytes compressed"


@pytest.mark.process
def test_the_bundle_imports_no_excluded_module(site, tmp_path):
    """Runs the requests that pages make in this machine's Python, with only the bundle."""
    for name, data in sources(packages.fetch(PACKAGES)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    code = """
import json, sys, sysconfig
sys.path.insert(0, sys.argv[1])
import masume
assert masume.__file__.startswith(sys.argv[1])
from masume.front.web.local import LocalServer
server = LocalServer()
def ask(path, **body):
    head, *rest = server.respond(f"/api/{path}", json.dumps(body))
    assert head.status == 200, rest
    return rest[-1]
state = json.loads(ask("session", board="hashi/pw-1"))["state"]
for path in ("hint", "last-correct", "check", "forced"):
    ask(path, state=state)
for path in ("solve", "count", "grade", "explain", "search", "judge", "draft", "draw"):
    ask(path, board="kuromasu/first")
for problem in json.loads([*server.respond("/api/about", None)][-1])["problems"]:
    board = problem["examples"][0]["board"]
    ask("search", board=board, algorithm="greedy", nodes=30)
    ask("play", board=board)
ask("generate", puzzle="exactly_one", rows=4, cols=4, seed=1)
ask("compose", board="hitori/first", do="spare_clues")
for form, tree in (("svg", False), ("html", False), ("svg", True), ("tex", True)):
    ask("film", board="hitori/bottom-row", form=form, tree=tree)
files = [{"name": "assignment.toml", "text": sys.argv[2]}]
ask("open-bundle", files=files)
library = sysconfig.get_path("stdlib")  # reads files of this platform
declared = {"masume.lab", "masume.lab.study", "masume.lab.study_boards"}
here, sys.platform = sys.platform, "emscripten"
body = json.dumps({"files": files, "source": sys.argv[3]})
head, *rest = server.respond("/api/check-bundle", body)
line = json.loads("".join(rest).splitlines()[0])
assert line["earned"] == 1, line
sys.platform = here
left_out = [name for name in sys.modules if name.startswith(("masume.lab", "masume.work", "pydan"))
            and name not in declared]
assert not left_out, left_out
files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
print(*(file.removeprefix(f"{library}/") for file in files if file.startswith(library)))
"""
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), SMALL, "def h(state):\n    return 0\n"],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    imported = result.stdout.split()
    assert "typing.py" in imported and [name for name in imported if not is_used(name)] == []


def test_pages_name_no_other_host(site):
    written = [path for path in site.rglob("*") if path.suffix in (".html", ".css", ".webmanifest")]
    written += (site / "static").rglob("*.js")
    hosts = re.compile(r"https?://(?!www\.w3\.org/)[\w.]+")
    named = {(path.name, host) for path in written for host in hosts.findall(path.read_text())}
    shown = {host for _, host in named}
    assert shown <= {"https://puzz.link"} or not shown, named  # in examples of URLs to paste


def test_a_site_opened_as_a_file_says_what_to_do(site, browser):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    notice = page.locator('[data-test="unstarted"]')
    expect(notice).to_be_visible(timeout=10_000)
    expect(notice).to_contain_text("python3 -m http.server -d FOLDER")
    page.close()


def test_a_site_is_overwritten_but_no_other_folder(site, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    (folder / "old.html").write_text("of an earlier version")
    write_site(folder, docs=False, packages=PACKAGES)
    assert not (folder / "old.html").exists()
    service = (folder / "service.js").read_text()
    assert (site / "service.js").read_text() == service  # the same files, the same version
    cached = json.loads(re.search(r"const files = (\[.*?\]);", service, re.DOTALL)[1])
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written - set(cached) == {"service.js", "site.json"}
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    with pytest.raises(BadOption, match="not empty and not a site"):
        write_site(tmp_path / "mine", docs=False, packages=PACKAGES)
    with pytest.raises(BadOption, match="not a folder"):
        write_site(tmp_path / "mine" / "thesis.txt", docs=False, packages=PACKAGES)


def test_a_failed_download_is_a_one_line_error(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(packages.sys, "executable", str(tmp_path / "python"))
    with pytest.raises(FetchError, match=r"pyodide .*: not fetched: npm is not installed; "):
        packages.fetch(tmp_path)


def test_a_package_with_a_wrong_hash_is_rejected(site, tmp_path):
    for package in packages.PACKAGES:
        (tmp_path / package.file).write_bytes((PACKAGES / package.file).read_bytes())
    assert set(packages.fetch(tmp_path)) == {package.name for package in packages.PACKAGES}
    with (tmp_path / packages.PACKAGES[1].file).open("ab") as file:
        file.write(b"x")
    with pytest.raises(FetchError, match="wrong hash"):
        packages.fetch(tmp_path)


@pytest.mark.soak
@pytest.mark.process
def test_a_worker_is_killed_and_the_server_stopped(new_player, site):
    server = SiteServer(site)
    try:
        player = new_player(DESKTOP, server, own=True)
        visit(player)
        player.test("hint").click()
        expect(player.test("hint-more")).to_be_visible(timeout=60_000)
        player.page.evaluate(f"{LOCAL}.then((local) => local.killWorkers())")
        player.page.mouse.click(*player.centre(3))
        expect(player.test("undo")).to_be_enabled(timeout=60_000)
        player.wait_until_idle()
        player.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        picture = player.picture()
        server.close()
        player.page.reload()
        player.page.wait_for_selector('[data-test="cell-0"]')
        player.expect_picture(picture)
    finally:
        server.close()
