"""Run every command and every web operation on a board, and list those that report a bug.

    python tests/front/every_command.py FOLDER BOARD...

prints them as JSON. It runs in a separate process to load packages on the path.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields
from pathlib import Path

import click

from masume.front.cli.main import app, run
from masume.front.web.local import LocalServer
from masume.front.web.operations import operations

BUG = "a bug in masume"
SHORT = ("--seconds", "0.1")
OTHER_COMMANDS = {"desktop"}  # it opens a window


def commands(text, folder):
    """Return the arguments of every command that takes a board."""
    out = ("-o", str(Path(folder) / "board.svg"))
    film = ("--film", str(Path(folder) / "film.jsonl"))
    searches = ("depth_first", "breadth_first", "astar", "greedy", "simulated_annealing", "exact")
    with_each = [argument for name in searches for argument in ("--with", name)]
    few = ("--nodes", "200", *SHORT)
    return [
        ("show", text),
        ("check", text, "."),
        ("draw", text, "--solve", *SHORT, *out),
        ("print", text, *SHORT, "-o", str(Path(folder) / "booklet.pdf")),
        ("solve", text, *SHORT),
        ("solve", text, *few),
        ("solve", text, "--trace", *few),
        ("solve", text, "--heuristic", "none", *few),
        ("solve", text, "--space", "none", *few),
        *(("solve", text, "--with", name, *SHORT) for name in searches),
        ("solve", text, "--with", "depth_first", *film, *few),
        ("solve", text, "--with", "depth_first", "--watch", "--delay", "0", *few),
        ("count", text, *SHORT),
        ("all", text, "--at-most", "9", *SHORT),
        ("forced", text, *SHORT),
        ("why-not", text, *SHORT),
        ("why-two", text, *SHORT),
        ("hint", text, *SHORT, *out),
        ("why", text, "r1c1", *SHORT, *out),
        ("explain", text, *SHORT),
        ("grade", text, *SHORT),
        ("complete", text, *SHORT),
        ("complete", text, "--each", *SHORT),
        ("complete", text, "--answer", ".", *SHORT),
        ("harder", text, *SHORT),
        ("easier", text, *SHORT),
        ("easier", text, "--keep", "r1c1", *SHORT),
        ("spare", text, *SHORT),
        ("convert", text, "--to", "json"),
        ("convert", text, "--to", "puzz.link"),
        ("compare", text, *few),
        ("compare", text, *with_each, *few),
        ("compare", text, "--with", "astar", *few),
        ("heuristic", text, "--states", "200"),
        ("learn", text, text, text, "--states", "200", "-o", str(Path(folder) / "learned.py")),
    ]


def board_commands():
    """Return the names of the commands that take a board."""
    context = click.Context(app)
    every = {name: app.get_command(context, name) for name in app.list_commands(context)}
    return {
        name
        for name, command in every.items()
        if {"source", "sources"} & {parameter.name for parameter in command.params}
    }


def bodies(text, state):
    """Yield every operation that takes a board or a game, with bodies for it."""
    own = {
        "compose": [
            {"do": do}
            for do in ("complete", "deciding_clues", "spare_clues", "harder", "easier", "picture")
        ],
        "picture": [{"positions": []}],
        "convert": [{"to": "json"}, {"to": "puzz.link"}],
        "why": [{"target": "r1c1"}],
    }
    for operation in operations():
        takes = {part.name for part in fields(operation.body)}
        usual = {"board": text} if "board" in takes else {"state": state}
        if not {"board", "state"} & takes or (state is None and "board" not in takes):
            continue
        if "seconds" in takes:
            usual["seconds"] = 0.1
        for more in own.get(operation.name, [{}]):
            yield operation.name, {**usual, **more}


def bugs(text, folder):
    """Run everything on a board; return commands with a bug or an error of several lines."""
    found = []
    for arguments in commands(text, folder):
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with redirect_stdout(out), redirect_stderr(err):
            code = run([str(argument) for argument in arguments])
            out.flush(), err.flush()
        printed = [stream.buffer.getvalue().decode() for stream in (out, err)]
        lines = [line for line in printed[1].splitlines() if "skipped" not in line]
        if code == 70 or BUG in "".join(printed) or (code == 2 and len(lines) != 1):
            found.append([text, arguments, code, printed])
    server = LocalServer()
    _, reply = server.respond("/api/session", json.dumps({"board": text}))
    state = json.loads(reply).get("state")
    for name, body in bodies(text, state):
        head, *rest = server.respond(f"/api/{name}", json.dumps(body))
        printed = "".join(str(part) for part in rest)
        if head.status == 500 or BUG in printed:
            found.append([text, name, head.status, printed[-300:]])
    return found


if __name__ == "__main__":
    answers = [bugs(text, sys.argv[1]) for text in sys.argv[2:]]
    print(json.dumps([bug for found in answers for bug in found]))
