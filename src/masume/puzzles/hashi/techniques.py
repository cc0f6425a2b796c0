"""The rules of Hashi that people apply, easiest first."""

from __future__ import annotations

from masume.core.puzzle.technique import Logic, propagate
from masume.puzzles.hashi import connecting, counting, look_ahead
from masume.puzzles.hashi.knowledge import LinkKnowledge
from masume.puzzles.hashi.propagate import HARD
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hashi.words import WORDS

TECHNIQUES = (
    counting.crossing_bridge,
    counting.finished_island,
    counting.needs_all,
    counting.one_link_left,
    counting.needs_each,
    counting.only_neighbour,
    counting.needs_some,
    counting.small_neighbours,
    counting.neighbours_give_all,
    counting.neighbours_give_some,
    connecting.pair_off,
    connecting.closed_loop,
    *connecting.HARD_RULES,
    look_ahead.starvation,
    look_ahead.isolation,
    counting.link_limits,
)


def settle(board: LinkKnowledge, level: int) -> None:
    """Draw all conclusions up to a level, first those of the fast propagator."""
    board.conclude(min(level, HARD))
    if level > HARD:
        propagate(board, TECHNIQUES)


def logic() -> Logic[Hashi]:
    """Return the rules with the knowledge that they use and their sentences."""
    return Logic(LinkKnowledge, TECHNIQUES, WORDS, settle=settle)
