"""What films cost: recording as a share of the search, bytes, and how a large one plays.

Recording: searches run to their end unfilmed and filmed, in pairs, each pair in the other order;
the median of what filming takes more in a pair counts, writing included. A film tells every
expansion up to 2,000 expansions or 60,000 nodes, with all successors, and a sample after that. So
what it costs has a bound, and its share falls with the length of the search: the aim is a share for
searches of a second and more, and a time for shorter ones, of which every step is told.
A million expansions: the film must stay at some megabytes, and say what it leaves out.
Playing: a film of 50,000 nodes and more in a real Chromium, scrubbed with its tree.

    make bench-film                or: python bench/film.py --times 5 --long
"""

from __future__ import annotations

import argparse
import io
import json
import re
import shutil
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Any

import masume
from masume.api.searches import SearchSpec, resolve_search
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.journal import Journal
from masume.core.search.run import Run
from masume.front.film import recording as film

SEARCHES = [  # board, algorithm, space, most nodes
    ("hitori/singles-6x6-1", "astar", "shade", None),
    ("hitori/jain-sample2", "astar", "shade", 500),
    ("hitori/jain-sample2", "astar", "shade", 10_000),
    ("hitori/jain-sample2", "breadth_first", "shade", 1_000),
    ("hitori/jain-sample2", "breadth_first", "shade", 8_000),
    ("hitori/jain-sample2", "breadth_first", "shade", 30_000),
    ("hitori/singles-6x6-1", "depth_first", "shade", None),
    ("hitori/jain-sample2", "depth_first", "shade", 20_000),
    ("hitori/jain-sample2", "simulated_annealing:steps=100000", "repair", 100_000),
]
MILLION = [("exactly_one/large-12x12-1", "depth_first", "walk", 1_000_000)]
LONG_MILLION = [  # a walk that is one path, and a tree with many children: a minute each
    ("hitori/jain-sample2", "simulated_annealing:steps=1000000,hot=9,cold=9", "repair", 1_000_000),
    ("hitori/jain-sample2", "depth_first", "shade", 1_000_000),
]
SHARE, LONG = 0.15, 1  # the aim, for searches of so many seconds
MOST_SECONDS = 0.25  # what a film may cost a shorter one
MOST_BYTES = 10e6  # of a film of a million expansions
FRAMES = 20  # a second: what looks fluent
WATCHED = "watch?board=hitori/jain-sample2&algorithm=breadth_first&space=shade&step=1"


def recorded(run: Run, chosen: SearchSpec, puzzle: Puzzle) -> str:
    """The film of a run."""
    file = io.StringIO()
    told_all = not chosen.moves_tell
    for _ in film.record(run, file, chosen.kind, puzzle, {}, positions=told_all, alone=True):
        pass
    return file.getvalue()


def recording(name: str, algorithm: str, space: str, nodes: int | None, times: int) -> bool:
    puzzle = masume.load(name)
    chosen = resolve_search(masume.kind_of(puzzle), algorithm, space=space)
    limit = masume.Limit(nodes=nodes)
    text, expanded = "", 0

    def plain() -> float:
        nonlocal expanded
        began = process_time()
        expanded = chosen.run(puzzle, limit=limit).finish().metrics.expanded
        return process_time() - began

    def filmed() -> float:
        nonlocal text
        began = process_time()
        text = recorded(chosen.run(puzzle, limit=limit, journal=Journal()), chosen, puzzle)
        return process_time() - began

    plain(), filmed()  # what is made once for all runs is there
    pairs = []
    for number in range(times):
        if number % 2:
            after = filmed()
            pairs.append((plain(), after))
        else:
            pairs.append((plain(), filmed()))
    usual = median(one for one, _ in pairs)
    more = median(other - one for one, other in pairs)
    share = more / usual
    good = share <= SHARE if usual >= LONG else more <= MOST_SECONDS
    size, told = len(text.encode()), text.count('"step"')
    print(
        f"  {name} {algorithm} {space}: {expanded:,} expansions in {usual:.2f} s, "
        f"filmed {more:.2f} s more (+{share:.0%}{'' if good else ': too much'}); "
        f"{told:,} told, {size / 1e6:.1f} MB, {size / expanded:.1f} kB for 1,000 expansions",
        flush=True,
    )
    return good


def million(name: str, algorithm: str, space: str, nodes: int) -> bool:
    """The film of a very long search: its size, and whether it is honest."""
    puzzle = masume.load(name)
    chosen = resolve_search(masume.kind_of(puzzle), algorithm, space=space)
    limit = masume.Limit(nodes=nodes)
    began = process_time()
    text = recorded(chosen.run(puzzle, limit=limit, journal=Journal()), chosen, puzzle)
    used, size = process_time() - began, len(text.encode())
    told, end = text.count('"step"'), json.loads(text.splitlines()[-1])
    honest = told + end["left_out"] == end["expanded"] and end["all_to"] < end["expanded"]
    print(
        f"  {name} {algorithm} {space}: {end['expanded']:,} expansions filmed in {used:.1f} s, "
        f"{size / 1e6:.1f} MB; {told:,} told, all up to {end['all_to']:,}, "
        f"{end['left_out']:,} left out as it says itself"
    )
    return size <= MOST_BYTES and honest


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
    parser.add_argument("--times", type=int, default=7, help="pairs of each search")
    parser.add_argument("--long", action="store_true", help="more films of a million expansions")
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    print("recording")
    good = [recording(*one, options.times) for one in SEARCHES]
    print("a million expansions")
    good += [million(*one) for one in MILLION + (LONG_MILLION if options.long else [])]
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
    aim = (
        f"recording under {SHARE:.0%} of searches from {LONG} s on and under {MOST_SECONDS} s of "
        f"shorter ones, a million expansions under {MOST_BYTES / 1e6:.0f} MB, "
        f"{FRAMES} frames a second"
    )
    print(f"\n{aim}: {'yes' if all(good) else 'no'}")


if __name__ == "__main__":
    main()
