"""The results of studies over HTTP: offered files, hidden files, and errors."""

from __future__ import annotations

import http.client
import json
import os
import re
import tempfile
import threading
from html import escape
from pathlib import Path
from urllib.parse import quote

import pytest

from masume.lab.log import open_log, progress_path
from masume.lab.report import write_report
from masume.lab.store import open_store
from tests.front.web.conftest import RunningServer
from tests.front.web.studies import TITLE


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    """A server whose folder tests may change."""
    folder = tmp_path_factory.mktemp("lively")
    running = RunningServer(workers=1, studies=folder)
    running.folder = folder
    yield running
    running.close()


@pytest.fixture
def study(own_server, results):
    """The file of a study in that folder."""
    path = own_server.folder / "mine.jsonl"
    path.write_bytes(results)
    yield path
    for path in own_server.folder.iterdir():
        path.unlink()


def get_study(server, rest):
    return server.client.get(f"/api/studies{rest}")


# Offered studies


def test_the_folder_is_listed(server):
    found = get_study(server, "").json()
    assert found["enabled"] and found["left_out"] == 0
    rows = {row["name"]: row for row in found["studies"]}
    assert set(rows) == {"small", "ein kleiner Versuch ü", "damaged"}
    small = rows["small"]
    assert small["title"] == TITLE and small["state"] == "ready" and small["error"] is None
    assert small["done"] == small["total"] > 8 and small["puzzles"] == ["hashi", "hitori"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", small["finished"])
    assert rows["damaged"]["state"] == "broken" and "damaged" in rows["damaged"]["error"]
    assert found["studies"][-1]["name"] == "damaged", "unreadable studies come last"


def test_a_report_is_a_page_in_a_sandbox(server):
    answer = get_study(server, "/small/report.html")
    assert answer.headers["content-type"].startswith("text/html")
    assert "<svg" in answer.text and 'class="sort"' in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "sandbox allow-scripts" in policy
    assert "frame-ancestors 'self'" in policy and "allow-same-origin" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_downloads_equal_the_files_of_the_command(server, folder, tmp_path):
    path = folder / "small.jsonl"
    write_report(path, tmp_path / "report.html")
    with open_store(path) as store:
        for form in ("csv", "parquet"):
            store.export(tmp_path / f"rows.{form}")
    for name in ("small", "ein kleiner Versuch ü"):  # the same results
        for file in ("report.html", "rows.csv", "rows.parquet"):
            answer = get_study(server, f"/{quote(name)}/{file}")
            assert answer.content == (tmp_path / file).read_bytes(), file
            if file != "report.html":  # which is shown in a frame
                disposition = f"attachment; filename*=utf-8''{quote(name)}{Path(file).suffix}"
                assert answer.headers["content-disposition"] == disposition
        assert get_study(server, f"/{quote(name)}/rows.xlsx").status_code == 422


def test_a_cached_report_needs_no_worker(server, monkeypatch):
    first = get_study(server, "/small/report.html").content

    async def fail(*_):
        raise AssertionError("a worker was asked")

    monkeypatch.setattr(server.app.state.pool, "run", fail)
    assert get_study(server, "/small/report.html").content == first


def test_without_a_folder_there_are_no_studies(small_server):
    assert get_study(small_server, "").json() == {"enabled": False, "studies": [], "left_out": 0}
    assert get_study(small_server, "/small/report.html").status_code == 404


def test_study_routes_are_described(server):
    paths = server.client.get("/openapi.json").json()["paths"]
    routes = {path: methods["get"] for path, methods in paths.items() if "/studies" in path}
    assert len(routes) == 3
    for route in routes.values():
        assert len(route["description"]) > 15 and "409" in route["responses"]


# Hidden files


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
        "small.jsonl",
        "small%00",
        "%00",
        "*",
        "",
    ],
)
@pytest.mark.parametrize("rest", ["/report.html", "/rows.csv"])
def test_no_name_leads_out_of_the_folder(server, folder, name, rest):
    names = [name, quote(f"{folder.parent}/{name}", safe="%")] if name else ["%2f"]
    for path in names:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", f"/api/studies/{path}{rest}")  # sent unchanged
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        assert answer.status == 404 and set(json.loads(content)) == {"error"}, content[:300]


# Errors


def test_a_running_study_reports_its_progress(own_server, study):
    with open_log(study):
        progress = {"process": os.getpid(), "done": 3, "total": 1010, "left": 12.4}
        progress |= {"doing": "runs", "rate": 1.0}
        progress_path(study).write_text(json.dumps(progress), "utf-8")
        (row,) = get_study(own_server, "").json()["studies"]
        assert row["state"] == "running" and row["seconds_left"] == 12.4
        report = get_study(own_server, "/mine/report.html").text
        assert f"<h1>{escape(TITLE)} (partial)</h1>" in report
        assert "Partial results: the study is still running" in report
        assert get_study(own_server, "/mine/rows.csv").text.count("\n") > 1
        progress_path(study).write_text("{", "utf-8")  # invalid progress is ignored
        (row,) = get_study(own_server, "").json()["studies"]
        assert row["state"] == "running" and row["seconds_left"] is None
    assert "Partial results" not in get_study(own_server, "/mine/report.html").text
    (row,) = get_study(own_server, "").json()["studies"]
    assert row["state"] == "ready"


def rename_study(path, title):
    """Declare a study again, with another title."""
    with open_store(path) as store, open_log(path) as log:
        log.append("study", store.study | {"title": title})


def test_a_changed_file_is_read_again(own_server, study):
    assert f"<h1>{escape(TITLE)}</h1>" in get_study(own_server, "/mine/report.html").text
    rename_study(study, "Another one")
    assert "<h1>Another one</h1>" in get_study(own_server, "/mine/report.html").text
    assert get_study(own_server, "").json()["studies"][0]["title"] == "Another one"
    study.unlink()
    assert (
        get_study(own_server, "/mine/report.html").status_code == 404
        and get_study(own_server, "").json()["studies"] == []
    )


def damage_bytes(path):
    path.write_bytes(b"no results at all\n")


def damage_lines(path):
    path.write_bytes(path.read_bytes().replace(b"check", b"cheek"))


def damage_types(path):
    with open_log(path) as log:
        log.append("run", {"key": "x", "seconds": ["not", "a", "number"]})


@pytest.mark.parametrize("damage", [damage_bytes, damage_lines, damage_types])
def test_an_unreadable_file_is_a_one_line_error(own_server, study, damage):
    damage(study)
    answer = get_study(own_server, "/mine/report.html")
    assert answer.status_code == 409, answer.text
    error = answer.json()["error"]
    assert "mine.jsonl" in error and str(study.parent) not in error and "\n" not in error
    (row,) = get_study(own_server, "").json()["studies"]
    assert row["state"] == "broken" and "mine.jsonl" in row["error"]


def test_concurrent_requests_share_one_report(own_server, study, monkeypatch):
    pool, tasks, codes = own_server.app.state.pool, [], []
    run = pool.run

    def count_run(task, *rest):
        tasks.append(task)
        return run(task, *rest)

    monkeypatch.setattr(pool, "run", count_run)

    def read():
        codes.append(get_study(own_server, "/mine/report.html").status_code)

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert codes == [200] * 6 and tasks == ["study-report"]


def test_downloads_leave_nothing_behind(own_server, study, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert get_study(own_server, "/mine/rows.csv").status_code == 200
    with open_log(study):
        assert get_study(own_server, "/mine/rows.csv").status_code == 200
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    answer = get_study(own_server, "/mine/rows.csv")
    assert answer.status_code == 503 and "cannot be written" in answer.json()["error"]
