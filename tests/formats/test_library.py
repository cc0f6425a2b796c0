"""The boards that come with masume to be played."""

from __future__ import annotations

from collections import Counter

import pytest
from support import KINDS

import masume
from masume.core.puzzle.technique import LEVELS
from masume.formats.library import SIZES, packs, size_of, title_of

EACH = pytest.mark.parametrize("kind", [kind.name for kind in KINDS])


def every(kind):
    return [board for pack in packs(kind) for board in pack.boards]


@EACH
def test_packs_hold_every_board_once_and_go_from_easy_to_hard(kind):
    names = [board.name for board in every(kind)]
    assert len(set(names)) == len(names)
    assert {board.name for board in masume.library(kind)} <= set(names)
    order = [(SIZES.index(pack.size), LEVELS.index(pack.level)) for pack in packs(kind)]
    assert order == sorted(set(order))
    for pack in packs(kind):
        assert {size_of(board) for board in pack.boards} == {pack.size}
        sizes = [board.puzzle.grid.size for board in pack.boards]
        assert sizes == sorted(sizes)


@EACH
def test_people_have_a_name_for_each_board(kind):
    titles = Counter(title_of(board) for board in (*masume.examples(kind), *masume.library(kind)))
    assert max(titles.values(), default=1) == 1
    for board in masume.library(kind)[:3]:
        assert masume.load(board.name).puzzle == board.puzzle


def test_a_board_without_a_title_is_called_by_its_name():
    board = masume.examples("hitori")[0]
    assert title_of(board) == board.note("title") != board.name
    names = {"hitori/two-ways": "Two ways", "1/2 of it": "1/2 of it"}
    for name, title in names.items():
        assert title_of(masume.Board(board.kind, board.puzzle, name)) == title


def said(boards):
    """What tools/library.py has found out, beside what it would find today."""
    for board in boards:
        result = masume.solve(board)
        level = masume.grade(board).level if result.unique and board.kind.logic else ""
        yield board.name, board.note("difficulty"), level


@pytest.mark.long
@EACH
def test_difficulties_are_true(kind):
    """Of some of the boards; when techniques have changed: python tools/library.py examples."""
    for name, told, result in said([pack.boards[0] for pack in packs(kind)[:4]]):
        assert told == result, name


@EACH
def test_first_steps_are_easy(kind):
    """The board that people begin with, wherever one is to be chosen."""
    (board,) = (board for board in masume.examples(kind) if title_of(board) == "First steps")
    assert board.name == f"{kind}/first" and board.puzzle.grid.size <= 36
    assert masume.solve(board).unique and masume.grade(board).level == "easy"
    assert board.note("difficulty") == "easy"


@pytest.mark.soak
@EACH
def test_all_difficulties_are_true(kind):
    for name, told, result in said([*masume.examples(kind), *masume.library(kind)]):
        assert told == result, name
