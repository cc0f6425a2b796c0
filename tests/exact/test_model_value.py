"""A Model is not changed by engines, and positions of other boards are rejected."""

from __future__ import annotations

import pytest
from support import EXAMPLES

import masume
from masume.api.exact import model_of
from masume.core.system.limits import Deadline
from masume.errors import MasumeError
from masume.exact.answers import backbone
from masume.exact.engine import Engine
from masume.families.links.position import Lines
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import Trail

SMALL = [b for b in EXAMPLES if b.kind.model and b.puzzle.rows * b.puzzle.cols <= 36]


@pytest.mark.parametrize("board", SMALL[::3], ids=lambda board: board.name)
@pytest.mark.parametrize("reasons", [False, True])
def test_one_model_serves_two_engines(board, reasons):
    model = model_of(board.puzzle, Deadline(), reasons=reasons)
    before = repr(model)
    first_engine, other = (Engine(model, explaining=reasons) for _ in range(2))
    assert list(first_engine.reasons) == list(other.reasons)
    assert first_engine.variables.count == other.variables.count
    first = first_engine.solve(first_engine.reasons)
    if first is not None:
        first_engine.forbid(first)
        first_engine.solve(first_engine.reasons)
    assert other.solve(other.reasons) == first  # engines share no learnt clauses
    backbone(model, Deadline())
    assert repr(model) == before


OFF = [
    ("kuromasu\n" + "\n".join(["3 . . . ."] + [". . . . ."] * 4), Shading(white=frozenset({33}))),
    ("kuromasu\n3 . .", Shading(black=frozenset({-1}))),
    ("hashi\n1 . 1", Lines(frozenset({(0, 5, 1)}))),
    ("hashi\n1 . 1", Lines(barred=frozenset({(0, 1)}))),
    ("exactly_one\n. .\n. .", Trail((2, 7))),
    ("exactly_one\n. .\n. .", Trail((2,), walls=frozenset({(0, 3)}))),
]


@pytest.mark.parametrize("ask", [masume.forced, masume.why_not, masume.hint])
@pytest.mark.parametrize(("text", "position"), OFF)
def test_position_of_another_board_is_rejected(ask, text, position):
    with pytest.raises(MasumeError) as refused:
        ask(masume.load(text), position)
    assert "\n" not in str(refused.value)
