"""Results that come from a stranger: no command reads or writes other files for them."""

from __future__ import annotations

import pytest
from study_rows import keep, run

from masume.lab.log import open_log
from masume.lab.store import open_store

STUDY = '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nalgorithms = ["depth_first"]\n'
TELLTALE = "root:secret:0:0"
ROWS = [run("a", "astar", expanded=5), run("b", "astar", expanded=9), run("b", "exact")]
READ = "(SELECT content FROM read_text('{secret}'))"
BOARD = {"id": "a", "kind": "hitori", "name": "a", "rows": 5, "cols": 5}
ATTACKS = {
    "names": [("run", ROWS[0] | {"sources": "same", "search": READ, "reason": f"'||{READ}||'"})],
    "paths": [("board", BOARD | {"kind": "../../secret", "name": "{secret}"})],
    "no name": [("board", BOARD | {"name": None})],
    "types": [("run", ROWS[0] | {"key": "x", "seconds": {"a": [1]}})],
    "study": [("study", {"study": ["{secret}"], "title": 7, "searches": [{"boards": READ}]})],
    "no object": [("run", ["key"]), ("board", "text"), ("study", 5)],
}


@pytest.fixture(params=ATTACKS)
def attack(request, tmp_path, monkeypatch):
    """Write results with an attack into the current folder, beside good ones."""
    (tmp_path / "secret").write_text(TELLTALE)
    monkeypatch.chdir(tmp_path)
    keep(tmp_path / "good.jsonl", ROWS, study=STUDY)
    path = keep(tmp_path / "bad.jsonl", ROWS, study=STUDY)
    (tmp_path / "bad.toml").write_text(STUDY)
    with open_store(path) as store, open_log(path) as log:
        for kind, record in ATTACKS[request.param]:
            if kind == "study" and isinstance(record, dict):
                record = store.study | record
            log.append(kind, record)
    return request.param


COMMANDS = (  # run is the last: it writes into the file
    "export bad.toml -o out.csv",
    "export bad.toml -o out.parquet",
    "report bad.toml -o out.html",
    "status bad.toml --json",
    "compare bad.jsonl good.jsonl",
    "archive bad.toml -o out.zip",
    "run bad.toml --jobs 1",
)


@pytest.mark.process
def test_untrusted_results_cannot_read_files(cli, attack, tmp_path):
    for command in COMMANDS:
        code, out, err = cli("study", *command.split())
        assert code in (0, 1, 2), err
        assert code < 2 or err.count("\n") == 1, err
        assert TELLTALE not in out + err, command
    for made in tmp_path.rglob("*"):
        if made.is_file() and made.name != "secret":
            assert TELLTALE.encode() not in made.read_bytes(), made
