"""The boards that a study brings along: examples, files, texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from masume.core.plugins.registry import kinds
from masume.errors import ParseError, UnknownName, shorten
from masume.formats.load import examples, load_all, loads_all
from masume.formats.plain import Board
from masume.lab.study import Boards


def boards_of(source: Boards, folder: Path) -> Iterator[Board]:
    """The boards that a table of a study names; files lie in the folder."""
    kind = source.puzzle or None
    for pattern in source.examples:
        yield from _examples(pattern)
    for path in files_of(source, folder):
        yield from _named(load_all(path, kind=kind), path.name, path.name)
    for text in source.texts:
        name, place = text.strip().split("\n")[0][:60], f"texts {shorten(text, 20)!r}"
        yield from _named(loads_all(text, kind=kind), name, place)


def files_of(source: Boards, folder: Path) -> list[Path]:
    """The files that a table of a study names."""
    return [path for pattern in source.files for path in _files(pattern, folder)]


def _files(pattern: str, folder: Path) -> list[Path]:
    """The files of this name, with * for any."""
    start = Path(Path(pattern).anchor or folder)
    try:
        rest = str(Path(pattern).relative_to(Path(pattern).anchor))
        paths = sorted(path for path in start.glob(rest) if path.is_file())
    except (ValueError, NotImplementedError, IndexError) as fault:  # what glob refuses
        text = f"[[boards]]: there is no file {shorten(pattern)!r}: no name or pattern ({fault})"
        raise ParseError(text) from None
    if not paths:
        raise ParseError(f"[[boards]]: there is no file {shorten(pattern)!r} in {start}")
    return paths


def _named(boards: Iterable[Board | ParseError], name: str, place: str) -> Iterator[Board]:
    """The boards of a file or a text; those without a name get this one, and their lines."""
    several = list(boards)
    if not several:
        raise ParseError("there is no board in it", source=place)
    for board in several:
        if isinstance(board, ParseError):
            raise board if board.source else board.with_location(board.board_line, name)
        own = board.name or (f"{name}:{board.line}" if len(several) > 1 else name)
        yield Board(board.kind, board.puzzle, own, board.line, board.answer, board.notes)


def _examples(pattern: str) -> list[Board]:
    boards = [board for kind in kinds() for board in examples(kind)]
    matching = [board for board in boards if fnmatchcase(board.name, pattern.strip().lower())]
    if not matching:
        raise UnknownName("example", pattern, [board.name for board in boards])
    return matching
