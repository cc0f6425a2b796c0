"""Hashi for the tests: random boards, solutions of small ones, and the meaning of reasons."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st
from material import Truth, clue_boards, some_of
from puzzles.shading import is_connected

from masume.core.puzzle.clue import UNKNOWN
from masume.families.links.position import Lines
from masume.puzzles.hashi import KIND
from masume.puzzles.hashi.puzzle import Hashi, water_between

SMALL = {"most_ways": 500}
MIDDLING = {"most_ways": 20_000}
REASONS = {"clue", "crossing", "divided", "loop", "mark"}

SIZES = [(1, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 3), (3, 3), (3, 4), (4, 4), (5, 5)]


def random_board(rng, most_ways=1500):
    """Return a random board with at most `most_ways` assignments of bridges, clues ignored."""
    while True:
        rows, cols = rng.choice(SIZES)
        size, most, loops = rows * cols, rng.choice([1, 2, 2, 2, 3, 4]), rng.random() < 0.7
        dense = rng.choice([0.2, 0.35, 0.5, 0.7])
        clues = [UNKNOWN if rng.random() < dense else None for _ in range(size)]
        board = Hashi(rows, cols, tuple(clues), most=most, loops=loops)
        if (most + 1) ** len(board.links) <= most_ways:
            break
    counts = [0, *range(1, most + 1), *range(1, most + 1), *range(1, most + 1)]
    numbers = [rng.choice(counts) for _ in board.links]
    degrees = dict.fromkeys(board.islands, 0)
    for a, b, count in bridges(board, _without_crossings(board, numbers)).joined:
        degrees[a] += count
        degrees[b] += count
    hidden = rng.choice([0, 0.2, 0.5, 0.8, 1])
    for cell, count in degrees.items():
        if count and rng.random() >= hidden:
            clues[cell] = count
    for cell in rng.sample(list(degrees), min(len(degrees), rng.choice([0, 0, 0, 0, 1, 2]))):
        clues[cell] = rng.randint(1, 5)
    return Hashi(rows, cols, tuple(clues), most=most, loops=loops)


def _without_crossings(board, numbers):
    taken: set[int] = set()
    result = []
    for link, count in zip(board.links, numbers, strict=True):
        fits = not taken & set(link.between)
        result.append(count if fits else 0)
        if count and fits:
            taken |= set(link.between)
    return result


# All answers


def counts(puzzle, position):
    """Return the number of bridges of each link."""
    joined = {(a, b): count for a, b, count in position.joined}
    return [joined.get((link.a, link.b), 0) for link in puzzle.links]


def bridges(puzzle, numbers):
    return Lines(frozenset((w.a, w.b, n) for w, n in zip(puzzle.links, numbers, strict=True) if n))


def hashi_answers(puzzle):
    """Return all solutions by enumeration, pruned where an island exceeds its clue."""
    links = puzzle.links
    needs = {c: clue if isinstance(clue, int) else 99 for c, clue in enumerate(puzzle.clues)}
    result = set()

    def put(numbers):
        if len(numbers) == len(links):
            position = bridges(puzzle, numbers)
            if not KIND.violations(puzzle, position):
                result.add(position)
            return
        link = links[len(numbers)]
        for count in range(min(puzzle.most, needs[link.a], needs[link.b]) + 1):
            needs[link.a] -= count
            needs[link.b] -= count
            put([*numbers, count])
            needs[link.a] += count
            needs[link.b] += count

    put([])
    return result


def hashi_agrees(puzzle, answer, marks):
    joined = {(a, b): count for a, b, count in answer.joined}
    enough = all(joined.get((a, b), 0) >= count for a, b, count in marks.joined)
    return enough and not marks.barred & set(joined)


def hashi_shared(puzzle, answers):
    numbers = list(zip(*(counts(puzzle, answer) for answer in answers), strict=True))
    least, most = list(map(min, numbers)), list(map(max, numbers))
    where = zip(puzzle.links, most, strict=True)
    barred = frozenset((link.a, link.b) for link, count in where if not count)
    settled = sum(least) + sum(puzzle.most - count for count in most)
    return Lines(bridges(puzzle, least).joined, barred), settled, puzzle.most * len(numbers)


def hashi_differs(puzzle, one, other):
    cells = set()
    for link, a, b in zip(puzzle.links, counts(puzzle, one), counts(puzzle, other), strict=True):
        cells |= {link.a, link.b, *link.between} if a != b else set()
    return cells


def hashi_marks(rng, puzzle, answer):
    joined, barred = set(), set()
    for link, count in zip(puzzle.links, counts(puzzle, answer), strict=True):
        if count and rng.random() < 0.4:
            joined.add((link.a, link.b, rng.randint(1, count)))
        elif not count and rng.random() < 0.4:
            barred.add((link.a, link.b))
    return Lines(frozenset(joined), frozenset(barred))


TRUTH = Truth(
    hashi_answers,
    hashi_agrees,
    hashi_shared,
    hashi_differs,
    hashi_marks,
    lambda rng, puzzle: bridges(puzzle, [rng.randint(0, puzzle.most) for _ in puzzle.links]),
    lambda puzzle, answer: sum(count for _, _, count in answer.joined),
)


# The meaning of each reason for an assignment, independent of the other rules


def assignments(puzzle):
    """Return every assignment of bridges to links, right or wrong."""
    every = product(range(puzzle.most + 1), repeat=len(puzzle.links))
    return [bridges(puzzle, numbers) for numbers in every]


def reason_holds(puzzle, reason, position):
    pairs = [(a, b) for a, b, _ in position.joined]
    if reason.rule == "crossing":
        water = [cell for pair in pairs for cell in water_between(puzzle, *pair)]
        return len(water) == len(set(water))
    if reason.rule == "divided":
        return is_connected(puzzle.islands, pairs)
    if reason.rule == "loop":
        assert not puzzle.loops
        return not any(_still_joined(puzzle, pair, pairs) for pair in pairs)
    assert reason.rule == "clue"
    (cell,) = reason.cells
    assert isinstance(puzzle.clues[cell], int)
    return sum(n for a, b, n in position.joined if cell in (a, b)) == puzzle.clues[cell]


def _still_joined(puzzle, pair, pairs):
    """Return whether two islands are connected without the bridge between them."""
    part = {cell: cell for cell in puzzle.islands}
    for a, b in pairs:
        if (a, b) != pair:
            old, new = part[b], part[a]
            part = {cell: new if root == old else root for cell, root in part.items()}
    return part[pair[0]] == part[pair[1]]


def mark_holds(puzzle, marks, reason, position):
    """Return whether a position agrees with the mark of a reason, found by its cells."""
    ends = (reason.cells[0], reason.cells[-1])
    number = {(a, b): count for a, b, count in position.joined}.get(ends, 0)
    if ends in marks.barred:
        return number == 0
    return number >= next(count for a, b, count in marks.joined if (a, b) == ends)


# For formats


@st.composite
def boards(draw):
    most, loops = draw(st.sampled_from([(2, True), (2, True), (1, True), (3, False), (4, True)]))
    return draw(clue_boards(lambda rows, cols, clues: Hashi(rows, cols, clues, most, loops)))


@st.composite
def positions(draw, puzzle):
    """Draw any position, unfinished or wrong."""
    pairs = [(link.a, link.b) for link in puzzle.links]
    barred = draw(some_of(pairs))
    joined = draw(some_of(pairs)) - barred
    counts = st.integers(1, puzzle.most)
    return Lines(frozenset((a, b, draw(counts)) for a, b in sorted(joined)), barred)
