"""Create or repair the environment of a checkout, then start masume: `install.py HERE VENV …`.

The launcher in the root calls this when `VENV/installed` is missing or outdated. It installs the
requirements and a .pth file that points to `src`; nothing is built. If it fails, VENV has no
`installed/home` and the next start repairs it. The lock is an flock, which the kernel releases when
its holders end.
"""

import os
import shutil
import signal
import subprocess
import sys

if sys.version_info < (3, 11):  # noqa: UP036 (older versions get this message)
    uv = shutil.which("uv")
    if uv and not os.environ.get("MASUME_PYTHON"):  # uv finds or downloads a newer version
        os.execv(uv, [uv, "run", "--no-project", "--python", ">=3.11", *sys.argv])
    sys.exit(
        "masume: Python 3.11 or newer is required, but {} is {}.{}; "
        "set MASUME_PYTHON to another interpreter".format(sys.executable, *sys.version_info[:2])
    )

import fcntl
import re
import tomllib
from importlib import metadata, util
from pathlib import Path
from typing import NoReturn

LOCK = "requirements.lock"  # written by make lock
INPUTS = ("pyproject.toml", LOCK)


def say(text: str) -> None:
    """Print a line on stderr."""
    print(f"masume: {text}", file=sys.stderr, flush=True)


def die(text: str, code: int = 1) -> NoReturn:
    """Print a line on stderr and exit."""
    say(text)
    sys.exit(code)


def requirements(project: dict, extras: list[str]) -> list[str]:
    """Return the requirements of the project with extras; resolves nested `masume[a,b]`."""
    known = project["optional-dependencies"]
    needs, done = list(project["dependencies"]), set()
    while extras:
        extra, *extras = extras
        if extra not in known:
            die(f"unknown extra {extra!r}; choose from {', '.join(sorted(known))}", 2)
        if extra not in done:
            done.add(extra)
            for need in known[extra]:
                inner = re.fullmatch(r"masume\[([\w, -]+)\]", need)
                extras += re.findall(r"[\w-]+", inner[1]) if inner else []
                needs += [] if inner else [need]
    return list(dict.fromkeys(needs))


def locked_lines(lock: str, needs: list[str]) -> list[str]:
    """Return the parts of a lock file, each a pin with hashes, that requirements depend on.

    The comments below each pin name the packages that require it.
    """
    wanted = {plain_name(need) for need in needs}
    pins = {plain_name(part): part for part in re.split(r"\n(?=\w)", lock) if "==" in part}
    users = {name: set(re.findall(r"^ +# +(?:via )?([\w.-]+)$", pins[name], re.M)) for name in pins}
    while more := {name for name in pins if users[name] & wanted} - wanted:
        wanted |= more
    if unknown := sorted(wanted - pins.keys()):
        die(f"{LOCK}: {', '.join(unknown)} missing; run make lock")
    return [pins[name].rstrip() for name in sorted(wanted)]


def plain_name(requirement: str) -> str:
    """Return the normalised package name of a requirement."""
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


class Checkout:
    """A checkout and its environment."""

    def __init__(self, here: Path, venv: Path) -> None:
        self.here, self.venv = here, venv
        self.installed = venv / "installed"
        self.home = self.installed / "home"
        self.python = venv / "bin" / "python"
        self.log = self.installed / "log"

    def wanted(self) -> list[str]:
        """Return the extras installed so far and those in MASUME_EXTRAS."""
        before = [path.name.removeprefix("extra-") for path in self.installed.glob("extra-*")]
        now = re.findall(r"[^, ]+", os.environ.get("MASUME_EXTRAS", ""))
        return list(dict.fromkeys([*sorted(before), *now]))

    def is_whole(self) -> bool:
        """Return whether the environment exists and belongs to this checkout."""
        try:
            home = Path(self.home.read_text(encoding="utf-8").rstrip("\n"))
            return home.samefile(self.here) and os.access(self.python, os.X_OK)
        except OSError:
            return False

    def is_fresh(self, extras: list[str]) -> bool:
        """Return whether the environment is up to date; copy the times of unchanged inputs."""
        if not self.is_whole() or any(not self.marker(extra).exists() for extra in extras):
            return False
        pairs = [(self.here / name, self.installed / name) for name in INPUTS]
        if any(a.read_bytes() != b.read_bytes() for a, b in pairs):
            return False
        for a, b in pairs:
            shutil.copystat(a, b)
        return True

    def marker(self, extra: str) -> Path:
        """Return the file that marks an extra as installed."""
        return self.installed / f"extra-{extra}"

    def install(self, extras: list[str], lock: int) -> None:
        """Install the requirements of the project with extras."""
        files = {name: (self.here / name).read_bytes() for name in INPUTS}
        times = {name: (self.here / name).stat() for name in INPUTS}
        project = tomllib.loads(files["pyproject.toml"].decode())["project"]
        pins = locked_lines(files[LOCK].decode(), requirements(project, extras))
        new = [extra for extra in extras if not self.marker(extra).exists()]
        note = f"with {', '.join(new)}" if new else ""
        if self.venv.exists() and not self.installed.is_dir():
            die(f"{self.venv} was not created by this launcher; move it and start again")
        say(f"installing into {self.venv} {note}".rstrip() + " ...")
        uv = working_uv()
        if not self.is_whole():
            shutil.rmtree(self.venv, ignore_errors=True)
            self.installed.mkdir(parents=True)
            self.run(lock, venv_command(self.venv, uv))
        self.home.unlink(missing_ok=True)
        wanted = self.installed / "requirements.txt"
        wanted.write_text("\n".join(pins) + "\n", encoding="utf-8")
        self.run(lock, [*pip_command(self.python, uv), "--require-hashes", "-r", str(wanted)])
        for folder in self.venv.glob("lib/python*/site-packages"):
            self.point_to_source(folder, project)
        for extra in extras:
            self.marker(extra).touch()
        for name, data in files.items():  # the state before, so that a concurrent change is noticed
            (self.installed / name).write_bytes(data)
            stat = times[name]
            os.utime(self.installed / name, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        if (
            subprocess.run(["env", "--block-signal=INT", "true"], capture_output=True).returncode
            == 0
        ):
            (self.installed / "can-block").touch()  # GNU env supports --block-signal
        self.home.write_text(f"{self.here}\n", encoding="utf-8")

    def point_to_source(self, packages: Path, project: dict) -> None:
        """Add the checkout to the path, with metadata for other installers."""
        (packages / "masume.pth").write_text(f"{self.here / 'src'}\n", encoding="utf-8")
        for old in packages.glob("masume-*.dist-info"):
            shutil.rmtree(old)
        about = packages / f"masume-{project['version']}.dist-info"
        about.mkdir()
        lines = ["Metadata-Version: 2.1", "Name: masume", f"Version: {project['version']}"]
        (about / "METADATA").write_text("\n".join([*lines, ""]), encoding="utf-8")
        (about / "INSTALLER").write_text("masume\n", encoding="utf-8")
        (about / "RECORD").touch()

    def run(self, lock: int, command: list[str]) -> None:
        """Run a command that holds the lock and writes to the log; exit if it fails."""
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                command,
                cwd=self.here,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=[lock],
                process_group=0,  # to end its children with it
            )
        try:
            code = process.wait()
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise
        if code:
            self.explain_failure()

    def explain_failure(self) -> NoReturn:
        """Exit with a one-line reason from the log of a failed installation."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        changed = re.search(
            r"(?i)not match the hashes[^\n]*\n\s*([^\s]+)|hash mismatch for `?([^`\s]+)", text
        )
        if changed:
            die(
                f"installation failed: {changed[1] or changed[2]} does not match its hash in "
                f"{LOCK} and may be damaged or forged (see {self.log}); clear the download cache "
                "(pip cache purge, uv cache clean) or use another package index"
            )
        last = next((line.strip() for line in reversed(text.split("\n")) if line.strip()), "")
        die(
            f"installation failed: {last or 'unknown reason'} (log: {self.log}); "
            "check the network connection and start again"
        )


def working_uv() -> str | None:
    """Return the path of uv, or None if it is missing or is a shim that fails."""
    uv = shutil.which("uv")
    works = uv and subprocess.run([uv, "--version"], capture_output=True).returncode == 0
    return uv if works else None


def venv_command(venv: Path, uv: str | None) -> list[str]:
    """Return the command that creates an empty environment.

    It uses the real path of the interpreter, so that a replacement by another version is noticed.
    """
    python = os.path.realpath(sys._base_executable)  # type: ignore[attr-defined]
    if uv:
        return [uv, "venv", "--allow-existing", "--python", python, str(venv)]
    if util.find_spec("venv") is None or (util.find_spec("ensurepip") is None and not own_pip()):
        die(f"{python} lacks venv; on Debian and Ubuntu run apt install python3-venv")
    return [python, "-I", "-m", "venv", *(["--without-pip"] if own_pip() else []), str(venv)]


def pip_command(python: Path, uv: str | None) -> list[str]:
    """Return the command that installs packages into an environment."""
    if uv:
        return [uv, "pip", "install", "--python", str(python), "--compile-bytecode"]
    quiet = ["--disable-pip-version-check", "--no-input"]
    if own_pip():
        return [sys.executable, "-I", "-m", "pip", *quiet, "--python", str(python), "install"]
    return [str(python), "-I", "-m", "pip", *quiet, "install"]


def own_pip() -> bool:
    """Return whether this interpreter's pip can install into another environment (faster)."""
    try:
        return tuple(map(int, metadata.version("pip").split(".")[:2])) >= (22, 3)
    except (metadata.PackageNotFoundError, ValueError):
        return False


def acquire_lock(path: Path) -> int:
    """Wait for the lock of an environment and return its file descriptor."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting for another installation ...")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def main() -> None:
    """Install what is missing, then start masume."""
    here, venv = Path(sys.argv[1]), Path(sys.argv[2])
    # Keep the user's index settings of pip; drop those of the target.
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "UV_SYSTEM_PYTHON"):
        os.environ.pop(name, None)
    os.environ["PIP_USER"] = "0"
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    checkout = Checkout(here, venv)
    try:
        venv.parent.mkdir(parents=True, exist_ok=True)
        lock = acquire_lock(venv.with_name(f"{venv.name}.lock"))
        extras = checkout.wanted()
        if not checkout.is_fresh(extras):
            checkout.install(extras, lock)
    except KeyboardInterrupt:
        die("interrupted; the next start continues the installation", 130)
    except OSError as fault:
        die(
            f"cannot install into {venv}: {fault.strerror or fault} {fault.filename or ''}".rstrip()
        )
    os.close(lock)
    if not os.environ.get("MASUME_INSTALL_ONLY"):
        os.environ["MASUME_LAUNCHER"] = str(here / "masume")
        python = str(checkout.python)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # unblocked by masume
        os.execv(python, [python, "-P", "-m", "masume", *sys.argv[3:]])


if __name__ == "__main__":
    main()
