"""masume's JSON format: a board with its name, options, notes and answer.

    {"kind": "hashi", "grid": [[2, null, null, 3], …], "options": {"most": "3"}, "answer": {…}}

An empty cell is null, a number is a number, anything else a string. Several boards are a list or
JSON lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masume.core.plugins.registry import kind_named, kinds
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.blocks import Block, TextLine, split_cells, split_lines
from masume.core.text.json_value import Json
from masume.errors import MasumeError, ParseError, ambiguous_kind, shorten
from masume.formats.format import Format, read_each
from masume.formats.plain import GENERAL_NOTES, Board, is_comment

NAME = "json"


def recognises(text: str) -> bool:
    """Return whether a text begins like an object, or like a list of objects."""
    begin = text[:200].lstrip()
    return begin.startswith("{") or (begin.startswith("[") and begin[1:].lstrip().startswith("{"))


def read(text: str, kind: Kind | None) -> Iterator[Board | ParseError]:
    """Yield the boards of a JSON text, a list, or JSON lines."""
    lines = [(n, line) for n, line in enumerate(split_lines(text), start=1) if line.strip()]
    numbered = [(n, line) for n, line in lines if not is_comment(line.strip())]
    if len(numbered) > 1 and _is_json(numbered[0][1]):
        yield from read_each(numbered, lambda line: _parse_board(_parse_json(line), kind))
        return
    data = _parse_json(text)
    for number, item in enumerate(data if isinstance(data, list) else [data], start=1):
        try:
            yield _parse_board(item, kind)
        except ParseError as fault:
            where = f"board {number} of the list: " if isinstance(data, list) else ""
            yield ParseError(f"{where}{fault.fault}")


def _is_json(text: str) -> bool:
    try:
        _parse_json(text)
    except ParseError:
        return False
    return True


def _parse_json(text: str) -> Json:
    """Parse a JSON text; raise ParseError, with the line if there are several."""
    import json  # imported where used: most commands read no JSON

    try:
        data: Json = json.loads(text)
    except json.JSONDecodeError as fault:
        line = fault.lineno if "\n" in text.strip() else None
        raise ParseError(f"this is not JSON: {fault.msg.lower()}", line=line) from None
    except (ValueError, RecursionError):
        raise ParseError("this begins like JSON but cannot be parsed") from None
    return data


def _parse_board(data: Json, kind: Kind | None) -> Board:
    """Return the board that an object describes; raise ParseError for unknown or wrong values."""
    grid = data.get("grid") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(grid, list):
        raise ParseError('a board in JSON is an object with a "kind" and a "grid"')
    kind = _resolve_kind(data, kind)
    options = _parse_words(data, "options", [*kind.options])
    notes = _parse_words(data, "notes", GENERAL_NOTES)
    rows = [_parse_row(row) for row in grid]
    if len({len(row) for row in rows}) > 1:
        raise ParseError("the rows of the grid differ in length")
    block = Block(
        1,
        notes={key: TextLine(value, 1) for key, value in options.items()},
        grid=[TextLine(f"{','.join(row)},", number) for number, row in enumerate(rows, start=1)],
    )
    try:
        puzzle = kind.read(block)
    except ParseError as fault:  # its line would be one of the grid, not of the text
        raise ParseError(fault.fault) from None
    if any(data.get(key, size) != size for key, size in _sizes(puzzle).items()):
        raise ParseError(f"the grid is {puzzle.rows}×{puzzle.cols}; rows and cols differ")
    name = data.get("name") or ""
    if not isinstance(name, str):
        raise ParseError('a "name" must be a string')
    return Board(
        kind,
        puzzle,
        shorten(name.strip(), 80),
        answer=_parse_answer(kind, puzzle, data.get("answer")),
        notes=tuple((key, value) for key, value in notes.items() if key != "name"),
    )


def _parse_answer(kind: Kind, puzzle: Puzzle, data: Json) -> Position | None:
    """Return the answer as a position of the kind, or None if it is missing."""
    if data is None:
        return None
    if not isinstance(data, dict):
        raise ParseError('an "answer" must be an object')
    try:
        return kind.from_json(puzzle, data)
    except RecursionError:  # while its error message is built
        raise ParseError("the answer is nested too deeply") from None


def _resolve_kind(data: dict[str, Json], kind: Kind | None) -> Kind:
    """Return the kind that the object names, or the given kind if it names none.

    Raise ParseError if both are missing or contradict each other.
    """
    named = data.get("kind")
    if not isinstance(named, str):
        if kind is None:
            raise ambiguous_kind(kinds(), 'its "kind" is missing')
        return kind
    try:
        own = kind_named(named[:100])
    except MasumeError as unknown:
        raise ParseError(str(unknown)) from None
    if kind not in (None, own):
        raise ParseError(f"the board is {own.name}, not {kind.name}")
    return own


def _parse_words(data: dict[str, Json], key: str, known: Sequence[str]) -> dict[str, str]:
    """Return the options or notes as trimmed text; raise ParseError for unknown names."""
    words = data.get(key, {})
    if not isinstance(words, dict):
        raise ParseError(f'"{key}" must be an object of strings')
    for name, value in words.items():
        if name not in known:
            raise ParseError(f"{shorten(name)!r} is not one of the {key}: {', '.join(known)}")
        if not isinstance(value, str | int):
            raise ParseError(f"{name} in the {key} must be a string")
    return {name: shorten(str(value).strip(), 1000) for name, value in words.items()}


def _parse_row(row: Json) -> list[str]:
    """Return the words of a grid row, `.` for null; raise ParseError for any other value."""
    if not isinstance(row, list) or not row:
        raise ParseError("a row of the grid must be a list of cells")
    for cell in row:
        if cell is not None and (isinstance(cell, bool) or not isinstance(cell, str | int)):
            raise ParseError("a cell of the grid must be null, a number or a word")
    words = ["." if cell is None else str(cell).strip() for cell in row]
    if any(not word or len(word.split()) > 1 or "," in word or ";" in word for word in words):
        raise ParseError("a cell of the grid must be null, a number or a word")
    return words


def _sizes(puzzle: Puzzle) -> dict[str, int]:
    return {"rows": puzzle.rows, "cols": puzzle.cols}


def write(board: Board) -> str:
    """Return a board as one line of JSON."""
    from json import dumps

    lines = board.kind.write(board.puzzle)
    split = len(lines) - board.puzzle.rows
    options = dict(line.split(": ", 1) for line in lines[:split])
    data: dict[str, object] = {"kind": board.kind.name}
    if board.name:
        data["name"] = board.name
    data |= _sizes(board.puzzle)
    if options:
        data["options"] = options
    if board.notes:
        data["notes"] = dict(board.notes)
    rows = [split_cells(TextLine(line, 1)) for line in lines[split:]]
    data["grid"] = [[_value(word) for word in row] for row in rows]
    if board.answer is not None:
        data["answer"] = board.kind.to_json(board.puzzle, board.answer)
    return dumps(data, ensure_ascii=False)


def _value(word: str) -> int | str | None:
    if word == ".":
        return None
    return int(word) if word.isascii() and word.isdigit() and str(int(word)) == word else word


FORMAT = Format(NAME, "masume's own JSON", recognises, read, write, holds_answers=True)
