"""Boards composed by hand: completed with few clues, and clues that can be spared."""

from __future__ import annotations

import json

import pytest
from support import EXAMPLES

import masume
from masume.errors import NotApplicable
from masume.make.compose import with_clues

OPEN = {
    "kuromasu": [". . .\n. 5 .\n. 3 .", ". . . .\n. . . .\n. 4 . .\n. . . ."],
    "hashi": ["? . ? . 2\n. . . . .\n? . ? . ?"],
    "hitori": ["1 1 2 .\n. . 3 1\n2 3 . .\n1 . . 4"],
    "exactly_one": [". . . .\n. A A .\n. . . .\n. . B B", ". . .\n. . .\n. . ."],
}
BOARDS = [masume.loads(f"{kind}\n{text}") for kind, several in OPEN.items() for text in several]
COMPOSED = {masume.kind_of(puzzle).name for puzzle in BOARDS}


def name(puzzle):
    return masume.kind_of(puzzle).name


@pytest.mark.parametrize("puzzle", BOARDS, ids=name)
def test_a_board_is_completed_and_keeps_its_clues(puzzle):
    found = masume.complete(puzzle)
    solved = masume.solve(found.puzzle)
    assert solved.unique
    assert solved.answer == found.answer
    kind = masume.kind_of(puzzle)
    before, after = kind.cells(puzzle), kind.cells(found.puzzle)
    changed = {cell for one in found.added for cell in one.cells}
    assert {cell for cell in range(len(before)) if before[cell] != after[cell]} == changed
    unknown = {None, masume.loads("kuromasu\n?").clues[0]}
    assert all(before[cell] in unknown for cell in changed)
    # None of them can go.
    for one in found.added:
        rest = [other for other in found.added if other is not one]
        assert masume.count(with_clues(puzzle, rest), at_most=2).number == 2
    assert masume.complete(puzzle) == found


def smallest(puzzle, most):
    """By trying: how many clues are needed, whatever solution they leave."""
    from itertools import combinations

    maker = masume.kind_of(puzzle).maker()
    for size in range(1, most + 1):
        for answer in masume.solutions(puzzle):
            for some in combinations(maker.additions(puzzle, answer), size):
                changed = with_clues(puzzle, some)
                if len({cell for one in some for cell in one.cells}) < sum(
                    len(one.cells) for one in some
                ):
                    continue
                if masume.count(changed, at_most=2).number == 1:
                    return size
    return None


@pytest.mark.parametrize("text", ["kuromasu\n. . .\n. . .", "exactly_one\n. . .\n. . ."])
def test_no_fewer_would_do_if_it_says_so(text):
    puzzle = masume.loads(text)
    found = masume.complete(puzzle)
    least = smallest(puzzle, len(found.added))
    assert least is not None
    assert len(found.added) == least or not found.least


@pytest.mark.parametrize("puzzle", BOARDS, ids=name)
def test_deciding_clues_decide(puzzle):
    several = list(masume.solutions(puzzle, at_most=400))
    found = masume.deciding(puzzle)
    if len(several) <= 300:
        maker = masume.kind_of(puzzle).maker()
        each = {one for answer in several for one in maker.additions(puzzle, answer)}
        alone = {one for one in each if masume.count(with_clues(puzzle, [one])).number == 1}
        assert set(found) == alone
    else:
        assert found == []


@pytest.mark.parametrize("kind", sorted(COMPOSED))
def test_what_can_be_spared(kind):
    boards = [
        board for board in EXAMPLES if board.kind.name == kind and board.puzzle.grid.size < 50
    ]
    board = next(board for board in boards if masume.solve(board).unique)
    maker = board.kind.maker()
    found = masume.spare(board)
    for cells, without in maker.drops(board.puzzle):
        assert (tuple(cells) in found) == (masume.count(without, at_most=2).number == 1)


def test_what_needs_nothing_or_cannot_be_mended():
    unique = masume.load("hitori/first")
    found = masume.complete(unique)
    assert (found.puzzle, found.added, found.least) == (unique, (), True)
    with pytest.raises(NotApplicable, match="no solution"):
        masume.complete(masume.load("hashi/unsolvable-5x5"))
    for board, told in (("hashi/unsolvable-5x5", "no"), ("exactly_one/two-ways", "several")):
        with pytest.raises(NotApplicable, match=f"{told} solution"):
            masume.spare(masume.load(board))
    # Two islands that may have one bridge or two: their numbers are there.
    both = masume.loads("hashi\n3 . 3\n. . .\n3 . 3")
    found = masume.complete(both)
    assert (found.puzzle, found.reason) == (None, "no clues were found that leave one solution")


def test_time_that_is_up_is_told():
    found = masume.complete(BOARDS[1], limit=masume.Limit(seconds=0))
    assert (found.puzzle, found.stopped) == (None, masume.Stop.SECONDS)


def test_the_commands(capsys):
    from masume.front.cli.main import run

    def command(*arguments):
        code = run(list(arguments))
        return code, *capsys.readouterr()

    text = "kuromasu\n. . .\n. 5 .\n. 3 ."
    code, out, err = command("complete", text)
    assert code == 0
    assert "4 . .\n. 5 .\n. 3 ." in out
    assert "1 clue added: r1c1=4, no fewer would do" in err
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
    code, out, _ = command("spare", "hitori/first")
    assert code == 0 and out.startswith("hitori/first (Hitori, 4×4): r1c2, ")
    assert command("spare", "exactly_one/two-ways")[0] == 2
