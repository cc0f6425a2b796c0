"""Sets of boards in which no two are alike: none is another one turned round or mirrored.

Boards have numbers, and each is made from a seed of its own. One that is like a board before it is
left out, and a further number takes its place, so a set is the same on any number of processors.
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

_IN_VAIN = 100  # boards one after the other that are like others, until no more are looked for
_FIRST = 12  # cells
_DIGEST = 16  # bytes; a set of thousands of large boards is not kept


def unlike_each_other(
    count: int, boards: Callable[[range], Iterable[B]], puzzle: Callable[[B], Puzzle | None]
) -> Iterator[B]:
    """So many boards of which no two are alike; fewer if there seem to be no more.

    `boards` makes those of some numbers, in their order. What is no board is never like another.
    """
    seen: set[bytes] = set()
    numbers, in_vain = range(count), 0
    while numbers:
        missing = 0
        for board in boards(numbers):
            shown = puzzle(board)
            look = b"" if shown is None else likeness(shown)
            if look in seen:
                missing, in_vain = missing + 1, in_vain + 1
                if in_vain == _IN_VAIN:
                    return
                continue
            if look:
                seen.add(look)
                in_vain = 0
            yield board
        numbers = range(numbers.stop, numbers.stop + missing)


def likeness(puzzle: Puzzle) -> bytes:
    """What a board has in common with those that turns and mirrors make of it, and no others.

    >>> from masume import loads
    >>> texts = ("kuromasu\\n5 . 2", "kuromasu\\n2\\n.\\n5", "kuromasu\\n. 5 2")
    >>> one, turned, other = (likeness(loads(text)) for text in texts)
    >>> one == turned, one == other
    (True, False)
    """
    kind = kind_of(puzzle)
    cells = ["" if clue is None else str(clue) for clue in kind.cells(puzzle)]
    are_names = kind.maker is not None and kind.maker().clues_are_names
    # Of most boards the first cells tell already which image is the least one.
    turns = _turns(puzzle.rows, puzzle.cols)
    begun = [(turn.rows, turn.first(cells)) for turn in turns]
    if are_names:
        begun = [(rows, _renamed(image)) for rows, image in begun]
    first = min(begun)
    chosen = [turn for turn, start in zip(turns, begun, strict=True) if start == first]
    images = [turn.whole(cells) for turn in chosen]
    whole = min(map(_renamed, images) if are_names else images)
    text = "\n".join((str(first[0]), *whole))
    return blake2b(text.encode(), digest_size=_DIGEST).digest()


class _Turn(NamedTuple):
    """One of the ways to turn a board: its rows then, and what picks its cells in their order."""

    rows: int
    first: Callable[[Sequence[str]], tuple[str, ...]]
    whole: Callable[[Sequence[str]], tuple[str, ...]]


@by_size
def _turns(rows: int, cols: int) -> list[_Turn]:
    """A board turned round in all ways and mirrored."""
    turns = []
    lines = [list(range(row * cols, row * cols + cols)) for row in range(rows)]
    for _ in range(4):
        for upright in (lines, [line[::-1] for line in lines]):
            places = [cell for line in upright for cell in line]
            turns.append(_Turn(len(lines), _picking(places[:_FIRST]), _picking(places)))
        lines = [list(line) for line in zip(*lines[::-1], strict=True)]
    return turns


def _picking(places: Sequence[Cell]) -> Callable[[Sequence[str]], tuple[str, ...]]:
    """What picks them from the cells of a board, in the order of the places."""
    if len(places) == 1:  # of one place itemgetter makes no tuple
        return tuple
    return itemgetter(*places)


def _renamed(image: Sequence[str]) -> tuple[str, ...]:
    """With clues numbered as they are met, where only those that are equal say something."""
    names = {clue: str(number) for number, clue in enumerate(dict.fromkeys(("", *image)))}
    return tuple([names[clue] for clue in image])
