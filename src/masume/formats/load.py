"""Load boards from files, examples or text, in any format.

The format of a text is recognised here; plain text is parsed by `plain`. Text with a line break is
never taken for a name. `loads` never opens a file, so it is safe for text from other people.
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
from masume.formats.plain import Board, is_comment, read_answer, read_boards

if TYPE_CHECKING:
    from masume.core.search.problem import Problem

MOST_BYTES = 64 << 20  # of a file or of standard input; a board of a million cells is far smaller
_BYTE_ORDER_MARK = "\ufeff"
_GLANCE = 10  # lines that decide whether a text is a list of addresses
_LONGEST_NAME = 200
_LIBRARY = "library.txt"


@cache
def examples(kind: str) -> tuple[Board, ...]:
    """Return the example boards of a kind; there may be none.

    >>> examples("hitori")[0].name
    'hitori/jain-sample1'
    """
    if (instances := problem_examples(kind)) is not None:
        return tuple(_problem(canonical(kind), instance, instances) for instance in instances)
    return _load_boards(kind, "examples.txt")


@cache
def library(kind: str) -> tuple[Board, ...]:
    """Return the library boards of a kind with their difficulties; there may be none.

    >>> library("hitori")[0].note("difficulty")
    'easy'
    """
    return _load_boards(kind, _LIBRARY)


def has_library(kind: str) -> bool:
    """Return whether a kind has a library, without reading it."""
    return os.path.exists(_path_of(kind_named(kind), _LIBRARY))


def _path_of(kind: Kind, file: str) -> str:
    """Return the path of a file in a puzzle's folder."""
    package = importlib.import_module(package_of(kind))
    return os.path.join(os.path.dirname(package.__file__ or ""), file)


def _load_boards(kind: str, file: str) -> tuple[Board, ...]:
    """Load the boards of a file in a puzzle's folder, named `puzzle/name`."""
    chosen = kind_named(kind)
    if not chosen.has_size:  # a search problem has no files of boards
        return ()
    path = _path_of(chosen, file)
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
    """Yield every board of a file, an example's name or a text.

    For a board that cannot be read, its ParseError is yielded instead.
    """
    chosen = kind_named(kind) if kind else None
    path = existing_path(source) if isinstance(source, str) else source
    if path is not None:
        for result in read_text(_file_text(path), chosen):
            if isinstance(result, ParseError):
                result = result.with_location(result.board_line, shorten(str(path), 80))
            yield result
        return
    text = str(source).removeprefix(_BYTE_ORDER_MARK)
    format_ = _site_format(text)
    if format_ is None and (board := _example(text)) is not None:
        if chosen not in (None, board.kind):
            raise ParseError(f"{board.name} is {board.kind.name}, not {kind}")
        yield board
        return
    if chosen is None and format_ is None:
        _reject_missing_name(text)
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
    numbered = [
        (n, line)
        for n, line in enumerate(lines, start=1)
        if line and not line.startswith("#") and not is_comment(line)
    ]
    first = [format_of(line) for _, line in numbered[:_GLANCE]]
    if not first or (first[0] is None and 2 * first.count(None) > len(first)):
        yield from read_boards(text, kind)
        return
    for number, line in numbered:
        if (line_format := format_of(line)) is None:
            yield ParseError(f"{shorten(line)!r} is not a board", line=number).with_location(number)
        else:
            yield from _read_one(line_format, line, kind, number if len(numbered) > 1 else None)


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
    """Yield the boards of one text; `line` is its number if it is one of several."""
    try:
        for board in format_.read(text, kind):
            if isinstance(board, ParseError):
                yield board if line is None else _at(board, line)
            else:
                yield board if line is None else replace(board, line=line)
    except ParseError as fault:
        yield fault.with_location(None) if line is None else _at(fault, line)


def _at(fault: ParseError, line: int) -> ParseError:
    """Return an error in a text that is itself a line of a longer text."""
    return ParseError(fault.fault, line=line).with_location(line)


_EXAMPLE = re.compile(r"\s*[A-Za-z][\w-]*/[\w-]*[A-Za-z_-][\w-]*\s*")


def _site_format(text: str, *, built_in: bool = False) -> Format | None:
    """Return the format that recognises a text; None if none does or if it begins as plain text."""
    return None if _is_plain(text) else recognise(text, built_in=built_in)


def _is_plain(text: str) -> bool:
    """Return whether a text begins with the name of a kind or example."""
    begin = text[:100].lstrip()
    return bool(_EXAMPLE.fullmatch(begin)) or is_kind_name(begin.partition("\n")[0])


def load(source: str | PathLike[str], *, kind: str | None = None) -> Board:
    """Return the board of a file, an example's name or a text; raise ParseError unless just one.

    >>> load("kuromasu/br-3x3-0")
    <Board: kuromasu/br-3x3-0, Kuromasu, 3×3>
    """
    return only_board(load_all(source, kind=kind))


def loads(text: str, *, kind: str | None = None) -> Board:
    """Return the board of a text in any format; never opens a file.

    >>> loads("https://puzz.link/p?kurodoko/3/3/g3g3g2g2g").puzzle
    Kuromasu(rows=3, cols=3, clues=(None, 3, None, 3, None, 2, None, 2, None))
    """
    return only_board(loads_all(text, kind=kind))


def loads_all(text: str, *, kind: str | None = None) -> Iterator[Board | ParseError]:
    """Yield every board of a text as `load_all` does; never opens a file."""
    return read_text(text, kind_named(kind) if kind else None)


def only_board(read: Iterable[Board | ParseError]) -> Board:
    """Return the only board; raise ParseError if it cannot be read or is not the only one."""
    boards = list(read)
    if len(boards) != 1:
        raise ParseError(f"found {len(boards)} boards, expected one")
    (board,) = boards
    if isinstance(board, ParseError):
        raise board
    return board


def _example(name: str) -> Board | None:
    """Return the example of a name; None if the text cannot be the name of an example."""
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
        known = [f"{name}/{other}" for other in instances]
        raise UnknownName("example", f"{name}/{instance}", known)
    puzzle = ProblemBoard(cast("Problem", instances[instance]), instance)
    return Board(puzzle.own_kind, puzzle, f"{name}/{instance}")


def existing_path(source: str) -> str | None:
    """Return the path of an existing file of this name, else None."""
    text = source.strip()
    if not text or "\n" in text or len(text) > 1000:
        return None
    try:
        path = os.path.expanduser(text)
        return path if os.path.exists(path) else None
    except (OSError, ValueError):  # not a valid file name
        return None


def _reject_missing_name(text: str) -> None:
    """Raise if a text can only be the name of a file or an example."""
    word = text.strip()
    is_grid = not word.strip(".0123456789?,-_")
    if not word or is_grid or len(word.split()) > 1:
        return
    if is_kind_name(word[:_LONGEST_NAME]):
        some = ", ".join(board.name for board in examples(word)[:2])
        raise ParseError(f"{word} is a puzzle, not a board; its examples include {some}")
    if "://" in word:
        titles = ", ".join(format_.title for format_ in formats().values())
        raise ParseError(f"this address contains no board; supported are {titles}")
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
    """Decode bytes as UTF-8, or UTF-16 with a byte order mark; raise ParseError if they are not."""
    if len(data) > MOST_BYTES:
        raise ParseError(f"{shorten(name, 80)} is larger than {MOST_BYTES >> 20} MB")
    encoding = "UTF-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "UTF-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        source = shorten(name, 80)
        raise ParseError(f"this is not {encoding} text", line=line, source=source) from None


# Answers


def parse_answer(puzzle: Puzzle, text: str) -> Position:
    """Parse an answer in any form: plain text, moves, or JSON."""
    kind = kind_of(puzzle)
    if text.lstrip().startswith("{"):
        import json

        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise ParseError("this begins like JSON but is not valid") from None
        inner = data.get("answer", data) if isinstance(data, dict) else None
        if not isinstance(inner, dict):
            raise ParseError("this JSON contains no answer")
        return kind.from_json(puzzle, inner)
    return read_answer(Board(kind, puzzle), text)


def answer_text(source: str) -> str:
    """Return the text of an answer that is given as text or as the name of a file."""
    path = existing_path(source)
    if path is None and len(source.split()) == 1 and ("/" in source or source.endswith(".txt")):
        raise ParseError(f"there is no file named {shorten(source, 80)!r}")
    return _file_text(path) if path is not None else source
