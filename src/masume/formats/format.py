"""Format: the record that a file of this package exports, and functions for such files."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import masume.formats
from masume.core.plugins.entry_points import load_members
from masume.core.plugins.registry import built_in_kinds_by, canonical, kind_of, kinds
from masume.core.puzzle.clue import UNKNOWN, Clue
from masume.core.puzzle.kind import Kind
from masume.core.text.blocks import MOST_CELLS, split_rows
from masume.errors import NotApplicable, ParseError, UnknownName, ambiguous_kind, shorten
from masume.formats.plain import Board

if TYPE_CHECKING:
    from masume.core.puzzle.puzzle import Puzzle
    from masume.core.text.codec import Code, FileLines, Rows

Piece = TypeVar("Piece")
_MOST_DIGITS = 100  # of a clue, as in plain text


class Format(NamedTuple):
    """A text format for boards."""

    name: str  # as in `masume convert --to`
    title: str
    recognises: Callable[[str], bool]  # a quick test of a whole text
    read: Callable[[str, Kind | None], Iterator[Board | ParseError]]  # may also raise ParseError
    write: Callable[[Board], str] | None = None
    holds_answers: bool = False
    self_delimiting: bool = True  # boards need no blank line between them


@cache
def formats() -> dict[str, Format]:
    """Return all formats by name, those of other packages last."""
    return built_in_formats() | load_members("formats", Format, built_in_formats())


@cache
def built_in_formats() -> dict[str, Format]:
    """Return the formats of this package by name."""
    return {format_.name: format_ for format_ in map(_format_in, _modules()) if format_ is not None}


@cache
def _modules() -> tuple[str, ...]:
    import pkgutil

    return tuple(module.name for module in pkgutil.iter_modules(masume.formats.__path__))


@cache
def _format_in(module: str) -> Format | None:
    member = getattr(importlib.import_module(f"masume.formats.{module}"), "FORMAT", None)
    return member if isinstance(member, Format) else None


def recognise(text: str, *, built_in: bool = False) -> Format | None:
    """Return the first format that recognises a whole text; None if no format does.

    Each format is imported and queried once, in order, those of other packages last or, if
    `built_in`, not at all.
    """
    for format_ in filter(None, map(_format_in, _modules())):
        if format_.recognises(text):
            return format_
    plugins = [] if built_in else list(formats().values())[len(built_in_formats()) :]
    return next((format_ for format_ in plugins if format_.recognises(text)), None)


def format_named(name: str) -> Format:
    """Return the writable format of a name; raise NotApplicable or UnknownName."""
    for known in (built_in_formats, formats):  # other packages are searched only if needed
        for format_ in known().values():
            if canonical(format_.name) == canonical(name):
                if format_.write is None:
                    able = ", ".join(_writable())
                    raise NotApplicable(f"{format_.name} can only be read; write {able}")
                return format_
    raise UnknownName("format", name, _writable())


def _writable() -> list[str]:
    return [format_.name for format_ in formats().values() if format_.write is not None]


def code_of(site: str, name: str, kind: Kind | None = None) -> tuple[Kind, Code]:
    """Return the kind with a name on a site, and its codec; raise ParseError if there is none."""
    for known in _kinds_by(name.lower()):
        code = known.codecs.get(site)
        if code is not None and name.lower() in map(str.lower, code.names):
            if kind not in (None, known):
                raise ParseError(f"this is {known.name}, not {kind.name}")
            return known, code
    names = [code.names[0] for known in kinds().values() if (code := known.codecs.get(site))]
    raise ParseError(f"{shorten(name)!r} is not a known puzzle; known are {', '.join(names)}")


def _kinds_by(site_name: str) -> Iterator[Kind]:
    """Yield all kinds, those likely to have this name first, those of other packages last."""
    yield from built_in_kinds_by(site_name, "codecs.py")
    yield from kinds().values()


def codes_on(site: str, kind: Kind | None = None) -> list[tuple[Kind, Code]]:
    """Return the kinds that a site has with their codecs, or only the requested kind."""
    return [(k, k.codecs[site]) for k in kinds().values() if site in k.codecs and kind in (None, k)]


def code_for(site: str, puzzle: Puzzle) -> Code:
    """Return the codec of a site for a puzzle; raise NotApplicable if it cannot express it."""
    kind = kind_of(puzzle)
    code = kind.codecs.get(site)
    if code is None:
        raise NotApplicable(f"{site} has no {kind.title}")
    if reason := code.refuses(puzzle):
        raise NotApplicable(f"{site} cannot express this board: {reason}")
    return code


def try_readings(
    candidates: Iterable[tuple[Kind, Code]], read: Callable[[Kind, Code], Board]
) -> tuple[list[Board], list[ParseError]]:
    """Try to read a text as each candidate kind; return the boards and the errors."""
    fits, faults = [], []
    for kind, code in candidates:
        try:
            fits.append(read(kind, code))
        except ParseError as fault:
            faults.append(fault)
    return fits, faults


def choose_reading(
    site: str, candidates: Iterable[tuple[Kind, Code]], read: Callable[[Kind, Code], Board]
) -> Board:
    """Return the most plausible reading of a text that does not name its puzzle.

    Boards with obstacles are excluded, and nearly empty boards of a puzzle that has a number in
    every cell; a full board is of such a puzzle. If only one reading has an answer, it is chosen.
    Raises ParseError if no kind can read the text, or if several readings are left.
    """
    boards, faults = try_readings(candidates, read)
    if not boards:
        raise faults[0]
    if len(boards) == 1:
        return boards[0]
    likely = [b for b in boards if not _is_sparse(b, site) and not b.kind.obstacles(b.puzzle)]
    full = [b for b in likely if b.kind.codecs[site].dense and None not in b.kind.cells(b.puzzle)]
    likely = full or likely
    answered = [b for b in likely if b.answer is not None]
    if len(likely) == 1 or len(answered) == 1:
        return (answered or likely)[0]
    raise ambiguous_kind(board.kind.name for board in likely or boards)


def _is_sparse(board: Board, site: str) -> bool:
    cells = board.kind.cells(board.puzzle)
    filled = sum(cell is not None for cell in cells)
    return board.kind.codecs[site].dense and 2 * filled < len(cells)


def read_size(rows: str, cols: str) -> tuple[int, int]:
    """Parse a board's size."""
    if not (rows.isascii() and rows.isdigit() and cols.isascii() and cols.isdigit()):
        words = f"{shorten(rows, 20)!r} and {shorten(cols, 20)!r}"
        raise ParseError(f"{words} are not a board's size")
    if len(rows) > 7 or len(cols) > 7 or not 0 < int(rows) * int(cols) <= MOST_CELLS:
        size = f"{shorten(rows, 20)}×{shorten(cols, 20)}"
        raise ParseError(f"a board of {size} cells is not supported")
    return int(rows), int(cols)


def read_clue(word: str, *, blank: str, unknown: str) -> Clue | None:
    """Parse a cell of a grid of clues; `blank` and `unknown` are the characters for these."""
    if len(word) == 1 and word in unknown:
        return UNKNOWN
    if len(word) == 1 and word in blank:
        return None
    if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS and int(word):
        return int(word)
    signs = " and ".join([*blank, *unknown])
    raise ParseError(f"{shorten(word)!r} is not a clue; use a number, {signs}")


def reject_flags(kind: Kind, code: Code, flags: str) -> None:
    """Raise ParseError if letters of options on puzz.link change the rules of a puzzle."""
    if odd := sorted(set(flags) - set(code.flags)):
        name = f"the variant {shorten(odd[0])!r} of {kind.title}"
        from masume.core.text.codec import UnsupportedVariant

        raise UnsupportedVariant(f"{name} is not supported, only the usual rules")


def variant_notes(variant: str) -> tuple[tuple[str, str], ...]:
    """Return the notes of a board that may have other rules, which its text does not tell."""
    return (("note", f"variant {shorten(variant)}"),) if variant else ()


def parse_clues(code: Code, words: Iterable[str], *, blank: str, unknown: str) -> list[object]:
    """Parse the cells of a grid of clues, in a site's words or as `read_clue`."""
    if code.only_words and (odd := set(words) - {*code.words, *blank, *unknown}):
        raise ParseError(f"{shorten(min(odd))!r} is not a clue of this puzzle")
    return [
        code.words[word] if word in code.words else read_clue(word, blank=blank, unknown=unknown)
        for word in words
    ]


def format_clues(code: Code, clues: Iterable[object], *, blank: str, unknown: str) -> list[str]:
    """Return the words of clues, the inverse of `parse_clues`."""
    own: dict[object, str] = {None: blank[0], UNKNOWN: unknown[0]}
    own |= {clue: word for word, clue in code.words.items()}
    return [own[clue] if clue in own else str(clue) for clue in clues]


def clue_lines(kind: Kind, code: Code) -> FileLines:
    """Return the codec of a plain grid of clues, `.` for none and `-` for an unknown number."""
    from masume.core.text.codec import FileLines

    def read(rows: int, cols: int, lines: Rows) -> tuple[Puzzle, int]:
        if lines and [len(row) for row in lines[:rows]] != [cols] * rows:
            raise ParseError(f"the grid of clues is not {rows}×{cols}")
        words = [word for row in lines[:rows] for word in row] or ["."] * (rows * cols)
        return kind.new(rows, cols, tuple(parse_clues(code, words, blank=".", unknown="-"))), rows

    def write(puzzle: Puzzle) -> Rows:
        words = format_clues(code, kind.cells(puzzle), blank=".", unknown="-")
        return split_rows(words, puzzle.cols)

    return FileLines(read, write)


def read_each(
    pieces: Sequence[tuple[int, Piece]], read: Callable[[Piece], Board]
) -> Iterator[Board | ParseError]:
    """Yield the board of each piece with its line, or the ParseError in its place."""
    for line, piece in pieces:
        try:
            yield replace(read(piece), line=line)
        except ParseError as fault:
            yield fault.with_location(line if len(pieces) > 1 else None)
