"""Test material for every puzzle: random boards and positions, and all answers by enumeration.

A puzzle may define its own in `tests/puzzles/NAME/material.py`: any of `random_board`, `SMALL`,
`MIDDLING` (options of it), `TRUTH`, `candidates`, `assignments`, `reason_holds`, `mark_holds`,
`REASONS`, `boards` and `positions`. The rest is derived from its Kind: boards from its maker, its
examples and small changes of their texts; answers by trying all assignments of its literals, or all
candidates, with the referee.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

import masume
from masume.api.exact import model_of
from masume.core.model.wording import literal_sentence
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.maker import BoardRequest
from masume.core.system.limits import Deadline

SIZES = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 5), (6, 1), (2, 2), (2, 3), (3, 2), (2, 4)]
SIZES += [(3, 3), (3, 3), (2, 5), (5, 2), (3, 4), (3, 4), (4, 3), (4, 3), (3, 5), (4, 4)]
TINY = [size for size in SIZES if size[0] * size[1] < 10]
_MOST_VARIABLES = 10  # of a model, where all assignments are tried


@dataclass(frozen=True)
class Truth:
    """The results of enumeration for a kind of puzzle, independent of the exact engine."""

    answers: Callable[[Any], set[Any]]
    agrees: Callable[[Any, Any, Any], bool]  # (…, answer, marks): the answer has all that is marked
    shared: Callable[[Any, Iterable[Any]], tuple[Any, int, int]]  # Position, settled, of so many
    differs: Callable[[Any, Any, Any], set[int]]  # cells where two answers are not the same
    marks: Callable[..., Any]  # (rng, puzzle, answer): a part of the answer
    guess: Callable[..., Any]  # (rng, puzzle): something like an answer, mostly wrong
    cost: Callable[[Any, Any], int]


@lru_cache
def of(name):
    """Return a puzzle's own material, or None."""
    if (Path(__file__).parent / "puzzles" / name / "material.py").is_file():
        return importlib.import_module(f"puzzles.{name}.material")
    return None


def random_board(name, rng, **options):
    """Return a small random board with any number of solutions."""
    own = getattr(of(name), "random_board", None)
    return own(rng, **options) if own else derived_board(masume.kinds()[name], rng)


def small_board(name, rng):
    """Return a random board small enough for trying every assignment."""
    return random_board(name, rng, **getattr(of(name), "SMALL", {}))


def truth_of(name):
    return getattr(of(name), "TRUTH", None) or DERIVED


# Boards derived from a Kind


def derived_board(kind, rng, sizes=TINY, most_variables=_MOST_VARIABLES):
    """Return a proposal of the maker or an example with a few cells changed."""
    while True:
        puzzle = _proposed(kind, rng, sizes) or rng.choice(small_examples(kind.name)).puzzle
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 4])):
            puzzle = changed(kind, puzzle, rng) or puzzle
        if kind.model is None or model_of(puzzle, Deadline()).shown <= most_variables:
            return puzzle


def _proposed(kind, rng, sizes):
    if kind.maker is None or rng.random() < 0.1:
        return None
    maker = kind.maker()
    rows, cols = rng.choice(sizes)
    usual = {name: option.default for name, option in maker.options.items()}
    request = BoardRequest(rows, cols, options=usual)
    return None if maker.reject(request) else maker.propose(rng, request)


@lru_cache
def small_examples(name):
    """Return the smallest examples of a puzzle."""
    size = lambda board: board.puzzle.rows * board.puzzle.cols  # noqa: E731
    least = min(map(size, masume.examples(name)))
    return [board for board in masume.examples(name) if size(board) <= max(9, least)]


def changed(kind, puzzle, rng):
    """Return the board with one word of its text replaced; None if the text is invalid."""
    lines = [line.split() for line in kind.write(puzzle)]
    words = sorted({word for board in small_examples(kind.name) for word in words_of(board)})
    grid = [line for line in lines if line and not line[0].endswith(":")]
    line = rng.choice(grid)
    line[rng.randrange(len(line))] = rng.choice([".", *words])
    try:
        return masume.load("\n".join([kind.name, *map(" ".join, lines)])).puzzle
    except masume.ParseError:
        return None


def words_of(board):
    return [
        word for line in board.kind.write(board.puzzle) for word in line.split() if ":" not in line
    ]


# Answers derived from a Kind: its model's words, and its referee


@lru_cache(maxsize=64)
def _words(puzzle):
    return model_of(puzzle, Deadline()).vocabulary


def derived_assignments(puzzle):
    """Yield every set of shown literals of a board, right or wrong."""
    shown = _words(puzzle).shown
    assert shown <= 16, "too large to try everything; see random_board"
    for signs in product((1, -1), repeat=shown):
        yield tuple(sign * (number + 1) for number, sign in enumerate(signs))


@lru_cache(maxsize=64)
def _answers(puzzle):
    """Return the literals of each answer that the referee accepts."""
    words, kind = _words(puzzle), masume.kind_of(puzzle)
    own = getattr(of(kind.name), "candidates", None)
    positions = own(puzzle) if own else map(words.answer, derived_assignments(puzzle))
    result = {}
    for position in positions:
        if not kind.violations(puzzle, position):
            true = set(words.literals(position))
            result[position] = {n if n in true else -n for n in range(1, words.shown + 1)}
    return result


def _agrees(puzzle, answer, marks):
    return set(_words(puzzle).literals(marks)) <= _answers(puzzle)[answer]


def _shared(puzzle, answers):
    words = _words(puzzle)
    same = set.intersection(*(_answers(puzzle)[answer] for answer in answers))
    return words.position_of(sorted(same, key=abs)), len(same), words.shown


def _differs(puzzle, answer, other):
    changed = {abs(lit) for lit in _answers(puzzle)[answer] ^ _answers(puzzle)[other]}
    return {cell for variable in changed for cell in _words(puzzle).cells(variable)}


def _marks(rng, puzzle, answer):
    words = _words(puzzle)
    literals = sorted(_answers(puzzle).get(answer) or words.literals(answer), key=abs)
    return words.position_of([literal for literal in literals if rng.random() < 0.3])


def _guess(rng, puzzle):
    words = _words(puzzle)
    return words.answer([rng.choice((1, -1)) * (n + 1) for n in range(words.shown)])


def _cost(puzzle, answer):
    space = masume.kind_of(puzzle).spaces[0](puzzle)
    return space.spent(space.initial(answer))


DERIVED = Truth(
    lambda puzzle: set(_answers(puzzle)), _agrees, _shared, _differs, _marks, _guess, _cost
)


def derived_reason_holds(puzzle, reason, literals):
    """Return whether the referee finds no violation of a reason.

    A reason with a rule code is matched by its rule, any other, such as a clue, by its cells.
    """
    kind = masume.kind_of(puzzle)
    for fault in kind.violations(puzzle, _words(puzzle).answer(literals)):
        same_rule = reason.rule not in kind.codes or fault.rule == reason.rule
        if same_rule and (not reason.cells or set(reason.cells) & set(fault.cells)):
            return False
    return True


def derived_mark_holds(puzzle, marks, reason, literals):
    """Return whether a position agrees with a mark, identified by its text."""
    words = _words(puzzle)
    by_text = {
        f"your mark: {literal_sentence(words, literal)}": literal
        for literal in words.literals(marks)
    }
    return by_text[reason.text] in literals


# Boards and positions for formats: odd sizes, large numbers, all signs. They need not have a
# solution, nor make any sense: a format writes what is there.

FORMAT_SIZES = st.one_of(
    st.tuples(st.integers(1, 7), st.integers(1, 7)), st.sampled_from([(1, 45), (45, 1), (2, 30)])
)
_EDGES = [9, 10, 15, 16, 35, 36, 255, 256, 1295, 1296, 4095, 4096, 8192, 12239, 12240, 77775, 77776]
_NUMBERS = st.one_of(
    st.integers(1, 9),
    st.integers(1, 40),
    st.sampled_from(_EDGES),
    st.integers(1, 2_000_000),
    st.sampled_from([10**9, 10**12, 10**99]),
)
_DIGITS = st.integers(1, 9)


def filled(size, *values):
    """Return a strategy for the cells of a board of this size."""
    count = size[0] * size[1]
    return st.lists(st.one_of(*values), min_size=count, max_size=count).map(tuple)


def some_of(members):
    """Return a strategy for a few of the items."""
    pool = list(members)
    return st.frozensets(st.sampled_from(pool)) if pool else st.just(frozenset())


@st.composite
def clue_boards(draw, made):
    """Return a strategy for boards with a number, a `?` or nothing in each cell."""
    size = draw(FORMAT_SIZES)
    numbers = draw(st.sampled_from([_DIGITS, _DIGITS, _NUMBERS]))
    odd = draw(st.sampled_from([[], [st.none()], [st.none(), st.none(), st.just(UNKNOWN)]]))
    return made(*size, draw(filled(size, numbers, *odd)))


def boards(name):
    """Return a strategy for puzzles of a kind, including unusual ones."""
    own = getattr(of(name), "boards", None)
    sizes = [(1, 1), (1, 6), (5, 2), (3, 3), (4, 5)]
    kind = masume.kinds()[name]
    derived = st.integers(0, 1 << 32).map(lambda seed: derived_board(kind, Random(seed), sizes, 99))
    return own() if own else derived


def positions(puzzle):
    """Return a strategy for positions of a puzzle."""
    own = getattr(of(masume.kind_of(puzzle).name), "positions", None)
    walked = st.integers(0, 1 << 32).map(lambda seed: walked_position(puzzle, Random(seed)))
    return own(puzzle) if own else walked


def walked_position(puzzle, rng):
    """Return the position at the end of a random walk in one of the puzzle's spaces."""
    space = rng.choice([space for space in masume.kind_of(puzzle).spaces if not space.repairs])(
        puzzle
    )
    state = space.initial()
    for _ in range(rng.randint(0, 12)):
        steps = list(space.successors(state))
        if not steps:
            break
        _, state, _ = rng.choice(steps)
    return space.position(state)
