"""Helpers of the tests of Exactly One Mazes: boards, answers and enumeration."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

import masume
from masume.core.text.blocks import Block, TextLine
from masume.errors import ParseError
from masume.puzzles.exactly_one import KIND
from masume.puzzles.exactly_one.editor import normalise, play
from masume.puzzles.exactly_one.puzzle import (
    Back,
    Cross,
    ExactlyOne,
    Flip,
    PathMark,
    PathStep,
    Tick,
    Trail,
    start,
)

# The unique answer of each board of the paper, and the size of its whole search tree.
PUBLISHED = {
    "easy-0": ("RULUUURRDRRRUU", 124),
    "easy-1": ("URURRURDRUUU", 145),
    "easy-2": ("RRUULUURRRRU", 90),
    "easy-3": ("URRRRULUULURRR", 173),
    "easy-4": ("URUURDRDRUUUUR", 120),
    "easy-5": ("RRRUULLLUURRRRRU", 265),
    "easy-6": ("URURRUUURR", 22),
    "medium-0": ("UUURURRRDDRRUUUU", 117),
    "medium-1": ("RURRRUULLULUURRRRR", 100),
    "medium-2": ("UUURRDRDRRRUUUUU", 92),
    "medium-3": ("RUUUURDDRRRRUULURU", 208),
    "medium-4": ("UURRRDDRRUUUUULLURRR", 222),
    "hard-0": ("RRUULULUURRRRDRDRDRUUUUU", 607),
    "hard-1": ("UUURRRDDDRURRUULUULUURRR", 680),
    "hard-2": ("UURUUURRDDRDDRRRUUUUULLURR", 359),
    "hard-3": ("RRRUULLUUURURDRRRDRUUU", 786),
    "extreme-0": ("UURUUULURRRURDDDDDRRDRURUULUUUUR", 2_467),
    "extreme-1": ("URUUUUUUURRRDDDDDLDDRDRRRUUUUUUUUR", 1_832),
    "extreme-2": ("URRRRULULUUUURRRDRDDRUUUUR", 4_280),
    "extreme-3": ("RRURRRRRULUULLLLLURURRRURURR", 5_788),
}


BOARDS = {name: masume.load(f"exactly_one/{name}").puzzle for name in PUBLISHED}


ENOUGH = masume.Limit(seconds=60)


def board(*rows):
    return masume.load("\n".join(["exactly_one", *rows])).puzzle


def answer(puzzle, *lines):
    numbered = [TextLine(text, number) for number, text in enumerate(lines, start=1)]
    return KIND.read_answer(puzzle, Block(1, answer=numbered))


SMALL = board(". A .", "A . B", ". . .")


@st.composite
def puzzles(draw, most=9):
    sizes = [(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)]
    rows, cols = draw(st.sampled_from([s for s in sizes if s[0] * s[1] <= most]))
    size = rows * cols
    label = st.one_of(st.none(), st.none(), st.sampled_from(["1", "2", "x", "07", "abcdefgh"]))
    return ExactlyOne(rows, cols, tuple(draw(st.lists(label, min_size=size, max_size=size))))


def paths(puzzle):
    """Return every simple path from the start cell that the referee accepts."""
    result, waiting = set(), [start(puzzle).path]
    while waiting:
        path = waiting.pop()
        if not KIND.violations(puzzle, Trail(path)):
            result.add(path)
        waiting += [(*path, c) for c in puzzle.grid.neighbours[path[-1]] if c not in path]
    return result


@st.composite
def trails(draw):
    """Draw a puzzle and a position, reached by moves or with any list of cells as its path."""
    puzzle = draw(puzzles(most=16))
    pairs = all_links(puzzle)
    cell = st.integers(0, puzzle.rows * puzzle.cols - 1)
    if draw(st.booleans()):
        path = draw(st.lists(cell, min_size=1, max_size=6))
        drawn = Trail(tuple(path), frozenset(draw(st.sets(cell))))
        links = draw(st.dictionaries(st.sampled_from(pairs), st.booleans())) if pairs else {}
        pieces = {pair for pair, on in links.items() if on and not drawn.crossed & set(pair)}
        walls = {pair for pair, on in links.items() if not on}
        drawn = replace(drawn, pieces=frozenset(pieces), walls=frozenset(walls))
        return puzzle, normalise(puzzle, drawn)
    position = start(puzzle)
    for move in draw(st.lists(moves(puzzle), max_size=20)):
        try:
            position = play(puzzle, position, move)
        except ParseError as fault:
            assert "\n" not in str(fault)
    return puzzle, position


def all_links(puzzle):
    near = puzzle.grid.neighbours
    return [(a, b) for a in range(puzzle.grid.size) for b in near[a] if a < b]


def moves(puzzle):
    cell = st.integers(0, puzzle.rows * puzzle.cols - 1)
    links = [PathMark(a, b, on) for a, b in all_links(puzzle) for on in (True, False, None)]
    return st.one_of(
        st.sampled_from(["up", "down", "left", "right"]).map(PathStep),
        st.just(Back()),
        st.builds(Cross, cell, st.booleans()),
        st.builds(Tick, cell),
        st.builds(Flip, cell),
        st.sampled_from(links) if links else st.just(Back()),
    )
