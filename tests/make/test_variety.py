"""Hard boards need more than one hard step, and the boards of a set are not all alike."""

from collections import Counter

import pytest
from support import KINDS

import masume
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.logic.explainer import logic_of
from masume.make.request import resolve_board_spec
from masume.make.unique_board import Rejection, UniqueBoard
from masume.make.variety import MONOTONOUS, hardest_steps, is_varied, techniques_wanted, vary

HAND_MADE = ["hashi", "hitori", "kuromasu", "exactly_one"]
HARD = LEVELS.index("hard")


def uses_of(board):
    """The techniques of a board's level with their steps, from its full walk."""
    levels = {known.name: known.level for known in logic_of(board.puzzle).techniques}
    top = LEVELS.index(board.level)
    used = masume.grade(board.puzzle).techniques
    return {name: number for name, number in used.items() if levels.get(name, 4) == top}


@pytest.mark.long
@pytest.mark.parametrize("kind", HAND_MADE)
def test_hard_boards_need_two_techniques_or_three_steps(kind):
    boards = list(masume.generate(kind, size=8, difficulty="hard", count=2, seed=3))
    for board in boards:
        used = uses_of(board)
        assert board.level == "hard" and is_varied(used)
        assert used == hardest_steps(board.puzzle, HARD, Deadline())


@pytest.mark.long
@pytest.mark.parametrize("kind", ["hitori", "kuromasu"])
def test_a_set_of_hard_boards_has_several_techniques(kind):
    sets = [uses_of(b) for b in masume.generate(kind, size=8, difficulty="hard", count=4, seed=1)]
    assert len(set().union(*sets)) >= 2 and any(len(used) >= 2 for used in sets)


def test_two_techniques_or_three_steps_are_varied():
    assert not is_varied({}) and not is_varied({"a": 2}) and not is_varied({"a": 5}, kinds=2)
    assert is_varied({"a": 3}) and is_varied({"a": 1, "b": 1}, kinds=2)


def test_the_rule_is_for_hard_and_expert_boards_without_a_required_technique():
    def wanted(attempts=1, number=1, **wishes):
        return techniques_wanted(resolve_board_spec("hitori", size=8, **wishes), number, attempts)

    levels = (None, *LEVELS)
    assert [wanted(difficulty=level) for level in levels] == [0, 0, 0, 1, 1, 0]
    assert wanted(difficulty="hard", needs="two-pairs-apart") == 0
    by_number = [wanted(difficulty="hard", number=number) for number in range(6)]
    assert by_number == [2, 1, 1, 2, 1, 1]
    assert [wanted(difficulty="hard", number=0, attempts=n) for n in (7, 64, 65)] == [1, 1, 0]


def test_a_level_with_one_technique_needs_no_second_one():
    for kind in KINDS:
        if not kind.maker or not kind.logic:
            continue
        levels = Counter(LEVELS[known.level] for known in kind.logic().techniques)
        size = kind.maker().sides[-1:] or (9,)
        for level in {"hard", "expert"} & set(levels):
            spec = resolve_board_spec(kind.name, size=size[0], difficulty=level)
            assert techniques_wanted(spec, 0, 1) == min(2, levels[level])


def test_a_varied_board_is_left_as_it_is_and_others_keep_their_level():
    spec = resolve_board_spec("kuromasu", size=8, difficulty="hard")
    plain = masume.generate("kuromasu", size=8, difficulty="hard", count=3, seed=9)
    for made in plain:
        board = UniqueBoard(made.puzzle, made.answer, HARD)
        assert vary(spec, None, board, 1, Deadline()) == board  # no random number is drawn
    expert = next(masume.generate("kuromasu", size=8, difficulty="expert", seed=9))
    outcome = vary(spec, None, UniqueBoard(expert.puzzle, expert.answer), 1, Deadline())
    assert isinstance(outcome, Rejection) and outcome.reason == "harder"
    easy = next(masume.generate("kuromasu", size=8, difficulty="easy", seed=1))
    monotonous = UniqueBoard(easy.puzzle, easy.answer, LEVELS.index("easy"))
    keeping = resolve_board_spec("kuromasu", size=8, difficulty="easy", clues="few")
    assert vary(keeping, None, monotonous, 99, Deadline()).reason == MONOTONOUS
