"""Measure the input latency of the browser app in Chromium.

Playing: the time from pointer down to the mark on the screen and to the server's picture, with the
size of the response; then a drag along a whole row. Composing: the time from a clue to the verdict
(one, no or several solutions) and to its last update, for boards of every puzzle.

    make bench-play                or: python bench/play.py --times 30

With --moves 20000 it plays that many moves of one game without a browser and prints the memory of
the server.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
from time import perf_counter
from typing import Any

from chromium import find_chromium

import masume

SIDES = (7, 20, 40)
COMPOSED = (10, 15, 20)
TOGETHER = 10  # moves per request of a long game
FRAME, CONFIRMED, JUDGED = 16, 100, 200  # milliseconds: the goals
# Times measured in the page: pointer down, mark shown, server's picture shown.
WATCH = """() => {
    const times = (window.times = {});
    const see = (name, test) => new MutationObserver(() => { times[name] ??= performance.now(); })
        .observe(document.querySelector(test), { childList: true, subtree: true });
    see("shown", ".pending-marks");
    see("confirmed", "[data-test=board-picture]");
    addEventListener("pointerdown", () => {
        for (const name of Object.keys(times)) delete times[name];
        times.down = performance.now();
    }, { capture: true });
}"""


def paste_board(page: Any, text: str, cells: int) -> None:
    page.locator("[data-test=change-board]").click()
    page.locator("[data-test=paste-board]").click()
    page.locator("[data-test=paste-text]").fill(text)
    page.locator("[data-test=paste-open]").click()
    page.locator(f"[data-test=cell-{cells - 1}]").wait_for()
    wait_until_idle(page)


def wait_until_idle(page: Any) -> None:
    page.locator("[data-test=board]:not([data-busy])").wait_for()


def middle(page: Any, cell: int) -> tuple[float, float]:
    box = page.locator(f"[data-test=cell-{cell}]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def latin(side: int) -> str:
    """Return a Hitori board without repeated numbers, on which any mark is legal."""
    rows = (" ".join(str((row * 3 + col) % side + 1) for col in range(side)) for row in range(side))
    return "\n".join(("hitori", *rows))


def play(page: Any, side: int, times: int) -> bool:
    """Measure single marks and a drag on a board; return whether the goals are reached."""
    paste_board(page, latin(side), side * side)
    sizes: list[int] = []
    page.on("response", lambda r: "/api/play" in r.url and sizes.append(len(r.body())))
    page.evaluate(WATCH)
    shown, confirmed = [], []
    for number in range(times):
        cell = number * 2 % (side * side)
        page.mouse.click(*middle(page, cell))
        wait_until_idle(page)
        times_seen = page.evaluate("times")
        if "shown" in times_seen:
            shown.append(times_seen["shown"] - times_seen["down"])
        confirmed.append(times_seen["confirmed"] - times_seen["down"])
    last = side * (side - 1)
    page.mouse.move(*middle(page, last))
    page.mouse.down()
    page.mouse.move(*middle(page, last + side - 1), steps=side)
    page.mouse.up()
    began = perf_counter()
    wait_until_idle(page)
    stroke = (perf_counter() - began) * 1000
    print(
        f"  {side}×{side}: shown {statistics.median(shown):.1f} ms (max {max(shown):.0f}), "
        f"confirmed {statistics.median(confirmed):.0f} ms (max {max(confirmed):.0f}), "
        f"{statistics.median(sizes) / 1000:.0f} kB per move; "
        f"a drag of {side} cells {stroke:.0f} ms after its end"
    )
    return statistics.median(shown) <= FRAME and statistics.median(confirmed) <= CONFIRMED


def compose(page: Any, kind: str, side: int, times: int) -> bool:
    """Measure removing and restoring clues of a board with one solution."""
    try:
        (made,) = masume.generate(kind, size=side, seed=1, limit=masume.Limit(seconds=20))
    except masume.MasumeError as fault:  # no board of this size
        print(f"  {fault}")
        return True
    if made.puzzle is None:
        print(f"  {kind} {side}×{side}: no board within the limit")
        return True
    text = "\n".join((kind, *masume.kind_of(made.puzzle).write(made.puzzle)))
    page.evaluate(
        "text => localStorage.setItem('masume.draft', JSON.stringify(text))", {"board": text}
    )
    page.goto("about:blank")
    page.goto(f"{page.masume}/#/compose")
    verdict = page.locator("[data-test=compose-verdict]")
    page.locator("[data-test=compose-verdict][data-verdict=unique]:not(.busy)").wait_for()
    lines = text.split("\n")[-side:]
    cells = [text for line in lines for text in line.split()]
    clues = [cell for cell, text in enumerate(cells) if text not in ".?" and len(text) == 1]
    if not clues:  # such as a board whose rooms are its only clues
        print(f"  {kind} {side}×{side}: no clues to type")
        return True
    first, whole = [], []
    for number in range(times):
        cell = clues[number * 7 % len(clues)]
        page.locator(f"[data-test=cell-{cell}]").click()
        for key in ("Delete", cells[cell]):
            verdict.evaluate(
                """line => {
                    window.first = null;
                    window.began = performance.now();
                    new MutationObserver((_, it) => {
                        window.first = performance.now();
                        it.disconnect();
                    }).observe(line, { childList: true });
                }"""
            )
            page.keyboard.press(key)
            page.wait_for_function("() => window.first !== null")
            page.locator("[data-test=compose-verdict]:not(.busy)").wait_for()
            whole.append(page.evaluate("performance.now() - window.began"))
            first.append(page.evaluate("window.first - window.began"))
    print(
        f"  {kind} {side}×{side}: verdict {statistics.median(first):.0f} ms "
        f"(max {max(first):.0f}), complete {statistics.median(whole):.0f} ms "
        f"(max {max(whole):.0f})"
    )
    return side > 15 or statistics.median(first) <= JUDGED


def endure(address: str, process: int, moves: int, side: int = 12) -> bool:
    """Play a long game; return whether the memory grows by less than 10 % after a tenth of it."""
    import httpx

    client = httpx.Client(base_url=address, timeout=60)
    reply = client.post("/api/play", json={"board": latin(side)}).json()
    held, sent, began = [], 0, perf_counter()
    for number in range(0, moves, TOGETHER):
        cells = [move * 7 % (side * side) for move in range(number, number + TOGETHER)]
        actions: list[object] = [{"do": "touch", "cell": cell, "second": True} for cell in cells]
        actions += [{"do": "undo"}, {"do": "redo"}]
        body = {"seen": reply["version"], "action": actions, "seconds": number}
        response = client.post("/api/play", json=body)
        reply, sent = response.json(), sent + len(response.content)
        assert reply["changed"] is not None
        if (number + TOGETHER) % (moves // 10) == 0:
            held.append(memory(process))
            print(f"  {number + TOGETHER:,} moves: {held[-1]:.1f} MB", flush=True)
    each = (perf_counter() - began) / moves * 1000
    print(f"  {each:.1f} ms and {sent / moves / 1000:.2f} kB per move on {side}×{side}")
    return held[-1] < held[0] * 1.1


def memory(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    from pathlib import Path

    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1000


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--moves", type=int, default=0)
    parser.add_argument("--puzzles", nargs="*", default=[*masume.kinds()], help="to compose")
    options = parser.parse_args()
    command = [sys.executable, "-m", "masume", "web", "--no-browser", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        match = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert match is not None
        if options.moves:
            flat = endure(match[0], server.pid, options.moves)
            print(f"\nconstant memory: {'yes' if flat else 'no'}")
            return
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=["--no-sandbox"]
            )
            page: Any = browser.new_page(viewport={"width": 1280, "height": 900})
            page.masume = match[0]
            page.goto(f"{page.masume}/#/play")
            page.locator("[data-test=cell-0]").wait_for()
            print("playing")
            good = [play(page, side, options.times) for side in SIDES]
            print("composing")
            for kind in options.puzzles:
                good += [compose(page, kind, side, options.times // 4 + 1) for side in COMPOSED]
            browser.close()
        print(f"\nwithin a frame, {CONFIRMED} ms and {JUDGED} ms: {'yes' if all(good) else 'no'}")
    finally:
        server.terminate()
        server.wait(60)


if __name__ == "__main__":
    main()
