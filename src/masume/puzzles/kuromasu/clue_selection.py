"""Selection of the numbers that a new Kuromasu board keeps, so that it is solvable at a level.

Numbers are added greedily, each the most informative of a few candidates, until propagation solves
the board. Then the selected numbers are added again in reverse order, which makes many of the
earliest ones unnecessary.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.maker import Clues
from masume.puzzles.kuromasu.propagate import START, Propagator
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
    propagator = Propagator(puzzle, level)
    pending = list(range(len(clues)))
    selected: list[int] = []
    while not propagator.is_complete:
        check_cancel()
        _shuffle(rng, pending)
        index = _most_informative(propagator, clues, pending)
        if index is None:
            return None
        pending.remove(index)
        selected.append(index)
        propagator.add(clues[index].cells)
    order = selected = _reselect_backwards(propagator, clues, selected)
    needed_level = _lowest_level(propagator, clues, selected)
    for start in range(0, len(order), _CHUNK):
        if needed_level == level:
            break
        check_cancel()
        reduced = _drop_redundant(propagator, clues, selected, order[start : start + _CHUNK])
        if len(reduced) < len(selected):
            needed_level = _lowest_level(propagator, clues, reduced)
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
    propagator: Propagator, clues: Sequence[Clues], selected: Sequence[int]
) -> list[int]:
    """Add the clues in reverse order; return those needed to solve the board, in order."""
    propagator.rollback(START)
    reselected: list[int] = []
    for index in reversed(selected):
        if propagator.is_complete:
            break
        cells = clues[index].cells
        if any(propagator.is_informative(cell) or not propagator.colours[cell] for cell in cells):
            propagator.add(cells)
            reselected.append(index)
    return reselected[::-1]


def _most_informative(
    propagator: Propagator, clues: Sequence[Clues], pending: Sequence[int]
) -> int | None:
    """Return the clue with the largest gain among the first few informative ones, or None.

    Conclusions of lower levels do not count, or the board would become too easy.
    """
    best, most, compared = None, 0, 0
    for index in pending:
        gain: int | None = None
        for cell in clues[index].cells:
            cell_gain = propagator.gain(cell)
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


def _lowest_level(propagator: Propagator, clues: Sequence[Clues], selected: Sequence[int]) -> int:
    """Return the lowest level whose techniques suffice; those of the propagator's level do."""
    for level in range(propagator.level, 0, -1):
        below = propagator.new_at_level(level - 1)
        _add(below, clues, selected)
        if not below.is_complete:
            return level
    return 0


def _drop_redundant(
    propagator: Propagator, clues: Sequence[Clues], selected: Sequence[int], doubted: Sequence[int]
) -> list[int]:
    """Return the selected clues without the redundant ones among the doubted."""
    kept = [index for index in selected if index not in doubted]
    propagator.rollback(START)
    _add(propagator, clues, kept)
    return kept + _required(propagator, clues, doubted)


def _required(propagator: Propagator, clues: Sequence[Clues], doubted: Sequence[int]) -> list[int]:
    """Return the doubted clues that are still required when all later ones are kept.

    Divide and conquer: the second half is added once while the first half is examined.
    """
    if propagator.is_complete:
        return []
    if len(doubted) == 1:
        return list(doubted)
    middle = len(doubted) // 2
    checkpoint = propagator.checkpoint()
    _add(propagator, clues, doubted[middle:])
    needed = _required(propagator, clues, doubted[:middle])
    propagator.rollback(checkpoint)
    _add(propagator, clues, needed)
    return needed + _required(propagator, clues, doubted[middle:])


def _add(propagator: Propagator, clues: Sequence[Clues], indices: Sequence[int]) -> None:
    propagator.add([cell for index in indices for cell in clues[index].cells])
