"""Which numbers a new Kuromasu board keeps: those from which everything follows at some level.

Numbers are added one after the other, of a few that are tried the one that tells most, until all
is known. In the end many of the first are not needed any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from masume.core.maker import Clues
from masume.core.model import CancelCheck
from masume.puzzles.kuromasu.following import HARD, Following
from masume.puzzles.kuromasu.puzzle import Kuromasu

_TRIED = 10  # numbers that are tried where nothing follows any more
_FAR = 8  # cells that a number must tell so that no other is tried
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

    If they make it easier than the least level wanted, more of them are left out. None if not even
    all clues suffice. No look ahead is taken into account, which only hard techniques take.
    """
    board = Following(puzzle, most)
    left = list(range(len(clues)))
    kept: list[int] = []
    while not board.complete:
        check_cancel()
        rng.shuffle(left)
        number = _most_telling(board, clues, left)
        if number is None:
            return None
        left.remove(number)
        kept.append(number)
        board.add(clues[number].cells)
    order = kept
    first = len(order) // (3 if most >= HARD else 4)  # the later ones are mostly needed
    for at in range(0, first, _DOUBTED):
        check_cancel()
        kept = _needed(board, clues, kept, order[at : min(at + _DOUBTED, first)])
    level = _level(puzzle, clues, kept, most)
    for at in range(first, len(order), _DOUBTED):
        check_cancel()
        if level >= least:
            break
        kept = _needed(board, clues, kept, order[at : at + _DOUBTED])
        level = _level(puzzle, clues, kept, most)
    return kept, level


def _most_telling(board: Following, clues: Sequence[Clues], left: Sequence[int]) -> int | None:
    """Of the first few that tell something the clue that tells most."""
    before = board.moment()
    best, most, tried = None, 0, 0
    for number in left:
        if any(map(board.tells, clues[number].cells)):
            tried += 1
            board.add(clues[number].cells)
            told = len(board.known) - before[0]
            is_complete = board.complete
            board.back(before)
            if told > most:
                best, most = number, told
            if told >= _FAR or is_complete or tried == _TRIED:
                break
    return best


def _level(puzzle: Kuromasu, clues: Sequence[Clues], kept: Sequence[int], most: int) -> int:
    """The first level whose techniques are enough; those of the last one are."""
    for level in range(most):
        board = Following(puzzle, level)
        _add(board, clues, kept)
        if board.complete:
            return level
    return most


def _needed(
    board: Following, clues: Sequence[Clues], before: Sequence[int], doubted: Sequence[int]
) -> list[int]:
    """The clues of before without those of the doubted ones that can be spared."""
    kept = [number for number in before if number not in doubted]
    board.back((0, 0, 0))
    _add(board, clues, kept)
    for place, number in enumerate(doubted, start=1):
        before = board.moment()
        _add(board, clues, doubted[place:])
        is_spared = board.complete
        board.back(before)
        if not is_spared:
            _add(board, clues, [number])
            kept.append(number)
    return kept


def _add(board: Following, clues: Sequence[Clues], numbers: Sequence[int]) -> None:
    board.add([cell for number in numbers for cell in clues[number].cells])
