"""Modules compiled by Pyodide itself, which Node.js runs here as a browser does in a page."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from masume.front.site.packages import NotFetched

_SCRIPT = Path(__file__).parent / "static" / "compile.mjs"
_SECONDS = 300


def compiled(files: Mapping[str, bytes], pyodide: Path) -> dict[str, bytes]:
    """The same files, with bytecode in the place of each module."""
    node = shutil.which("node")
    if node is None:
        raise NotFetched("the modules cannot be compiled: Node.js is not installed, which runs npm")
    with TemporaryDirectory() as made:
        sources, unpacked = Path(made) / "sources", Path(made) / "pyodide"
        for name, data in files.items():
            if name.endswith(".py"):
                (sources / name).parent.mkdir(parents=True, exist_ok=True)
                (sources / name).write_bytes(data)
        with tarfile.open(pyodide) as archive:
            archive.extractall(unpacked, filter="data")
        command = [node, str(_SCRIPT), str(unpacked / "package"), str(sources)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)
        if done.returncode != 0:
            complaint = next(iter(reversed(done.stderr.strip().splitlines())), "without a word")
            raise NotFetched(f"the modules cannot be compiled: {complaint[:200]}")
        bytecode = {name: data for name, data in files.items() if not name.endswith(".py")}
        for path in sources.rglob("*.pyc"):
            bytecode[path.relative_to(sources).as_posix()] = path.read_bytes()
    return bytecode
