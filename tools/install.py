"""Makes or mends the environment of a checkout, then starts masume in it: `install.py HERE VENV …`.

Called by the launcher at the root, when a look at `VENV/installed` did not show that all is in
place. Nothing is built and masume itself is not installed: its requirements are, and a .pth
file points to `src`. What can go wrong on the way leaves a VENV without `installed/home`, which the
next start mends. The lock is the kernel's, so that it goes with those who hold it.
"""

import os
import shutil
import signal
import subprocess
import sys

if sys.version_info < (3, 11):  # noqa: UP036 (whoever has an older one is told so here)
    uv = shutil.which("uv")
    if uv and not os.environ.get("MASUME_PYTHON"):  # it finds or fetches a newer one
        os.execv(uv, [uv, "run", "--no-project", "--python", ">=3.11", *sys.argv])
    sys.exit(
        "masume: Python 3.11 or newer is needed, but {} is {}.{} "
        "(MASUME_PYTHON can name another)".format(sys.executable, *sys.version_info[:2])
    )

import fcntl
import re
import tomllib
from importlib import metadata, util
from pathlib import Path
from typing import NoReturn

LOCK = "requirements.lock"  # make lock writes it
NOTED = ("pyproject.toml", LOCK)


def say(text: str) -> None:
    """One line for the user."""
    print(f"masume: {text}", file=sys.stderr, flush=True)


def die(text: str, code: int = 1) -> NoReturn:
    """One line, and the end."""
    say(text)
    sys.exit(code)


def requirements(project: dict, extras: list[str]) -> list[str]:
    """What the project needs, with these extras; an extra may name others as `masume[a,b]`."""
    known = project["optional-dependencies"]
    needs, done = list(project["dependencies"]), set()
    while extras:
        extra, *extras = extras
        if extra not in known:
            die(f"there is no extra {extra!r}; there are {', '.join(sorted(known))}", 2)
        if extra not in done:
            done.add(extra)
            for need in known[extra]:
                inner = re.fullmatch(r"masume\[([\w, -]+)\]", need)
                extras += re.findall(r"[\w-]+", inner[1]) if inner else []
                needs += [] if inner else [need]
    return list(dict.fromkeys(needs))


def locked_lines(lock: str, needs: list[str]) -> list[str]:
    """Return the parts of a lock file, each a pin with its hashes, that some requirements bring.

    Below each pin the file names the packages that it is needed by.
    """
    wanted = {plain_name(need) for need in needs}
    pins = {plain_name(part): part for part in re.split(r"\n(?=\w)", lock) if "==" in part}
    users = {name: set(re.findall(r"^ +# +(?:via )?([\w.-]+)$", pins[name], re.M)) for name in pins}
    while more := {name for name in pins if users[name] & wanted} - wanted:
        wanted |= more
    if unknown := sorted(wanted - pins.keys()):
        die(f"{LOCK}: {', '.join(unknown)} missing; make lock adds what pyproject.toml names")
    return [pins[name].rstrip() for name in sorted(wanted)]


def plain_name(requirement: str) -> str:
    """Return the normalised name of the package that a requirement is about."""
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


class Checkout:
    """A checkout and the environment that belongs to it."""

    def __init__(self, here: Path, venv: Path) -> None:
        self.here, self.venv = here, venv
        self.installed = venv / "installed"
        self.home = self.installed / "home"
        self.python = venv / "bin" / "python"
        self.log = self.installed / "log"

    def wanted(self) -> list[str]:
        """The extras that are asked for now, and those that were asked for before."""
        before = [path.name.removeprefix("extra-") for path in self.installed.glob("extra-*")]
        now = re.findall(r"[^, ]+", os.environ.get("MASUME_EXTRAS", ""))
        return list(dict.fromkeys([*sorted(before), *now]))

    def is_whole(self) -> bool:
        """Whether an environment is there and was made for this place."""
        try:
            home = Path(self.home.read_text(encoding="utf-8").rstrip("\n"))
            return home.samefile(self.here) and os.access(self.python, os.X_OK)
        except OSError:
            return False

    def is_fresh(self, extras: list[str]) -> bool:
        """Whether nothing is to be done. Files that were only touched get their note renewed."""
        if not self.is_whole() or any(not self.note_of(extra).exists() for extra in extras):
            return False
        pairs = [(self.here / name, self.installed / name) for name in NOTED]
        if any(a.read_bytes() != b.read_bytes() for a, b in pairs):
            return False
        for a, b in pairs:
            shutil.copystat(a, b)
        return True

    def note_of(self, extra: str) -> Path:
        """The file that says that an extra is installed."""
        return self.installed / f"extra-{extra}"

    def install(self, extras: list[str], lock: int) -> None:
        """Bring the environment to what the project asks for."""
        files = {name: (self.here / name).read_bytes() for name in NOTED}
        times = {name: (self.here / name).stat() for name in NOTED}
        project = tomllib.loads(files["pyproject.toml"].decode())["project"]
        pins = locked_lines(files[LOCK].decode(), requirements(project, extras))
        new = [extra for extra in extras if not self.note_of(extra).exists()]
        what = f"with {', '.join(new)}" if new else ""
        if self.venv.exists() and not self.installed.is_dir():
            die(f"{self.venv} is not from this launcher: move it away and start again")
        say(f"installing into {self.venv} {what}".rstrip() + " ...")
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
            self.note_of(extra).touch()
        for name, data in files.items():  # as they were before: a change meanwhile counts as one
            (self.installed / name).write_bytes(data)
            seen = times[name]
            os.utime(self.installed / name, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        if (
            subprocess.run(["env", "--block-signal=INT", "true"], capture_output=True).returncode
            == 0
        ):
            (self.installed / "can-block").touch()  # GNU's env can
        self.home.write_text(f"{self.here}\n", encoding="utf-8")

    def point_to_source(self, packages: Path, project: dict) -> None:
        """Let Python find masume in the checkout, and other installers see that it is there."""
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
        """Run a command that keeps the lock for as long as it lives; its words go to the log."""
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                command,
                cwd=self.here,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=[lock],
                process_group=0,  # it has children, which are to end with it
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
        """End with one line about a failed installation, taken from its log."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        changed = re.search(
            r"(?i)not match the hashes[^\n]*\n\s*([^\s]+)|hash mismatch for `?([^`\s]+)", text
        )
        if changed:
            die(
                f"the installation failed: {changed[1] or changed[2]} is not the file that {LOCK} "
                f"expects, so it may be damaged or forged (see {self.log}); clear the download "
                "cache (pip cache purge, uv cache clean) or choose another package index"
            )
        last = next((line.strip() for line in reversed(text.split("\n")) if line.strip()), "")
        die(
            f"the installation failed: {last or 'no reason told'} (all of it is in {self.log}); "
            "packages come from the network, and the next start tries again"
        )


def working_uv() -> str | None:
    """uv, if it is there and more than the shim of a version manager."""
    uv = shutil.which("uv")
    works = uv and subprocess.run([uv, "--version"], capture_output=True).returncode == 0
    return uv if works else None


def venv_command(venv: Path, uv: str | None) -> list[str]:
    """How to make an empty environment, with the interpreter's real name: should it be replaced by
    another version, the environment is seen to be broken."""
    python = os.path.realpath(sys._base_executable)  # type: ignore[attr-defined]
    if uv:
        return [uv, "venv", "--allow-existing", "--python", python, str(venv)]
    if util.find_spec("venv") is None or (util.find_spec("ensurepip") is None and not own_pip()):
        die(f"{python} lacks venv; on Debian and Ubuntu apt install python3-venv brings it")
    return [python, "-I", "-m", "venv", *(["--without-pip"] if own_pip() else []), str(venv)]


def pip_command(python: Path, uv: str | None) -> list[str]:
    """How to install into an environment."""
    if uv:
        return [uv, "pip", "install", "--python", str(python), "--compile-bytecode"]
    quiet = ["--disable-pip-version-check", "--no-input"]
    if own_pip():
        return [sys.executable, "-I", "-m", "pip", *quiet, "--python", str(python), "install"]
    return [str(python), "-I", "-m", "pip", *quiet, "install"]


def own_pip() -> bool:
    """Whether this interpreter's pip can install elsewhere: that spares a new one, some seconds."""
    try:
        return tuple(map(int, metadata.version("pip").split(".")[:2])) >= (22, 3)
    except (metadata.PackageNotFoundError, ValueError):
        return False


def locked(path: Path) -> int:
    """Wait until nobody else installs there."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("another start is installing, waiting for it ...")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def main() -> None:
    """Install what is missing, then start masume."""
    here, venv = Path(sys.argv[1]), Path(sys.argv[2])
    # pip's settings of where to find packages stay; these say where to put them.
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "UV_SYSTEM_PYTHON"):
        os.environ.pop(name, None)
    os.environ["PIP_USER"] = "0"
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    checkout = Checkout(here, venv)
    try:
        venv.parent.mkdir(parents=True, exist_ok=True)
        lock = locked(venv.with_name(f"{venv.name}.lock"))
        extras = checkout.wanted()
        if not checkout.is_fresh(extras):
            checkout.install(extras, lock)
    except KeyboardInterrupt:
        die("interrupted; the next start goes on with the installation", 130)
    except OSError as fault:
        die(
            f"cannot install into {venv}: {fault.strerror or fault} {fault.filename or ''}".rstrip()
        )
    os.close(lock)
    if not os.environ.get("MASUME_INSTALL_ONLY"):
        os.environ["MASUME_LAUNCHER"] = str(here / "masume")
        python = str(checkout.python)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # masume takes it up again
        os.execv(python, [python, "-P", "-m", "masume", *sys.argv[3:]])


if __name__ == "__main__":
    main()
