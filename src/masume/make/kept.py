"""Which clues a new board keeps: those that it needs, and more or fewer of them as wished.

Few: none is left that those who solve boards of its level could do without. Minimal: none without
which there would be another solution. Many: half of all others as well, or as many as the level
allows that is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from masume.core.puzzle.maker import BoardRequest, Clues, Maker
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME, HARD
from masume.make.sound import KnownWalk, Missed, Sound
from masume.make.steer import steered
from masume.make.trim import Trimmer


def with_clues_kept(
    maker: Maker,
    request: BoardRequest,
    rng: Random,
    whole: Sound,
    clues: Sequence[Clues],
    most: int,
    deadline: Deadline,
) -> Sound | Missed:
    """The board without clues that it does not need, but with those that people do up to a level.

    What came out instead, if that is not enough for them.
    """
    assert maker.only is not None
    cells_left = maker.only

    def only(numbers: Iterable[int]) -> Puzzle:
        return cells_left(whole.puzzle, {cell for one in numbers for cell in clues[one].cells})

    def follows(numbers: Iterable[int], below: int) -> bool:
        walk = KnownWalk(only(numbers), whole.solution, deadline)
        walk.go(below)
        return walk.finished

    kept: Sequence[int] | None
    level = None
    if maker.enough is not None and most <= HARD:
        least = 0 if request.level is None else most
        chosen = maker.enough(rng, whole.puzzle, clues, least, most, deadline.check)
        kept, level = chosen or (None, None)
    else:
        kept = Trimmer(whole.puzzle, whole.solution, clues, deadline).minimal(rng)
        assert kept is not None
        kept = steered(whole, only, clues, kept, most + 1, rng, deadline)
    if kept is None:
        return Missed("harder")
    if request.clues == "few" and most < EXTREME:  # beyond all techniques it is minimal already
        kept = _without_spare(kept, rng, lambda numbers: follows(numbers, most + 1))
    elif request.clues == "minimal":
        kept = Trimmer(whole.puzzle, whole.solution, clues, deadline).minimal(rng, kept)
        assert kept is not None
        if most < EXTREME and not follows(kept, most + 1):
            return Missed("harder", replace(whole, puzzle=only(kept)))
    elif request.clues == "many":
        least = 0 if request.level is None else most
        kept = _with_more(kept, len(clues), rng, lambda numbers: follows(numbers, least))
    return replace(whole, puzzle=only(kept), level=None if request.clues else level)


def _without_spare(
    kept: Sequence[int], rng: Random, are_enough: Callable[[Sequence[int]], bool]
) -> Sequence[int]:
    """One clue after the other goes, if the others are enough."""
    for number in rng.sample(kept, len(kept)):
        others = [one for one in kept if one != number]
        if are_enough(others):
            kept = others
    return kept


def _with_more(
    kept: Sequence[int], count: int, rng: Random, are_too_easy: Callable[[Sequence[int]], bool]
) -> Sequence[int]:
    """Half of the other clues come back; or half as many, and so on, as long as it is too easy."""
    others = sorted(set(range(count)).difference(kept))
    rng.shuffle(others)
    more = -(-len(others) // 2)
    while more and are_too_easy([*kept, *others[:more]]):
        more //= 2
    return [*kept, *others[:more]]
