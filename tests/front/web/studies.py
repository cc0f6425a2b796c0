"""A small study, and a folder with valid and invalid results."""

from __future__ import annotations

from masume.lab.drive import run_study
from masume.lab.study import parse_study
from masume.work.batches import thread_pool

TITLE = "Which <b>heuristic</b>?"
STUDY = f"""
title = "{TITLE}"
about = "For tests."

[[boards]]
examples = ["hitori/first", "hitori/singles-4x4-1", "hashi/pw-1"]

[[searches]]
algorithms = ["astar", "depth_first", "exact"]
spaces = ["shade"]  # Hitori only, so that the report is made quickly
heuristics = ["all"]

[limits]
nodes = 2000
seconds = 5
"""


def run_small_study(path):
    with thread_pool(2) as pool:
        run_study(parse_study(STUDY), path, pool)


def fill_folder(folder, outside, results):
    """Write copies of the study, and files of many kinds that are not studies."""
    (folder / "small.jsonl").write_bytes(results)
    (folder / "ein kleiner Versuch ü.jsonl").write_bytes(results)
    (folder / "damaged.jsonl").write_bytes(b"no database" * 1000)
    (folder / "notes.txt").write_text("a secret", encoding="utf-8")
    (folder / ".hidden.jsonl").write_bytes(results)
    (folder / "folder.jsonl").mkdir()
    outside.write_bytes(results)
    (folder / "away.jsonl").symlink_to(outside)
