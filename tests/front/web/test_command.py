"""`masume web` as a process: how it begins and how it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import httpx
import pytest
from support import refused

pytestmark = pytest.mark.process


@pytest.fixture
def started(tmp_path, results):
    (tmp_path / "small.duckdb").write_bytes(results)
    command = [sys.executable, "-m", "masume", "web", "--no-browser", "--port", "0"]
    command += ["--studies", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        assert "Ctrl-C ends it" in line
        address = next(word for word in line.split() if word.startswith("http"))
        httpx.get(f"{address}api/about", timeout=30).raise_for_status()  # as soon as it is told
        yield process, address
    finally:
        process.kill()
        process.communicate()


def ended(process):
    process.send_signal(signal.SIGINT)
    told, complaint = process.communicate(timeout=60)
    return process.returncode, told.strip(), complaint


def test_impatient_people_see_no_traceback_either(started):
    process, _ = started
    for _ in range(4):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    assert ended(process) == (0, "", "")


def test_it_shows_the_studies_of_its_folder_and_ctrl_c_ends_it_in_silence(started):
    process, address = started
    (study,) = httpx.get(f"{address}api/studies", timeout=60).json()["studies"]
    assert study["name"] == "small" and study["state"] == "ready"
    foreign = httpx.get(f"{address}api/studies", headers={"Host": "evil.example"})
    assert foreign.status_code == 421
    assert ended(process) == (0, "", "")


def test_a_folder_that_is_not_there_is_one_line(cli, tmp_path):
    assert refused(cli("web", "--studies", tmp_path / "nowhere"), "nowhere")


def test_ctrl_c_ends_it_while_a_film_is_watched(started):
    process, address = started
    body = {"board": "hitori/jain-sample2", "algorithm": "breadth_first", "space": "shade"}
    watching = threading.Event()
    rows = []

    def watch():
        with httpx.stream("POST", f"{address}api/search", json=body, timeout=60) as answer:
            for line in answer.iter_lines():
                rows.append(line)
                watching.set()

    thread = threading.Thread(target=watch)
    thread.start()
    assert watching.wait(60)
    assert ended(process) == (0, "", "")
    thread.join(60)
    assert "died" in rows[-1]  # whoever watched is told
