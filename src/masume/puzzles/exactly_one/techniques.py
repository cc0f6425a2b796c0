"""All rules of mazes, easiest first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from masume.core.puzzle.technique import Logic, Rule
from masume.puzzles.exactly_one.areas import in_and_out, must_pass, pocket
from masume.puzzles.exactly_one.doors import two_doors
from masume.puzzles.exactly_one.look_ahead import look_ahead
from masume.puzzles.exactly_one.propagate import Conclusions, Propagator, propagator
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.rules import (
    both_ends,
    complete_path,
    dead_end,
    in_and_back,
    last_cell_of_a_shape,
    no_ring,
    no_step_within_a_shape,
    not_yet_complete,
    only_way,
    passed_cell,
    visited_shape,
)
from masume.puzzles.exactly_one.walls import shape_as_a_wall
from masume.puzzles.exactly_one.words import WORDS

TECHNIQUES = (
    both_ends,
    no_step_within_a_shape,
    complete_path,
    visited_shape,
    last_cell_of_a_shape,
    dead_end,
    only_way,
    passed_cell,
    no_ring,
    in_and_back,
    pocket,
    must_pass,
    not_yet_complete,
    in_and_out,
    shape_as_a_wall,
    two_doors,
    look_ahead,
)
EASY = TECHNIQUES[: TECHNIQUES.index(in_and_back)]
QUICK = (*EASY, not_yet_complete, pocket)
"""The rules that are fast enough for millions of states."""


def settle(board: Propagator, rules: Iterable[Rule[Propagator]]) -> None:
    """Apply rules to a fixpoint or a contradiction, faster than `propagate`.

    Where conclusions lead along the path or into a dead end, they are followed at once. Rules
    beyond the easy ones are only tried where no easy one applies.
    """
    again = True
    while again:
        board.check_cancel()
        again = False
        for each_rule in rules:
            if again and each_rule.level:
                break
            new = each_rule.find(board)
            while new:
                board.add(cast("Conclusions", new))
                again = True
                if board.clash:
                    return
                new = each_rule in (dead_end, only_way) and each_rule.find(board)


def up_to(level: int) -> tuple[Rule[Propagator], ...]:
    """Return the rules up to a level."""
    return tuple(technique for technique in TECHNIQUES if technique.level <= level)


def logic() -> Logic[ExactlyOne]:
    """Return the rules, their propagator and their words."""
    return Logic(propagator, TECHNIQUES, WORDS)
