"""Write a board in any format that can hold it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Answer, Puzzle
from masume.errors import MasumeError
from masume.formats.format import format_named, formats
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board


def convert(board: Board | Puzzle, to: str, *, answer: Answer | None = None, name: str = "") -> str:
    """Return a board as text in a format, with its answer if the format can hold one.

    >>> from masume import load
    >>> convert(load("kuromasu/br-3x3-0"), "puzz.link")
    'https://puzz.link/p?kurodoko/3/3/g3g3g2g2g'

    Raises NotApplicable if the format cannot express the puzzle.
    """
    puzzle = puzzle_of(board)
    whole = board if isinstance(board, Board) else Board(kind_of(puzzle), puzzle)
    position = whole.answer if answer is None else position_of(puzzle, answer)
    return write(replace(whole, name=name or whole.name, answer=position), to)


def write(board: Board, to: str) -> str:
    """Return a board in a format, with its name, notes and answer as far as it can hold them."""
    format_ = format_named(to)
    assert format_.write is not None
    return format_.write(board)


def write_all(board: Board) -> dict[str, str]:
    """Return a board in each format that can express it, by the name of the format."""
    texts = {}
    for format_ in formats().values():
        with suppress(MasumeError):  # the format cannot express this board
            if format_.write is not None and (text := format_.write(board)):
                texts[format_.name] = text
    return texts


def write_to_join(board: Board, to: str) -> str:
    """Return a board in a format, ended so that another board can follow in the same file."""
    end = "\n" if format_named(to).self_delimiting else "\n\n"
    return write(board, to).rstrip("\n") + end
