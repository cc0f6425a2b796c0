"""The contract of every kind; a new folder is tested automatically."""

from __future__ import annotations

import json

import pytest
from support import EXAMPLES, KINDS

import masume
from masume.core.plugins.registry import heuristics, kind_named
from masume.core.text.blocks import Block, TextLine
from masume.formats.plain import read_boards, write_board

SOLVED_WITH = "decide"


def ids(boards):
    return [board.name for board in boards]


SMALL = [board for board in EXAMPLES if board.puzzle.rows * board.puzzle.cols <= 150]


@pytest.fixture(scope="module")
def solved():
    """Return the solution of an example, cached."""
    cache = {}

    def find(board):
        if board.name not in cache:
            space = next((s for s in board.kind.spaces if s.infers), board.kind.spaces[0])
            cache[board.name] = masume.search(
                board.puzzle, "depth_first", space=space.name, limit=masume.Limit(seconds=30)
            )
        return cache[board.name]

    return find


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_kind_is_found_by_name_and_alias(kind):
    for name in (kind.name, *kind.aliases, kind.name.upper(), kind.name.replace("_", "-")):
        assert kind_named(name) is kind


def test_no_two_kinds_share_a_name():
    names = [name for kind in KINDS for name in (kind.name, *kind.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_kind_is_documented(kind):
    assert len(kind.rules.splitlines()) >= 2
    assert kind.codes
    assert all(h.summary for h in heuristics(kind.name).values())
    assert all(space.__doc__ for space in kind.spaces)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_space_with_heuristics_has_one_default(kind):
    for space in kind.spaces:
        speaking = [h for h in heuristics(kind.name).values() if h.supports(space)]
        assert sum(h.default for h in speaking) == 1 or not speaking, space
        assert not any(h.admissible and h.objective for h in speaking)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_example_names_are_unique_and_easy_to_type(kind):
    names = [board.name for board in masume.examples(kind.name)]
    assert len(names) == len(set(names)) >= 3
    assert all(name == name.lower() and " " not in name for name in names)


@pytest.mark.parametrize("board", EXAMPLES, ids=ids(EXAMPLES))
def test_boards_round_trip(board):
    again = list(read_boards(write_board(board)))
    assert [b.puzzle for b in again] == [board.puzzle]
    assert again[0].name == board.name
    assert dict(again[0].notes) == dict(board.notes)
    assert eval(repr(board.puzzle), vars_of(board)) == board.puzzle


def vars_of(board):
    from masume.core.puzzle.clue import UNKNOWN

    return {type(board.puzzle).__name__: type(board.puzzle), "UNKNOWN": UNKNOWN}


@pytest.mark.long
@pytest.mark.parametrize("board", SMALL, ids=ids(SMALL))
def test_positions_answers_and_moves_round_trip(board, solved):
    kind, puzzle = board.kind, board.puzzle
    result = solved(board)
    nodes = result.goal.path() if result.goal else []
    space = next((s for s in kind.spaces if s.infers), kind.spaces[0])(puzzle)
    for node in nodes:
        position = space.position(node.state)
        data = json.loads(json.dumps(kind.to_json(puzzle, position)))
        assert kind.from_json(puzzle, data) == position
        lines = [TextLine(text, 1) for text in kind.write_answer(puzzle, position)]
        assert kind.read_answer(puzzle, Block(1, answer=lines)) == position
        assert kind.picture(puzzle, position)
        if node.move is not None and kind.write_move(puzzle, node.move):
            assert kind.parse_move(puzzle, kind.write_move(puzzle, node.move)) == node.move


@pytest.mark.long
@pytest.mark.parametrize("board", EXAMPLES, ids=ids(EXAMPLES))
def test_examples_have_the_noted_number_of_solutions(board, solved):
    said = board.note("solutions")
    result = solved(board)
    if said == "0":
        assert result.status is masume.Status.EXHAUSTED
    elif said:
        assert result.status is masume.Status.SOLVED
        assert masume.check(board.puzzle, result.answer) == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_referee_accepts_bare_boards_as_input(kind):
    for board in masume.examples(kind.name):
        found = kind.violations(board.puzzle, kind.start(board.puzzle))
        assert {violation.rule for violation in found} <= set(kind.codes)
        size = board.puzzle.rows * board.puzzle.cols
        assert all(0 <= cell < size for v in found for cell in v.cells)
        assert all(v.text and "\n" not in v.text for v in found)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_boards_with_a_solution_have_no_obstacle(kind, solved):
    for board in masume.examples(kind.name):
        if board.note("solutions", "1") != "0":
            assert kind.obstacles(board.puzzle) == []
