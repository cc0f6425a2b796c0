"""Read BOARD arguments: an example's name, a file, `-` for standard input, or text."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import click

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.puzzle import Position
from masume.errors import MasumeError, ParseError, pluralise, shorten
from masume.formats import load
from masume.formats.plain import Board
from masume.front.cli.options import PICKED

_USER_PROBLEM = re.compile(r"[^\n]+\.py:[A-Za-z_]\w*")  # such as ./eight.py:EightPuzzle
_SELECTOR = re.compile(r"([^\n]+)([:#])(\d{1,9})")


def read_position(board: Board, argument: str) -> Position:
    """Return the position that an argument describes: text, a file, or `-`."""
    return load.parse_answer(board.puzzle, load.answer_text(_text_of(argument)))


def _text_of(argument: str) -> str:
    """Return the argument, or the text of standard input for `-`."""
    if argument != "-":
        return argument
    if sys.stdin is None:
        return ""
    return load.decode_text(sys.stdin.buffer.read(load.MOST_BYTES + 1), "standard input")


def read_boards(arguments: Sequence[str], kind: str | None) -> Iterator[Board | MasumeError]:
    """Yield every board of the arguments in order, or the error in its place.

    A board without a name is named after its file and line.
    """
    for index, board in enumerate(_read_all(arguments, kind)):
        if isinstance(board, Board):
            yield replace(board, index=index)
        else:
            board.index = index
            yield board


def _read_all(arguments: Sequence[str], kind: str | None) -> Iterator[Board | MasumeError]:
    """Yield the boards and errors of all arguments."""
    if kind is not None:
        kind_named(kind)  # report a wrong --as once, not for every board
    for argument in arguments:
        try:
            file, sign, number = _split_selector(argument)
            boards = [*_name_boards(_read(file, kind), file)]
            yield from [_select_board(boards, sign, number, file)] if sign else boards
        except MasumeError as fault:
            yield fault


def _name_boards(boards: list[Board | ParseError], argument: str) -> Iterator[Board | ParseError]:
    for board in boards:
        if isinstance(board, Board) and not board.name and (place := _place(argument)):
            board = replace(board, name=place if len(boards) == 1 else f"{place}:{board.line}")
        yield board


def _split_selector(argument: str) -> tuple[str, str, int]:
    """Split `FILE:5` and `FILE#2` into file, sign and number; the sign is empty for others."""
    match = _SELECTOR.fullmatch(argument)
    if (
        match is None
        or load.existing_path(argument) is not None
        or load.existing_path(match[1]) is None
    ):
        return argument, "", 0
    return match[1], match[2], int(match[3])


def _select_board(
    boards: list[Board | ParseError], sign: str, number: int, file: str
) -> Board | ParseError:
    """Return the board that contains line `number` (`:`), or the number-th board (`#`)."""
    if sign == ":":
        lines = [board.line if isinstance(board, Board) else board.board_line for board in boards]
        number = sum(line is None or line <= number for line in lines)
    if not 1 <= number <= len(boards):
        count = pluralise(len(boards), "board")
        raise ParseError(f"{_describe(file)} contains {count}, none of them is {sign}{number}")
    return boards[number - 1]


def _place(argument: str) -> str:
    """Return a name for boards of this argument: its file, or the address given as text."""
    if not _is_text(argument):
        return shorten(argument, 4096)  # long enough to be given as an argument again
    is_line = argument != "-" and len(argument.split()) == 1
    return shorten(argument.strip(), 50) if is_line else ""


def _read(argument: str, kind: str | None) -> list[Board | ParseError]:
    """Return the boards and errors of one argument; raise ParseError if it contains no board."""
    if _USER_PROBLEM.fullmatch(argument):
        from masume.api.problems import problem_board

        return [problem_board(argument)]
    # Standard input is always text, never the name of a file or example.
    read = load.loads_all if argument == "-" else load.load_all
    boards = list(read(_text_of(argument), kind=kind))
    faults = [board for board in boards if isinstance(board, ParseError)]
    if not boards:
        raise ParseError(f"{_describe(argument)} contains no board")
    first = faults[0] if faults else None
    if first and len(faults) == len(boards) > 1 and len({f.fault for f in faults}) == 1:
        # The file is probably not a file of boards: report one error instead of one per block.
        raise ParseError(
            f"{first.fault} (and {len(faults) - 1} similar errors); the file contains no board",
            line=first.line,
            source=first.source,
        )
    return boards


def read_board(argument: str, kind: str | None) -> Board:
    """Return the only board of an argument, or the one selected by --pick."""
    boards = list(read_boards([argument], kind))
    context = click.get_current_context(silent=True)
    pick = context.meta.get(PICKED) if context else None
    if pick is not None and pick > len(boards):
        found = f"{_describe(argument)} contains {pluralise(len(boards), 'board')}"
        raise ParseError(f"{found}, there is no board {pick}")
    if pick is None and len(boards) > 1:
        remedy = f"select one with --pick 1 to {len(boards)}"
        found = f"{_describe(argument)} contains {len(boards)} boards"
        raise ParseError(f"{found}, expected one; {remedy}")
    board = boards[(pick or 1) - 1]
    if isinstance(board, MasumeError):
        raise board
    return board


def label(board: Board) -> str:
    """Return a board's label in output: its name, or the line it starts at."""
    return board.name or f"line {board.line}"


def _is_text(argument: str) -> bool:
    return argument == "-" or load.existing_path(argument) is None


def _describe(argument: str) -> str:
    return "standard input" if argument == "-" else "the text" if _is_text(argument) else argument
