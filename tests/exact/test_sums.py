"""Sums as clauses: every choice of the numbers is allowed exactly if it adds up."""

from __future__ import annotations

from itertools import pairwise, product
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples

from masume.core.model.builder import ModelBuilder, Variables
from masume.core.model.model import never_cancel
from masume.exact import sums
from masume.exact.solver import Solver

ENCODINGS = [0, 2, 150, 10**9]  # from "always cut in two" to "always listed"


@pytest.fixture(params=ENCODINGS, ids=lambda few: f"few={few}", scope="module")
def encoding(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "_FEW", request.param)
        yield request.param


@pytest.fixture(autouse=True)
def anew():
    """Nothing is remembered of the sums of other tests."""
    sums._shares.cache_clear()


def scattered(draw, lengths):
    """Numbers of these lengths, out of variables in any order and of either sign."""
    order = draw(st.permutations(range(1, sum(lengths) + 1)))
    signs = draw(st.lists(st.sampled_from([1, -1]), min_size=len(order), max_size=len(order)))
    literals = [sign * variable for sign, variable in zip(signs, order, strict=True)]
    numbers = []
    for length in lengths:
        numbers.append(literals[:length])
        literals = literals[length:]
    return numbers


def told(numbers, values):
    """The literals that give each number its value."""
    return [
        literal if place < value else -literal
        for levels, value in zip(numbers, values, strict=True)
        for place, literal in enumerate(levels)
    ]


def solver_of(variables, numbers, clauses):
    solver = Solver(never_cancel)
    solver.add([[-b, a] for levels in numbers for a, b in pairwise(levels)])
    solver.add(clauses)
    return solver


@st.composite
def problems(draw):
    lengths = draw(st.lists(st.integers(0, 3), max_size=5))
    return scattered(draw, lengths), draw(st.integers(-2, sum(lengths) + 2))


@pytest.mark.long
@examples(150)
@given(problem=problems())
def test_a_sum_allows_exactly_what_adds_up(encoding, problem):
    numbers, total = problem
    variables = Variables(sum(map(len, numbers)))
    solver = solver_of(variables, numbers, sums.equal(variables, numbers, total))
    for values in product(*(range(len(levels) + 1) for levels in numbers)):
        assert solver.solve(told(numbers, values)) is (sum(values) == total), values


@pytest.mark.parametrize("lengths", [(7, 7, 7, 7), (1, 9, 1, 9), (4,) * 4, (1,) * 8, (0, 5, 0)])
def test_long_numbers_reach_every_total_and_no_other(encoding, lengths):
    first = [sum(lengths[:place]) + 1 for place in range(len(lengths))]
    numbers = [range(a, a + length) for a, length in zip(first, lengths, strict=True)]
    room = sum(lengths)
    for total in {-1, 0, 1, room // 2, room - 1, room, room + 1}:
        variables = Variables(room)
        solver = solver_of(variables, numbers, sums.equal(variables, numbers, total))
        assert solver.solve() is (0 <= total <= room)
        if solver.solve():
            holds = [literal > 0 for literal in solver.truth()[:room]]
            assert sum(holds) == total
        # Each number by itself can be what leaves enough for the others, and nothing else.
        for number, levels in enumerate(numbers):
            for value in range(len(levels) + 1):
                possible = 0 <= total - value <= room - len(levels)
                assert solver.solve(told([levels], [value])) is possible, (total, number, value)


def test_no_numbers_add_up_to_nothing():
    for total in (-1, 0, 1, 5):
        variables = Variables(0)
        clauses = sums.equal(variables, [], total)
        assert (clauses == []) is (total == 0)
        assert clauses in ([], [[]])


def test_a_sum_that_is_listed_takes_no_helpers():
    variables = Variables(4)
    sums.equal(variables, [[1, 2], [3, 4]], 2)
    assert variables.count == 4


# Not more than one


@pytest.mark.parametrize("length", range(14))
def test_at_most_one_allows_none_and_each_one_alone(length):
    draft = ModelBuilder(SimpleNamespace(shown=length))
    literals = [place if place % 3 else -place for place in range(1, length + 1)]
    part = draft.part()
    draft.at_most_one(literals, part)
    solver = Solver(never_cancel)
    solver.add(part.clauses)
    assert solver.solve([-literal for literal in literals])
    for one in literals:
        assert solver.solve([-other if other != one else one for other in literals])
        for other in literals:
            assert solver.solve([one, other]) is (one == other)


# Counting


@st.composite
def groups(draw):
    lengths = draw(st.lists(st.integers(0, 4), max_size=3))
    return scattered(draw, lengths), draw(st.integers(1, 9))


@examples(150)
@given(groups())
def test_levels_hold_for_each_literal_that_holds(problem):
    """One way only: what holds is counted, and a level that is not reached may be forbidden."""
    literals, most = problem
    everything = [literal for group in literals for literal in group]
    variables = Variables(len(everything))
    clauses, levels = sums.counted(variables, literals, most)
    assert len(levels) == min(len(everything), most)
    solver = Solver(never_cancel)
    solver.add(clauses)
    for signs in product((1, -1), repeat=len(everything)):
        chosen = [sign * literal for sign, literal in zip(signs, everything, strict=True)]
        holding = signs.count(1)
        unreached = [-level for level in levels[holding:]]
        assert solver.solve(chosen + unreached)
        for level in levels[:holding]:
            assert not solver.solve([*chosen, -level])


def test_a_literal_in_two_groups_counts_twice():
    variables = Variables(1)
    clauses, levels = sums.counted(variables, [[1], [1]], 5)
    solver = Solver(never_cancel)
    solver.add(clauses)
    assert len(levels) == 2
    assert not solver.solve([1, -levels[1]])
    assert solver.solve([-1, -levels[0]])
