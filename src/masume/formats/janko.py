"""janko.at: the text in a page's `application/x-janko` block, and its older form in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from masume.core.clue import UNKNOWN, Clue
from masume.core.codec import Rows
from masume.core.kind import Kind
from masume.errors import NotApplicable, ParseError, shorten
from masume.formats.format import Format, code_for, code_of, codes_on, size_of
from masume.formats.plain import Board

NAME = "janko"
_BLOCK = re.compile(
    r"<script[^>]*application/x-janko[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE
)
_SECTIONS = ("problem", "solution", "moves", "areas", "labels")
_GRIDS = ("problem", "solution")


def _text(page: str) -> str:
    found = _BLOCK.search(page)
    return found[1] if found else page


def recognises(text: str) -> bool:
    """A page with such a block, or lines with a keyword `problem` after a `begin`."""
    if "application/x-janko" in text:
        return True
    lines = [line.strip().lower() for line in text.splitlines()]
    keywords = {line.strip("[]") for line in lines}
    starts = next((line for line in lines if line), "")
    return "problem" in keywords and (starts in ("begin", "[begin]") or "[problem]" in lines)


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """The board of a page, with its solution."""
    notes, grids = _sections(_text(text))
    if not grids.get("problem"):
        raise ParseError("there is no problem in it")
    if name := notes.get("puzzle"):
        found, code = code_of(NAME, name, kind)
    elif kind is not None:
        if not codes_on(NAME, kind):
            raise ParseError(f"{NAME} has no {kind.title}")
        found, code = codes_on(NAME, kind)[0]
    else:
        names = " or ".join(one.name for one, _ in codes_on(NAME))
        raise ParseError(f"which puzzle is this? It does not tell; use --as {names}")
    rows, cols = _size(notes, grids["problem"])
    clues = [_read_clue(word) for row in _grid(grids, "problem", rows, cols) for word in row]
    puzzle = found.puzzle(rows, cols, tuple(clues))
    answer = None
    if grids.get("solution") and code.marks is not None:
        answer = code.marks.read(puzzle, _grid(grids, "solution", rows, cols))
    yield Board(found, puzzle, notes.get("title", "")[:80], answer=answer)


def _sections(text: str) -> tuple[dict[str, str], dict[str, Rows]]:
    """The `keyword value` lines, and the grids by their keywords."""
    notes: dict[str, str] = {}
    grids: dict[str, Rows] = {}
    section = ""
    for raw in text.splitlines():
        line = raw.strip()
        keyword = line.strip("[]").lower()
        if not line or keyword == "begin":
            continue
        if keyword == "end":
            break
        if keyword in _SECTIONS:
            section = keyword
            grids[section] = []
        elif re.fullmatch(r"\[\w+\]", line):
            section = keyword  # `[puzzle]` with its value in the next line
        elif section in _SECTIONS:
            if section in _GRIDS:
                grids[section].append(line.split())
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
    return size_of(rows, cols)


def _grid(grids: dict[str, Rows], name: str, rows: int, cols: int) -> Rows:
    found = grids[name]
    if len(found) != rows or any(len(row) != cols for row in found):
        raise ParseError(f"the {name} is not {rows}×{cols}")
    return found


def _read_clue(word: str) -> Clue | None:
    if word in ("-", ".", "?"):
        return UNKNOWN if word == "?" else None
    if word.isascii() and word.isdigit() and len(word) < 10 and int(word):
        return int(word)
    raise ParseError(f"{shorten(word)!r} is no clue; there are numbers and -")


def write(board: Board) -> str:
    """The block of a board, with its answer as the solution."""
    code = code_for(NAME, board.puzzle)
    puzzle, clues = board.puzzle, board.kind.cells(board.puzzle)
    if UNKNOWN in clues:
        raise NotApplicable(f"{NAME} cannot say this: a clue without a number (?)")
    words = ["-" if clue is None else str(clue) for clue in clues]
    lines = ["begin", f"puzzle {code.names[0]}"]
    lines += [f"title {board.name}"] if board.name else []
    lines += [f"rows {puzzle.rows}", f"cols {puzzle.cols}", "problem"]
    lines += [" ".join(words[at : at + puzzle.cols]) for at in range(0, len(words), puzzle.cols)]
    if board.answer is not None and code.marks is not None:
        lines += ["solution", *map(" ".join, code.marks.write(puzzle, board.answer))]
    return "\n".join([*lines, "end"]) + "\n"


FORMAT = Format(NAME, "the text of a janko.at page", recognises, read, write, holds_answers=True)
