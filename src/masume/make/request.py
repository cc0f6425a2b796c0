"""Validate requests for new boards before anything is generated."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import CLUES, BoardRequest, Maker
from masume.core.puzzle.technique import LEVELS
from masume.core.search.spec import check_options, parse_spec
from masume.errors import BadOption, NotApplicable, UnknownName

MOST_MADE = 2500  # cells
Size: TypeAlias = tuple[int, int] | str | int

_LEAST_SYMMETRIC = 4  # side of boards that are symmetric by default; smaller ones are few


@dataclass(frozen=True)
class BoardSpec:
    """A validated request for new boards of a kind."""

    kind: Kind
    request: BoardRequest
    needs: str = ""  # a technique that is required to solve the boards; empty: none

    @property
    def maker(self) -> Maker:
        """The kind's board generator."""
        assert self.kind.maker is not None
        return self.kind.maker()


def resolve_board_spec(
    puzzle: str,
    *,
    size: Size = (10, 10),
    difficulty: str | None = None,
    symmetry: bool | None = None,
    needs: str | None = None,
    clues: str | None = None,
) -> BoardSpec:
    """Return a validated request; raise BadOption, NotApplicable or UnknownName.

    `puzzle` may carry options: `hashi:most=3`. With `symmetry=None`, boards are symmetric if the
    puzzle has such boards. `clues` is few, many or minimal, for puzzles whose
    boards can have redundant clues. Without a difficulty, boards that need a technique get its
    level.
    """
    spec = parse_spec(puzzle)
    kind = kind_named(spec.name)
    if kind.maker is None:
        raise NotApplicable(f"{kind.name} cannot make new boards")
    maker = kind.maker()
    rows, cols = parse_size(size)
    if rows < 1 or cols < 1 or rows * cols > MOST_MADE:
        raise BadOption(f"{rows}x{cols} is not a valid size; boards have 1 to {MOST_MADE:,} cells")
    if difficulty is not None and difficulty not in LEVELS:
        raise UnknownName("difficulty", difficulty, LEVELS)
    if needs is not None:
        difficulty = _required_level(kind, needs, difficulty)
    if difficulty is not None and difficulty not in levels_of(kind):
        raise NotApplicable(f"{kind.name}: it has no {difficulty} techniques, so no such boards")
    if symmetry and not maker.symmetric:
        reason = maker.why_no_symmetry and f": {maker.why_no_symmetry}"
        raise NotApplicable(f"{kind.name} boards cannot be made symmetric{reason}")
    if clues is not None and clues not in CLUES:
        raise UnknownName("number of clues", clues, CLUES)
    if clues is not None and maker.clues is None:
        raise NotApplicable(f"{kind.name} boards keep all their clues, so they cannot be {clues}")
    defaults = {name: option.default for name, option in maker.options.items()}
    options = check_options(kind.name, dict(spec.options), defaults)
    for name, value in options.items():
        _check_range(kind.name, name, value, maker)
    request = BoardRequest(rows, cols, difficulty, bool(symmetry), options, clues)
    is_large = min(rows, cols) >= _LEAST_SYMMETRIC
    if symmetry is None and maker.symmetric and is_large:
        symmetric = replace(request, symmetry=True)
        request = request if maker.reject(symmetric) else symmetric
    if why := maker.reject(request):
        raise NotApplicable(f"{kind.name}: {why}")
    return BoardSpec(kind, request, needs or "")


def nearest_size(maker: Maker, rows: int, cols: int) -> tuple[int, int]:
    """Return the supported size closest to `rows` × `cols`.

    This is a usual side if the maker lists them, else a size within 2 of each; if the maker rejects
    all of these, the size is returned unchanged.
    """
    if maker.sides:
        side = min(maker.sides, key=lambda side: abs(2 * side - rows - cols))
        return side, side
    defaults = {name: option.default for name, option in maker.options.items()}
    changes = range(-2, 3)
    closest_first = sorted(product(changes, changes), key=lambda pair: (sum(map(abs, pair)), pair))
    for more_rows, more_cols in closest_first:
        size = rows + more_rows, cols + more_cols
        if min(size) > 0 and maker.reject(BoardRequest(*size, options=defaults)) is None:
            return size
    return rows, cols


def levels_of(kind: Kind) -> list[str]:
    """Return the levels that a kind's boards can have, easiest first; extreme is always one."""
    levels = {technique.level for technique in kind.logic().techniques} if kind.logic else set()
    return [level for n, level in enumerate(LEVELS) if n in levels or n == len(LEVELS) - 1]


def _required_level(kind: Kind, needs: str, difficulty: str | None) -> str:
    """Return the requested level, or the level of a technique that boards should need."""
    known = kind.logic().techniques if kind.logic else ()
    techniques = {technique.name: technique for technique in known if not technique.silent}
    if needs not in techniques:
        raise UnknownName("technique", needs, techniques)
    level = techniques[needs].level
    if difficulty is None:
        return LEVELS[level]
    if level > LEVELS.index(difficulty):
        raise BadOption(f"{needs} is {LEVELS[level]}, so no {difficulty} board needs it")
    return difficulty


_SIZE = re.compile(r"(\d{1,5})(?:[x×](\d{1,5}))?", re.ASCII)


def parse_size(size: Size) -> tuple[int, int]:
    """Return (rows, cols) of a pair, of a text such as 10x8, or of one number for both.

    >>> parse_size("10x8"), parse_size(5)
    ((10, 8), (5, 5))
    """
    if isinstance(size, str | int):
        match = _SIZE.fullmatch(str(size).strip().lower())
        if match is None:
            raise BadOption(f"size {str(size)[:20]!r} is not a size; write 10x10 or 8")
        return int(match[1]), int(match[2] or match[1])
    if not (len(size) == 2 and all(type(number) is int for number in size)):
        raise BadOption(f"size {str(size)[:20]!r} is not a size; write (10, 10)")
    return size


def _check_range(owner: str, name: str, value: object, maker: Maker) -> None:
    least, most = maker.options[name].least, maker.options[name].most
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    if (least is not None and value < least) or (most is not None and value > most):
        bounds = f"use {least:g} to {most:g}"
        raise BadOption(f"{owner}: {name}={value} is out of range; {bounds}")
