"""A board that is being composed, as a page edits it."""

from __future__ import annotations

from masume.formats.palette import cell_texts, palette
from masume.formats.plain import Board, write_board
from masume.front.web.boards import Data, one_board
from masume.front.web.bodies import DraftBody
from masume.front.web.pictures import labels, picture


def drafted(body: DraftBody) -> Data:
    """A board as a page edits it: the text of each cell, and what may be written there."""
    board = one_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    start = kind.start(puzzle)
    return {
        "board": write_board(Board(kind, puzzle, board.name)),
        "kind": kind.name,
        "title": kind.title,
        "name": board.name,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "cells": cell_texts(puzzle),
        "palette": palette(puzzle),
        "svg": picture(puzzle, start, body.theme),
        "labels": labels(puzzle, start, ()),
    }
