"""Dropping clues: the solution stays the only one, and no clue that is left can be dropped."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from support import KINDS, size_of

import masume
from masume.api.exact import model_of
from masume.core.model.model import never_cancel
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.errors import NotApplicable
from masume.exact.answers import backbone
from masume.exact.engine import Engine
from masume.make.request import resolve_board_spec
from masume.make.trim import Trimmer

TRIMMED = [kind for kind in KINDS if kind.maker and kind.maker().clues]
WISHES = [(kind, False) for kind in TRIMMED]
WISHES += [(kind, True) for kind in TRIMMED if kind.maker().symmetric]
SEEDS = range(4)


def by_name(value):
    return getattr(value, "name", None) or ("symmetric" if value else "any")


class Case:
    """A board with one solution and more clues than it needs."""

    def __init__(self, kind, symmetry, seed):
        wishes = {"size": size_of(kind.name, 6), "difficulty": "extreme", "symmetry": symmetry}
        order = resolve_board_spec(kind.name, **wishes).request
        self.maker, rng = kind.maker(), Random(f"trim {kind.name} {seed}")
        while True:
            self.puzzle = self.maker.propose(rng, order)
            if self.puzzle is not None and masume.solve(self.puzzle).unique:
                break
        self.answer = masume.solve(self.puzzle).answer
        self.clues = self.maker.clues(self.puzzle, order)
        solution = backbone(model_of(self.puzzle, Deadline()), Deadline())
        self.trimmer = Trimmer(self.puzzle, solution, self.clues, Deadline())

    def board(self, kept):
        return self.maker.keep_clues(self.puzzle, {c for n in kept for c in self.clues[n].cells})


def test_there_are_clues_to_drop():
    assert TRIMMED and any(symmetry for _, symmetry in WISHES)


def test_parts_with_equal_keys_are_rejected(monkeypatch):
    """Otherwise only the last of them would be assumed, and clues dropped that are needed."""
    (puzzle,) = (made.puzzle for made in masume.generate("akari", size=(4, 4), seed=1))
    model = model_of(puzzle, Deadline(), reasons=True)
    twice = replace(model, parts=(*model.parts, model.parts[-1]))
    monkeypatch.setattr("masume.logic.what_if.cached_model", lambda *args, **options: twice)
    with pytest.raises(NotApplicable, match="same cells; combine them"):
        Trimmer(puzzle, (), (), Deadline())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "symmetry"), WISHES, ids=by_name)
def test_trimmed_board_is_unique_and_minimal(kind, symmetry, seed):
    case = Case(kind, symmetry, seed)
    kept = case.trimmer.minimal_subset(Random(seed))
    assert len(set(kept)) == len(kept) <= len(case.clues)
    result = masume.solve(case.board(kept))
    assert result.unique is True and result.answer == case.answer
    for number in kept:
        fewer = [other for other in kept if other != number]
        assert masume.solve(case.board(fewer)).unique is False


@pytest.mark.parametrize(("kind", "symmetry"), WISHES, ids=by_name)
def test_what_is_enough_agrees_with_the_board_that_has_it(kind, symmetry):
    """The clues as assumptions of one engine, against boards with just these clues."""
    case, rng = Case(kind, symmetry, "enough"), Random(7)
    answers = set()
    kept = case.trimmer.minimal_subset(rng)
    for _ in range(30):
        share = rng.choice((0.3, 0.7))
        some = [n for n in range(len(case.clues)) if rng.random() < share]
        some = some if rng.random() < 0.5 else sorted({*some, *kept})
        enough = case.trimmer.sufficient_subset(some)
        unique = masume.solve(case.board(some)).unique
        answers.add(unique)
        assert (enough is not None) == unique
        if enough is not None:
            assert set(enough) <= set(some)
            assert masume.solve(case.board(enough)).unique is True
    assert answers == {True, False}


@pytest.mark.parametrize("kind", TRIMMED, ids=by_name)
def test_all_clues_together_are_the_board_itself(kind):
    case = Case(kind, False, "all")
    assert case.board(range(len(case.clues))) == case.puzzle
    cells = [cell for clue in case.clues for cell in clue.cells]
    assert len(set(cells)) == len(cells)


@pytest.mark.parametrize("kind", TRIMMED, ids=by_name)
def test_the_order_comes_from_the_random_numbers(kind):
    differ = []
    for number in range(4):
        one, two = Case(kind, False, number), Case(kind, False, number)
        result = [one.trimmer.minimal_subset(Random(seed)) for seed in range(6)]
        assert result[0] == two.trimmer.minimal_subset(Random(0))
        sets = {frozenset(kept) for kept in result}
        every = range(len(one.clues))
        indispensable = frozenset(
            n for n in every if one.trimmer.sufficient_subset([o for o in every if o != n]) is None
        )
        # If clues without which no others suffice are enough, there is only one minimal set.
        differ.append(len(sets) > 1 or sets == {indispensable})
    assert any(differ)


@pytest.mark.parametrize("kind", TRIMMED, ids=by_name)
def test_a_board_with_several_solutions_is_not_trimmed(kind):
    case = Case(kind, False, "several")
    bare = case.board(())
    assert masume.count(bare, at_most=2).number == 2
    solution = Engine(model_of(bare, Deadline()), never_cancel).solve()
    assert Trimmer(bare, solution, (), Deadline()).minimal_subset(Random(0)) is None


def test_the_watch_ends_it():
    case = Case(TRIMMED[0], False, 0)
    solution = backbone(model_of(case.puzzle, Deadline()), Deadline())
    deadline = Deadline(Limit(seconds=100))
    trimmer = Trimmer(case.puzzle, solution, case.clues, deadline)
    deadline.stop("enough")
    with pytest.raises(LimitReached):
        trimmer.minimal_subset(Random(0))
