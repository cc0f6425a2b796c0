"""Sets of boards in which no two are alike: none is another one turned round or mirrored.

Boards have numbers, and each is made from a seed of its own. One that is like a board before it is
left out, and a further number takes its place, so a set is the same on any number of processors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TypeVar

from masume.core.grid import Cell, by_size
from masume.core.puzzle import Puzzle
from masume.core.registry import kind_of

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

    def image(rows: int, places: Sequence[Cell]) -> tuple[int, list[str]]:
        found = [cells[place] for place in places]
        return rows, _renamed(found) if are_names else found

    # Of most boards the first cells tell already which image is the least one.
    turns = _turns(puzzle.rows, puzzle.cols)
    begun = [image(rows, places[:_FIRST]) for rows, places in turns]
    first = min(begun)
    whole = min(image(*turn) for turn, start in zip(turns, begun, strict=True) if start == first)
    return blake2b(repr(whole).encode(), digest_size=_DIGEST).digest()


@by_size
def _turns(rows: int, cols: int) -> list[tuple[int, list[Cell]]]:
    """A board turned round in all ways and mirrored: its rows, and where each cell comes from."""
    found = []
    lines = [list(range(row * cols, row * cols + cols)) for row in range(rows)]
    for _ in range(4):
        found.append((len(lines), [cell for line in lines for cell in line]))
        found.append((len(lines), [cell for line in lines for cell in line[::-1]]))
        lines = [list(line) for line in zip(*lines[::-1], strict=True)]
    return found


def _renamed(image: list[str]) -> list[str]:
    """With clues numbered as they are met, where only those that are equal say something."""
    names = {clue: str(number) for number, clue in enumerate(dict.fromkeys(("", *image)))}
    return [names[clue] for clue in image]
