"""The launcher at the root of the repository, with a fake uv in place of the network."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from work.deeds import wait_until

from masume.core.extras import EXTRAS

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
CORE = "click>=8.2 python-sat>=1.8.dev13 rich>=13.9"

# Makes an environment whose python shows what it is asked to run, and notes what is installed.
FAKE_UV = r"""#!/bin/sh
case $1 in
--version) exit 0 ;;
venv)
    for venv in "$@"; do :; done
    mkdir -p "$venv/bin" "$venv/lib/python3/site-packages"
    printf '#!/bin/sh\nshift 3\nprintf "<%%s>" "$@"\nexit "${FAKE_EXIT-0}"\n' >"$venv/bin/python"
    chmod +x "$venv/bin/python" ;;
pip)
    echo "$*" >>"$CALLS"
    tries=0  # it takes until somebody says that it is enough, but not for ever
    while [ -n "${FAKE_UNTIL-}" ] && [ ! -e "$FAKE_UNTIL" ] && [ $tries -lt 3000 ]; do
        sleep 0.02
        tries=$((tries + 1))
    done
    [ -z "${FAKE_FAILS-}" ] || { echo "no such package"; exit 1; } ;;
esac
"""


class Checkout:
    """A copy of what the launcher needs, in a folder with a blank in its name."""

    def __init__(self, base: Path) -> None:
        self.root = base / "a check out"
        (self.root / "tools").mkdir(parents=True)
        for name in ("masume", "tools/install.py", "pyproject.toml", "constraints.txt"):
            shutil.copy2(ROOT / name, self.root / name)
        (base / "bin").mkdir()
        (base / "bin" / "uv").write_text(FAKE_UV)
        (base / "bin" / "uv").chmod(0o755)
        self.calls = base / "calls"
        self.venv = self.root / ".venv"
        self.environment = {
            "PATH": f"{base / 'bin'}:/usr/bin:/bin",
            "CALLS": str(self.calls),
            "MASUME_PYTHON": sys.executable,
            "XDG_CACHE_HOME": str(base / "cache"),
        }

    def begin(self, *arguments: str, launcher: Path | None = None, **settings: str):
        return subprocess.Popen(
            ["sh", launcher or self.root / "masume", *arguments],
            env=self.environment | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self, *arguments: str, launcher: Path | None = None, **settings: str):
        process = self.begin(*arguments, launcher=launcher, **settings)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def installs(self) -> list[str]:
        """The requirements that were installed, once for each time."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        return [line.split("constraints.txt ")[1] for line in lines]


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


@pytest.fixture
def enough(tmp_path):
    """A file that is not there yet: an installation can be made to take until it is."""
    return tmp_path / "enough"


def test_the_first_start_installs_the_light_core_and_the_second_nothing(checkout):
    arguments = ["a b", "", "'", '"', "*", "$HOME", "-x", "--", "\\n", "é\n"]
    code, out, err = checkout.start(*arguments, FAKE_EXIT="7")
    assert (code, out) == (7, "".join(f"<{one}>" for one in arguments))
    assert err == f"masume: installing into {checkout.venv} ...\n"
    assert checkout.installs() == [CORE]
    pth = checkout.venv / "lib/python3/site-packages/masume.pth"
    assert pth.read_text() == f"{checkout.root / 'src'}\n"
    assert [one.version for one in metadata.distributions(path=[str(pth.parent)])] == ["0.1.0"]
    assert checkout.start("x") == (0, "<x>", "")
    assert checkout.installs() == [CORE]


def test_only_a_changed_content_installs_again(checkout):
    file = checkout.root / "constraints.txt"
    checkout.start()
    for time_ in (time.time() + 9, 1):
        os.utime(file, (time_, time_))
        assert checkout.start()[2] == ""
    file.write_text("rich==2\n")
    os.utime(file, (1, 1))
    assert "installing into" not in checkout.start()[2], "its time is the one that was noted"
    os.utime(file, (2, 2))
    assert "installing into" in checkout.start()[2]
    assert len(checkout.installs()) == 2


def test_extras_add_up_and_stay(checkout):
    checkout.start(MASUME_EXTRAS="web")
    checkout.start(MASUME_EXTRAS="print, web")
    checkout.start()
    web = f"{CORE} annotated-types>=0.7 fastapi>=0.115 uvicorn>=0.32"
    assert checkout.installs() == [web, f"{web} reportlab>=5 resvg-py>=0.5"]
    code, _, err = checkout.start(MASUME_EXTRAS="wbe")
    assert code == 2
    assert "there is no extra 'wbe'; there are all, bench" in err


def test_a_failure_is_one_line_and_the_next_start_tries_again(checkout):
    code, out, err = checkout.start(FAKE_FAILS="1")
    assert (code, out) == (1, "")
    assert "masume: the installation failed: no such package (all of it is in " in err
    assert checkout.start("x")[:2] == (0, "<x>")


def test_starts_at_once_install_once(checkout, enough):
    running = [checkout.begin(str(n), FAKE_UNTIL=str(enough)) for n in range(3)]
    told = [process.stderr.readline() for process in running]
    assert sum("masume: installing into" in line for line in told) == 1
    assert sum("masume: another start is installing" in line for line in told) == 2
    enough.touch()
    ended = [process.communicate(timeout=60) for process in running]
    assert ended == [("<0>", ""), ("<1>", ""), ("<2>", "")]
    assert len(checkout.installs()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=lambda n: n.name)
def test_an_interrupted_installation_is_made_anew_once_the_installer_is_gone(
    checkout, enough, number
):
    process = checkout.begin(FAKE_UNTIL=str(enough))
    wait_until(checkout.calls.exists)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    if number is signal.SIGINT:
        assert process.returncode == 130
        assert err.endswith("masume: interrupted; the next start goes on with the installation\n")
    again = checkout.begin("x")
    line = again.stderr.readline()
    assert ("another start is installing" in line) == (number is signal.SIGKILL)
    enough.touch()
    out, _ = again.communicate(timeout=60)
    assert (again.returncode, out) == (0, "<x>")
    assert len(checkout.installs()) == 2


def test_a_moved_checkout_and_a_vanished_interpreter_install_again(checkout):
    checkout.start(MASUME_EXTRAS="web")
    moved = checkout.root.rename(checkout.root.with_name("moved"))
    assert checkout.start("x", launcher=moved / "masume")[1] == "<x>"
    (moved / ".venv" / "bin" / "python").unlink()
    assert checkout.start("x", launcher=moved / "masume")[1] == "<x>"
    assert checkout.start("x", launcher=moved / "masume")[2] == ""
    assert len(checkout.installs()) == 3
    assert all("fastapi" in one for one in checkout.installs())


def test_a_checkout_that_cannot_be_written_to_has_its_environment_in_the_cache(checkout):
    launcher = checkout.root / "masume"
    text = launcher.read_text()
    assert '[ -w "$here" ]' in text
    launcher.write_text(text.replace('[ -w "$here" ]', "false"))  # root may write everywhere
    assert checkout.start("x")[1] == "<x>"
    assert checkout.start("x") == (0, "<x>", "")
    assert not checkout.venv.exists()


def test_any_way_to_it(checkout, tmp_path):
    (tmp_path / "near").symlink_to("a check out/masume")
    (tmp_path / "far").symlink_to(tmp_path / "near")
    for way in (tmp_path / "near", tmp_path / "far", checkout.root / "masume"):
        assert checkout.start("x", launcher=way)[1] == "<x>"
    found = subprocess.run(["sh", "masume", "x"], cwd=checkout.root, env=checkout.environment)
    assert found.returncode == 0
    assert len(checkout.installs()) == 1


def test_strange_environments_are_left_alone(checkout):
    strange = dict.fromkeys(("VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "PIP_TARGET"), "/none")
    assert checkout.start("x", **strange, CDPATH="/", IFS="/")[1] == "<x>"
    assert checkout.start("x", MASUME_INSTALL_ONLY="1") == (0, "", "")
    (checkout.venv / "installed" / "home").unlink()
    shutil.rmtree(checkout.venv / "installed")
    code, _, err = checkout.start("x")
    assert code == 1
    assert "is not from this launcher: move it away" in err


def test_an_old_or_a_missing_python_is_refused_in_one_line(checkout, tmp_path):
    code, _, err = checkout.start(MASUME_PYTHON="./no such python")
    assert code == 1
    assert err.count("\n") == 1
    assert "there is no ./no such python" in err
    source = (ROOT / "tools" / "install.py").read_text().replace("(3, 11)", "(9, 0)")
    (checkout.root / "tools" / "install.py").write_text(source)
    code, _, err = checkout.start()
    assert code == 1
    assert re.fullmatch(r"masume: Python 3.11 or newer is needed, but .* is 3\.\d+ .*\n", err)


def test_extras_bring_the_modules_that_are_asked_for():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = declared["optional-dependencies"]
    for name, modules in EXTRAS.items():
        packages = [re.split("[<>=]", one)[0].replace("-", "_") for one in extras[name]]
        named = [one.removesuffix("_ce").removeprefix("mkdocs_") for one in packages]
        named = ["PIL" if one == "pillow" else one for one in named]
        assert named == list(modules)
    assert extras["all"] == [f"masume[{','.join(EXTRAS)}]"]
