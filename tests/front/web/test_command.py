"""`masume web` as a process: start and exit."""

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
def web_process(tmp_path, results):
    (tmp_path / "small.jsonl").write_bytes(results)
    command = [sys.executable, "-m", "masume", "web", "--no-browser", "--port", "0"]
    command += ["--studies", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        assert "Ctrl-C to stop" in line
        address = next(word for word in line.split() if word.startswith("http"))
        httpx.get(
            f"{address}api/about", timeout=30
        ).raise_for_status()  # it answers as soon as the address is printed
        yield process, address
    finally:
        process.kill()
        process.communicate()


def interrupt(process):
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out.strip(), err


def test_repeated_ctrl_c_shows_no_traceback(web_process):
    process, _ = web_process
    for _ in range(4):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    assert interrupt(process) == (0, "", "")


def test_it_offers_the_studies_of_its_folder_and_exits_silently_on_ctrl_c(web_process):
    process, address = web_process
    (study,) = httpx.get(f"{address}api/studies", timeout=60).json()["studies"]
    assert study["name"] == "small" and study["state"] == "ready"
    foreign = httpx.get(f"{address}api/studies", headers={"Host": "evil.example"})
    assert foreign.status_code == 421
    assert interrupt(process) == (0, "", "")


def test_a_missing_folder_is_a_one_line_error(cli, tmp_path):
    assert refused(cli("web", "--studies", tmp_path / "nowhere"), "nowhere")


def test_ctrl_c_ends_it_during_a_running_search(web_process):
    process, address = web_process
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
    assert interrupt(process) == (0, "", "")
    thread.join(60)
    assert "died" in rows[-1]
