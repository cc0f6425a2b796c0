"""Shapes placed along a path, and the shortcuts of two techniques."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from support import SOAK

from masume.core.model.model import never_cancel
from masume.core.puzzle.grid import cells, grid, mask
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.placement import Placement, _grow_shape, place_shapes
from masume.puzzles.exactly_one.propagate import Propagator
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques_doors import _Area, _DisjointPaths, _inner_pieces
from masume.puzzles.exactly_one.techniques_notes import PathNotes
from masume.puzzles.exactly_one.techniques_shapes import (
    _cells_avoiding,
    _harmless,
    _lost,
    _lost_after_visit,
)
from masume.puzzles.exactly_one.winding import unused, winding_path


def some_path(rng, g):
    walks = (winding_path(rng, g, round(0.4 * g.size), never_cancel) for _ in range(100))
    return next(filter(None, walks))


@cache
def placed_board(seed, rows=12, cols=12, most=5, *, far=True):
    """Return a board whose shapes determine its path, with the path."""
    rng, g = Random(seed), grid(rows, cols)
    for _ in range(50):
        path = some_path(rng, g)
        shapes = place_shapes(rng, g, path, most, far=far, check_cancel=never_cancel)
        if shapes is not None:
            labels = {cell: str(n) for n, shape in enumerate(shapes) for cell in shape}
            return ExactlyOne(rows, cols, tuple(map(labels.get, range(g.size)))), path
    raise AssertionError("no board was placed")


@pytest.mark.parametrize("far", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_shapes_determine_the_path(seed, far):
    puzzle, path = placed_board(seed, far=far, most=5 if far else 7)
    board = MazeBoard(puzzle)
    within = [
        board.net.number(a, b)
        for a in range(puzzle.grid.size)
        for b in puzzle.grid.neighbours[a]
        if b > a and puzzle.labels[a] is not None and puzzle.labels[a] == puzzle.labels[b]
    ]
    state = Propagator(board, far=far).propagate(0, mask(within))
    assert state is not None
    on, off = state
    assert on == board.net.along(path) and on | off == board.net.all


def test_each_shape_is_connected_and_has_one_path_cell():
    puzzle, path = placed_board(1)
    members = MazeBoard(puzzle).members
    assert len(members) > 10
    for shape in members.values():
        assert 2 <= len(shape) <= 5
        assert len({*shape} & {*path}) == 1
        assert puzzle.grid.flood(1 << shape[0], mask(shape)) == mask(shape)
    assert puzzle.labels[path[0]] is None and puzzle.labels[path[-1]] is None


def test_restore_undoes_placements_and_their_consequences():
    rng, g = Random(3), grid(8, 8)
    placement = Placement(g, some_path(rng, g), 4, far=True, check_cancel=never_cancel)
    seeds = cells(placement.path & placement.free)

    def place_one():
        shapes = (
            _grow_shape(rng, placement, [seed]) for seed in seeds if placement.free >> seed & 1
        )
        placement.place(len(placement.shapes), next(filter(None, shapes)))

    place_one()
    before = placement.snapshot()
    shapes = placement.board.shapes[:]
    place_one()
    place_one()
    assert placement.board.shapes != shapes and placement.snapshot() != before
    placement.restore(before)
    assert placement.snapshot() == before
    assert placement.board.shapes == shapes


def test_unused_counts_cells_far_from_the_path():
    g = grid(9, 9)
    corner = [*range(72, -1, -9), *range(1, 9)]
    assert unused(g, corner) == 36
    assert unused(g, [*corner, *range(40, 45)]) < 36
    assert unused(g, range(g.size)) == 0


# Shortcuts that avoid recomputation over the whole board


def partial_notes(seed):
    """Return the notes of a board of which some cells are known."""
    puzzle, path = placed_board(seed % 4, 9, 9)
    notes, rng = PathNotes(puzzle), Random(seed)
    on = {*path}
    some = rng.sample(range(puzzle.grid.size), rng.randint(5, 30))
    for cell in some:
        notes.learn([notes.on(cell)] if cell in on else notes.cell_off(cell))
    return notes


@pytest.mark.long
def test_loss_after_a_visit_equals_the_full_computation():
    """Also, nothing is lost after visits that are called harmless."""
    spared = walls = 0
    for seed in range(40 if SOAK else 16):
        notes = partial_notes(seed)
        for _, shape in notes.unvisited_shapes():
            beside = _cells_avoiding(notes, notes.possible, mask(shape))
            harmless = _harmless(notes, mask(shape), beside)
            for cell in shape:
                rest = mask(shape) & ~(1 << cell)
                lost = _lost(notes, _cells_avoiding(notes, notes.possible, rest), cell)
                way, same = _lost_after_visit(notes, beside, rest, cell)
                assert same == lost
                assert lost is None or way == _cells_avoiding(notes, notes.possible, rest)
                spared += harmless >> cell & 1
                walls += lost is not None
                assert lost is None or not harmless >> cell & 1
    assert spared and walls


def test_area_grows_to_the_same_set_in_any_steps():
    compared = 0
    for seed in range(20):
        notes = partial_notes(seed)
        network = _DisjointPaths(notes)
        for piece in _inner_pieces(notes):
            pair = network.pair(piece)
            if pair is None:
                continue
            sources = [2 * cell + 1 for cell in piece]
            stepwise, at_once = _Area(network, pair), _Area(network, pair)
            stepwise.grow(sources)
            first = set(stepwise.area)
            more = [side for path in pair for side in path[len(path) // 2 :]]
            for side in more:
                stepwise.grow([side])
            at_once.grow([*sources, *more])
            assert stepwise.area == at_once.area
            compared += stepwise.area > first
    assert compared
