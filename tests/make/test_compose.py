"""Boards composed by hand: completion, decisive clues and spare clues."""

from __future__ import annotations

import json
from random import Random

import large_boards
import pytest
from support import EXAMPLES, is_the_only_answer

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.maker import Addition
from masume.core.system.limits import Deadline
from masume.errors import NotApplicable
from masume.formats.palette import palette
from masume.make import compose
from masume.make.composer import Composer, add_clues

OPEN = {
    "kuromasu": [". . .\n. 5 .\n. 3 .", ". . . .\n. . . .\n. 4 . .\n. . . ."],
    "hashi": ["? . ? . 2\n. . . . .\n? . ? . ?"],
    "hitori": ["1 1 2\n. 3 1\n2 . ."],
    "exactly_one": [". . . .\n. A A .\n. . . .\n. . B B", ". . .\n. . .\n. . ."],
}
BOARDS = [
    masume.loads(f"{kind}\n{text}").puzzle for kind, several in OPEN.items() for text in several
]
COMPOSED = {masume.kind_of(puzzle).name for puzzle in BOARDS}


def name(puzzle):
    return masume.kind_of(puzzle).name


@pytest.mark.parametrize("puzzle", BOARDS, ids=name)
def test_a_board_is_completed_and_keeps_its_clues(puzzle):
    result = masume.complete(puzzle)
    assert is_the_only_answer(result.puzzle, result.answer)
    kind = masume.kind_of(puzzle)
    before, after = kind.cells(puzzle), kind.cells(result.puzzle)
    changed = {cell for clue in result.added for cell in clue.cells}
    assert {cell for cell in range(len(before)) if before[cell] != after[cell]} == changed
    unknown = {None, masume.loads("kuromasu\n?").puzzle.clues[0]}
    assert all(before[cell] in unknown for cell in changed)
    # None of them can go.
    for clue in result.added:
        rest = [other for other in result.added if other is not clue]
        assert masume.count(add_clues(puzzle, rest), at_most=2).number == 2


def without_some(puzzle, share):
    """The board without such a share of its clues, by chance."""
    rng, drops = Random(1), masume.kind_of(puzzle).maker().removals
    for _ in range(round(len(drops(puzzle)) * share)):
        puzzle = rng.choice(drops(puzzle))[1]
    return puzzle


@pytest.mark.long
@pytest.mark.parametrize("share", [0.5, 1])
@pytest.mark.parametrize("kind", sorted(COMPOSED))
def test_boards_with_many_solutions_are_completed(kind, share):
    """Those that come first are much alike, and in mazes none of them can be the only one."""
    (generated,) = masume.generate(kind, size=12 if kind == "hashi" else 7, seed=1)
    board = without_some(generated.puzzle, share)
    assert masume.count(board, at_most=301).number == 301
    result = masume.complete(board)
    assert is_the_only_answer(result.puzzle, result.answer)
    cells = masume.kind_of(board).cells
    kept = zip(cells(board), cells(result.puzzle), strict=True)
    assert all(before in (None, UNKNOWN, after) for before, after in kept)


def test_shapes_that_come_have_the_first_free_names():
    result = masume.complete(
        masume.loads("exactly_one\n. . . . .\n. 2 2 . .\n. . . . .\n. . . . .")
    )
    names = list(result.puzzle.shapes)
    assert len(names) > 2 and sorted(names) == [str(n + 1) for n in range(len(names))]
    assert result.puzzle.shapes["2"] == (6, 7)
    for cells, name in result.added:
        assert result.puzzle.shapes[name] == tuple(sorted(cells))
    (generated,) = masume.generate("exactly_one", size=8, difficulty="hard", seed=3)
    result, before = masume.easier(generated.puzzle), generated.puzzle.shapes
    come = [int(name) for name in result.puzzle.shapes if name not in before]
    free = (n for n in range(1, 99) if str(n) not in before)
    assert come == [n for n, _ in zip(free, come, strict=False)] != []


def test_clues_that_do_not_fit_are_never_enough():
    puzzle = masume.loads("kuromasu\n. . .\n. . .").puzzle
    answer = masume.solve(puzzle).answer
    wrong = [Addition((0,), 4), Addition((1,), 2)]  # with both there is no solution at all
    assert masume.count(add_clues(puzzle, wrong)).number == 0
    composer = Composer(masume.kind_of(puzzle), puzzle, answer, lambda *_: wrong, Deadline())
    assert composer.sufficient == []


def test_time_ends_while_clues_are_looked_at_one_by_one(monkeypatch):
    puzzle = BOARDS[1]  # with some hundred solutions, each with several clues
    several = list(masume.solutions(puzzle))
    monkeypatch.setattr(compose, "list_solutions", lambda *_: several)
    result = masume.complete(puzzle, deadline=large_boards.StoppedAfter(3))
    assert (result.puzzle, result.reason) == (None, "stopped")


def test_a_board_is_completed_in_the_same_way_again():
    assert masume.complete(BOARDS[0]) == masume.complete(BOARDS[0])


def smallest(puzzle, most):
    """By trying: how many clues are needed, whatever solution they leave."""
    from itertools import combinations

    maker = masume.kind_of(puzzle).maker()
    for size in range(1, most + 1):
        for answer in masume.solutions(puzzle):
            for some in combinations(maker.additions(puzzle, answer), size):
                changed = add_clues(puzzle, some)
                if len({cell for clue in some for cell in clue.cells}) < sum(
                    len(clue.cells) for clue in some
                ):
                    continue
                if masume.count(changed, at_most=2).number == 1:
                    return size
    return None


@pytest.mark.parametrize("text", ["kuromasu\n. . .\n. . .", "exactly_one\n. . .\n. . ."])
def test_no_fewer_would_do_if_it_says_so(text):
    puzzle = masume.loads(text).puzzle
    result = masume.complete(puzzle)
    least = smallest(puzzle, len(result.added))
    assert least is not None
    assert len(result.added) == least or not result.least


@pytest.mark.parametrize("puzzle", BOARDS, ids=name)
def test_deciding_clues_decide(puzzle):
    several = list(masume.solutions(puzzle, at_most=400))
    result = masume.deciding_clues(puzzle)
    if len(several) <= 300:
        maker = masume.kind_of(puzzle).maker()
        each = {clue for answer in several for clue in maker.additions(puzzle, answer)}
        alone = {
            clue for clue in each if masume.count(add_clues(puzzle, [clue]), at_most=2).number == 1
        }
        assert set(result) == alone
    else:
        assert result == []


@pytest.mark.parametrize("kind", sorted(COMPOSED))
def test_spare_clues_are_redundant(kind):
    boards = [
        board for board in EXAMPLES if board.kind.name == kind and board.puzzle.grid.size < 50
    ]
    board = next(board for board in boards if masume.solve(board).unique)
    maker = board.kind.maker()
    result = masume.spare_clues(board)
    for cells, without in maker.removals(board.puzzle):
        assert (tuple(cells) in result) == (masume.count(without, at_most=2).number == 1)


def test_complete_and_unsolvable_boards():
    unique = masume.load("hitori/first").puzzle
    result = masume.complete(unique)
    assert (result.puzzle, result.added, result.least) == (unique, (), True)
    with pytest.raises(NotApplicable, match="no solution"):
        masume.complete(masume.load("hashi/unsolvable-5x5"))
    for board, told in (("hashi/unsolvable-5x5", "no"), ("exactly_one/two-ways", "several")):
        with pytest.raises(NotApplicable, match=f"{told} solution"):
            masume.spare_clues(masume.load(board))
    # Two islands that may have one bridge or two: their numbers are there.
    both = masume.loads("hashi\n3 . 3\n. . .\n3 . 3").puzzle
    result = masume.complete(both)
    assert (result.puzzle, result.reason) == (None, "no clues were found that leave one solution")


EMPTY = {"kuromasu": ".", "hitori": ".", "exactly_one": ".", "hashi": "?"}


@pytest.mark.parametrize("kind", sorted(COMPOSED))
def test_a_drawn_solution_becomes_the_only_one(kind):
    (generated,) = masume.generate(kind, size=5, seed=1)
    clued, sign = generated.puzzle, EMPTY[kind]
    texts = [sign if sign == "." or cell else "." for cell in masume.kind_of(clued).cells(clued)]
    rows = (" ".join(texts[start : start + 5]) for start in range(0, 25, 5))
    bare = masume.loads("\n".join((kind, *rows))).puzzle
    result = masume.complete(bare, generated.answer)
    assert is_the_only_answer(result.puzzle, generated.answer)


def test_what_is_drawn_must_be_a_solution():
    bare = masume.loads("kuromasu\n. . .\n. . .").puzzle
    with pytest.raises(NotApplicable, match="does not solve this board: r1c1 and r1c2"):
        masume.complete(bare, "r1c1=black r1c2=black")
    # Any numbers would leave another solution with more black cells.
    result = masume.complete(masume.loads("hitori\n. . .\n. . .\n. . ."), "r1c1=black")
    assert (result.puzzle, result.reason) == (None, "other solutions would fit any clues as well")


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(COMPOSED))
def test_a_board_gets_harder_and_easier_with_one_solution(kind):
    (generated,) = masume.generate(kind, size=5 if kind == "hashi" else 4, seed=0)
    keep = [
        cell
        for cell, clue in enumerate(masume.kind_of(generated.puzzle).cells(generated.puzzle))
        if clue
    ][:2]
    changed = 0
    for change, sign in ((masume.harder, 1), (masume.easier, -1)):
        result = change(generated.puzzle, keep=keep)
        if result.puzzle is None:
            assert result.reason.startswith("nothing ")
            continue
        changed += 1
        cells, before = (
            masume.kind_of(board).cells(board) for board in (result.puzzle, generated.puzzle)
        )
        assert [cells[cell] for cell in keep] == [before[cell] for cell in keep]
        assert masume.solve(result.puzzle).unique
        assert masume.grade(result.puzzle) == result.grade
        assert sign * (result.grade.score - result.before.score) > 0
    assert changed
    with pytest.raises(NotApplicable, match="complete it first"):
        masume.harder(masume.load("exactly_one/two-ways"))


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(COMPOSED))
def test_the_level_changes(kind):
    for level, change in (("medium", masume.harder), ("hard", masume.easier)):
        (generated,) = masume.generate(kind, size=8, difficulty=level, seed=3)
        result = change(generated.puzzle)
        assert result.before.level == level != result.grade.level
        assert masume.solve(result.puzzle).unique


@pytest.mark.long
@pytest.mark.parametrize("kind", ["hashi", "hitori"])
def test_boards_without_gaps_get_none_if_they_can_be_changed_otherwise(kind):
    for generated in masume.generate(kind, size=8, difficulty="easy", count=2, seed=4):
        result = masume.harder(generated.puzzle)
        assert result.grade.level != "easy"
        changed = zip(result.puzzle.clues, generated.puzzle.clues, strict=True)
        assert not any(before and after in (None, UNKNOWN) for after, before in changed)


def test_a_board_that_has_gaps_may_get_more():
    puzzle = masume.loads("hashi\n? . . . 2\n. . . . .\n4 . 4 . .\n. . . . .\n1 . 2 . .").puzzle
    result = masume.harder(puzzle)
    assert result.puzzle is not None and result.puzzle.clues.count(UNKNOWN) > 1


def test_a_seed_changes_a_board_in_the_same_way_again():
    for kind, changes in {
        "kuromasu": (masume.harder, masume.easier),
        "exactly_one": (masume.easier,),
    }.items():
        (generated,) = masume.generate(kind, size=4, seed=2)
        for change in changes:
            result = change(generated.puzzle, seed=3)
            assert result.puzzle is not None and result == change(generated.puzzle, seed=3)
            assert result.puzzle != change(generated.puzzle, seed=4).puzzle


@pytest.mark.parametrize("puzzle", BOARDS, ids=name)
def test_a_judgement_of_several_solutions(puzzle):
    *earlier, last = masume.judge(puzzle, at_most=50)
    every = list(masume.solutions(puzzle, at_most=50))
    assert (last.verdict, last.number) == ("several", len(every))
    assert all(judgement.number < last.number or judgement == last for judgement in earlier)
    kind = masume.kind_of(puzzle)
    drawn = [masume.solve(add_clues(puzzle, [])).differs]
    assert set(last.doubts) >= set(*drawn)
    assert all(0 < share <= 1 for share in last.doubts.values())
    assert not kind.violations(puzzle, last.answer)


def test_a_judgement_of_one_solution_and_of_none():
    first, last = masume.judge(masume.load("hitori/first"))
    assert (first.verdict, first.grade) == ("unique", None)
    assert (last.verdict, last.grade.level) == (
        "unique",
        masume.grade(masume.load("hitori/first")).level,
    )
    _, last = masume.judge(masume.load("exactly_one/walled-off"))
    assert (last.verdict, len(last.clash)) == ("none", 2)
    (late,) = masume.judge(BOARDS[0], limit=masume.Limit(seconds=0))
    assert (late.verdict, late.stopped) == ("unknown", masume.Stop.SECONDS)


@pytest.mark.parametrize("board", EXAMPLES[::7], ids=lambda board: board.name)
def test_what_is_offered_for_a_cell_can_be_written_there(board):
    kind, cols = board.kind, board.puzzle.cols
    texts = palette(board.puzzle)
    assert texts and len(set(texts)) == len(texts)
    for text in texts:
        empty = [", ".join("." * cols)] * (board.puzzle.rows - 1)
        lines = [", ".join([text, *["."] * (cols - 1)]), *empty]
        written = masume.loads("\n".join((kind.name, *lines))).puzzle
        assert kind.cells(written)[0] is not None


def test_limit_is_reported():
    result = masume.complete(BOARDS[1], limit=masume.Limit(seconds=0))
    assert (result.puzzle, result.stopped) == (None, masume.Stop.SECONDS)


def test_the_commands(capsys):
    from masume.front.cli.main import run

    def command(*arguments):
        code = run(list(arguments))
        return code, *capsys.readouterr()

    text = "kuromasu\n. . .\n. 5 .\n. 3 ."
    code, out, err = command("complete", text)
    assert code == 0
    assert "4 . .\n. 5 .\n. 3 ." in out
    assert "1 clue added: r1c1=4 (the minimum)" in err
    assert masume.solve(masume.loads(out)).unique
    code, out, _ = command("complete", text, "--to", "puzz.link")
    assert code == 0 and out.startswith("https://puzz.link/p?kurodoko/3/3/")
    code, out, _ = command("complete", text, "--each")
    assert (code, out.split()[:2]) == (0, ["r1c1=4", "r1c2=5"])
    code, out, _ = command("complete", text, "--json")
    assert json.loads(out)["added"] == [{"cells": [[0, 0]], "clue": 4}]
    code, out, err = command("complete", "hashi\n3 . 3\n. . .\n3 . 3")
    assert (code, out) == (3, "")
    assert "no clues were found" in err
    code, out, _ = command(
        "complete", "kuromasu\n. . .\n. . .", "--answer", "r1c1=black r2c3=black"
    )
    assert code == 0 and masume.solve(masume.loads(out)).answer.black == {0, 5}
    code, out, err = command("harder", "kuromasu/br-3x3-0", "--keep", "r1c2")
    assert code == 0 and ", is hard (" in err
    assert "name: kuromasu/br-3x3-0-harder" in out and "from:" not in out
    assert masume.loads(out).puzzle.clues[1] == masume.load("kuromasu/br-3x3-0").puzzle.clues[1]
    assert command("easier", "hitori\n1 2\n3 4", "--keep", "r9c9")[0] == 2
    code, out, _ = command("spare", "hitori/first")
    assert code == 0 and out.startswith("hitori/first (Hitori, 4×4): r1c2, ")
    assert command("spare", "exactly_one/two-ways")[0] == 2


def test_two_shapes_are_not_proved_minimal_if_unlisted_shapes_exist():
    """A maze has more shapes than `additions` lists, also where each listed one is a cell."""
    completed = masume.complete(masume.loads("exactly_one\n. C\nD .\n. E\nC .\n. F"))
    assert completed.puzzle is not None and len(completed.added) == 2
    assert not completed.least


def test_two_clues_are_not_called_the_least_where_one_is_enough():
    """A number that is larger than the board has lines is a clue as well."""
    result = masume.complete(masume.loads("hitori\n1 4 ?\n3 4 ?\n? ? ."))
    assert len(result.added) == 1 and result.least
    assert is_the_only_answer(result.puzzle, result.answer)
