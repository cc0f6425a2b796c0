"""Penpa+: addresses that contain a compressed drawing; numbers, shaded cells and lines are read.

The field `p=` is the raw deflated text of the drawing in base64: a line with the size, one with the
margins, one for each layer. A layer is JSON with abbreviated keys. The puzzle is not named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from masume.core.puzzle.clue import UNKNOWN, Clue
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.codec import Code, DrawingCode, Rows
from masume.core.text.json_value import Json
from masume.errors import NotApplicable, ParseError
from masume.formats.format import Format, choose_reading, code_for, codes_on, read_clue, read_size
from masume.formats.plain import Board

_Layer: TypeAlias = dict[str, dict[str, Json]]  # its parts, by their keys

NAME = "penpa"
_FIELD = re.compile(r"[a-z]=.*", re.DOTALL)
_MODES = ("m=edit", "m=solve")
_MOST_BYTES = 4_000_000  # of the unpacked text
_MOST_CELLS = 40_000  # of the board: few bytes can claim a large size
_MOST_SIGNS = 400_000  # separators in a layer: each value becomes a much larger object
_BLACK, _GREEN = (4, 1, 3, 8), 2  # colours of cells: black and greys, and the green of a note
_LINES = {3: "1", 30: "2"}
_MOST_MARGIN = 1000
_TOO_LARGE = "the drawing is too large"
_KEYS = ("zS", "zN", "zL")  # surface, number, line: the only parts that are read
_QUESTION, _ANSWER = 3, 4  # the lines of the two layers


def _find_packed_field(text: str) -> str | None:
    """Return the compressed drawing of an address, or None if it has none."""
    word = text.strip()
    if "p=" not in word or len(word.split(None, 1)) > 1:
        return None
    head, sharp, tail = word.partition("#")
    fields = (tail if sharp else head[head.find("?") + 1 :]).split("&")
    begin = next((n for n, field in enumerate(fields) if field in _MODES), len(fields))
    for field in fields[begin:]:
        if field.startswith("p="):
            return field[2:] or None
        if not _FIELD.fullmatch(field):
            return None
    return None


def recognises(text: str) -> bool:
    """Return whether a text is an address with a compressed drawing."""
    return _find_packed_field(text) is not None


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """Yield the board of an address, with the marks of its answer layer."""
    parts = _unpack(_find_packed_field(text) or "").split("\n", _ANSWER + 1)
    head = parts[0].split(",")
    if len(parts) <= _ANSWER or head[0] != "square" or len(head) < 3:
        raise ParseError("the drawing is not on a square grid")
    place = _places(head, _json(parts[1]))
    layers = [_layer(parts[number]) for number in (_QUESTION, _ANSWER)]
    cells: list[Clue | None] = [None] * (place.rows * place.cols)
    for layer in reversed(layers):  # the numbers of the question take precedence
        for key, value in layer.get("zN", {}).items():
            if (cell := place.cell(key)) is not None and isinstance(value, list) and value:
                cells[cell] = _clue(value[0])
    yield _build_board(tuple(cells), layers, place, kind)


def _build_board(
    cells: tuple[Clue | None, ...], layers: list[_Layer], at: _Places, kind: Kind | None
) -> Board:
    """Return the most plausible board with these cells and layers."""

    def read_code(candidate: Kind, code: Code) -> Board:
        puzzle = candidate.new(at.rows, at.cols, cells)
        return Board(candidate, puzzle, answer=_parse_answer(candidate, code, puzzle, layers, at))

    candidates = codes_on(NAME, kind)
    if not candidates:
        raise ParseError(f"{kind.title if kind else 'this'} cannot be read from Penpa")
    return choose_reading(NAME, candidates, read_code)


def _unpack(packed: str) -> str:
    """Return the decompressed drawing; raise ParseError if it is damaged or too large."""
    import zlib  # imported where used: every format is asked whether it recognises an address
    from base64 import b64decode
    from urllib.parse import unquote

    data = unquote(packed).replace("-", "+").replace("_", "/")
    unpacker = zlib.decompressobj(-15)
    try:
        raw = b64decode(data + "=" * (-len(data) % 4))
        text = unpacker.decompress(raw, _MOST_BYTES).decode("utf-8")
    except (ValueError, zlib.error):
        raise ParseError("the drawing is damaged: it cannot be unpacked") from None
    if unpacker.unconsumed_tail:
        raise ParseError(_TOO_LARGE)
    return text


def _json(text: str) -> Json:
    from json import loads

    try:
        value: Json = loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _places(head: list[str], margins: Json) -> _Places:
    """Locate the board in a drawing of this size and these margins."""
    given = margins if isinstance(margins, list) and len(margins) == 4 else [0, 0, 0, 0]
    sides = [n for n in given if type(n) is int and 0 <= n <= _MOST_MARGIN]
    if len(sides) != 4:
        raise ParseError("the drawing is damaged: its margins cannot be read")
    top, bottom, left, right = sides
    full = read_size(head[2], head[1])
    rows, cols = read_size(str(full[0] - top - bottom), str(full[1] - left - right))
    if full[0] * full[1] > _MOST_CELLS:
        raise ParseError(_TOO_LARGE)
    return _Places(rows, cols, full[1], top, left)


def _layer(text: str) -> _Layer:
    """Parse a layer, whose keys are not quoted; return the parts that are used."""
    if sum(map(text.count, "[]{},:")) > _MOST_SIGNS:
        raise ParseError(_TOO_LARGE)
    quoted = re.sub(r"\b(z[A-Z0-9_])\b(?=[:,\]}])", r'"\1"', text)
    parts = _json(quoted)
    if not isinstance(parts, dict):
        raise ParseError("the drawing is damaged: a layer cannot be read")
    return {key: part for key in _KEYS if isinstance(part := parts.get(key), dict)}


class _Places:
    """Converts cells to keys of the drawing, which has margins and two more cells on each side."""

    def __init__(self, rows: int, cols: int, width: int, top: int, left: int) -> None:
        self.rows, self.cols = rows, cols
        self.width, self.top, self.left = width + 4, top + 2, left + 2

    def cell(self, key: str) -> int | None:
        if not (key.isascii() and key.isdigit() and len(key) < 10):
            return None
        row, col = divmod(int(key), self.width)
        row, col = row - self.top, col - self.left
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else None

    def key(self, cell: int) -> str:
        row, col = divmod(cell, self.cols)
        return str((row + self.top) * self.width + col + self.left)


def _clue(value: Json) -> Clue | None:
    if not isinstance(value, str | int):
        raise ParseError("the drawing has cells that are not numbers")
    return read_clue(str(value).strip() or "?", blank="", unknown="?")


def _parse_answer(
    kind: Kind, code: Code, puzzle: Puzzle, layers: list[_Layer], at: _Places
) -> Position | None:
    """Return the shaded cells or the lines as a position; None if nothing is drawn."""
    assert code.marks is not None
    empty = code.marks.write(puzzle, kind.start(puzzle))
    rows = [row[:] for row in empty]
    for layer in layers:
        if _has_lines(code):
            for key, value in layer.get("zL", {}).items():
                _draw_line(rows, at, key, value)
        else:
            for key, value in layer.get("zS", {}).items():
                if (cell := at.cell(key)) is not None and isinstance(value, int):
                    word = "#" if value in _BLACK else "+" if value == _GREEN else "."
                    rows[cell // at.cols][cell % at.cols] = word
    return code.marks.read(puzzle, rows) if rows != empty else None


def _has_lines(code: Code) -> bool:
    return isinstance(code, DrawingCode) and code.lines


def _draw_line(rows: Rows, at: _Places, key: str, value: Json) -> None:
    """Set the line between two adjacent cells in the rows; ignore all other lines."""
    ends = [at.cell(part) for part in key.split(",")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return
    if not isinstance(value, int) or value not in _LINES:
        return
    a, b = sorted((ends[0], ends[1]))
    if b == a + 1 and b % at.cols:
        rows[a // at.cols][a % at.cols] = _LINES[value]
    elif b == a + at.cols:
        rows[at.rows + a // at.cols][a % at.cols] = _LINES[value]


# Writing


def write(board: Board) -> str:
    """Return the address of a drawing with the board's numbers, and its answer on its layer."""
    import zlib
    from base64 import b64encode

    code = code_for(NAME, board.puzzle)
    puzzle = board.puzzle
    if puzzle.rows * puzzle.cols > _MOST_CELLS:
        raise NotApplicable(
            f"{NAME} cannot express this board: it has more than {_MOST_CELLS:,} cells"
        )
    at = _Places(puzzle.rows, puzzle.cols, puzzle.cols, 0, 0)
    circled = isinstance(code, DrawingCode) and code.circled
    style = 6 if circled else 1
    numbers = {
        at.key(cell): [" " if clue is UNKNOWN else clue, style, "1"]
        for cell, clue in enumerate(board.kind.cells(puzzle))
        if clue is not None
    }
    answer: dict[str, dict[str, int]] = {}
    if board.answer is not None and code.marks is not None:
        answer = _format_answer(code, code.marks.write(puzzle, board.answer), at)
    tool = "zL" if _has_lines(code) else "zS"
    text = "\n".join(_drawing(at, numbers, answer, tool))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8")) + packer.flush()
    address = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
    return address + b64encode(packed).decode("ascii")


def _format_answer(code: Code, rows: Rows, at: _Places) -> dict[str, dict[str, int]]:
    """Return the parts of the answer layer: shaded cells under `zS` or lines under `zL`."""
    if not _has_lines(code):
        colours = {"#": 4, "+": _GREEN}
        cells = [word for row in rows for word in row]
        return {"zS": {at.key(c): colours[w] for c, w in enumerate(cells) if w in colours}}
    lines = {}
    values = {word: value for value, word in _LINES.items()}
    for number, row in enumerate(rows):
        for place, word in enumerate(row):
            if word in values:
                down = number >= at.rows
                a = (number - at.rows if down else number) * at.cols + place
                b = a + (at.cols if down else 1)
                lines[f"{at.key(a)},{at.key(b)}"] = values[word]
    return {"zL": lines}


def _drawing(
    at: _Places, numbers: Mapping[str, object], answer: Mapping[str, object], tool: str
) -> list[str]:
    """Return the lines of a drawing as the original program saves them."""
    side = 38  # pixels of a cell
    width, height = (at.cols + 1) * side, (at.rows + 1) * side
    middle = ((at.rows + 4) // 2) * at.width + at.width // 2
    head = f"square,{at.cols},{at.rows},{side},0,1,1,{width},{height},{middle},{middle}"
    first = int(at.key(0))
    jumps = [1 if (cell + 1) % at.cols else 5 for cell in range(at.rows * at.cols - 1)]
    modes = _modes(tool)
    return [
        f"{head},0,0,0,0,Title: ,Author: ,,,OFF,false",
        "[0,0,0,0]",
        modes,
        _layer_text({"zN": numbers}),
        _layer_text(answer),
        _compact([first, *jumps]),
        '["Line Normal","Number Normal"]' if tool == "zL" else '["Surface","Number Normal"]',
        "{}",
        '"x"',
        '"x"',
        "[3,1,4]",
        modes,
        '"x"',
        "0",
        _layer_text({}),
        _layer_text({}),
        "{}",
        "[]",
        "",
    ]


def _modes(tool: str) -> str:
    """Return the selected tools for the question and for the answer."""
    tools = (
        'zS:["",1],zL:["1",3],zE:["1",2],zW:["",2],zC:["1",10],zN:["1",6],zY:["circle_L",1],'
        'zP:[zT,""],zB:["",""],"move":["1",""],"combi":["blpo",""],"sudoku":["1",1]'
    )
    return f'{{z9:zA,zG:["1","2","1"],zQ:{{zM:zN,{tools}}},zA:{{zM:{tool},{tools}}}}}'


def _compact(value: object) -> str:
    from json import dumps

    return dumps(value, separators=(",", ":"))


def _layer_text(parts: Mapping[str, object]) -> str:
    """Return a layer with these parts, all others empty."""
    texts = {key: _compact(value) for key, value in parts.items()}
    order = [*(f"{key}:{{z_:[]}}" for key in ("zR", "zU", "z8"))]
    for key in ("zS", "zN", "z1", "zY", "zF", "z2"):
        order.append(f"{key}:{texts.get(key, '{}')}")
    order += [f"{key}:[]" for key in ("zT", "z3", "zD", "z0", "z5")]
    order += [f"{key}:{texts.get(key, '{}')}" for key in ("zL", "zE", "zW", "zC", "z4")]
    order += ["z6:[]", "z7:[]"]
    return "{" + ",".join(order) + "}"


FORMAT = Format(NAME, "a Penpa+ address", recognises, read, write, holds_answers=True)
