"""Which numbers a new Kuromasu board keeps: those from which everything follows at some level.

Numbers are added one after the other, of a few that are tried the one that promises most, until all
is known. Then they are added anew from the last one back: by then many of the first are not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.maker import Clues
from masume.puzzles.kuromasu.following import BEGINNING, Following
from masume.puzzles.kuromasu.puzzle import Kuromasu

_TRIED = 10  # numbers that are tried where nothing follows any more
_DOUBTED = 8  # numbers that are doubted at a time while all others are taken for needed


def enough(
    rng: Random,
    puzzle: Kuromasu,
    clues: Sequence[Clues],
    least: int,
    most: int,
    check_cancel: CancelCheck,
) -> tuple[list[int], int] | None:
    """Clues that suffice for those who have techniques up to a level, and the level that it takes.

    It is any of these levels; where clues make it easier, more of them are left out. None if not
    even all clues suffice. No look ahead is taken into account, which only hard techniques take.
    """
    level = rng.randint(least, most)
    board = Following(puzzle, level)
    left = list(range(len(clues)))
    kept: list[int] = []
    while not board.complete:
        check_cancel()
        _shuffle(rng, left)
        number = _most_telling(board, clues, left)
        if number is None:
            return None
        left.remove(number)
        kept.append(number)
        board.add(clues[number].cells)
    order = kept = _added_backwards(board, clues, kept)
    takes = _level(board, clues, kept)
    for at in range(0, len(order), _DOUBTED):
        if takes == level:
            break
        check_cancel()
        before, kept = kept, _needed(board, clues, kept, order[at : at + _DOUBTED])
        if len(kept) < len(before):
            takes = _level(board, clues, kept)
    return kept, takes


def _shuffle(rng: Random, numbers: list[int]) -> None:
    """As `Random.shuffle`, in half the time."""
    draw, count = rng.getrandbits, len(numbers)
    for bits in range(count.bit_length(), 1, -1):  # of which a place has so many
        for last in range(min(count, (1 << bits) - 1) - 1, (1 << bits - 1) - 2, -1):
            place = draw(bits)
            while place > last:
                place = draw(bits)
            numbers[last], numbers[place] = numbers[place], numbers[last]


def _added_backwards(board: Following, clues: Sequence[Clues], kept: Sequence[int]) -> list[int]:
    """The clues from the last one on, as far as they are needed when all later ones are there."""
    board.back(BEGINNING)
    added: list[int] = []
    for number in reversed(kept):
        if board.complete:
            break
        cells = clues[number].cells
        if any(board.tells(cell) or not board.colours[cell] for cell in cells):
            board.add(cells)
            added.append(number)
    return added[::-1]


def _most_telling(board: Following, clues: Sequence[Clues], left: Sequence[int]) -> int | None:
    """Of the first few that tell something the clue that promises most.

    What techniques of lower levels see at once does not count, or the board would be too easy.
    """
    best, most, tried = None, 0, 0
    for number in left:
        promise: int | None = None
        for cell in clues[number].cells:
            tells = board.promise(cell)
            if tells is not None:
                promise = tells + (promise or 0)
        if promise is None:
            continue
        tried += 1
        if best is None or promise > most:
            best, most = number, promise
        if tried == _TRIED:
            break
    return best


def _level(board: Following, clues: Sequence[Clues], kept: Sequence[int]) -> int:
    """The first level whose techniques are enough; those of the board's own are."""
    for level in range(board.level, 0, -1):
        below = board.at_level(level - 1)
        _add(below, clues, kept)
        if not below.complete:
            return level
    return 0


def _needed(
    board: Following, clues: Sequence[Clues], before: Sequence[int], doubted: Sequence[int]
) -> list[int]:
    """The clues of before without those of the doubted ones that can be spared."""
    kept = [number for number in before if number not in doubted]
    board.back(BEGINNING)
    _add(board, clues, kept)
    return kept + _not_spared(board, clues, doubted)


def _not_spared(board: Following, clues: Sequence[Clues], doubted: Sequence[int]) -> list[int]:
    """Of clues that are doubted one after the other those that are needed with all later ones.

    The later half is there while the first is gone through, so none is added again for each other.
    """
    if board.complete:
        return []
    if len(doubted) == 1:
        return list(doubted)
    half = len(doubted) // 2
    before = board.moment()
    _add(board, clues, doubted[half:])
    needed = _not_spared(board, clues, doubted[:half])
    board.back(before)
    _add(board, clues, needed)
    return needed + _not_spared(board, clues, doubted[half:])


def _add(board: Following, clues: Sequence[Clues], numbers: Sequence[int]) -> None:
    board.add([cell for number in numbers for cell in clues[number].cells])
