"""What can be asked of new boards: a request is checked before anything is made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import CLUES, BoardRequest, Maker
from masume.core.puzzle.technique import LEVELS
from masume.core.search.spec import check_options, parse_spec
from masume.errors import BadOption, NotApplicable, UnknownName

MOST_MADE = 2500  # cells
Size: TypeAlias = tuple[int, int] | str | int


@dataclass(frozen=True)
class BoardPlan:
    """A request that was checked, and the puzzle that it goes to."""

    kind: Kind
    request: BoardRequest
    needs: str = ""  # a technique without which one would not come to the end

    @property
    def maker(self) -> Maker:
        """How the puzzle makes boards."""
        assert self.kind.maker is not None
        return self.kind.maker()


def plan(
    puzzle: str,
    *,
    size: Size = (10, 10),
    difficulty: str | None = None,
    symmetry: bool = False,
    needs: str | None = None,
    clues: str | None = None,
) -> BoardPlan:
    """Check a request, and raise if it cannot be; a name may carry options: `hashi:most=3`.

    Clues may be few, many or minimal, where boards can do without some of them. Without a
    difficulty, boards that need a technique are of its level.
    """
    spec = parse_spec(puzzle)
    kind = kind_named(spec.name)
    if kind.maker is None:
        raise NotApplicable(f"{kind.name} cannot make new boards")
    maker = kind.maker()
    rows, cols = rows_cols(size)
    if rows < 1 or cols < 1 or rows * cols > MOST_MADE:
        raise BadOption(f"{rows}x{cols} does not fit, boards have 1 to {MOST_MADE:,} cells")
    if difficulty is not None and difficulty not in LEVELS:
        raise UnknownName("difficulty", difficulty, LEVELS)
    if needs is not None:
        difficulty = _level_needed(kind, needs, difficulty)
    if symmetry and not maker.symmetric:
        reason = maker.no_symmetry and f": {maker.no_symmetry}"
        raise NotApplicable(f"{kind.name} boards cannot be made symmetric{reason}")
    if clues is not None and clues not in CLUES:
        raise UnknownName("wish for clues", clues, CLUES)
    if clues is not None and maker.clues is None:
        raise NotApplicable(f"{kind.name} boards keep all their clues, they cannot be {clues}")
    defaults = {name: option.default for name, option in maker.options.items()}
    options = check_options(kind.name, dict(spec.options), defaults)
    for name, value in options.items():
        _check_range(kind.name, name, value, maker)
    request = BoardRequest(rows, cols, difficulty, symmetry, options, clues)
    if why := maker.refuse(request):
        raise NotApplicable(f"{kind.name}: {why}")
    return BoardPlan(kind, request, needs or "")


def _level_needed(kind: Kind, needs: str, difficulty: str | None) -> str:
    """The wanted difficulty, or that of a technique which boards should need."""
    every = kind.logic().techniques if kind.logic else ()
    techniques = {one.name: one for one in every if not one.silent}  # no board is made for those
    if needs not in techniques:
        raise UnknownName("technique", needs, techniques)
    level = techniques[needs].level
    if difficulty is None:
        return LEVELS[level]
    if level > LEVELS.index(difficulty):
        raise BadOption(f"{needs} is {LEVELS[level]}, so no {difficulty} board needs it")
    return difficulty


_SIZE = re.compile(r"(\d{1,5})(?:[x×](\d{1,5}))?", re.ASCII)


def rows_cols(size: Size) -> tuple[int, int]:
    """Rows and columns from themselves, from a text like 10x8, or from the one number of both.

    >>> rows_cols("10x8"), rows_cols(5)
    ((10, 8), (5, 5))
    """
    if isinstance(size, str | int):
        match = _SIZE.fullmatch(str(size).strip().lower())
        if match is None:
            raise BadOption(f"size {str(size)[:20]!r} does not fit, it is like 10x10 or 8")
        return int(match[1]), int(match[2] or match[1])
    if not (len(size) == 2 and all(type(number) is int for number in size)):
        raise BadOption(f"size {str(size)[:20]!r} does not fit, it is like (10, 10)")
    return size


def _check_range(owner: str, name: str, value: object, maker: Maker) -> None:
    least, most = maker.options[name].least, maker.options[name].most
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    if (least is not None and value < least) or (most is not None and value > most):
        raise BadOption(f"{owner}: {name}={value} does not fit, it takes {least:g} to {most:g}")
