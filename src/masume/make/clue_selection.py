"""Select the clues that a new board keeps.

By default those from which the techniques of its level solve it. `few`: none of them is redundant
at this level. `minimal`: without any of them there would be a second solution. `many`: half of the
others as well, or as many as the requested level allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from masume.core.puzzle.maker import BoardRequest, Clues, Maker
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME, HARD
from masume.make.restore import restore_clues
from masume.make.trim import Trimmer
from masume.make.unique_board import KnownWalk, Rejection, UniqueBoard


def select_clues(
    maker: Maker,
    request: BoardRequest,
    rng: Random,
    whole: UniqueBoard,
    clues: Sequence[Clues],
    most: int,
    deadline: Deadline,
) -> UniqueBoard | Rejection:
    """Return the board with only the clues that techniques up to a level need.

    `request.clues` may ask for fewer or more. Returns a Rejection if even all clues make the board
    too hard.
    """
    assert maker.keep_clues is not None
    cells_left = maker.keep_clues

    def only(numbers: Iterable[int]) -> Puzzle:
        return cells_left(whole.puzzle, {cell for n in numbers for cell in clues[n].cells})

    def follows(numbers: Iterable[int], below: int) -> bool:
        walk = KnownWalk(only(numbers), whole.solution, deadline)
        walk.go(below)
        return walk.finished

    kept: Sequence[int] | None
    level = None
    if maker.sufficient_clues is not None and most <= HARD:
        least = 0 if request.level is None else most
        chosen = maker.sufficient_clues(rng, whole.puzzle, clues, least, most, deadline.check)
        kept, level = chosen or (None, None)
    else:
        kept = Trimmer(whole.puzzle, whole.solution, clues, deadline).minimal_subset(rng)
        assert kept is not None
        kept = restore_clues(whole, only, clues, kept, most + 1, rng, deadline)
    if kept is None:
        return Rejection("harder")
    if request.clues == "few" and most < EXTREME:  # extreme boards are minimal already
        kept = _drop_spare(kept, rng, lambda numbers: follows(numbers, most + 1))
    elif request.clues == "minimal":
        kept = Trimmer(whole.puzzle, whole.solution, clues, deadline).minimal_subset(rng, kept)
        assert kept is not None
        if most < EXTREME and not follows(kept, most + 1):
            return Rejection("harder", replace(whole, puzzle=only(kept)))
    elif request.clues == "many":
        least = 0 if request.level is None else most
        kept = _restore_some(kept, len(clues), rng, lambda numbers: follows(numbers, least))
    return replace(whole, puzzle=only(kept), level=None if request.clues else level)


def _drop_spare(
    kept: Sequence[int], rng: Random, are_enough: Callable[[Sequence[int]], bool]
) -> Sequence[int]:
    """Drop one clue after the other, in random order, as long as the others suffice."""
    for number in rng.sample(kept, len(kept)):
        others = [clue for clue in kept if clue != number]
        if are_enough(others):
            kept = others
    return kept


def _restore_some(
    kept: Sequence[int], count: int, rng: Random, are_too_easy: Callable[[Sequence[int]], bool]
) -> Sequence[int]:
    """Restore half of the dropped clues, or a quarter and so on, so that it is not too easy."""
    others = sorted(set(range(count)).difference(kept))
    rng.shuffle(others)
    more = -(-len(others) // 2)
    while more and are_too_easy([*kept, *others[:more]]):
        more //= 2
    return [*kept, *others[:more]]
