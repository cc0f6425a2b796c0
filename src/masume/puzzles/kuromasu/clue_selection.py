"""Selection of the numbers that a new Kuromasu board keeps, so that it is solvable at a level.

Numbers are added greedily, each the most informative of a few candidates, until propagation solves
the board. Then the selected numbers are added again in reverse order, which makes many of the
earliest ones unnecessary.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import Clues
from masume.puzzles.kuromasu.arm_lengths import EASY, Arms, narrow
from masume.puzzles.kuromasu.propagate import Checkpoint, Propagator
from masume.puzzles.kuromasu.puzzle import Kuromasu

_CANDIDATES = 10  # numbers compared when propagation is stuck
_CHUNK = 8  # numbers tested for redundancy together


def sufficient_clues(
    rng: Random,
    puzzle: Kuromasu,
    clues: Sequence[Clues],
    least: int,
    most: int,
    check_cancel: CancelCheck,
) -> tuple[list[int], int] | None:
    """Return clues that suffice with the techniques of a level, and the level that they need.

    The level is drawn from `least` to `most`; while the selected clues need a lower one, redundant
    ones are dropped. Lookahead techniques are not considered. Return None if all clues together do
    not suffice.
    """
    level = rng.randint(least, most)
    board = Propagator(puzzle, level, active=0)
    bare = board.checkpoint()
    pending = list(range(len(clues)))
    selected: list[int] = []
    while board.unknown:
        check_cancel()
        _shuffle(rng, pending)
        index = _most_informative(board, clues, pending)
        if index is None:
            return None
        pending.remove(index)
        selected.append(index)
        _add(board, clues, [index])
    order = selected = _reselect_backwards(board, bare, clues, selected)
    needed_level = _lowest_level(board, clues, selected)
    for start in range(0, len(order), _CHUNK):
        if needed_level == level:
            break
        check_cancel()
        board.rollback(bare)
        reduced = _drop_redundant(board, clues, selected, order[start : start + _CHUNK])
        if len(reduced) < len(selected):
            needed_level = _lowest_level(board, clues, reduced)
        selected = reduced
    return selected, needed_level


def _shuffle(rng: Random, numbers: list[int]) -> None:
    """Shuffle with the same result as `Random.shuffle`, in half the time."""
    draw_bits, count = rng.getrandbits, len(numbers)
    for bits in range(count.bit_length(), 1, -1):  # the bits of a random position
        for top in range(min(count, (1 << bits) - 1) - 1, (1 << bits - 1) - 2, -1):
            place = draw_bits(bits)
            while place > top:
                place = draw_bits(bits)
            numbers[top], numbers[place] = numbers[place], numbers[top]


def _reselect_backwards(
    board: Propagator, bare: Checkpoint, clues: Sequence[Clues], selected: Sequence[int]
) -> list[int]:
    """Add the clues in reverse order; return those needed to solve the board, in order."""
    board.rollback(bare)
    reselected: list[int] = []
    for index in reversed(selected):
        if not board.unknown:
            break
        cells = clues[index].cells
        if any(board.unknown >> cell & 1 or _gain(board, cell) is not None for cell in cells):
            _add(board, clues, [index])
            reselected.append(index)
    return reselected[::-1]


def _most_informative(
    board: Propagator, clues: Sequence[Clues], pending: Sequence[int]
) -> int | None:
    """Return the clue with the largest gain among the first few informative ones, or None."""
    best, most, compared = None, 0, 0
    for index in pending:
        gain: int | None = None
        for cell in clues[index].cells:
            cell_gain = _gain(board, cell)
            if cell_gain is not None:
                gain = cell_gain + (gain or 0)
        if gain is None:
            continue
        compared += 1
        if best is None or gain > most:
            best, most = index, gain
        if compared == _CANDIDATES:
            break
    return best


def _gain(board: Propagator, cell: Cell) -> int | None:
    """Return how much a number would decide directly by the rules of the board's level alone.

    Conclusions of the level below do not count, or the board would become too easy; a black cell
    counts as three white ones. Return None if the number sees no unknown cell.
    """
    a, b, c, d = arms = board.lines.arms(cell)
    if not (a & a - 1 or b & b - 1 or c & c - 1 or d & d - 1):
        return None
    level, total = board.level, board.totals[cell]
    narrowed = narrow(a, b, c, d, total, level)
    if narrowed == arms:
        return 0
    below = narrow(a, b, c, d, total, level - 1) if level > EASY else arms
    return 0 if below == narrowed else _weight(arms, narrowed) - _weight(arms, below)


def _weight(arms: Arms, narrowed: Arms | None) -> int:
    """Return how much it takes to narrow arms."""
    assert narrowed is not None, "the numbers are those of an answer"
    weight = 0
    for old, new in zip(arms, narrowed, strict=True):
        if old != new:
            weight += (old & (new & -new) - 1).bit_count() + 3 * (not new & new - 1)
    return weight


def _lowest_level(board: Propagator, clues: Sequence[Clues], selected: Sequence[int]) -> int:
    """Return the lowest level whose rules suffice; those of the board's level do."""
    for level in range(board.level, EASY, -1):
        below = Propagator(board.puzzle, level - 1, active=0)
        _add(below, clues, selected)
        if below.unknown:
            return level
    return EASY


def _drop_redundant(
    board: Propagator, clues: Sequence[Clues], selected: Sequence[int], doubted: Sequence[int]
) -> list[int]:
    """Return the selected clues without the redundant ones among the doubted; none are added."""
    kept = [index for index in selected if index not in doubted]
    _add(board, clues, kept)
    return kept + _required(board, clues, doubted)


def _required(board: Propagator, clues: Sequence[Clues], doubted: Sequence[int]) -> list[int]:
    """Return the doubted clues that are still required when all later ones are kept.

    Divide and conquer: the second half is added once while the first half is examined.
    """
    if not board.unknown:
        return []
    if len(doubted) == 1:
        return list(doubted)
    middle = len(doubted) // 2
    checkpoint = board.checkpoint()
    _add(board, clues, doubted[middle:])
    needed = _required(board, clues, doubted[:middle])
    board.rollback(checkpoint)
    _add(board, clues, needed)
    return needed + _required(board, clues, doubted[middle:])


def _add(board: Propagator, clues: Sequence[Clues], indices: Sequence[int]) -> None:
    board.add_numbers([cell for index in indices for cell in clues[index].cells])
    board.propagate()
