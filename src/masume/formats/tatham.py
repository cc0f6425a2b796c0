"""Simon Tatham's collection: game ids like `9x6:a7f5e9_14…`, addresses with them, save files.

Columns come before rows. An id with `#` instead of `:` is only the seed of a random board, which
only the original program can generate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Puzzle
from masume.core.text.codec import Code, IdCode, UnsupportedVariant, read_cells, write_cells
from masume.errors import ParseError, ambiguous_kind
from masume.formats.format import Format, code_for, code_of, codes_on, read_size, try_readings
from masume.formats.plain import Board

NAME = "tatham"
_ID = re.compile(
    r"(?:([A-Za-z]+)(?::| +))?(\d{1,9})(?:x(\d{1,9}))?([A-Za-z][A-Za-z0-9]*)?([:#])(\S*)"
)
_FIELD = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,9}):")
_SAVED = "Simon Tatham's Portable Puzzle Collection"


def _plain_id(text: str) -> tuple[str, str]:
    """Return (the game's name if an address contains it, the id)."""
    line = text.strip()
    if re.match(r"https?://|\w+(\.\w+)+/", line) and "#" in line:
        from urllib.parse import unquote

        address, _, rest = line.partition("#")
        name = re.search(r"/(\w+)\.html$", address)
        return name[1] if name else "", unquote(rest)
    return "", line


def recognises(text: str) -> bool:
    """Return whether a text is an id, an address that ends in one, or a save file."""
    if text[:200].lstrip().startswith("SAVEFILE:"):
        return True
    return (":" in text or "#" in text) and _ID.fullmatch(_plain_id(text)[1]) is not None


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """Yield the board of an id or of a save file."""
    if text[:200].lstrip().startswith("SAVEFILE:"):
        yield _read_saved(text.lstrip(), kind)
        return
    named, line = _plain_id(text)
    parts = _ID.fullmatch(line)
    if parts is None:
        raise ParseError("this is no game id; one looks like 9x6:a7f5e9_14")
    name, cols, rows, options, sign, body = parts.groups()
    if sign == "#":
        raise ParseError(
            "this id only tells the seed of a random board; open it in the game and copy "
            "what it calls the specific id, with a colon"
        )
    yield _board(named or name or "", cols, rows or cols, options or "", body, kind)


def _board(name: str, cols: str, rows: str, options: str, body: str, kind: Kind | None) -> Board:
    """Return the board of an id, whose game may have to be inferred."""
    size = read_size(rows, cols)[::-1]
    candidates = [code_of(NAME, name, kind)] if name else codes_on(NAME, kind)
    if not name and kind is None and not options:  # some games always tell more than the size
        candidates = [(k, code) for k, code in candidates if not _tells_options(code)]
    remedy = ""
    if not name and kind is None:
        others = [code.names[0] for _, code in candidates if _is_named_only(code)]
        remedy = "".join(
            f"; an id of {n} begins with its name, as in {n}:{cols}x{rows}:…" for n in others
        )
        candidates = [(k, code) for k, code in candidates if not _is_named_only(code)]
    if not candidates:
        raise ParseError(f"{NAME} has no {kind.title if kind else 'such puzzle'}")
    fits, faults = try_readings(
        candidates, lambda kind, code: Board(kind, _puzzle(kind, code, size, options, body))
    )
    likely = [board for board in fits if not board.kind.obstacles(board.puzzle)]
    if len(fits) == 1 or len(likely) == 1:
        return (likely or fits)[0]
    if fits:
        raise ambiguous_kind(board.kind.name for board in fits)
    variants = [fault for fault in faults if isinstance(fault, UnsupportedVariant)]
    if len(faults) == 1 or len(variants) == 1:
        raise (variants or faults)[0]
    games = ", ".join(code.names[0] for _, code in candidates)
    raise ParseError(f"this id fits none of {games}{remedy}")


def _tells_options(code: Code) -> bool:
    return isinstance(code, IdCode) and code.tells_options


def _is_named_only(code: Code) -> bool:
    return isinstance(code, IdCode) and code.named_only


def _puzzle(kind: Kind, code: Code, size: tuple[int, int], options: str, body: str) -> Puzzle:
    assert code.token is not None
    cols, rows = size
    given = code.read_options(options)
    if isinstance(code, IdCode):
        rows, cols, more = code.read_size(*size)
        read_size(str(rows), str(cols))
        given = {**given, **more}
    puzzle = kind.new(rows, cols, tuple(read_cells(code.token, body, rows * cols)), **given)
    if reason := code.refuses(puzzle):
        raise ParseError(f"{code.names[0]} has no such board: {reason}")
    return puzzle


def _read_saved(text: str, kind: Kind | None) -> Board:
    """Return the board of a save file, with its moves up to the current state as the answer."""
    fields, states = _fields(text)
    if fields.get("SAVEFILE") != _SAVED:
        raise ParseError("this is not a save file of Simon Tatham's collection")
    params = re.fullmatch(
        r"(\d{1,9})(?:x(\d{1,9}))?(\S*)", fields.get("CPARAMS", fields.get("PARAMS", ""))
    )
    if params is None or "DESC" not in fields or "GAME" not in fields:
        raise ParseError("the save file contains no board")
    cols, rows, options = params.groups()
    board = _board(fields["GAME"], cols, rows or cols, options, fields["DESC"], kind)
    present = fields.get("STATEPOS", str(len(states) + 1))  # the first state is the bare board
    if not re.fullmatch("[0-9]{1,8}", present) or not 1 <= int(present) <= len(states) + 1:
        raise ParseError("the save file is damaged: its current state is not among its moves")
    done: list[str] = []
    for move in states[: int(present) - 1]:
        if move is None:
            done.clear()
        else:
            done.append(move)
    code = board.kind.codecs[NAME]
    answer = code.moves(board.puzzle, done) if code.moves and done else None
    return Board(board.kind, board.puzzle, answer=answer)


def _fields(text: str) -> tuple[dict[str, str], list[str | None]]:
    """Return the fields of a save file, and the move of each state; None for a restart."""
    fields: dict[str, str] = {}
    states: list[str | None] = []
    at = 0
    while at < len(text):
        head = _FIELD.match(text, at)
        if head is None:
            raise ParseError("the save file is damaged", line=text.count("\n", 0, at) + 1)
        end = head.end() + int(head[2])
        if end > len(text):
            raise ParseError("the save file ends too early")
        value = text[head.end() : end]
        if head[1] in ("MOVE", "SOLVE", "RESTART"):
            states.append(None if head[1] == "RESTART" else value)
        else:
            fields[head[1]] = value
        at = end
        while at < len(text) and text[at] in "\r\n":
            at += 1
    return fields, states


def write(board: Board) -> str:
    """Return the id of a board."""
    code = code_for(NAME, board.puzzle)
    assert code.token is not None
    body = write_cells(code.token, board.kind.cells(board.puzzle))
    size = board.puzzle.cols, board.puzzle.rows
    if isinstance(code, IdCode) and code.write_size:
        size = code.write_size(board.puzzle)
    return f"{size[0]}x{size[1]}{code.write_options(board.puzzle)}:{body}"


FORMAT = Format(NAME, "a game id of Simon Tatham's collection", recognises, read, write)
