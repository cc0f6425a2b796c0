"""The results of studies over HTTP: what is offered, what never is, and what goes wrong."""

from __future__ import annotations

import http.client
import json
import os
import re
import tempfile
import threading
from pathlib import Path
from urllib.parse import quote

import duckdb
import pytest

from masume.lab.drive import sidecar_path
from masume.lab.report import write_report
from masume.lab.store_files import open_store
from tests.front.web.conftest import Running
from tests.front.web.studies import TITLE


@pytest.fixture(scope="module")
def lively(tmp_path_factory):
    """A server whose folder a test may change."""
    folder = tmp_path_factory.mktemp("lively")
    running = Running(workers=1, studies=folder)
    running.folder = folder
    yield running
    running.close()


@pytest.fixture
def study(lively, results):
    """A study of that folder, its name and its file."""
    path = lively.folder / "mine.duckdb"
    path.write_bytes(results)
    yield path
    for left in lively.folder.iterdir():
        left.unlink()


def asked(server, rest):
    return server.client.get(f"/api/studies{rest}")


# What is offered


def test_the_folder_is_listed(server):
    found = asked(server, "").json()
    assert found["offered"] and found["left_out"] == 0
    rows = {row["name"]: row for row in found["studies"]}
    assert set(rows) == {"small", "ein kleiner Versuch ü", "damaged"}
    small = rows["small"]
    assert small["title"] == TITLE and small["state"] == "ready" and small["error"] is None
    assert small["done"] == small["total"] > 8 and small["puzzles"] == ["hashi", "hitori"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", small["finished"])
    assert rows["damaged"]["state"] == "broken" and "damaged" in rows["damaged"]["error"]
    assert found["studies"][-1]["name"] == "damaged", "what can be looked at comes first"


def test_a_report_comes_as_blocks(server):
    found = asked(server, "/small").json()
    assert found["title"] == TITLE
    blocks = found["blocks"]
    assert {"heading", "text", "items", "table", "figure", "code"} <= {
        one["type"] for one in blocks
    }
    tables = [one for one in blocks if one["type"] == "table" and one["sortable"]]
    assert tables
    for table in tables:
        assert all(len(row) == len(table["head"]) for row in table["rows"])
        cells = [cell for row in table["rows"] for cell in row]
        assert all(isinstance(cell["order"], str | int | float | None) for cell in cells)
        assert any(isinstance(cell["order"], float | int) for cell in cells)


def test_figures_are_pictures_and_nothing_else(server):
    blocks = asked(server, "/small").json()["blocks"]
    figures = [one for one in blocks if one["type"] == "figure"]
    assert figures
    for figure in figures:
        answer = server.client.get(figure["address"])
        assert answer.headers["content-type"] == "image/svg+xml"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "style-src 'unsafe-inline'" in policy
        assert "script-src" not in policy and "sandbox" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "<svg" in answer.text and "<script" not in answer.text
    answer = asked(server, "/small/figures/nothing.svg")
    assert answer.status_code == 404 and "no figure 'nothing'" in answer.json()["error"]


def test_downloads_are_what_the_command_writes(server, folder, tmp_path):
    path = folder / "small.duckdb"
    write_report(path, tmp_path / "report.html")
    with open_store(path) as store:
        for form in ("csv", "parquet"):
            store.export(tmp_path / f"rows.{form}")
    for name in ("small", "ein kleiner Versuch ü"):  # the same results
        for file in ("report.html", "rows.csv", "rows.parquet"):
            answer = asked(server, f"/{quote(name)}/{file}")
            assert answer.content == (tmp_path / file).read_bytes(), file
            kept = f"attachment; filename*=utf-8''{quote(name)}{Path(file).suffix}"
            assert answer.headers["content-disposition"] == kept
        assert asked(server, f"/{quote(name)}/rows.xlsx").status_code == 422


def test_a_second_look_asks_no_worker(server, monkeypatch):
    first = [asked(server, rest).content for rest in ("/small", "/small/report.html")]

    async def nobody(*_):
        raise AssertionError("a worker was asked")

    monkeypatch.setattr(server.app.state.pool, "run", nobody)
    assert [asked(server, rest).content for rest in ("/small", "/small/report.html")] == first


def test_without_a_folder_nothing_is_offered(small_server):
    assert asked(small_server, "").json() == {"offered": False, "studies": [], "left_out": 0}
    assert asked(small_server, "/small").status_code == 404


def test_it_is_all_described(server):
    paths = server.client.get("/openapi.json").json()["paths"]
    mine = {path: told["get"] for path, told in paths.items() if "/studies" in path}
    assert len(mine) == 5
    for told in mine.values():
        assert len(told["description"]) > 15 and "409" in told["responses"]


# What never is


@pytest.mark.parametrize(
    "name",
    [
        "../outside",
        "..%2foutside",
        "..%252foutside",
        "%2e%2e%2foutside",
        "%2e%2e/outside",
        "..\\outside",
        "small/../../outside",
        "./small",
        "OUTSIDE",
        "outside",
        "away",  # a link that leads out of the folder
        ".hidden",
        "folder",
        "notes",
        "notes.txt",
        "small.duckdb",
        "small%00",
        "%00",
        "*",
        "",
    ],
)
@pytest.mark.parametrize("rest", ["", "/report.html", "/rows.csv", "/figures/hitori-survival.svg"])
def test_no_name_leads_out_of_the_folder(server, folder, name, rest):
    names = [name, quote(f"{folder.parent}/{name}", safe="%")] if name else ["%2f"]
    for one in names:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", f"/api/studies/{one}{rest}")  # as it stands
        answer = connection.getresponse()
        told = answer.read()
        connection.close()
        assert answer.status == 404 and set(json.loads(told)) == {"error"}, told[:300]


def test_a_file_cannot_make_us_read_another(lively, study, tmp_path):
    (tmp_path / "diary.txt").write_text("dear diary", encoding="utf-8")
    with duckdb.connect(str(study)) as connection:
        connection.execute(
            "CREATE OR REPLACE VIEW results AS SELECT content AS kind, now() AS finished "
            f"FROM read_text('{tmp_path / 'diary.txt'}')"
        )
    for rest in ("", "/mine", "/mine/rows.csv", "/mine/report.html"):
        answer = asked(lively, rest)
        assert answer.status_code == 200 and "dear diary" not in answer.text  # the view is ignored


# What goes wrong


def test_a_study_that_is_being_run_tells_how_far_it_is(lively, study):
    with open_store(study, write=True) as store:
        told = {"process": os.getpid(), "before": 2, "done": 1, "total": 1010, "left": 12.4}
        told |= {"title": TITLE, "doing": "runs"}
        sidecar_path(study).write_text(json.dumps({**told, "statuses": {}, "rate": 1.0}), "utf-8")
        (row,) = asked(lively, "").json()["studies"]
        assert row["state"] == "running" and (row["done"], row["total"]) == (3, 1010)
        assert "3 of 1,010 runs done, about 12 s left" in row["error"]
        report = asked(lively, "/mine").json()
        assert report["title"] == f"{TITLE} (partial)"
        assert "Partial results: the study is still running" in json.dumps(report["blocks"])
        assert asked(lively, "/mine/rows.csv").text.count("\n") > 1
        assert "Partial results" in asked(lively, "/mine/report.html").text
        sidecar_path(study).write_text("{", "utf-8")  # nobody writes so, but whoever knows
        (row,) = asked(lively, "").json()["studies"]
        assert row["error"].startswith("this study is being run now;")
        store.note(title=TITLE)
    assert asked(lively, "/mine").json()["title"] == TITLE
    (row,) = asked(lively, "").json()["studies"]
    assert row["state"] == "ready"


def test_a_file_that_has_changed_is_read_again(lively, study):
    assert asked(lively, "/mine").json()["title"] == TITLE
    with open_store(study, write=True) as store:
        store.note(title="Another one")
    assert asked(lively, "/mine").json()["title"] == "Another one"
    assert asked(lively, "").json()["studies"][0]["title"] == "Another one"
    study.unlink()
    assert asked(lively, "/mine").status_code == 404 and asked(lively, "").json()["studies"] == []


def damage_bytes(path):
    path.write_bytes(b"no database at all")


def damage_end(path):
    path.write_bytes(path.read_bytes()[:5000])


def damage_schema(path):
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET value = 'x' WHERE key = 'schema'")


def damage_age(path):
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")


def damage_rows(path):
    with duckdb.connect(str(path)) as connection:
        connection.execute("ALTER TABLE runs RENAME TO kept")
        connection.execute("CREATE VIEW runs AS SELECT * FROM kept")


def damage_format(path):
    path.unlink()
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE other (a INTEGER)")


@pytest.mark.parametrize(
    "damage", [damage_bytes, damage_end, damage_schema, damage_age, damage_rows, damage_format]
)
def test_a_file_that_cannot_be_read_is_told_in_words(lively, study, damage):
    damage(study)
    for rest in ("/mine", "/mine/report.html"):
        answer = asked(lively, rest)
        assert answer.status_code == 409, answer.text
        told = answer.json()["error"]
        assert "mine.duckdb" in told and str(study.parent) not in told and "\n" not in told
    (row,) = asked(lively, "").json()["studies"]
    assert row["state"] == "broken" and "mine.duckdb" in row["error"]


def test_many_at_once_share_one_reading(lively, study, monkeypatch):
    pool, begun, codes = lively.app.state.pool, [], []
    run = pool.run

    def counted(task, *rest):
        begun.append(task)
        return run(task, *rest)

    monkeypatch.setattr(pool, "run", counted)
    threads = [
        threading.Thread(target=lambda: codes.append(asked(lively, "/mine").status_code))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert codes == [200] * 6 and begun == ["study-report"]


def test_downloads_leave_nothing_behind(lively, study, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert asked(lively, "/mine/rows.csv").status_code == 200
    with open_store(study, write=True):
        assert asked(lively, "/mine/rows.csv").status_code == 200
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    answer = asked(lively, "/mine/rows.csv")
    assert answer.status_code == 503 and "cannot be made here" in answer.json()["error"]
