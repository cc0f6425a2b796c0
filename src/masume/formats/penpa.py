"""Penpa+: addresses that contain a compressed drawing, with the tools that a puzzle declares.

The field `p=` is the raw deflated text of the drawing in base64: a line with the size, one with the
margins, one for each layer. A layer is JSON with abbreviated keys. The puzzle is named by a tag, if
at all. The field `a=` of an address for solvers is the answer, compressed in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.text.codec import Code, DrawingCode, FileLines, Rows, UnsupportedVariant
from masume.core.text.drawing_tools import CIRCLED, DrawingTool, sign_of
from masume.core.text.json_value import Json
from masume.errors import NotApplicable, ParseError, shorten
from masume.formats.format import (
    Format,
    choose_reading,
    clue_lines,
    code_for,
    codes_on,
)
from masume.formats.penpa_drawing import (
    MOST_CELLS,
    Layer,
    Places,
    locate_board,
    pack,
    parse_json,
    parse_layer,
    parse_solution,
    parse_tags,
    unpack,
    write_drawing,
)
from masume.formats.plain import Board

NAME = "penpa"
_FIELD = re.compile(r"[a-z]=.*", re.DOTALL)
_MODES = ("m=edit", "m=solve")
_SQUARE = ("square", "sudoku", "kakuro")  # the grids of square cells
_COUNTED = ("zS", "zN", "zE", "zY")  # the parts that tell puzzles apart
_QUESTION, _ANSWER, _TAGS = 3, 4, 17  # the lines of the two layers and of the tags


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
    parts = unpack(fields.get("p", "")).split("\n")
    head = parts[0].split(",")
    if len(parts) <= _ANSWER or head[0] not in _SQUARE or len(head) < 3:
        raise ParseError("the drawing is not on a square grid")
    at = locate_board(head, parse_json(parts[1]))
    question, answer = (parse_layer(parts[number]) for number in (_QUESTION, _ANSWER))
    if fields.get("a") and not any(answer.values()):
        answer = parse_solution(unpack(fields["a"]))
    tags = [*parse_tags(parts[_TAGS])] if len(parts) > _TAGS else []

    def read_code(candidate: Kind, code: Code) -> Board:
        puzzle = _parse_puzzle(candidate, code, question, at)
        return Board(candidate, puzzle, answer=_parse_answer(candidate, code, puzzle, answer, at))

    yield choose_reading(NAME, _candidates(kind, tags or head[:1], question), read_code)


def _candidates(
    kind: Kind | None, names: Sequence[str], question: Layer
) -> list[tuple[Kind, Code]]:
    """Return the kinds that a drawing can be of, by its names and by what is drawn.

    Names are its tags or, if it has none, the type of its grid.
    """
    candidates = codes_on(NAME, kind)
    if not candidates:
        raise ParseError(f"{kind.title if kind else 'this'} cannot be read from Penpa")
    known = {name: found for found, code in codes_on(NAME) for name in code.names}
    tagged = [known[name] for name in names if name in known]
    if kind is not None:
        if tagged and kind not in tagged:
            raise ParseError(f"this is {tagged[0].name}, not {kind.name}")
        return candidates
    if unknown := [name for name in names if name not in (*known, *_SQUARE)]:
        raise UnsupportedVariant(f"the drawing is tagged {shorten(unknown[0])!r}: not supported")
    if tagged:
        return [(found, code) for found, code in candidates if found in tagged]
    used = {part for part in _COUNTED if question.get(part)}
    drawn = [(k, c) for k, c in candidates if _parts(_drawing(c).question) >= used]
    lists = {part: [v for v in question.get(part, {}).values() if isinstance(v, list)]
             for part in ("zN", "zY")}  # fmt: skip
    circled = any(value[1:2] == [CIRCLED.numbers] for value in lists["zN"])
    shapes = {str(value[1]) for value in lists["zY"] if value[1:]}
    alike = [(k, c) for k, c in drawn if _circles(c) >= circled and _shapes(c) >= shapes]
    unused = [len(_parts(_drawing(code).question) - used) for _, code in alike]
    least = [kc for kc, count in zip(alike, unused, strict=True) if count == min(unused)]
    return least or drawn or candidates


def _circles(code: Code) -> bool:
    return any(tool.numbers == CIRCLED.numbers for tool in _drawing(code).question)


def _shapes(code: Code) -> set[str]:
    drawn = (value for tool in _drawing(code).question for _, value in tool.words.values())
    return {str(value[1]) for value in drawn if isinstance(value, list)}


def _parts(tools: Sequence[DrawingTool]) -> frozenset[str]:
    return frozenset(part for tool in tools for part in tool.parts)


def _drawing(code: Code) -> DrawingCode:
    return code if isinstance(code, DrawingCode) else _PLAIN


_PLAIN: DrawingCode = DrawingCode(())


def _rows(layer: Layer, tool: DrawingTool, at: Places, blank: str) -> Rows:
    """Return the table that a tool has drawn, with `blank` where there is nothing."""
    if tool.place == "beside":
        found = [tool.read(part, v) for part in tool.parts for v in _beside(layer, part, at)]
        return [[next(filter(None, found), "?")]]

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


def _beside(layer: Layer, part: str, at: Places) -> list[Json]:
    """Return what is drawn in cells beside the board."""
    places = ((at.where(key), value) for key, value in layer.get(part, {}).items())
    return [v for place, v in places if place and (place[0] != 0 or not at.has(*place[1:]))]


def _parse_puzzle(kind: Kind, code: Code, layer: Layer, at: Places) -> Puzzle:
    """Return the puzzle of the question layer; raise ParseError if it has more than that."""
    drawing = _drawing(code)
    if any(place and place[0] for place in map(at.where, layer.get("zN", {}))):
        raise UnsupportedVariant("the drawing has numbers beside cells, as variants have")
    for part, what in {"zN": "numbers", "zY": "symbols"}.items():
        if part not in _parts(drawing.question) and _has_cells(layer, part, at):
            raise UnsupportedVariant(f"the drawing has {what}, which {kind.title} has not")
    if layer.get("zL") or ("zE" not in _parts(drawing.question) and _has_borders(layer, at)):
        raise UnsupportedVariant("the drawing has lines in its question, as variants have")
    for tool in drawing.question:
        _reject_unknown_signs(layer, tool, at)
    tables = [_rows(layer, tool, at, _blank(tool)) for tool in drawing.question]
    lines = [row for table in tables for row in table if row]
    return _body_of(kind, code).read(at.rows, at.cols, lines)[0]


def _reject_unknown_signs(layer: Layer, tool: DrawingTool, at: Places) -> None:
    """Raise ParseError for a number or symbol in a cell that a tool cannot draw."""
    for row in at.table(tool.place) if tool.place == "cell" else ():
        for key, _ in row:
            for part in tool.parts & {"zN", "zY"}:
                if (value := layer.get(part, {}).get(key)) and tool.read(part, value) is None:
                    raise ParseError(f"{shorten(sign_of(part, value))!r} is no clue of this puzzle")


def _has_cells(layer: Layer, part: str, at: Places) -> bool:
    places = filter(None, map(at.where, layer.get(part, {})))
    return any(sort == 0 and at.has(row, col) for sort, row, col in places)


def _has_borders(layer: Layer, at: Places) -> bool:
    keys = {key for row in at.table("border") for pair in row for key in pair}
    return not keys.isdisjoint(layer.get("zE", {}))


def _blank(tool: DrawingTool) -> str:
    return "." if tool.place == "cell" else "0"


def _body_of(kind: Kind, code: Code) -> FileLines:
    return _drawing(code).body or clue_lines(kind, code)


def _parse_answer(
    kind: Kind, code: Code, puzzle: Puzzle, layer: Layer, at: Places
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
    if puzzle.rows * puzzle.cols > MOST_CELLS:
        raise NotApplicable(
            f"{NAME} cannot express this board: it has more than {MOST_CELLS:,} cells"
        )
    margin = int(any(tool.place == "beside" for tool in drawing.question))
    at = Places(
        puzzle.rows, puzzle.cols, puzzle.cols + 2 * margin, puzzle.rows + 2 * margin, margin, margin
    )
    question = _draw(drawing.question, _body_of(board.kind, code).write(puzzle), at)
    answer: Layer = {}
    if board.answer is not None and code.marks is not None:
        marks = code.marks
        empty = [word for row in marks.write(puzzle, board.kind.start(puzzle)) for word in row]
        rows = marks.write(puzzle, board.answer)
        words = iter(empty)
        new = [["" if word == next(words) else word for word in row] for row in rows]
        answer = _draw(drawing.answer, new, at)
    tool = next(part for part in ("zL", "zE", "zS") if part in {*_parts(drawing.answer), "zS"})
    lines = write_drawing(
        at, margin, question, answer, modes=_modes(tool), tabs=_TABS[tool], tag=code.names[0]
    )
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack("\n".join(lines))


def _draw(tools: Sequence[DrawingTool], lines: Rows, at: Places) -> Layer:
    """Return the layer of lines of words, table by table; the inverse of `_rows`."""
    layer: Layer = {}
    rest = (row for row in lines if row)
    for tool in tools:
        for keys in at.table(tool.place):
            for (key, _), word in zip(keys, next(rest) if keys else [], strict=True):
                place = key or str(at.key(-1, at.cols - 1))
                for part, value in tool.draw(word) if word else []:
                    layer.setdefault(part, {})[place] = value
    return layer


_TABS = {"zS": "Surface", "zL": "Line Normal", "zE": "Edge Normal"}


def _modes(tool: str) -> str:
    """Return the selected tools for the question and for the answer."""
    tools = (
        'zS:["",1],zL:["1",3],zE:["1",2],zW:["",2],zC:["1",10],zN:["1",6],zY:["circle_L",1],'
        'zP:[zT,""],zB:["",""],"move":["1",""],"combi":["blpo",""],"sudoku":["1",1]'
    )
    return f'{{z9:zA,zG:["1","2","1"],zQ:{{zM:zN,{tools}}},zA:{{zM:{tool},{tools}}}}}'


FORMAT = Format(NAME, "a Penpa+ address", recognises, read, write, holds_answers=True)
