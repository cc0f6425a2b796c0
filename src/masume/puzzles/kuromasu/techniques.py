"""All rules of inference for Kuromasu, easiest first."""

from __future__ import annotations

from masume.core.puzzle.technique import Logic
from masume.puzzles.kuromasu import pairs, rules, suppositions
from masume.puzzles.kuromasu.propagate import propagator
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.words import WORDS

TECHNIQUES = (*rules.RULES, *pairs.RULES, *suppositions.RULES)


def logic() -> Logic[Kuromasu]:
    """Return the rules, their propagator and their words."""
    return Logic(propagator, TECHNIQUES, WORDS)
