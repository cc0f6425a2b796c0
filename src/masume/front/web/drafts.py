"""A board that is being composed, as a page edits it."""

from __future__ import annotations

from masume.formats.palette import cell_texts, palette
from masume.front.web.boards import Data, bare_text, head_row, one_board
from masume.front.web.bodies import DraftBody
from masume.front.web.pictures import labels, picture


def drafted(body: DraftBody) -> Data:
    """A board as a page edits it: the text of each cell, and what may be written there."""
    board = one_board(body.board)
    puzzle = board.puzzle
    start = board.kind.start(puzzle)
    return head_row(board) | {
        "board": bare_text(board),
        "cells": cell_texts(puzzle),
        "palette": palette(puzzle),
        "svg": picture(puzzle, start, body.theme),
        "labels": labels(puzzle, start, ()),
    }
