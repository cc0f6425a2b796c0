"""Hashi: the referee, the obstacles and all text formats."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples, variants

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.core.text.blocks import Block
from masume.errors import BadOption, ParseError
from masume.families.links.position import Lines, Span
from masume.puzzles.hashi import KIND
from masume.puzzles.hashi.puzzle import Hashi

WORKED = "hashi\n4 . 2 . .\n. 3 . . 2\n3 . . . .\n. 3 . 1 .\n3 . 4 . 3"
SQUARE = "hashi\n2 . 2\n. . .\n2 . 2"


def bridges(*joined, barred=()):
    return Lines(frozenset(joined), frozenset(barred))


def rules_broken(puzzle, answer):
    return [fault.rule for fault in masume.check(puzzle, answer)]


# The referee


@pytest.mark.parametrize(
    ("rule", "text", "answer"),
    [
        ("not-a-bridge", "3 . 3", "r1c1-r1c3=3"),
        (
            "crossing",
            "2 2 .\n2 . 1\n. 1 .",
            "r1c1-r1c2=1 r1c1-r2c1=1 r1c2-r3c2=1 r2c1-r2c3=1",
        ),
        ("too-many", "2 . 1", "r1c1-r1c3=2"),
        ("too-few", "2 . 1", "r1c1-r1c3=1"),
        ("divided", "1 . 1\n. . .\n1 . 1", "r1c1-r1c3=1 r3c1-r3c3=1"),
        ("divided", "1 1 ?", "r1c1-r1c2=1"),
        (
            "loop",
            "loops: no\n2 . 2\n. . .\n2 . 2",
            "r1c1-r1c3=1 r1c1-r3c1=1 r1c3-r3c3=1 r3c1-r3c3=1",
        ),
    ],
)
def test_each_rule_is_broken_alone(rule, text, answer):
    assert rules_broken(masume.load(f"hashi\n{text}").puzzle, answer) == [rule]


def test_every_code_has_a_failing_answer():
    cases = test_each_rule_is_broken_alone.pytestmark[0].args[1]
    assert {rule for rule, _, _ in cases} == set(KIND.codes)


@pytest.mark.parametrize(
    "joined",
    [
        (0, 4, 1),  # over an island
        (0, 9, 1),  # neither row nor column
        (0, 3, 1),  # into the water
        (0, 0, 1),
        (0, 2, 0),
        (0, 2, -1),
        (-5, 0, 1),
        (0, 5, 1),
        (0, 99, 1),
        (1, 3, 1),  # from water to water
    ],
)
def test_impossible_bridges_are_reported(joined):
    puzzle = masume.load("hashi\n1 . 2 . 1").puzzle
    right = {(0, 2, 1), (2, 4, 1)}
    assert KIND.violations(puzzle, bridges(*right)) == []
    faults = KIND.violations(puzzle, bridges(*right, joined))
    assert [fault.rule for fault in faults] == ["not-a-bridge"]
    a, b, count = joined
    assert faults[0].cells == tuple(cell for cell in (a, b) if cell in range(5))
    name = puzzle.grid.name
    assert faults[0].text == f"{count} from {name(a)} to {name(b)}: no bridge can run there"
    assert KIND.picture(puzzle, bridges(*right, joined))


def test_repeated_bridges_are_added():
    puzzle = masume.load("hashi\n2 . 2").puzzle
    assert KIND.violations(puzzle, bridges((0, 2, 1), (2, 0, 1))) == []
    assert rules_broken(puzzle, bridges((0, 2, 1), (0, 2, 2))) == [
        "not-a-bridge",
        "too-many",
        "too-many",
    ]


@pytest.mark.parametrize(
    ("text", "faults"),
    [(". .\n. .", []), ("?", []), (". ?", []), ("1", ["too-few"]), ("? . ?", ["divided"])],
)
def test_violations_without_bridges(text, faults):
    puzzle = masume.load(f"hashi\n{text}").puzzle
    assert rules_broken(puzzle, Lines()) == faults
    for space, setting in variants(KIND):
        instance = space(puzzle, **setting)
        if not space.infers or text != "? . ?":
            assert instance.is_goal(instance.initial()) == (not faults)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (["too-few"], "5 . 2\n. . .\n1 . ?"),  # two links with two bridges each
        (["too-few"], "4 . 1\n. . .\n1 . ?"),  # its neighbours' clues are too small
        (["too-few"], "1"),
        (["divided"], "? .\n. ?"),
        (["too-few"], "3 . 2\n. . .\n2 . 2"),  # an odd sum
        (["too-few", "too-few", "divided"], "1 . 1 . . 2\n. . . . . .\n. . . . . 2"),
        (["divided"], "1 2 1\n1 2 1"),  # four bridges for six islands
        ([], "1 . 1\n. . .\n? . ?"),
        ([], "1 . 1"),
    ],
)
def test_obstacles(rules, text):
    puzzle = masume.load(f"hashi\n{text}").puzzle
    assert [obstacle.rule for obstacle in KIND.obstacles(puzzle)] == rules


# Texts


WORKED_ANSWERS = [
    """\
    r1c1-r1c3=2 r1c1-r3c1=2 r2c2-r2c5=1 r2c2-r4c2=2 r2c5-r5c5=1
    r3c1-r5c1=1 r4c2-r4c4=1 r5c1-r5c3=2
    r5c5-r5c3=2""",
    "4 = 2 . .\nH 3 - - 2\n3 H . . |\n| 3 - 1 |\n3 = 4 = 3",
    '4=2..\n"3--2\n3"..|\n|3-1|\n3=4=3',
    "4 22 2 0 0\n12 3 21 21 2\n3 12 0 0 11\n11 3 21 1 11\n3 22 4 22 3",
    "4,22,2,0,0\n12,3,21,21,2\n3,12,0,0,11\n11,3,21,1,11\n3,22,4,22,3",
    "[[4,22,2,0,0],[12,3,21,21,2],[3,12,0,0,11],[11,3,21,1,11],[3,22,4,22,3]]",
    WORKED + "\nanswer:\n4 = 2 . .\nH 3 - - 2\n3 H . . |\n| 3 - 1 |\n3 = 4 = 3",
]


@pytest.mark.parametrize("answer", WORKED_ANSWERS)
def test_answer_can_be_written_in_many_forms(answer):
    puzzle = masume.load(WORKED).puzzle
    assert masume.check(puzzle, answer) == []
    assert masume.parse_answer(puzzle, answer) == masume.parse_answer(puzzle, WORKED_ANSWERS[0])


def test_picture():
    puzzle = masume.load(WORKED).puzzle
    answer = masume.parse_answer(puzzle, WORKED_ANSWERS[0])
    drawn = "4═══2 . .\n║ 3─────2\n3 ║ . . │\n│ 3───1 │\n3═══4═══3"
    assert "\n".join(KIND.picture(puzzle, answer)) == drawn
    opening = inspect.getmodule(Hashi).__doc__
    assert all(line in opening for line in drawn.splitlines())


def test_picture_of_wide_bridges_marks_and_crossings():
    puzzle = masume.load("hashi\nmost: 4\n12 4 3\n. . .\n7 . 3\n1 . .").puzzle
    position = bridges((0, 1, 4), (0, 6, 4), (1, 2, 1), (6, 8, 3), (6, 9, 1), barred=[(2, 8)])
    assert KIND.picture(puzzle, position) == [
        "12≣4──3",
        "┋  .  ×",
        "7≡≡≡≡≡3",
        "│",
        "1  .  .",
    ]
    puzzle = masume.load("hashi\n. 1 .\n1 . 1\n. 1 .").puzzle
    assert KIND.picture(puzzle, bridges((1, 7, 1), (3, 5, 2)))[1] == "1═┼═1"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hashi\nmost: 5\n1 1", "line 2: most: 5 is not valid; use 1 to 4"),
        ("hashi\nmost: two\n1 1", "line 2: most: two is not valid; use 1 to 4"),
        ("hashi\nloops: maybe\n1 1", "line 2: loops: maybe is not valid; use yes or no"),
        ("hashi\n1 x", "row 1, column 2: 'x' is not a number"),
    ],
)
def test_invalid_board_is_reported(text, fault):
    with pytest.raises(ParseError, match=fault):
        masume.load(text)
    with pytest.raises(BadOption):
        Hashi(1, 1, (None,), most=5)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("r1c1-r1c2=1", "line 1: r1c2 is not an island"),
        ("r1c1-r1c3=1\nr1c1-r5c1=1", "line 2: r1c1 and r5c1 are not neighbours"),
        ("r1c1-r1c1=1", "are not neighbours"),
        ("r1c1-r9c9=1", "outside the board"),
        ("r1c1-r1c3=12", "moves are written like r1c1-r1c5=2"),
        ("r1c1-r1c3", "moves are written like r1c1-r1c5=2"),
        ("4 = 2", "the answer is 1×3, but the board is 5×5"),
        ("5 . 2 . .\n. 3 . . 2\n3 . . . .\n. 3 . 1 .\n3 . 4 . 3", "r1c1 is the island 4"),
        ("4 . 2 - .\n. 3 . . 2\n3 . . . .\n. 3 . 1 .\n3 . 4 . 3", "'-' at r1c4 is not a bridge"),
        ("4 . 2 . .\n. 3 - . 2\n3 . . . .\n. 3 . 1 .\n3 . 4 . 3", "r2c2 and r2c5 is broken"),
        ("4 . 2 . .\n. 3 - = 2\n3 . . . .\n. 3 . 1 .\n3 . 4 . 3", "r2c2 and r2c5 is broken"),
        ("4 . . . .\n. 3 . . 2\n3 . . . .\n. 3 . 1 .\n3 . 4 . 3", "r1c3 is the island 2"),
    ],
)
def test_invalid_answer_is_reported(answer, fault):
    with pytest.raises(ParseError, match=fault):
        masume.parse_answer(masume.load(WORKED).puzzle, answer)


def test_grid_answer_with_touching_islands_is_rejected():
    with pytest.raises(ParseError, match="write moves instead"):
        masume.parse_answer(masume.load("hashi\n1 1").puzzle, "1 1")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"bridges": 3},
        {"bridges": [[0, 2, 1]]},
        {"bridges": [[[0, 0], [0, 2]]]},
        {"bridges": [[[0, 0], [0, 2], "1"]]},
        {"bridges": [[[0, 0], [0, 2], 0]]},
        {"bridges": [[[0, 0], [0, 2], True]]},
        {"bridges": [[[0, 0], [0, 1], 1]]},
        {"bridges": [[[0, 0], [2, 2], 1]]},
        {"bridges": [[[0, 0], [0, 7], 1]]},
        {"bridges": [[[0, 0], [0, 2], 1], [[0, 2], [0, 0], 1]]},
        {"bridges": [[[0, 0], [0, 2], 1]], "barred": [[[0, 0], [0, 2]]]},
        {"bridges": [], "barred": [[[0, 0], [0, 2], 1]]},
        {"bridges": [], "barred": None},
    ],
)
def test_invalid_json_is_rejected(data):
    with pytest.raises(ParseError):
        KIND.from_json(masume.load(SQUARE).puzzle, data)


def test_moves():
    puzzle = masume.load(SQUARE).puzzle
    start = KIND.start(puzzle)
    two = KIND.parse_move(puzzle, "r1c3-r1c1=2")
    assert two == Span(0, 2, 2) == eval(repr(two))
    joined = KIND.play(puzzle, start, two)
    assert joined == bridges((0, 2, 2))
    assert KIND.play(puzzle, joined, Span(0, 2, 1)) == bridges((0, 2, 1))
    assert KIND.play(puzzle, joined, Span(0, 2, 0)) == start
    both = bridges((0, 2, 2), (2, 4, 1), barred=[(4, 6)])  # bridges and marks elsewhere are kept
    assert KIND.play(puzzle, bridges((2, 4, 1), barred=[(4, 6)]), two) == both
    more = bridges((0, 2, 2), barred=[(2, 4), (4, 6)])
    assert KIND.play(puzzle, both, Span(4, 2, None)) == more
    barred = KIND.play(puzzle, joined, KIND.parse_move(puzzle, "R1C1-R1C3=X"))
    assert barred == bridges(barred=[(0, 2)])
    assert KIND.play(puzzle, barred, Span(2, 0, 0)) == start
    assert KIND.play(puzzle, barred, two) == joined


@st.composite
def boards(draw, sizes=((1, 1), (1, 6), (6, 1), (2, 2), (3, 3), (3, 5), (4, 4), (5, 5))):
    rows, cols = draw(st.sampled_from(sizes))
    clue = st.one_of(
        st.none(), st.none(), st.none(), st.integers(1, 4), st.integers(1, 16), st.just(UNKNOWN)
    )
    clues = draw(st.lists(clue, min_size=rows * cols, max_size=rows * cols))
    return Hashi(rows, cols, tuple(clues), draw(st.integers(1, 4)), draw(st.booleans()))


@examples(200)
@given(boards(), st.randoms(use_true_random=False))
def test_texts_are_inverse(puzzle, rng):
    assert masume.load("\n".join(["hashi", *KIND.write(puzzle)])).puzzle == puzzle
    position = KIND.start(puzzle)
    for link in puzzle.links:
        move = Span(link.a, link.b, rng.choice((None, 0, 1, puzzle.most)))
        assert KIND.parse_move(puzzle, KIND.write_move(puzzle, move)) == move
        position = KIND.play(puzzle, position, move)
    answer = "\n".join(KIND.write_answer(puzzle, position))
    assert masume.parse_answer(puzzle, answer) == position
    assert KIND.from_json(puzzle, KIND.to_json(puzzle, position)) == position
    assert KIND.read_answer(puzzle, Block(1, answer=[])) == Lines()
    assert len(KIND.picture(puzzle, position)) >= puzzle.rows
