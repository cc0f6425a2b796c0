"""Fixtures for the browser app: a real server on loopback, a static site, and a browser."""

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

from masume.front.web.operations import find_operation
from masume.front.web.records import ErrorReply
from masume.front.web.server import Server, create_app
from tests.conftest import NO_BROWSER


def validate_answer(app, path, answer):
    """Return an answer after checking it against the server's own description."""
    (route,) = (route for route in app.routes if route.path == f"/api/{path}")
    if answer.status_code == 200 and route.response_model is not None:
        TypeAdapter(route.response_model).validate_json(answer.content, strict=True)
    elif answer.status_code != 200:
        TypeAdapter(ErrorReply).validate_json(answer.content, strict=True)
    return answer


def parse_line(name, line):
    """Return a decoded line of a stream after checking that it fits a type of the operation."""
    union = reduce(or_, find_operation(name).answers)
    TypeAdapter(union).validate_json(line, strict=True)
    return json.loads(line)


class RunningServer:
    """A server in a thread, and a client for it."""

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
        return validate_answer(self.app, path, answer)

    def get(self, path):
        return validate_answer(self.app, path, self.client.get(f"/api/{path}"))

    def lines(self, path, **body):
        """Return the lines of a streamed answer."""
        with self.client.stream("POST", f"/api/{path}", json=body) as answer:
            assert answer.status_code == 200, answer.read()
            return [parse_line(path, line) for line in answer.iter_lines()]

    def close(self):
        self.client.close()
        self.server.should_exit = True
        self.thread.join(40)
        assert not self.thread.is_alive()


def shared_folder(tmp_path_factory):
    """Return a folder shared by all test processes."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """The bytes of a small study's results, run once for all test processes."""
    from tests.front.web.studies import run_small_study

    shared = shared_folder(tmp_path_factory)
    path = shared / "small.jsonl"
    with (shared / "small.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            run_small_study(shared / "new.jsonl")
            (shared / "new.jsonl").rename(path)
    return path.read_bytes()


@pytest.fixture(scope="session")
def folder(tmp_path_factory, results):
    """A folder of studies, with a file of results outside that must not be served."""
    from tests.front.web.studies import fill_folder

    outside = tmp_path_factory.mktemp("lab")
    (outside / "studies").mkdir()
    fill_folder(outside / "studies", outside / "outside.jsonl", results)
    return outside / "studies"


@pytest.fixture(scope="session")
def site_server(tmp_path_factory):
    """The static site, served without masume."""
    from tests.front.web.site import SiteServer, build_site

    running = SiteServer(build_site(shared_folder(tmp_path_factory)))
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(request):
    """The server, or the static site in `make site-tests`."""
    if os.environ.get("MASUME_EDITION") == "site":
        yield request.getfixturevalue("site_server")
        return
    running = RunningServer(workers=2, studies=request.getfixturevalue("folder"))
    yield running
    running.close()


@pytest.fixture
def start_server():
    """A function that starts a server for one test."""
    started = []

    def start(**options):
        started.append(RunningServer(**options))
        return started[-1]

    yield start
    for running in started:
        running.close()


@pytest.fixture(scope="session")
def small_server():
    """A server with one worker and a queue of one; no test leaves a request waiting."""
    running = RunningServer(workers=1, most_waiting=1)
    yield running
    running.close()


# In a browser


def no_browser():
    """Skip a test for lack of a browser, or fail it in CI."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_BROWSER)


# Only this machine's address resolves, for pages, their workers and the browser itself.
BROWSER_ARGS = ("--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")


@pytest.fixture(scope="session")
def browser():
    """The browser of a test process."""
    from playwright.sync_api import sync_playwright

    from tests.front.web.browser import chromium

    if chromium() is None:
        no_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def windows():
    """Pages reused by later tests, as opening a window takes half a second."""
    return {}


@pytest.fixture
def new_player(browser, windows, server, start_server):
    """A function that returns a player with an empty page; fails if a console shows errors.

    With `own`, the window is not reused: for tests that change more than the page. Errors given to
    `expect_errors` are tolerated. The fixture requires `start_server` so that pages are closed
    before their servers.
    """
    from tests.front.web.browser import DESKTOP, TIMEOUT, Player

    players, shared = [], {}

    def open_player(options=DESKTOP, where=server, own=False):
        kind = str(options)
        own = own or where is not server or kind in shared
        page = None if own else windows.pop(kind, None)
        if page is None:
            context = browser.new_context(**options)
            context.set_default_timeout(TIMEOUT)
            page = context.new_page()
        if not own:
            shared[kind] = page
        players.append(Player(page, where))
        return players[-1]

    yield open_player
    for player in players:
        if player.page not in shared.values():
            player.page.context.close()
    assert [player.unexpected_errors for player in players if player.unexpected_errors] == []
    for kind, page in shared.items():  # only after a successful test
        page.goto("about:blank")
        page.context.clear_permissions()
        session = page.context.new_cdp_session(page)
        stored = {"origin": server.address, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", stored)
        session.detach()
        windows[kind] = page


@pytest.fixture(params=["desktop", "phone"])
def player(request, new_player):
    """A player on a desktop, and one on a phone."""
    from tests.front.web.browser import DESKTOP, PHONE

    return new_player({"desktop": DESKTOP, "phone": PHONE}[request.param])
