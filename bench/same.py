"""Run one study with identical code again and again, and count the differences that compare finds.

    python bench/same.py --repeat 20 --folder build/same

Each time the study is run twice, with the same seeds, into two files. Nothing differs, so at level
0.05 `masume study compare` should find a significant difference in about one of 20 comparisons.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from masume.lab.compare import compare
from masume.lab.drive import run_study
from masume.lab.study import parse_study
from masume.work.batches import thread_pool

STUDY = """
traces = false
[[boards]]
examples = ["hitori/jain-*", "hitori/first", "kuromasu/br-*"]
[[searches]]
algorithms = ["astar", "greedy", "depth_first", "beam", "simulated_annealing", "exact"]
repetitions = 2
[limits]
seconds = 5
nodes = 400
"""


def main() -> None:
    """Print the number of comparisons with a significant difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--folder", type=Path, default=Path("build/same"))
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    study, found = parse_study(STUDY), 0
    for number in range(1, asked.repeat + 1):
        files = [asked.folder / f"{number}-{name}.jsonl" for name in "ab"]
        for file in files:
            file.unlink(missing_ok=True)
            with thread_pool(asked.jobs) as pool:
                run_study(study, file, pool)
        result = compare(*map(str, files))
        differing = [time for time in result.times if time.verdict in ("slower", "faster")]
        found += bool(differing)
        named = "; ".join(f"{t.kind} {t.search}: {t.ratio:.2f}×, p {t.p:.3g}" for t in differing)
        print(
            f"{number}: {len(result.times)} searches, drift {result.drift or 1:.3f}×, "
            f"{len(result.counts)} different counts, significant: {named or 'none'}",
            flush=True,
        )
    print(f"{found} of {asked.repeat} comparisons of identical code are significant")


if __name__ == "__main__":
    main()
