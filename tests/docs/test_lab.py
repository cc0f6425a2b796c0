"""What docs/lab.md says is true: its study can be read and its commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from masume.front.cli.main import app
from masume.lab.planning import plan_runs
from masume.lab.store import open_store
from masume.lab.study import Boards, Searches, parse_study, read_study
from masume.lab.tasks import board_requests, given_boards
from masume.lab.tune import tune_request

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_study_can_be_planned():
    text, *more = blocks("toml")
    study = parse_study("\n".join([text, *more]))
    tasks, not_tried = plan_runs(study, given_boards(study))
    assert tasks and not_tried and list(board_requests(study))
    assert tune_request(study).options["hot"] == (0.1, 5.0)


def test_every_key_is_told():
    keys = {*Boards.__dataclass_fields__, *Searches.__dataclass_fields__}
    assert [key for key in keys if not re.search(rf"\b{key}\b", TEXT)] == []


def test_the_commands_exist():
    group = app.get_command(None, "study")
    typed = re.findall(r"^\$ \./masume study (.*)$", "\n".join(blocks("console")), re.MULTILINE)
    assert len(typed) >= 6
    for line in typed:
        words = shlex.split(line, comments=True)
        command = group.commands[words[0]]
        command.make_context(words[0], words[1:])  # raises if an option is not there


@pytest.mark.process
def test_the_python_works_and_the_columns_exist(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(
        '[[boards]]\nexamples="hitori/first"\n[[searches]]\nalgorithms="exact"\n'
    )
    from_python = next(text for text in blocks("python") if "run_study" in text)
    exec(compile(from_python, "docs/lab.md", "exec"), {})
    with open_store(tmp_path / "my.jsonl") as store:
        (query,) = blocks("sql")
        assert store.query(query) == [("exact", 1, 1, None)]
        columns = {row[0] for row in store.query("DESCRIBE results")}
    table = TEXT[TEXT.index("| columns |") : TEXT.index("The table `features`")]
    names = [row.split("|")[0] for row in table.split("\n|")]
    told = {name for cell in names for name in re.findall(r"`(\w+)`", cell)}
    assert told | {"key"} == {name for name in columns if not name.startswith("limit_")}


def test_the_studies_of_the_project_can_be_planned():
    files = list((ROOT / "studies").glob("*.toml"))
    assert files
    for file in files:
        study = read_study(file)
        assert list(board_requests(study)) or list(given_boards(study))
