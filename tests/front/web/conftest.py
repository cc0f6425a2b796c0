"""A real server on loopback, for all tests of the browser app."""

from __future__ import annotations

import fcntl
import json
import os
import threading
import time
from functools import reduce
from operator import or_

import httpx
import pytest
from pydantic import TypeAdapter

from masume.front.web.replies_streams import LINES
from masume.front.web.reply import ErrorReply
from masume.front.web.server import Server, create_app
from tests.conftest import NO_BROWSER


def as_described(app, path, answer):
    """The answer, if it is what the description of the server says."""
    (route,) = (one for one in app.routes if one.path == f"/api/{path}")
    if answer.status_code == 200 and route.response_model is not None:
        TypeAdapter(route.response_model).validate_json(answer.content, strict=True)
    elif answer.status_code != 200:
        ErrorReply.model_validate_json(answer.content, strict=True)
    return answer


def as_one_of(models, line):
    TypeAdapter(reduce(or_, models)).validate_json(line, strict=True)
    return json.loads(line)


class Running:
    """A server in a thread, and how to talk to it."""

    def __init__(self, port=0, **options):
        self.app = create_app(**options)
        self.server = Server(self.app, port)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < until and self.thread.is_alive()
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.address, timeout=60)

    def post(self, path, **body):
        answer = self.client.post(f"/api/{path}", json=body)
        return as_described(self.app, path, answer)

    def get(self, path):
        return as_described(self.app, path, self.client.get(f"/api/{path}"))

    def lines(self, path, **body):
        """The lines of a streamed answer."""
        with self.client.stream("POST", f"/api/{path}", json=body) as answer:
            assert answer.status_code == 200, answer.read()
            return [as_one_of(LINES[path], line) for line in answer.iter_lines()]

    def close(self):
        self.client.close()
        self.server.should_exit = True
        self.thread.join(40)
        assert not self.thread.is_alive()


def shared_folder(tmp_path_factory):
    """A folder that all test processes share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """The bytes of a small study's results; it is run once for all test processes."""
    from tests.front.web.studies import run_small_study

    shared = shared_folder(tmp_path_factory)
    path = shared / "small.duckdb"
    with (shared / "small.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            run_small_study(shared / "new.duckdb")
            (shared / "new.duckdb").rename(path)
    return path.read_bytes()


@pytest.fixture(scope="session")
def folder(tmp_path_factory, results):
    """A folder of studies; beside it there is one that is none of anybody's business."""
    from tests.front.web.studies import fill

    outside = tmp_path_factory.mktemp("lab")
    (outside / "studies").mkdir()
    fill(outside / "studies", outside / "outside.duckdb", results)
    return outside / "studies"


@pytest.fixture(scope="session")
def site_server(tmp_path_factory):
    """The site without a server of masume's."""
    from tests.front.web.site import SiteServer, made_site

    running = SiteServer(made_site(shared_folder(tmp_path_factory)))
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(request):
    """The server; or the site, for the same tests of the pages (`make site-tests`)."""
    if os.environ.get("MASUME_EDITION") == "site":
        yield request.getfixturevalue("site_server")
        return
    running = Running(workers=2, studies=request.getfixturevalue("folder"))
    yield running
    running.close()


@pytest.fixture
def serve():
    """A function that starts a server of the test's own."""
    started = []

    def one(**options):
        started.append(Running(**options))
        return started[-1]

    yield one
    for running in started:
        running.close()


@pytest.fixture(scope="session")
def small_server():
    """One worker, and hardly anybody may wait; no test leaves anybody waiting."""
    running = Running(workers=1, most_waiting=1)
    yield running
    running.close()


# In a browser


def no_browser():
    """Such a test is left out, but not in CI: there everything must be there."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_BROWSER)


# No name but this machine's leads anywhere, for pages, their workers and the browser itself.
CUT_OFF = ("--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests of a process; each has windows of its own in it."""
    from playwright.sync_api import sync_playwright

    from tests.front.web.browser import chromium

    if chromium() is None:
        no_browser()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=CUT_OFF)
        yield found
        found.close()


@pytest.fixture(scope="session")
def windows():
    """Windows that tests leave to the next: to open one takes the browser half a second."""
    return {}


@pytest.fixture
def arrive(browser, windows, server, serve):
    """A function that brings someone in front of an empty page, in a window of their `own` where a
    test does more to it than use it; at the end nobody may have seen a fault in a console, but
    for those lines that a test foresees.

    `serve` is asked for so that the pages are closed before their servers, whatever a test asks
    for first.
    """
    from tests.front.web.browser import DESKTOP, PATIENCE, Player

    arrived, shared = [], {}

    def one(options=DESKTOP, where=server, own=False):
        kind = str(options)
        own = own or where is not server or kind in shared
        page = None if own else windows.pop(kind, None)
        if page is None:
            context = browser.new_context(**options)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
        if not own:
            shared[kind] = page
        arrived.append(Player(page, where))
        return arrived[-1]

    yield one
    for player in arrived:
        if player.page not in shared.values():
            player.page.context.close()
    assert [player.wrong for player in arrived if player.wrong] == []
    for kind, page in shared.items():  # not if anything went wrong
        page.goto("about:blank")
        page.context.clear_permissions()
        talk = page.context.new_cdp_session(page)
        kept = {"origin": server.address, "storageTypes": "all"}
        talk.send("Storage.clearDataForOrigin", kept)
        talk.detach()
        windows[kind] = page


@pytest.fixture(params=["desktop", "phone"])
def player(request, arrive):
    """Someone at a desk, and someone with a phone."""
    from tests.front.web.browser import DESKTOP, PHONE

    return arrive({"desktop": DESKTOP, "phone": PHONE}[request.param])
