"""The launcher at the root of the repository, with a fake uv in place of the network."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from work.deeds import wait_until

from masume.core.system.extras import EXTRAS
from tests.environments import PROJECT, closure
from tools.install import locked_lines, plain_name, requirements

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
CORE = "click markdown-it-py mdurl pygments python-sat rich six"

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
    for list in "$@"; do :; done
    case $* in *--require-hashes*) ;; *) exit 9 ;; esac
    sed -n 's/==.*//p' "$list" | tr '\n' ' ' >>"$CALLS"
    echo >>"$CALLS"
    tries=0  # it takes until somebody says that it is enough, but not for ever
    while [ -n "${FAKE_UNTIL-}" ] && [ ! -e "$FAKE_UNTIL" ] && [ $tries -lt 3000 ]; do
        sleep 0.02
        tries=$((tries + 1))
    done
    [ -z "${FAKE_FAILS-}" ] || { echo "$FAKE_FAILS"; exit 1; } ;;
esac
"""


class Checkout:
    """A copy of what the launcher needs, in a folder with a blank in its name."""

    def __init__(self, base: Path) -> None:
        self.root = base / "a check out"
        (self.root / "tools").mkdir(parents=True)
        for name in ("masume", "tools/install.py", "pyproject.toml", "requirements.lock"):
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
        """The names of the packages that were installed, once for each time."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        return [line.strip() for line in lines]


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


@pytest.fixture
def enough(tmp_path):
    """A file that is not there yet: an installation can be made to take until it is."""
    return tmp_path / "enough"


def test_first_start_installs_core_and_second_nothing(checkout):
    arguments = ["a b", "", "'", '"', "*", "$HOME", "-x", "--", "\\n", "é\n"]
    code, out, err = checkout.start(*arguments, FAKE_EXIT="7")
    assert (code, out) == (7, "".join(f"<{argument}>" for argument in arguments))
    assert err == f"masume: installing into {checkout.venv} ...\n"
    assert checkout.installs() == [CORE]
    pth = checkout.venv / "lib/python3/site-packages/masume.pth"
    assert pth.read_text() == f"{checkout.root / 'src'}\n"
    assert [package.version for package in metadata.distributions(path=[str(pth.parent)])] == [
        "1.0.0"
    ]
    assert checkout.start("x") == (0, "<x>", "")
    assert checkout.installs() == [CORE]


def test_only_changed_content_triggers_installation(checkout):
    file = checkout.root / "requirements.lock"
    lock = file.read_text()
    checkout.start()
    for time_ in (time.time() + 9, 1):
        os.utime(file, (time_, time_))
        assert checkout.start()[2] == ""
    file.write_text(lock.replace("rich==", "rich==1"))
    os.utime(file, (1, 1))
    assert "installing into" not in checkout.start()[2], "its time is the one that was noted"
    os.utime(file, (2, 2))
    assert "installing into" in checkout.start()[2]
    assert len(checkout.installs()) == 2


def test_extras_accumulate(checkout):
    checkout.start(MASUME_EXTRAS="web")
    checkout.start(MASUME_EXTRAS="print, web")
    checkout.start()
    web, both = (set(line.split()) for line in checkout.installs())
    assert web >= {*CORE.split(), "fastapi", "h11", "pydantic-core", "starlette", "uvicorn"}
    assert both - web == {"pillow", "reportlab", "charset-normalizer", "resvg-py"}
    code, _, err = checkout.start(MASUME_EXTRAS="wbe")
    assert code == 2
    assert "unknown extra 'wbe'; choose from all, bench" in err


def test_failure_is_reported_in_one_line_and_retried(checkout):
    code, out, err = checkout.start(FAKE_FAILS="no such package")
    assert (code, out) == (1, "")
    assert "masume: installation failed: no such package (log: " in err
    assert checkout.start("x")[:2] == (0, "<x>")


PIP_SAYS = """\
ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated …
    rich==15.0.0 from file:///somewhere/rich-15.0.0-py3-none-any.whl:
        Expected sha256 00
             Got        11
"""
UV_SAYS = """\
  x Failed to download `rich==15.0.0`
  `-> Hash mismatch for `rich==15.0.0`
"""


@pytest.mark.parametrize("said", [PIP_SAYS, UV_SAYS], ids=["pip", "uv"])
def test_wrong_hash_is_reported_with_remedy(checkout, said):
    code, _, err = checkout.start(FAKE_FAILS=said)
    assert code == 1 and err.count("\n") == 2  # it says before that it installs
    assert "rich==15.0.0 does not match its hash in requirements.lock" in err
    assert "pip cache purge" in err


def test_unlocked_requirement_is_reported(checkout):
    file = checkout.root / "pyproject.toml"
    file.write_text(file.read_text().replace('"rich>=13.9"', '"rich>=13.9", "no_such-thing>1"'))
    code, _, err = checkout.start()
    assert code == 1 and "requirements.lock: no-such-thing missing; run make lock" in err


def test_lock_file_contains_all_extras_with_hashes():
    lock = (ROOT / "requirements.lock").read_text()
    for extra in (*EXTRAS, "dev"):
        needs = requirements(PROJECT, [extra])
        parts = locked_lines(lock, needs)
        assert all("--hash=sha256:" in part for part in parts)
        assert closure(needs) <= {plain_name(part) for part in parts}
    pins = dict(line.split("==") for line in re.findall(r"(?m)^[\w.-]+==[\w.+-]+", lock))
    chosen = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().split())
    chosen = {plain_name(name): version for name, version in chosen.items()}
    assert {name: chosen[name] for name in pins if name in chosen} == {
        name: version for name, version in pins.items() if name in chosen
    }, "make lock"
    assert not re.search("https?:|//", lock)


@pytest.mark.long
def test_pip_rejects_a_file_with_another_hash(tmp_path):
    """As the installer calls it, with a local package instead of the network."""
    wheel = tmp_path / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("tiny.py", "")
        file.writestr("tiny-1.0.dist-info/METADATA", "Name: tiny\nVersion: 1.0\n")
        file.writestr("tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        file.writestr("tiny-1.0.dist-info/RECORD", "tiny.py,,\n")
    wanted = tmp_path / "wanted.txt"
    pip = [sys._base_executable, "-I", "-m", "pip", "install", "--no-index", "--find-links"]
    pip += [str(tmp_path), "--target", str(tmp_path / "to"), "--require-hashes", "-r", str(wanted)]
    for right in (False, True):
        digest = hashlib.sha256(wheel.read_bytes() if right else b"").hexdigest()
        wanted.write_text(f"tiny==1.0 \\\n    --hash=sha256:{digest}\n    # via masume\n")
        done = subprocess.run(pip, capture_output=True, text=True, timeout=60)
        assert (done.returncode == 0) == right
        assert ("NOT MATCH THE HASHES" in done.stderr) != right


def test_concurrent_starts_install_once(checkout, enough):
    running = [checkout.begin(str(n), FAKE_UNTIL=str(enough)) for n in range(3)]
    printed = [process.stderr.readline() for process in running]
    assert sum("masume: installing into" in line for line in printed) == 1
    assert sum("masume: waiting for another installation" in line for line in printed) == 2
    enough.touch()
    ended = [process.communicate(timeout=60) for process in running]
    assert ended == [("<0>", ""), ("<1>", ""), ("<2>", "")]
    assert len(checkout.installs()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=lambda n: n.name)
def test_interrupted_installation_is_repeated(checkout, enough, number):
    process = checkout.begin(FAKE_UNTIL=str(enough))
    wait_until(checkout.calls.exists)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    if number is signal.SIGINT:
        assert process.returncode == 130
        assert err.endswith("masume: interrupted; the next start continues the installation\n")
    again = checkout.begin("x")
    line = again.stderr.readline()
    assert ("waiting for another installation" in line) == (number is signal.SIGKILL)
    enough.touch()
    out, _ = again.communicate(timeout=60)
    assert (again.returncode, out) == (0, "<x>")
    assert len(checkout.installs()) == 2


def test_moved_checkout_and_missing_interpreter_trigger_installation(checkout):
    checkout.start(MASUME_EXTRAS="web")
    moved = checkout.root.rename(checkout.root.with_name("moved"))
    assert checkout.start("x", launcher=moved / "masume")[1] == "<x>"
    (moved / ".venv" / "bin" / "python").unlink()
    assert checkout.start("x", launcher=moved / "masume")[1] == "<x>"
    assert checkout.start("x", launcher=moved / "masume")[2] == ""
    assert len(checkout.installs()) == 3
    assert all("fastapi" in install for install in checkout.installs())


def test_read_only_checkout_uses_environment_in_cache(checkout):
    launcher = checkout.root / "masume"
    text = launcher.read_text()
    assert '[ -w "$here" ]' in text
    launcher.write_text(text.replace('[ -w "$here" ]', "false"))  # root may write everywhere
    assert checkout.start("x")[1] == "<x>"
    assert checkout.start("x") == (0, "<x>", "")
    assert not checkout.venv.exists()


def test_launcher_can_be_called_by_any_path(checkout, tmp_path):
    (tmp_path / "near").symlink_to("a check out/masume")
    (tmp_path / "far").symlink_to(tmp_path / "near")
    for way in (tmp_path / "near", tmp_path / "far", checkout.root / "masume"):
        assert checkout.start("x", launcher=way)[1] == "<x>"
    found = subprocess.run(["sh", "masume", "x"], cwd=checkout.root, env=checkout.environment)
    assert found.returncode == 0
    assert len(checkout.installs()) == 1


def test_foreign_environment_is_not_changed(checkout):
    strange = dict.fromkeys(("VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "PIP_TARGET"), "/none")
    assert checkout.start("x", **strange, CDPATH="/", IFS="/")[1] == "<x>"
    assert checkout.start("x", MASUME_INSTALL_ONLY="1") == (0, "", "")
    (checkout.venv / "installed" / "home").unlink()
    shutil.rmtree(checkout.venv / "installed")
    code, _, err = checkout.start("x")
    assert code == 1
    assert "was not created by this launcher; move it" in err


def test_old_or_missing_python_is_reported(checkout, tmp_path):
    code, _, err = checkout.start(MASUME_PYTHON="./no such python")
    assert code == 1
    assert err.count("\n") == 1
    assert "./no such python not found" in err
    source = (ROOT / "tools" / "install.py").read_text().replace("(3, 11)", "(9, 0)")
    (checkout.root / "tools" / "install.py").write_text(source)
    code, _, err = checkout.start()
    assert code == 1
    assert re.fullmatch(r"masume: Python 3.11 or newer is required, but .* is 3\.\d+; .*\n", err)


def test_extras_install_their_modules():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = declared["optional-dependencies"]
    for name, modules in EXTRAS.items():
        packages = [
            re.split("[<>=]", requirement)[0].replace("-", "_") for requirement in extras[name]
        ]
        named = [name.removesuffix("_ce").removeprefix("mkdocs_") for name in packages]
        named = ["PIL" if package == "pillow" else package for package in named]
        assert named == list(modules)
    assert extras["all"] == [f"masume[{','.join(EXTRAS)}]"]
