"""Boards that are being composed, as pages edit them."""

from __future__ import annotations

from masume.formats.palette import cell_texts, palette
from masume.front.web.boards import Data, bare_text, head_row, read_board
from masume.front.web.bodies import DraftBody
from masume.front.web.pictures import labels, picture


def show_draft(body: DraftBody) -> Data:
    """Describe a draft: the text of each cell, the palette and the picture."""
    board = read_board(body.board)
    puzzle = board.puzzle
    start = board.kind.start(puzzle)
    return head_row(board) | {
        "board": bare_text(board),
        "cells": cell_texts(puzzle),
        "palette": palette(puzzle),
        "svg": picture(puzzle, start, body.theme),
        "labels": labels(puzzle, start, ()),
    }
