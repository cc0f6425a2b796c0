"""The environment of several turns: nothing is revealed but the hints that were asked for."""

from __future__ import annotations

import pytest
from support import size_of

from masume import tasks
from masume.core.plugins.registry import kind_named, kinds
from masume.tasks.environment import PuzzleEnvironment

KINDS = [name for name in kinds() if kind_named(name).maker is not None]


def environment(name: str, **options) -> PuzzleEnvironment:
    (task,) = tasks.make_tasks(name, size=size_of(name, 5), difficulty="easy", count=1, seed=2)
    return PuzzleEnvironment(task, **options)


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_board_is_solved_by_hints_and_each_costs_its_price(name):
    game = environment(name, hints=None, hint_price=0.01)
    first = game.reset()
    assert first.message == game.task.prompt and not first.solved
    kind = kind_named(name)
    shown = game.hint()
    assert shown.hints == 1 and shown.moves == 0, "a hint marks nothing"
    assert game.reward == pytest.approx(max(0, game.score().reward - 0.01))
    game.session.take(game.task.solution)
    assert game.done and game.observe().solved
    assert game.reward == pytest.approx(0.99)
    assert not kind.violations(game.task.puzzle, game.position)
    assert game.hint().message == "The game is over."


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_hints_can_be_switched_off_and_run_out(name):
    assert "hints are switched off" in environment(name).hint().message
    game = environment(name, hints=1)
    game.hint()
    assert "no hints are left" in game.hint().message


def test_moves_are_made_all_or_none_and_can_be_undone():
    game = environment("hitori")
    observation = game.mark("r1c1=black", "r9c9=black")
    assert observation.message.startswith("Not possible:") and observation.moves == 0
    assert game.mark("r1c1=black", "r2c2=white").moves == 2
    broken = game.mark("r1c2=black")
    assert {violation.rule for violation in broken.violations} >= {"adjacent"}
    assert "two black cells share a side" in game.check().message
    assert game.undo(2).moves == 1
    assert game.check().message == "No rule is broken so far."
    assert game.undo(9).message == "Undone: 1."


def test_game_ends_after_the_most_turns():
    game = environment("hitori", most_turns=2)
    game.check()
    assert not game.done
    game.check()
    assert game.done and game.check().message == "The game is over."
