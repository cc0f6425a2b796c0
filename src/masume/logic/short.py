"""The shortest argument for something: as few named steps as lead to it from what is known.

Every technique looks at the board as it stands. If none of them sees what is wanted, the board is
looked at again with all that the easier ones have seen, and so on for a few rounds; of the steps
that were seen on the way only those are kept that the last one rests on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from masume.core.model.model import Literal
from masume.core.puzzle.technique import LEVELS, Deduction, Key, Technique
from masume.logic.step import Step

if TYPE_CHECKING:
    from masume.logic.explainer import Explainer

_ROUNDS = 5
_MOST_STEPS = 5  # more at once nobody follows
_RETOLD = 3  # of the ways that are seen, those that are put into the words of the board
_LOOKED_AHEAD = 150  # things not yet known: where they are more, looking ahead takes too long
EASIER = range(LEVELS.index("medium") + 1)  # levels whose steps are made on the way to others
PLAIN = range(LEVELS.index("expert"))  # levels whose steps take no look ahead


def shortest(walk: Explainer, wanted: Collection[Literal]) -> tuple[Step, ...]:
    """The steps to one of the wanted literals, in their order; none if nothing short shows it."""
    return next(iter(arguments(walk, wanted)), ())


def arguments(walk: Explainer, wanted: Collection[Literal]) -> list[tuple[Step, ...]]:
    """The short ways to one of the wanted literals, the shortest first.

    What takes a look ahead comes last: a few plain steps are easier to follow.
    """
    board = walk  # nothing is learned before the second round
    seen: dict[Literal, Step] = {}  # what became known by which step
    for number in range(_ROUNDS):
        steps: list[Step] = []
        for levels in [[level] for level in PLAIN] if number == 0 else [EASIER]:
            learned = any(level in EASIER for level in levels)
            new = list(looked(board, levels, () if learned else wanted))
            steps += new
            short = _short(new, wanted, seen)
            if short:
                return _retold(walk, short, wanted)
        fresh = [step for step in steps if step.level in EASIER]
        for step in fresh:
            for literal in step.literals:
                seen.setdefault(literal, step)
        if not fresh:
            break
        board = board.branch(*(literal for step in fresh for literal in step.literals))
    if len(walk.goal - walk.known) > _LOOKED_AHEAD:
        return []
    return _retold(walk, _short(looked(walk, [max(PLAIN) + 1], wanted), wanted, {}), wanted)


def _short(
    steps: Iterable[Step], wanted: Collection[Literal], seen: dict[Literal, Step]
) -> list[tuple[Step, ...]]:
    """Those of the steps that conclude what is wanted, with what they rest on, if it is short."""
    ways = [
        (*before(step.given, seen), step)
        for step in steps
        if not set(step.literals).isdisjoint(wanted)
    ]
    return sorted((way for way in ways if _length(way) <= _MOST_STEPS), key=_effort)


def _retold(
    walk: Explainer, ways: list[tuple[Step, ...]], wanted: Collection[Literal]
) -> list[tuple[Step, ...]]:
    """Some of the ways in the words of the board, the shortest first."""
    again = filter(None, (retold(walk, way, wanted) for way in ways[:_RETOLD]))
    return sorted((_pruned(steps) for steps, _ in again), key=_effort)


def looked(
    walk: Explainer, levels: Collection[int], wanted: Collection[Literal] = ()
) -> Iterator[Step]:
    """What the techniques of some levels see on the board as it stands; nothing is learned.

    If something is wanted, what concludes nothing of it may be left out.
    """
    for technique in walk.techniques:
        if technique.level in levels and not technique.silent:
            yield from _seen_by(walk, technique, wanted)


def _seen_by(
    walk: Explainer, technique: Technique, wanted: Collection[Literal] = ()
) -> Iterator[Step]:
    deductions: Iterable[Deduction] = technique.find(walk.notes)
    if wanted:
        walk.notes.wanted = wanted
        try:
            deductions = list(deductions)
        finally:
            walk.notes.wanted = ()
    for deduction in deductions:
        walk.deadline.check()
        new = tuple(one for one in deduction.literals if one not in walk.known)
        if new:
            yield Step.of(technique, new, deduction)


def before(literals: Iterable[Literal], seen: dict[Literal, Step]) -> list[Step]:
    """The steps that some literals rest on, in the order in which they were seen."""
    needed: set[int] = set()
    left = list(literals)
    while left:
        step = seen.get(left.pop())
        if step is not None and id(step) not in needed:
            needed.add(id(step))
            left += step.given
    steps = {id(step): step for step in seen.values()}
    return [step for key, step in steps.items() if key in needed]


def retold(
    walk: Explainer, steps: Sequence[Step], wanted: Collection[Literal], *supposed: Literal
) -> tuple[tuple[Step, ...], Explainer] | None:
    """The steps to what is wanted, each in the words of the board by then; and that board.

    They were seen in rounds, so those of one round know nothing of each other. None if one of them
    is not seen any more.
    """
    board = walk.branch(*supposed)
    by_name = {one.name: one for one in walk.techniques}
    used = {*wanted, *(one for step in steps for one in step.given)}
    argument = obvious_steps(board)
    board.learn(one for step in argument for one in step.literals)
    concluded = {one for step in argument for one in step.literals}
    for step in steps:
        needed = used.intersection(step.literals) - concluded
        if not needed:
            continue
        seen = _seen_by(board, by_name[step.technique], needed)
        again = next((one for one in seen if needed.issubset(one.literals)), None)
        if again is None:
            return None
        argument.append(again)
        concluded.update(again.literals)
        board.learn(_without(walk, again.literals, wanted))
    # What is obvious was told first, and may be what is wanted itself: it rests on nothing.
    places = [n for n, step in enumerate(argument) if not set(step.literals).isdisjoint(wanted)]
    if places:
        argument.append(argument.pop(places[-1]))
    return tuple(argument), board


def _without(
    walk: Explainer, literals: Sequence[Literal], wanted: Collection[Literal]
) -> list[Literal]:
    """Literals but for those whose opposite is wanted, and what these say by the way.

    The last step concludes that opposite, and is seen only where it is not yet known.
    """
    also = walk.vocabulary.also
    against = {other for one in literals if -one in wanted for other in (one, *also(one))}
    return [one for one in literals if one not in against]


def obvious_steps(board: Explainer) -> list[Step]:
    """What nobody needs told of a bare board, and is on it in everybody's mind."""
    return [
        step
        for technique in board.techniques
        if technique.obvious
        for step in _seen_by(board, technique)
        if not step.given
    ]


def _pruned(chain: tuple[Step, ...]) -> tuple[Step, ...]:
    """Only the steps that the last one rests on, as it is told now."""
    *first, last = chain
    seen = {literal: step for step in reversed(first) for literal in step.literals}
    kept = {id(step) for step in before(last.given, seen)}
    return (*(step for step in first if id(step) in kept), last)


def _effort(chain: tuple[Step, ...]) -> tuple[int, int, int]:
    return _length(chain), max(step.level for step in chain), sum(step.size for step in chain)


def _length(chain: tuple[Step, ...]) -> int:
    return sum(not step.obvious for step in chain)


def grounds(
    walk: Explainer, steps: Iterable[Step], end: Iterable[Literal] = ()
) -> tuple[tuple[Literal, ...], tuple[Key, ...]]:
    """What was known, and the clues and rules, that some steps rest on, with what comes of them.

    Of a step that says something obvious of many clues only those count that are needed.
    """
    steps = list(steps)
    used = {*end, *(one for step in steps for one in step.given)}
    because: dict[Key, None] = {}
    for step in steps:
        because.update(dict.fromkeys(_needed(walk, step, used) if step.obvious else step.because))
    known = used - {one for step in steps for one in step.literals}
    return tuple(sorted(known & walk.known, key=abs)), tuple(because)


def _needed(walk: Explainer, step: Step, used: Collection[Literal]) -> Iterable[Key]:
    """The rules, and the clues in the cells of what is used, if they suffice."""
    literals = tuple(one for one in step.literals if one in used or -one in used)
    literals = literals or step.literals  # what it concludes is the end of the argument
    cells = set(walk.vocabulary.cells_of(literals))
    keys = tuple(key for key in step.because if not key[1] or not cells.isdisjoint(key[1]))
    fewer = Deduction(literals, step.given, keys, "")
    return keys if walk.what_if.proves(fewer) else step.because
