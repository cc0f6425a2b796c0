"""janko.at: the `application/x-janko` block of a page, and the older form with brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.kind import Kind
from masume.core.text.blocks import split_lines, split_rows
from masume.core.text.codec import Code, PageCode, Rows
from masume.errors import NotApplicable, ParseError, ambiguous_kind, shorten
from masume.formats.format import (
    Format,
    code_for,
    code_of,
    codes_on,
    format_clues,
    parse_clues,
    read_each,
    read_size,
    variant_notes,
)
from masume.formats.plain import Board

NAME = "janko"
_TYPE = "application/x-janko"
_SECTIONS = ("problem", "solution", "moves", "areas", "labels")
_GRIDS = ("problem", "solution", "areas")
_BOARDS = ("problem", "areas")
_KEYWORD = re.compile(r"[A-Za-z]{3,}(\s|$)")


def recognises(text: str) -> bool:
    """Return whether a text is a page with such a block, or has a line that begins a board."""
    if _TYPE in text:
        return True
    if not any(name in text.lower() for name in _BOARDS):
        return False
    lines = [line.strip().lower() for line in split_lines(text)]
    starts = next((line for line in lines if line), "")
    if any(f"[{name}]" in lines for name in _BOARDS):
        return True
    has_board = any(name in lines for name in _BOARDS)
    return has_board and (starts == "begin" or starts.startswith("puzzle "))


def read(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """Yield the boards of a page or of a text, with their solutions."""
    blocks = list(_blocks(text))
    if not blocks:
        raise ParseError("the text has no problem section")
    yield from read_each(blocks, lambda lines: _parse_board(lines, kind))


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each board and the number of the first one."""
    for number, part in _scripts(text) if _TYPE in text else [(1, text)]:
        begin, block = number, list[str]()
        for place, raw in enumerate(split_lines(part), start=number):
            line = raw.strip()
            keyword = line.strip("[]").lower()
            if keyword in ("begin", "end") and block:
                yield begin, block
                block = []
            elif line and keyword not in ("begin", "end"):
                begin = begin if block else place
                block.append(line)
        if block:
            yield begin, block


def _scripts(page: str) -> Iterator[tuple[int, str]]:
    """Yield the content of each element of the right type and the line where it begins."""
    at, line, counted_until = 0, 1, 0
    while (place := page.find(_TYPE, at)) >= 0:
        begin = page.find(">", place) + 1 or len(page)
        end = page.find("</", begin)
        at = end if end >= 0 else len(page)
        line += page.count("\n", counted_until, begin)
        counted_until = begin
        yield line, page[begin:at]


def _parse_board(lines: list[str], kind: Kind | None) -> Board:
    """Parse one block; return the board with its title and, if given, its answer."""
    notes, grids = _sections(lines)
    problem = next((grids[name] for name in _BOARDS if grids.get(name)), None)
    if not problem:
        raise ParseError("the text has no problem section")
    kind, code = _find_kind(notes, kind)
    return board_of_grids(kind, code, *_size(notes, problem), grids, notes)


def board_of_grids(
    kind: Kind, code: Code, rows: int, cols: int, grids: dict[str, Rows], notes: Mapping[str, str]
) -> Board:
    """Return the board of the grids `problem`, `areas` and `solution`, with its answer."""
    cells = _cells(code, grids, rows, cols)
    texts = {name: "\n".join(map(" ".join, grid)) for name, grid in grids.items() if grid}
    options = code.read_notes({**texts, **notes}) if isinstance(code, PageCode) else {}
    puzzle = kind.new(rows, cols, tuple(cells), **options)
    answer = None
    if grids.get("solution") and code.marks is not None:
        answer = code.marks.read(puzzle, _grid(grids, "solution", rows, cols))
    remarks = variant_notes(notes.get("variant", ""))
    return Board(kind, puzzle, shorten(notes.get("title", ""), 80), answer=answer, notes=remarks)


def _cells(code: Code, grids: dict[str, Rows], rows: int, cols: int) -> Sequence[object]:
    """Return the cells of a board from its problem and its areas, of which one may be missing."""
    areas = code.areas if isinstance(code, PageCode) else None
    words: dict[str, list[str]] = {}
    for name in _BOARDS if areas else _BOARDS[:1]:
        if grids.get(name):
            words[name] = [word for row in _grid(grids, name, rows, cols) for word in row]
    if areas and "areas" not in words:
        words = {"areas": words["problem"]}
    if "problem" not in words and not areas:
        raise ParseError("the text has no problem section")
    problem = words.get("problem", ["-"] * (rows * cols))
    clues = parse_clues(code, problem, blank="-.", unknown="?")
    return areas.join(clues, words["areas"]) if areas else clues


def _find_kind(notes: dict[str, str], kind: Kind | None) -> tuple[Kind, Code]:
    """Return the kind named in the notes, else the given one, and its codec."""
    if name := notes.get("puzzle"):
        return code_of(NAME, name, kind)
    known = codes_on(NAME, kind)
    if kind is not None and known:
        return known[0]
    if kind is not None:
        raise ParseError(f"{NAME} has no {kind.title}")
    raise ambiguous_kind(known_kind.name for known_kind, _ in known)


def _sections(lines: list[str]) -> tuple[dict[str, str], dict[str, Rows]]:
    """Return the `keyword value` lines, and the grids by their keywords."""
    notes: dict[str, str] = {}
    grids: dict[str, Rows] = {}
    section = ""
    for line in lines:
        keyword = line.strip("[]").lower()
        if keyword in _SECTIONS:
            section = keyword
            grids[section] = []
            continue
        if re.fullmatch(r"\[\w+\]", line):
            section = keyword  # `[puzzle]` with its value in the next line
            continue
        if section in _GRIDS and _KEYWORD.match(line):
            section = ""  # any keyword ends a grid
        if section in _GRIDS:
            grids[section].append(line.split())
        elif section in _SECTIONS:
            continue
        elif section:
            notes.setdefault(section, line)
        else:
            word, _, value = line.partition(" ")
            notes.setdefault(word.lower(), value.strip())
    return notes, grids


def _size(notes: dict[str, str], problem: Rows) -> tuple[int, int]:
    size = notes.get("size", "").split()
    rows = notes.get("rows") or (size[-1] if size else str(len(problem)))
    cols = notes.get("cols") or (size[0] if size else str(len(problem[0])))
    return read_size(rows, cols)


def _grid(grids: dict[str, Rows], name: str, rows: int, cols: int) -> Rows:
    grid = grids[name]
    if len(grid) != rows or any(len(row) != cols for row in grid):
        raise ParseError(f"the {name} is not {rows}×{cols}")
    return grid


def write(board: Board) -> str:
    """Return the block of a board, with its answer as the solution."""
    code = code_for(NAME, board.puzzle)
    puzzle, clues = board.puzzle, board.kind.cells(board.puzzle)
    areas: Sequence[str] = ()
    if isinstance(code, PageCode) and code.areas:
        clues, areas = code.areas.split(puzzle)
    if UNKNOWN in clues and UNKNOWN not in code.words.values():
        raise NotApplicable(f"{NAME} cannot express this board: it has a clue without a number (?)")
    words = format_clues(code, clues, blank="-", unknown="?")
    lines = ["begin", f"puzzle {code.names[0]}"]
    lines += [f"title {board.name}"] if board.name else []
    lines += [f"rows {puzzle.rows}", f"cols {puzzle.cols}"]
    lines += [*(code.write_notes(puzzle) if isinstance(code, PageCode) else ()), "problem"]
    lines += map(" ".join, split_rows(words, puzzle.cols))
    if areas:
        lines += ["areas", *map(" ".join, split_rows(list(areas), puzzle.cols))]
    if board.answer is not None and code.marks is None:
        raise NotApplicable(f"{NAME} has no notation for answers of {board.kind.title}")
    if board.answer is not None and code.marks is not None:
        lines += ["solution", *map(" ".join, code.marks.write(puzzle, board.answer))]
    return "\n".join([*lines, "end"]) + "\n"


FORMAT = Format(NAME, "the text of a janko.at page", recognises, read, write, holds_answers=True)
