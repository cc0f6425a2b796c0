"""A Model is a value: engines change nothing of it, and positions of other boards are refused."""

from __future__ import annotations

import pytest
from support import EXAMPLES

import masume
from masume.api.exact import model_of
from masume.core.system.limits import Deadline
from masume.errors import MasumeError
from masume.exact.answers import certain
from masume.exact.engine import Engine
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import Trail
from masume.puzzles.hashi.puzzle import Bridges

SMALL = [b for b in EXAMPLES if b.kind.model and b.puzzle.rows * b.puzzle.cols <= 36]


@pytest.mark.parametrize("board", SMALL[::3], ids=lambda board: board.name)
@pytest.mark.parametrize("reasons", [False, True])
def test_one_model_serves_two_engines(board, reasons):
    model = model_of(board.puzzle, Deadline(), reasons=reasons)
    before = repr(model)
    one, other = (Engine(model, explaining=reasons) for _ in range(2))
    assert list(one.reasons) == list(other.reasons)
    assert one.variables.count == other.variables.count
    first = one.solve(one.reasons)
    if first is not None:
        one.forbid(first)
        one.solve(one.reasons)
    assert other.solve(other.reasons) == first  # what one has found out is no matter of the other
    certain(model, Deadline())
    assert repr(model) == before


OFF = [
    ("kuromasu\n" + "\n".join(["3 . . . ."] + [". . . . ."] * 4), Shading(white=frozenset({33}))),
    ("kuromasu\n3 . .", Shading(black=frozenset({-1}))),
    ("hashi\n1 . 1", Bridges(frozenset({(0, 5, 1)}))),
    ("hashi\n1 . 1", Bridges(barred=frozenset({(0, 1)}))),
    ("exactly_one\n. .\n. .", Trail((2, 7))),
    ("exactly_one\n. .\n. .", Trail((2,), walls=frozenset({(0, 3)}))),
]


@pytest.mark.parametrize("ask", [masume.forced, masume.why_not, masume.hint])
@pytest.mark.parametrize(("text", "position"), OFF)
def test_a_position_that_is_not_of_the_board_is_refused_in_one_line(ask, text, position):
    with pytest.raises(MasumeError) as refused:
        ask(masume.load(text), position)
    assert "\n" not in str(refused.value)
