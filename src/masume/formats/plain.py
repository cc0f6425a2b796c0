"""Read and write masume's plain text and the files of the five papers' programs.

The grammar is documented in `masume.core.text.blocks`. Also accepted: grids without a first line
that names the puzzle (the caller then names it), a `rows cols` line before a grid, several boards
in one text, and a Python list of lists as one of the papers' programs reads it.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from masume.core.drawing.show import short_repr, svg_of
from masume.core.plugins.registry import is_kind_name, kind_named, kinds
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.blocks import Block, TextLine, size_line, split_cells, split_lines
from masume.errors import ParseError, UnknownName, ambiguous_kind, pluralise, shorten

_NOTE = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*:\s*(.*)")
_COMMENT = re.compile(r"//|#\s+\w*[A-Za-z]{3}")  # `# so` is a row of an answer, `# some` is not
GENERAL_NOTES = ("name", "title", "from", "solutions", "note", "difficulty")


@dataclass(frozen=True)
class Board:
    """A puzzle with its name, notes and answer, and where it was found."""

    kind: Kind
    puzzle: Puzzle
    name: str = ""
    line: int = 1
    answer: Position | None = None
    notes: tuple[tuple[str, str], ...] = ()  # the `key: value` lines that are not options
    extra: tuple[str, str] | None = None  # a format, and data that only it can hold
    index: int = 0  # its position among the boards of one request

    def note(self, key: str, default: str = "") -> str:
        """Return the value of a note."""
        return dict(self.notes).get(key, default)

    def __repr__(self) -> str:
        size = f"{self.puzzle.rows}×{self.puzzle.cols}"
        return short_repr(self, self.name, self.kind.title, size)

    def __str__(self) -> str:
        return str(self.puzzle)

    def _repr_svg_(self) -> str | None:
        return svg_of(self.puzzle)

    @property
    def own_kind(self) -> Kind:
        """The kind of the puzzle."""
        return self.kind

    if not TYPE_CHECKING:  # a type checker does not know the puzzle, so it asks for `puzzle`

        def __getattr__(self, name: str) -> object:
            """Return a member of the puzzle, such as `rows` or `clues`."""
            if name.startswith("_"):
                raise AttributeError(f"a board has no {name}")
            return getattr(self.puzzle, name)


def read_boards(text: str, kind: Kind | None = None) -> Iterator[Board | ParseError]:
    """Yield each board of a text, or the ParseError in its place."""
    try:
        all_blocks = list(blocks(text))
    except ParseError as fault:
        yield fault.with_location(1)
        return
    for block in all_blocks:
        try:
            yield _read_block(block, kind)
        except ParseError as fault:
            yield fault.with_location(block.first_line)


def read_answer(board: Board, text: str) -> Position:
    """Parse an answer: its plain form, moves, or a whole block with an `answer:` part."""
    all_blocks = list(blocks(text, split_sizes=False))
    block = next((block for block in reversed(all_blocks) if block.answer is not None), None)
    if block is None:
        lines = []
        for part in all_blocks:  # blank lines are ignored
            # A path like URRUL is one word, as a puzzle's name would be.
            lines += [part.head] if part.head and not _is_head(part.head) else []
            lines += part.grid
        block = Block(1, answer=lines)
    if not block.answer:
        raise ParseError("the answer is empty")
    return _read_answer(board.kind, board.puzzle, block)


def write_board(board: Board) -> str:
    """Return the block that `read_boards` parses as this board."""
    lines = [board.kind.name]
    if board.name:
        lines.append(f"name: {board.name}")
    lines += [f"{key}: {value}" for key, value in board.notes]
    lines += board.kind.write(board.puzzle)
    if board.answer is not None:
        lines += ["answer:", *board.kind.write_answer(board.puzzle, board.answer)]
    return "\n".join(lines) + "\n"


def _read_block(block: Block, kind: Kind | None) -> Board:
    """Return the board of a block; raise ParseError for an unknown kind or note."""
    if block.head is not None and kind is not None and not _is_head(block.head):
        block.grid.insert(0, block.head)  # a row of letters, since the puzzle is known
    elif block.head is not None:
        try:
            named = kind_named(block.head.text)
        except UnknownName as unknown:
            raise ParseError(str(unknown), line=block.head.number) from None
        if kind is not None and named is not kind:
            raise ParseError(f"the board is {named.name}, not {kind.name}", line=block.head.number)
        kind = named
    elif kind is None:
        raise ambiguous_kind(kinds(), "write its name into a line of its own above the grid")
    if block.head is None:
        _reject_ambiguous_size(block)
    for key, line in block.notes.items():
        if key not in kind.options and key not in GENERAL_NOTES:
            known = ", ".join([*kind.options, *GENERAL_NOTES])
            fault = f"{kind.name} knows no {shorten(key)!r}, only {known}"
            raise ParseError(fault, line=line.number)
    puzzle = _read_puzzle(kind, block)
    answer = _read_answer(kind, puzzle, block) if block.answer is not None else None
    notes = tuple(
        (key, line.text)
        for key, line in block.notes.items()
        if key != "name" and key not in kind.options
    )
    name = shorten(block.note("name"), 80)
    return Board(kind, puzzle, name, block.first_line, answer, notes)


def _read_puzzle(kind: Kind, block: Block) -> Puzzle:
    """Return the puzzle in the kind's own form, or else in that of a collection of puzzlekit."""
    from masume.formats.collection import has_areas, read_table  # which import this module

    if len(block.grid) == 1 and "line" in kind.codecs:
        from masume.formats.digit_line import split_line

        block = split_line(block)
    try:
        return kind.read(block)
    except ParseError as fault:
        lines = [line.text for line in block.grid]
        notes = {key: line.text for key, line in block.notes.items()}
        try:
            table = read_table(kind, lines, notes)
        except ParseError as other:
            raise (other if has_areas(kind) else fault) from None
        if table is None:
            raise fault from None
        return table.puzzle


def _read_answer(kind: Kind, puzzle: Puzzle, block: Block) -> Position:
    """Return the answer in the kind's own form, or else as the grid of a collection."""
    from masume.formats.collection import read_table_answer

    try:
        return kind.read_answer(puzzle, block)
    except ParseError:
        answer = None
        with suppress(ParseError):  # the first error is the one to report
            answer = read_table_answer(kind, puzzle, [line.text for line in block.answer or ()])
        if answer is None or answer == kind.start(puzzle):
            raise  # a grid without marks shows no answer
        return answer


def _reject_ambiguous_size(block: Block) -> None:
    """Raise ParseError if the first row of a two-column grid could be a size line as well."""
    size, rows = size_line(block.grid[0]) if block.grid else None, len(block.grid) - 1
    if size == (rows, 2) and all(len(split_cells(line)) == 2 for line in block.grid):
        raise ParseError(
            f"this is {pluralise(rows, 'row')} after a size line, or {rows + 1} without one; "
            "write the puzzle's name into a line above it, and leave the size out"
        )


def blocks(text: str, *, split_sizes: bool = True) -> Iterator[Block]:
    """Yield the block of each board of a text.

    If `split_sizes`, boards without blank lines between them are split at their size lines.
    """
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        place = len(split_lines(text[: text.index("\0") + 1]))
        raise ParseError("this is not text: it holds NUL characters", line=place)
    if re.match(r"\s*(\w+\s*=\s*)?\[\s*\[", text):
        yield from _python_blocks(text)
        return
    block: Block | None = None
    for number, raw in enumerate(split_lines(text), start=1):
        line = TextLine(raw.strip(), number)
        if is_comment(line.text):
            continue
        if not line.text:
            if block is not None and block.answer != []:
                yield from _split_sizes(block) if split_sizes else [block]
                block = None
            continue
        if block is None or (block.answer is not None and _is_head(line)):
            if block is not None:
                yield block
            block = Block(number)
        _add(block, line)
    if block is not None:
        yield from _split_sizes(block) if split_sizes else [block]


def is_comment(line: str) -> bool:
    """Return whether a line is a comment."""
    return _COMMENT.match(line) is not None


def _is_head(line: TextLine) -> bool:
    return is_kind_name(line.text)


def _add(block: Block, line: TextLine) -> None:
    """Add a line to the part of a block that it belongs to."""
    if block.answer is not None:
        block.answer.append(line)
    elif note := _NOTE.fullmatch(line.text):
        key = note[1].lower()
        if key == "answer":
            block.answer = [TextLine(note[2], line.number)] if note[2] else []
        else:
            block.notes[key] = TextLine(note[2], line.number)
    elif block.head is None and not block.grid and not block.notes and _names_a_kind(line):
        block.head = line
    else:
        block.grid.append(line)


def _names_a_kind(line: TextLine) -> bool:
    """Return whether a first line is a kind's name, or a word that cannot be a row of a grid."""
    return _is_head(line) or re.fullmatch(r"[A-Za-z][A-Za-z_-]{2,30}", line.text) is not None


def _split_sizes(block: Block) -> Iterator[Block]:
    """Split boards without blank lines between them, each after its `rows cols` line."""
    lines, begins = block.grid, [0]
    while begins[-1] < len(lines):
        size = size_line(lines[begins[-1]])
        # With two columns a size line looks like any other row: such boards need a blank line.
        if size is None or size[1] == 2 or begins[-1] + size[0] >= len(lines):
            break
        begins.append(begins[-1] + size[0] + 1)
        rows = lines[begins[-2] + 1 : begins[-1]]
        if any(len(split_cells(line)) != size[1] for line in rows):
            break
    if begins[-1] != len(lines) or len(begins) < 3:
        yield block
        return
    for begin, end in pairwise(begins):
        part = lines[begin:end]
        yield Block(part[0].number, head=block.head, notes=dict(block.notes), grid=part)


def _python_blocks(text: str) -> Iterator[Block]:
    """Yield the boards of a Python list: one list of rows, or a list of such lists."""
    body = re.sub(r"^\s*\w+\s*=\s*", "", text)
    if len(body) > 1_000_000:
        raise ParseError("a Python list of more than a million characters is too large to read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd escapes in its strings
            value = ast.literal_eval(body.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise ParseError("this begins like a Python list of lists, but is not one") from None
    boards = value if _depth(value) == 3 else [value]
    line = 1 + text[: text.index("[")].count("\n")
    for number, rows in enumerate(boards, start=1):
        if _depth(rows) != 2:
            raise ParseError(f"board {number} of the list is not a list of rows")
        yield Block(line, grid=[TextLine(_row(row), line) for row in rows])


def _depth(value: object) -> int:
    """Return the nesting depth of lists, by their first members."""
    depth = 0
    while isinstance(value, list):
        depth += 1
        value = value[0] if value else None
    return depth


def _row(row: object) -> str:
    members: Iterable[object] = row if isinstance(row, list) else [row]
    return " ".join(str(member).strip() or "." for member in members)
