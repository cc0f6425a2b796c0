"""Results that come from a stranger: no command reads other files for them."""

from __future__ import annotations

import duckdb
import pytest
from study_rows import keep, run

STUDY = '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nalgorithms = ["depth_first"]\n'
TELLTALE = "root:secret:0:0"
READ = "(SELECT content FROM read_text('{secret}'))"
ATTACKS = {
    "view results": [
        "DROP VIEW results",
        "CREATE VIEW results AS SELECT b.kind, b.name, b.rows, b.cols, b.rows * b.cols AS cells, "
        f"b.difficulty, r.* REPLACE ({READ} AS search) FROM runs r JOIN boards b ON b.id = r.board",
    ],
    "view runs": [
        "ALTER TABLE runs RENAME TO kept",
        f"CREATE VIEW runs AS SELECT * REPLACE ({READ} AS reason, {READ} AS search) FROM kept",
    ],
    "view meta": [
        "ALTER TABLE meta RENAME TO kept",
        "CREATE VIEW meta AS SELECT key, CASE WHEN key IN ('title', 'study') "
        f"THEN {READ} ELSE value END AS value FROM kept",
    ],
    "macro": [f"CREATE MACRO median(x) AS {READ}", f"CREATE MACRO min(x) AS {READ}"],
    "table macro": [f"CREATE MACRO unnest(x) AS TABLE SELECT {READ} AS unnest"],
}
REFUSED = {"view runs", "view meta", "macro", "table macro"}


@pytest.fixture(params=ATTACKS)
def attack(request, tmp_path, monkeypatch):
    """The name of an attack whose file lies in the current folder, beside a good one."""
    (tmp_path / "secret").write_text(TELLTALE)
    monkeypatch.chdir(tmp_path)
    rows = [run("a", "astar", expanded=5), run("b", "astar", expanded=9), run("b", "exact")]
    keep(tmp_path / "good.duckdb", rows, study=STUDY)
    path = keep(tmp_path / "bad.duckdb", rows, study=STUDY)
    (tmp_path / "bad.toml").write_text(STUDY)
    with duckdb.connect(str(path)) as file:
        for sql in ATTACKS[request.param]:
            file.execute(sql.format(secret=tmp_path / "secret"))
    return request.param


COMMANDS = (  # run is the last: it writes into the file
    "export bad.toml -o out.csv",
    "export bad.toml -o out.parquet",
    "report bad.toml -o out.html",
    "status bad.toml --json",
    "compare bad.duckdb good.duckdb",
    "archive bad.toml -o out.zip",
    "salvage bad.toml -o out.duckdb",
    "run bad.toml --jobs 1",
)


@pytest.mark.process
def test_untrusted_results_cannot_read_files(cli, attack, tmp_path):
    for command in COMMANDS:
        code, out, err = cli("study", *command.split())
        assert code in (0, 1, 2), err
        assert TELLTALE not in out + err, command
        if attack in REFUSED and "salvage" not in command:
            assert (code, err.count("\n")) == (2, 1) and "bad.duckdb" in err, command
    for made in tmp_path.rglob("*"):
        if made.is_file() and made.name != "secret":
            assert TELLTALE.encode() not in made.read_bytes(), made


def test_replaced_view_is_ignored(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = keep(tmp_path / "own.duckdb", [run("a", "astar", expanded=5)])
    with duckdb.connect(str(path)) as file:
        file.execute("CREATE OR REPLACE VIEW results AS SELECT 'forged' AS search")
    assert cli("study", "export", "own.duckdb", "-o", "rows.csv")[0] == 0
    assert "forged" not in (tmp_path / "rows.csv").read_text()
    assert "astar" in (tmp_path / "rows.csv").read_text()
