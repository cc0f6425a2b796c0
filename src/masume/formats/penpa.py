"""Penpa+: addresses that contain a compressed drawing, with the tools that a puzzle declares.

The field `p=` is the raw deflated text of the drawing in base64: a line with the size, one with the
margins, one for each layer. A layer is JSON with abbreviated keys. The puzzle is named by a tag, if
at all. The field `a=` of an address for solvers is the answer, compressed in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from masume.core.plugins.registry import is_kind_name, kind_named
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.codec import Code, DrawingCode, FileLines, Rows, UnsupportedVariant
from masume.core.text.drawing_tools import Place, Tool
from masume.core.text.json_value import Json
from masume.errors import NotApplicable, ParseError
from masume.formats.format import (
    Format,
    choose_reading,
    clue_lines,
    code_for,
    codes_on,
    read_size,
)
from masume.formats.plain import Board

_Layer: TypeAlias = dict[str, dict[str, Json]]  # its parts, by their keys

NAME = "penpa"
_FIELD = re.compile(r"[a-z]=.*", re.DOTALL)
_MODES = ("m=edit", "m=solve")
_SQUARE = ("square", "sudoku", "kakuro")  # the grids of square cells
_MOST_BYTES = 4_000_000  # of the unpacked text
_MOST_CELLS = 40_000  # of the board: few bytes can claim a large size
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
_QUESTION, _ANSWER, _TAGS = 3, 4, 17  # the lines of the two layers and of the tags
_SOLUTION = ("zS", "zL", "zE", "zW", "zN", "zY")  # the parts of the field `a=`
_SYMBOLS = {"A": "circle_M", "E": "star"}  # symbols there


def _fields(text: str) -> dict[str, str]:
    """Return the fields of an address by their letters; empty if it has no drawing."""
    word = text.strip()
    if "p=" not in word or len(word.split(None, 1)) > 1:
        return {}
    head, sharp, tail = word.partition("#")
    parts = (tail if sharp else head[head.find("?") + 1 :]).split("&")
    begin = next((n for n, field in enumerate(parts) if field in _MODES), len(parts))
    if begin == len(parts) or not all(map(_FIELD.fullmatch, parts[begin:])):
        return {}
    fields = {field[0]: field[2:] for field in reversed(parts[begin:])}
    return fields if fields.get("p") else {}


def recognises(text: str) -> bool:
    """Return whether a text is an address with a compressed drawing."""
    return bool(_fields(text))


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """Yield the board of an address, with the marks of its answer layer."""
    fields = _fields(text)
    parts = _unpack(fields.get("p", "")).split("\n")
    head = parts[0].split(",")
    if len(parts) <= _ANSWER or head[0] not in _SQUARE or len(head) < 3:
        raise ParseError("the drawing is not on a square grid")
    at = _places(head, _json(parts[1]))
    question, answer = (_layer(parts[number]) for number in (_QUESTION, _ANSWER))
    if fields.get("a") and not any(answer.values()):
        answer = _solution(_unpack(fields["a"]))
    tags = _json(parts[_TAGS]) if len(parts) > _TAGS else []
    names = [head[0], *(str(tag) for tag in (tags if isinstance(tags, list) else []))]

    def read_code(candidate: Kind, code: Code) -> Board:
        puzzle = _parse_puzzle(candidate, code, question, at)
        return Board(candidate, puzzle, answer=_parse_answer(candidate, code, puzzle, answer, at))

    yield choose_reading(NAME, _candidates(kind, names, question, at), read_code)


def _candidates(
    kind: Kind | None, names: Sequence[str], question: _Layer, at: _Places
) -> list[tuple[Kind, Code]]:
    """Return the kinds that a drawing can be of, by its tags and by the parts that it uses."""
    candidates = codes_on(NAME, kind)
    if not candidates:
        raise ParseError(f"{kind.title if kind else 'this'} cannot be read from Penpa")
    tagged = [kind_named(name) for name in names if is_kind_name(name)]
    if kind is not None:
        if tagged and kind not in tagged and any(k in tagged for k, _ in codes_on(NAME)):
            raise ParseError(f"this is {tagged[0].name}, not {kind.name}")
        return candidates
    if named := [(k, code) for k, code in candidates if k in tagged]:
        return named
    used = {part for part, values in question.items() if values}
    drawn = [(k, c) for k, c in candidates if _parts(_drawing(c).question) >= used]
    is_circled = any(isinstance(v, list) and v[1:2] == [6] for v in question.get("zN", {}).values())
    circled = [(k, c) for k, c in drawn if any(tool.numbers == 6 for tool in _drawing(c).question)]
    if is_circled and circled:
        return circled
    shapes = {str(v[1]) for v in question.get("zY", {}).values() if isinstance(v, list) and v[1:]}
    shaped = [(k, c) for k, c in drawn if _shapes(c) >= shapes]
    return shaped or drawn or candidates


def _shapes(code: Code) -> set[str]:
    drawn = (value for tool in _drawing(code).question for _, value in tool.words.values())
    return {str(value[1]) for value in drawn if isinstance(value, list)}


def _parts(tools: Sequence[Tool]) -> frozenset[str]:
    return frozenset(part for tool in tools for part in tool.parts)


def _drawing(code: Code) -> DrawingCode:
    return code if isinstance(code, DrawingCode) else _PLAIN


_PLAIN: DrawingCode = DrawingCode(())


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
    return _Places(rows, cols, full[1], full[0], top, left)


def _layer(text: str) -> _Layer:
    """Parse a layer, whose keys are not quoted; return the parts that are used.

    An address for solvers has no answer layer, but another list in its place.
    """
    if sum(map(text.count, "[]{},:")) > _MOST_SIGNS:
        raise ParseError(_TOO_LARGE)
    quoted = re.sub(r"\b(z[A-Z0-9_])\b(?=[:,\]}])", r'"\1"', text)
    parts = _json(quoted)
    if isinstance(parts, list):
        return {}
    if not isinstance(parts, dict):
        raise ParseError("the drawing is damaged: a layer cannot be read")
    for key, what in _VARIANTS.items():
        if parts.get(key):
            raise UnsupportedVariant(f"the drawing has {what}, which belong to variants")
    return {key: part for key in _KEYS if isinstance(part := parts.get(key), dict)}


def _solution(text: str) -> _Layer:
    """Return the answer of an address for solvers as a layer: lists of `key,value`."""
    lists = _json(text)
    layer: _Layer = {part: {} for part in _SOLUTION}
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


class _Places:
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


def _rows(layer: _Layer, tool: Tool, at: _Places, blank: str) -> Rows:
    """Return the table that a tool has drawn, with `blank` where there is nothing."""
    if tool.place == "beside":
        found = [tool.read(part, v) for part in tool.parts for v in _beside(layer, part, at)]
        return [[text for text in found if text][:1]]

    def word(keys: tuple[str, str]) -> str:
        words = (
            tool.read(part, layer[part][key])
            for part in sorted(tool.parts, key=_PRIORITY.index)
            for key in (*keys, ",".join(reversed(keys[0].split(","))))
            if key in layer.get(part, {})
        )
        return next(filter(None, words), blank)

    return [[word(keys) for keys in row] for row in at.table(tool.place)]


_PRIORITY = ("zN", "zY", "zL", "zE", "zS")  # a number counts more than the colour of its cell


def _beside(layer: _Layer, part: str, at: _Places) -> list[Json]:
    """Return what is drawn in cells beside the board."""
    places = ((at.where(key), value) for key, value in layer.get(part, {}).items())
    return [v for place, v in places if place and (place[0] != 0 or not at.has(*place[1:]))]


def _parse_puzzle(kind: Kind, code: Code, layer: _Layer, at: _Places) -> Puzzle:
    """Return the puzzle of the question layer; raise ParseError if it has more than that."""
    drawing = _drawing(code)
    if any(place and place[0] for place in map(at.where, layer.get("zN", {}))):
        raise UnsupportedVariant("the drawing has numbers beside cells, as variants have")
    extra = {part for part in ("zN", "zY") if layer.get(part)} - _parts(drawing.question)
    if extra:
        what = "numbers" if "zN" in extra else "symbols"
        raise UnsupportedVariant(f"the drawing has {what}, which {kind.title} has not")
    if layer.get("zL") or ("zE" not in _parts(drawing.question) and _has_borders(layer, at)):
        raise UnsupportedVariant("the drawing has lines in its question, as variants have")
    tables = [_rows(layer, tool, at, _blank(tool)) for tool in drawing.question]
    lines = [row for table in tables for row in table if row]
    return _body_of(kind, code).read(at.rows, at.cols, lines)[0]


def _has_borders(layer: _Layer, at: _Places) -> bool:
    keys = {key for row in at.table("border") for pair in row for key in pair}
    return not keys.isdisjoint(layer.get("zE", {}))


def _blank(tool: Tool) -> str:
    return "." if tool.place == "cell" else "0"


def _body_of(kind: Kind, code: Code) -> FileLines:
    return _drawing(code).body or clue_lines(kind, code)


def _parse_answer(
    kind: Kind, code: Code, puzzle: Puzzle, layer: _Layer, at: _Places
) -> Position | None:
    """Return the marks of the answer layer; None if there are none."""
    assert code.marks is not None
    empty = code.marks.write(puzzle, kind.start(puzzle))
    drawn = [row for tool in _drawing(code).answer for row in _rows(layer, tool, at, "")]
    rows = [
        [word or blank for word, blank in zip(own, blanks, strict=True)]
        for own, blanks in zip(drawn, empty, strict=False)
    ]
    return code.marks.read(puzzle, rows) if rows != empty else None


# Writing


def write(board: Board) -> str:
    """Return the address of a drawing of the board, with its answer on the other layer."""
    code = code_for(NAME, board.puzzle)
    drawing, puzzle = _drawing(code), board.puzzle
    if puzzle.rows * puzzle.cols > _MOST_CELLS:
        raise NotApplicable(
            f"{NAME} cannot express this board: it has more than {_MOST_CELLS:,} cells"
        )
    margin = int(any(tool.place == "beside" for tool in drawing.question))
    at = _Places(
        puzzle.rows, puzzle.cols, puzzle.cols + 2 * margin, puzzle.rows + 2 * margin, margin, margin
    )
    question = _draw(drawing.question, _body_of(board.kind, code).write(puzzle), at)
    answer: _Layer = {}
    if board.answer is not None and code.marks is not None:
        marks = code.marks
        empty = [word for row in marks.write(puzzle, board.kind.start(puzzle)) for word in row]
        rows = marks.write(puzzle, board.answer)
        words = iter(empty)
        new = [["" if word == next(words) else word for word in row] for row in rows]
        answer = _draw(drawing.answer, new, at)
    tool = next(part for part in ("zL", "zE", "zS") if part in {*_parts(drawing.answer), "zS"})
    text = "\n".join(_text(at, margin, question, answer, tool, board.kind.name.replace("_", "")))
    address = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
    return address + _pack(text)


def _pack(text: str) -> str:
    import zlib
    from base64 import b64encode

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8")) + packer.flush()
    return b64encode(packed).decode("ascii")


def _draw(tools: Sequence[Tool], lines: Rows, at: _Places) -> _Layer:
    """Return the layer of lines of words, table by table; the inverse of `_rows`."""
    layer: _Layer = {}
    rest = (row for row in lines if row)
    for tool in tools:
        for keys in at.table(tool.place):
            for (key, _), word in zip(keys, next(rest) if keys else [], strict=True):
                place = key or str(at.key(-1, at.cols - 1))
                for part, value in tool.draw(word) if word else []:
                    layer.setdefault(part, {})[place] = value
    return layer


def _text(
    at: _Places, margin: int, question: _Layer, answer: _Layer, tool: str, tag: str
) -> list[str]:
    """Return the lines of a drawing as the original program saves them."""
    side = 38  # pixels of a cell
    cols, rows = at.cols + 2 * margin, at.rows + 2 * margin
    width, height = (cols + 1) * side, (rows + 1) * side
    middle = ((rows + 4) // 2) * at.width + at.width // 2
    head = f"square,{cols},{rows},{side},0,1,1,{width},{height},{middle},{middle}"
    first = at.key(0, 0)
    gap = 5 + 2 * margin
    jumps = [1 if (cell + 1) % at.cols else gap for cell in range(at.rows * at.cols - 1)]
    modes = _modes(tool)
    return [
        f"{head},0,0,0,0,Title: ,Author: ,,,OFF,false",
        _compact([margin] * 4),
        modes,
        _layer_text(question),
        _layer_text(answer),
        _compact([first, *jumps]),
        _compact([_NAMES[tool], "Number Normal"]),
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


_NAMES = {"zS": "Surface", "zL": "Line Normal", "zE": "Edge Normal"}


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
