"""Format: the one record that a file of this package exports, and the list of them all."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import masume.formats
from masume.core.codec import Code
from masume.core.kind import Kind
from masume.core.registry import canonical, kind_of, kinds
from masume.core.text import MOST_CELLS
from masume.errors import NotApplicable, ParseError, UnknownName
from masume.formats.plain import Board


@dataclass(frozen=True)
class Format:
    """A way to write boards that people use."""

    name: str  # as in `masume convert --to`
    title: str
    recognises: Callable[[str], bool]  # whether a text is meant so, at a glance
    read: Callable[[str, Kind | None], Iterator[Board]]  # raises ParseError
    write: Callable[[Board], str] | None = None
    holds_answers: bool = False
    one_line: bool = False  # a text of several lines is then several boards


@cache
def formats() -> dict[str, Format]:
    """Every format by its name."""
    found = {}
    for module in pkgutil.iter_modules(masume.formats.__path__):
        member = getattr(importlib.import_module(f"masume.formats.{module.name}"), "FORMAT", None)
        if isinstance(member, Format):
            found[member.name] = member
    return found


def format_named(name: str) -> Format:
    """The format of this name that can be written."""
    known = {f.name: f for f in formats().values() if f.write is not None}
    for format_ in known.values():
        if canonical(format_.name) == canonical(name):
            return format_
    raise UnknownName("format", name, known)


def code_of(site: str, name: str, kind: Kind | None = None) -> tuple[Kind, Code]:
    """The kind that goes by a name on a site."""
    for one in kinds().values():
        code = one.codecs.get(site)
        if code is not None and name.lower() in map(str.lower, code.names):
            if kind not in (None, one):
                raise ParseError(f"this is {one.name}, not {kind.name}")
            return one, code
    known = [code.names[0] for one in kinds().values() if (code := one.codecs.get(site))]
    raise ParseError(f"{name[:40]!r} is none of the puzzles known here: {', '.join(known)}")


def codes_on(site: str, kind: Kind | None = None) -> list[tuple[Kind, Code]]:
    """All kinds that a site has, or the one that is asked for."""
    return [(k, k.codecs[site]) for k in kinds().values() if site in k.codecs and kind in (None, k)]


def code_for(site: str, puzzle: Any) -> Code:
    """How a site writes this puzzle; NotApplicable if it cannot."""
    kind = kind_of(puzzle)
    code = kind.codecs.get(site)
    if code is None:
        raise NotApplicable(f"{site} has no {kind.title}")
    if reason := code.refuses(puzzle):
        raise NotApplicable(f"{site} cannot say this: {reason}")
    return code


def the_likely_one(boards: list[Board], site: str) -> Board:
    """Of several readings of a text that does not tell its puzzle the only one that makes sense.

    A board that is hopeless at a glance is not meant, nor a nearly empty one of a puzzle that has
    a number in every cell.
    """
    likely = [b for b in boards if not b.kind.obstacles(b.puzzle) and not _is_sparse(b, site)]
    if len(boards) == 1 or len(likely) == 1:
        return (likely or boards)[0]
    names = " or ".join(f"--as {board.kind.name}" for board in likely or boards)
    raise ParseError(f"this does not tell which puzzle it is; say it: {names}")


def _is_sparse(board: Board, site: str) -> bool:
    cells = board.kind.cells(board.puzzle)
    told = sum(cell is not None for cell in cells)
    return bool(board.kind.codecs[site].more.get("dense")) and 2 * told < len(cells)


def size_of(rows: str, cols: str) -> tuple[int, int]:
    """A board's size from two words."""
    if not (rows.isascii() and rows.isdigit() and cols.isascii() and cols.isdigit()):
        raise ParseError(f"{rows[:20]!r} and {cols[:20]!r} are no size of a board")
    if len(rows) > 7 or len(cols) > 7 or not 0 < int(rows) * int(cols) <= MOST_CELLS:
        raise ParseError(f"a board of {rows[:20]}×{cols[:20]} cells cannot be read")
    return int(rows), int(cols)
