"""Kuromasu and Hitori: referees and answers, compared with plain enumeration."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples, variants

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.families.shading.position import Shading
from masume.formats.plain import read_boards
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu

DATA = Path(__file__).parents[1] / "data"


def broken_rules(text, answer):
    return {fault.rule for fault in masume.check(masume.load(text), answer)}


@pytest.mark.parametrize(
    ("rule", "text", "answer"),
    [
        ("adjacent", "kuromasu\n. . .\n. . .", "# # .\n. . ."),
        ("divided", "kuromasu\n. . .\n. . .\n. . .", ". # .\n# . .\n. . ."),
        ("clue-black", "kuromasu\n? . .", "# . ."),
        ("clue-sight", "kuromasu\n3 . .\n. . .", ". . .\n. . ."),
        ("adjacent", "hitori\n1 1 2\n3 4 5", "# # .\n. . ."),
        ("divided", "hitori\n1 2 3\n2 3 1\n3 1 2", ". # .\n# . .\n. . ."),
        ("duplicate", "hitori\n1 1 2\n3 4 5", ". . .\n. . ."),
    ],
)
def test_each_rule_is_broken_alone(rule, text, answer):
    assert broken_rules(text, answer) == {rule}


def test_every_violation_code_has_a_failing_board():
    import inspect

    source = inspect.getsource(test_each_rule_is_broken_alone)
    for kind in (masume.kinds()["kuromasu"], masume.kinds()["hitori"]):
        assert kind.codes
        marks = test_each_rule_is_broken_alone.pytestmark[0].args[1]
        tested = {rule for rule, text, _ in marks if text.startswith(kind.name)}
        assert tested == set(kind.codes), source


RECORDED = [
    board
    for name in ("kuromasu", "hitori")
    for board in read_boards((DATA / f"{name}.txt").read_text())
]


@pytest.mark.long
@pytest.mark.parametrize("board", RECORDED, ids=lambda board: f"{board.kind.name}-{board.name}")
def test_recorded_answers_are_accepted_and_found(board):
    assert masume.check(board.puzzle, board.answer) == []
    # Any changed cell breaks a rule; a weak referee would not notice.
    rng = Random(board.name)
    for cell in rng.sample(range(board.puzzle.grid.size), min(board.puzzle.grid.size, 25)):
        changed = Shading(board.answer.black ^ {cell})
        assert masume.check(board.puzzle, changed) != []
    result = masume.search(
        board.puzzle, "depth_first", space="decide", limit=masume.Limit(seconds=30)
    )
    assert result.answer == Shading(board.answer.black)


@st.composite
def boards(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (4, 1), (2, 2), (2, 4), (3, 3), (3, 4)]))
    size = rows * cols
    if draw(st.booleans()):
        clue = st.one_of(st.none(), st.none(), st.integers(1, rows + cols), st.just(UNKNOWN))
        return Kuromasu(rows, cols, tuple(draw(st.lists(clue, min_size=size, max_size=size))))
    clue = st.one_of(st.integers(1, 4), st.integers(1, 3), st.none(), st.just(UNKNOWN))
    return Hitori(rows, cols, tuple(draw(st.lists(clue, min_size=size, max_size=size))))


def solutions(puzzle):
    """Return all solutions by enumeration with the referee."""
    kind = masume.kind_of(puzzle)
    answers = set()
    for colours in product((False, True), repeat=puzzle.rows * puzzle.cols):
        black = frozenset(cell for cell, is_black in enumerate(colours) if is_black)
        if not any(cell + 1 in black and (cell + 1) % puzzle.cols for cell in black) and (
            not kind.violations(puzzle, Shading(black))
        ):
            answers.add(black)
    return answers


@pytest.mark.long
@examples(120)
@given(boards())
def test_every_space_agrees_with_plain_enumeration(puzzle):
    kind = masume.kind_of(puzzle)
    truth = solutions(puzzle)
    if kind.obstacles(puzzle):
        assert not truth, "an obstacle on a board that has a solution"
    for space, options in variants(kind):
        if space.repairs:
            continue
        state_space = space(puzzle, **options)
        pending, seen = [state_space.initial()], {state_space.initial()}
        goals = set()
        while pending:
            state = pending.pop()
            if state_space.is_goal(state):
                goals.add(state_space.position(state).black)
            for _, child, _ in state_space.successors(state):
                if child not in seen:
                    seen.add(child)
                    pending.append(child)
        assert goals <= truth
        assert bool(goals) == bool(truth), (space.name, options)


@examples(150)
@given(boards(), st.randoms(use_true_random=False))
def test_boards_and_answers_round_trip_as_text(puzzle, rng):
    kind = masume.kind_of(puzzle)
    text = "\n".join([kind.name, *kind.write(puzzle)])
    assert masume.load(text).puzzle == puzzle
    cells = range(puzzle.rows * puzzle.cols)
    marks = [rng.choice("#+.") for _ in cells]
    position = Shading(
        frozenset(c for c in cells if marks[c] == "#"),
        frozenset(c for c in cells if marks[c] == "+"),
    )
    answer = "\n".join(kind.write_answer(puzzle, position))
    assert masume.parse_answer(puzzle, answer) == position


def test_answers_in_the_notation_of_papers():
    jain = masume.load("hitori\n1 1 3\n1 2 3\n1 3 3").puzzle
    assert masume.parse_answer(jain, "W W W\nW B W\nB W W").black == {4, 6}
    tutak = masume.load("kuromasu\n. 2\n2 3").puzzle
    assert masume.check(tutak, "# 2\n2 3") == []
    assert masume.check(tutak, "r1c1=black") == []


def test_answers_in_the_notation_of_other_programs():
    puzzle = masume.load("hitori\n1 1 3\n1 2 3\n1 3 3").puzzle
    matrix = masume.parse_answer(puzzle, "1 0 1\n0 0 0\n1 0 1")
    assert matrix == masume.parse_answer(puzzle, "#.#\n...\n#.#")
    assert masume.parse_answer(puzzle, "# 1 #\n1 2 3\n# 3 #") == matrix


def test_search_starts_from_a_position():
    puzzle = masume.load("hitori/first").puzzle
    kind = masume.kind_of(puzzle)
    for space, options in variants(kind):
        state_space = space(puzzle, **options)
        state = state_space.initial(Shading(frozenset({15}), frozenset({3})))
        assert 15 in state_space.position(state).black


def test_search_from_a_wrong_position_finds_no_goal():
    puzzle = masume.load("hitori\n1 2\n2 1").puzzle
    for space, options in variants(masume.kind_of(puzzle)):
        state_space = space(puzzle, **options)
        state = state_space.initial(Shading(frozenset({0, 1})))
        assert not state_space.is_goal(state)
        if space.infers:
            assert list(state_space.successors(state)) == []
