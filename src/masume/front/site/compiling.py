"""Compilation of Python modules to bytecode with Pyodide, run by Node.js."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from masume.front.site.packages import FetchError

_SCRIPT = Path(__file__).parent / "static" / "compile.mjs"
_SECONDS = 300


def compile_modules(files: Mapping[str, bytes], pyodide: Path) -> dict[str, bytes]:
    """Return the files with each module replaced by its bytecode; raise FetchError on failure."""
    node = shutil.which("node")
    if node is None:
        raise FetchError("the modules cannot be compiled: Node.js is missing; install it")
    with TemporaryDirectory() as folder:
        sources, unpacked = Path(folder) / "sources", Path(folder) / "pyodide"
        for name, data in files.items():
            if name.endswith(".py"):
                (sources / name).parent.mkdir(parents=True, exist_ok=True)
                (sources / name).write_bytes(data)
        with tarfile.open(pyodide) as archive:
            archive.extractall(unpacked, filter="data")
        command = [node, str(_SCRIPT), str(unpacked / "package"), str(sources)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)
        if result.returncode != 0:
            message = next(iter(reversed(result.stderr.strip().splitlines())), "no message")
            raise FetchError(f"the modules cannot be compiled: {message[:200]}")
        bytecode = {name: data for name, data in files.items() if not name.endswith(".py")}
        for path in sources.rglob("*.pyc"):
            bytecode[path.relative_to(sources).as_posix()] = path.read_bytes()
    return bytecode
