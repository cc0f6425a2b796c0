"""The second encoding: it finds what the engine finds, and agrees on boards that are new."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from material import random_board, small_board
from second_encoding import ENCODINGS, solutions
from support import KINDS, is_the_only_answer, size_of

import masume
from masume.core.puzzle.clue import UNKNOWN

ENCODED = [kind.name for kind in KINDS if kind.name in ENCODINGS]
# Of each puzzle with clues: where they are, and what stands there without one.
CLUES = {
    "hitori": ("clues", UNKNOWN),
    "kuromasu": ("clues", None),
    "hashi": ("clues", UNKNOWN),
    "exactly_one": ("labels", None),
    "akari": ("clues", UNKNOWN),
    "nurikabe": ("clues", UNKNOWN),
    "slitherlink": ("clues", None),
    "masyu": ("clues", None),
    "yajilin": ("clues", UNKNOWN),
    "sudoku": ("clues", None),
    "shikaku": ("clues", UNKNOWN),
    "fillomino": ("clues", None),
    "heyawake": ("clues", lambda clue: clue.rstrip("0123456789")),  # a room without its number
    "binairo": ("clues", None),
}
RARE = {
    "hashi": ["2 3 2\n3 . 3\n2 3 2"],  # solved by all bridges, if those in the middle may cross
    "yajilin": [". . .\n. . .\n. . .\n. 0^ .", ". . .\n. . .\n. . ."],  # two, and five
    "fillomino": [". 2 .", "1 1"],  # two solutions, and none
    "numberlink": ["1 . 1\n. . .", "? . ?\n? . ?"],  # four, and three
    "star_battle": ["a a b b b\na c b b b\nc c d d b\nc c d d e\nc c d d d"],  # three solutions
}


@pytest.mark.every_puzzle
@pytest.mark.parametrize("name", ENCODED)
def test_it_finds_the_solutions_that_the_engine_finds(name):
    rng, numbers = Random(f"both ways: {name}"), set()
    boards = [small_board(name, rng) for _ in range(60)]
    boards += [random_board(name, rng) for _ in range(10)]
    for puzzle in boards + [masume.loads(f"{name}\n{text}") for text in RARE.get(name, [])]:
        result = solutions(name, puzzle, most=1000)
        assert len(result) == len(set(result)) < 1000
        by_the_engine = masume.solutions(puzzle)
        assert set(result) == {getattr(clue, ENCODINGS[name].field) for clue in by_the_engine}
        numbers.add(len(result))
    assert numbers > {0, 1, 2}


@pytest.mark.parametrize("name", [name for name in ENCODED if name in CLUES])
def test_clue_after_clue_goes_until_there_is_another_solution(name):
    field, nothing = CLUES[name]
    size = size_of(name, 6, 7)
    for board in masume.generate(name, size=size, count=2, seed=1):
        clues = list(getattr(board.puzzle, field))
        numbers = [len(solutions(name, board.puzzle))]
        for cell in [cell for cell, clue in enumerate(clues) if clue is not None]:
            clues[cell] = nothing(clues[cell]) if callable(nothing) else nothing
            less = replace(board.puzzle, **{field: tuple(clues)})
            numbers.append(len(solutions(name, less)))
            assert numbers[-1] == masume.count(less, at_most=2).number
            if numbers[-1] == 2:
                break
        assert numbers[0] == 1 and numbers[-1] == 2


@pytest.mark.soak
@pytest.mark.parametrize("size", [(10, 10), (12, 13), (15, 15)], ids=str)
@pytest.mark.parametrize("name", ENCODED)
def test_large_new_boards_have_one_solution(name, size):
    result = list(masume.generate(name, size=size, count=12, seed=18))
    assert len(result) == 12
    for board in result:
        assert is_the_only_answer(board.puzzle, board.answer)
