"""Every reader of text, with valid texts to begin with. Each takes a text or raises MasumeError."""

from __future__ import annotations

import asyncio
import io
import json
import threading
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from format_support import valid_texts

import masume
from masume.errors import MasumeError
from masume.formats.load import loads_all
from masume.formats.plain import write_board
from masume.front.film import recording as film

KINDS = list(masume.kinds().values())
SMALL = [
    board
    for kind in KINDS
    for board in masume.examples(kind.name)
    if board.puzzle.rows * board.puzzle.cols <= 36 and board.note("solutions") == "1"
][::3]


@dataclass(frozen=True)
class Reader:
    """What reads texts of some sort."""

    name: str
    seeds: Any  # () -> valid texts
    read: Any  # (text, rng): the rng chooses what the text is read for
    share: int  # of a hundred strings


def board_seeds():
    """Boards in every format that can hold them, and what sites wrote."""
    outcome = valid_texts(_solved())
    return [*outcome, "[[1, 2], [2, 1]]", "3 3\n1 2 3\n3 1 2\n2 3 1"]


@cache
def _solved():
    return [replace(b, answer=masume.solve(b.puzzle, unique=False).answer) for b in SMALL]


def read_boards(text, rng):
    """Boards, which can be written and read again."""
    kind = rng.choice([None, None, *KINDS])
    for board in loads_all(text, kind=kind and kind.name):
        if isinstance(board, MasumeError):
            assert "\n" not in str(board) and 0 < len(str(board)) < 400
            continue
        cells = board.puzzle.rows * board.puzzle.cols
        assert len(board.kind.cells(board.puzzle)) == cells
        if cells < 400:
            (again,) = loads_all(write_board(board))
            assert (again.puzzle, again.answer) == (board.puzzle, board.answer)


def answer_seeds():
    """Answers as they are written, as JSON, and as moves."""
    outcome = []
    for board in _solved():
        kind, puzzle, answer = board.kind, board.puzzle, board.answer
        outcome.append("\n".join(kind.write_answer(puzzle, answer)))
        outcome.append(json.dumps(kind.to_json(puzzle, answer)))
        outcome.append("answer:\n" + outcome[-2])
    return [*outcome, "r1c1=black r1c2=white", "URRU r1c1=off r1c1-r1c2=on back r2c2=flip r1c1=on"]


def read_answer(text, rng):
    """An answer, which can be judged, drawn and written."""
    board = rng.choice(SMALL)
    answer = masume.parse_answer(board.puzzle, text)
    board.kind.violations(board.puzzle, answer)
    board.kind.picture(board.puzzle, answer)
    advice = "\n".join(board.kind.write_answer(board.puzzle, answer))
    assert masume.parse_answer(board.puzzle, advice) == answer


def move_seeds():
    """Moves of all puzzles."""
    return ["r1c1=black", "r2c2=white", "r1c1=open", "r1c1-r1c3=2", "r1c1-r3c1=x", "up", "back"] + [
        f"r{row}c{col}{rest}"
        for row, col in ((1, 1), (2, 3), (9, 9))
        for rest in ("=off", "=on", "=flip", "-r1c2=on", "-r1c2=off", "-r2c1=open")
    ]


def read_move(text, rng):
    """Moves one after the other, each on the position that the last has led to."""
    board = rng.choice(SMALL)
    kind, puzzle = board.kind, board.puzzle
    position = kind.start(puzzle)
    for word in text.split("\n")[:50]:
        move = kind.parse_move(puzzle, word)
        assert kind.parse_move(puzzle, kind.write_move(puzzle, move)) == move
        position = kind.play(puzzle, position, move)
        kind.violations(puzzle, position)


def film_seeds():
    """Short films."""
    outcome = []
    for board in SMALL[::4]:
        file = io.StringIO()
        run = masume.resolve_search(board.puzzle, "breadth_first").start(
            board.puzzle, limit=masume.Limit(nodes=5), seed=0
        )
        for _ in film.record(run, file, board.kind, board.puzzle, {"name": board.name}):
            pass
        outcome.append(file.getvalue())
    return outcome


def read_film(text, rng):
    """A film, shown to nobody."""
    from masume.front.cli.watch import TerminalScreen, replay

    file = io.StringIO()
    replay(film.read(iter(io.StringIO(text))), TerminalScreen(0, file=file))
    assert all(c.isprintable() or c == "\n" for c in file.getvalue())


def study_seeds():
    """Studies."""
    from masume.lab.study import __doc__ as advice

    return [
        advice.partition("\n\n")[2],
        'title = "x"\nseed = 3\n[[boards]]\ngenerate = "hitori"\nsizes = ["4x4"]\ncount = 2\n'
        '[[searches]]\nalgorithms = ["astar:weight=2"]\nspaces = ["shade:canonical"]\nseeds = 3\n'
        "[limits]\nseconds = 1.5\nnodes = 100\n",
    ]


def read_study(text, rng):
    """A study."""
    from masume.lab.study import parse_study

    parse_study(text)


def spec_seeds():
    """Names with options."""
    names = [*masume.algorithms(), "hashi:islands=30,most=3", "exactly_one:shapes=8", "exact"]
    return [*names, "astar:weight=2,ties=oldest", "beam:width=9", "shade:canonical,prune", "decide"]


def read_spec(text, rng):
    """An algorithm, a space, a heuristic, or what is to be made."""
    from masume.make.request import resolve_board_spec

    kind = rng.choice(KINDS)
    which = rng.randrange(4)
    if which == 0:
        resolve_board_spec(text)
    else:
        given = dict([("space", text), ("heuristic", text), ("algorithm", text)][which - 1 : which])
        masume.resolve_search(kind, given.pop("algorithm", "astar"), **given)


def body_seeds():
    """Bodies of requests."""
    outcome = []
    for board in SMALL[::2]:
        text = write_board(replace(board, answer=None))
        outcome.append(json.dumps({"text": text}))
        game = {"masume": 1, "board": text, "moves": [], "at": 0}
        outcome.append(json.dumps({"state": game, "action": {"do": "touch", "cell": 1}}))
        outcome.append(json.dumps({"board": text, "action": {"do": "play", "move": "r1c1=black"}}))
    return outcome


@cache
def _app():
    from masume.front.web.server import create_app

    loop = asyncio.new_event_loop()
    # In a thread of its own: this one may have a loop already, if browser tests ran here before.
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return create_app(), loop


def read_body(text, rng):
    """A request, answered by the server's own code in this process."""
    app, loop = _app()
    path = rng.choice(("/api/load", "/api/session"))
    request = _request(app, path, text.encode("utf-8", "surrogatepass"))
    asyncio.run_coroutine_threadsafe(request, loop).result()


async def _request(app, path, body):
    headers = {"host": "127.0.0.1", "content-type": "application/json"}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    parts = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive():
        if parts:
            return parts.pop()
        await asyncio.sleep(30)
        return {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.start":
            assert message["status"] < 500, message["status"]

    await asyncio.wait_for(app(scope, receive, send), 20)


READERS = {
    reader.name: reader
    for reader in (
        Reader("boards", cache(board_seeds), read_boards, 50),
        Reader("answers", cache(answer_seeds), read_answer, 20),
        Reader("moves", cache(move_seeds), read_move, 10),
        Reader("films", cache(film_seeds), read_film, 5),
        Reader("studies", cache(study_seeds), read_study, 5),
        Reader("specs", cache(spec_seeds), read_spec, 5),
        Reader("bodies", cache(body_seeds), read_body, 5),
    )
}
SHARES = [reader for reader in READERS.values() for _ in range(reader.share)]
assert len(SHARES) == 100
