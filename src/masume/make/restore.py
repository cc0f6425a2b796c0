"""Restore clues of a board that is too hard, at the places where a person would be stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from masume.core.puzzle.maker import Clues
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import Rule
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME, logic_of
from masume.make.unique_board import LARGE, KnownWalk, UniqueBoard

_MAX_TRIALS = 12  # clues that are tried where a person would be stuck
_FAR = 8  # new literals after which no further clue is tried


def restore_clues(
    whole: UniqueBoard,
    only: Callable[[Iterable[int]], Puzzle],
    clues: Sequence[Clues],
    kept: Sequence[int],
    below: int,
    rng: Random,
    deadline: Deadline,
) -> list[int] | None:
    """Add clues until techniques below a level finish the board; None if all clues do not suffice.

    Returns the indices of the kept clues. `only` builds the board that has just these clues.
    """
    kept, needed = list(kept), set(kept)
    dropped = [number for number in range(len(clues)) if number not in needed]
    walk = KnownWalk(only(kept), whole.solution, deadline)
    walk.go(below)
    is_fast = all(isinstance(technique, Rule) for technique in logic_of(whole.puzzle).techniques)
    far_below = below if is_fast else min(below, 1)  # others look ahead, which takes long
    rng.shuffle(dropped)
    while below <= EXTREME and not walk.finished:  # suppositions finish every board
        best: tuple[int, KnownWalk] | None = None
        for number in _worth_trying(whole, walk, clues, dropped):
            trial = KnownWalk(only([*kept, number]), whole.solution, deadline)
            trial.learn(walk.known)
            trial.go(far_below, len(walk.known) + _FAR)
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
    whole: UniqueBoard, walk: KnownWalk, clues: Sequence[Clues], dropped: list[int]
) -> list[int]:
    """Return the first few dropped clues, on a large board those next to unknown cells first."""
    g = whole.puzzle.grid
    if g.size > LARGE:
        cells = whole.vocabulary.cells
        unknown = {cell for literal in whole.solution - walk.known for cell in cells(abs(literal))}
        unknown |= {near for cell in unknown for near in g.neighbours[cell]}
        dropped = sorted(dropped, key=lambda number: unknown.isdisjoint(clues[number].cells))
    return dropped[:_MAX_TRIALS]
