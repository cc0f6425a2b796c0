"""Wishes for clues: few, many and minimal boards are what their names say."""

from __future__ import annotations

import pytest
from support import KINDS, by_name, is_the_only_answer, level_of_small

import masume
from masume.api.exact import vocabulary_of
from masume.core.puzzle.maker import CLUES, BoardRequest
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.errors import NotApplicable, UnknownName
from masume.make.request import resolve_board_spec
from masume.make.unique_board import KnownWalk, whole_literals

MAKING = [kind for kind in KINDS if kind.maker]
DROPPING = [kind for kind in MAKING if kind.maker().clues]
LEVELLED = [
    pytest.param(kind, level, id=f"{kind.name}-{level}")
    for kind in DROPPING
    for level in dict.fromkeys(["easy", level_of_small(kind.name, "medium")])
]


def made_with(kind, clues, **wishes):
    usual = {name: option.default for name, option in kind.maker().options.items()}
    odd = BoardRequest(5, 6, options=usual)
    size = (6, 6) if kind.maker().reject(odd) else (5, 6)  # some have no odd sides
    wishes = {"size": size, "seed": 3, "count": 2, **wishes}
    result = list(masume.generate(kind.name, clues=clues, **wishes))
    assert all(board.puzzle is not None for board in result), [board.reason for board in result]
    assert all(is_the_only_answer(board.puzzle, board.answer) for board in result)
    return result


def without_each(kind, puzzle, symmetry=False):
    """The board without each of its clues, or without each that it has with the opposite one."""
    request = resolve_board_spec(
        kind.name, size=(puzzle.rows, puzzle.cols), symmetry=symmetry
    ).request
    clues = [group.cells for group in kind.maker().clues(puzzle, request)]
    for gone in clues:
        yield kind.maker().keep_clues(
            puzzle, {c for cells in clues if cells != gone for c in cells}
        )


def follows(board, puzzle):
    """Whether all of a board's solution follows on another board with techniques of its level."""
    walk = KnownWalk(puzzle, whole_literals(vocabulary_of(puzzle), board.answer), Deadline())
    walk.go(LEVELS.index(board.level) + 1)
    return walk.finished


@pytest.mark.parametrize("kind", DROPPING, ids=by_name)
def test_of_a_minimal_board_no_clue_can_be_left_out(kind):
    for symmetry in (False, True)[: 1 + kind.maker().symmetric]:
        for board in made_with(kind, "minimal", symmetry=symmetry):
            assert board.level in LEVELS[: LEVELS.index("hard") + 1]
            for fewer in without_each(kind, board.puzzle, symmetry):
                assert masume.solve(fewer).unique is False


@pytest.mark.parametrize(("kind", "level"), LEVELLED)
def test_of_few_clues_none_can_be_spared_by_those_who_solve_that_level(kind, level):
    for board in made_with(kind, "few", difficulty=level, count=2, symmetry=False):
        assert board.level == masume.grade(board.puzzle).level == level and follows(
            board, board.puzzle
        )
        assert not any(follows(board, fewer) for fewer in without_each(kind, board.puzzle))


@pytest.mark.long
@pytest.mark.parametrize("kind", DROPPING, ids=by_name)
def test_few_are_fewer_than_many(kind):
    def number(clues, **wishes):
        boards = [board.puzzle for board in made_with(kind, clues, **wishes)]
        return sum(len(list(without_each(kind, puzzle))) for puzzle in boards)

    assert number("few") <= number(None) < number("many")
    level = level_of_small(kind.name, "medium")
    assert number("few", difficulty=level) < number("many", difficulty=level)


@pytest.mark.parametrize("kind", DROPPING, ids=by_name)
def test_many_clues_keep_the_requested_level(kind):
    level = level_of_small(kind.name, "medium")
    for board in made_with(kind, "many", difficulty=level, count=2):
        assert board.level == masume.grade(board.puzzle).level == level


def test_invalid_clue_requests_are_rejected():
    assert [kind for kind in MAKING if kind not in DROPPING]
    for kind in MAKING:
        if kind in DROPPING:
            assert [
                resolve_board_spec(kind.name, clues=number).request.clues for number in CLUES
            ] == list(CLUES)
            with pytest.raises(UnknownName, match="no number of clues is called 'fewer'"):
                resolve_board_spec(kind.name, clues="fewer")
        else:
            with pytest.raises(NotApplicable, match="keep all their clues, so they cannot be few"):
                resolve_board_spec(kind.name, clues="few")
    with pytest.raises(NotApplicable, match="a number of shapes cannot be combined with few clues"):
        resolve_board_spec("exactly_one:shapes=8", clues="few")
