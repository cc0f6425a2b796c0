"""What there is, for the pages to choose from."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import get_args

import masume
from masume.api.searches import fitting
from masume.core.drawing.scene import MARGIN
from masume.core.plugins.registry import algorithms, heuristics, kinds
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import CLUES
from masume.core.puzzle.technique import LEVELS
from masume.core.search.algorithm import Algorithm
from masume.core.search.spec import Tuning
from masume.core.text.blocks import first_line
from masume.draw.themes import THEMES
from masume.errors import MasumeError
from masume.formats.format import formats
from masume.formats.library import solutions_of, title_of
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.web import bodies
from masume.front.web.boards import Data, fields_of
from masume.front.web.pictures import CELL, MOST_DRAWN


@cache
def about() -> Data:
    """All puzzles, algorithms, formats and themes; it never changes."""
    return {
        "version": masume.__version__,
        "puzzles": [_puzzle(kind) for kind in kinds().values()],
        "algorithms": [
            fields_of(one, "name", "summary", "takes_h")
            | {"options": [_option(one, name) for name in one.options]}
            for one in algorithms().values()
        ],
        "levels": list(LEVELS),
        "formats": [
            fields_of(one, "name", "title", "holds_answers") | {"writes": one.write is not None}
            for one in formats().values()
        ],
        "themes": list(THEMES),
        "limits": {
            "seconds": bodies.MOST_SECONDS,
            "compare_seconds": bodies.MOST_COMPARE_SECONDS,
            "cells": MOST_DRAWN,
            "side": bodies.MOST_SIDE,
            "boards": bodies.MOST_BOARDS,
            "collected": bodies.MOST_COLLECTED,
            "printed": bodies.MOST_PRINTED,
            "positions": bodies.MOST_POSITIONS,
            "least_cell": bodies.LEAST_CELL,
            "most_cell": bodies.MOST_CELL,
        },
        "drawing": {"cell": CELL, "margin": MARGIN, "forms": list(get_args(bodies.Form))},
    }


def _option(algorithm: Algorithm, name: str) -> Data:
    about = algorithm.about.get(name, Tuning())
    return fields_of(about, "help", "least") | {
        "name": name,
        "default": algorithm.options[name],
        "choices": list(about.choices),
    }


def _puzzle(kind: Kind) -> Data:
    maker = kind.maker() if kind.maker else None
    return fields_of(kind, "name", "title", "drag", "rules") | {
        "looks": list(kind.looks or ()),
        "codes": dict(kind.codes),
        "examples": [
            fields_of(board.puzzle, "rows", "cols")
            | {
                "name": board.name,
                "title": title_of(board),
                "note": board.note("from") or board.note("note"),
                "level": board.note("difficulty"),
                "solutions": solutions_of(board),
            }
            for board in examples(kind.name)
        ],
        "spaces": [
            {
                "name": space.name,
                "summary": first_line(space),
                "algorithms": {
                    one.name: [h.name if h else None for h in fits]
                    for one in algorithms().values()
                    if (fits := fitting(kind, one, space))
                },
            }
            for space in kind.spaces
        ],
        "heuristics": [
            fields_of(h, "name", "summary", "objective")
            | {"spaces": [space.name for space in kind.spaces if h.speaks_of(space)]}
            for h in heuristics(kind.name).values()
        ],
        "techniques": [
            {"name": one.name, "title": one.title, "level": LEVELS[one.level]}
            for one in (kind.logic().techniques if kind.logic else ())
            if not one.silent
        ],
        "formats": _writing(kind),
        "pictures": kind.dark is not None and maker is not None and maker.additions is not None,
        "maker": maker
        and {
            "symmetric": maker.symmetric,
            "clues": list(CLUES) if maker.clues else [],
            "options": [
                {"name": name} | fields_of(option, "default", "help", "least", "most")
                for name, option in maker.options.items()
            ],
        },
    }


def _writing(kind: Kind) -> list[str]:
    """The formats that can hold a board of this kind."""
    names = []
    for example in examples(kind.name)[:1]:
        for one in formats().values():
            with suppress(MasumeError):  # such as one that knows other puzzles only
                if one.write is not None and one.write(Board(kind, example.puzzle)):
                    names.append(one.name)
    return names
