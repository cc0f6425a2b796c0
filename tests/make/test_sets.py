"""Sets of boards: pairwise different under rotation and reflection, for any number of processes."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from support import KINDS, by_name, size_of

import masume
from masume.core.system.limits import Deadline
from masume.make import sets
from masume.make.generate import make
from masume.make.request import resolve_board_spec
from masume.make.sets import canonical_digest, distinct_boards

MAKING = [kind for kind in KINDS if kind.maker]


def images(kind, puzzle):
    """By the places of cells: the board turned and mirrored in all eight ways."""
    rows, cols, cells = puzzle.rows, puzzle.cols, kind.cells(puzzle)
    for down, right, lying in product((False, True), repeat=3):
        high, wide = (cols, rows) if lying else (rows, cols)
        result = []
        for row, col in product(range(high), range(wide)):
            old_row, old_col = (col, row) if lying else (row, col)
            old_row = rows - 1 - old_row if down else old_row
            old_col = cols - 1 - old_col if right else old_col
            result.append(cells[old_row * cols + old_col])
        yield high, wide, tuple(result)


def are_alike(kind, one, other):
    """By one name for each other name, where clues are names."""
    cells = kind.cells(other)
    for rows, cols, image in images(kind, one):
        if (rows, cols) != (other.rows, other.cols):
            continue
        pairs = {(str(a), str(b)) for a, b in zip(image, cells, strict=True)}
        is_named = len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
        if image == tuple(cells) or (kind.maker().clues_are_names and is_named):
            return True
    return False


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_boards_are_alike_exactly_if_a_turn_or_a_mirror_makes_them_equal(kind):
    wish = resolve_board_spec(kind.name, size=size_of(kind.name, 3, 4))
    boards = [make(wish, 1, number, Deadline()).puzzle for number in range(8)]
    boards = [puzzle for puzzle in boards if puzzle is not None]
    assert len(boards) > 3
    for puzzle in boards:
        for rows, cols, cells in images(kind, puzzle):
            assert canonical_digest(kind.new(rows, cols, cells)) == canonical_digest(puzzle)
    for one, other in combinations(boards, 2):
        assert (canonical_digest(one) == canonical_digest(other)) is are_alike(kind, one, other)


def test_the_smallest_boards_differ_too():
    looks = [
        canonical_digest(masume.loads(f"kuromasu\n{text}"))
        for text in (".", "?", "1", ". .", ".\n.")
    ]
    assert len(set(looks)) == 4 and looks[-1] == looks[-2]


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_a_set_has_no_twins_and_further_numbers_take_their_places(kind):
    size = size_of(kind.name, 3)
    result = list(masume.generate(kind.name, size=size, seed=1, count=6))
    assert all(generated.puzzle is not None for generated in result[:-1])
    boards = [generated.puzzle for generated in result if generated.puzzle is not None]
    assert not any(are_alike(kind, *pair) for pair in combinations(boards, 2))
    numbers = [generated.number for generated in result]
    wish = resolve_board_spec(kind.name, size=size)
    for number in set(range(max(numbers))).difference(numbers):
        twin = make(wish, 1, number, Deadline()).puzzle
        assert any(are_alike(kind, twin, puzzle) for puzzle in boards)


def test_what_is_left_out_is_asked_for_in_order_until_it_is_in_vain(monkeypatch):
    monkeypatch.setattr(sets, "_MAX_DUPLICATES", 3)
    texts = ["2 . .", ". . 2", "3 . .", ". 3 .", "2 . .", ". 2 .", "3 . .", "2 . .", ". . 3"]
    boards = [masume.load(f"kuromasu\n{text}") for text in texts]
    asked = []

    def some(numbers):
        asked.append(numbers)
        return (boards[number] for number in numbers)

    result = list(distinct_boards(5, some, lambda board: board))
    assert result == [boards[number] for number in (0, 2, 3, 5)]
    assert asked == [range(5), range(5, 7), range(7, 8), range(8, 9)]
    assert list(distinct_boards(2, lambda numbers: [None for _ in numbers], lambda _: None)) == [
        None,
        None,
    ]


def test_too_large_set_of_small_boards_ends_with_a_reason():
    *result, last = masume.generate("kuromasu", size=(2, 2), seed=0, count=50)
    assert result and all(generated.puzzle is not None for generated in result)
    assert last.puzzle is None and last.reason.startswith(f"only {len(result)} different board")
    assert "\n" not in last.reason
