"""`masume why-two`: show the smallest part of a board that can be exchanged."""

from __future__ import annotations

import json
from pathlib import Path

import click

from masume.api.exchange import Exchange, smallest_exchange
from masume.core.puzzle.words import join_words, name_cells
from masume.draw.files import form_of, require_form
from masume.draw.show import show
from masume.draw.themes import THEMES
from masume.errors import pluralise
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.draw import reject_overwrite
from masume.front.cli.exact import BoardQuestion, question

_KEYS = ("solutions", "complete", "cells", "first", "second", "error")


@click.command("why-two")
@question(
    click.option("-o", "--output", metavar="FILE", help="Also draw it, to x.svg, x.png or x.pdf."),
    options.theme(THEMES),
)
def why_two(asked: BoardQuestion, output: str | None, theme: str) -> None:
    """Show why a board has several solutions.

    Prints two solutions that differ as little as possible, of at most 100, and the cells in which
    they differ: the smallest part of the board that can be exchanged.

    Exit codes: 0 several solutions, 1 one solution or none, 2 bad input, 3 limit reached.
    """
    if output is not None:
        require_form(form_of(Path(output)))
        reject_overwrite(Path(output), (asked.source,))
    board, _ = asked.read(_KEYS)
    with asked.deadline() as deadline:
        found = smallest_exchange(board.puzzle, deadline=deadline)
    print(json.dumps(_row(board, found)) if asked.as_json else "\n".join(_lines(board, found)))
    if output is not None and found.first is not None and found.second is not None:
        show(board.puzzle, found.first, theme=theme, marked=found.cells).save(output)
        report.report_written(output, f"what can be exchanged in {report.title(board)}")
    code = 0 if found.second is not None else 1 if found.complete else 3
    raise click.exceptions.Exit(report.stopped_code(found.stopped) or code)


def _row(board: Board, found: Exchange) -> dict[str, object]:
    """Return the JSON row of an exchange."""
    both = (found.first, found.second)
    first, second = (None if one is None else board.kind.to_json(board.puzzle, one) for one in both)
    return report.head(board) | {
        "solutions": found.solutions,
        "complete": found.complete,
        "cells": report.cells_json(board, found.cells),
        "first": first,
        "second": second,
        "error": None,
    }


def _lines(board: Board, found: Exchange) -> list[str]:
    """Return the report of an exchange."""
    many = pluralise(found.solutions, "solution") if found.solutions else "no solution"
    title = f"{report.title(board)}: {many if found.complete else f'at least {many}'}"
    if found.first is None or found.second is None:
        return [title]
    names = join_words(name_cells(board.puzzle.grid, found.cells))
    lines = [title, f"Two of them differ only in {names}:"]
    for answer in (found.first, found.second):
        lines += ["", *report.picture(board, answer)]
    return lines
