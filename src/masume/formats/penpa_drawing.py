"""The text of a Penpa drawing: its compressed form, its layers and the keys of its places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from masume.core.text.codec import UnsupportedVariant
from masume.core.text.drawing_tools import Place
from masume.core.text.json_value import Json
from masume.errors import ParseError
from masume.formats.format import read_size

Layer: TypeAlias = dict[str, dict[str, Json]]  # its parts, by their keys
_MOST_BYTES = 4_000_000  # of the unpacked text
MOST_CELLS = 40_000  # of the board: few bytes can claim a large size
_MOST_SIGNS = 400_000  # separators in a layer: each value becomes a much larger object
_MOST_MARGIN = 1000
_TOO_LARGE = "the drawing is too large"
_KEYS = ("zS", "zN", "zL", "zE", "zY")  # surface, number, line, edge, symbol: the parts in use
_VARIANTS = {  # parts that no supported puzzle uses, and what they say
    "zC": "cages",
    "z6": "cages",
    "zT": "thermometers",
    "z7": "thermometers",
    "z3": "arrows",
    "zW": "walls",
}
_SOLUTION = ("zS", "zL", "zE", "zW", "zN", "zY")  # the parts of the field `a=`
_SYMBOLS = {"A": "circle_M", "E": "star"}  # symbols there


def unpack(packed: str) -> str:
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


def pack(text: str) -> str:
    """Return the compressed form of a text, the inverse of `unpack`."""
    import zlib
    from base64 import b64encode

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8")) + packer.flush()
    return b64encode(packed).decode("ascii")


def parse_json(text: str) -> Json:
    """Return the value of a text in JSON; None if it is no JSON."""
    from json import loads

    try:
        value: Json = loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def parse_tags(text: str) -> Iterator[str]:
    """Yield the names in a list of tags, without what follows them in parentheses."""
    tags = parse_json(text)
    for tag in tags if isinstance(tags, list) else []:
        yield str(tag).lower().partition(" (")[0]


def parse_layer(text: str) -> Layer:
    """Parse a layer, whose keys are not quoted; return the parts that are used.

    An address for solvers has no answer layer, but another list in its place.
    """
    if sum(map(text.count, "[]{},:")) > _MOST_SIGNS:
        raise ParseError(_TOO_LARGE)
    quoted = re.sub(r"\b(z[A-Z0-9_])\b(?=[:,\]}])", r'"\1"', text)
    parts = parse_json(quoted)
    if isinstance(parts, list):
        return {}
    if not isinstance(parts, dict):
        raise ParseError("the drawing is damaged: a layer cannot be read")
    for key, what in _VARIANTS.items():
        if parts.get(key):
            raise UnsupportedVariant(f"the drawing has {what}, which belong to variants")
    return {key: part for key in _KEYS if isinstance(part := parts.get(key), dict)}


def parse_solution(text: str) -> Layer:
    """Return the answer of an address for solvers as a layer: lists of `key,value`."""
    lists = parse_json(text)
    layer: Layer = {part: {} for part in _SOLUTION}
    if not isinstance(lists, list) or len(lists) != len(_SOLUTION):
        return {}
    for part, items in zip(_SOLUTION, lists, strict=True):
        for item in items if isinstance(items, list) else []:
            key, _, value = str(item).rpartition("," if part != "zS" else "\0")
            if part == "zS":
                layer[part][value.partition(",")[0]] = 4
            elif part == "zN":
                layer[part][key] = [value, 2, "1"]
            elif part == "zY":
                shape = _SYMBOLS.get(value[-1:], "")
                layer[part][key] = [int(value[:-1]) if value[:-1].isdigit() else 0, shape, 2]
            else:
                layer[part][key] = 30 if value == "2" else 3
    return layer


def locate_board(head: list[str], margins: Json) -> Places:
    """Locate the board in a drawing of this size and these margins."""
    given = margins if isinstance(margins, list) and len(margins) == 4 else [0, 0, 0, 0]
    sides = [n for n in given if type(n) is int and 0 <= n <= _MOST_MARGIN]
    if len(sides) != 4:
        raise ParseError("the drawing is damaged: its margins cannot be read")
    top, bottom, left, right = sides
    full = read_size(head[2], head[1])
    rows, cols = read_size(str(full[0] - top - bottom), str(full[1] - left - right))
    if full[0] * full[1] > MOST_CELLS:
        raise ParseError(_TOO_LARGE)
    return Places(rows, cols, full[1], full[0], top, left)


class Places:
    """The keys of a drawing, which has margins and two more cells on each side of the board.

    Keys count the cells of the whole drawing, then its corners, then its horizontal sides, then its
    vertical ones; each is named by the cell above and left of it.
    """

    def __init__(self, rows: int, cols: int, width: int, height: int, top: int, left: int) -> None:
        self.rows, self.cols = rows, cols
        self.width, self.top, self.left = width + 4, top + 2, left + 2
        self.size = self.width * (height + 4)

    def key(self, row: int, col: int, *, sort: int = 0) -> int:
        """Return the key of a cell, a corner (1), a horizontal (2) or a vertical side (3)."""
        return sort * self.size + (row + self.top) * self.width + col + self.left

    def where(self, key: str) -> tuple[int, int, int] | None:
        """Return the kind of place of a key, its row and its column; None for a line."""
        if not (key.isascii() and key.isdigit() and len(key) < 10):
            return None
        sort, place = divmod(int(key), self.size)
        row, col = divmod(place, self.width)
        return sort, row - self.top, col - self.left

    def has(self, row: int, col: int) -> bool:
        """Return whether a cell is on the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def table(self, place: Place) -> list[list[tuple[str, str]]]:
        """Return the two keys of each place of a table: of what is drawn, and of a cross on it."""
        rows, cols = range(self.rows), range(self.cols)
        if place == "cell":
            return [[(str(self.key(r, c)), "") for c in cols] for r in rows]
        if place == "beside":
            return [[("", "")]]
        outer = place == "side"
        across = [[self._side(place, r, c, 0, 1) for c in range(-outer, self.cols - 1 + outer)]
                  for r in rows]  # fmt: skip
        down = [[self._side(place, r, c, 1, 0) for c in cols]
                for r in range(-outer, self.rows - 1 + outer)]  # fmt: skip
        return across + down

    def _side(self, place: Place, row: int, col: int, down: int, right: int) -> tuple[str, str]:
        """Return the keys of the border to the next cell, or of the line across it."""
        cross = str(self.key(row, col, sort=2 if down else 3))
        if place == "line":
            return f"{self.key(row, col)},{self.key(row + down, col + right)}", cross
        begin = self.key(row - right, col - down, sort=1)
        return f"{begin},{self.key(row, col, sort=1)}", cross


def write_drawing(
    at: Places, margin: int, question: Layer, answer: Layer, *, modes: str, tabs: str, tag: str
) -> list[str]:
    """Return the lines of a drawing as the original program saves them.

    `modes` and `tabs` are the tools that it offers.
    """
    side = 38  # pixels of a cell
    cols, rows = at.cols + 2 * margin, at.rows + 2 * margin
    width, height = (cols + 1) * side, (rows + 1) * side
    middle = ((rows + 4) // 2) * at.width + at.width // 2
    head = f"square,{cols},{rows},{side},0,1,1,{width},{height},{middle},{middle}"
    first = at.key(0, 0)
    gap = 5 + 2 * margin
    jumps = [1 if (cell + 1) % at.cols else gap for cell in range(at.rows * at.cols - 1)]
    return [
        f"{head},0,0,0,0,Title: ,Author: ,,,OFF,false",
        _compact([margin] * 4),
        modes,
        _layer_text(question),
        _layer_text(answer),
        _compact([first, *jumps]),
        _compact([tabs, "Number Normal"]),
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
        _compact([tag]),
        "",
    ]


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


def _compact(value: object) -> str:
    from json import dumps

    return dumps(value, separators=(",", ":"))
