"""Load-test the server of the browser app on loopback.

Fifty clients concurrently play and request hints, solutions, boards and searches for a minute.
Prints the responses by status (only 200 and 503 are allowed), the memory of the server and its
workers, and the time of a move as a ratio to a minimal route of the same framework.

    make bench-web                 or: python bench/web.py --seconds 20 --clients 20
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import httpx

import masume
from masume.formats.plain import Board, write_board

MIX = ("move",) * 12 + ("bare",) * 6 + ("hint", "hint", "solve", "solve", "generate", "search")


def serve() -> None:
    """Run the app with an additional minimal route; called in a separate process."""
    import socket

    from masume.front.web.server import Server, create_app

    app = create_app(os.cpu_count() or 2)

    @app.post("/bare")
    async def bare() -> dict[str, Any]:
        return {"state": None, "changed": False}

    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    print(listener.getsockname()[1], flush=True)
    Server(app).run(sockets=[listener])


def boards() -> list[str]:
    """Return examples of every puzzle as texts."""
    texts = []
    for kind in masume.kinds():
        for board in masume.examples(kind):
            if 25 <= board.puzzle.rows * board.puzzle.cols <= 100:
                texts.append(write_board(Board(board.kind, board.puzzle, board.name)))
    return texts


def resident(pid: int, *, with_children: bool = True) -> float:
    """Return the resident memory of a process and its children in megabytes."""
    total = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if int(entry.name) == pid or (with_children and parent == pid):
                total += int((entry / "statm").read_text().split()[1])
        except (OSError, ValueError):
            continue
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


class Client:
    """A simulated player."""

    def __init__(self, number: int, address: str, texts: list[str]) -> None:
        self.rng = Random(number)
        self.http = httpx.AsyncClient(base_url=address, timeout=90)
        self.texts = texts
        self.state: Any = None
        self.size = 0
        self.closed = 0  # reused connections that the server had closed

    async def ask(self, what: str) -> int:
        """Send a request and return its status; reconnect once, as browsers do."""
        try:
            return await self._ask(what)
        except httpx.TransportError:
            self.closed += 1
            return await self._ask(what)

    async def _ask(self, what: str) -> int:
        """Send one request of this type and return its status."""
        rng = self.rng
        if self.state is None or len(self.state["moves"]) > 60:
            answer = await self.http.post("/api/session", json={"board": rng.choice(self.texts)})
            self._update_game(answer)
        if what == "bare":
            answer = await self.http.post("/bare", json={})
        elif what == "move":
            action = {"do": "touch", "cell": rng.randrange(self.size), "second": rng.random() < 0.3}
            body = {"state": self.state, "action": action}
            answer = await self.http.post("/api/session", json=body)
            self._update_game(answer)
        elif what == "hint":
            answer = await self.http.post("/api/hint", json={"state": self.state})
        elif what == "solve":
            answer = await self.http.post("/api/solve", json={"board": rng.choice(self.texts)})
        elif what == "generate":
            body = {"puzzle": "hitori", "rows": 6, "cols": 6, "seed": rng.randrange(1000)}
            answer = await self.http.post("/api/generate", json=body)
        else:
            body = {"board": rng.choice(self.texts), "algorithm": "depth_first", "seconds": 1}
            answer = await self.http.post("/api/search", json=body)
        return answer.status_code

    def _update_game(self, answer: httpx.Response) -> None:
        if answer.status_code == 200:
            game = answer.json()
            self.state, self.size = game["state"], game["rows"] * game["cols"]


async def load(address: str, pid: int, clients: int, seconds: float) -> bool:
    """Run the load test, print the results and return whether they are acceptable."""
    codes: Counter[tuple[str, int]] = Counter()
    times: dict[str, list[float]] = {what: [] for what in MIX}
    closed: Counter[int] = Counter()
    texts = boards()
    until = perf_counter() + seconds

    async def play(number: int) -> None:
        client = Client(number, address, texts)
        while perf_counter() < until:
            what = client.rng.choice(MIX)
            began = perf_counter()
            code = await client.ask(what)
            times[what].append(perf_counter() - began)
            codes[what, code] += 1
        closed[number] = client.closed
        await client.http.aclose()

    players = [asyncio.create_task(play(number)) for number in range(clients)]
    memory, of_server = [], []
    for _ in range(20):
        await asyncio.sleep(seconds / 20)
        memory.append(resident(pid))
        of_server.append(resident(pid, with_children=False))
        if seconds > 600:
            print(f"  {sum(codes.values()):8} requests, {of_server[-1]:.1f} MB", flush=True)
    await asyncio.gather(*players)
    print(
        f"{clients} clients, {seconds:g} s, {sum(codes.values())} requests, "
        f"{sum(closed.values())} of them after a reconnect"
    )
    print(f"  {'request':10}{'200':>8}{'503':>8}{'other':>8}{'median ms':>11}{'99 % ms':>10}")
    for what in dict.fromkeys(MIX):
        good, busy = codes[what, 200], codes[what, 503]
        other = sum(count for (name, _), count in codes.items() if name == what) - good - busy
        cuts = statistics.quantiles(times[what], n=100)
        print(
            f"  {what:10}{good:>8}{busy:>8}{other:>8}{cuts[49] * 1000:>11.1f}"
            f"{cuts[98] * 1000:>10.1f}"
        )
    odd = Counter({code: count for code, count in codes.items() if code[1] not in (200, 503)})
    if odd:
        print("  other:", *(f"{what} {code} ×{count}" for (what, code), count in odd.items()))
    print("  memory of all processes in MB:", *(f"{value:.0f}" for value in memory))
    print("  memory of the server in MB:", *(f"{value:.1f}" for value in of_server))
    # Caches fill in the first half; after that the memory must stay constant.
    is_constant = of_server[-1] < max(of_server[:10]) * 1.03
    return all(code in (200, 503) for _, code in codes) and is_constant


async def alone(address: str) -> float:
    """Return the ratio of the time of a move to that of the minimal route, for one client."""
    client = Client(0, address, boards())
    times: dict[str, list[float]] = {"move": [], "bare": []}
    for number in range(600):
        what = ("move", "bare")[number % 2]
        began = perf_counter()
        await client.ask(what)
        times[what].append(perf_counter() - began)
    await client.http.aclose()
    move, bare = (statistics.median(times[what]) * 1000 for what in ("move", "bare"))
    print(f"one client: a move {move:.2f} ms, the minimal route {bare:.2f} ms: {move / bare:.1f}×")
    return move / bare


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    server = subprocess.Popen(
        [sys.executable, __file__, "--serve"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        address = f"http://127.0.0.1:{int(server.stdout.readline())}"
        ratio = asyncio.run(alone(address))
        good = asyncio.run(load(address, server.pid, options.clients, options.seconds))
        print(f"\nall goals reached: {'yes' if good and ratio < 5 else 'no'}")
    finally:
        server.terminate()
        server.wait(60)


if __name__ == "__main__":
    main()
