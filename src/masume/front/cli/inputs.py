"""BOARD arguments: an example's name, a file, `-` for standard input, or the text itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from masume.errors import ParseError
from masume.formats.load import decode_text, load_all
from masume.formats.plain import Board

board_argument = click.argument("board", metavar="BOARD")
boards_argument = click.argument("boards", metavar="BOARD...", nargs=-1, required=True)
as_option = click.option("--as", "kind", metavar="PUZZLE", help="Which puzzle a bare grid is.")
json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object per line, for scripts."
)


def text_of(argument: str) -> str:
    """What an argument stands for, with `-` read from standard input."""
    if argument == "-":
        return decode_text(sys.stdin.buffer.read(), "standard input")
    return argument


def boards_of(arguments: Sequence[str], kind: str | None) -> Iterator[Board | ParseError]:
    """Every board of every argument; those without a name go by where they were found."""
    for argument in arguments:
        found = list(load_all(text_of(argument), kind=kind))
        faults = [board for board in found if isinstance(board, ParseError)]
        if not found:
            raise ParseError(f"{_called(argument)} is empty: there is no board in it")
        if len(faults) == len(found) > 1:
            first = faults[0]  # one line is enough for a file that is something else
            raise ParseError(
                f"{first.fault} (and {len(faults) - 1} more faults, there is no board in it)",
                line=first.line,
                source=first.source,
            )
        for board in found:
            if isinstance(board, Board) and not board.name and not _is_text(argument):
                place = argument if len(found) == 1 else f"{argument}:{board.line}"
                board = replace(board, name=place)
            yield board


def one_board(argument: str, kind: str | None) -> Board:
    """The only board of an argument."""
    boards = list(boards_of([argument], kind))
    if isinstance(boards[0], ParseError):
        raise boards[0]
    if len(boards) > 1:
        raise ParseError(f"{_called(argument)} holds {len(boards)} boards, expected one")
    return boards[0]


def label(board: Board) -> str:
    """How a board is called in output: its name, or the line it starts in."""
    return board.name or f"line {board.line}"


def _is_text(argument: str) -> bool:
    return argument == "-" or not argument.strip() or "\n" in argument or not _exists(argument)


def _exists(argument: str) -> bool:
    try:
        return Path(argument).expanduser().exists()
    except (OSError, ValueError):  # not a name that a file could have
        return False


def _called(argument: str) -> str:
    return "standard input" if argument == "-" else "the text" if _is_text(argument) else argument
