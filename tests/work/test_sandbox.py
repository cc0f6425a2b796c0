"""The sandbox holds: what a confined process cannot do, in a container and without one."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from functools import partial

import pytest

from masume.core.system.limits import LimitReached
from masume.formats.load import examples
from masume.teach.process import SubmissionError, SubmissionProcess
from masume.work import sandbox
from masume.work.sandbox import describe_protection, processor_seconds

pytestmark = pytest.mark.process

PROBE = """
import os, sys, socket, subprocess, threading, resource, signal

def tries():
    yield "fork", os.fork
    yield "spawn", lambda: subprocess.run(["/bin/true"])
    yield "execve", lambda: os.execv("/bin/true", ["true"])
    yield "socket", socket.socket
    yield "pair", socket.socketpair
    yield "write", lambda: open("new", "w")
    yield "tmp", lambda: open("/tmp/new", "w")
    yield "append", lambda: open("solution.py", "a")
    yield "unlink", lambda: os.unlink("solution.py")
    yield "mkdir", lambda: os.mkdir("folder")
    yield "link", lambda: os.symlink("a", "b")
    yield "secret", lambda: open(SECRET).read()
    yield "list", lambda: os.listdir(os.path.dirname(SECRET))
    yield "home", lambda: os.listdir(os.path.expanduser("~root"))
    yield "passwd", lambda: open("/etc/shadow").read()
    yield "parent", lambda: open(f"/proc/{os.getppid()}/environ").read()
    yield "kill", lambda: os.kill(PARENT, signal.SIGTERM)
    yield "kill all", lambda: os.kill(-1, 0)
    yield "memory", lambda: bytearray(10**9)
    yield "limits", lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
    yield "nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5)
    yield "uid", lambda: os.setuid(12345)
    yield "memfd", lambda: os.memfd_create("x")
    yield "environment", lambda: 1 / ("MASUME_TEST_SECRET" in os.environ)

def my_heuristic(state):
    done = []
    for name, attempt in tries():
        try:
            attempt()
            done.append(name)
        except BaseException:
            pass
    raise ValueError("done: " + ", ".join(done))
"""


@pytest.fixture(params=["container", "no container"])
def process(request, tmp_path, monkeypatch):
    """A function that starts the process of a submission with this source."""
    if request.param == "no container":
        monkeypatch.setattr(sandbox, "has_container", lambda: False)
    elif not sandbox.has_container():
        pytest.skip("bubblewrap is not installed: apt-get install bubblewrap")
    folder = tmp_path / "submission"
    folder.mkdir()
    started = []

    def start(source):
        (folder / "solution.py").write_text(source)
        started.append(SubmissionProcess(folder, "solution.py", 200))
        return started[-1]

    yield start
    for each in started:
        each.stop()


def prepare(process):
    process.begin(3)
    puzzle = examples("hitori")[0].puzzle
    process.ask("heuristic", "my_heuristic", puzzle, "shade")


def test_a_confined_process_can_do_nothing_of_this(process, tmp_path, monkeypatch):
    monkeypatch.setenv("MASUME_TEST_SECRET", "1")
    secret = tmp_path / "assignment.toml"
    secret.write_text("secret = 1")
    started = process(f"SECRET = {str(secret)!r}\nPARENT = {os.getpid()}\n{PROBE}")
    prepare(started)
    assert "memory" in started.measures
    if not {"landlock", "seccomp"} <= {*started.measures}:
        pytest.skip("this kernel has no Landlock or seccomp")
    with pytest.raises(SubmissionError, match=r"done:; correct this line$"):
        started.ask("estimate", 0)
    assert {path.name for path in tmp_path.rglob("*")} == {
        "assignment.toml", "submission", "solution.py"
    }  # fmt: skip


def test_without_seccomp_processes_are_limited(tmp_path):
    """As on a processor without a filter; root, who may exceed the limit, becomes nobody first."""
    code = (
        "import os, resource\n"
        "from masume.work import confine\n"
        "confine.seccomp_filter = lambda: b''\n"
        "os.getuid() or os.setuid(65534)\n"
        "done = confine.confine(confine.Bounds(readable=('/',)))\n"
        "assert 'nproc' in done and 'seccomp' not in done, done\n"
        "try:\n    os.fork()\n"
        "except OSError:\n    os._exit(0)\n"
        "os._exit(1)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("body", ["while True: pass", "__import__('time').sleep(99)"])
def test_a_late_process_is_killed_and_replaced(process, body):
    started = process(f"def my_heuristic(state):\n    if state: return 7\n    {body}\n")
    prepare(started)
    started.begin(0.3)
    began = time.monotonic()
    with pytest.raises(LimitReached, match=r"0\.3 s used"):
        started.ask("estimate", 0)
    assert time.monotonic() - began < 20
    prepare(started)  # another process
    assert started.ask("estimate", 1) == {"value": 7}


def test_printing_is_no_error_where_errors_go_to_a_file(tmp_path):
    source = "def my_heuristic(state):\n    print(state)\n    return 0\n"
    (tmp_path / "solution.py").write_text(source)
    code = (
        "from pathlib import Path\n"
        "from masume import load\n"
        "from masume.teach.process import SubmissionProcess\n"
        "with SubmissionProcess(Path(), 'solution.py', 200, show_output=True) as process:\n"
        "    process.begin(5)\n"
        "    process.ask('heuristic', 'my_heuristic', load('hitori/first'), 'shade')\n"
        "    print(process.ask('estimate', 12345))\n"
    )
    ask = partial(subprocess.run, [sys.executable, "-c", code], cwd=tmp_path, timeout=60)
    for name, said in (("file", False), ("pipe", True)):
        with (tmp_path / name).open("wb") as file:
            to = file if name == "file" else subprocess.PIPE
            run = ask(stdout=subprocess.PIPE, stderr=to)
        assert run.stdout == b"{'value': 0}\n"
        assert said == (b"12345" in (run.stderr or b""))


def test_processor_time_of_another_process_is_read():
    before = resource.getrusage(resource.RUSAGE_SELF)
    own = before.ru_utime + before.ru_stime
    assert abs(sandbox._clock(os.getpid()) - own) < 1
    assert processor_seconds(os.getpid()) > own - 1  # with the workers that other tests started


def test_what_is_missing_is_said():
    lines = describe_protection((), container=False)
    assert lines[0].startswith("files: NOT protected here")
    assert "can be READ by submissions" in lines[0] and "NOT protected" in lines[1]
    full = describe_protection(("memory", "landlock", "seccomp"), container=True)
    assert not any("NOT" in line for line in full)
