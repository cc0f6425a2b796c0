"""Compare the static website with `masume web`, in headless Chromium.

Prints the size of the website (plain and compressed), the loading times of a first (cold) and
second (warm) visit, and the times of moves, hints, solutions and generated boards. The start of
Pyodide alone is measured in the same run.

    make bench-site            or: python bench/site.py --rounds 5
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from chromium import find_chromium
from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from masume.front.site.build import PAGES, write_site
from masume.front.web.server import Server, create_app

HERE = Path(__file__).parent
SECONDS = 180  # for a page to report
GOALS = {"paint": 1000, "mark": 1500, "move": 30, "hint": 100, "beyond bare": 1000}  # milliseconds
MOST = 9.0  # goal in megabytes, compressed
BOARD = "#/play?board=hitori/first"  # a click marks a cell of it
_SCRIPT = '<script type="module" src="site_page.js"></script>'
_BARE = """<!doctype html><title>bare</title><script type="module" src="bare.js"></script>"""
_BARE_PAGE = """
const worker = new Worker("bare_worker.js", { type: "module" });
worker.onmessage = () => {
  fetch("report", { method: "POST", body: JSON.stringify({ ready: performance.now() }) });
};
"""
_BARE_WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
postMessage(null);
"""


class Reports:
    """The reports of pages, received one at a time."""

    def __init__(self) -> None:
        self._received = threading.Event()
        self._report: dict[str, Any] = {}

    def take(self, body: bytes) -> None:
        self._report = json.loads(body)
        self._received.set()

    def wait(self) -> dict[str, Any]:
        if not self._received.wait(SECONDS):
            raise SystemExit("a page did not report in time")
        self._received.clear()
        return self._report


class Handler(SimpleHTTPRequestHandler):
    """Serves the website with a measuring script and receives reports."""

    reports: Reports

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        own = {
            "/bare.html": _BARE,
            "/bare.js": _BARE_PAGE,
            "/bare_worker.js": _BARE_WORKER,
            "/site_page.js": (HERE / "site_page.js").read_text(),
            "/": with_script(Path(self.directory) / "index.html"),
        }
        if self.path not in own:
            return super().do_GET()
        data = own[self.path].encode()
        self.send_response(200)
        kind = "text/javascript" if self.path.endswith(".js") else "text/html"
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self) -> None:
        self.reports.take(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()


def with_script(page: Path) -> str:
    return page.read_text(encoding="utf-8").replace("</head>", f"{_SCRIPT}</head>")


def visit(address: str, profile: str, reports: Reports, times: int = 1) -> list[dict[str, Any]]:
    """Open a page in a new browser and return its reports; it reloads after each."""
    command = [find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
    command += [f"--user-data-dir={profile}", "--window-size=1280,800", address]
    nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, start_new_session=True, **nowhere)
    try:
        return [reports.wait() for _ in range(times)]
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # the command may be a script that starts Chromium
        process.wait()


def sizes(folder: Path) -> tuple[float, float]:
    """Return the size of a website in megabytes, plain and compressed."""
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    packed = sum(min(len(data), len(gzip.compress(data, 9))) for data in files)
    return sum(map(len, files)) / 1e6, packed / 1e6


def site_rounds(folder: Path, rounds: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the reports of (bare, cold, warm) visits of the website."""
    reports = Reports()
    handler = type("SiteHandler", (Handler,), {"reports": reports})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    bare, cold, warm = [], [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            bare += visit(f"{address}bare.html", profile, reports)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            first, second = visit(address + BOARD, profile, reports, times=2)
            cold.append(first)
            warm.append(second)
    server.shutdown()
    return bare, cold, warm


def web_rounds(rounds: int) -> list[Any]:
    """Return the reports of visits of `masume web`."""
    reports = Reports()
    app = create_app(workers=2)

    @app.get("/bench")
    async def page() -> HTMLResponse:
        return HTMLResponse(with_script(PAGES / "index.html"))

    @app.get("/site_page.js")
    async def script() -> Response:
        return Response((HERE / "site_page.js").read_text(), media_type="text/javascript")

    @app.post("/report")
    async def report(request: Request) -> Response:
        reports.take(await request.body())
        return Response(status_code=204)

    server = Server(app)
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        pass
    port = server.servers[0].sockets[0].getsockname()[1]
    reports_of_web = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            reports_of_web += visit(f"http://127.0.0.1:{port}/bench{BOARD}", profile, reports)
    server.should_exit = True
    return reports_of_web


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        write_site(folder, docs=False)
        plain, packed = sizes(folder)
        print(f"size {plain:.1f} MB, compressed {packed:.2f} MB{_goal(packed, MOST)}")
        bare, cold, warm = site_rounds(folder, options.rounds)
    web = web_rounds(options.rounds)
    start = statistics.median(report["ready"] for report in bare)
    print(f"start of Pyodide alone {start:.0f} ms\n")
    print(f"{'':24}{'site, cold':>14}{'site, warm':>14}{'masume web':>14}")
    reached = packed <= MOST
    for name in ("paint", "board", "mark", "ready"):
        columns = [statistics.median(r[name] or 0 for r in rows) for rows in (cold, warm, web)]
        reached &= _row(f"{name} (ms)", columns, GOALS.get(name))
    beyond = statistics.median(report["ready"] for report in cold) - start
    reached &= _row("ready after Pyodide (ms)", [beyond], GOALS["beyond bare"])
    for name in ("move", "hint", "solve", "generate"):
        columns = [statistics.median(r[name]["median"] for r in rows) for rows in (cold, warm, web)]
        reached &= _row(f"{name} (ms)", columns, GOALS.get(name))
    rates = [statistics.median(r["expansions"] for r in rows) for rows in (cold, warm, web)]
    _row("expansions per second", rates, None)
    print(f"\nall goals reached: {'yes' if reached else 'no'}")
    sys.exit(not reached)


def _row(name: str, columns: list[float], goal: float | None) -> bool:
    shown = "".join(f"{value:>14,.0f}" for value in columns)
    print(f"{name:24}{shown}{'' if goal is None else _goal(columns[0], goal)}", flush=True)
    return goal is None or columns[0] <= goal


def _goal(value: float, goal: float) -> str:
    return f"   goal {goal:g}: {'yes' if value <= goal else 'NO'}"


if __name__ == "__main__":
    main()
