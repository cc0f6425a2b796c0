"""Helpers of the format tests: recorded boards and short functions to parse them."""

from __future__ import annotations

import json
from pathlib import Path

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.families.links.position import Lines
from masume.families.shading.position import Shading
from masume.formats.convert import write
from masume.formats.format import formats

DATA = Path(__file__).parent / "data" / "formats"
WRITABLE = [name for name, format_ in formats().items() if format_.write]


def vectors(name):
    """Return the recorded boards of a file."""
    return json.loads((DATA / f"{name}.json").read_text())["vectors"]


def valid_texts(boards):
    """Return boards in every format that can express them, and texts written by the sites."""
    result = [path.read_text() for path in sorted(DATA.glob("*.sav"))]
    for board in boards:
        for name in WRITABLE:
            try:
                result.append(write(board, name))
            except masume.NotApplicable:
                continue
    for name in ("codec_edge", "penpa_noqx"):
        for vector in vectors(name):
            keys = ("url", "pzprv3", "pencilbox", "kanpen_url", "penpa_url")
            result += [vector[key] for key in keys if key in vector]
    return result


def read(text, kind=None):
    """Return the boards of a text and its errors."""
    return list(masume.load_all(text, kind=kind))


def one(text, kind=None):
    """Return the only board of a text."""
    boards = read(text, kind)
    assert len(boards) == 1, boards
    if isinstance(boards[0], masume.ParseError):
        raise boards[0]
    return boards[0]


def clues(grid):
    """Return clues from recorded numbers: 0 is None, −1 is `?`."""
    meaning = {0: None, -1: UNKNOWN}
    return tuple(meaning.get(number, number) for row in grid for number in row)


def labels(grid):
    """Return labels from recorded numbers."""
    return tuple(str(number) if number else None for row in grid for number in row)


def answer(puzzle, solution):
    """Return a position from a recorded solution: black cells, or bridges across borders."""
    if isinstance(solution, list):
        cells = [black for row in solution for black in row]
        return Shading(frozenset(cell for cell, black in enumerate(cells) if black))
    across, down, cols = solution["h"], solution["v"], puzzle.cols
    joined = set()
    for link in puzzle.links:
        row, col = divmod(link.a, cols)
        count = (across if link.b // cols == row else down)[row][col]
        if count:
            joined.add((link.a, link.b, count))
    return Lines(frozenset(joined))
