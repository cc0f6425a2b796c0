"""generate: new boards with one solution, of a wanted size and difficulty.

Propose a board, see that its solution is the only one, drop clues, and grade it. A board that comes
out too hard gets some of its clues back, wherever a person would be stuck; one that is too easy is
given up for another proposal. Which boards come out depends on the seed alone, never on the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from masume.core.kind import Kind
from masume.core.maker import Maker, Order
from masume.core.model import Literal
from masume.core.registry import kind_named
from masume.core.run import Limit, LimitReached, Watch
from masume.core.spec import check_options, parse_spec
from masume.core.technique import LEVELS
from masume.errors import BadOption, NotApplicable, UnknownName
from masume.exact.answers import certain
from masume.explain.answers import Grade, grade
from masume.explain.explainer import EXTREME, Explainer
from masume.make.trim import Trimmer
from masume.questions import model_of, solutions

MOST_ATTEMPTS = 2000  # proposals for one board
MOST_MADE = 2500  # cells
_MENDED = 60  # times that a proposal is mended before it is given up
_VARIED = 150  # times that a board is changed in the hope that it gets harder
_WEIGHT = 4  # how much more it counts if techniques of the next level are blocked too
_TRIED = 12  # clues that are tried where a person would be stuck


@dataclass(frozen=True)
class Made:
    """A new board, or why there is none."""

    number: int  # which of the boards of its seed
    seed: int
    puzzle: Any  # None: none was found
    answer: Any = None
    grade: Grade | None = None
    attempts: int = 0
    seconds: float = 0.0
    reason: str = ""


@dataclass(frozen=True)
class Plan:
    """A checked wish."""

    kind: Kind
    order: Order

    @property
    def maker(self) -> Maker:
        """How the puzzle makes boards."""
        assert self.kind.maker is not None
        return self.kind.maker()


def plan(
    puzzle: str,
    *,
    size: tuple[int, int] = (10, 10),
    difficulty: str | None = None,
    symmetry: bool = False,
) -> Plan:
    """Check a wish; a puzzle's name may carry options: `hashi:most=3`. Raises if it cannot be."""
    spec = parse_spec(puzzle)
    kind = kind_named(spec.name)
    if kind.maker is None:
        raise NotApplicable(f"{kind.name} cannot make new boards")
    maker = kind.maker()
    rows, cols = size
    if rows < 1 or cols < 1 or rows * cols > MOST_MADE:
        raise BadOption(f"{rows}x{cols} does not fit, boards have 1 to {MOST_MADE:,} cells")
    if difficulty is not None and difficulty not in LEVELS:
        raise UnknownName("difficulty", difficulty, LEVELS)
    if symmetry and not maker.symmetric:
        raise NotApplicable(f"{kind.name} boards cannot be made symmetric")
    defaults = {name: option.default for name, option in maker.options.items()}
    options = check_options(kind.name, dict(spec.options), defaults)
    for name, value in options.items():
        _check_range(kind.name, name, value, maker)
    order = Order(rows, cols, difficulty, symmetry, options)
    if why := maker.refuse(order):
        raise NotApplicable(f"{kind.name}: {why}")
    return Plan(kind, order)


def _check_range(owner: str, name: str, value: Any, maker: Maker) -> None:
    least, most = maker.options[name].least, maker.options[name].most
    if value is None or isinstance(value, bool):
        return
    if (least is not None and value < least) or (most is not None and value > most):
        raise BadOption(f"{owner}: {name}={value} does not fit, it takes {least:g} to {most:g}")


def generate(
    puzzle: str,
    *,
    size: tuple[int, int] = (10, 10),
    difficulty: str | None = None,
    count: int = 1,
    seed: int = 0,
    symmetry: bool = False,
    limit: Limit | None = None,
) -> Iterator[Made]:
    """Make boards one after the other; the limit is for each of them.

    >>> (made,) = generate("hitori", size=(5, 5), difficulty="easy", seed=7)
    >>> from masume import solve
    >>> made.grade.level, solve(made.puzzle).unique
    ('easy', True)
    """
    wish = plan(puzzle, size=size, difficulty=difficulty, symmetry=symmetry)
    for number in range(count):
        yield make(wish, seed, number, Watch(limit))


def make(wish: Plan, seed: int, number: int, watch: Watch) -> Made:
    """The board of that number; each is made from a seed of its own."""
    rng = Random(f"{seed}-{number}")
    wish = replace(wish, order=replace(wish.order, pulse=watch.check))
    wanted = wish.order.level
    seen: Counter[str] = Counter()
    reason = f"{MOST_ATTEMPTS} attempts made"
    attempts = 0
    try:
        for attempts in range(1, MOST_ATTEMPTS + 1):
            watch.check()
            found = _attempt(wish, rng, watch)
            if isinstance(found, str):
                seen[found] += 1
                continue
            level = _level(found, watch)
            if wanted and level < LEVELS.index(wanted):
                found, level = _harder(wish, rng, found, level, watch)
            if wanted is None or LEVELS[level] == wanted:
                answer = _answers(found, 1, watch)[0]
                graded = _graded(found, watch)
                if wanted in (None, graded.level):
                    return Made(number, seed, found, answer, graded, attempts, watch.seconds)
                level = LEVELS.index(graded.level)  # on a tidy walk steps come in another order
            seen[LEVELS[level]] += 1
    except LimitReached as limit:
        reason = str(limit)
    text = _nothing(wish.order, seen, reason)
    return Made(number, seed, None, attempts=attempts, seconds=watch.seconds, reason=text)


def _nothing(order: Order, seen: Counter[str], reason: str) -> str:
    what = f"no {order.level} board" if order.level else "no board"
    came = ", ".join(f"{level} {times}×" for level, times in seen.most_common())
    came = f"; what came out: {came}" if came else ""
    return f"{what} of {order.rows}x{order.cols} was found: {reason}{came}"


def _graded(puzzle: Any, watch: Watch) -> Grade:
    found = grade(puzzle, watch=watch)
    if found.reason:
        raise LimitReached(found.reason)
    return found


def _level(puzzle: Any, watch: Watch) -> int:
    """The level alone: beyond named techniques it is extreme, whatever comes then."""
    walk = Explainer(puzzle, watch=watch)
    level = max((step.level for step in walk.named()), default=0)
    return level if walk.finished else EXTREME


def _harder(wish: Plan, rng: Random, puzzle: Any, level: int, watch: Watch) -> tuple[Any, int]:
    """Change a board a little, again and again, as long as it gets no easier."""
    maker, wanted = wish.maker, LEVELS.index(wish.order.level or LEVELS[-1])
    below = min(wanted, EXTREME - 1)
    strain, _ = _strain(puzzle, below, watch)
    for _ in range(_VARIED):
        if maker.vary is None or level == wanted:
            break
        other = maker.vary(rng, puzzle, _answers(puzzle, 1, watch)[0])
        other = None if other is None else _mended(wish, rng, other, watch)
        if other is None:
            continue
        more, blocked = _strain(other, below, watch)
        if more >= strain:
            again = _level(other, watch) if blocked else level
            if again <= wanted:
                puzzle, level, strain = other, again, more
    return puzzle, level


def _strain(puzzle: Any, below: int, watch: Watch) -> tuple[int, bool]:
    """How much stays unknown to those who have only the easier techniques, and whether the last of
    them are blocked.

    Those with the easiest alone count too, if less: they are blocked long before the others.
    """
    walk = Explainer(puzzle, watch=watch)
    strain = unknown = 0
    for level in range(1, below + 1):
        for _ in walk.named(level):
            pass
        unknown = walk.model.shown - len(walk.known)
        strain += _WEIGHT**level * unknown
    return strain, unknown > 0


def _answers(puzzle: Any, at_most: int, watch: Watch) -> list[Any]:
    found = solutions(puzzle, at_most=at_most, watch=watch)
    answers = list(found)
    if found.reason:
        raise LimitReached(found.reason)
    return answers


def _attempt(wish: Plan, rng: Random, watch: Watch) -> Any:
    """A board with one solution, near the wanted level; or a word why this came to nothing."""
    maker, order = wish.maker, wish.order
    puzzle = maker.propose(rng, order)
    if puzzle is None:
        return "no room"
    puzzle = _mended(wish, rng, puzzle, watch)
    if puzzle is None:
        return "several solutions"
    groups = maker.clues(puzzle, order) if maker.clues else ()
    if not groups:
        return puzzle
    solution = certain(model_of(puzzle, watch), watch)
    assert solution is not None
    trimmer = Trimmer(puzzle, solution, groups, watch)
    kept = trimmer.minimal(rng)
    assert kept is not None
    return _steered(wish, rng, puzzle, trimmer, kept, watch)


def _mended(wish: Plan, rng: Random, puzzle: Any, watch: Watch) -> Any:
    """Change a board until its solution is the only one; None if that is not as ordered."""
    maker = wish.maker
    for _ in range(_MENDED):
        answers = _answers(puzzle, 2, watch)
        if len(answers) == 1:
            return puzzle if maker.suits(puzzle, answers[0], wish.order) else None
        if not answers or maker.mend is None:
            return None
        puzzle = maker.mend(rng, wish.order, puzzle, *answers)
        if puzzle is None:
            return None
    return None


def _steered(
    wish: Plan, rng: Random, puzzle: Any, trimmer: Trimmer, kept: list[int], watch: Watch
) -> Any:
    """Give clues back where a person would be stuck, until the board is not too hard."""
    maker = wish.maker
    assert maker.only is not None
    # Without a wish a board should be one that people like to solve, so without suppositions.
    below = LEVELS.index(wish.order.level or "hard") + 1

    def board(numbers: list[int]) -> Any:
        assert maker.only is not None
        return maker.only(puzzle, {cell for n in numbers for cell in trimmer.clues[n].cells})

    def walked(numbers: list[int], known: set[Literal]) -> tuple[bool, set[Literal]]:
        walk = Explainer(board(numbers), watch=watch)
        walk.learn(known)
        for _ in walk.steps(below):
            pass
        return walk.finished, walk.known

    finished, known = walked(kept, set())
    dropped = [number for number in range(len(trimmer.clues)) if number not in set(kept)]
    rng.shuffle(dropped)
    while not finished:
        best: tuple[int, set[Literal]] | None = None
        for number in dropped[:_TRIED]:
            finished, more = walked([*kept, number], known)
            if best is None or len(more) > len(best[1]):
                best = number, more
            if finished or len(more) > len(known) + 8:
                break
        if best is None:
            return "harder"
        kept.append(best[0])
        dropped.remove(best[0])
        rng.shuffle(dropped)
        known = best[1]
        finished, known = walked(kept, known)
    return board(kept)
