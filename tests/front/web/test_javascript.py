"""The scripts of the pages without a browser: type check and unit tests."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support import KINDS, SOAK

import masume
from masume.formats.plain import write_board
from masume.front.web.bodies import MoveBody
from masume.front.web.games import Games, play
from masume.front.web.reading import read_body
from masume.front.web.records import json_text
from masume.front.web.server import STATIC, create_app
from tests.front.web.npm import npm_file, skip_or_fail
from tests.front.web.typescript import type_declarations

pytestmark = pytest.mark.process

HERE = Path(__file__).parent
TYPESCRIPT = "typescript@7.0.2"
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
    "skipDefaultLibCheck": True,  # those of TypeScript itself take as long as ours
}


def node():
    return shutil.which("node") or skip_or_fail("node is not installed")


def compiler():
    """Return the TypeScript compiler."""
    return npm_file(TYPESCRIPT, "bin", "tsc")


def test_scripts_pass_the_type_checker(tmp_path):
    """Types come from JSDoc, and those of answers from the server's own description."""
    (tmp_path / "server.d.ts").write_text(type_declarations(create_app(workers=1).openapi()))
    config = {"compilerOptions": OPTIONS, "include": [f"{STATIC}/js/**/*.js", "server.d.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    command = [node(), str(compiler()), "--project", str(tmp_path), "--pretty", "false"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout


def play_random_game(kind, rng, times):
    """Return the answers of a random game as differences, and its final state as a whole."""
    games, board = Games(), rng.choice(masume.examples(kind.name)[:3])
    size = board.puzzle.rows * board.puzzle.cols
    answers, theme = [play(MoveBody(board=write_board(board)), games)], "light"
    for _ in range(times):
        cell = rng.randrange(size)
        to = rng.choice([None, rng.choice([cell, *board.puzzle.grid.neighbours[cell]])])
        second, joins = rng.random() < 0.3, rng.random() < 0.2
        touch = {"do": "touch", "cell": cell, "to": to, "second": second, "joins": joins}
        commands = ["undo", "redo", "restart", "begin-trial", "keep-trial", "drop-trial"]
        switch = {"do": "set", "auto": rng.random() < 0.1, "checking": rng.random() < 0.8}
        action = rng.choice([touch] * 8 + [{"do": rng.choice(commands)}, switch])
        theme = rng.choice(["light"] * 9 + ["high-contrast"])
        body = {"seen": answers[-1].version, "action": action, "theme": theme}
        answers.append(play(read_body(MoveBody, body), games))
    assert all(answer.changed for answer in answers[1:])
    last = next(iter(games._answers.values()))[1]
    state = replace(last.state, seconds=0)
    whole = play(MoveBody(state=state, theme=theme), Games()).whole
    whole = replace(whole, seconds=0, state=replace(whole.state, seconds=0))
    return {"answers": answers, "whole": whole}


def test_scripts_pass_their_unit_tests(tmp_path):
    tests = sorted(map(str, (HERE / "js").glob("*.test.mjs")))
    assert tests
    scripts = shutil.copytree(STATIC / "js", tmp_path / "js")
    shutil.copytree(STATIC / "messages", tmp_path / "messages")
    (tmp_path / "package.json").write_text('{"type": "module"}')  # as browsers load them
    rng = random.Random(1)
    games = [play_random_game(kind, rng, 400 if SOAK else 40) for kind in KINDS]
    (tmp_path / "games.json").write_text(json_text(games))
    given = {"MASUME_SCRIPTS": scripts.as_uri(), "MASUME_GAMES": str(tmp_path / "games.json")}
    environment = os.environ | given
    command = [node(), "--test", "--test-reporter=tap", *tests]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
    assert result.returncode == 0, result.stdout + result.stderr
