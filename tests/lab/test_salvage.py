"""Damage to one copy of the results is repaired from the other."""

from __future__ import annotations

import random

import pytest
from study_rows import keep, run

from masume.front.cli.main import run as masume
from masume.lab.salvage import salvage
from masume.lab.shards import shards_of
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store

RUNS = [run(f"b{n}", "astar", expanded=n, seconds=n / 7) for n in range(300)]


@pytest.fixture
def path(tmp_path):
    return open_like_driver(keep(tmp_path / "own.duckdb", RUNS))


def open_like_driver(path):
    """Open the store as a driver does before the first run."""
    with open_store(path, write=True) as store:
        store.verify()
        store.start_shards()
    return path


def rows(path):
    with open_store(path) as store:
        return store.query("SELECT * FROM results ORDER BY key"), store.meta("title")


def test_salvage_rebuilds_lost_database_from_shards(path, tmp_path):
    before = rows(path)
    path.unlink()
    result = salvage(path, tmp_path / "new.duckdb")
    assert (result.runs, result.damaged) == (len(RUNS), ())
    with open_store(tmp_path / "new.duckdb") as store:
        output = "b.kind, b.name, b.rows, b.cols, b.rows * b.cols, b.difficulty, r.*"
        sql = f"SELECT {output} FROM runs r JOIN boards b ON b.id = r.board ORDER BY key"
        assert (store.query(sql), store.meta("title")) == before


def flip_bits(whole):
    """Yield copies of a file with flipped bits behind the headers."""
    chance = random.Random(5)
    for _ in range(8):
        broken = bytearray(whole)
        for _ in range(3):
            broken[chance.randrange(12_288, len(broken))] ^= 1 << chance.randrange(8)
        yield bytes(broken)


def flip_bits_everywhere(whole):
    """The same, and there is hardly a block that it does not concern."""
    broken = bytearray(whole)
    for at in range(12_288, len(broken), 4_001):
        broken[at] ^= 4
    yield bytes(broken)


@pytest.mark.parametrize(
    "damages", [flip_bits_everywhere, pytest.param(flip_bits, marks=pytest.mark.soak)]
)
def test_damaged_database_loses_nothing_and_is_rejected_consistently(path, tmp_path, damages):
    before = rows(path)
    refused = 0
    for number, broken in enumerate(damages(path.read_bytes())):
        path.write_bytes(broken)
        try:
            open_like_driver(path)
        except StoreError as fault:
            assert "masume study salvage" in str(fault)
            refused += 1
        else:
            path.write_bytes(broken)
            assert rows(path) == before, number  # what was hit holds no row
            continue
        assert salvage(path, tmp_path / f"{number}.duckdb").runs == len(RUNS)
    assert refused


def test_damaged_shard_line_costs_only_that_line(path, tmp_path, capsys):
    with open_store(path, write=True) as store:
        store.start_shards()
        store.save_runs([run("b7", "astar", expanded=9) | {"key": "late"}], [])
    shards = sorted(shards_of(path).glob("*.jsonl"))
    assert len(shards) == 2
    text = shards[1].read_text()
    shards[1].write_text(text.replace('"late"', '"hate"'))
    path.unlink()
    options = ["-o", str(tmp_path / "new.duckdb")]
    assert masume(["study", "salvage", str(path), *options]) == 0
    output = capsys.readouterr()
    assert f"could not be read: {shards[1].name}, line 1" in output.err
    assert f"{len(RUNS)} runs" in output.err
    assert masume(["study", "salvage", str(path), *options]) == 2
    assert "exists already" in capsys.readouterr().err


def test_missing_shards_are_written_on_next_run(path, tmp_path):
    for shard in shards_of(path).iterdir():
        shard.unlink()
    shards_of(path).rmdir()
    open_like_driver(path).unlink()
    assert salvage(path, tmp_path / "new.duckdb").runs == len(RUNS)
