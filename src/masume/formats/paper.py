"""The notations of the papers that the puzzles come from: a board and what is on it in one text.

    paper PUZZLE       (1,W)(1,W)(3,W)
    2 21 1             (1,W)(2,B)(3,W)
    11 0 0             (1,B)(3,W)(3,W)
    1 0 0

The first line names the puzzle; cells in parentheses are recognised without it. Blank lines
separate boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from masume.core.puzzle.kind import Kind
from masume.core.text.blocks import split_lines
from masume.core.text.codec import PaperCode
from masume.errors import ParseError, ambiguous_kind
from masume.formats.format import Format, code_for, code_of, codes_on, read_each
from masume.formats.plain import Board

NAME = "paper"
_HEAD = re.compile(r"paper\s+([a-z_-]+)", re.IGNORECASE)
_PAIRS = re.compile(r"(\(\s*\d+\s*,\s*[WB]\s*\)\s*)+")


def recognises(text: str) -> bool:
    """Return whether the first line is `paper PUZZLE`, or cells such as `(8,W)(1,B)`."""
    first = text.lstrip().partition("\n")[0].strip()
    return bool(_HEAD.fullmatch(first) or _PAIRS.fullmatch(first))


def read(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """Yield the boards of a text, with their answers."""
    yield from read_each(list(_blocks(text)), lambda lines: _parse_board(lines, kind))


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each board's lines and the number of the first one."""
    block: list[str] = []
    for number, raw in enumerate([*split_lines(text), ""], start=1):
        if line := raw.strip():
            block.append(line)
        elif block:
            yield number - len(block), block
            block = []


def _parse_board(lines: list[str], kind: Kind | None) -> Board:
    """Parse a board; without a line `paper PUZZLE`, its kind must be unambiguous."""
    head = _HEAD.fullmatch(lines[0])
    if head is not None:
        named, code = code_of(NAME, head[1], kind)
        return _parse_rows(named, code, lines[1:])
    known = codes_on(NAME, kind)
    if _PAIRS.fullmatch(lines[0]):
        known = [pair for pair in known if isinstance(pair[1], PaperCode) and pair[1].pairs]
    if len(known) != 1:
        names = (candidate.name for candidate, _ in known)
        raise ambiguous_kind(names, "begin with a line `paper PUZZLE`")
    return _parse_rows(*known[0], lines)


def _parse_rows(kind: Kind, code: object, lines: list[str]) -> Board:
    assert isinstance(code, PaperCode) and code.notation is not None
    if not lines:
        raise ParseError("there is no grid after the first line; give one line per row")
    puzzle, answer = code.notation.read(lines)
    return Board(kind, puzzle, answer=answer)


def write(board: Board) -> str:
    """Write a board and its answer; raise NotApplicable if the paper has no notation for it."""
    code = code_for(NAME, board.puzzle)
    assert isinstance(code, PaperCode) and code.notation is not None
    lines = code.notation.write(board.puzzle, board.answer)
    return "\n".join([f"{NAME} {board.kind.name}", *lines]) + "\n"


FORMAT = Format(
    NAME,
    "the papers' own notations",
    recognises,
    read,
    write,
    holds_answers=True,
    self_delimiting=False,
)
