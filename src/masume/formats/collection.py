"""puzzlekit: collections of boards in JSON, each with a size and grids in the words of janko.at.

A board is a line `rows cols`, the grid of clues, and the grid of areas if it has areas; the line of
a Star Battle ends with the number of stars. Plain text may contain such boards and answers, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.blocks import split_lines
from masume.core.text.json_value import Json
from masume.errors import ParseError, UnknownName, ambiguous_kind, shorten
from masume.formats.format import Format, codes_on, read_size
from masume.formats.plain import Board

if TYPE_CHECKING:
    from masume.core.text.codec import Rows

NAME = "puzzlekit"
SITE = "janko"  # the format whose words the grids are in
_GLANCE = 2000  # characters that must contain a key of the first board
_NO_BOARDS = "the collection has no boards under data"
_SIZE = re.compile(r"([0-9]+) +([0-9]+)(?: +([0-9]+))?")


def recognises(text: str) -> bool:
    """Return whether a text begins like a collection, or like one of its boards."""
    begin = text[:_GLANCE].lstrip()
    return begin.startswith("{") and '"problem"' in begin


def read(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """Yield the boards of a collection, each with its name and its answer."""
    import json

    try:
        collection: Json = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError("this begins like a collection of puzzlekit but is not JSON") from None
    if not isinstance(collection, dict):
        raise ParseError(_NO_BOARDS)
    if isinstance(collection.get("problem"), str):
        boards: Json = {str(collection.get("id", "")): collection}
    else:  # older collections have them under puzzles
        boards = collection.get("data") or collection.get("puzzles")
    if not isinstance(boards, dict):
        raise ParseError(_NO_BOARDS)
    known = _find_kind(collection.get("name"), kind)
    for name, board in boards.items():
        try:
            yield replace(_parse_board(known, board), name=shorten(name, 80))
        except ParseError as fault:
            yield ParseError(f"board {shorten(name, 80)}: {fault.fault}")


def _find_kind(name: Json, kind: Kind | None) -> Kind:
    """Return the kind of a collection, which must have a codec for janko.at."""
    if not isinstance(name, str):
        if kind is None:
            raise ambiguous_kind(
                (found.name for found, _ in codes_on(SITE)), 'its "name" is missing'
            )
        known = kind
    else:
        try:
            known = kind_named(name)
        except UnknownName as unknown:
            raise ParseError(str(unknown)) from None
    if kind not in (None, known):
        raise ParseError(f"the collection is of {known.name}, not {kind.name}")
    if SITE not in known.codecs:
        raise ParseError(f"{NAME} has no {known.title}")
    return known


def _parse_board(kind: Kind, board: Json) -> Board:
    """Parse an object with the texts `problem` and, if it is known, `solution`."""
    problem = board.get("problem") if isinstance(board, dict) else None
    solution = board.get("solution", "") if isinstance(board, dict) else None
    if not (isinstance(problem, str) and isinstance(solution, str)):
        raise ParseError("it is not an object with the texts problem and solution")
    table = read_table(kind, split_lines(problem.strip()), {}, split_lines(solution.strip()))
    if table is None:
        raise ParseError("its problem does not begin with a line of rows and columns")
    return table


def read_table(
    kind: Kind, lines: Sequence[str], notes: Mapping[str, str], solution: Sequence[str] = ()
) -> Board | None:
    """Return the board of a line with the size and one or two grids; None if it is no such table.

    Raise ParseError if it is one and cannot be read.
    """
    code, size = kind.codecs.get(SITE), _SIZE.fullmatch(lines[0].strip()) if lines else None
    if code is None or size is None or (size[3] and not has_areas(kind)):
        return None
    from masume.formats.janko import board_of_grids

    rows, cols = read_size(size[1], size[2])
    grids = _grids(kind, [line.split() for line in lines[1:]], rows)
    if grids is None:
        return None
    if solution:
        grids["solution"] = _without_size(solution)
    notes = {**notes, "stars": size[3]} if size[3] else notes
    return board_of_grids(kind, code, rows, cols, grids, notes)


def has_areas(kind: Kind) -> bool:
    """Return whether the boards of a puzzle are divided into areas."""
    return getattr(kind.codecs.get(SITE), "areas", None) is not None


def _grids(kind: Kind, table: Rows, rows: int) -> dict[str, Rows] | None:
    """Return the grid of the problem, and the grid of areas for a kind that has areas."""
    if len(table) == rows:
        return {"areas" if has_areas(kind) else "problem": table}
    if len(table) == 2 * rows and has_areas(kind):
        return {"problem": table[:rows], "areas": table[rows:]}
    return None


def read_table_answer(kind: Kind, puzzle: Puzzle, lines: Sequence[str]) -> Position | None:
    """Return the answer that is a grid in the words of janko.at; None if it is no such grid."""
    code, rows = kind.codecs.get(SITE), _without_size(lines)
    fits = [len(row) for row in rows] == [puzzle.cols] * puzzle.rows
    return code.marks.read(puzzle, rows) if fits and code and code.marks else None


def _without_size(lines: Sequence[str]) -> Rows:
    """Return the words of each line, without a first line that is the size of the others."""
    size = _SIZE.fullmatch(lines[0].strip()) if lines else None
    has_size = size is not None and int(size[1]) == len(lines) - 1
    return [line.split() for line in lines[has_size:]]


FORMAT = Format(NAME, "a JSON collection of puzzlekit", recognises, read, holds_answers=True)
