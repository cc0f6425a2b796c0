"""Results survive locks, damage, other schemas and full disks."""

from __future__ import annotations

import shutil
import subprocess
import sys

import duckdb
import pytest
from study_rows import keep
from study_rows import run as study_run

from masume.lab.planning import plan_runs
from masume.lab.run import Outcome, as_row
from masume.lab.store_faults import Locked, StoreError
from masume.lab.store_files import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards

STUDY = """
[[boards]]
examples = ["hitori/first", "kuromasu/br-3x3-*"]
[[searches]]
algorithms = ["depth_first", "astar"]
"""


def fill(path, status="solved"):
    """Write a row for every run of the study and return the rows."""
    study = parse_study(STUDY)
    boards = list(given_boards(study))
    tasks, not_tried = plan_runs(study, boards)
    rows = [as_row(task, Outcome(status, expanded=n, seconds=0.5)) for n, task in enumerate(tasks)]
    with open_store(path, write=True) as store:
        store.declare(STUDY, "title", boards, tasks, not_tried)
        store.save_runs(rows, [])
    return rows


def kept_keys(store):
    return {key for (key,) in store.query("SELECT key FROM runs")}


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """Return a results file with all rows, and the rows."""
    path = tmp_path_factory.mktemp("full") / "a.duckdb"
    return path, fill(path)


@pytest.fixture
def path(full, tmp_path):
    """Return a copy of a results file."""
    return shutil.copy(full[0], tmp_path / "a.duckdb")


@pytest.fixture
def rows(full):
    """Return all rows."""
    return full[1]


def statuses(path):
    with open_store(path) as store:
        return store.query("SELECT key, status FROM results ORDER BY key")


def test_written_rows_are_read(path, rows):
    assert statuses(path) == sorted((row["key"], "solved") for row in rows)
    with open_store(path) as store:
        assert store.meta("title") == "title"
        assert store.meta("nothing") == ""
        assert store.query_row("SELECT sum(expanded) FROM results") == (sum(range(len(rows))),)


def test_runs_are_unique(path):
    before = statuses(path)
    fill(path, status="limit")  # the first word counts
    assert statuses(path) == before


def test_known_and_new_runs_can_be_stored_together(path, rows):
    both = [{**rows[0], "status": "limit"}, {**rows[0], "key": "fresh"}]
    trace = {"h_trace": [2.0, 1.0], "h_every": 1, "frontier_trace": [1], "frontier_every": 1}
    with open_store(path, write=True) as store:
        for _ in range(2):  # the first word counts
            store.save_runs(both, [{"key": "fresh", **trace}])
        result = store.query("SELECT status FROM runs WHERE key IN (?, 'fresh')", [rows[0]["key"]])
        assert result == [("solved",), ("solved",)]
        assert store.query("SELECT key, h_trace FROM traces") == [("fresh", [2.0, 1.0])]


def test_a_transaction_is_all_or_nothing(path, rows):
    with open_store(path, write=True) as store:
        fresh = {**rows[0], "key": "fresh"}
        with pytest.raises(ZeroDivisionError), store.transaction():
            store.add("runs", [fresh])
            raise ZeroDivisionError
        assert "fresh" not in kept_keys(store)


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_exports_hold_every_row(path, rows, tmp_path, suffix):
    to = tmp_path / f"it's.{suffix}"
    with open_store(path) as store:
        assert store.export(to) == len(rows)
    result = duckdb.sql(f"SELECT key, expanded FROM '{str(to).replace(chr(39), chr(39) * 2)}'")
    assert sorted(result.fetchall()) == sorted((row["key"], row["expanded"]) for row in rows)


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_an_exported_row_is_complete_and_empty_is_not_missing(tmp_path, suffix):
    traces = [{"key": "hitori/b", "h_trace": [3.0, None, 1.0], "h_every": 2}]
    runs = [study_run("b", "astar", reason="", expanded=4), study_run("c", "exact", reason="late")]
    runs[0]["key"] = "hitori/b"
    path, to = keep(tmp_path / "own.duckdb", runs, traces=traces), tmp_path / f"rows.{suffix}"
    with open_store(path, write=True) as store, store.transaction():
        store.execute("UPDATE boards SET text = 'hitori\n1 2' WHERE id = 'b'")
    with open_store(path) as store:
        assert store.export(to) == 2
    read = f"read_csv('{to}', nullstr='NA')" if suffix == "csv" else f"'{to}'"
    names = "name, reason, expanded, board_text, machine_processor, h_trace::VARCHAR, h_every"
    assert duckdb.sql(f"SELECT {names} FROM {read} ORDER BY name").fetchall() == [
        ("b", "", 4, "hitori\n1 2", "fast", "[3.0, NULL, 1.0]", 2),
        ("c", "late", None, "", "fast", None, None),
    ]


def test_export_to_unknown_format_is_rejected(path, tmp_path):
    with open_store(path) as store, pytest.raises(StoreError, match="parquet"):
        store.export(tmp_path / "a.xlsx")


@pytest.mark.process
def test_one_writer_at_a_time(path):
    script = (
        "import sys, pathlib\n"
        "from masume.lab.store_files import open_store\n"
        "with open_store(pathlib.Path(sys.argv[1]), write=True):\n"
        "    print('open', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"open\n"
        for write in (True, False):
            with (
                pytest.raises(Locked, match=f"written by process {other.pid}"),
                open_store(path, write=write),
            ):
                pass
        other.stdin.close()
    assert statuses(path)


def test_foreign_files_are_rejected_unchanged(tmp_path):
    text = tmp_path / "notes.duckdb"
    text.write_text("these are not results, but they are dear to me\n" * 200)
    before = text.read_bytes()
    for write in (True, False):
        with (
            pytest.raises(StoreError, match="not a results file"),
            open_store(text, write=write),
        ):
            pass
    assert text.read_bytes() == before
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE meta (key VARCHAR, value VARCHAR)")
    for write in (True, False):
        with pytest.raises(StoreError, match="not one of a study"), open_store(other, write=write):
            pass
    with pytest.raises(StoreError, match="no results"), open_store(tmp_path / "x.duckdb"):
        pass
    with pytest.raises(StoreError), open_store(tmp_path / "no" / "x.duckdb", write=True):
        pass


def test_damaged_file_is_reported_and_unchanged(path):
    whole = path.read_bytes()
    for where in (9, 5_000, len(whole) // 2, len(whole) - 3_000):
        broken = bytearray(whole)
        broken[where : where + 2_000] = b"\xa5" * len(broken[where : where + 2_000])
        path.write_bytes(broken)
        try:
            with open_store(path) as store:
                store.query("SELECT * FROM results")
        except StoreError as fault:
            assert "\n" not in str(fault) and "a.duckdb" in str(fault)
        assert path.read_bytes() == broken
    path.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(StoreError), open_store(path) as store:
        store.query("SELECT * FROM results")


@pytest.mark.parametrize("schema", ["1", "99"])
def test_file_of_another_schema_is_rejected(path, schema):
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", [schema])
    for write in (True, False):
        with (
            pytest.raises(StoreError, match=f"another version of masume .schema {schema}, "),
            open_store(path, write=write),
        ):
            pass


_TO_THE_LIMIT = """
import pathlib, resource, sys
from masume.lab.store_files import open_store
path = pathlib.Path(sys.argv[1])
with open_store(path, write=True) as store:
    (row,) = store.query_records("SELECT * FROM runs LIMIT 1")
    del row["finished"]
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    for number in range(4000):
        rows = [{**row, "key": f"{number}-{n}", "reason": "x" * 800} for n in range(100)]
        store.save_runs(rows, [])
        print(number, flush=True)
"""


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
@pytest.mark.parametrize("room", [200_000, pytest.param(900_000, marks=pytest.mark.soak)])
def test_full_disk_loses_no_written_rows(path, rows, room):
    before = len(rows)
    output = subprocess.run(
        [sys.executable, "-c", _TO_THE_LIMIT, str(path), str(path.stat().st_size + room)],
        capture_output=True,
        text=True,
    )
    assert output.returncode != 0
    assert "no space left on the disk" in output.stderr
    written = [int(line) for line in output.stdout.split()]
    assert len(written) > 5, "the limit came before much was written"
    with open_store(path, write=True) as store:
        done = kept_keys(store)
        assert {f"{number}-{n}" for number in written for n in range(100)} <= done
        assert len(done) - before in (100 * len(written), 100 * (len(written) + 1))
        (rows,) = store.query_row("SELECT count(*) FROM runs")
        assert rows == len(done)


def test_empty_results_mention_missing_log(tmp_path):
    path = tmp_path / "x.duckdb"
    duckdb.connect(str(path)).close()
    with pytest.raises(StoreError, match=r"is empty; restore the x\.duckdb\.wal"):
        open_store(path).__enter__()


def test_truncated_file_is_reported_as_damaged(tmp_path):
    path = tmp_path / "x.duckdb"
    with open_store(path, write=True):
        pass
    path.write_bytes(path.read_bytes()[:13000])
    with pytest.raises(StoreError, match="damaged, or not"):
        open_store(path).__enter__()
