"""Giving clues back to a board that came out too hard, wherever a person would be stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from masume.core.puzzle.maker import Clues
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME
from masume.make.sound import LARGE, KnownWalk, Sound

_TRIED = 12  # clues that are tried where a person would be stuck
_FAR = 8  # literals that a clue must tell so that no other is tried


def steered(
    whole: Sound,
    only: Callable[[Iterable[int]], Puzzle],
    clues: Sequence[Clues],
    kept: Sequence[int],
    below: int,
    rng: Random,
    deadline: Deadline,
) -> list[int] | None:
    """Enough clues for those who have techniques below that level; None if all are too few.

    `only` makes the board from the numbers of the clues it has.
    """
    kept, needed = list(kept), set(kept)
    dropped = [number for number in range(len(clues)) if number not in needed]
    walk = KnownWalk(only(kept), whole.solution, deadline)
    walk.go(below)
    rng.shuffle(dropped)
    while below <= EXTREME and not walk.finished:  # suppositions come to the end of any board
        best: tuple[int, KnownWalk] | None = None
        for number in _worth_trying(whole, walk, clues, dropped):
            trial = KnownWalk(only([*kept, number]), whole.solution, deadline)
            trial.learn(walk.known)
            trial.go(below, len(walk.known) + _FAR)
            if best is None or len(trial.known) > len(best[1].known):
                best = number, trial
            if trial.finished or len(trial.known) > len(walk.known) + _FAR:
                break
        if best is None:
            return None
        number, walk = best
        kept.append(number)
        dropped.remove(number)
        rng.shuffle(dropped)
        walk.go(below)
    return kept


def _worth_trying(
    whole: Sound, walk: KnownWalk, clues: Sequence[Clues], dropped: list[int]
) -> list[int]:
    """The first few; on a large board, where most are far from any hard place, those first that
    touch something unknown.
    """
    g = whole.puzzle.grid
    if g.size > LARGE:
        cells = whole.vocabulary.cells
        unknown = {cell for one in whole.solution - walk.known for cell in cells(abs(one))}
        unknown |= {near for cell in unknown for near in g.neighbours[cell]}
        dropped = sorted(dropped, key=lambda number: unknown.isdisjoint(clues[number].cells))
    return dropped[:_TRIED]
