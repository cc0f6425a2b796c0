"""What a BOARD argument may be: an example's name, a file, `-` for standard input, or a text."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import click

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.puzzle import Position
from masume.errors import MasumeError, ParseError, counted, shorten
from masume.formats import load
from masume.formats.plain import Board
from masume.front.cli.options import PICKED

_ONE_OF = re.compile(r"([^\n]+)([:#])(\d{1,9})")


def position_on(board: Board, argument: str) -> Position:
    """The marks on a board that an argument stands for: their text, a file, or `-`."""
    return load.parse_answer(board.puzzle, load.answer_text(_text_of(argument)))


def _text_of(argument: str) -> str:
    """What an argument stands for, with `-` read from standard input."""
    if argument != "-":
        return argument
    if sys.stdin is None:
        return ""
    return load.decode_text(sys.stdin.buffer.read(load.MOST_BYTES + 1), "standard input")


def boards_of(arguments: Sequence[str], kind: str | None) -> Iterator[Board | MasumeError]:
    """Every board of every argument, or what is wrong with it.

    Boards without a name go by where they were found.
    """
    for index, board in enumerate(_read_all(arguments, kind)):
        if isinstance(board, Board):
            yield replace(board, index=index)
        else:
            board.index = index
            yield board


def _read_all(arguments: Sequence[str], kind: str | None) -> Iterator[Board | MasumeError]:
    if kind is not None:
        kind_named(kind)  # a wrong --as is nobody else's fault
    for argument in arguments:
        try:
            file, sign, number = _one_of(argument)
            boards = [*_named(_read(file, kind), file)]
            yield from [_chosen(boards, sign, number, file)] if sign else boards
        except MasumeError as fault:
            yield fault


def _named(boards: list[Board | ParseError], argument: str) -> Iterator[Board | ParseError]:
    for board in boards:
        if isinstance(board, Board) and not board.name and (place := _place(argument)):
            board = replace(board, name=place if len(boards) == 1 else f"{place}:{board.line}")
        yield board


def _one_of(argument: str) -> tuple[str, str, int]:
    """A file, `:` or `#`, and a number, if one board of a file is meant: `FILE:5` or `FILE#2`."""
    match = _ONE_OF.fullmatch(argument)
    if match is None or load.as_path(argument) is not None or load.as_path(match[1]) is None:
        return argument, "", 0
    return match[1], match[2], int(match[3])


def _chosen(
    boards: list[Board | ParseError], sign: str, number: int, file: str
) -> Board | ParseError:
    """The board that a line belongs to, or the one of that number."""
    if sign == ":":
        lines = [board.line if isinstance(board, Board) else board.board_line for board in boards]
        number = sum(line is None or line <= number for line in lines)
    if not 1 <= number <= len(boards):
        boards_there = counted(len(boards), "board")
        raise ParseError(f"{_called(file)} holds {boards_there}, none of them is {sign}{number}")
    return boards[number - 1]


def _place(argument: str) -> str:
    """What a board without a name goes by: its file, or the address that it was given as."""
    if not _is_text(argument):
        return shorten(argument, 4096)  # whole: whoever reads it may give it back to us
    is_line = argument != "-" and len(argument.split()) == 1
    return shorten(argument.strip(), 50) if is_line else ""


def _read(argument: str, kind: str | None) -> list[Board | ParseError]:
    # What comes in is a text, and names nothing.
    read = load.loads_all if argument == "-" else load.load_all
    boards = list(read(_text_of(argument), kind=kind))
    faults = [board for board in boards if isinstance(board, ParseError)]
    if not boards:
        raise ParseError(f"{_called(argument)} is empty: there is no board in it")
    first = faults[0] if faults else None
    if first and len(faults) == len(boards) > 1 and len({f.fault for f in faults}) == 1:
        # One line is enough for a file that is something else.
        raise ParseError(
            f"{first.fault} (and {len(faults) - 1} more times, there is no board in it)",
            line=first.line,
            source=first.source,
        )
    return boards


def one_board(argument: str, kind: str | None) -> Board:
    """The only board of an argument, or the one that --pick says."""
    boards = list(boards_of([argument], kind))
    context = click.get_current_context(silent=True)
    pick = context.meta.get(PICKED) if context else None
    if pick is not None and pick > len(boards):
        raise ParseError(f"{_called(argument)} holds {counted(len(boards), 'board')}, not {pick}")
    if pick is None and len(boards) > 1:
        remedy = f"--pick 1 to {len(boards)} says which"
        raise ParseError(f"{_called(argument)} holds {len(boards)} boards, expected one; {remedy}")
    chosen = boards[(pick or 1) - 1]
    if isinstance(chosen, MasumeError):
        raise chosen
    return chosen


def label(board: Board) -> str:
    """How a board is called in output: its name, or the line it starts in."""
    return board.name or f"line {board.line}"


def _is_text(argument: str) -> bool:
    return argument == "-" or load.as_path(argument) is None


def _called(argument: str) -> str:
    return "standard input" if argument == "-" else "the text" if _is_text(argument) else argument
