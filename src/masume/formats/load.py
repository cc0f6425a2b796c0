"""Recognises what it is given: the name of a file or of an example, or a text.

A text with a line break is never taken for a name, and `loads` takes nothing for one: what others
have written goes there, for it must not choose which file is opened.

What people paste is read here, whatever it is; how a board stands in plain text is `plain`'s.
"""

from __future__ import annotations

import importlib
import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from os import PathLike
from typing import TYPE_CHECKING, cast

from masume.core.plugins.registry import (
    canonical,
    is_kind_name,
    kind_named,
    kind_of,
    kinds,
    package_of,
    problem_examples,
)
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.blocks import split_lines
from masume.errors import ParseError, UnknownName, shorten
from masume.formats.format import Format, formats, recognise
from masume.formats.plain import Board, is_remark, read_answer, read_boards

if TYPE_CHECKING:
    from masume.core.search.problem import Problem

MOST_BYTES = 64 << 20  # of a file or of standard input; a board of a million cells is far smaller
_BYTE_ORDER_MARK = "\ufeff"
_GLANCE = 10  # lines that show whether a text is a list of addresses
_LONGEST_NAME = 200
_LIBRARY = "library.txt"


@cache
def examples(kind: str) -> tuple[Board, ...]:
    """The named boards that come with a puzzle; there may be none.

    >>> examples("hitori")[0].name
    'hitori/jain-sample1'
    """
    return _named_boards(kind, "examples.txt")


@cache
def library(kind: str) -> tuple[Board, ...]:
    """The boards that come with a puzzle to be played, with their difficulties; there may be none.

    >>> library("hitori")[0].note("difficulty")
    'easy'
    """
    return _named_boards(kind, _LIBRARY)


def has_library(kind: str) -> bool:
    """Whether boards to be played come with a puzzle; they are not read."""
    return os.path.exists(_file_of(kind_named(kind), _LIBRARY))


def _file_of(kind: Kind, file: str) -> str:
    """The path of a file in a puzzle's folder."""
    package = importlib.import_module(package_of(kind))
    return os.path.join(os.path.dirname(package.__file__ or ""), file)


def _named_boards(kind: str, file: str) -> tuple[Board, ...]:
    """The boards of a file in a puzzle's folder, called `puzzle/name`."""
    chosen = kind_named(kind)
    path = _file_of(chosen, file)
    if not os.path.exists(path):
        return ()
    boards = []
    for board in read_boards(_file_text(path), chosen):
        if isinstance(board, ParseError):
            raise board.with_location(board.board_line, path)
        boards.append(replace(board, name=f"{chosen.name}/{board.name}"))
    return tuple(boards)


def load_all(
    source: str | PathLike[str], *, kind: str | None = None
) -> Iterator[Board | ParseError]:
    """Every board of a file, of an example's name, or of a text.

    A board that cannot be read comes as the ParseError that says why, among the others.
    """
    chosen = kind_named(kind) if kind else None
    path = as_path(source) if isinstance(source, str) else source
    if path is not None:
        for one in read_text(_file_text(path), chosen):
            if isinstance(one, ParseError):
                one = one.with_location(one.board_line, shorten(str(path), 80))
            yield one
        return
    text = str(source).removeprefix(_BYTE_ORDER_MARK)
    format_ = _site_format(text)
    if format_ is None and (board := _example(text)) is not None:
        if chosen not in (None, board.kind):
            raise ParseError(f"{board.name} is {board.kind.name}, not {kind}")
        yield board
        return
    if chosen is None and format_ is None:
        _refuse_a_missing_name(text)
    yield from _read_recognised(format_, text, chosen)


def read_text(text: str, kind: Kind | None = None) -> Iterator[Board | ParseError]:
    """Yield the boards of a text in any format, or of a list of addresses and ids, one per line."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    yield from _read_recognised(_site_format(text), text, kind)


def _read_recognised(
    format_: Format | None, text: str, kind: Kind | None
) -> Iterator[Board | ParseError]:
    """Yield the boards of a text whose format is known; None stands for plain text or a list."""
    if format_ is not None:
        yield from _read_one(format_, text, kind, None)
        return
    lines = [line.strip() for line in split_lines(text)]
    format_of = cache(partial(_site_format, built_in=_is_plain(text)))
    if (whole := _join_address(lines, kind, format_of)) is not None:
        yield from whole
        return
    numbered = [(n, line) for n, line in enumerate(lines, start=1) if line and not _is_aside(line)]
    first = [format_of(line) for _, line in numbered[:_GLANCE]]
    if not first or (first[0] is None and 2 * first.count(None) > len(first)):
        yield from read_boards(text, kind)
        return
    for number, line in numbered:
        if (line_format := format_of(line)) is None:
            yield ParseError(f"{shorten(line)!r} is no board", line=number).with_location(number)
        else:
            yield from _read_one(line_format, line, kind, number if len(numbered) > 1 else None)


def _is_aside(line: str) -> bool:
    """A remark; among addresses there are no rows of black cells that it could be taken for."""
    return line.startswith("#") or is_remark(line)


def _join_address(
    lines: list[str], kind: Kind | None, format_of: Callable[[str], Format | None]
) -> list[Board | ParseError] | None:
    """Return the board of one address that was wrapped into several lines; None if it is not."""
    if len(lines) < 2 or not re.search("[:/]", lines[0]) or any(map(format_of, lines[1:_GLANCE])):
        return None
    whole = "".join(lines)
    format_ = format_of(whole)
    boards = [] if format_ is None else list(_read_one(format_, whole, kind, None))
    return boards if boards and not any(isinstance(b, ParseError) for b in boards) else None


def _read_one(
    format_: Format, text: str, kind: Kind | None, line: int | None
) -> Iterator[Board | ParseError]:
    """The boards of one text; its line is told only where it is one of several."""
    try:
        for board in format_.read(text, kind):
            if isinstance(board, ParseError):
                yield board if line is None else _at(board, line)
            else:
                yield board if line is None else replace(board, line=line)
    except ParseError as fault:
        yield fault.with_location(None) if line is None else _at(fault, line)


def _at(fault: ParseError, line: int) -> ParseError:
    """A fault of a text that is itself one line of a longer one."""
    return ParseError(fault.fault, line=line).with_location(line)


_EXAMPLE = re.compile(r"\s*[A-Za-z][\w-]*/[\w-]*[A-Za-z_-][\w-]*\s*")


def _site_format(text: str, *, built_in: bool = False) -> Format | None:
    """Return the format that recognises a text; None if none does or if it begins as plain text."""
    return None if _is_plain(text) else recognise(text, built_in=built_in)


def _is_plain(text: str) -> bool:
    """Whether a text begins with a name of ours: seen without loading the formats."""
    begin = text[:100].lstrip()
    return bool(_EXAMPLE.fullmatch(begin)) or is_kind_name(begin.partition("\n")[0])


def load(source: str | PathLike[str], *, kind: str | None = None) -> Puzzle:
    """The one puzzle of a file, of an example's name, or of a text that you wrote yourself.

    >>> load("kuromasu/br-3x3-0")
    Kuromasu(rows=3, cols=3, clues=(None, 3, None, 3, None, 2, None, 2, None))
    """
    return only_board(load_all(source, kind=kind)).puzzle


def loads(text: str, *, kind: str | None = None) -> Puzzle:
    """The one puzzle of a text in any format, whoever wrote it; no file is opened.

    >>> loads("https://puzz.link/p?kurodoko/3/3/g3g3g2g2g") == load("kuromasu/br-3x3-0")
    True
    """
    return only_board(loads_all(text, kind=kind)).puzzle


def loads_all(text: str, *, kind: str | None = None) -> Iterator[Board | ParseError]:
    """Every board of a text, as `load_all` tells them; no file is opened."""
    return read_text(text, kind_named(kind) if kind else None)


def only_board(read: Iterable[Board | ParseError]) -> Board:
    """The board, if it is one and can be read."""
    boards = list(read)
    if len(boards) != 1:
        raise ParseError(f"there are {len(boards)} boards here, expected one")
    (board,) = boards
    if isinstance(board, ParseError):
        raise board
    return board


def _example(name: str) -> Board | None:
    """The example of that name; None if this cannot be meant as one."""
    folder, slash, rest = name[: _LONGEST_NAME + 1].strip().partition("/")
    if not slash or not rest or "\n" in rest or len(name) > _LONGEST_NAME:
        return None
    if (instances := problem_examples(folder)) is not None:
        return _problem(canonical(folder), rest.strip().lower(), instances)
    try:
        kind = kind_named(folder)
    except UnknownName:
        return None
    wanted = f"{kind.name}/{rest.strip().lower()}"
    known = {board.name: board for board in examples(kind.name)}
    if wanted not in known:
        known |= {board.name: board for board in library(kind.name)}
    if wanted not in known:
        raise UnknownName("example", name, known)
    return known[wanted]


def _problem(name: str, instance: str, instances: Mapping[str, object]) -> Board:
    """Return an instance of a classic problem as a board; raise UnknownName if there is none."""
    from masume.core.search.problem import ProblemBoard

    if instance not in instances:
        raise UnknownName("example", f"{name}/{instance}", [f"{name}/{one}" for one in instances])
    puzzle = ProblemBoard(cast("Problem", instances[instance]))
    return Board(puzzle.own_kind, puzzle, f"{name}/{instance}")


def as_path(source: str) -> str | None:
    """The file of this name, if there is one."""
    text = source.strip()
    if not text or "\n" in text or len(text) > 1000:
        return None
    try:
        path = os.path.expanduser(text)
        return path if os.path.exists(path) else None
    except (OSError, ValueError):  # not a name that a file could have
        return None


def _refuse_a_missing_name(text: str) -> None:
    """Complain about what can only be meant as the name of a file or of an example."""
    word = text.strip()
    is_grid = not word.strip(".0123456789?,-_")
    if not word or is_grid or len(word.split()) > 1:
        return
    if is_kind_name(word[:_LONGEST_NAME]):
        some = ", ".join(board.name for board in examples(word)[:2])
        raise ParseError(f"{word} is a puzzle, not a board; its examples are {some} and so on")
    if "://" in word:
        titles = ", ".join(one.title for one in formats().values())
        raise ParseError(f"there is no board in this address; what can be read is {titles}")
    names = {board.name for kind in kinds() for board in examples(kind)}
    raise UnknownName("file or example", word[:_LONGEST_NAME], names)


def _file_text(path: str | PathLike[str]) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as fault:
        reason = (fault.strerror or "it cannot be opened").lower()
        raise ParseError(f"cannot read {shorten(str(path), 80)}: {reason}") from None
    return decode_text(data, str(path))


def decode_text(data: bytes, name: str) -> str:
    """Bytes as text, or a ParseError that says that they are none."""
    if len(data) > MOST_BYTES:
        raise ParseError(f"{shorten(name, 80)} is larger than {MOST_BYTES >> 20} MB")
    encoding = "UTF-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "UTF-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        source = shorten(name, 80)
        raise ParseError(f"this is not text in {encoding}", line=line, source=source) from None


# Answers


def parse_answer(puzzle: Puzzle, text: str) -> Position:
    """A Position from any text that can be an answer: the plain form, moves, or JSON."""
    kind = kind_of(puzzle)
    if text.lstrip().startswith("{"):
        import json

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
