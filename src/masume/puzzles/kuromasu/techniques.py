"""All rules of inference for Kuromasu, easiest first."""

from __future__ import annotations

from masume.core.puzzle.technique import Logic, propagate
from masume.puzzles.kuromasu import pairs, rules, suppositions
from masume.puzzles.kuromasu.arm_lengths import HARD
from masume.puzzles.kuromasu.propagate import Propagator, conclude, propagator
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.words import WORDS

TECHNIQUES = (*rules.RULES, *pairs.RULES, *suppositions.RULES)


def settle(board: Propagator, level: int) -> None:
    """Draw all conclusions up to a level, first those of the fast propagator."""
    conclude(board, min(level, HARD))
    if level >= HARD:
        propagate(board, tuple(rule for rule in TECHNIQUES if rule.level <= level))


def logic() -> Logic[Kuromasu]:
    """Return the rules, their propagator and their words."""
    return Logic(propagator, TECHNIQUES, WORDS, settle=settle)
