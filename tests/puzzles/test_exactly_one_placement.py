"""Shapes placed along a path, and the shortcuts of two techniques."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from support import SOAK

from masume.core.model.model import never_cancel
from masume.core.puzzle.grid import cells, grid, mask
from masume.core.puzzle.technique import propagate
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.doors import _Network, _subjects
from masume.puzzles.exactly_one.placement import Placement, _grow_shape, place_shapes
from masume.puzzles.exactly_one.propagate import propagator
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques import EASY, QUICK
from masume.puzzles.exactly_one.walls import _harmless, _lost, _lost_after_visit
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
    board = propagator(puzzle)
    propagate(board, QUICK if far else EASY)
    assert board.marks.taken == board.net.along(path) and not board.open_links


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
    shapes = dict(placement._board.shapes)
    place_one()
    place_one()
    assert placement._board.shapes != shapes and placement.snapshot() != before
    placement.restore(before)
    assert placement.snapshot() == before
    assert placement._board.shapes == shapes


def test_unused_counts_cells_far_from_the_path():
    g = grid(9, 9)
    corner = [*range(72, -1, -9), *range(1, 9)]
    assert unused(g, corner) == 36
    assert unused(g, [*corner, *range(40, 45)]) < 36
    assert unused(g, range(g.size)) == 0


# Shortcuts that avoid recomputation over the whole board


def partial_board(seed):
    """Return the propagator of a board of which some cells are known."""
    puzzle, path = placed_board(seed % 4, 9, 9)
    board, rng = propagator(puzzle), Random(seed)
    for cell in rng.sample(range(puzzle.grid.size), rng.randint(5, 30)):
        board.learn([board.on(cell) if cell in path else -board.on(cell)])
    return board


@pytest.mark.long
def test_loss_after_a_visit_equals_the_full_computation():
    """Also, nothing is lost after visits that are called harmless."""
    spared = walls = 0
    for seed in range(40 if SOAK else 16):
        board = partial_board(seed)
        for _, shape in board.unvisited_shapes():
            beside = board.cells_on_paths(shape)
            harmless = _harmless(board, shape, beside)
            for cell in cells(shape):
                passable = board.cells_on_paths(shape & ~(1 << cell))
                lost = _lost(board, passable, cell)
                way, same = _lost_after_visit(board, beside, shape & ~(1 << cell), cell)
                assert same == lost
                assert lost is None or way == passable
                spared += harmless >> cell & 1
                walls += lost is not None
                assert lost is None or not harmless >> cell & 1
    assert spared and walls


def test_area_grows_to_the_same_set_in_any_steps():
    compared = 0
    for seed in range(20):
        board = partial_board(seed)
        network = _Network(board)
        for label, piece in _subjects(board):
            sources = [2 * cell + 1 for cell in piece]
            flow = None if label or board.ends & mask(piece) else network.flow(sources)
            if flow is None:
                continue
            stepwise, at_once = {}, {}
            network.search(sources, flow, stepwise)
            first = len(stepwise)
            more = [side for path in network.paths(flow) for side in path[len(path) // 2 :]]
            for side in more:
                network.search([side], flow, stepwise)
            network.search([*sources, *more], flow, at_once)
            assert stepwise.keys() == at_once.keys()
            compared += len(stepwise) > first
    assert compared
