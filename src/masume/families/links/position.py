"""Positions, moves and texts of puzzles whose answer is a set of links between points.

A board is any object with the fields of `LinkBoard`. A link joins two points in a row or column of
a grid. The points are the board's cells, or their corners if lines run along the sides of cells;
then texts name a corner like the cell below and right of it. Boards that allow parallel lines have
links of up to `most` lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

from masume.core.puzzle.grid import Cell, Grid
from masume.core.text.blocks import TextLine, json_cell, parse_cell, read_words
from masume.errors import NotApplicable, ParseError, shorten

Pair: TypeAlias = tuple[Cell, Cell]  # two points, the smaller one first


class Link(NamedTuple):
    """Two points that a line can join, a < b, and the cells between them (none if they touch)."""

    a: Cell
    b: Cell
    between: range


class LinkBoard(Protocol):
    """A board whose answer is a set of links."""

    line: ClassVar[str]  # a line in one word, such as "bridge"

    @property
    def grid(self) -> Grid:
        """The grid of the cells."""

    @property
    def points(self) -> Grid:
        """The grid of the points."""

    @property
    def most(self) -> int:
        """The greatest number of parallel lines."""

    @property
    def links(self) -> Sequence[Link]:
        """All links, in a fixed order."""

    def why_no_link(self, a: Cell, b: Cell) -> str:
        """Return why no line can join two points, in words; empty if one can."""


@dataclass(frozen=True)
class Lines:
    """A position: the number of lines between pairs of points, and pairs marked as not joined."""

    joined: frozenset[tuple[Cell, Cell, int]] = frozenset()
    barred: frozenset[Pair] = frozenset()

    @property
    def cells(self) -> set[Cell]:
        """The points with a line or a mark."""
        return {cell for a, b, *_ in (*self.joined, *self.barred) for cell in (a, b)}


@dataclass(frozen=True)
class Span:
    """A move: set the number of lines between two points; `count=None` marks "no line"."""

    a: Cell
    b: Cell
    count: int | None


def mark(puzzle: LinkBoard, variable: int, value: bool | None) -> Span:
    """Return the move that makes "at least n lines" of a link true or false, or clears it."""
    number, level = divmod(variable - 1, puzzle.most)
    link = puzzle.links[number]
    if value is None:
        return Span(link.a, link.b, 0)
    count = level + value  # level counts from 0
    return Span(link.a, link.b, count or None)


def start(puzzle: LinkBoard) -> Lines:
    """Return the position without lines and marks."""
    return Lines()


def play(puzzle: LinkBoard, position: Lines, move: Span) -> Lines:
    """Return the position after a move, which replaces any lines or mark between its points."""
    pair = ordered(move.a, move.b)
    joined = frozenset(line for line in position.joined if line[:2] != pair)
    barred = position.barred - {pair}
    if move.count is None:
        barred |= {pair}
    elif move.count:
        joined |= {(*pair, move.count)}
    return Lines(joined, barred)


def ordered(a: Cell, b: Cell) -> Pair:
    """Return two points as a pair, the smaller one first."""
    return (a, b) if a < b else (b, a)


_WIDEST = 7  # more than any board allows, and the largest number of three bits


def counts_of(puzzle: LinkBoard, position: Lines | None) -> list[int]:
    """Return the number of lines of each link; raise `NotApplicable` for an unknown link."""
    counts = [0] * len(puzzle.links)
    if position is None or not position.joined:
        return counts
    number_of = {(link.a, link.b): number for number, link in enumerate(puzzle.links)}
    for a, b, count in position.joined:
        number = number_of.get((a, b))
        if number is None or count < 1:
            raise no_link(puzzle, a, b)
        counts[number] = min(counts[number] + count, _WIDEST)
    return counts


def no_link(puzzle: LinkBoard, a: Cell, b: Cell) -> NotApplicable:
    """Return the error for a pair of points that no link joins."""
    names = f"{puzzle.points.name(a)} to {puzzle.points.name(b)}"
    return NotApplicable(f"no {puzzle.line} can run from {names} on this board")


def lines_of(puzzle: LinkBoard, counts: Iterable[int]) -> Lines:
    """Return the position with these numbers of lines, the inverse of `counts_of`."""
    each = zip(puzzle.links, counts, strict=True)
    return Lines(frozenset([(link.a, link.b, count) for link, count in each if count]))


# Moves

_MOVE = re.compile(r"(r\d+c\d+)-(r\d+c\d+)=([0-9x])", re.IGNORECASE | re.ASCII)


def parse_move(puzzle: LinkBoard, text: str) -> Span:
    """Parse `r1c1-r1c5=2`; 0 removes the lines, x marks "no line"."""
    match = _MOVE.fullmatch(text.strip())
    if not match:
        raise ParseError(f"{shorten(text)!r} is not a move; moves are written like r1c1-r1c5=2")
    rows, cols = puzzle.points.rows, puzzle.points.cols
    a, b = (parse_cell(cell, rows, cols) for cell in match.groups()[:2])
    return Span(*_linked(puzzle, a, b), None if match[3] in "xX" else int(match[3]))


def _linked(puzzle: LinkBoard, a: Cell, b: Cell) -> Pair:
    """Return two points in order; raise `ParseError` if no line can join them."""
    fault = puzzle.why_no_link(a, b)
    if fault:
        raise ParseError(fault)
    return ordered(a, b)


def write_move(puzzle: LinkBoard, move: Span) -> str:
    """Write a move, the inverse of `parse_move`."""
    name = puzzle.points.name
    return f"{name(move.a)}-{name(move.b)}={'x' if move.count is None else move.count}"


# Answers


def is_move_list(lines: Sequence[TextLine]) -> bool:
    """Return whether the lines of an answer are moves, or none."""
    return not lines or re.match(r"r\d", lines[0].text, re.IGNORECASE) is not None


def read_moves(puzzle: LinkBoard, lines: Sequence[TextLine]) -> Lines:
    """Read an answer from moves; of several about one link the last one counts."""
    moves = read_words(lines, lambda word: parse_move(puzzle, word))
    return _position({(move.a, move.b): move.count for move in moves})


def write_answer(puzzle: LinkBoard, position: Lines) -> list[str]:
    """Return the moves of a position, one per line, the inverse of `read_moves`.

    A position without any is written as one link without lines, or as no line of text if the board
    has no links.
    """
    spans = [Span(*line) for line in position.joined]
    spans += [Span(*pair, None) for pair in position.barred]
    if not spans:  # without any line the answer would seem to be missing
        spans = [Span(link.a, link.b, 0) for link in puzzle.links[:1]]
    spans.sort(key=lambda span: (span.a, span.b))
    return [write_move(puzzle, span) for span in spans]


def _position(counts: Mapping[Pair, int | None]) -> Lines:
    return Lines(
        frozenset((*pair, count) for pair, count in counts.items() if count),
        frozenset(pair for pair, count in counts.items() if count is None),
    )


def to_json(puzzle: LinkBoard, position: Lines) -> dict[str, object]:
    """Return `{"bridges": [[[row, col], [row, col], n], …]}`, 0-based; "barred" if any are.

    The key is the board's word for a line.
    """
    at = puzzle.points.at
    document: dict[str, object] = {
        f"{puzzle.line}s": [[list(at(a)), list(at(b)), n] for a, b, n in sorted(position.joined)]
    }
    if position.barred:
        document["barred"] = [[list(at(a)), list(at(b))] for a, b in sorted(position.barred)]
    return document


def from_json(puzzle: LinkBoard, data: Mapping[str, object]) -> Lines:
    """Parse a JSON answer, the inverse of `to_json`; raise `ParseError` if it is invalid."""
    rows, cols = puzzle.points.rows, puzzle.points.cols
    counts: dict[Pair, int | None] = {}
    for key, length, form in (
        (f"{puzzle.line}s", 3, "[[row, col], [row, col], n]"),
        ("barred", 2, "[[row, col], [row, col]]"),
    ):
        for entry in _json_entries(data, key, length, form):
            a, b = (json_cell(rows, cols, pair) for pair in entry[:2])
            pair = _linked(puzzle, a, b)
            if pair in counts:
                names = f"{puzzle.points.name(a)} and {puzzle.points.name(b)}"
                raise ParseError(f"{names} are listed twice")
            counts[pair] = _json_count(puzzle, entry[2]) if length == 3 else None
    return _position(counts)


def _json_entries(
    data: Mapping[str, object], key: str, length: int, form: str
) -> list[list[object]]:
    """Return the entries of a key, each a list of this length; only "barred" may be missing."""
    entries = data.get(key, [] if key == "barred" else None)
    if not isinstance(entries, list):
        raise ParseError(f'the answer needs "{key}", a list of {form}')
    for entry in entries:
        if not (isinstance(entry, list) and len(entry) == length):
            raise ParseError(f"{shorten(str(entry))} is not {form}")
    return entries


def _json_count(puzzle: LinkBoard, count: object) -> int:
    if type(count) is not int or not 0 < count < 10:
        raise ParseError(f"{shorten(str(count))} is not a number of {puzzle.line}s")
    return count
