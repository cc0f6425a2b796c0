"""Cuts: a proposal has cuts if and only if it violates the constraint.

It violates all of them, and they exclude no assignment that satisfies the constraint.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzles.exactly_one.material import simple_paths, steps
from support import examples

from masume.constraints.connected import Connected
from masume.constraints.loop import Loop
from masume.constraints.network import Network
from masume.constraints.path import Path
from masume.constraints.regions import OneSeed, Seeded, Sized
from masume.core.puzzle.grid import grid

SIZES = [(1, 1), (1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3)]


def literals(flags):
    """Return the true literals of variables 1, 2, … as a solver does."""
    return [place if flag else -place for place, flag in enumerate(flags, start=1)]


def broken(clause, truth):
    return not any(literal in truth for literal in clause)


class Judge:
    """Checks the cuts of proposals against all assignments that satisfy the constraint."""

    def __init__(self, constraint, fulfilling):
        self.constraint = constraint
        self.fulfilling = [frozenset(truth) for truth in fulfilling]
        self.valid = set()  # clauses that all of them satisfy
        self.empty = 0

    def check(self, truth, holds):
        result = self.constraint.cuts(truth)
        assert (not result) is holds, truth
        self.empty += holds
        for clause in result:
            assert broken(clause, set(truth)), (truth, clause)
            key = frozenset(clause)
            if key not in self.valid:
                wrong = [t for t in self.fulfilling if broken(clause, t)]
                assert not wrong, (truth, clause, sorted(wrong[0], key=abs))
                self.valid.add(key)


# Cells that are connected


def outs(g):
    """Return literals such that variable cell + 1 takes a cell out."""
    return [-cell - 1 for cell in range(g.size)]


def connected(g, out):
    """Return whether the in cells are connected, by flood fill from the first one."""
    left = [cell for cell in range(g.size) if not out[cell]]
    reached, waiting = set(left[:1]), left[:1]
    while waiting:
        for other in g.neighbours[waiting.pop()]:
            if not out[other] and other not in reached:
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(left)


def touching(g, out):
    return any(out[a] and out[b] for a in range(g.size) for b in g.neighbours[a])


@pytest.mark.parametrize(("rows", "cols"), [*SIZES, (4, 4), (2, 7), (3, 5)])
def test_rings_of_out_cells(rows, cols):
    g = grid(rows, cols)
    every = [out for out in product((False, True), repeat=g.size) if not touching(g, out)]
    whole = [out for out in every if connected(g, out)]
    judge = Judge(Connected(g, outs(g), apart=True), map(literals, whole))
    for out in every:
        judge.check(literals(out), connected(g, out))
    assert judge.empty == len(whole)


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_islands_of_in_cells(rows, cols):
    g = grid(rows, cols)
    every = list(product((False, True), repeat=g.size))
    judge = Judge(Connected(g, outs(g)), [literals(out) for out in every if connected(g, out)])
    proposals = every if g.size < 10 else Random(1).sample(every, 400)
    for out in proposals:
        judge.check(literals(out), connected(g, out))
    assert judge.empty


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (2, 2), (2, 3)])
def test_early_cuts_of_separated_cells(rows, cols):
    g = grid(rows, cols)
    every = list(product((False, True), repeat=g.size))
    whole = [set(literals(out)) for out in every if connected(g, out)]
    for known in product((None, False, True), repeat=g.size):
        held = {
            literal
            for literal, flag in zip(literals(known), known, strict=True)
            if flag is not None
        }
        result = Connected(g, outs(g)).early_cuts(held)
        assert (not result) is any(held <= truth for truth in whole), held
        assert all(broken(clause, {-literal for literal in clause} | held) for clause in result)
        assert not any(broken(clause, truth) for clause in result for truth in whole)


@pytest.mark.long
@examples(300)
@given(st.integers(1, 7), st.integers(1, 8), st.randoms(use_true_random=False))
def test_cuts_of_larger_grids_match_plain_search(rows, cols, rng):
    """The assignment may have helper variables after the cells."""
    g = grid(rows, cols)
    dense = rng.choice([0.1, 0.3, 0.6, 0.9])
    out = [False] * g.size
    for cell in rng.sample(range(g.size), g.size):
        if rng.random() < dense and not any(out[other] for other in g.neighbours[cell]):
            out[cell] = True
    anyhow = [rng.random() < dense for _ in range(g.size)]
    for apart, flags in ((True, out), (False, out), (False, anyhow)):
        truth = literals([*flags, *rng.choices((False, True), k=5)])
        result = Connected(g, outs(g), apart=apart).cuts(truth)
        assert (not result) is connected(g, flags)
        assert all(broken(clause, set(truth)) for clause in result)
        assert all(abs(literal) <= g.size for clause in result for literal in clause)


# Links that form a network


@st.composite
def networks(draw):
    nodes = draw(st.integers(0, 5))
    pairs = [(a, b) for b in range(nodes) for a in range(b)]
    pairs += [(b, a) for a, b in pairs]
    links = draw(st.lists(st.sampled_from(pairs), max_size=7)) if pairs else []
    variables = draw(st.permutations(range(1, len(links) + 3)))[: len(links)]
    signs = draw(st.lists(st.sampled_from([1, -1]), min_size=len(links), max_size=len(links)))
    held = [sign * variable for sign, variable in zip(signs, variables, strict=True)]
    return Network(nodes, links, held, connected=draw(st.booleans()), loops=draw(st.booleans()))


def fulfils(network, truth):
    """Return whether the links satisfy the constraint, by merging parts."""
    part = list(range(network.nodes))
    loop = False
    for (a, b), literal in zip(network.links, network.literals, strict=True):
        if literal in truth:
            loop = loop or part[a] == part[b]
            part = [part[a] if name == part[b] else name for name in part]
    is_one = len(set(part)) < 2
    return (is_one or not network.connected) and not (loop and not network.loops)


@examples(300)
@given(networks())
def test_disconnected_and_cyclic_networks(network):
    every = [literals(flags) for flags in product((False, True), repeat=len(network.links) + 2)]
    judge = Judge(network, [truth for truth in every if fulfils(network, set(truth))])
    for truth in every:
        judge.check(truth, fulfils(network, set(truth)))


@examples(50)
@given(networks())
def test_early_cuts_of_networks(network):
    every = [
        set(literals(flags)) for flags in product((False, True), repeat=len(network.links) + 2)
    ]
    joined = [truth for truth in every if fulfils(replace(network, loops=True), truth)]
    for held in every[::3]:
        off = {-literal for literal in network.literals} & held
        result = network.early_cuts(off)
        assert (not result) is any(off <= truth for truth in joined)
        assert not any(broken(clause, truth) for clause in result for truth in joined)


# Links that form one path


def all_links(rows, cols):
    near = grid(rows, cols).neighbours
    return [(a, b) for a in range(rows * cols) for b in near[a] if a < b]


def paths_and_rings(rows, cols):
    """Yield all sets of links with one link at start and goal, and two or none at other cells."""
    g, links = grid(rows, cols), all_links(rows, cols)
    ends = {g.size - cols, cols - 1}
    last = {cell: n for n, link in enumerate(links) for cell in link}
    degree = [0] * g.size
    wanted = [({0} if len(ends) == 1 else {1}) if c in ends else {0, 2} for c in range(g.size)]
    result = []

    def put(chosen):
        n = len(chosen)
        closed = [cell for cell in range(g.size) if last.get(cell, -1) == n - 1]
        if any(degree[cell] not in wanted[cell] for cell in closed):
            return
        if n == len(links):
            result.append(tuple(chosen))
            return
        for there in (False, True):
            for cell in links[n] if there else ():
                degree[cell] += 1
            if max(degree) < 3:
                put([*chosen, there])
            for cell in links[n] if there else ():
                degree[cell] -= 1

    put([])
    return links, result


def path_constraint(rows, cols, links):
    g = grid(rows, cols)
    on = range(len(links) + 1, len(links) + g.size + 1)
    return Path(g, g.size - cols, links, range(1, len(links) + 1), on)


def path_truth(rows, cols, links, chosen):
    visited = {cell for link, there in zip(links, chosen, strict=True) if there for cell in link}
    visited |= {(rows - 1) * cols, cols - 1}
    return literals([*chosen, *(cell in visited for cell in range(rows * cols))])


@pytest.mark.parametrize(("rows", "cols"), [*SIZES, (4, 4), (3, 5), (4, 5)])
def test_rings_beside_a_path(rows, cols):
    links, every = paths_and_rings(rows, cols)
    ways = {frozenset(steps(path)) for path in simple_paths(rows, cols)}
    chosen = {
        choice: {link for link, c in zip(links, choice, strict=True) if c} for choice in every
    }
    right = [choice for choice in every if chosen[choice] in ways]
    assert len(right) == len(ways)
    truths = [path_truth(rows, cols, links, choice) for choice in right]
    judge = Judge(path_constraint(rows, cols, links), truths)
    for choice in every:
        judge.check(path_truth(rows, cols, links, choice), chosen[choice] in ways)
    assert judge.empty == len(ways)
    assert len(every) > len(ways) or rows * cols < 12


def around(rows, cols, top, left, height, width):
    """Return the links of the ring around a rectangle."""
    cells = [top * cols + left + c for c in range(width)]
    cells += [(top + r) * cols + left + width - 1 for r in range(1, height)]
    cells += [(top + height - 1) * cols + left + c for c in range(width - 2, -1, -1)]
    cells += [(top + r) * cols + left for r in range(height - 2, 0, -1)]
    return steps([*cells, cells[0]])


@pytest.mark.long
def test_rings_inside_rings():
    rows = cols = 5
    links = all_links(rows, cols)
    way = steps([20, 15, 10, 5, 0, 1, 2, 3, 4])
    ways = [steps(path) for path in simple_paths(rows, cols)]
    truths = [path_truth(rows, cols, links, [link in way for link in links]) for way in ways]
    judge = Judge(path_constraint(rows, cols, links), truths)
    for rings in ([(1, 1, 4, 4), (2, 2, 2, 2)], [(1, 1, 4, 4)], [(1, 2, 2, 2)]):
        judge.valid.clear()
        taken = way.union(*(around(rows, cols, *ring) for ring in rings))
        judge.check(path_truth(rows, cols, links, [link in taken for link in links]), False)
        assert len(judge.valid) == 2 * len(rings)


def test_path_accepts_any_literals():
    """A path constraint does not depend on the order or the sign of its variables."""
    links, every = paths_and_rings(3, 4)
    plain = path_constraint(3, 4, links)
    rng = Random(5)
    order = rng.sample(range(1, len(links) + 13), len(links) + 12)
    names = [rng.choice((1, -1)) * variable for variable in order]
    other = Path(plain.grid, plain.start, links, names[: len(links)], names[len(links) :])
    for chosen in every:
        truth = path_truth(3, 4, links, chosen)
        renamed = [names[abs(lit) - 1] * (1 if lit > 0 else -1) for lit in truth]
        result = other.cuts(sorted(renamed, key=abs))
        expected = plain.cuts(truth)
        back = {abs(name): place * (1 if name > 0 else -1) for place, name in enumerate(names, 1)}
        mapped = [{back[abs(lit)] * (1 if lit > 0 else -1) for lit in clause} for clause in result]
        assert mapped == [set(clause) for clause in expected]


# Links that form one loop


@st.composite
def graphs(draw):
    """Return nodes, links between them, and a literal for each link."""
    nodes = draw(st.integers(1, 6))
    pairs = [(a, b) for b in range(nodes) for a in range(b)]
    links = draw(st.lists(st.sampled_from(pairs), max_size=9, unique=True)) if pairs else []
    variables = draw(st.permutations(range(1, len(links) + 2)))[: len(links)]
    signs = draw(st.lists(st.sampled_from([1, -1]), min_size=len(links), max_size=len(links)))
    return nodes, links, [sign * variable for sign, variable in zip(signs, variables, strict=True)]


def is_one_loop(links):
    """Return whether each node has two links and all links are connected."""
    if not links or any(sum(node in link for link in links) != 2 for node in set().union(*links)):
        return False
    reached, left = set(links[0]), set(links)
    while near := {link for link in left if reached & set(link)}:
        left -= near
        reached |= set().union(*near)
    return not left


@examples(100)
@given(graphs())
def test_a_single_loop(graph):
    nodes, links, names = graph
    every = [literals(flags) for flags in product((False, True), repeat=len(links) + 1)]

    def fulfils(truth):
        held = set(truth)
        return is_one_loop([link for link, name in zip(links, names, strict=True) if name in held])

    judge = Judge(Loop(nodes, links, names), filter(fulfils, every))
    for truth in every:
        judge.check(truth, fulfils(truth))


def test_two_loops_each_need_a_way_out():
    """Two triangles and a bridge between them: one cut, for the smaller or first of them."""
    links = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)]
    loop = Loop(6, links, range(1, 8))
    assert loop.cuts([1, 2, 3, 4, 5, 6, -7]) == [[-1, -4, 7]]
    assert loop.cuts([1, 2, 3, -4, -5, -6, -7]) == []


# Regions


REGIONS = {
    Seeded: lambda region, seeds: any(cell in seeds for cell in region),
    OneSeed: lambda region, seeds: sum(cell in seeds for cell in region) < 2,
    Sized: lambda region, seeds: all(
        seeds[cell] in (None, len(region)) for cell in region if cell in seeds
    ),
}


def regions(g, cells):
    """Return the connected groups of cells, by flood fill."""
    left = set(cells)
    while left:
        region, waiting = set(), [min(left)]
        while waiting:
            cell = waiting.pop()
            region.add(cell)
            waiting += [other for other in g.neighbours[cell] if other in left - region]
        left -= region
        yield region


def check_regions(rule, shape, rng):
    g = grid(*shape)
    names = [rng.choice((1, -1)) * v for v in rng.sample(range(1, g.size + 1), g.size)]
    some = rng.sample(range(g.size), rng.randint(0, 3))
    seeds = {cell: rng.choice((None, 1, 2, 3, 4)) for cell in some}
    every = [literals(flags) for flags in product((False, True), repeat=g.size)]

    def fulfils(truth):
        inside = [cell for cell, name in enumerate(names) if truth[abs(name) - 1] == name]
        return all(REGIONS[rule](region, seeds) for region in regions(g, inside))

    judge = Judge(rule(g, names, seeds), filter(fulfils, every))
    for truth in every:
        judge.check(truth, fulfils(truth))


@pytest.mark.parametrize("rule", REGIONS)
def test_regions_and_their_seeds(rule):
    for number in range(8):
        check_regions(rule, (2, 3), Random(number))


@pytest.mark.long
@pytest.mark.parametrize("rule", REGIONS)
@examples(60)
@given(st.sampled_from([(1, 5), (2, 3), (3, 3), (2, 4)]), st.randoms(use_true_random=False))
def test_regions_of_larger_grids_and_their_seeds(rule, shape, rng):
    check_regions(rule, shape, rng)


def test_connected_accepts_any_literals():
    """Literals may have either sign and any variables."""
    g = grid(2, 3)
    black = Connected(g, [7, -3, 9, 4, 5, -6])
    held = {7: True, 3: True, 9: True, 4: False, 5: False, 6: True}
    truth = literals([held.get(variable, False) for variable in range(1, 10)])
    assert black.cuts(truth) == [[-7, -9, -3, 4]]
