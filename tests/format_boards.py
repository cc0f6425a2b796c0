"""Random boards and positions of every kind, for the formats: odd sizes, large numbers, all signs.

They need not have a solution, nor make any sense: a format writes what is there.
"""

from __future__ import annotations

from itertools import chain, pairwise

from hypothesis import strategies as st

from masume.core.clue import UNKNOWN
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.hashi.puzzle import Bridges, Hashi
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu

SIZES = st.one_of(
    st.tuples(st.integers(1, 7), st.integers(1, 7)), st.sampled_from([(1, 45), (45, 1), (2, 30)])
)
EDGES = [9, 10, 15, 16, 35, 36, 255, 256, 1295, 1296, 4095, 4096, 8192, 12239, 12240, 77775, 77776]
NUMBERS = st.one_of(
    st.integers(1, 9),
    st.integers(1, 40),
    st.sampled_from(EDGES),
    st.integers(1, 2_000_000),
    st.sampled_from([10**9, 10**12, 10**99]),
)
SMALL = st.integers(1, 9)
LETTERS = "abcxyzABCXYZ0123456789"
LABELS = st.one_of(
    st.sampled_from("ABC123"), st.text(LETTERS, min_size=1, max_size=8).filter(lambda s: s != "0")
)


def cells(size, *values):
    """As many cells as a board of that size has."""
    count = size[0] * size[1]
    return st.lists(st.one_of(*values), min_size=count, max_size=count).map(tuple)


def some_of(members):
    """A few of them."""
    pool = list(members)
    return st.frozensets(st.sampled_from(pool)) if pool else st.just(frozenset())


@st.composite
def boards(draw, kind):
    """A puzzle of a kind."""
    size = draw(SIZES)
    if kind == "exactly_one":
        return ExactlyOne(*size, draw(cells(size, st.none(), st.none(), LABELS)))
    numbers = draw(st.sampled_from([SMALL, SMALL, NUMBERS]))
    odd = draw(st.sampled_from([[], [st.none()], [st.none(), st.none(), st.just(UNKNOWN)]]))
    clues = draw(cells(size, numbers, *odd))
    if kind == "hashi":
        most, loops = draw(
            st.sampled_from([(2, True), (2, True), (1, True), (3, False), (4, True)])
        )
        return Hashi(*size, clues, most, loops)
    return {"hitori": Hitori, "kuromasu": Kuromasu}[kind](*size, clues)


@st.composite
def positions(draw, puzzle):
    """What a player may have put on it; half-finished and wrong as it may be."""
    everywhere = range(puzzle.rows * puzzle.cols)
    if isinstance(puzzle, ExactlyOne):
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
    if not isinstance(puzzle, Hashi):
        black = draw(some_of(everywhere))
        return Shading(black, draw(some_of(everywhere)) - black)
    pairs = [(link.a, link.b) for link in puzzle.links]
    barred = draw(some_of(pairs))
    joined = draw(some_of(pairs)) - barred
    counts = st.integers(1, puzzle.most)
    return Bridges(frozenset((a, b, draw(counts)) for a, b in sorted(joined)), barred)
