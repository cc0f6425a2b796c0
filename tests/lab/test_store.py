"""Results survive kills, damage, other formats and full disks."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys

import duckdb
import pytest
from study_rows import keep, query
from study_rows import run as study_run

from masume.lab.log import Locked, StoreError, open_log
from masume.lab.store import open_store

RUNS = [study_run(f"b{n}", "astar", expanded=n, seconds=n / 7) for n in range(60)]
ALL = "SELECT * FROM results ORDER BY key"


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    return keep(tmp_path_factory.mktemp("full") / "a.jsonl", RUNS)


@pytest.fixture
def path(full, tmp_path):
    return shutil.copy(full, tmp_path / "a.jsonl")


def test_last_record_of_a_key_counts(path):
    with open_log(path) as log:
        log.append("run", {**RUNS[3], "sources": "same", "status": "limit"})
    found = query(path, "SELECT key FROM results WHERE status = 'limit'")
    assert found == [(RUNS[3]["key"],)]
    assert query(path, "SELECT count(*) FROM runs") == [(len(RUNS),)]


def test_undeclared_runs_are_kept_and_not_counted(path):
    with open_log(path) as log:
        log.append("run", {**RUNS[3], "key": "old", "sources": "older"})
        log.append("run", {**RUNS[3], "key": "long", "sources": "same", "limit_seconds": 99.0})
    with open_store(path) as store:
        assert store.query_row("SELECT count(*) FROM runs") == (len(RUNS) + 2,)
        assert store.query_row("SELECT count(*) FROM results") == (len(RUNS),)
        assert store.count_outdated() == 1


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_an_exported_row_is_complete_and_empty_is_not_missing(tmp_path, suffix):
    trace = {"h_trace": [3.0, None, 1.0], "h_every": 2}
    runs = [
        study_run("b", "astar", reason="", expanded=4, text="hitori\n1 2", **trace),
        study_run("c", "exact", reason="late"),
    ]
    to = tmp_path / f"it's.{suffix}"
    with open_store(keep(tmp_path / "own.jsonl", runs)) as store:
        assert store.export(to) == 2
        with pytest.raises(StoreError, match="parquet"):
            store.export(tmp_path / "a.xlsx")
    place = str(to).replace("'", "''")
    read = f"read_csv('{place}', nullstr='NA')" if suffix == "csv" else f"'{place}'"
    names = "name, reason, expanded, board_text, machine_processor, h_trace::VARCHAR, h_every"
    assert duckdb.sql(f"SELECT {names} FROM {read} ORDER BY name").fetchall() == [
        ("b", "", 4, "hitori\n1 2", "fast", "[3.0, NULL, 1.0]", 2),
        ("c", "late", None, "", "fast", None, None),
    ]


@pytest.mark.process
def test_one_writer_at_a_time(path):
    script = (
        "import sys, pathlib\n"
        "from masume.lab.log import open_log\n"
        "with open_log(pathlib.Path(sys.argv[1])):\n"
        "    print('open', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(Locked, match="written by another process"), open_log(path):
            pass
        with open_store(path) as store:
            assert store.is_running and len(store.query(ALL)) == len(RUNS)
        other.stdin.close()
    with open_log(path), open_store(path) as store:
        assert store.is_running


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("these are not results, but they are dear to me\n" * 200, "not a results file"),
        ('{"a": 1}\n', "not a results file"),
        (None, "another version of masume"),
    ],
)
def test_foreign_files_are_rejected_unchanged(tmp_path, monkeypatch, text, fault):
    foreign = tmp_path / "notes.jsonl"
    if text is None:
        with monkeypatch.context() as later:
            later.setattr("masume.lab.log._FORMAT", {"format": 99})
            with open_log(foreign):
                pass
    else:
        foreign.write_text(text)
    before = foreign.read_bytes()
    for opened in (open_log, open_store):
        with pytest.raises(StoreError, match=fault), opened(foreign):
            pass
    assert foreign.read_bytes() == before


def test_missing_folder_is_reported(tmp_path):
    with pytest.raises(StoreError), open_log(tmp_path / "no" / "x.jsonl"):
        pass


def test_damaged_lines_cost_only_themselves(path):
    """Every flipped bit is noticed; the runs of the other lines are the same as before."""
    before = dict.fromkeys(query(path, ALL))
    whole, chance = path.read_bytes(), random.Random(5)
    assert whole.count(b"\n") > len(RUNS)
    for _ in range(12):
        broken = bytearray(whole)
        hit = sorted(chance.sample(range(len(broken)), 3))
        for at in hit:
            broken[at] ^= 1 << chance.randrange(8)
        path.write_bytes(broken)
        lines = {1 + whole[:at].count(b"\n") for at in hit}
        with open_store(path) as store:
            # A damaged end of a line joins it with the next one, or cuts it in two.
            assert store.damaged and min(lines) <= store.damaged[0] <= max(lines)
            assert set(store.query(ALL)) <= before.keys()
            (kept,) = store.query_row("SELECT count(*) FROM runs")
            assert kept >= len(RUNS) - 2 * len(hit)


def test_unfinished_line_is_ignored_and_removed(path):
    whole = path.read_bytes()
    for cut in (1, 30, 200_000):
        path.write_bytes((whole + whole.splitlines(keepends=True)[9] + b"x" * 200_000)[:-cut])
        with open_store(path) as store:
            assert len(store.query(ALL)) == len(RUNS)
        with open_log(path):
            pass
        assert query(path, ALL)
        with open_store(path) as store:
            assert not store.damaged
        assert path.read_bytes().startswith(whole)


_TO_THE_LIMIT = """
import pathlib, resource, sys
from masume.lab.log import open_log
path = pathlib.Path(sys.argv[1])
with open_log(path) as log:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    for number in range(4000):
        log.append("run", {"key": str(number), "reason": "x" * 800})
        print(number, flush=True)
"""


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_full_disk_loses_no_written_rows(path):
    room = path.stat().st_size + 90_000
    output = subprocess.run(
        [sys.executable, "-c", _TO_THE_LIMIT, str(path), str(room)], capture_output=True, text=True
    )
    assert output.returncode != 0
    assert "no space left on the disk" in output.stderr
    written = output.stdout.split()
    assert len(written) > 50, "the limit came before much was written"
    with open_log(path) as log:  # there is room again
        log.append("run", {"key": "late"})
    with open_store(path) as store:
        keys = {key for (key,) in store.query("SELECT key FROM runs")}
        assert keys == {row["key"] for row in RUNS} | {*written, "late"}
        assert not store.damaged


def test_removed_file_ends_the_writer(path, monkeypatch):
    monkeypatch.setattr("masume.lab.log._SYNC_SECONDS", 0)
    with pytest.raises(StoreError, match="was removed while the study ran"), open_log(path) as log:
        path.unlink()
        log.append("run", {"key": "late"})


def test_lone_surrogates_become_question_marks(path):
    with open_log(path) as log:
        log.append("run", {**RUNS[0], "reason": "\udcff", "sources": "same"})
    assert query(path, "SELECT reason FROM results WHERE reason <> ''") == [("?",)]
