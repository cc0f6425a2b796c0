"""Unit cuts: every clause is unit or violated, implied by the constraint, and none is missing."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from masume.constraints.connected import Connected
from masume.constraints.loop import Loop
from masume.constraints.network import Forest
from masume.constraints.regions import AllSized, OneSeed, Seeded, Sized
from masume.core.model.model import UnitCutting
from masume.core.model.propagate import unit_of
from masume.core.puzzle.grid import grid

SIZES = [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3)]


def table(flags):
    """Return the known literals, by literal, of variables that are true, false or open (None)."""
    known = bytearray(2 * len(flags) + 1)
    for variable, flag in enumerate(flags, start=1):
        if flag is not None:
            known[variable if flag else -variable] = 1
    return known


def satisfied(constraint, flags):
    truth = [number if flag else -number for number, flag in enumerate(flags, start=1)]
    return not constraint.cuts(truth)


def implied(fulfilling, flags):
    """Return the literals shared by all fulfilling assignments that agree; None without any."""
    left = [
        whole
        for whole in fulfilling
        if all(flag in (None, w) for flag, w in zip(flags, whole, strict=True))
    ]
    if not left:
        return None
    signs = zip(*left, strict=True)
    return {n if values[0] else -n for n, values in enumerate(signs, 1) if len(set(values)) == 1}


def check(constraint, variables, complete=True, count=600):
    """Check the unit cuts of partial assignments, and return how often there were any.

    With `complete`, everything that follows must be cut.
    """
    assert isinstance(constraint, UnitCutting)
    every = list(product((False, True), repeat=variables))
    fulfilling = [flags for flags in every if satisfied(constraint, flags)]
    partial = product((None, False, True), repeat=variables)
    rng = Random(1)
    some = list(partial) if 3**variables < 1000 else []
    some = some or [rng.choices((None, False, True), k=variables) for _ in range(count)]
    useful = 0
    for flags in some:
        known = table(flags)
        result = constraint.unit_cuts(known)
        useful += bool(result)
        for clause in result:
            for whole in fulfilling:
                assert any((literal > 0) == whole[abs(literal) - 1] for literal in clause)
        if None not in flags:
            assert bool(result) != satisfied(constraint, flags)
        units = {unit_of(clause, known) for clause in result}
        assert 0 not in units, "neither unit nor violated"
        if complete:
            follows = implied(fulfilling, flags)
            if follows is None:
                assert result
            elif None not in units:
                assert {lit for lit in follows if not known[lit]} <= units, flags
    return useful


@pytest.mark.parametrize(("rows", "cols"), SIZES)
@pytest.mark.parametrize("sign", [1, -1])
def test_connected(rows, cols, sign):
    g = grid(rows, cols)
    useful = check(Connected(g, [sign * (cell + 1) for cell in range(g.size)]), g.size)
    assert useful or g.size == 1


@pytest.mark.parametrize(("rows", "cols"), SIZES)
@pytest.mark.parametrize("sort", [Seeded, OneSeed, Sized])
def test_regions(rows, cols, sort):
    g, rng = grid(rows, cols), Random(rows * cols)
    useful = 0
    for _ in range(6):
        seeds = {c: rng.choice([None, 1, 2, 3, 4]) for c in range(g.size) if rng.random() < 0.4}
        useful += check(sort(g, range(1, g.size + 1), seeds), g.size, complete=False, count=150)
    assert useful or g.size == 1


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 2), (2, 3), (2, 4), (3, 3)])
def test_loop(rows, cols):
    g = grid(rows, cols)
    links = [(a, b) for a in range(g.size) for b in g.neighbours[a] if a < b]
    useful = check(Loop(g.size, links, range(1, len(links) + 1)), len(links), complete=False)
    assert useful


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("sign", [1, -1])
def test_forest(rows, cols, sign):
    g = grid(rows, cols)
    links = [(a, b) for a in range(g.size) for b in g.neighbours[a] if a < b]
    literals = [sign * number for number in range(1, len(links) + 1)]
    useful = check(Forest(g.size, links, literals), len(links))
    assert useful or len(links) < 4


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_regions_of_one_size(rows, cols):
    g, useful = grid(rows, cols), 0
    for size in (1, 2, 3, 4):
        constraint = AllSized(g, range(1, g.size + 1), dict.fromkeys(range(g.size), size))
        useful += check(constraint, g.size, complete=False, count=150)
    assert useful
