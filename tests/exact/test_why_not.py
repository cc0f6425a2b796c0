"""Reasons why there is no solution: they contradict each other, and none can be left out.

Each reason is read here a second time, and tried on every assignment there is: the engine has no
say in it.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from enumeration import TRUTHS, assignments, simple_paths, steps
from random_boards import BOARDS, SIZES, TINY
from support import EXAMPLES

import masume
from masume import Status
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import Trail
from masume.puzzles.hashi.puzzle import Bridges, water_between
from masume.puzzles.hitori import model as hitori_model
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import seen_from

# What each reason says about an assignment, whatever the other rules say


def connected(cells, pairs):
    """Whether some things hang together by these pairs."""
    part = {cell: cell for cell in cells}
    for a, b in pairs:
        old, new = part[b], part[a]
        part = {cell: new if one == old else one for cell, one in part.items()}
    return len(set(part.values())) < 2


def shading_holds(puzzle, reason, black):
    near = puzzle.grid.neighbours
    white = [cell for cell in range(puzzle.grid.size) if cell not in black]
    if reason.rule == "adjacent":
        return not any(other in black for cell in black for other in near[cell])
    if reason.rule == "divided":
        return connected(white, [(a, b) for a in white for b in near[a] if b in white])
    if reason.rule == "duplicate":
        (number,) = {puzzle.clues[cell] for cell in reason.cells}
        assert isinstance(number, int)
        return sum(cell in white for cell in reason.cells) < 2
    assert reason.rule == "clue"
    (cell,) = reason.cells
    clue = puzzle.clues[cell]
    sees = seen_from(puzzle, Shading(black), cell)
    return cell in white and (not isinstance(clue, int) or sees == clue)


def hashi_holds(puzzle, reason, position):
    pairs = [(a, b) for a, b, _ in position.joined]
    if reason.rule == "crossing":
        water = [cell for pair in pairs for cell in water_between(puzzle, *pair)]
        return len(water) == len(set(water))
    if reason.rule == "divided":
        return connected(puzzle.islands, pairs)
    if reason.rule == "loop":
        assert not puzzle.loops
        return not any(_still_joined(puzzle, pair, pairs) for pair in pairs)
    assert reason.rule == "clue"
    (cell,) = reason.cells
    assert isinstance(puzzle.clues[cell], int)
    return sum(n for a, b, n in position.joined if cell in (a, b)) == puzzle.clues[cell]


def _still_joined(puzzle, pair, pairs):
    """Whether two islands hang together without the bridge between them."""
    part = {cell: cell for cell in puzzle.islands}
    for a, b in pairs:
        if (a, b) != pair:
            old, new = part[b], part[a]
            part = {cell: new if one == old else one for cell, one in part.items()}
    return part[pair[0]] == part[pair[1]]


def maze_holds(puzzle, reason, path):
    (label,) = {puzzle.labels[cell] for cell in reason.cells}
    shape = {cell for cell, other in enumerate(puzzle.labels) if other == label}
    assert label is not None and shape == set(reason.cells)
    visited = len(shape & set(path))
    return visited > 0 if reason.rule == "shape-missed" else visited < 2


def mark_holds(puzzle, marks, reason, assignment):
    """A mark is found again by the cells that it is about."""
    if isinstance(marks, Shading):
        (cell,) = reason.cells
        assert cell in marks.black | marks.white
        return (cell in assignment) is (cell in marks.black)
    if isinstance(marks, Bridges):
        ends = (reason.cells[0], reason.cells[-1])
        number = {(a, b): count for a, b, count in assignment.joined}.get(ends, 0)
        if ends in marks.barred:
            return number == 0
        return number >= next(count for a, b, count in marks.joined if (a, b) == ends)
    if len(reason.cells) == 2:
        assert reason.cells in steps(marks.path)
        return reason.cells in steps(assignment)
    (cell,) = reason.cells
    assert cell in marks.ticked | marks.crossed
    return (cell in assignment) is (cell in marks.ticked)


HOLDS = {
    "kuromasu": shading_holds,
    "hitori": shading_holds,
    "hashi": hashi_holds,
    "exactly_one": maze_holds,
}


def everything(kind, puzzle):
    """All assignments, right or wrong; a maze's path is always a path."""
    if kind == "hashi":
        return assignments(puzzle)
    if kind == "exactly_one":
        return simple_paths(puzzle.rows, puzzle.cols)
    cells = range(puzzle.rows * puzzle.cols)
    every = product((False, True), repeat=len(cells))
    return [frozenset(c for c in cells if flags[c]) for flags in every]


def minimal_contradiction(kind, puzzle, marks, reasons):
    """No assignment keeps them all; without any one of them there is an assignment."""
    without = [False] * len(reasons)
    for assignment in everything(kind, puzzle):
        failing = []
        for number, reason in enumerate(reasons):
            if reason.rule == "mark":
                holds = mark_holds(puzzle, marks, reason, assignment)
            else:
                holds = HOLDS[kind](puzzle, reason, assignment)
            if not holds:
                failing.append(number)
                if len(failing) > 1:
                    break
        if not failing:
            return False
        if len(failing) == 1:
            without[failing[0]] = True
    return all(without)


SMALL = {
    "kuromasu": lambda rng: BOARDS["kuromasu"](rng, sizes=TINY),
    "hitori": lambda rng: BOARDS["hitori"](rng, sizes=TINY),
    "hashi": lambda rng: BOARDS["hashi"](rng, most_ways=500),
    "exactly_one": lambda rng: BOARDS["exactly_one"](rng, sizes=SIZES),
}


def explain(kind, puzzle, marks, truth):
    found = masume.why_not(puzzle, marks)
    if truth:
        assert found.status is Status.SOLVED, (puzzle, marks)
        assert found.reasons == ()
        return None
    assert found.status is Status.EXHAUSTED and found.minimal, (puzzle, marks)
    assert len(set(found.reasons)) == len(found.reasons) > 0
    assert minimal_contradiction(kind, puzzle, marks, found.reasons), (puzzle, marks, found)
    return {reason.rule for reason in found.reasons}


def judge(kind, seed, number):
    rng = Random(f"why not {kind} {seed}")
    about, rules, solvable = TRUTHS[kind], [], 0
    for _ in range(number):
        puzzle = SMALL[kind](rng)
        truth = about.answers(puzzle)
        rules.append(explain(kind, puzzle, None, truth))
        marks = about.marks(rng, puzzle, about.guess(rng, puzzle))
        fitting = {one for one in truth if about.agrees(one, marks)}
        solvable += bool(fitting)
        rules.append(explain(kind, puzzle, marks, fitting))
    return [found for found in rules if found], solvable


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", SMALL)
def test_reasons_contradict_each_other_and_none_can_be_left_out(kind, seed):
    explained, solvable = judge(kind, seed, number=250)
    assert len(explained) > 80 and solvable > 40
    assert sum("mark" in rules for rules in explained) > 5
    assert sum("mark" not in rules for rules in explained) > 5


def test_many_equal_numbers_are_one_reason(monkeypatch):
    monkeypatch.setattr(hitori_model, "MANY", 2)
    explained, _ = judge("hitori", "many", number=200)
    assert len(explained) > 60
    found = masume.why_not(Hitori(1, 5, (1, 1, 1, 2, 1)))
    assert ("duplicate", (0, 1, 2, 4)) in {(one.rule, one.cells) for one in found.reasons}


EXPECTED = {
    "kuromasu": {"clue", "adjacent", "divided", "mark"},
    "hitori": {"duplicate", "adjacent", "divided", "mark"},
    "hashi": {"clue", "crossing", "divided", "loop", "mark"},
    "exactly_one": {"shape-missed", "shape-twice", "mark"},
}


@pytest.mark.parametrize("kind", SMALL)
def test_every_rule_is_a_reason_sometimes(kind):
    rng, seen = Random(f"rules {kind}"), set()
    for _ in range(2500):
        puzzle = SMALL[kind](rng)
        marks = TRUTHS[kind].marks(rng, puzzle, TRUTHS[kind].guess(rng, puzzle))
        seen |= {reason.rule for reason in masume.why_not(puzzle, marks).reasons}
    assert seen == EXPECTED[kind]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 130))
@pytest.mark.parametrize("kind", SMALL)
def test_reasons_of_many_more_boards(kind, seed):
    judge(kind, seed, number=300)


def test_every_kind_is_explained():
    assert set(SMALL) == set(EXPECTED) == set(HOLDS) == set(masume.kinds())


def test_a_set_with_a_reason_too_few_or_too_many_would_be_noticed():
    puzzle = masume.load("hitori\n1 1 1\n2 1 3\n1 2 3")
    found = masume.why_not(puzzle).reasons
    assert minimal_contradiction("hitori", puzzle, None, found)
    assert not minimal_contradiction("hitori", puzzle, None, found[1:])
    needless = masume.Reason("duplicate", (5, 8), "")
    assert needless.cells not in {reason.cells for reason in found}
    assert not minimal_contradiction("hitori", puzzle, None, [*found, needless])


# Single boards


def reasons(text, marks=None):
    puzzle = masume.load(text)
    position = None if marks is None else masume.parse_answer(puzzle, marks)
    return [(reason.rule, reason.cells) for reason in masume.why_not(puzzle, position).reasons]


def test_a_number_that_cannot_be_is_the_only_reason():
    assert reasons("kuromasu\n9 . .\n. . .\n. . ?") == [("clue", (0,))]
    assert reasons("hashi\n9 . 2\n. . .\n2 . ?") == [("clue", (0,))]


def test_islands_out_of_reach_are_divided():
    assert reasons("hashi\n? . .\n. ? .\n. . .") == [("divided", ())]


def test_a_square_is_a_loop():
    found = reasons("hashi\nmost: 1\nloops: no\n2 . 2\n. . .\n2 . 2")
    assert ("loop", ()) in found
    assert len([cells for rule, cells in found if rule == "clue"]) >= 2


def test_two_marks_can_contradict_each_other_alone():
    puzzle = masume.load("exactly_one\n. . .\n. . .\n. . .")
    marks = Trail((6,), crossed=frozenset({3, 7}))
    found = masume.why_not(puzzle, marks)
    assert [reason.cells for reason in found.reasons] == [(3,), (7,)]


def test_a_mark_says_what_was_marked():
    """The text names the cells and the number, and no two marks have the same."""
    puzzle = masume.load("hashi\n1 . 3\n. . .\n. . 2")
    (mark,) = [
        reason
        for reason in masume.why_not(puzzle, Bridges(frozenset({(0, 2, 2)}))).reasons
        if reason.rule == "mark"
    ]
    assert "r1c1" in mark.text and "r1c3" in mark.text and "2" in mark.text
    maze = masume.load("exactly_one\n. A .\nA . B\n. . .")
    found = masume.why_not(maze, Trail((6, 3, 4, 1, 2))).reasons
    texts = [reason.text for reason in found if reason.rule == "mark"]
    assert len(set(texts)) == len(texts) > 1


@pytest.mark.parametrize("board", EXAMPLES, ids=lambda board: board.name)
def test_examples_are_explained_as_they_are_noted(board):
    found = masume.why_not(board.puzzle, limit=masume.Limit(seconds=20))
    hopeless = board.note("solutions") == "0"
    assert found.status is (Status.EXHAUSTED if hopeless else Status.SOLVED)
    assert bool(found.reasons) is hopeless
