"""The study of the textbook's algorithms, with few boards: its page has the figures of its runs."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUDIES = ROOT / "studies"


@pytest.fixture
def textbook(monkeypatch):
    monkeypatch.syspath_prepend(str(STUDIES))
    yield __import__("textbook")
    sys.modules.pop("textbook", None)


@pytest.mark.process
@pytest.mark.long
def test_the_page_is_made_from_the_results(textbook, tmp_path):
    from masume.front.cli.main import run
    from masume.lab.store import open_store

    study = (STUDIES / "textbook.toml").read_text(encoding="utf-8")
    head, _, rest = study.partition("[[boards]]")
    searches = rest[rest.index("[[searches]]") :].replace("seeds = 2", "seeds = 1")
    boards = '["hitori/first", "n_queens/6", "n_queens_repair/8", "n_puzzle/easy"]'
    file = tmp_path / "small.toml"
    file.write_text(f"{head}[[boards]]\nexamples = {boards}\n\n{searches}", encoding="utf-8")
    results = tmp_path / "small.jsonl"
    assert run(["study", "run", str(file), "--into", str(results)]) == 0
    with open_store(results) as store:
        page = "\n".join(textbook.page(store))
        runs = {
            (row["algorithm"], row["space"]): row
            for row in store.query_records("SELECT * FROM results WHERE kind = 'n_queens'")
        }
    compared = 0
    for switch, before, after in textbook.STEPS:
        first, second = runs[before], runs[after]
        assert f"**{switch[0].upper()}{switch[1:]}**" in page
        if first["status"] == second["status"] == "solved":
            assert f"| {switch} | n-queens |" in page
            assert f"| {first['expanded']:,} → {second['expanded']:,} |" in page
            compared += 1
    assert compared > 5
    for name in ("tabu_search", "min_conflicts", "genetic"):
        assert page.count(f"| `{name}` |") == 2  # on Hitori and on n queens
    assert "| `astar` | `pattern_databases` |" in page


def test_the_page_belongs_to_the_study(textbook):
    """Its tables list the switches and local searches that the study declares."""
    text = textbook.PAGE.read_text(encoding="utf-8")
    study = tomllib.loads(textbook.STUDY.read_text(encoding="utf-8"))
    declared = [group for group in study["searches"] if group["spaces"] == ["repair"]]
    assert all(f"`{name}`" in text for name in declared[0]["algorithms"])
    assert all(f"**{switch[0].upper()}{switch[1:]}**" in text for switch, *_ in textbook.STEPS)
    assert f"{study['limits']['seconds']:g} s" in text
