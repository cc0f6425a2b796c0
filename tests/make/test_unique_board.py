"""Boards whose solution is known: walks that are told it come to the same as those that are not."""

from __future__ import annotations

from random import Random

import pytest
from support import AIMED, KINDS, SOAK, STEERED, size_of

from masume.api.exact import model_of
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import LEVELS, Deduction
from masume.core.system.limits import Deadline
from masume.exact.answers import backbone
from masume.logic.explainer import EXTREME, Explainer
from masume.make import restore
from masume.make.aim import propose_at_level
from masume.make.request import resolve_board_spec
from masume.make.restore import _worth_trying
from masume.make.unique_board import KnownWalk, UniqueBoard, find_solutions, level_of

MAKING = [kind for kind in KINDS if kind.maker]
TRIMMED = [kind for kind in MAKING if kind.maker().clues]


def by_name(kind):
    return kind.name


def sound_boards(kind, size, number):
    """Proposals that have one solution."""
    order, rng = (
        resolve_board_spec(kind.name, size=size).request,
        Random(f"sound boards of {kind.name}"),
    )
    result = []
    while len(result) < number:
        puzzle = kind.maker().propose(rng, order)
        if puzzle is not None:
            vocabulary, solutions = find_solutions(puzzle, Deadline())
            if len(solutions) == 1:
                result.append(UniqueBoard(puzzle, vocabulary.answer(solutions[0])))
    return result


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_what_is_known_is_all_that_holds(kind):
    for board in sound_boards(kind, (6, 6), 3):
        assert board.solution == backbone(model_of(board.puzzle, Deadline()), Deadline())
        assert board.vocabulary.answer(board.literals) == board.answer
        assert KnownWalk(board.puzzle, board.solution, Deadline()).solution == board.solution


@pytest.mark.long
@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_a_level_is_that_of_a_walk_which_finds_the_solution_itself(kind):
    levels = set()
    number = 6 if kind.source and not SOAK else 12  # few random boards of derived ones are unique
    for board in sound_boards(kind, (6, 6), number):
        walk = Explainer(board.puzzle)
        level = max((step.level for step in walk.named_steps()), default=0)
        level = level if walk.finished else EXTREME
        assert level_of(board, Deadline()) == level
        for most in range(len(LEVELS)):
            advice = level_of(board, Deadline(), most)
            assert advice == level if level <= most else advice > most
        levels.add(level)
    # A board with all its clues is easy, and a maker that only proposes promises nothing.
    assert len(levels) > 1 or kind in TRIMMED or kind not in STEERED


@pytest.mark.parametrize("name", ["hashi", "hitori"])
def test_levels_are_found_without_words(monkeypatch, name):
    monkeypatch.setattr(Deduction, "proof", property(lambda _: pytest.fail("it was asked why")))
    for board in sound_boards(kind_named(name), (5, 5), 2):
        assert level_of(board, Deadline()) <= EXTREME


@pytest.mark.parametrize("kind", AIMED, ids=by_name)
@pytest.mark.parametrize("level", [0, 1, 2])
def test_boards_of_a_level_are_unique_and_have_that_level(kind, level):
    rng, request = (
        Random(3),
        resolve_board_spec(kind.name, size=size_of(kind.name, 6), difficulty=LEVELS[level]).request,
    )
    hit = 0
    while hit < 2:
        result = propose_at_level(kind.maker(), request, rng, Deadline(), (level, level), 0)
        if isinstance(result, UniqueBoard):
            assert level_of(result, Deadline()) == level
            _, (solution,) = find_solutions(result.puzzle, Deadline())
            assert result.solution == frozenset(solution)
            hit += 1


@pytest.mark.long
@pytest.mark.parametrize("kind", TRIMMED, ids=by_name)
def test_on_a_large_board_clues_are_tried_where_something_is_unknown(kind, monkeypatch):
    monkeypatch.setattr(restore, "LARGE", 190)
    order = resolve_board_spec(kind.name, size=size_of(kind.name, 15)).request
    puzzle = next(filter(None, (kind.maker().propose(Random(s), order) for s in range(50))))
    assert puzzle.rows * puzzle.cols > restore.LARGE
    vocabulary, (solution, *_) = find_solutions(puzzle, Deadline())
    whole = UniqueBoard(puzzle, vocabulary.answer(solution))
    clues = kind.maker().clues(puzzle, order)
    dropped = list(range(len(clues)))
    last = clues[dropped[-1]].cells[0]
    bare = kind.maker().keep_clues(puzzle, set())
    walk = KnownWalk(bare, whole.solution, Deadline())
    walk.learn(literal for literal in solution if last not in vocabulary.cells(abs(literal)))
    tried = _worth_trying(whole, walk, clues, dropped)
    assert tried.index(dropped[-1]) < tried.index(0)
