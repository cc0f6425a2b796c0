"""The text formats of mazes: boards, answers, moves, JSON and pictures.

A board is a grid of labels; `.` is a cell without a shape. An answer is the path, as letters, words
or cells, followed by notes: cells that are off it or on it, and links that it uses or does not use:

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
    json_cell,
    json_cells,
    parse_cell,
    read_grid,
    split_rows,
    write_grid,
)
from masume.errors import ParseError, shorten
from masume.families.links.picture import SIGNS, line_picture, sides_of
from masume.puzzles.exactly_one.editor import PathEditor, link, normalise, step_from
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
_MOST_WORK = 1_000_000  # path cells that the moves of an answer may process again
_LETTERS: dict[str, Direction] = {direction[0]: direction for direction in DIRECTIONS}
_STEPS: dict[str, Direction] = {**_LETTERS, **{direction: direction for direction in DIRECTIONS}}
_LINK_MARKS = {"on": True, "off": False, "open": None}


def parse_label(token: str) -> str | None:
    """Parse one cell of a board; None without a label.

    >>> parse_label("12"), parse_label("b"), parse_label("0")
    ('12', 'b', None)
    """
    if token in (".", "0", "_", "-"):
        return None
    if not LABEL.fullmatch(token):
        raise ValueError(
            f"{shorten(token)!r} is not a label of 1 to 8 letters or digits; "
            "write '.' for a cell without a shape"
        )
    return token


def read(block: Block) -> ExactlyOne:
    """Read a grid of labels."""
    rows, cols, labels = read_grid(block.grid, parse_label)
    return ExactlyOne(rows, cols, tuple(labels))


def write(puzzle: ExactlyOne) -> list[str]:
    """Return the lines of a board, the inverse of `read`."""
    return write_grid(split_rows([label or "." for label in puzzle.labels], puzzle.cols))


# Moves


def parse_move(puzzle: ExactlyOne, text: str) -> Move:
    """Parse `up`, `back`, `r2c3=off`, `=on`, `=open`, `=flip`, `r2c3-r2c4=on`, `=off`, `=open`."""
    word = text.strip().lower()
    if word in _STEPS:
        return PathStep(_STEPS[word])
    if word == "back":
        return Back()
    place, _, mark = word.partition("=")
    cell, is_link, other = place.partition("-")
    if is_link and mark in _LINK_MARKS:
        cells = (parse_cell(text, puzzle.rows, puzzle.cols) for text in (cell, other))
        return PathMark(*link(puzzle, *cells), _LINK_MARKS[mark])
    if not is_link and mark in ("off", "on", "open", "flip"):
        at = parse_cell(place, puzzle.rows, puzzle.cols)
        moves: dict[str, Move] = {"flip": Flip(at), "on": Tick(at)}
        return moves.get(mark, Cross(at, mark == "off"))
    raise ParseError(
        f"{shorten(text)!r} is not a move; moves are up, down, left, right, back or like r2c3=off"
    )


def write_move(puzzle: ExactlyOne, move: Move) -> str:
    """Format a move, the inverse of `parse_move`."""
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
    mark = next(word for word, on in _LINK_MARKS.items() if on is move.on)
    return f"{name(move.cell)}-{name(move.other)}={mark}"


# Answers


def read_answer(puzzle: ExactlyOne, block: Block) -> Trail:
    """Read a path of `URDL` letters, words, moves or cells, over any number of lines."""
    editor: PathEditor | None = None
    for line in block.answer or []:
        for word in re.split(r"[\s,;]+", line.text.lower()):
            try:
                editor = _read_word(puzzle, editor, word) if word else editor
            except ParseError as fault:
                raise ParseError(fault.fault, line=line.number) from None
    if editor is None:
        raise ParseError("the answer is empty; a path is written like UURDRU or r4c1 r3c1 r3c2")
    return editor.trail()


def _read_word(puzzle: ExactlyOne, previous: PathEditor | None, word: str) -> PathEditor:
    """Apply one word of an answer and return the editor; `previous` is None at the first word."""
    editor = previous or PathEditor(puzzle, start(puzzle))
    if re.fullmatch("[udlr]+", word):
        cell, cells = editor.path[-1], list[Cell]()
        for letter in word:  # the pieces that a word passes do not extend it in between
            cell = step_from(puzzle, cell, _LETTERS[letter])
            cells.append(cell)
        editor.visit(*cells)
        return editor
    if "=" in word or word in _STEPS or word == "back":
        editor.play(parse_move(puzzle, word))
        if editor.work > _MOST_WORK:
            raise ParseError("the answer changes a long path too many times")
        return editor
    if not re.match(r"r\d", word):
        raise ParseError(
            f"{shorten(word)!r} is not part of a path; use U R D L, up right down left, or r2c3"
        )
    cell = parse_cell(word, puzzle.rows, puzzle.cols)
    if previous is None:
        return PathEditor(puzzle, Trail((cell,)))  # the referee reports a wrong first cell
    editor.visit(cell)
    return editor


def write_answer(puzzle: ExactlyOne, position: Trail) -> list[str]:
    """Return an answer in letters if possible, else in cells, the inverse of `read_answer`."""
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
    """Return the step letters of a path; empty if it jumps or does not begin in the start cell."""
    letters = {step: direction[0].upper() for direction, step in DIRECTIONS.items()}
    at = puzzle.grid.at
    steps = [(at(b)[0] - at(a)[0], at(b)[1] - at(a)[1]) for a, b in pairwise(path)]
    if path[0] != puzzle.start_cell or not all(step in letters for step in steps):
        return ""
    return "".join(letters[step] for step in steps)


def to_json(puzzle: ExactlyOne, position: Trail) -> dict[str, object]:
    """Return `{"path": [[row, col], …]}`, 0-based, with the notes that exist.

    `"crossed"` and `"ticked"` are lists of cells, `"pieces"` and `"walls"` lists of pairs of cells.
    """

    def places(cells: Iterable[Cell]) -> list[list[int]]:
        return [list(puzzle.grid.at(cell)) for cell in cells]

    notes = {
        "crossed": places(sorted(position.crossed)),
        "ticked": places(sorted(position.ticked)),
        "pieces": [places(pair) for pair in sorted(position.pieces)],
        "walls": [places(pair) for pair in sorted(position.walls)],
    }
    return {"path": places(position.path), **{key: value for key, value in notes.items() if value}}


def from_json(puzzle: ExactlyOne, data: Mapping[str, object]) -> Trail:
    """Parse a JSON answer, the inverse of `to_json`; raise `ParseError` if it is invalid."""
    path = json_cells(data, "path", puzzle.rows, puzzle.cols)
    crossed = json_cells({"crossed": [], **data}, "crossed", puzzle.rows, puzzle.cols)
    if not path:
        raise ParseError("the path is empty; it needs at least its first cell")
    ticked = json_cells({"ticked": [], **data}, "ticked", puzzle.rows, puzzle.cols)
    pieces, walls = _json_links(puzzle, data, "pieces"), _json_links(puzzle, data, "walls")
    name = puzzle.grid.name
    if both := {*path, *ticked, *(cell for pair in pieces for cell in pair)}.intersection(crossed):
        raise ParseError(f"{name(min(both))} is both on the path and crossed out")
    if shut := walls & (pieces | {(min(pair), max(pair)) for pair in pairwise(path)}):
        a, b = min(shut)
        raise ParseError(f"{name(a)}-{name(b)} is both on the path and a wall")
    return normalise(
        puzzle, Trail(tuple(path), frozenset(crossed), frozenset(ticked), pieces, walls)
    )


def _json_links(puzzle: ExactlyOne, data: Mapping[str, object], key: str) -> frozenset[Pair]:
    """Return the links of a key; empty if it is missing."""
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


def picture(puzzle: ExactlyOne, position: Trail) -> list[str]:
    """Return the board as lines, with the path and its pieces after the labels; its ends are `•`.

    Crossed cells are `×`, ticked cells `+`. The upper right cell is `○` until the path reaches it.
    Walls are not shown, as there is no room for them.
    """
    sides = dict.fromkeys(position.path, 0)
    sides |= sides_of([*pairwise(position.path), *position.pieces], puzzle.cols)
    signs = [_sign(puzzle, position, cell, sides) for cell in range(len(puzzle.labels))]
    return line_picture(puzzle.labels, sides, signs, puzzle.cols)


def _sign(puzzle: ExactlyOne, position: Trail, cell: Cell, sides: dict[Cell, int]) -> str:
    """Return the sign after a cell's label."""
    if cell in (position.path[0], position.path[-1]):
        return "•"
    if cell in sides and (cell != puzzle.goal_cell or cell in position.path):
        return SIGNS[sides[cell]]
    if cell in position.crossed:
        return "×"
    return "+" if cell in position.ticked else "○" if cell == puzzle.goal_cell else " "
