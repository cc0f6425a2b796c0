"""What films cost: recording as a share of the search, bytes, and how a large one plays.

Recording: searches run to their end unfilmed and filmed, each several times in turn; the least
processor time counts. A film tells every expansion up to 2,000 expansions or 100,000 nodes and a
sample after that, so its cost has a bound, and its share falls with the length of the search.
Playing: a film of 50,000 nodes and more in a real Chromium, scrubbed with its tree.

    make bench-film                or: python bench/film.py --times 3
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import subprocess
import sys
from time import process_time
from typing import Any

import masume
from masume.api.searches import plan
from masume.core import film
from masume.core.journal import Journal

SEARCHES = [  # board, algorithm, space, most nodes
    ("hitori/singles-6x6-1", "astar", "shade", None),
    ("hitori/jain-sample2", "astar", "shade", 10_000),
    ("hitori/jain-sample2", "breadth_first", "shade", 30_000),
    ("hitori/singles-6x6-1", "depth_first", "shade", 100_000),
    ("hitori/jain-sample2", "simulated_annealing:steps=100000", "repair", 100_000),
]
SHARE, LONG = 0.15, 3  # the aim, for searches of so many seconds
FRAMES = 20  # a second: what looks fluent
WATCHED = "watch?board=hitori/jain-sample2&algorithm=breadth_first&space=shade&step=1"


def recording(name: str, algorithm: str, space: str, nodes: int | None, times: int) -> bool:
    puzzle = masume.load(name)
    kind = masume.kind_of(puzzle)
    chosen = plan(kind, algorithm, space=space)
    limit = masume.Limit(nodes=nodes)
    plain, filmed = [], []
    for _ in range(times):
        began = process_time()
        metrics = chosen.run(puzzle, limit=limit).finish().metrics
        plain.append(process_time() - began)
        run, file = chosen.run(puzzle, limit=limit, journal=Journal()), io.StringIO()
        began = process_time()
        told_all = not chosen.moves_tell
        for _ in film.record(run, file, kind, puzzle, {}, positions=told_all, alone=True):
            pass
        filmed.append(process_time() - began)
    share = min(filmed) / min(plain) - 1
    size, told = len(file.getvalue()), file.getvalue().count('"step"')
    print(
        f"  {name} {algorithm} {space}: {metrics.expanded:,} expansions in {min(plain):.2f} s, "
        f"filmed {min(filmed):.2f} s (+{share:.0%}); {told:,} told, {size / 1e6:.1f} MB, "
        f"{size / metrics.expanded:.0f} kB for 1,000 expansions"
    )
    return share <= SHARE or min(plain) < LONG


def playing(address: str) -> bool:
    """Scrub through a large film with its tree, and look at the page's memory."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page: Any = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{address}/#/{WATCHED}")
        page.locator("[data-test=watch-line]:not(.busy)").wait_for(timeout=120_000)
        page.wait_for_function(
            "() => document.querySelector('[data-test=film-scrubber]').max > 500", timeout=120_000
        )
        page.locator("[data-test=watch-line]:not(.busy)").wait_for(timeout=120_000)
        places, seconds = page.evaluate(
            """async () => {
                const slider = document.querySelector("[data-test=film-scrubber]");
                const began = performance.now();
                for (let at = 0; at < 200; at++) {
                    slider.value = String(Math.floor((Number(slider.max) * at) / 200));
                    slider.dispatchEvent(new Event("input"));
                    await new Promise(requestAnimationFrame);
                }
                return [Number(slider.max), (performance.now() - began) / 1000];
            }"""
        )
        told = page.locator("[data-test=watch-tree-count]").inner_text()
        memory = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        browser.close()
    rate = 200 / seconds
    print(
        f"  {places + 1:,} frames, {told}: {rate:.0f} frames a second, {memory:.0f} MB in the page"
    )
    return rate >= FRAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--times", type=int, default=2)
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    print("recording")
    good = [recording(*one, options.times) for one in SEARCHES]
    if not options.no_browser:
        command = [sys.executable, "-m", "masume", "web", "--no-browser", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            match = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert match is not None
            print("playing")
            good.append(playing(match[0]))
        finally:
            server.terminate()
            server.wait(60)
    aim = f"under {SHARE:.0%} from {LONG} s on, {FRAMES} frames a second"
    print(f"\n{aim}: {'yes' if all(good) else 'no'}")


if __name__ == "__main__":
    main()
