"""Solutions in normal form: the same verdict as the search for any two solutions."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from support import examples

import masume
from masume.api.exact import model_of
from masume.core.system.limits import Deadline
from masume.exact import answers


@st.composite
def numberlinks(draw):
    """Draw a board with two cells for each number."""
    rows, cols = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    cells = draw(st.permutations(range(rows * cols)))
    clues = [None] * (rows * cols)
    for place, cell in enumerate(cells[: 2 * draw(st.integers(1, rows * cols // 3))]):
        clues[cell] = place // 2 + 1
    return masume.kinds()["numberlink"].new(rows, cols, tuple(clues))


@examples(150)
@given(numberlinks())
def test_verdicts_are_those_of_a_plain_search(puzzle):
    model = model_of(puzzle, Deadline())
    assert model.normal_form is not None
    normal = answers.solve(model, Deadline())
    plain = answers.solve(replace(model, normal_form=None), Deadline())
    assert (normal.status, normal.unique) == (plain.status, plain.unique)
    found = [answer for answer in (normal.answer, normal.other) if answer is not None]
    assert all(masume.check(puzzle, answer) == [] for answer in found)
    assert len(set(found)) == len(found)
