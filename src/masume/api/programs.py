"""Run other programs on boards, and parse their answers.

In the command of a program `{board}` is the board's text, `{file}` a file that contains it; without
either, the program reads it from its input. `{seconds}`, `{nodes}`, `{megabytes}` and `{seed}` are
the limits and the seed. The program runs in an empty folder; names that begin with `./` are
relative to a given folder.

The answer is the board with its answer in any format that can hold one (plain text, JSON, a save
file of Simon Tatham's collection), or JSON with the answer alone:
`{"status": "solved", "answer": {"black": [[0, 0]]}, "expanded": 12}`. The status may also be
`exhausted` (there is no solution) or `stuck`. The caller checks the answer.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Status
from masume.core.system.limits import Limit
from masume.errors import MasumeError, NotApplicable, ParseError, shorten
from masume.formats.convert import write
from masume.formats.load import loads
from masume.formats.plain import Board

_MOST_BYTES = 16_000_000  # of a program's output
_SIGNS = {  # the words of SAT competitions are accepted too
    "satisfiable": Status.SOLVED,
    "unsatisfiable": Status.EXHAUSTED,
    "unknown": Status.STUCK,
} | {status.value: status for status in (Status.SOLVED, Status.EXHAUSTED, Status.STUCK)}


@dataclass(frozen=True)
class Program:
    """Another program, and how it gets a board and gives its answer."""

    name: str = ""
    command: tuple[str, ...] = ()
    board: str = "plain"  # the format that the program reads
    reply: str = ""  # the file that it writes; "" is its output

    @property
    def is_seeded(self) -> bool:
        """Whether the program is given the seed."""
        return any("{seed}" in word for word in self.command)


@dataclass(frozen=True)
class Reply:
    """What a program reported."""

    status: Status
    reason: str = ""
    answer: Position | None = None
    expanded: int | None = None
    generated: int | None = None
    cost: int | None = None


def program_files(program: Program, folder: Path) -> Iterator[Path]:
    """Yield the files that a command names: the program first; raise NotApplicable without it."""
    for number, word in enumerate(program.command):
        path = Path(_located(word, folder))
        if number == 0:
            found = shutil.which(path)
            if found is None:
                raise NotApplicable(f"the program {word} of {program.name} is missing; install it")
            yield Path(found)
        elif path.is_file():
            yield path


def program_fingerprint(program: Program, folder: Path) -> str:
    """Return a fingerprint of a command and of the files that it names."""
    fingerprint = blake2b(repr((program.command, program.board, program.reply)).encode())
    for path in program_files(program, folder):
        fingerprint.update(path.read_bytes())
    return fingerprint.hexdigest()[:20]


def _environment() -> dict[str, str]:
    """Return the environment of a program: without the folders where workers find masume."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _located(word: str, folder: Path) -> str:
    """Return a word of a command; files beside the study get their full path."""
    return str((folder / word).absolute()) if word.startswith(("./", "../")) else word


def run_program(
    program: Program, board: Board, folder: Path, limit: Limit, seed: int, *, wall: float | None
) -> Reply:
    """Run a program on a board and parse its answer, which is not checked here."""
    try:
        text = write(board, program.board)
    except MasumeError as fault:
        return Reply(Status.STUCK, f"the board cannot be written as {program.board}: {fault}")
    with TemporaryDirectory(prefix="masume-") as place:
        board_file = Path(place) / "board.txt"
        board_file.write_text(text, encoding="utf-8")
        values = {"board": text.strip(), "file": str(board_file), "seed": seed}
        values |= {"seconds": limit.seconds, "nodes": limit.nodes, "megabytes": limit.megabytes}
        words = [_fill(_located(word, folder), values) for word in program.command]
        out, err = Path(place) / "out.txt", Path(place) / "err.txt"
        with board_file.open("rb") as given, out.open("wb") as shown, err.open("wb") as said:
            process = subprocess.Popen(
                words, cwd=place, stdin=given, stdout=shown, stderr=said, env=_environment()
            )
            try:
                process.wait(wall)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                return Reply(Status.LIMIT, f"{wall:g} s of wall time used")
        reply = Path(place) / program.reply if program.reply else out
        answer = ""
        with suppress(FileNotFoundError):
            if reply.stat().st_size > _MOST_BYTES:
                return Reply(Status.STUCK, f"its answer is larger than {_MOST_BYTES:,} bytes")
            answer = reply.read_text(encoding="utf-8", errors="replace")
        if not answer.strip() and process.returncode:
            last = err.read_text(encoding="utf-8", errors="replace").strip().rpartition("\n")[2]
            reason = f"ended with code {process.returncode}: {last}"
            raise NotApplicable(shorten(reason, 300))
    return parse_reply(answer, board.kind, board.puzzle)


def _fill(word: str, values: Mapping[str, object]) -> str:
    for name, value in values.items():
        word = word.replace("{" + name + "}", "" if value is None else str(value))
    return word


def parse_reply(text: str, kind: Kind, puzzle: Puzzle) -> Reply:
    """Parse the answer of a program; raise ParseError if it is none."""
    data: object = None
    with suppress(ValueError, RecursionError):
        data = json.loads(text)
    if isinstance(data, dict) and "grid" not in data:
        return _parse_json(data, kind, puzzle)
    sign = text.strip().lower().removeprefix("s ")
    if sign in _SIGNS and _SIGNS[sign] is not Status.SOLVED:
        return Reply(_SIGNS[sign], "" if sign != "unknown" else "it reports no result")
    if not sign:
        return Reply(Status.STUCK, "it reports no answer")
    board = loads(text, kind=kind.name)
    if board.puzzle != puzzle:
        raise ParseError("its answer is to another board")
    if board.answer is None:
        return Reply(Status.STUCK, "it reports no answer")
    return Reply(Status.SOLVED, answer=board.answer)


def _parse_json(data: Mapping[str, object], kind: Kind, puzzle: Puzzle) -> Reply:
    """Parse an object with a status, an answer and counts; raise ParseError if it is invalid."""
    answer = data.get("answer")
    word = str(data.get("status", Status.SOLVED.value if answer is not None else "unknown"))
    if word.lower() not in _SIGNS:
        raise ParseError(f"its status is {shorten(word)!r}; expected {', '.join(_SIGNS)}")
    status = _SIGNS[word.lower()]
    if status is Status.SOLVED and not isinstance(answer, dict):
        raise ParseError("its status is solved, but it has no object named answer")
    counts: list[int | None] = []
    for name in ("expanded", "generated", "cost"):
        value = data.get(name)
        if value is not None and (
            not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 63
        ):
            raise ParseError(f"its count {shorten(repr(value))} is no whole number")
        counts.append(value)
    position = kind.from_json(puzzle, answer) if isinstance(answer, dict) else None
    return Reply(status, str(data.get("reason", ""))[:300], position, *counts)
