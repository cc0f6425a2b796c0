"""`masume rules`, `show` and `check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from masume.core.plugins.registry import (
    kind_named,
)
from masume.errors import ParseError, pluralise
from masume.formats.plain import Board
from masume.front.cli import options
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import label, read_board, read_boards, read_position
from masume.front.cli.report import cells_json, head, picture, title

if TYPE_CHECKING:  # most sections need none of these
    pass


@click.command()
@click.argument("puzzle", shell_complete=options.completer("puzzles"))
def rules(puzzle: str) -> None:
    """Print the rules of a puzzle."""
    kind = kind_named(puzzle)
    print(kind.title, "\n", kind.rules, sep="")
    if kind.options:
        print("\nOptional lines before the grid:")
        for key, meaning in kind.options.items():
            print(f"  {key}: {meaning}")
    print("\nViolations reported by masume check:")
    width = max(map(len, kind.codes))
    for code, meaning in kind.codes.items():
        print(f"  {code.ljust(width)}  {meaning}")


@click.command()
@options.boards
@options.kind
def show(sources: tuple[str, ...], kind: str | None) -> None:
    """Print boards, with their answer if they have one."""

    def show_one(board: Board) -> int:
        print(title(board))
        position = board.answer or board.kind.start(board.puzzle)
        print("\n".join(picture(board, position)))
        for obstacle in board.kind.obstacles(board.puzzle)[:3]:
            print(f"no solution: {obstacle.text}")
        print()
        return 0

    for_each_board(read_boards(sources, kind), show_one)


@click.command()
@options.board
@click.argument("answer", required=False)
@options.kind
@options.as_json
def check(source: str, answer: str | None, kind: str | None, as_json: bool) -> None:
    """Check an answer and report every broken rule.

    ANSWER is text, a file or - for standard input: a grid of # and . for shading puzzles,
    bridges like r1c1-r1c5=2, a path like UURRDR, or the JSON of masume solve. Without it, the
    answer of BOARD is checked. Exit codes: 0 correct, 1 wrong, 2 bad input.
    """
    board = read_board(source, kind)
    position = board.answer if answer is None else read_position(board, answer)
    if position is None:
        raise ParseError(f"{label(board)} has no answer; add ANSWER after it")
    faults = board.kind.violations(board.puzzle, position)
    if as_json:
        violations = [
            {"rule": f.rule, "cells": cells_json(board, f.cells), "text": f.text} for f in faults
        ]
        import json

        print(json.dumps(head(board) | {"right": not faults, "faults": violations}))
    elif faults:
        print("\n".join(picture(board, position)))
        print(f"wrong: {label(board)} is not solved, {pluralise(len(faults), 'violation')}")
        for fault in faults:
            print(f"{fault.rule}: {fault.text}")
    else:
        print(f"right: {label(board)} is solved, no rule is broken")
    raise click.exceptions.Exit(1 if faults else 0)
