"""Recognises what it is given: the name of an example, a file, or the text itself.

What people paste is read here, whatever it is; how a board stands in plain text is `plain`'s.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import masume.puzzles
from masume.core.kind import Kind
from masume.core.registry import is_kind_name, kind_named, kind_of, kinds
from masume.errors import ParseError, UnknownName, shorten
from masume.formats.format import Format, formats
from masume.formats.plain import Board, is_remark, read_answer, read_boards

MOST_BYTES = 64 << 20  # of a file or of standard input; a board of a million cells is far smaller


@cache
def examples(kind: str) -> tuple[Board, ...]:
    """The named boards that come with a puzzle.

    >>> examples("hitori")[0].name
    'hitori/jain-sample1'
    """
    chosen = kind_named(kind)
    folder = Path(masume.puzzles.__path__[0]) / chosen.name
    boards = []
    for board in read_boards(_file_text(folder / "examples.txt"), chosen):
        if isinstance(board, ParseError):
            raise board
        boards.append(replace(board, name=f"{chosen.name}/{board.name}"))
    return tuple(boards)


def load_all(source: str | Path, *, kind: str | None = None) -> Iterator[Board | ParseError]:
    """Every board of a source: an example's name, a file, or the text itself.

    A board that cannot be read comes as the ParseError that says why, among the others.
    """
    chosen = kind_named(kind) if kind else None
    path = source if isinstance(source, Path) else as_path(source)
    if path is not None:
        for found in _read_text(_file_text(path), chosen):
            if isinstance(found, ParseError):
                found = found.found_in(found.board_line, shorten(str(path), 80))
            yield found
    elif not _format_of(str(source)) and (board := _example(str(source))) is not None:
        if chosen not in (None, board.kind):
            raise ParseError(f"{board.name} is {board.kind.name}, not {kind}")
        yield board
    else:
        if chosen is None and _format_of(str(source)) is None:
            _refuse_a_missing_name(str(source))
        yield from _read_text(str(source), chosen)


def _read_text(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """The boards of a text in whatever format it is; addresses and ids may stand line by line."""
    format_ = _format_of(text)
    if format_ is not None and (not format_.one_line or len(text.split("\n")) == 1):
        yield from _read_one(format_, text, kind, None)
        return
    lines = [line.strip() for line in text.splitlines()]
    told = [(n, line) for n, line in enumerate(lines, start=1) if line and not is_remark(line)]
    begin = _format_of(told[0][1]) if told else None
    if begin is None or not begin.one_line:
        if format_ is not None:
            yield from _read_one(format_, text, kind, None)
        else:
            yield from read_boards(text, kind)
        return
    for number, line in told:
        here = _format_of(line)
        if here is None:
            yield ParseError(f"{shorten(line)!r} is no board", line=number).found_in(number)
        else:
            yield from _read_one(here, line, kind, number if len(told) > 1 else None)


def _read_one(
    format_: Format, text: str, kind: Kind | None, line: int | None
) -> Iterator[Board | ParseError]:
    """The boards of one text; its line is told only where it is one of several."""
    try:
        for board in format_.read(text, kind):
            yield replace(board, line=line or 1)
    except ParseError as fault:
        yield fault.found_in(line)


def _format_of(text: str) -> Format | None:
    """The site's format that a text is in; None for plain text."""
    return next((one for one in formats().values() if one.recognises(text)), None)


def load(source: str | Path, *, kind: str | None = None) -> Any:
    """The one puzzle of a source: an example's name, a file, or the text itself.

    >>> load("kuromasu/br-3x3-0")
    Kuromasu(rows=3, cols=3, clues=(None, 3, None, 3, None, 2, None, 2, None))
    """
    boards = list(load_all(source, kind=kind))
    if len(boards) != 1:
        raise ParseError(f"{len(boards)} boards here, expected one; load_all reads several")
    if isinstance(boards[0], ParseError):
        raise boards[0]
    return boards[0].puzzle


def _example(name: str) -> Board | None:
    """The example of that name; None if this cannot be meant as one."""
    folder, slash, rest = name.strip().partition("/")
    if not slash or not rest or "\n" in rest:
        return None
    try:
        kind = kind_named(folder)
    except UnknownName:
        return None
    wanted = f"{kind.name}/{rest.strip().lower()}"
    known = {board.name: board for board in examples(kind.name)}
    if wanted not in known:
        raise UnknownName("example", name, known)
    return known[wanted]


def as_path(source: str) -> Path | None:
    """The file of this name, if there is one."""
    text = source.strip()
    if not text or "\n" in text or len(text) > 1000:
        return None
    try:
        path = Path(text).expanduser()
        return path if path.exists() else None
    except (OSError, ValueError, RuntimeError):  # not a name that a file could have
        return None


def _refuse_a_missing_name(text: str) -> None:
    """Complain about what can only be meant as the name of a file or of an example."""
    word = text.strip()
    is_grid = not word.strip(".0123456789?,-_")
    if not word or is_grid or len(word.split()) > 1 or is_kind_name(word):
        return
    if "://" in word:
        titles = ", ".join(one.title for one in formats().values())
        raise ParseError(f"there is no board in this address; what can be read is {titles}")
    names = {board.name for kind in kinds() for board in examples(kind)}
    raise UnknownName("file or example", word, names)


def _file_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as fault:
        reason = (fault.strerror or "it cannot be opened").lower()
        raise ParseError(f"cannot read {shorten(str(path), 80)}: {reason}") from None
    return decode_text(data, str(path))


def decode_text(data: bytes, name: str) -> str:
    """Bytes as text, or a ParseError that says that they are none."""
    if len(data) > MOST_BYTES:
        raise ParseError(f"{shorten(name, 80)} is larger than {MOST_BYTES >> 20} MB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise ParseError(f"{shorten(name, 80)} is not text in UTF-8", line=line) from None
    return text


# Answers


def parse_answer(puzzle: Any, text: str) -> Any:
    """A Position from any text that can be an answer: the plain form, moves, or JSON."""
    kind = kind_of(puzzle)
    if text.lstrip().startswith("{"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise ParseError("this begins like JSON, but is not") from None
        inner = data.get("answer", data) if isinstance(data, dict) else None
        if not isinstance(inner, dict):
            raise ParseError("this JSON holds no answer")
        return kind.from_json(puzzle, inner)
    return read_answer(Board(kind, puzzle), text)


def answer_text(source: str) -> str:
    """The text of an answer that is given as itself or as the name of a file."""
    path = as_path(source)
    if path is None and len(source.split()) == 1 and ("/" in source or source.endswith(".txt")):
        raise ParseError(f"there is no file called {shorten(source, 80)!r}")
    return _file_text(path) if path is not None else source
