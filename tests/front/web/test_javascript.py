"""The scripts of the pages: their types, and what they reckon, without a browser."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from support import KINDS, SOAK

import masume
from masume.formats.plain import write_board
from masume.front.web.bodies import MoveBody, State
from masume.front.web.games import Games
from masume.front.web.reading import read_body
from masume.front.web.server import STATIC, create_app
from tests.front.web.typescript import declarations

pytestmark = pytest.mark.process

HERE = Path(__file__).parent
TYPESCRIPT = "typescript@7.0.2"
TOOLS = HERE.parents[2] / "build" / TYPESCRIPT
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "strict": False,
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
    told = {"compilerOptions": OPTIONS, "include": [f"{STATIC}/js/**/*.js", "server.d.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(told))
    command = [node(), str(compiler()), "--project", str(tmp_path), "--pretty", "false"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stdout


def played(kind, rng, times):
    """A game in which anything may happen: its answers as a page gets them, and all of it at the
    end, told to someone who knows nothing."""
    games, board = Games(), rng.choice(masume.examples(kind.name)[:3])
    size = board.puzzle.rows * board.puzzle.cols
    told, theme = [games.move(MoveBody(board=write_board(board)))], "light"
    for _ in range(times):
        cell = rng.randrange(size)
        to = rng.choice([None, rng.choice([cell, *board.puzzle.grid.neighbours[cell]])])
        second, joins = rng.random() < 0.3, rng.random() < 0.2
        touch = {"do": "touch", "cell": cell, "to": to, "second": second, "joins": joins}
        others = ["undo", "redo", "restart", "begin-trial", "keep-trial", "drop-trial"]
        switch = {"do": "set", "auto": rng.random() < 0.1, "checking": rng.random() < 0.8}
        action = rng.choice([touch] * 8 + [{"do": rng.choice(others)}, switch])
        theme = rng.choice(["light"] * 9 + ["high-contrast"])
        asked = {"seen": told[-1]["version"], "action": action, "theme": theme}
        told.append(games.move(read_body(MoveBody, asked)))
    assert all(one["changed"] for one in told[1:])
    state = next(iter(games._answers.values()))[1]["state"] | {"seconds": 0}
    whole = Games().move(MoveBody(state=State(**state), theme=theme))["whole"] | {"seconds": 0}
    return {"told": told, "whole": whole | {"state": whole["state"] | {"seconds": 0}}}


def test_what_scripts_reckon(tmp_path):
    tests = sorted(map(str, (HERE / "js").glob("*.test.mjs")))
    assert tests
    scripts = shutil.copytree(STATIC / "js", tmp_path / "js")
    (tmp_path / "package.json").write_text('{"type": "module"}')  # as browsers take them
    rng = random.Random(1)
    games = [played(kind, rng, 400 if SOAK else 40) for kind in KINDS]
    (tmp_path / "games.json").write_text(json.dumps(games))
    given = {"MASUME_SCRIPTS": scripts.as_uri(), "MASUME_GAMES": str(tmp_path / "games.json")}
    environment = os.environ | given
    command = [node(), "--test", "--test-reporter=tap", *tests]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
    assert found.returncode == 0, found.stdout + found.stderr
