"""Read the boards that a study names: examples, files, texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from masume.core.plugins.registry import kinds, problem_examples, problems
from masume.errors import ParseError, UnknownName, shorten
from masume.formats.load import examples, load_all, loads_all
from masume.formats.plain import Board
from masume.lab.study import Boards


def read_boards(source: Boards, folder: Path) -> Iterator[Board]:
    """Yield the boards of one source; file names are relative to the folder."""
    kind = source.puzzle or None
    for pattern in source.examples:
        yield from _examples(pattern)
    for path in board_files(source, folder):
        yield from _name_boards(load_all(path, kind=kind), path.name, path.name)
    for text in source.texts:
        name, place = text.strip().split("\n")[0][:60], f"texts {shorten(text, 20)!r}"
        yield from _name_boards(loads_all(text, kind=kind), name, place)


def board_files(source: Boards, folder: Path) -> list[Path]:
    """Return the files of one source."""
    return [path for pattern in source.files for path in _files(pattern, folder)]


def _files(pattern: str, folder: Path) -> list[Path]:
    """Return the files that match a name or pattern; raise ParseError if there are none."""
    start = Path(Path(pattern).anchor or folder)
    try:
        rest = str(Path(pattern).relative_to(Path(pattern).anchor))
        paths = sorted(path for path in start.glob(rest) if path.is_file())
    except (ValueError, NotImplementedError, IndexError) as fault:  # of glob
        text = f"[[boards]]: invalid file name or pattern {shorten(pattern)!r}: {fault}"
        raise ParseError(text) from None
    if not paths:
        raise ParseError(f"[[boards]]: no file {shorten(pattern)!r} in {start}")
    return paths


def _name_boards(boards: Iterable[Board | ParseError], name: str, place: str) -> Iterator[Board]:
    """Yield the boards of a file or text; unnamed ones get this name and their line number."""
    several = list(boards)
    if not several:
        raise ParseError("contains no board", source=place)
    for board in several:
        if isinstance(board, ParseError):
            raise board if board.source else board.with_location(board.board_line, name)
        own = board.name or (f"{name}:{board.line}" if len(several) > 1 else name)
        yield Board(board.kind, board.puzzle, own, board.line, board.answer, board.notes)


def _examples(pattern: str) -> list[Board]:
    """Return the examples of puzzles and classic problems that match a pattern."""
    names = kinds() if problem_examples(pattern.partition("/")[0]) is None else problems()
    boards = [board for name in names for board in examples(name)]
    matching = [board for board in boards if fnmatchcase(board.name, pattern.strip().lower())]
    if not matching:
        raise UnknownName("example", pattern, [board.name for board in boards])
    return matching
