"""A checkout to start the launcher in, with fakes in place of python3 and uv."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LAUNCHER = Path(__file__).parents[2] / "masume"

# One of each kind: sh is often one of the others under another name.
SHELLS = {
    os.path.realpath(found): name
    for name in ("sh", "bash", "dash")
    if (found := shutil.which(name, path="/bin:/usr/bin"))
}

# Notes what it is asked to do. As an installer it can fail or take its time, in a child as
# pip does; as the installed interpreter it shows the arguments of masume.
FAKE_PYTHON = r"""#!/bin/sh
case ${1-}:${2-} in
-c:*_base_executable*) [ -n "${FAKE_OLD-}" ] || echo "$0"; exit ;;
-c:*print*) echo "$FAKE_OLD"; exit ;;
-c:*) exec "$REAL_PYTHON" "$@" ;;
esac
echo "$*" >>"$CALLS"
case $3 in
venv)
    mkdir -p "$4/bin"
    cp "$0" "$4/bin/python" ;;
pip)
    [ -z "${FAKE_FAILS-}" ] || { echo "no such package"; exit 1; }
    [ -z "${FAKE_TAKES-}" ] || { "$REAL_SLEEP" "$FAKE_TAKES" & echo $! >>"$CALLS.busy"; wait; } ;;
masume)
    shift 3
    printf '<%s>' "$@"
    printf ' in %s, path %s, home %s' "$PWD" "${PYTHONPATH-unset}" "${PYTHONHOME-unset}"
    exit "${FAKE_EXIT-0}" ;;
esac
"""

FAKE_UV = r"""#!/bin/sh
[ -n "${FAKE_UV-}" ] || exit 1
[ "$1" != --version ] || exit 0
echo "uv $*" >>"$CALLS"
case $1 in
venv)
    mkdir -p "$4/bin"
    cp "${0%/*}/python3" "$4/bin/python" ;;
esac
"""

# The launcher looks once a second whether a lock is free: the tests have less time.
FAKE_SLEEP = r"""#!/bin/sh
exec "$REAL_SLEEP" 0.05
"""

# Test runners may ignore SIGINT, and a shell cannot trap what was ignored at its start.
WITH_SIGINT = (
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL);"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


class Checkout:
    def __init__(self, base: Path, shell: str) -> None:
        self.shell = shell
        self.base = base
        self.root = base / "a check out"
        self.calls = base / "calls"
        self.busy = base / "calls.busy"
        self.venv = self.root / ".venv"
        self.old = self.root / ".venv.old"
        self.lock = self.root / ".venv.lock"
        self.launcher = self.root / "masume"
        self.root.mkdir()
        shutil.copy(LAUNCHER, self.launcher)
        (self.root / "pyproject.toml").write_text("[project]\n")
        (self.root / "constraints.txt").write_text("rich==1\n")
        fakes = base / "bin"
        fakes.mkdir()
        for name, text in (("python3", FAKE_PYTHON), ("uv", FAKE_UV), ("sleep", FAKE_SLEEP)):
            (fakes / name).write_text(text)
            (fakes / name).chmod(0o755)
        self.environment = {
            "PATH": f"{fakes}:/usr/bin:/bin",
            "CALLS": str(self.calls),
            "REAL_PYTHON": sys.executable,
            "REAL_SLEEP": shutil.which("sleep") or "sleep",
        }

    def command(self, *arguments: str, launcher: str | Path | None = None) -> list[str]:
        return [self.shell, str(launcher or self.launcher), *arguments]

    def start(
        self,
        *arguments: str,
        launcher: str | Path | None = None,
        cwd: Path | None = None,
        **settings: str,
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments, launcher=launcher),
            cwd=cwd or self.base,
            env=self.environment | settings,
            capture_output=True,
            text=True,
            timeout=30,
        )

    @contextmanager
    def started(self, *arguments: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
        with subprocess.Popen(
            [sys.executable, "-c", WITH_SIGINT, *self.command(*arguments)],
            cwd=self.base,
            env=self.environment | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def installs(self) -> list[str]:
        """What pip or uv was told to install, and how, once for each time."""
        if not self.calls.exists():
            return []
        lines = self.calls.read_text().splitlines()
        return [line.split(" install ")[1] for line in lines if " pip install " in line]

    def assert_clean(self) -> None:
        assert not self.lock.exists()
        assert not self.old.exists()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def runs(pid: int) -> bool:
    """Whether the process is there, and more than a zombie nobody has buried."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return shown.stdout.strip()[:1] not in ("", "Z")


def busy_pid(checkout: Checkout) -> int:
    until(lambda: checkout.busy.exists() and checkout.busy.read_text().endswith("\n"))
    return int(checkout.busy.read_text().split()[-1])
