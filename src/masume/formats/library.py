"""Packs of boards to play, and the titles of boards.

The boards come from a puzzle's `library.txt` and from those of its examples that have a difficulty.
A pack contains the boards of one size and one level.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from masume.formats.load import examples, library
from masume.formats.plain import Board

_SIZES = {"small": 6, "medium": 9, "large": 12}  # the longest side; larger boards are huge
SIZES = (*_SIZES, "huge")
_FEWEST = 9  # cells; smaller boards are in no pack


@dataclass(frozen=True)
class Pack:
    """The boards of one kind, size and level, the smallest first."""

    kind: str
    size: str  # one of SIZES
    level: str  # one of technique.LEVELS
    boards: tuple[Board, ...]

    @property
    def name(self) -> str:
        """The identifier, such as `hitori-small-easy`."""
        return f"{self.kind}-{self.size}-{self.level}"


@cache
def packs(kind: str) -> tuple[Pack, ...]:
    """Return all packs of a kind, from small and easy to huge and hard.

    >>> packs("hitori")[0].name
    'hitori-small-easy'
    """
    from masume.core.puzzle.technique import LEVELS

    packed: dict[tuple[str, str], list[Board]] = {}
    for board in (*examples(kind), *library(kind)):
        level = board.note("difficulty")
        if level in LEVELS and _cells(board) >= _FEWEST:
            packed.setdefault((size_of(board), level), []).append(board)
    order = sorted(packed, key=lambda key: (SIZES.index(key[0]), LEVELS.index(key[1])))
    return tuple(
        Pack(kind, size, level, tuple(sorted(packed[size, level], key=_cells)))
        for size, level in order
    )


def size_of(board: Board) -> str:
    """Return the size class of a board, one of SIZES."""
    side = max(board.puzzle.rows, board.puzzle.cols)
    return next((size for size, most in _SIZES.items() if side <= most), "huge")


def title_of(board: Board) -> str:
    """Return a board's title, or else its name; the name of an example as words.

    >>> from masume import examples
    >>> [title_of(board) for board in examples("hitori") if board.name == "hitori/cut-off"]
    ['Cut off']
    """
    name = board.name.removeprefix(f"{board.kind.name}/")
    if board.note("title") or name == board.name:
        return board.note("title") or name
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def solution_count(board: Board) -> int:
    """Return the number of solutions noted with a board, 1 if there is no such note.

    >>> from masume import examples
    >>> sorted({solution_count(board) for board in examples("kuromasu")})
    [0, 1, 2, 4]
    """
    noted = board.note("solutions")
    return int(noted) if noted.isdecimal() else 1


def _cells(board: Board) -> int:
    return board.puzzle.rows * board.puzzle.cols
