"""Run the experiments of the five papers, and write the page that judges their claims.

    make papers        or: python -m studies.papers -o docs/papers.md --into build/papers

This takes some minutes. A run that was interrupted continues where it stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from masume.work.batches import processes_for, thread_pool
from studies.papers import PAPERS, paper_named, run_papers
from studies.papers.page import write_page


def main() -> None:
    """Run the studies and write the page."""
    parser = argparse.ArgumentParser(prog="python -m studies.papers")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the page, a .md file")
    parser.add_argument("--into", type=Path, required=True, help="the folder of the results")
    parser.add_argument("--jobs", type=int, default=0, help="runs at the same time; 0: one per CPU")
    options = parser.parse_args()
    with thread_pool(processes_for(options.jobs)) as pool:
        run_papers(options.into, pool, lambda name: print(f"running {name}", flush=True))
    write_page([paper_named(slug) for slug in PAPERS], options.into, options.output)
    print(f"wrote {options.output}")


if __name__ == "__main__":
    main()
