"""All answers of small boards by plain enumeration, judged by the referee; and what they say.

Nothing here knows the exact engine, so that the two can be compared. `TRUTHS` has one entry for
each kind of puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import masume
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.hashi.puzzle import Bridges, Hashi
from masume.puzzles.kuromasu.puzzle import Kuromasu


def right(puzzle, position):
    return not masume.kind_of(puzzle).violations(puzzle, position)


# Shading


@lru_cache
def legal_shadings(rows, cols):
    """All shadings that keep the two common rules, by the referee of a board without clues."""
    blank, found, waiting = Kuromasu(rows, cols, (None,) * (rows * cols)), [], [()]
    while waiting:
        black = waiting.pop()
        if right(blank, Shading(frozenset(black))):
            found.append(Shading(frozenset(black)))
        for cell in range(black[-1] + 1 if black else 0, rows * cols):
            beside = cell - 1 in black and cell % cols
            if not beside and cell - cols not in black:
                waiting.append((*black, cell))
    return found


def shading_answers(puzzle):
    return {one for one in legal_shadings(puzzle.rows, puzzle.cols) if right(puzzle, one)}


def shading_agrees(answer, marks):
    return marks.black <= answer.black and not marks.white & answer.black


def shading_shared(puzzle, answers):
    cells = range(puzzle.rows * puzzle.cols)
    black = frozenset(c for c in cells if all(c in one.black for one in answers))
    white = frozenset(c for c in cells if not any(c in one.black for one in answers))
    return Shading(black, white), len(black) + len(white), len(cells)


def shading_differs(puzzle, one, other):
    return set(one.black ^ other.black)


def shading_marks(rng, puzzle, answer):
    """Some of what an answer says, as marks."""
    black = frozenset(c for c in sorted(answer.black) if rng.random() < 0.3)
    cells = range(puzzle.rows * puzzle.cols)
    white = frozenset(c for c in cells if c not in answer.black and rng.random() < 0.2)
    return Shading(black, white)


# Hashi


def counts(puzzle, position):
    """The bridges of each link."""
    joined = {(a, b): count for a, b, count in position.joined}
    return [joined.get((link.a, link.b), 0) for link in puzzle.links]


def bridges(puzzle, numbers):
    return Bridges(
        frozenset((w.a, w.b, n) for w, n in zip(puzzle.links, numbers, strict=True) if n)
    )


def hashi_answers(puzzle):
    """All numbers of bridges, but no island gets more than it wants while they are put down."""
    everywhere = puzzle.links
    wants = {c: clue if isinstance(clue, int) else 99 for c, clue in enumerate(puzzle.clues)}
    found = set()

    def put(numbers):
        if len(numbers) == len(everywhere):
            position = bridges(puzzle, numbers)
            if right(puzzle, position):
                found.add(position)
            return
        link = everywhere[len(numbers)]
        for count in range(min(puzzle.most, wants[link.a], wants[link.b]) + 1):
            wants[link.a] -= count
            wants[link.b] -= count
            put([*numbers, count])
            wants[link.a] += count
            wants[link.b] += count

    put([])
    return found


def hashi_agrees(answer, marks):
    joined = {(a, b): count for a, b, count in answer.joined}
    enough = all(joined.get((a, b), 0) >= count for a, b, count in marks.joined)
    return enough and not marks.barred & set(joined)


def hashi_shared(puzzle, answers):
    numbers = list(zip(*(counts(puzzle, one) for one in answers), strict=True))
    least, most = [min(these) for these in numbers], [max(these) for these in numbers]
    where = zip(puzzle.links, most, strict=True)
    barred = frozenset((link.a, link.b) for link, count in where if not count)
    settled = sum(least) + sum(puzzle.most - count for count in most)
    return Bridges(bridges(puzzle, least).joined, barred), settled, puzzle.most * len(numbers)


def hashi_differs(puzzle, one, other):
    found = set()
    for link, a, b in zip(puzzle.links, counts(puzzle, one), counts(puzzle, other), strict=True):
        found |= {link.a, link.b, *link.water} if a != b else set()
    return found


def hashi_marks(rng, puzzle, answer):
    joined, barred = set(), set()
    for link, count in zip(puzzle.links, counts(puzzle, answer), strict=True):
        if count and rng.random() < 0.4:
            joined.add((link.a, link.b, rng.randint(1, count)))
        elif not count and rng.random() < 0.4:
            barred.add((link.a, link.b))
    return Bridges(frozenset(joined), frozenset(barred))


# Mazes


@lru_cache
def simple_paths(rows, cols):
    """All ways from corner to corner, by the referee of a board without shapes."""
    blank = ExactlyOne(rows, cols, (None,) * (rows * cols))
    found, waiting = [], [(blank.start_cell,)]
    while waiting:
        path = waiting.pop()
        if right(blank, Trail(path)):
            found.append(path)
        if path[-1] != blank.goal_cell:
            waiting += [(*path, c) for c in blank.grid.neighbours[path[-1]] if c not in path]
    return found


def maze_answers(puzzle):
    every = (Trail(path) for path in simple_paths(puzzle.rows, puzzle.cols))
    return {one for one in every if right(puzzle, one)}


def maze_agrees(answer, marks):
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
    paths = [one.path for one in answers]
    length = 1
    while len({path[: length + 1] for path in paths}) == 1 and length < len(paths[0]):
        length += 1
    cells, everywhere = range(puzzle.rows * puzzle.cols), all_steps(puzzle)
    on_all = frozenset(cell for cell in cells if all(cell in path for path in paths))
    on_none = frozenset(cell for cell in cells if not any(cell in path for path in paths))
    taken = [steps(path) for path in paths]
    same = [step for step in everywhere if len({step in these for these in taken}) == 1]
    prefix = paths[0][:length]
    settled = len(same) + len(on_all) + len(on_none)
    sure = set.intersection(*taken)
    pieces = frozenset(sure - steps(prefix))
    ends = {puzzle.start_cell, puzzle.goal_cell}
    ticked = on_all - set(prefix) - ends - {cell for step in pieces for cell in step}
    walls = frozenset(step for step in same if wall_tells(puzzle, step, sure, on_none))
    noted = Trail(prefix, on_none, ticked, pieces, walls)
    return noted, settled, len(everywhere) + len(cells)


def wall_tells(puzzle, step, sure, on_none):
    """Whether nobody would know without a note that a step is not taken.

    It is known beside a cell that is off the path or has all its steps, and within a shape.
    """
    if step in sure or (puzzle.labels[step[0]] and len({puzzle.labels[c] for c in step}) == 1):
        return False
    for cell in step:
        taken = len([one for one in sure if cell in one])
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
    """The same with links that an answer takes, or does not take."""
    marks, taken = maze_marks(rng, puzzle, answer), steps(answer.path)
    left = [step for step in all_steps(puzzle) if step not in steps(marks.path)]
    noted = frozenset(step for step in left if rng.random() < 0.2)
    return replace(marks, pieces=noted & taken, walls=noted - taken)


# All kinds


@dataclass(frozen=True)
class Truth:
    """What enumeration knows of one kind of puzzle."""

    answers: Callable[[Any], set[Any]]
    agrees: Callable[[Any, Any], bool]  # (answer, marks): the answer has all that is marked
    shared: Callable[[Any, Iterable[Any]], tuple[Any, int, int]]  # Position, settled, of so many
    differs: Callable[[Any, Any, Any], set[int]]  # cells where two answers are not the same
    marks: Callable[..., Any]  # (rng, puzzle, answer): a part of the answer
    guess: Callable[..., Any]  # (rng, puzzle): something like an answer, mostly wrong
    cost: Callable[[Any], int]


_SHADING = Truth(
    shading_answers,
    shading_agrees,
    shading_shared,
    shading_differs,
    shading_marks,
    lambda rng, puzzle: rng.choice(legal_shadings(puzzle.rows, puzzle.cols)),
    lambda answer: len(answer.black),
)
TRUTHS = {
    "kuromasu": _SHADING,
    "hitori": _SHADING,
    "hashi": Truth(
        hashi_answers,
        hashi_agrees,
        hashi_shared,
        hashi_differs,
        hashi_marks,
        lambda rng, puzzle: bridges(puzzle, [rng.randint(0, puzzle.most) for _ in puzzle.links]),
        lambda answer: sum(count for _, _, count in answer.joined),
    ),
    "exactly_one": Truth(
        maze_answers,
        maze_agrees,
        maze_shared,
        maze_differs,
        maze_marks,
        lambda rng, puzzle: Trail(rng.choice(simple_paths(puzzle.rows, puzzle.cols))),
        lambda answer: len(answer.path) - 1,
    ),
}


def share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)


def assignments(puzzle: Hashi) -> list[Bridges]:
    """Every number of bridges on every link, right or wrong."""
    every = product(range(puzzle.most + 1), repeat=len(puzzle.links))
    return [bridges(puzzle, numbers) for numbers in every]
