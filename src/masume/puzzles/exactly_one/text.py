"""Exactly One Mazes as text: boards, answers, moves, JSON and pictures, each with its inverse.

A board is a grid of labels; `.` is a cell of no shape. An answer is the path, as steps, as words
or as cells, and then notes: cells that are surely off it or on it, and links that it surely uses
or does not use:

    URRUUR          up right right up up right          r4c1 r3c1 r3c2 …
    r2c3=off r4c4=on
    r1c3-r1c4=on r2c4-r3c4=off
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from textwrap import wrap

from masume.core.puzzle.grid import Cell
from masume.core.text.blocks import (
    Block,
    by_rows,
    json_cell,
    json_cells,
    parse_cell,
    read_grid,
    write_grid,
)
from masume.errors import ParseError, shorten
from masume.puzzles.exactly_one.draft import PathDraft, link, step_from, tidied
from masume.puzzles.exactly_one.puzzle import (
    DIRECTIONS,
    LABEL,
    Back,
    Cross,
    Direction,
    ExactlyOne,
    Flip,
    Move,
    Pair,
    PathMark,
    PathStep,
    Tick,
    Trail,
    start,
)

_WIDTH = 60
_MOST_WORK = 1_000_000  # cells of the path that the moves of an answer may go over again
_LETTERS: dict[str, Direction] = {direction[0]: direction for direction in DIRECTIONS}
_STEPS: dict[str, Direction] = {**_LETTERS, **{direction: direction for direction in DIRECTIONS}}
_LINK_MARKS = {"on": True, "off": False, "open": None}


def parse_label(token: str) -> str | None:
    """Read one cell of a board.

    >>> parse_label("12"), parse_label("b"), parse_label("0")
    ('12', 'b', None)
    """
    if token in (".", "0", "_", "-"):
        return None
    if not LABEL.fullmatch(token):
        raise ValueError(
            f"{shorten(token)!r} is not a label of 1 to 8 letters or digits; "
            "write '.' for a cell of no shape"
        )
    return token


def read(block: Block) -> ExactlyOne:
    """Read a grid of labels."""
    rows, cols, labels = read_grid(block.grid, parse_label)
    return ExactlyOne(rows, cols, tuple(labels))


def write(puzzle: ExactlyOne) -> list[str]:
    """The inverse of `read`."""
    return write_grid(by_rows([label or "." for label in puzzle.labels], puzzle.cols))


# Moves


def parse_move(puzzle: ExactlyOne, text: str) -> Move:
    """Read `up`, `back`, `r2c3=off`, `=on`, `=open`, `=flip`, `r2c3-r2c4=on`, `=off`, `=open`."""
    word = text.strip().lower()
    if word in _STEPS:
        return PathStep(_STEPS[word])
    if word == "back":
        return Back()
    where, _, what = word.partition("=")
    cell, is_link, other = where.partition("-")
    if is_link and what in _LINK_MARKS:
        cells = (parse_cell(text, puzzle.rows, puzzle.cols) for text in (cell, other))
        return PathMark(*link(puzzle, *cells), _LINK_MARKS[what])
    if not is_link and what in ("off", "on", "open", "flip"):
        at = parse_cell(where, puzzle.rows, puzzle.cols)
        marks: dict[str, Move] = {"flip": Flip(at), "on": Tick(at)}
        return marks.get(what, Cross(at, what == "off"))
    raise ParseError(
        f"{shorten(text)!r} is not a move; moves are up, down, left, right, back or like r2c3=off"
    )


def write_move(puzzle: ExactlyOne, move: Move) -> str:
    """The inverse of `parse_move`."""
    name = puzzle.grid.name
    if isinstance(move, PathStep):
        return move.direction
    if isinstance(move, Back):
        return "back"
    if isinstance(move, Cross):
        return f"{name(move.cell)}={'off' if move.on else 'open'}"
    if isinstance(move, Tick):
        return f"{name(move.cell)}=on"
    if isinstance(move, Flip):
        return f"{name(move.cell)}=flip"
    what = next(word for word, on in _LINK_MARKS.items() if on is move.on)
    return f"{name(move.cell)}-{name(move.other)}={what}"


# Answers


def read_answer(puzzle: ExactlyOne, block: Block) -> Trail:
    """Read a path as `URDL` letters, as words, as moves or as cells, over any number of lines."""
    draft: PathDraft | None = None
    for line in block.answer or []:
        for word in re.split(r"[\s,;]+", line.text.lower()):
            try:
                draft = _read_word(puzzle, draft, word) if word else draft
            except ParseError as fault:
                raise ParseError(fault.fault, line=line.number) from None
    if draft is None:
        raise ParseError("the answer is empty; a path is written like UURDRU or r4c1 r3c1 r3c2")
    return draft.trail()


def _read_word(puzzle: ExactlyOne, draft: PathDraft | None, word: str) -> PathDraft:
    """The position after one more word of an answer; None is before the first one."""
    begun = draft or PathDraft(puzzle, start(puzzle))
    if re.fullmatch("[udlr]+", word):
        cell, cells = begun.path[-1], list[Cell]()
        for letter in word:  # a word is drawn as a whole, whatever pieces it passes
            cell = step_from(puzzle, cell, _LETTERS[letter])
            cells.append(cell)
        begun.visit(*cells)
        return begun
    if "=" in word or word in _STEPS or word == "back":
        begun.play(parse_move(puzzle, word))
        if begun.work > _MOST_WORK:
            raise ParseError("the answer changes a long path too often to be read")
        return begun
    if not re.match(r"r\d", word):
        raise ParseError(
            f"{shorten(word)!r} is no part of a path; use U R D L, up right down left, or r2c3"
        )
    cell = parse_cell(word, puzzle.rows, puzzle.cols)
    if draft is None:
        return PathDraft(puzzle, Trail((cell,)))  # wherever it begins: the referee will judge
    draft.visit(cell)
    return draft


def write_answer(puzzle: ExactlyOne, position: Trail) -> list[str]:
    """The inverse of `read_answer`: letters where the path can be told so, otherwise cells."""
    letters = path_letters(puzzle, position.path)
    path = letters or " ".join(puzzle.grid.name(cell) for cell in position.path)
    notes: list[list[Move]] = [
        [Cross(cell, True) for cell in sorted(position.crossed)],
        [Tick(cell) for cell in sorted(position.ticked)],
        [PathMark(*pair, True) for pair in sorted(position.pieces)],
        [PathMark(*pair, False) for pair in sorted(position.walls)],
    ]
    lines = [path, *(" ".join(write_move(puzzle, move) for move in moves) for moves in notes)]
    return [part for line in lines for part in wrap(line, _WIDTH, break_on_hyphens=False)]


def path_letters(puzzle: ExactlyOne, path: tuple[Cell, ...]) -> str:
    """The steps of a path from the start cell; empty if it has none or does not begin there."""
    turns = {step: direction[0].upper() for direction, step in DIRECTIONS.items()}
    at = puzzle.grid.at
    steps = [(at(b)[0] - at(a)[0], at(b)[1] - at(a)[1]) for a, b in pairwise(path)]
    if path[0] != puzzle.start_cell or not all(step in turns for step in steps):
        return ""
    return "".join(turns[step] for step in steps)


def to_json(puzzle: ExactlyOne, position: Trail) -> dict[str, object]:
    """`{"path": [[row, col], …]}`, counted from 0, and the notes that there are.

    `"crossed"` and `"ticked"` are cells like the path, `"pieces"` and `"walls"` pairs of cells.
    """

    def places(cells: Iterable[Cell]) -> list[list[int]]:
        return [list(puzzle.grid.at(cell)) for cell in cells]

    notes = {
        "crossed": places(sorted(position.crossed)),
        "ticked": places(sorted(position.ticked)),
        "pieces": [places(pair) for pair in sorted(position.pieces)],
        "walls": [places(pair) for pair in sorted(position.walls)],
    }
    return {"path": places(position.path), **{key: noted for key, noted in notes.items() if noted}}


def from_json(puzzle: ExactlyOne, data: Mapping[str, object]) -> Trail:
    """The inverse of `to_json`."""
    path = json_cells(data, "path", puzzle.rows, puzzle.cols)
    crossed = json_cells({"crossed": [], **data}, "crossed", puzzle.rows, puzzle.cols)
    if not path:
        raise ParseError("the path is empty; it has at least its first cell")
    ticked = json_cells({"ticked": [], **data}, "ticked", puzzle.rows, puzzle.cols)
    pieces, walls = _json_links(puzzle, data, "pieces"), _json_links(puzzle, data, "walls")
    name = puzzle.grid.name
    if both := {*path, *ticked, *(cell for pair in pieces for cell in pair)}.intersection(crossed):
        raise ParseError(f"{name(min(both))} is both on the path and crossed out")
    if shut := walls & (pieces | {(min(pair), max(pair)) for pair in pairwise(path)}):
        a, b = min(shut)
        raise ParseError(f"{name(a)}-{name(b)} is both on the path and a wall")
    return tidied(puzzle, Trail(tuple(path), frozenset(crossed), frozenset(ticked), pieces, walls))


def _json_links(puzzle: ExactlyOne, data: Mapping[str, object], key: str) -> frozenset[Pair]:
    """The links that stand under a key, if it is there."""
    form, entries = "[[row, col], [row, col]]", data.get(key, [])
    if not isinstance(entries, list):
        raise ParseError(f'the answer needs "{key}", a list of {form}')
    links = set()
    for entry in entries:
        if not (isinstance(entry, list) and len(entry) == 2):
            raise ParseError(f"{shorten(str(entry))} is not {form}")
        links.add(link(puzzle, *(json_cell(puzzle.rows, puzzle.cols, pair) for pair in entry)))
    return frozenset(links)


# Pictures

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = "•╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by the sum of the sides that the path goes to


def picture(puzzle: ExactlyOne, position: Trail) -> list[str]:
    """The board with the path and its pieces drawn behind the labels: the path's ends are `•`.

    Crossed cells are `×`, and a `+` marks a cell that is surely on the path. The upper right cell
    is `○` until the path gets there. Walls are not shown: there is no room for them.
    """
    sides = _sides(puzzle, position)
    width = max((len(label) for label in puzzle.labels if label), default=1)
    lines = []
    for row in range(0, len(puzzle.labels), puzzle.cols):
        texts = []
        for cell in range(row, row + puzzle.cols):
            fill = "─" if sides.get(cell, 0) & _LEFT else " "
            label = puzzle.labels[cell] or (fill if cell in sides else ".")
            texts.append((fill if cell > row else "") + label.rjust(width, fill))
            texts.append(_sign(puzzle, position, cell, sides))
        lines.append("".join(texts).rstrip())
    return lines


def _sign(puzzle: ExactlyOne, position: Trail, cell: Cell, sides: dict[Cell, int]) -> str:
    if cell in (position.path[0], position.path[-1]):
        return "•"
    if cell in sides and (cell != puzzle.goal_cell or cell in position.path):
        return _LINES[sides[cell]]
    if cell in position.crossed:
        return "×"
    return "+" if cell in position.ticked else "○" if cell == puzzle.goal_cell else " "


def _sides(puzzle: ExactlyOne, position: Trail) -> dict[Cell, int]:
    """For each cell of the path and its pieces the sides that it goes to."""
    sides = dict.fromkeys([*position.path, *(c for pair in position.pieces for c in pair)], 0)
    ways = {(-1, 0): (_UP, _DOWN), (1, 0): (_DOWN, _UP)}
    ways |= {(0, -1): (_LEFT, _RIGHT), (0, 1): (_RIGHT, _LEFT)}
    for a, b in [*pairwise(position.path), *position.pieces]:
        (row_a, col_a), (row_b, col_b) = puzzle.grid.at(a), puzzle.grid.at(b)
        out_of, into = ways.get((row_b - row_a, col_b - col_a), (0, 0))
        sides[a] |= out_of
        sides[b] |= into
    return sides
