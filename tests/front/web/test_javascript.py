"""The scripts of the pages: their types, and what they reckon, without a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from masume.front.web.server import STATIC, create_app
from tests.front.web.typescript import declarations

pytestmark = pytest.mark.process

HERE = Path(__file__).parent
TYPESCRIPT = "typescript@5.9.3"
TOOLS = HERE.parents[2] / "build" / "typescript"
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "target": "es2022",
    "module": "es2022",
    "moduleResolution": "bundler",
    "lib": ["es2023", "dom", "dom.iterable"],
    "types": [],
    "skipDefaultLibCheck": True,  # those of TypeScript itself, which take as long as ours
}


def without(reason):
    """In CI everything must be there."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def node():
    return shutil.which("node") or without("node is not installed")


def compiler():
    """The type checker, which npm brings once."""
    found = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"
    if not found.exists():
        npm = shutil.which("npm") or without("npm is not installed, which brings TypeScript")
        TOOLS.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--no-save", "--no-package-lock", "--prefix", str(TOOLS)]
        try:
            subprocess.run([*command, TYPESCRIPT], capture_output=True, timeout=120, check=True)
        except (subprocess.SubprocessError, OSError):
            without("npm cannot bring TypeScript here")
    return found


def test_scripts_fit_each_other_and_the_server(tmp_path):
    """JSDoc tells types to `tsc`, and those of answers come from the server's own description."""
    (tmp_path / "server.d.ts").write_text(declarations(create_app(workers=1).openapi()))
    told = {"compilerOptions": OPTIONS, "include": [f"{STATIC}/js/*.js", "server.d.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(told))
    command = [node(), str(compiler()), "--project", str(tmp_path), "--pretty", "false"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stdout


def test_what_scripts_reckon(tmp_path):
    tests = sorted(map(str, (HERE / "js").glob("*.test.mjs")))
    assert tests
    scripts = shutil.copytree(STATIC / "js", tmp_path / "js")
    (tmp_path / "package.json").write_text('{"type": "module"}')  # as browsers take them
    environment = os.environ | {"MASUME_SCRIPTS": scripts.as_uri()}
    command = [node(), "--test", "--test-reporter=tap", *tests]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
    assert found.returncode == 0, found.stdout + found.stderr
