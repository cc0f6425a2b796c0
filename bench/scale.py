"""Run a large study of a trivial algorithm on a Dask cluster, kill it, resume it, and report it.

    python bench/scale.py --runs 100000 --folder build/scale      (a million takes hours)

It prints the runs per second, the peak memory of the driver, the seconds from the restart after a
SIGKILL at 90 % to the first new run, and the time and memory of the report. Everything is also
given in processor time, as other work on the machine does not change that much.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

STUDY = """
title = "{runs:,} trivial runs"
traces = false
[[boards]]
examples = ["hitori/jain-*", "kuromasu/*", "hashi/*", "exactly_one/*"]
[[searches]]
algorithms = ["simulated_annealing:steps=2"]
spaces = ["repair"]
seeds = {seeds}
[limits]
nodes = 200
"""
RUNS_A_SEED = 103
_POLL = 0.5


class Measured:
    """A command of masume: its wall time, and the processor time and peak memory of its driver."""

    def __init__(self, *words: str) -> None:
        self.began = monotonic()
        self.process = subprocess.Popen([sys.executable, "-m", "masume", "study", *words])
        self.peak_mb, self.processor = 0.0, 0.0

    def look(self) -> bool:
        """Read the use of resources; return whether the process runs."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
            fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return False
        peak = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
        self.peak_mb = max(self.peak_mb, *(int(kb) * 1024 / 1e6 for kb in peak), 0.0)
        ticks = fields.rpartition(")")[2].split()[11:13]
        self.processor = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        return self.process.poll() is None

    def finish(self, what: str) -> None:
        """Wait for the end and print the figures."""
        while self.look():
            sleep(_POLL)
        self.process.wait()
        print(
            f"{what}: exit code {self.process.returncode}, {monotonic() - self.began:,.1f} s wall, "
            f"{self.processor:,.1f} s processor time of the driver, peak {self.peak_mb:,.0f} MB",
            flush=True,
        )


def lines(path: Path) -> int:
    """Return the number of runs in a results file, complete lines only."""
    if not path.exists():
        return 0
    with path.open("rb") as file:
        return sum(line.endswith(b"\n") and b'","run":{' in line[:40] for line in file)


def main() -> None:
    """Run, kill, resume, report and check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--cluster", default="local:2")
    parser.add_argument("--folder", type=Path, default=Path("build/scale"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    file, results = asked.folder / "scale.toml", asked.folder / "scale.jsonl"
    results.unlink(missing_ok=True)
    seeds = -(-asked.runs // RUNS_A_SEED)  # about so many
    file.write_text(STUDY.format(runs=asked.runs, seeds=seeds), encoding="utf-8")
    command = ("run", str(file), "--cluster", asked.cluster)

    first = Measured(*command)
    progress = results.with_name(results.name + ".progress")
    done = start = 0
    total = 1 << 62
    begun = 0.0
    while first.look() and done < 0.9 * total:
        sleep(_POLL)
        try:
            now = json.loads(progress.read_bytes())
        except (OSError, ValueError):
            continue
        if now["doing"] == "runs":
            done, total = now["done"], now["total"]
        if done and not begun:
            begun, start = monotonic(), done
    wall = monotonic() - begun
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    print(
        f"{done:,} of {total:,} runs until the kill: {(done - start) / wall:,.0f} runs/s, "
        f"{1000 * first.processor / max(1, done):.2f} ms processor time of the driver per run, "
        f"peak {first.peak_mb:,.0f} MB",
        flush=True,
    )
    kept = lines(results)
    second = Measured(*command)
    while second.look() and lines(results) <= kept:
        sleep(_POLL)
    print(
        f"resumed with {kept:,} runs: first new run after {monotonic() - second.began:,.1f} s, "
        f"{second.processor:,.1f} s processor time of the driver",
        flush=True,
    )
    second.finish("the rest")
    print(
        f"lost or repeated: {total - lines(results):,} runs; "
        f"{results.stat().st_size / 1e6:,.0f} MB of results",
        flush=True,
    )
    for suffix in (".html", ".parquet"):
        how = "report" if suffix == ".html" else "export"
        Measured(how, str(file), "-o", str(asked.folder / f"scale{suffix}")).finish(how)


if __name__ == "__main__":
    main()
