"""Measure films: the cost of recording, the file size, and the playback of large films.

Recording: searches run with and without recording, in pairs of alternating order; the median
difference counts, including writing. A film contains every expansion up to 2,000 expansions or
60,000 nodes, and a sample after that. The cost is therefore bounded, and the goals are a share for
searches of at least a second and a time for shorter ones.
A million expansions: the film must stay below 10 MB and state what it omits.
Playback: a film of 50,000 nodes in Chromium, scrubbed with its tree.

    make bench-film                or: python bench/film.py --times 5 --long
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Any

from chromium import find_chromium

import masume
from masume.api.searches import SearchSpec, resolve_search
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.journal import Journal
from masume.core.search.run import Run
from masume.front.film import recording as film

SEARCHES = [  # board, algorithm, space, node limit
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
LONG_MILLION = [  # a single path, and a tree with many children: a minute each
    ("hitori/jain-sample2", "simulated_annealing:steps=1000000,hot=9,cold=9", "repair", 1_000_000),
    ("hitori/jain-sample2", "depth_first", "shade", 1_000_000),
]
SHARE, LONG = 0.15, 1  # goal: share of the time, for searches of this many seconds
MOST_SECONDS = 0.25  # goal for shorter searches
MOST_BYTES = 10e6  # goal for a million expansions
FRAMES = 20  # goal: frames per second
WATCHED = "watch?board=hitori/jain-sample2&algorithm=breadth_first&space=shade&step=1"


def record(run: Run, spec: SearchSpec, puzzle: Puzzle) -> str:
    """Run a search and return its film."""
    file = io.StringIO()
    positions = not spec.moves_tell
    for _ in film.record(run, file, spec.kind, puzzle, {}, positions=positions, exclusive=True):
        pass
    return file.getvalue()


def measure_recording(name: str, algorithm: str, space: str, nodes: int | None, times: int) -> bool:
    """Print the cost of recording a search; return whether the goal is reached."""
    puzzle = masume.load(name).puzzle
    spec = resolve_search(masume.kind_of(puzzle), algorithm, space=space)
    limit = masume.Limit(nodes=nodes)
    text, expanded = "", 0

    def plain() -> float:
        nonlocal expanded
        began = process_time()
        expanded = spec.run(puzzle, limit=limit).finish().metrics.expanded
        return process_time() - began

    def filmed() -> float:
        nonlocal text
        began = process_time()
        text = record(spec.run(puzzle, limit=limit, journal=Journal()), spec, puzzle)
        return process_time() - began

    plain(), filmed()  # fill caches
    pairs = []
    for number in range(times):
        if number % 2:
            after = filmed()
            pairs.append((plain(), after))
        else:
            pairs.append((plain(), filmed()))
    usual = median(without for without, _ in pairs)
    more = median(recording - without for without, recording in pairs)
    share = more / usual
    good = share <= SHARE if usual >= LONG else more <= MOST_SECONDS
    size, steps = len(text.encode()), text.count('"step"')
    print(
        f"  {name} {algorithm} {space}: {expanded:,} expansions in {usual:.2f} s, "
        f"recording +{more:.2f} s (+{share:.0%}{'' if good else ', above the goal'}); "
        f"{steps:,} recorded, {size / 1e6:.1f} MB, {size / expanded:.1f} kB per 1,000 expansions",
        flush=True,
    )
    return good


def measure_million(name: str, algorithm: str, space: str, nodes: int) -> bool:
    """Print the size of a long film; return whether it reaches the goal and counts correctly."""
    puzzle = masume.load(name).puzzle
    spec = resolve_search(masume.kind_of(puzzle), algorithm, space=space)
    limit = masume.Limit(nodes=nodes)
    began = process_time()
    text = record(spec.run(puzzle, limit=limit, journal=Journal()), spec, puzzle)
    used, size = process_time() - began, len(text.encode())
    steps, end = text.count('"step"'), json.loads(text.splitlines()[-1])
    is_consistent = steps + end["left_out"] == end["expanded"] and end["all_to"] < end["expanded"]
    print(
        f"  {name} {algorithm} {space}: {end['expanded']:,} expansions recorded in {used:.1f} s, "
        f"{size / 1e6:.1f} MB; {steps:,} recorded, all up to {end['all_to']:,}, "
        f"{end['left_out']:,} omitted"
    )
    return size <= MOST_BYTES and is_consistent


def measure_playback(address: str) -> bool:
    """Scrub through a large film; print frames per second and memory of the page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
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
        nodes = page.locator("[data-test=watch-tree-count]").inner_text()
        memory = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        browser.close()
    rate = 200 / seconds
    speed = f"{rate:.0f} frames per second, {memory:.0f} MB in the page"
    print(f"  {places + 1:,} frames, {nodes}: {speed}")
    return rate >= FRAMES


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--times", type=int, default=7, help="pairs per search")
    parser.add_argument(
        "--long", action="store_true", help="record more films of a million expansions"
    )
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    print("recording")
    good = [measure_recording(*search, options.times) for search in SEARCHES]
    print("a million expansions")
    films = MILLION + (LONG_MILLION if options.long else [])
    good += [measure_million(*search) for search in films]
    if not options.no_browser:
        command = [sys.executable, "-m", "masume", "web", "--no-browser", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            match = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert match is not None
            print("playback")
            good.append(measure_playback(match[0]))
        finally:
            server.terminate()
            server.wait(60)
    goals = (
        f"recording under {SHARE:.0%} of searches from {LONG} s and under {MOST_SECONDS} s of "
        f"shorter ones, a million expansions under {MOST_BYTES / 1e6:.0f} MB, "
        f"{FRAMES} frames per second"
    )
    print(f"\n{goals}: {'yes' if all(good) else 'no'}")


if __name__ == "__main__":
    main()
