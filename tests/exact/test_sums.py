"""Sums as clauses: exactly the choices that add up are allowed."""

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

ENCODINGS = [0, 2, 150, 10**9]  # from "always split" to "always encoded directly"


@pytest.fixture(params=ENCODINGS, ids=lambda few: f"few={few}", scope="module")
def encoding(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "_FEW", request.param)
        yield request.param


@pytest.fixture(autouse=True)
def anew():
    """Clear the cached sums of other tests."""
    sums._shares.cache_clear()


def scattered(draw, lengths):
    """Return numbers of these lengths, from variables in random order and of random sign."""
    order = draw(st.permutations(range(1, sum(lengths) + 1)))
    signs = draw(st.lists(st.sampled_from([1, -1]), min_size=len(order), max_size=len(order)))
    literals = [sign * variable for sign, variable in zip(signs, order, strict=True)]
    numbers = []
    for length in lengths:
        numbers.append(literals[:length])
        literals = literals[length:]
    return numbers


def assumptions(numbers, values):
    """Return the literals that give each number its value."""
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
def test_sum_allows_exactly_the_solutions(encoding, problem):
    numbers, total = problem
    variables = Variables(sum(map(len, numbers)))
    solver = solver_of(variables, numbers, sums.equal(variables, numbers, total))
    for values in product(*(range(len(levels) + 1) for levels in numbers)):
        assert solver.solve(assumptions(numbers, values)) is (sum(values) == total), values


@pytest.mark.parametrize("lengths", [(7, 7, 7, 7), (1, 9, 1, 9), (4,) * 4, (1,) * 8, (0, 5, 0)])
def test_sums_of_long_numbers(encoding, lengths):
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
        # A number may take any value that leaves enough for the others, and no other value.
        for number, levels in enumerate(numbers):
            for value in range(len(levels) + 1):
                possible = 0 <= total - value <= room - len(levels)
                assert solver.solve(assumptions([levels], [value])) is possible, (
                    total,
                    number,
                    value,
                )


def test_empty_sum():
    for total in (-1, 0, 1, 5):
        variables = Variables(0)
        clauses = sums.equal(variables, [], total)
        assert (clauses == []) is (total == 0)
        assert clauses in ([], [[]])


def test_directly_encoded_sum_has_no_helpers():
    variables = Variables(4)
    sums.equal(variables, [[1, 2], [3, 4]], 2)
    assert variables.count == 4


# Not more than one


@pytest.mark.parametrize("length", range(14))
def test_at_most_one(length):
    draft = ModelBuilder(SimpleNamespace(shown=length))
    literals = [place if place % 3 else -place for place in range(1, length + 1)]
    part = draft.part()
    draft.at_most_one(literals, part)
    solver = Solver(never_cancel)
    solver.add(part.clauses)
    assert solver.solve([-literal for literal in literals])
    for literal in literals:
        assert solver.solve([-other if other != literal else literal for other in literals])
        for other in literals:
            assert solver.solve([literal, other]) is (literal == other)


# Counting


@st.composite
def groups(draw):
    lengths = draw(st.lists(st.integers(0, 4), max_size=3))
    return scattered(draw, lengths), draw(st.integers(1, 9))


@examples(150)
@given(groups())
def test_count_levels_follow_the_true_literals(problem):
    """True literals are counted, and levels that are not reached can be assumed to be false."""
    literals, most = problem
    everything = [literal for group in literals for literal in group]
    variables = Variables(len(everything))
    clauses, levels = sums.count_literals(variables, literals, most)
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


def test_literal_in_two_groups_counts_twice():
    variables = Variables(1)
    clauses, levels = sums.count_literals(variables, [[1], [1]], 5)
    solver = Solver(never_cancel)
    solver.add(clauses)
    assert len(levels) == 2
    assert not solver.solve([1, -levels[1]])
    assert solver.solve([-1, -levels[0]])
