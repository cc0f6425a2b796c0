"""The papers, again: the experiments of the five papers masume grew from, rerun and judged.

`run_papers` runs their studies, `write_papers` makes a page of the results. Nothing heavy is
imported before that: worker processes come here for the papers' own searches.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from masume.lab.drive import Tell
    from masume.lab.papers.paper import Paper
    from masume.lab.study import Study
    from masume.work.batches import Pool

PAPERS = ("brunn_ruszczyk", "tutak_monecki", "feup", "jain", "pokropek_wojakowski")
"""The papers, in the order of the page: a module of the same name has a `PAPER`."""
FORMS = (".html", ".md")


def paper_named(slug: str) -> Paper:
    """One of the papers."""
    paper: Paper = import_module(f"{__name__}.{slug}").PAPER
    return paper


def study_named(name: str) -> Study:
    """A study that belongs to a paper."""
    from masume.lab.study import parse_study

    folder = Path(__file__).parent
    text = (folder / f"{name}.toml").read_text("utf-8")
    return parse_study(text, source=f"{name}.toml", folder=folder)


def run_papers(folder: Path, pool: Pool, tell: Tell) -> None:
    """Run all studies, or what is left of them, into results files in the folder."""
    from masume.lab.drive import run_study

    folder.mkdir(parents=True, exist_ok=True)
    for slug in PAPERS:
        for name in paper_named(slug).studies:
            run_study(study_named(name), folder / f"{name}.duckdb", pool, tell)


def write_papers(folder: Path, to: Path) -> None:
    """Make the page of the results in the folder: `.html`, or `.md` with its pictures beside it."""
    from masume.lab.papers.page import write_page

    write_page([paper_named(slug) for slug in PAPERS], folder, to)
