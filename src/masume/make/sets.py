"""Sets of boards that are pairwise different under rotation and reflection.

Boards are numbered, and each number has its own seed. A board equivalent to an earlier one is left
out and the next unused number replaces it, so a set does not depend on the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from operator import itemgetter
from typing import NamedTuple, TypeVar

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell, by_size
from masume.core.puzzle.puzzle import Puzzle

B = TypeVar("B")

_MAX_DUPLICATES = 100  # in a row, after which the set is complete
_FIRST = 12  # cells that are compared first
_DIGEST = 16  # bytes kept for each board


def distinct_boards(
    count: int, boards: Callable[[range], Iterable[B]], puzzle: Callable[[B], Puzzle | None]
) -> Iterator[B]:
    """Yield `count` boards of which no two are equivalent; fewer if there seem to be no more.

    `boards` generates the boards of some numbers in order. Items for which `puzzle` returns None
    are passed through.
    """
    seen: set[bytes] = set()
    numbers, duplicates = range(count), 0
    while numbers:
        missing = 0
        for board in boards(numbers):
            shown = puzzle(board)
            look = b"" if shown is None else canonical_digest(shown)
            if look in seen:
                missing, duplicates = missing + 1, duplicates + 1
                if duplicates == _MAX_DUPLICATES:
                    return
                continue
            if look:
                seen.add(look)
                duplicates = 0
            yield board
        numbers = range(numbers.stop, numbers.stop + missing)


def canonical_digest(puzzle: Puzzle) -> bytes:
    """Return a digest that is equal for exactly the rotations and reflections of a board.

    >>> from masume import loads
    >>> texts = ("kuromasu\\n5 . 2", "kuromasu\\n2\\n.\\n5", "kuromasu\\n. 5 2")
    >>> one, turned, other = (canonical_digest(loads(text)) for text in texts)
    >>> one == turned, one == other
    (True, False)
    """
    kind = kind_of(puzzle)
    cells = ["" if clue is None else str(clue) for clue in kind.cells(puzzle)]
    are_names = kind.maker is not None and kind.maker().clues_are_names
    # The first cells usually decide which image is the smallest.
    turns = _symmetries(puzzle.rows, puzzle.cols)
    begun = [(turn.rows, turn.first(cells)) for turn in turns]
    if are_names:
        begun = [(rows, _rename_clues(image)) for rows, image in begun]
    first = min(begun)
    chosen = [turn for turn, start in zip(turns, begun, strict=True) if start == first]
    images = [turn.whole(cells) for turn in chosen]
    whole = min(map(_rename_clues, images) if are_names else images)
    text = "\n".join((str(first[0]), *whole))
    return blake2b(text.encode(), digest_size=_DIGEST).digest()


class _Symmetry(NamedTuple):
    """A rotation or reflection: its rows, and functions that return the cells in its order."""

    rows: int
    first: Callable[[Sequence[str]], tuple[str, ...]]
    whole: Callable[[Sequence[str]], tuple[str, ...]]


@by_size
def _symmetries(rows: int, cols: int) -> list[_Symmetry]:
    """Return the eight symmetries of a board of this size."""
    turns = []
    lines = [list(range(row * cols, row * cols + cols)) for row in range(rows)]
    for _ in range(4):
        for upright in (lines, [line[::-1] for line in lines]):
            places = [cell for line in upright for cell in line]
            turns.append(_Symmetry(len(lines), _picker(places[:_FIRST]), _picker(places)))
        lines = [list(line) for line in zip(*lines[::-1], strict=True)]
    return turns


def _picker(places: Sequence[Cell]) -> Callable[[Sequence[str]], tuple[str, ...]]:
    """Return a function that picks these places from the cells of a board."""
    if len(places) == 1:  # itemgetter of one place returns no tuple
        return tuple
    return itemgetter(*places)


def _rename_clues(image: Sequence[str]) -> tuple[str, ...]:
    """Return an image with its clues renamed to numbers in order of appearance."""
    names = {clue: str(number) for number, clue in enumerate(dict.fromkeys(("", *image)))}
    return tuple([names[clue] for clue in image])
