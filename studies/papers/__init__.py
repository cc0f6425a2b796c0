"""The experiments of the five papers masume grew from, run again and judged.

`python -m studies.papers` runs the studies in this folder and writes docs/papers.md.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from masume.lab.drive import run_study
from masume.lab.study import Study, read_study
from masume.work.batches import Pool

if TYPE_CHECKING:
    from studies.papers.paper import Paper

FOLDER = Path(__file__).parent
PAPERS = ("brunn_ruszczyk", "tutak_monecki", "feup", "jain", "pokropek_wojakowski")
"""The papers, in the order of the page: a module of the same name has a `PAPER`."""


def paper_named(slug: str) -> Paper:
    """Return one of the papers."""
    paper: Paper = import_module(f"{__name__}.{slug}").PAPER
    return paper


def study_named(name: str) -> Study:
    """Return a study of this folder."""
    return read_study(FOLDER / f"{name}.toml")


def run_papers(results: Path, pool: Pool, report: Callable[[str], None]) -> None:
    """Run what is left of all studies, into results files in a folder."""
    results.mkdir(parents=True, exist_ok=True)
    for slug in PAPERS:
        for name in paper_named(slug).studies:
            report(name)
            run_study(study_named(name), results / f"{name}.jsonl", pool)
