"""Exactly One Mazes for the tests: random boards, solutions, and the meaning of reasons."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise

from hypothesis import strategies as st
from material import FORMAT_SIZES, SIZES, Truth, filled, some_of

from masume.puzzles.exactly_one import KIND
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail

SMALL = {"sizes": SIZES}
MIDDLING = {"sizes": [(5, 5), (4, 6)]}
REASONS = {"shape-missed", "shape-twice", "mark"}
LETTERS = "abcxyzABCXYZ0123456789"
LABELS = st.one_of(
    st.sampled_from("ABC123"), st.text(LETTERS, min_size=1, max_size=8).filter(lambda s: s != "0")
)


def random_board(rng, sizes=SIZES):
    rows, cols = rng.choice(sizes)
    path = rng.choice(simple_paths(rows, cols))
    labels: list[str | None] = [None] * (rows * cols)
    kind = rng.random()
    if kind < 0.25:
        labels = [rng.choice([None, None, "A", "B", "C"]) for _ in labels]
    else:
        names = rng.choice(["AB", "ABC", "ABCDEF"])
        for name, cell in zip(names, rng.sample(path, min(len(names), len(path))), strict=False):
            labels[cell] = name
        for cell in range(rows * cols):
            if cell not in path and rng.random() < 0.7:
                labels[cell] = rng.choice(names)
    for _ in range(rng.choice([0, 0, 1, 2])):
        labels[rng.randrange(rows * cols)] = rng.choice([None, "A", "B", "Z"])
    return ExactlyOne(rows, cols, tuple(labels))


# All answers


@lru_cache
def simple_paths(rows, cols):
    """Return all paths from corner to corner, by the referee of a board without shapes."""
    blank = ExactlyOne(rows, cols, (None,) * (rows * cols))
    result, stack = [], [(blank.start_cell,)]
    while stack:
        path = stack.pop()
        if path[-1] != blank.goal_cell:
            stack += [(*path, c) for c in blank.grid.neighbours[path[-1]] if c not in path]
        elif not KIND.violations(blank, Trail(path)):
            result.append(path)
    return result


def maze_answers(puzzle):
    trails = (Trail(path) for path in simple_paths(puzzle.rows, puzzle.cols))
    return {trail for trail in trails if not KIND.violations(puzzle, trail)}


def maze_agrees(puzzle, answer, marks):
    begins = answer.path[: len(marks.path)] == marks.path
    cells = marks.ticked <= set(answer.path) and not marks.crossed & set(answer.path)
    return (
        begins
        and cells
        and marks.pieces <= steps(answer.path)
        and not marks.walls & steps(answer.path)
    )


def steps(path):
    return {(min(a, b), max(a, b)) for a, b in pairwise(path)}


def maze_shared(puzzle, answers):
    paths = [answer.path for answer in answers]
    length = 1
    while len({path[: length + 1] for path in paths}) == 1 and length < len(paths[0]):
        length += 1
    cells, everywhere = range(puzzle.rows * puzzle.cols), all_steps(puzzle)
    on_all = frozenset(cell for cell in cells if all(cell in path for path in paths))
    on_none = frozenset(cell for cell in cells if not any(cell in path for path in paths))
    taken = [steps(path) for path in paths]
    same = [step for step in everywhere if len({step in links for links in taken}) == 1]
    prefix = paths[0][:length]
    settled = len(same) + len(on_all) + len(on_none)
    sure = set.intersection(*taken)
    pieces = frozenset(sure - steps(prefix))
    ends = {puzzle.start_cell, puzzle.goal_cell}
    ticked = on_all - set(prefix) - ends - {cell for step in pieces for cell in step}
    walls = frozenset(step for step in same if is_informative_wall(puzzle, step, sure, on_none))
    noted = Trail(prefix, on_none, ticked, pieces, walls)
    return noted, settled, len(everywhere) + len(cells)


def is_informative_wall(puzzle, step, sure, on_none):
    """Return whether a wall is not obvious.

    It is obvious next to a cell that is off the path or has all its links, and within a shape.
    """
    if step in sure or (puzzle.labels[step[0]] and len({puzzle.labels[c] for c in step}) == 1):
        return False
    for cell in step:
        taken = len([pair for pair in sure if cell in pair])
        wanted = 1 if cell in (puzzle.start_cell, puzzle.goal_cell) else 2
        if cell in on_none or taken == wanted:
            return False
    return True


def all_steps(puzzle):
    near = puzzle.grid.neighbours
    return [(a, b) for a in range(puzzle.rows * puzzle.cols) for b in near[a] if a < b]


def maze_differs(puzzle, one, other):
    changed = {cell for step in steps(one.path) ^ steps(other.path) for cell in step}
    return changed | set(one.path) ^ set(other.path)


def maze_marks(rng, puzzle, answer):
    path = answer.path[: rng.randint(1, max(1, len(answer.path) // 2))]
    cells = [cell for cell in range(puzzle.rows * puzzle.cols) if cell not in path]
    ticked = frozenset(c for c in cells if c in answer.path and rng.random() < 0.2)
    crossed = frozenset(c for c in cells if c not in answer.path and rng.random() < 0.2)
    return Trail(path, crossed, ticked)


def maze_link_marks(rng, puzzle, answer):
    """Return random marks that agree with an answer, with pieces and walls."""
    marks, taken = maze_marks(rng, puzzle, answer), steps(answer.path)
    left = [step for step in all_steps(puzzle) if step not in steps(marks.path)]
    noted = frozenset(step for step in left if rng.random() < 0.2)
    return replace(marks, pieces=noted & taken, walls=noted - taken)


TRUTH = Truth(
    maze_answers,
    maze_agrees,
    maze_shared,
    maze_differs,
    maze_marks,
    lambda rng, puzzle: Trail(rng.choice(simple_paths(puzzle.rows, puzzle.cols))),
    lambda puzzle, answer: len(answer.path) - 1,
)


# The meaning of each reason for an assignment, independent of the other rules


def assignments(puzzle):
    """Return all paths, as every assignment of the model is a path."""
    return simple_paths(puzzle.rows, puzzle.cols)


def reason_holds(puzzle, reason, path):
    (label,) = {puzzle.labels[cell] for cell in reason.cells}
    shape = {cell for cell, other in enumerate(puzzle.labels) if other == label}
    assert label is not None and shape == set(reason.cells)
    visited = len(shape & set(path))
    return visited > 0 if reason.rule == "shape-missed" else visited < 2


def mark_holds(puzzle, marks, reason, path):
    """Return whether a path agrees with the mark of a reason, found by its cells."""
    if len(reason.cells) == 2:
        assert reason.cells in steps(marks.path)
        return reason.cells in steps(path)
    (cell,) = reason.cells
    assert cell in marks.ticked | marks.crossed
    return (cell in path) is (cell in marks.ticked)


# For formats


@st.composite
def boards(draw):
    size = draw(FORMAT_SIZES)
    return ExactlyOne(*size, draw(filled(size, st.none(), st.none(), LABELS)))


@st.composite
def positions(draw, puzzle):
    """Draw any position, unfinished or wrong."""
    everywhere = range(puzzle.rows * puzzle.cols)
    path = draw(st.lists(st.sampled_from(everywhere), min_size=1, max_size=8))
    crossed = draw(some_of(everywhere)) - set(path)
    steps = {tuple(sorted(step)) for step in pairwise(path)}
    near = puzzle.grid.neighbours
    links = {(a, b) for a in everywhere for b in near[a] if a < b} - steps
    walls = draw(some_of(sorted(links)))
    shut = crossed | {path[-1]}  # a piece where the path ends would belong to it
    pieces = draw(some_of(sorted(link for link in links - walls if not shut & set(link))))
    ticked = draw(some_of(everywhere)) - set(path) - crossed - set(chain(*pieces))
    return Trail(tuple(path), crossed, ticked, pieces, walls)
