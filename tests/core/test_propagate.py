"""Propagation: all that it concludes follows, with clauses as reasons; conflicts are real."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st
from support import examples

from masume.constraints.connected import Connected
from masume.core.model.model import Model, Part, Sum
from masume.core.model.propagate import ModelPropagator
from masume.core.puzzle.grid import grid

VARIABLES = 6
LITERALS = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))


class Words:
    shown = VARIABLES


@st.composite
def models(draw):
    clauses = draw(st.lists(st.lists(LITERALS, min_size=1, max_size=4, unique_by=abs), max_size=6))
    sums = []
    for flat in draw(
        st.lists(st.lists(LITERALS, min_size=1, max_size=5, unique_by=abs), max_size=2)
    ):
        cut = draw(st.integers(0, len(flat)))
        numbers = [[literal] for literal in flat[:cut]] + ([flat[cut:]] if flat[cut:] else [])
        clauses += [[a, -b] for levels in numbers for a, b in pairwise(levels)]
        sums.append(Sum(numbers, draw(st.integers(0, len(flat)))))
    lazy = [Connected(grid(2, 3), range(1, 7))] if draw(st.booleans()) else []
    return Model(Words(), [Part(None, clauses, sums, lazy)], VARIABLES)


def solutions(model):
    """Return the sets of true literals of all solutions, by enumeration."""
    (part,) = model.parts
    for flags in product((False, True), repeat=VARIABLES):
        truth = {n if flag else -n for n, flag in enumerate(flags, start=1)}
        if (
            all(truth.intersection(clause) for clause in part.clauses)
            and all(
                sum(literal in truth for levels in s.numbers for literal in levels) == s.total
                for s in part.sums
            )
            and not any(c.cuts(sorted(truth, key=abs)) for c in part.constraints)
        ):
            yield truth


@examples(300)
@given(models(), st.lists(LITERALS, max_size=3, unique_by=abs))
def test_propagation_is_sound_and_explains_itself(model, assumed):
    propagator, reasons = ModelPropagator(model), {}
    every = list(solutions(model))
    known = propagator.start(reasons)
    if known is None:
        assert not every
        return
    state = bytes(known)
    conflict = propagator.propagate(known, assumed, reasons)
    fitting = [truth for truth in every if truth.issuperset(assumed)]
    if conflict is not None:
        assert not fitting
        assert all(known[-literal] or -literal in assumed for literal in conflict)
    else:
        held = set(propagator.literals(known))
        assert all(held <= truth for truth in fitting)
        if len(held) == VARIABLES:
            assert fitting == [held]
    for literal, clause in reasons.items():
        assert literal in clause
        assert all(known[-other] for other in clause if other != literal)
        assert all(truth.intersection(clause) for truth in every)
    again = bytearray(state)
    assert propagator.propagate(again, []) is None and bytes(again) == state
