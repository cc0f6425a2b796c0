"""Hints: from any position to the end, what is wrong and why, and where to look."""

from __future__ import annotations

import time
from random import Random

import pytest
from material import random_board
from support import EXAMPLES, EXPLAINED, SOAK, by_name, few

import masume
from masume.api.exact import model_of, vocabulary_of
from masume.core.model.wording import denial, sentence
from masume.core.puzzle.technique import LEVELS, Deduction
from masume.core.system.limits import Deadline
from masume.exact.answers import backbone
from masume.logic.advice import HintOutcome
from masume.logic.explainer import WHAT_IF, Explainer
from masume.logic.what_if import WhatIf

SOLVABLE = [
    board
    for board in EXAMPLES
    if board.kind.logic
    and board.puzzle.rows * board.puzzle.cols <= 49
    and board.note("solutions") != "0"
]


def unique_boards(kind, seed, number):
    """Random boards with one solution, something to find, and their literals."""
    rng = Random(f"hints {kind.name} {seed}")
    while number:
        puzzle = random_board(kind.name, rng)
        model = model_of(puzzle, Deadline())
        goal = backbone(model, Deadline())
        if goal and len(goal) == model.shown > 3:
            number -= 1
            yield rng, puzzle, model.vocabulary, sorted(goal, key=abs)


def follow(puzzle, position=None, most=400):
    """Take each hint, until there is none; all of them."""
    result = []
    for _ in range(most):
        output = masume.hint(puzzle, position)
        result.append(output)
        if output.outcome is HintOutcome.FINISHED:
            return result
        assert output.outcome in (HintOutcome.STEP, HintOutcome.WRONG), output
        assert output.after != output.before, output
        position = output.after
    raise AssertionError(f"there is no end: {result[-2:]}")


def check_hint(output):
    """Where it is, on what it rests, and in which words."""
    puzzle, cols = output.puzzle, output.puzzle.cols
    assert output.cells and output.text
    assert set(output.cells) | set(output.grounds) <= set(output.area)
    assert not set(output.cells) & set(output.grounds)
    rows, columns = {cell // cols for cell in output.area}, {cell % cols for cell in output.area}
    whole = [r * cols + c for r in range(min(rows), max(rows) + 1) for c in sorted(columns)]
    assert list(output.area) == whole and len(columns) == max(columns) - min(columns) + 1
    assert output.area[0] >= 0 and output.area[-1] < puzzle.rows * cols
    techniques = {
        technique.name: technique for technique in masume.kind_of(puzzle).logic().techniques
    }
    if output.outcome is HintOutcome.WRONG:
        assert output.technique == output.title == output.level == ""
    elif output.technique == WHAT_IF:
        assert output.title and output.level == LEVELS[-1]
    else:
        used = techniques[output.technique]
        assert (output.title, output.level) == (used.title, LEVELS[used.level])


# The way to the end


@pytest.mark.long
@pytest.mark.parametrize("board", few(SOLVABLE, 9 if SOAK else 5), ids=by_name)
def test_hints_lead_from_the_bare_board_to_the_end(board):
    puzzle = board.puzzle
    *steps, last = follow(puzzle)
    model, words = model_of(puzzle, Deadline()), vocabulary_of(puzzle)
    goal = backbone(model, Deadline())
    for output in steps:
        assert output.outcome is HintOutcome.STEP
        check_hint(output)
        assert set(words.marks(output.after)) <= goal
    if masume.solve(puzzle).unique:
        assert masume.check(puzzle, last.before) == []
        assert last.text == "The board is finished."
    else:
        assert "several solutions" in last.text
        assert last.before == masume.forced(puzzle).position


@pytest.mark.long
@pytest.mark.parametrize("board", few(SOLVABLE, 5 if SOAK else 3), ids=by_name)
def test_hints_go_on_from_everything_that_is_on_the_way(board):
    walk = Explainer(board.puzzle)
    goal = walk.vocabulary.position_of(sorted(walk.goal, key=abs))
    steps = [walk.known.copy() for _ in walk.steps()]
    for known in steps[:: -(-len(steps) // 8)]:
        position = walk.vocabulary.position_of(sorted(known, key=abs))
        output = masume.hint(board.puzzle, position)
        assert output.before == position
        if output.outcome is HintOutcome.FINISHED:
            assert position == goal
        else:
            assert output.outcome is HintOutcome.STEP
            check_hint(output)
            marks = walk.vocabulary.marks(output.after)
            assert set(marks) <= walk.goal
    end = masume.hint(board.puzzle, goal)
    assert end.outcome is HintOutcome.FINISHED and end.after is None and end.cells == end.area == ()


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_hints_lead_to_the_end_of_random_boards(kind):
    """Also those with several solutions, and from some marks of one of them."""
    rng = Random(f"follow {kind.name}")
    for _ in range(15):
        puzzle = random_board(kind.name, rng)
        answers = list(masume.solutions(puzzle, at_most=4))
        if not answers:
            assert masume.hint(puzzle).outcome is HintOutcome.UNSOLVABLE
            continue
        model, words = model_of(puzzle, Deadline()), vocabulary_of(puzzle)
        true = sorted(backbone(model, Deadline(), words.marks(rng.choice(answers))), key=abs)
        position = words.position_of([literal for literal in true if rng.random() < 0.2])
        *steps, last = follow(puzzle, position)
        assert all(output.outcome is HintOutcome.STEP for output in steps)
        forced = masume.forced(puzzle, position).position
        assert last.before == (forced if steps else position)
        assert forced == (last.before if steps else forced)


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_what_is_obvious_is_not_told_while_something_else_is_left(kind):
    obvious = {technique.name for technique in kind.logic().techniques if technique.obvious}
    told_obvious = others = 0
    for board in few([board for board in SOLVABLE if board.kind is kind], 3):
        words = vocabulary_of(board.puzzle)
        for output in follow(board.puzzle)[:-1]:
            if output.technique not in obvious:
                others += 1
                continue
            told_obvious += 1
            marks = words.marks(output.before)
            for step in Explainer(board.puzzle, assumed=marks).steps():
                seen = words.position_of([*marks, *step.literals]) != words.position_of(marks)
                assert step.technique in obvious or not seen
    assert others  # how many more depends on the puzzle


# What is wrong


def names_mark(words, mark, output):
    """Whether a hint begins with saying that the mark cannot be."""
    begins = sentence(denial(words.statement(mark), words.grid.name))
    return output.text.startswith(
        tuple(f"{begins}{then}" for then in (":", ".", ",", " with the "))
    )


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_a_single_wrong_mark_is_named_with_a_reason(kind):
    """Each mark of a solution turned into its opposite, alone and among all the right ones."""
    flipped = argued = 0
    for rng, puzzle, words, goal in unique_boards(kind, "flip", 4):
        what_if = WhatIf(puzzle, Deadline())
        printed = words.cells_of(words.printed())  # a player cannot change these
        free = [n for n in goal if set(words.cells(abs(n))).isdisjoint(printed)]
        for literal in rng.sample(free, min(len(free), 24)):
            elsewhere = [
                mark
                for mark in goal
                if set(words.cells(abs(mark))).isdisjoint(words.cells(abs(literal)))
            ]
            for rest in ([], elsewhere):
                position = words.position_of([*rest, -literal])
                wrong = [mark for mark in words.marks(position) if -mark in goal]
                if not wrong:  # a path is not drawn that does not begin at its start
                    continue
                flipped += 1
                output = masume.hint(puzzle, position)
                assert output.outcome is HintOutcome.WRONG
                check_hint(output)
                assert output.cells in {
                    tuple(sorted(words.cells(abs(literal)))) for literal in wrong
                }
                named = [literal for literal in wrong if names_mark(words, literal, output)]
                assert named
                assert output.before == position
                assert named[0] not in words.marks(output.after)
                if "nothing short" in output.text:
                    assert output.reasons == output.grounds == ()
                    continue
                argued += 1
                # The clues in words and the marks around are enough to see it.
                near = {*output.cells, *output.grounds}
                right = [literal for literal in words.marks(position) if literal in goal]
                given = [literal for literal in right if near.issuperset(words.cells(abs(literal)))]
                keys = [k for k in what_if.switches if what_if.reasons[k].text in output.reasons]
                assert what_if.proves(Deduction((-named[0],), tuple(given), tuple(keys), ""))
    assert flipped > 12 and argued > 0.8 * flipped


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_several_wrong_marks_are_put_right_one_after_the_other(kind):
    mended = 0
    for rng, puzzle, words, goal in unique_boards(kind, "several", 6):
        free = [literal for literal in goal if literal not in words.printed()]
        marks = [rng.choice((literal, -literal)) for literal in free if rng.random() < 0.6]
        output = follow(puzzle, words.position_of(marks))
        kinds = [hint.outcome for hint in output]
        first_wrong = any(-mark in goal for mark in words.marks(output[0].before))
        assert (kinds[0] is HintOutcome.WRONG) == first_wrong
        wrong = kinds.count(HintOutcome.WRONG)
        assert kinds[:wrong] == [HintOutcome.WRONG] * wrong  # first of all what is wrong
        assert masume.check(puzzle, output[-1].before) == []
        mended += wrong > 1
    assert mended


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_marks_that_fit_no_solution_together_are_told(kind):
    """On boards with several solutions, where each mark alone would do."""
    rng = Random(f"clash {kind.name}")
    clashes = 0
    for _ in range(1000):
        puzzle = random_board(kind.name, rng)
        answers = list(masume.solutions(puzzle, at_most=4))
        if len(answers) < 2:
            continue
        model, words = model_of(puzzle, Deadline()), vocabulary_of(puzzle)
        bare = backbone(model, Deadline())
        true = [
            backbone(model, Deadline(), words.marks(answer)) for answer in rng.sample(answers, 2)
        ]
        mixed = [
            literal for both in true for literal in sorted(both, key=abs) if rng.random() < 0.6
        ]
        mixed = [literal for literal in dict.fromkeys(mixed) if -literal not in mixed]
        position = words.position_of(mixed)
        marks = words.marks(position)
        if any(-mark in bare for mark in marks):
            continue
        output = masume.hint(puzzle, position)
        fits = masume.forced(puzzle, position).status is masume.Status.SOLVED
        assert (output.outcome is HintOutcome.WRONG) == (not fits), (puzzle, position)
        if not fits:
            clashes += 1
            check_hint(output)
            # Without this mark and those after it the board can be solved.
            named = [m for m in marks if names_mark(words, m, output)]
            assert "with the other marks as they are" in output.text
            assert len(named) == 1
            before = marks[: marks.index(named[0])]
            assert backbone(model_of(puzzle, Deadline()), Deadline(), before) is not None
            assert backbone(model_of(puzzle, Deadline()), Deadline(), [*before, named[0]]) is None
        if clashes == 2:
            break
    assert clashes == 2


def test_two_black_neighbours_of_which_either_could_be():
    puzzle = masume.load("hitori\n1 1")
    for row in ("# .", ". #"):
        output = masume.hint(puzzle, masume.parse_answer(puzzle, row))
        assert output.outcome is HintOutcome.STEP
    output = masume.hint(puzzle, masume.parse_answer(puzzle, "# #"))
    assert output.outcome is HintOutcome.WRONG and output.cells == (1,) and output.grounds == (0,)
    assert output.text == (
        "r1c2 cannot be black with the other marks as they are: r1c1 and r1c2 are both black, and "
        "black cells never share a side."
    )
    assert output.reasons == ("black cells never share a side",)


# The ends


@pytest.mark.parametrize("kind", EXPLAINED, ids=by_name)
def test_a_board_without_a_solution_says_so(kind):
    boards = [b.puzzle for b in masume.examples(kind.name) if b.note("solutions") == "0"]
    rng = Random(f"hopeless {kind.name}")
    while len(boards) < 5:
        puzzle = random_board(kind.name, rng)
        if not Explainer(puzzle).solvable:
            boards.append(puzzle)
    for puzzle in boards:
        for position in (None, masume.kind_of(puzzle).start(puzzle)):
            output = masume.hint(puzzle, position)
            assert output.outcome is HintOutcome.UNSOLVABLE and "no solution" in output.text
            assert output.cells == output.area == () and output.after is None


@pytest.mark.parametrize("board", few(SOLVABLE, 3), ids=by_name)
def test_the_limit_ends_it(board):
    output = masume.hint(board.puzzle, limit=masume.Limit(seconds=0))
    assert (
        output.outcome is HintOutcome.LIMIT
        and output.text == "no step was found in time (0 s used)"
    )
    assert output.after is None and output.cells == ()


def test_the_limit_holds_on_a_very_large_board():
    puzzle = masume.load("kuromasu\n" + "\n".join([" ".join("." * 60)] * 60))
    began = time.process_time()
    masume.hint(puzzle, limit=masume.Limit(seconds=0.1))
    assert time.process_time() - began < 2


def test_a_hint_shows_itself_in_a_notebook():
    output = masume.hint(masume.load("hitori/first"))
    assert output._repr_svg_().startswith("<svg")
