"""masume's own JSON: a board with its name, options, notes and answer.

    {"kind": "hashi", "grid": [[2, null, null, 3], …], "options": {"most": "3"}, "answer": {…}}

A cell without anything is null, a number a number, all else a string. A list holds several boards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from masume.core.kind import Kind
from masume.core.registry import kind_named
from masume.core.text import Block, Line
from masume.errors import MasumeError, ParseError, shorten
from masume.formats.format import Format
from masume.formats.plain import Board

NAME = "json"


def recognises(text: str) -> bool:
    """A text that begins like an object, or like a list of objects."""
    begin = text.lstrip()[:200]
    return begin.startswith("{") or (begin.startswith("[") and begin[1:].lstrip().startswith("{"))


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """The boards of a text; JSON lines are several texts."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise ParseError(f"this is no JSON: {fault.msg.lower()}", line=fault.lineno) from None
    except (ValueError, RecursionError):
        raise ParseError("this begins like JSON, but cannot be read") from None
    for one in data if isinstance(data, list) else [data]:
        yield _board(one, kind)


def _board(data: Any, kind: Kind | None) -> Board:
    if not isinstance(data, dict) or not isinstance(data.get("grid"), list):
        raise ParseError('a board in JSON is an object with a "kind" and a "grid"')
    named = data.get("kind")
    if isinstance(named, str):
        try:
            found = kind_named(named)
        except MasumeError as unknown:
            raise ParseError(str(unknown)) from None
        if kind not in (None, found):
            raise ParseError(f"the board is {found.name}, not {kind.name}")
        kind = found
    if kind is None:
        raise ParseError('which puzzle is this? Its "kind" is missing; use --as')
    options, notes = _words(data, "options"), _words(data, "notes")
    for key in options:
        if key not in kind.options:
            raise ParseError(f"{kind.name} knows no option {shorten(key)!r}")
    block = Block(
        1,
        notes={key: Line(value, 1) for key, value in options.items()},
        grid=[Line(_row(row), number) for number, row in enumerate(data["grid"], start=1)],
    )
    puzzle = kind.read(block)
    answer = data.get("answer")
    if answer is not None and not isinstance(answer, dict):
        raise ParseError('an "answer" is an object')
    return Board(
        kind,
        puzzle,
        shorten(str(data.get("name") or ""), 80),
        answer=None if answer is None else kind.from_json(puzzle, answer),
        notes=tuple(notes.items()),
    )


def _words(data: dict[str, Any], key: str) -> dict[str, str]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise ParseError(f'"{key}" is an object of words')
    return {str(name): str(value).replace("\n", " ") for name, value in found.items()}


def _row(row: Any) -> str:
    if not isinstance(row, list):
        raise ParseError("a row of the grid is a list of cells")
    words = ["." if cell is None else str(cell).strip() for cell in row]
    if any(not word or len(word.split()) > 1 or "," in word for word in words):
        raise ParseError("a cell of the grid is null, a number or a word")
    return " ".join(words) + (" " if len(words) == 1 else "")


def write(board: Board) -> str:
    """A board as one line of JSON."""
    lines = board.kind.write(board.puzzle)
    split = len(lines) - board.puzzle.rows
    options = dict(line.split(": ", 1) for line in lines[:split])
    data: dict[str, Any] = {"kind": board.kind.name}
    if board.name:
        data["name"] = board.name
    data |= {"rows": board.puzzle.rows, "cols": board.puzzle.cols}
    if options:
        data["options"] = options
    if board.notes:
        data["notes"] = dict(board.notes)
    data["grid"] = [[_value(word) for word in line.split()] for line in lines[split:]]
    if board.answer is not None:
        data["answer"] = board.kind.to_json(board.puzzle, board.answer)
    return json.dumps(data, ensure_ascii=False)


def _value(word: str) -> int | str | None:
    if word == ".":
        return None
    return int(word) if word.isascii() and word.isdigit() and str(int(word)) == word else word


FORMAT = Format(
    NAME, "masume's own JSON", recognises, read, write, holds_answers=True, one_line=True
)
