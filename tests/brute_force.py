"""Compare the operations that make or change boards with brute force, on small random boards.

    .venv/bin/python tests/brute_force.py --boards 5000 --seed 1

`complete`, `deciding_clues`, `spare_clues`, `harder`, `easier`, `from_picture` and `generate` are
called on each board. The referee, asked about everything that could be an answer, decides what is
true of the boards that they return. A wrong result raises an AssertionError that names the board.
"""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from time import perf_counter

from material import DERIVED, TINY, of, random_board, truth_of
from support import size_of

import masume
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.maker import Addition
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Limit, LimitReached
from masume.errors import NotApplicable
from masume.make import adjust, compose, generate
from masume.make.composer import add_clues
from masume.make.unique_board import is_only_solution

ALLOWED = Limit(seconds=0.3)  # for one call
SHORT = Limit(seconds=0.03)  # for harder and easier, which try hundreds of boards
PROVING = (adjust, compose, generate)  # modules that call the proof


def composed_kinds():
    """The kinds that say which clues a board could have."""
    made = {name: kind.maker() for name, kind in masume.kinds().items() if kind.maker}
    return sorted(name for name, maker in made.items() if maker.additions and maker.removals)


def has_clues(name):
    """Return whether boards of this puzzle have clues, which could be dropped or added."""
    drops = masume.kinds()[name].maker().removals
    return any(drops(board.puzzle) for board in masume.examples(name))


@dataclass
class Tally:
    """What the operations did on some boards."""

    boards: Counter = field(default_factory=Counter)  # by how many solutions they have
    returned: Counter = field(default_factory=Counter)  # by the operation
    unknown: int = 0  # boards with a `?`
    rejected: int = 0  # boards that were found and not proved


def answers(puzzle):
    return truth_of(masume.kind_of(puzzle).name).answers(puzzle)


def board_of(name, rng):
    """A random board, often with fewer clues, or with `?` where the puzzle has such clues."""
    small = getattr(of(name), "SMALL", {})
    puzzle = random_board(name, rng, **(small if rng.random() < 0.8 else {}))
    kind, share = masume.kind_of(puzzle), rng.choice([0, 0, 0.3, 0.7, 1])
    for cells, without in kind.maker().removals(puzzle) if share else ():
        if rng.random() < share:
            printed = kind.cells(without)[cells[0]]
            puzzle = add_clues(puzzle, [(cells, _fewer(kind, puzzle, cells, printed, rng))])
    return puzzle


def _fewer(kind, puzzle, cells, printed, rng):
    """What takes a clue's place: as without it, or a `?` if the board may have one there."""
    if rng.random() < 0.5:
        return printed
    try:
        add_clues(puzzle, [(cells, UNKNOWN)])
    except masume.MasumeError:
        return printed
    return UNKNOWN


def compare(puzzle, rng, tally, *, generates=True):
    """Call every operation on a board, and check what it returns."""
    name, truth = masume.kind_of(puzzle).name, answers(puzzle)
    tally.boards[min(len(truth), 2)] += 1
    tally.unknown += UNKNOWN in masume.kind_of(puzzle).cells(puzzle)
    try:
        check_complete(puzzle, truth, tally)
        check_alone(puzzle, truth)
        check_adjusted(puzzle, truth, rng, tally)
        check_picture(puzzle, truth, rng, tally)
        if generates:
            check_generated(name, rng, tally)
    except Exception as fault:
        text = "\n".join([name, *masume.kind_of(puzzle).write(puzzle)])
        raise AssertionError(f"on this board: {fault!r}\n{text}") from fault


def refusal(operation, *arguments, **options):
    """Return the message of the error that an operation must raise."""
    try:
        operation(*arguments, **options)
    except NotApplicable as error:
        assert "\n" not in str(error)
        return str(error)
    raise AssertionError(f"{operation.__name__} did not reject the board")


def check_complete(puzzle, truth, tally):
    if not truth:
        assert "no solution" in refusal(masume.complete, puzzle)
        return
    result = masume.complete(puzzle, limit=ALLOWED)
    if result.puzzle is None:
        assert result.reason
        return
    tally.returned["complete"] += 1
    assert answers(result.puzzle) == {result.answer}, result
    assert result.answer in truth and bool(result.added) == (len(truth) > 1), result
    kind = masume.kind_of(puzzle)
    before, after = kind.cells(puzzle), kind.cells(result.puzzle)
    changed = {cell for cell in range(len(before)) if before[cell] != after[cell]}
    assert changed == {cell for addition in result.added for cell in addition.cells}, result
    printed = {cell for cells, _ in kind.maker().removals(puzzle) for cell in cells}
    assert all(before[cell] is UNKNOWN or cell not in printed for cell in changed), result
    if result.least and len(result.added) > 1:
        assert not any(len(answers(board)) == 1 for board in with_one_more(puzzle, truth)), result
    is_new = kind.maker().build_around is not None and not any(before)  # then all cells get a clue
    for addition in () if is_new else result.added:
        rest = [other for other in result.added if other is not addition]
        assert len(answers(add_clues(puzzle, rest))) > 1, (result, addition)


def with_one_more(puzzle, truth):
    """Return the boards with one clue more, of any number that could be there."""
    maker, before = masume.kind_of(puzzle).maker(), masume.kind_of(puzzle).cells(puzzle)
    each = {addition for answer in truth for addition in maker.additions(puzzle, answer)}
    numbers = range(puzzle.rows + puzzle.cols + 1)
    single = {addition.cells for addition in each if isinstance(addition.clue, int)}
    each |= {Addition(cells, number) for cells in single for number in numbers}
    free = [cell for cell, clue in enumerate(before) if clue is None]
    texts = [addition for addition in each if isinstance(addition.clue, str)]
    shapes = {addition.clue for addition in texts if before[addition.cells[0]] is None}
    named = {addition.cells for addition in texts if before[addition.cells[0]]}  # rooms
    each |= {Addition(cells, f"{before[cells[0]]}{n}") for cells in named for n in numbers}
    for name in list(shapes)[:1]:  # of up to four cells, in any order
        each |= {Addition(some, name) for n in range(1, 5) for some in combinations(free, n)}
    boards = []
    for addition in each:
        with suppress(masume.MasumeError):  # the cells are no shape
            boards.append(add_clues(puzzle, [addition]))
    return boards


def check_alone(puzzle, truth):
    """`deciding_clues` and `spare_clues`."""
    maker = masume.kind_of(puzzle).maker()
    several = 1 < len(truth) <= 300
    each = (
        {addition for answer in truth for addition in maker.additions(puzzle, answer)}
        if several
        else ()
    )
    alone = {addition for addition in each if len(answers(add_clues(puzzle, [addition]))) == 1}
    assert set(masume.deciding_clues(puzzle)) == alone
    if len(truth) != 1:
        assert "so no clue is redundant" in refusal(masume.spare_clues, puzzle)
        return
    result = masume.spare_clues(puzzle)
    without = {tuple(cells): board for cells, board in maker.removals(puzzle)}
    assert set(result) == {cells for cells, board in without.items() if len(answers(board)) == 1}


def check_adjusted(puzzle, truth, rng, tally):
    kind = masume.kind_of(puzzle)
    for change, sign in ((masume.harder, 1), (masume.easier, -1)):
        if len(truth) != 1:
            assert "complete it first" in refusal(change, puzzle)
            continue
        cells = kind.cells(puzzle)
        keep = rng.sample(range(len(cells)), min(len(cells), rng.choice([0, 0, 1, 2])))
        try:
            result = change(puzzle, keep=keep, seed=rng.randrange(9), limit=SHORT)
        except LimitReached:
            continue
        if result.puzzle is None:
            assert result.reason
            continue
        tally.returned[change.__name__] += 1
        assert len(answers(result.puzzle)) == 1, result
        assert all(kind.cells(result.puzzle)[cell] == cells[cell] for cell in keep), result
        assert masume.grade(result.puzzle) == result.grade, result
        assert masume.grade(puzzle) == result.before, result
        assert sign * (result.grade.score - result.before.score) > 0, result


def check_picture(puzzle, truth, rng, tally):
    kind, maker = masume.kind_of(puzzle), masume.kind_of(puzzle).maker()
    if kind.dark_literals is None:
        assert "no pictures" in refusal(masume.from_picture, puzzle, [])
        return
    cells = range(puzzle.rows * puzzle.cols)
    dark = {cell for cell in cells if rng.random() < 0.4}
    if not truth:
        assert "no solution" in refusal(masume.from_picture, puzzle, dark)
        return
    result = masume.from_picture(puzzle, dark, limit=ALLOWED)
    if result.puzzle is None:
        assert result.reason
        return
    tally.returned["picture"] += 1
    assert answers(result.puzzle) == {result.answer}, result
    literals = list(enumerate(kind.dark_literals(puzzle)))
    vocabulary = kind.vocabulary(puzzle)

    def differs(answer):
        marks = set(vocabulary.marks(answer))
        return tuple(cell for cell, literal in literals if (literal in marks) != (cell in dark))

    def can_be_only(answer):
        marks = set(vocabulary.marks(answer))
        holds = (
            any((abs(literal) in marks) == (literal > 0) for literal in c)
            for c in maker.uniqueness_clauses(puzzle)
        )
        return maker.normalise(puzzle, answer) == answer and all(holds)

    assert result.differs == differs(result.answer), result
    if result.nearest:
        offered = [answer for answer in truth if can_be_only(answer)] or truth
        assert len(result.differs) == min(len(differs(answer)) for answer in offered), result


def check_generated(name, rng, tally):
    sizes = [size for size in TINY if max(size) > 1] + [(1, 1)]
    if truth_of(name) is not DERIVED:  # enumeration tries 2**24 positions of a 4×4 board otherwise
        sizes += [(3, 4), (4, 4)]
    wish = {
        "size": size_of(name, *rng.choice(sizes)),
        "difficulty": rng.choice([*[None] * 9, *LEVELS]),
    }
    try:
        made = next(masume.generate(name, seed=rng.randrange(10**6), limit=ALLOWED, **wish))
    except NotApplicable:
        return
    if made.puzzle is None:
        assert made.reason
        return
    tally.returned["generate"] += 1
    assert answers(made.puzzle) == {made.answer}, made
    assert made.level == made.grade.level, made


def run(name, boards, seed=0):
    """Compare so many boards of a kind, and yield the Tally after each."""
    tally, rng = Tally(), Random(f"{name} {seed}")
    with counted_proofs(tally):
        for _ in range(boards):
            compare(board_of(name, rng), rng, tally)
            yield tally


@contextmanager
def counted_proofs(tally):
    """Count the boards that an operation would have returned without its last proof."""

    def prove(*arguments):
        is_proved = is_only_solution(*arguments)
        tally.rejected += not is_proved
        return is_proved

    for module in PROVING:
        module.is_only_solution = prove
    try:
        yield
    finally:
        for module in PROVING:
            module.is_only_solution = is_only_solution


def report(name, tally, seconds):
    counts = zip(("none", "one", "several"), (tally.boards[n] for n in range(3)), strict=True)
    solutions = ", ".join(f"{count} with {how_many}" for how_many, count in counts)
    returned = ", ".join(f"{operation} {count}" for operation, count in tally.returned.items())
    print(
        f"{name}: {tally.boards.total()} boards (solutions: {solutions}; {tally.unknown} with ?) "
        f"in {seconds:.0f} s; boards returned by {returned}; not proved {tally.rejected}; wrong 0",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--boards", type=int, default=5000, help="of each puzzle")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--kind", action="append", choices=composed_kinds())
    given = parser.parse_args()
    for name in given.kind or composed_kinds():
        start = perf_counter()
        for number, tally in enumerate(run(name, given.boards, given.seed), start=1):
            if number % 500 == 0 or number == given.boards:
                report(name, tally, perf_counter() - start)


if __name__ == "__main__":
    main()
