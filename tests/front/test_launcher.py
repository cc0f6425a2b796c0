"""The launcher at the root of the repository, with fakes in place of python3 and uv."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from checkout import FAKE_PYTHON, SHELLS, Checkout, busy_pid, runs, until

PLAIN = "-c constraints.txt -e ."


@pytest.fixture(params=SHELLS.values())
def checkout(request: pytest.FixtureRequest, tmp_path: Path) -> Checkout:
    return Checkout(tmp_path, request.param)


def test_first_start_installs_and_passes_everything_on(checkout: Checkout) -> None:
    arguments = ["a b", "", "'", '"', "*", "$HOME", "-x", "--", "\\n", "é\n"]
    done = checkout.start(*arguments, FAKE_EXIT="7")
    assert done.returncode == 7
    assert done.stdout.startswith("".join(f"<{a}>" for a in arguments))
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"masume: installing into {checkout.venv}")
    assert checkout.installs() == [PLAIN]
    checkout.assert_clean()


def test_second_start_is_silent_and_installs_nothing(checkout: Checkout) -> None:
    checkout.start()
    before = checkout.calls.read_text()
    done = checkout.start("x")
    assert done.stderr == ""
    assert checkout.calls.read_text() == before + "-P -m masume x\n"


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_only_changed_content_installs_again(checkout: Checkout, name: str) -> None:
    file = checkout.root / name
    checkout.start()
    file.touch()
    checkout.start()
    os.utime(file, (1, 1))
    checkout.start()
    assert len(checkout.installs()) == 1
    file.write_text("changed")
    checkout.start()
    assert len(checkout.installs()) == 2
    (checkout.base / "older").write_text("another")
    os.utime(checkout.base / "older", (1, 1))
    (checkout.base / "older").replace(file)
    checkout.start()
    assert len(checkout.installs()) == 3
    checkout.start()
    assert len(checkout.installs()) == 3
    checkout.assert_clean()


def test_failed_first_install_leaves_nothing(checkout: Checkout) -> None:
    done = checkout.start(FAKE_FAILS="1")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "no such package\nmasume: the installation failed\n" in done.stderr
    assert not checkout.venv.exists()
    checkout.assert_clean()
    assert checkout.start().returncode == 0


def test_failed_install_puts_the_previous_one_back(checkout: Checkout) -> None:
    checkout.start()
    (checkout.venv / "previous").touch()
    (checkout.root / "constraints.txt").write_text("rich==2\n")
    for _ in range(2):
        done = checkout.start(FAKE_FAILS="1")
        assert done.returncode == 1
        assert "the previous .venv is back" in done.stderr
        assert (checkout.venv / "previous").exists()
        checkout.assert_clean()
    assert checkout.start().returncode == 0
    assert not (checkout.venv / "previous").exists()
    assert len(checkout.installs()) == 4
    checkout.assert_clean()


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
def test_starts_at_once_install_once(checkout: Checkout, again: bool) -> None:
    if again:
        checkout.start()
        (checkout.root / "constraints.txt").write_text("rich==2\n")
    with (
        checkout.started("1", FAKE_TAKES="0.5") as one,
        checkout.started("2", FAKE_TAKES="0.5") as two,
        checkout.started("3", FAKE_TAKES="0.5") as three,
    ):
        ended = [process.communicate(timeout=20) for process in (one, two, three)]
        assert [process.returncode for process in (one, two, three)] == [0, 0, 0]
    assert [out[:3] for out, _ in ended] == ["<1>", "<2>", "<3>"]
    assert sum("masume: installing into" in err for _, err in ended) == 1
    assert sum("masume: another start is installing" in err for _, err in ended) == 2
    assert len(checkout.installs()) == 1 + again
    checkout.assert_clean()


@pytest.mark.parametrize(
    ("number", "again"),
    [(signal.SIGINT, False), (signal.SIGINT, True), (signal.SIGTERM, True), (signal.SIGHUP, False)],
    ids=["INT-first", "INT-again", "TERM-again", "HUP-first"],
)
def test_signal_undoes_the_install(checkout: Checkout, number: signal.Signals, again: bool) -> None:
    if again:
        checkout.start()
        (checkout.venv / "previous").touch()
        (checkout.root / "constraints.txt").write_text("rich==2\n")
    with checkout.started(FAKE_TAKES="60") as process:
        busy = busy_pid(checkout)
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
    assert process.returncode == 128 + number
    assert out == ""
    assert "masume: not installed: " in err
    until(lambda: not runs(busy))
    assert (checkout.venv / "previous").exists() == again
    assert checkout.venv.exists() == again
    checkout.assert_clean()
    assert checkout.start().returncode == 0
    assert len(checkout.installs()) == 2 + again


def test_kill_is_healed_once_the_installer_is_gone(checkout: Checkout) -> None:
    checkout.start(MASUME_EXTRAS="dev")
    (checkout.root / "constraints.txt").write_text("rich==2\n")
    with checkout.started(FAKE_TAKES="0.5") as process:
        busy_pid(checkout)
        process.kill()
        process.communicate(timeout=10)
    assert checkout.lock.exists()
    assert checkout.old.exists()
    done = checkout.start("x")
    assert done.returncode == 0
    assert done.stdout.startswith("<x>")
    assert "another start is installing" in done.stderr
    assert checkout.installs() == [PLAIN + "[dev]"] * 3
    checkout.assert_clean()


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
def test_lock_of_a_dead_process_is_taken_over(checkout: Checkout, again: bool) -> None:
    if again:
        checkout.start()
        (checkout.root / "constraints.txt").write_text("rich==2\n")
        checkout.venv.rename(checkout.old)
    (checkout.venv / "half").mkdir(parents=True)
    gone = subprocess.Popen(["true"])
    gone.wait()
    checkout.lock.mkdir()
    (checkout.lock / "owner").write_text(f"{gone.pid}\n")
    with checkout.started("1") as one, checkout.started("2") as two:
        for process in (one, two):
            process.communicate(timeout=20)
            assert process.returncode == 0
    assert len(checkout.installs()) == 1 + again
    assert not (checkout.venv / "half").exists()
    checkout.assert_clean()


def test_lock_without_an_owner_is_taken_over(checkout: Checkout) -> None:
    checkout.lock.mkdir()
    assert checkout.start().returncode == 0
    checkout.assert_clean()


def test_waiting_has_an_end(checkout: Checkout) -> None:
    text = checkout.launcher.read_text()
    assert "patience=600" in text
    checkout.launcher.write_text(text.replace("patience=600", "patience=3"))
    checkout.lock.mkdir()
    (checkout.lock / "owner").write_text(f"{os.getpid()}\n")
    done = checkout.start()
    assert done.returncode == 1
    assert f"remove {checkout.lock} and start again" in done.stderr
    assert (checkout.lock / "owner").read_text() == f"{os.getpid()}\n"
    assert checkout.installs() == []


def test_any_directory_and_any_way_to_it(checkout: Checkout) -> None:
    elsewhere = checkout.base / "else where"
    elsewhere.mkdir()
    (elsewhere / "near").symlink_to("../a check out/masume")
    (elsewhere / "far").symlink_to(elsewhere / "near")
    (elsewhere / "tree").symlink_to(checkout.root)
    ways: list[tuple[str | Path, Path]] = [
        ("./masume", checkout.root),
        ("masume", checkout.root),
        ("../a check out/masume", elsewhere),
        ("near", elsewhere),
        ("else where/far", checkout.base),
        (elsewhere / "far", Path("/")),
        ("tree/masume", elsewhere),
        ("../masume", checkout.venv),
    ]
    for launcher, cwd in ways:
        done = checkout.start("x", launcher=launcher, cwd=cwd)
        assert done.returncode == 0
        assert done.stdout.startswith(f"<x> in {cwd},")
    assert len(checkout.installs()) == 1
    checkout.environment["PATH"] = f"{checkout.root}:{checkout.environment['PATH']}"
    found = subprocess.run(["masume", "x"], env=checkout.environment, capture_output=True)
    assert found.stdout.startswith(b"<x>")
    assert len(checkout.installs()) == 1


def test_moved_checkout_installs_again(checkout: Checkout) -> None:
    checkout.start(MASUME_EXTRAS="dev")
    moved = checkout.root.rename(checkout.base / "moved")
    assert checkout.start(launcher=moved / "masume").returncode == 0
    assert checkout.start(launcher=moved / "masume").stderr == ""
    assert checkout.installs() == [PLAIN + "[dev]"] * 2


def test_vanished_interpreter_installs_again(checkout: Checkout) -> None:
    checkout.start()
    (checkout.venv / "bin" / "python").unlink()
    assert checkout.start().returncode == 0
    assert len(checkout.installs()) == 2


def test_strange_environment_is_left_behind(checkout: Checkout) -> None:
    strange = dict.fromkeys(("VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "PIP_TARGET"), "/none")
    decoy = checkout.base / "decoy"
    (decoy / checkout.root.name).mkdir(parents=True)
    strange |= {"CDPATH": str(decoy), "IFS": "/", "MASUME_EXTRAS": ""}
    for _ in range(2):
        done = checkout.start(launcher="a check out/masume", **strange)
        assert done.returncode == 0
        assert done.stdout.endswith("path unset, home unset")
    assert checkout.installs() == [PLAIN]


def test_extras_add_up_and_stay(checkout: Checkout) -> None:
    checkout.start()
    checkout.start(MASUME_EXTRAS="dev")
    checkout.start()
    checkout.start(MASUME_EXTRAS="dev")
    assert checkout.installs() == [PLAIN, PLAIN + "[dev]"]
    checkout.start(MASUME_EXTRAS="bench, dev")
    checkout.start(MASUME_EXTRAS="bench")
    checkout.start(MASUME_EXTRAS="dev,bench")
    assert checkout.installs()[2:] == [PLAIN + "[dev,bench]"]
    (checkout.root / "constraints.txt").write_text("rich==2\n")
    checkout.start()
    assert checkout.installs()[3:] == [PLAIN + "[dev,bench]"]


def test_install_only_runs_nothing(checkout: Checkout) -> None:
    for _ in range(2):
        done = checkout.start("x", MASUME_INSTALL_ONLY="1", FAKE_EXIT="7")
        assert (done.returncode, done.stdout) == (0, "")
    assert checkout.installs() == [PLAIN]
    assert "-m masume" not in checkout.calls.read_text()


def test_uv_is_used_where_it_works(checkout: Checkout) -> None:
    assert checkout.start("x", FAKE_UV="1", MASUME_EXTRAS="dev").stdout.startswith("<x>")
    assert checkout.start("x", FAKE_UV="1").stderr == ""
    assert checkout.installs() == [
        PLAIN + "[dev] --python .venv/bin/python --compile-bytecode",
    ]
    assert "-m venv" not in checkout.calls.read_text()


def test_old_python_is_refused_in_one_line(checkout: Checkout) -> None:
    done = checkout.start(FAKE_OLD="Python 3.9.2")
    assert done.returncode == 1
    assert done.stderr.startswith("masume: Python 3.11 or newer is needed, but python3 is Python 3")
    assert done.stderr.count("\n") == 1
    assert not checkout.venv.exists()
    checkout.assert_clean()


def test_interpreter_can_be_chosen(checkout: Checkout) -> None:
    done = checkout.start(MASUME_PYTHON="./no such python")
    assert "but ./no such python is missing" in done.stderr
    (checkout.base / "my python").write_text(FAKE_PYTHON)
    (checkout.base / "my python").chmod(0o755)
    mine = str(checkout.base / "my python")
    assert checkout.start("x", MASUME_PYTHON=mine, FAKE_UV="1").returncode == 0
    assert checkout.calls.read_text().startswith(f"uv venv --python {mine} .venv\n")


def test_foreign_environment_is_not_touched(checkout: Checkout) -> None:
    checkout.venv.mkdir()
    (checkout.venv / "mine").touch()
    done = checkout.start()
    assert done.returncode == 1
    assert "is not from this launcher: move it away" in done.stderr
    assert (checkout.venv / "mine").exists()
    checkout.assert_clean()
