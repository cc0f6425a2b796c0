"""All rules of inference for Hitori, easiest first."""

from __future__ import annotations

from masume.core.puzzle.technique import Logic
from masume.puzzles.hitori import suppositions
from masume.puzzles.hitori.propagate import propagator
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.rules import RULES, no_duplicate
from masume.puzzles.hitori.words import WORDS

TECHNIQUES = (*RULES, *suppositions.RULES)


def logic() -> Logic[Hitori]:
    """Return the rules, their propagator and their words."""
    return Logic(propagator, TECHNIQUES, WORDS, by_uniqueness=(no_duplicate,))
