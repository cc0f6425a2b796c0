"""Addresses of puzz.link and related sites (pzv.jp, pzprxs): `…/p?kurodoko/5/5/i7g5l2l2g4i`.

Columns come before rows. Mazes have an id of the same form, without an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from masume.core.puzzle.kind import Kind
from masume.core.text.codec import AddressCode, Code, read_cells, split_cells, write_cells
from masume.errors import ParseError
from masume.formats.format import Format, code_for, code_of, read_size, reject_flags, variant_notes
from masume.formats.plain import Board

NAME = "puzz.link"
_ADDRESS = "https://puzz.link/p?"
_ID = re.compile(
    r"((?!pzprv3)[A-Za-z][A-Za-z0-9-]*)(?:_edit|_play)?/(?:v:[^/]*/)?(?:[^/\d][^/]*/)?\d+/\d+(?:/.*)?",
    re.DOTALL,
)


def _query(text: str) -> str:
    """Return the query of an address, without the parts that the site ignores."""
    line = text.strip()
    if re.match(r"https?://|\w+(\.\w+)+[/?]|\?", line):
        line = line.partition("?")[2]
    return re.sub(r"^(type=\w+&)+", "", line)


def recognises(text: str) -> bool:
    """Return whether a text is an address with a puzzle's name and size, or its query alone."""
    return "/" in text and len(text.split(None, 1)) == 1 and _ID.fullmatch(_query(text)) is not None


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """Yield the board of an address."""
    parts = _query(text).split("/")
    kind, code = code_of(NAME, re.sub("_(edit|play)$", "", parts[0]), kind)
    rest = parts[1:]
    variant = (rest.pop(0)[2:] or "rules") if rest[0].startswith("v:") else ""
    if not rest[0].isdigit():
        reject_flags(kind, code, rest.pop(0))
    rows, cols = read_size(rest[1], rest[0])
    body = "/".join(rest[2:]).removesuffix("/")
    if isinstance(code, AddressCode) and code.body is not None:
        puzzle = code.body.read(rows, cols, body)
    else:
        puzzle = kind.new(rows, cols, tuple(_cells(code, body, rows * cols)))
    yield Board(kind, puzzle, notes=variant_notes(variant))


def _cells(code: Code, body: str, count: int) -> list[object]:
    """Decode the cells; fall back to the variants of old encoders and of browsers."""
    assert code.token is not None
    whole = isinstance(code, AddressCode) and code.whole
    if isinstance(code, AddressCode) and code.check_rest is not None:
        body, rest = split_cells(code.token, body, count)
        code.check_rest(rest)
    missing = not whole or not body
    faults = []
    for decode in (str, _unquote):
        for token in (code.token, *code.tolerant):
            try:
                text = decode(body)
                return read_cells(token, text, count, missing=missing and token is code.token)
            except ParseError as fault:
                faults.append(fault)
    raise faults[0]


def _unquote(text: str) -> str:
    from urllib.parse import unquote

    return unquote(text)


def write(board: Board) -> str:
    """Return the address of a board."""
    code = code_for(NAME, board.puzzle)
    if isinstance(code, AddressCode) and code.body is not None:
        body = code.body.write(board.puzzle)
    else:
        assert code.token is not None
        body = write_cells(code.token, board.kind.cells(board.puzzle))
    text = f"{code.names[0]}/{board.puzzle.cols}/{board.puzzle.rows}/{body}"
    # Some sites and mail programs cut off a last character like `.`.
    end = "" if text[-1].isascii() and text[-1].isalnum() else "/"
    bare = isinstance(code, AddressCode) and code.bare
    return ("" if bare else _ADDRESS) + text + end


FORMAT = Format(NAME, "an address of puzz.link", recognises, read, write)
