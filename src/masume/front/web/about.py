"""The catalogue of puzzles, problems, algorithms, formats, themes and limits for the pages."""

from __future__ import annotations

from functools import cache
from typing import get_args

import masume
from masume.api.searches import fitting
from masume.core.drawing.scene import MARGIN
from masume.core.plugins.registry import (
    algorithms,
    default_heuristic,
    heuristics,
    kind_named,
    kinds,
    problems,
)
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import CLUES
from masume.core.puzzle.technique import LEVELS
from masume.core.search.algorithm import Algorithm
from masume.core.search.space import SpaceType
from masume.core.search.spec import Tuning
from masume.core.text.blocks import first_line
from masume.draw.themes import THEMES
from masume.formats.convert import write_all
from masume.formats.format import formats
from masume.formats.library import solution_count, title_of
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.web import bodies
from masume.front.web.boards import Data, bare_text, fields_of
from masume.front.web.pictures import CELL, MAX_DRAWN


@cache
def about() -> Data:
    """Return the whole catalogue; it never changes while the process runs."""
    return {
        "version": masume.__version__,
        "puzzles": [_puzzle(kind) for kind in kinds().values()],
        "problems": [_problem(kind_named(name)) for name in problems()],
        "algorithms": [
            fields_of(algorithm, "name", "summary", "takes_h")
            | {"options": [_option(algorithm, name) for name in algorithm.options]}
            for algorithm in algorithms().values()
        ],
        "levels": list(LEVELS),
        "formats": [
            fields_of(fmt, "name", "title", "holds_answers") | {"writes": fmt.write is not None}
            for fmt in formats().values()
        ],
        "themes": list(THEMES),
        "limits": {
            "seconds": bodies.MAX_SECONDS,
            "compare_seconds": bodies.MAX_COMPARE_SECONDS,
            "cells": MAX_DRAWN,
            "side": bodies.MAX_SIDE,
            "boards": bodies.MAX_BOARDS,
            "collection": bodies.MAX_COLLECTION,
            "booklet": bodies.MAX_BOOKLET,
            "positions": bodies.MAX_POSITIONS,
            "min_cell": bodies.MIN_CELL,
            "max_cell": bodies.MAX_CELL,
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


def _problem(kind: Kind) -> Data:
    """Return a classic search problem with its instances, space and heuristics."""
    return fields_of(kind, "name", "title", "rules") | {
        "examples": [
            {
                "name": board.name,
                "title": board.name.rpartition("/")[2].replace("-", " ").capitalize(),
                "board": bare_text(board),
            }
            for board in examples(kind.name)
        ],
        "spaces": _spaces(kind),
        "heuristics": _heuristics(kind),
    }


def _spaces(kind: Kind) -> list[Data]:
    """Return the spaces, with the heuristics that fit each algorithm."""
    return [
        {
            "name": space.name,
            "summary": first_line(getattr(space, "problem_class", space)),
            "algorithms": {
                algorithm.name: names
                for algorithm in algorithms().values()
                if (names := _fitting_names(kind, algorithm, space))
            },
        }
        for space in kind.spaces
    ]


def _fitting_names(kind: Kind, algorithm: Algorithm, space: SpaceType) -> list[str | None]:
    """Return the heuristics that fit, the default one first; [None] if it takes none."""
    default = default_heuristic(kind, space)
    fits = sorted(fitting(kind, algorithm, space), key=lambda heuristic: heuristic is not default)
    return [heuristic.name if heuristic else None for heuristic in fits]


def _heuristics(kind: Kind) -> list[Data]:
    return [
        fields_of(h, "name", "summary", "objective")
        | {"spaces": [space.name for space in kind.spaces if h.supports(space)]}
        for h in heuristics(kind.name).values()
    ]


def _puzzle(kind: Kind) -> Data:
    """Return a kind of puzzle with its examples, spaces, heuristics and techniques."""
    maker = kind.maker() if kind.maker else None
    return fields_of(kind, "name", "title", "drag", "rules") | {
        "looks": list(kind.mark_styles or ()),
        "codes": dict(kind.codes),
        "examples": [
            fields_of(board.puzzle, "rows", "cols")
            | {
                "name": board.name,
                "title": title_of(board),
                "note": board.note("from") or board.note("note"),
                "level": board.note("difficulty"),
                "solutions": solution_count(board),
            }
            for board in examples(kind.name)
        ],
        "spaces": _spaces(kind),
        "heuristics": _heuristics(kind),
        "techniques": [
            {"name": technique.name, "title": technique.title, "level": LEVELS[technique.level]}
            for technique in (kind.logic().techniques if kind.logic else ())
            if not technique.silent
        ],
        "formats": [
            name
            for board in examples(kind.name)[:1]
            for name in write_all(Board(kind, board.puzzle))
        ],
        "pictures": kind.dark_literals is not None
        and maker is not None
        and maker.additions is not None,
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
