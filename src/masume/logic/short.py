"""Find the shortest argument for a literal: few named steps that lead to it from what is known.

This is a breadth-first search in rounds. In each round every technique is applied to the board; if
none concludes a wanted literal, the conclusions of the easier ones are added for the next round. Of
the steps found, only those are kept that the last one rests on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from masume.core.model.model import Literal
from masume.core.puzzle.technique import LEVELS, Deduction, Key, Rule, Technique
from masume.core.puzzle.words import NOTHING
from masume.logic.step import Step

if TYPE_CHECKING:
    from masume.logic.explainer import Explainer

_ROUNDS = 5
_MOST_STEPS = 5  # longer arguments are too hard to follow
_MAX_REPHRASED = 3  # arguments that are rephrased and compared
_LOOKED_AHEAD = 150  # unknown literals; with more, techniques that look ahead are too slow
EASIER = range(LEVELS.index("medium") + 1)  # levels of intermediate steps
PLAIN = range(LEVELS.index("expert"))  # levels of techniques that do not look ahead


def shortest_argument(walk: Explainer, wanted: Collection[Literal]) -> tuple[Step, ...]:
    """Return the steps of the shortest argument for a wanted literal; empty if there is none."""
    return next(iter(short_arguments(walk, wanted)), ())


def short_arguments(walk: Explainer, wanted: Collection[Literal]) -> list[tuple[Step, ...]]:
    """Return short arguments for one of the wanted literals, the shortest first.

    Techniques that look ahead are tried last: a few plain steps are easier to follow.
    """
    board = walk  # a branch from the second round on
    seen: dict[Literal, Step] = {}  # the step that concluded a literal
    for number in range(_ROUNDS):
        steps: list[Step] = []
        for levels in [[level] for level in PLAIN] if number == 0 else [EASIER]:
            learned = any(level in EASIER for level in levels)
            new = list(visible_steps(board, levels, () if learned else wanted))
            steps += new
            short = _short_arguments(new, wanted, seen)
            if short:
                return _rephrase_best(walk, short, wanted)
        fresh = [step for step in steps if step.level in EASIER]
        for step in fresh:
            for literal in step.literals:
                seen.setdefault(literal, step)
        if not fresh:
            break
        board = board.branch(*(literal for step in fresh for literal in step.literals))
    if len(walk.goal - walk.known) > _LOOKED_AHEAD:
        return []
    return _rephrase_best(
        walk, _short_arguments(visible_steps(walk, [max(PLAIN) + 1], wanted), wanted, {}), wanted
    )


def _short_arguments(
    steps: Iterable[Step], wanted: Collection[Literal], seen: dict[Literal, Step]
) -> list[tuple[Step, ...]]:
    """Return the steps to wanted literals with their prerequisites, if short; shortest first."""
    ways = [
        (*prerequisites(step.given, seen), step)
        for step in steps
        if not set(step.literals).isdisjoint(wanted)
    ]
    return sorted((way for way in ways if _length(way) <= _MOST_STEPS), key=_effort)


def _rephrase_best(
    walk: Explainer, ways: list[tuple[Step, ...]], wanted: Collection[Literal]
) -> list[tuple[Step, ...]]:
    """Rephrase the best arguments in order; return them pruned, the shortest first."""
    again = filter(None, (rephrase(walk, way, wanted) for way in ways[:_MAX_REPHRASED]))
    return sorted((_prune(steps) for steps, _ in again), key=_effort)


def visible_steps(
    walk: Explainer, levels: Collection[int], wanted: Collection[Literal] = ()
) -> Iterator[Step]:
    """Yield the steps that techniques of some levels find on the current board; learn nothing.

    If there are wanted literals, steps that conclude none of them may be left out.
    """
    for technique in walk.techniques:
        if technique.level in levels and not technique.silent:
            yield from find_steps(walk, technique, wanted)


def find_steps(
    walk: Explainer, technique: Technique | Rule, wanted: Collection[Literal] = ()
) -> Iterator[Step]:
    """Yield a technique's deductions with literals that the walk does not know, as steps.

    The walk does not learn them. The technique may skip deductions irrelevant to `wanted` literals.
    """
    deductions: Iterable[Deduction] = technique.deductions(walk.notes)
    if wanted:
        walk.notes.wanted = wanted
        try:
            deductions = list(deductions)
        finally:
            walk.notes.wanted = ()
    for deduction in deductions:
        walk.deadline.check()
        new = tuple(literal for literal in deduction.literals if literal not in walk.known)
        if new:
            yield Step.of(technique, new, deduction, walk.words)


def prerequisites(literals: Iterable[Literal], seen: dict[Literal, Step]) -> list[Step]:
    """Return the steps that some literals rest on, transitively, in the order found."""
    needed: set[int] = set()
    left = list(literals)
    while left:
        step = seen.get(left.pop())
        if step is not None and id(step) not in needed:
            needed.add(id(step))
            left += step.given
    steps = {id(step): step for step in seen.values()}
    return [step for key, step in steps.items() if key in needed]


def rephrase(
    walk: Explainer, steps: Sequence[Step], wanted: Collection[Literal], *supposed: Literal
) -> tuple[tuple[Step, ...], Explainer] | None:
    """Take the steps again one by one, so that each text describes the board at that point.

    Steps were found in rounds, so those of one round do not know of each other. Returns the new
    steps and the final board; None if a technique does not find its step any more.
    """
    board = walk.branch(*supposed)
    by_name = {technique.name: technique for technique in walk.techniques}
    used = {*wanted, *(literal for step in steps for literal in step.given)}
    argument = obvious_steps(board)
    board.learn(literal for step in argument for literal in step.literals)
    concluded = {literal for step in argument for literal in step.literals}
    for step in steps:
        needed = used.intersection(step.literals) - concluded
        if not needed:
            continue
        seen = find_steps(board, by_name[step.technique], needed)
        again = next((new for new in seen if needed.issubset(new.literals)), None)
        if again is None:
            return None
        argument.append(again)
        concluded.update(again.literals)
        board.learn(_exclude_opposites(walk, again.literals, wanted))
    # An obvious step rests on nothing, so it may be first and yet conclude a wanted literal.
    places = [n for n, step in enumerate(argument) if not set(step.literals).isdisjoint(wanted)]
    if places:
        argument.append(argument.pop(places[-1]))
    return tuple(argument), board


def _exclude_opposites(
    walk: Explainer, literals: Sequence[Literal], wanted: Collection[Literal]
) -> list[Literal]:
    """Drop the literals whose opposites are wanted, and what these literals imply.

    The last step concludes that opposite, and techniques only find what is not known yet.
    """
    implications = walk.vocabulary.implied_literals
    against = {other for n in literals if -n in wanted for other in (n, *implications(n))}
    return [literal for literal in literals if literal not in against]


def obvious_steps(board: Explainer) -> list[Step]:
    """Return the obvious steps of the bare board, which rest on no mark."""
    return [
        step
        for technique in board.techniques
        if technique.obvious
        for step in find_steps(board, technique)
        if not step.given
    ]


def _prune(chain: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the last step, preceded by only those steps that it rests on, directly or not."""
    *first, last = chain
    # Reversed, so that a literal's source is the earliest step that concluded it
    source = {literal: step for step in reversed(first) for literal in step.literals}
    kept = {id(step) for step in prerequisites(last.given, source)}
    return (*(step for step in first if id(step) in kept), last)


def _effort(chain: tuple[Step, ...]) -> tuple[int, int, int]:
    return _length(chain), max(step.level for step in chain), sum(step.size for step in chain)


def _length(chain: tuple[Step, ...]) -> int:
    return sum(not step.obvious for step in chain)


def grounds(
    walk: Explainer, steps: Iterable[Step], end: Iterable[Literal] = ()
) -> tuple[tuple[Literal, ...], tuple[Key, ...]]:
    """Return the known literals and the keys of clues and rules that some steps rest on.

    `end` are further literals that are used. An obvious step about many clues counts only the
    needed ones.
    """
    steps = list(steps)
    used = {*end, *(literal for step in steps for literal in step.given)}
    because: dict[Key, None] = {}
    for step in steps:
        because.update(
            dict.fromkeys(_needed_keys(walk, step, used) if step.obvious else step.because)
        )
    known = used - {literal for step in steps for literal in step.literals}
    return tuple(sorted(known & walk.known, key=abs)), tuple(because)


def _needed_keys(walk: Explainer, step: Step, used: Collection[Literal]) -> Iterable[Key]:
    """Return the rules and the clues in the cells of the used literals, if they suffice."""
    literals = tuple(n for n in step.literals if n in used or -n in used)
    literals = literals or step.literals  # it is the last step of the argument
    cells = set(walk.vocabulary.cells_of(literals))
    keys = tuple(key for key in step.because if not key[1] or not cells.isdisjoint(key[1]))
    fewer = Deduction(literals, step.given, keys, NOTHING)
    return keys if walk.what_if.proves(fewer) else step.because
