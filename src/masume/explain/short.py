"""The shortest argument for something: as few named steps as lead to it from what is known.

Every technique looks at the board as it stands. If none of them sees what is wanted, the board is
looked at again with all that the easier ones have seen, and so on for a few rounds; of the steps
that were seen on the way only those are kept that the last one rests on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from masume.core.model import Literal
from masume.core.technique import LEVELS, Technique
from masume.explain.explainer import Explainer, Step

_ROUNDS = 5
_MOST_STEPS = 5  # more at once nobody follows
_MEDIUM = LEVELS.index("medium")


def shortest(walk: Explainer, wanted: Collection[Literal]) -> tuple[Step, ...]:
    """The steps to one of the wanted literals, in their order; none if nothing short shows it.

    The walk learns what it sees on the way.
    """
    seen: dict[Literal, Step] = {}  # what became known by which step
    for number in range(_ROUNDS):
        steps: list[Step] = []
        for level in range(len(LEVELS)) if number == 0 else (_MEDIUM,):
            new = list(_looked(walk, level, up_to=number > 0))
            steps += new
            found = [
                _chain(step, seen) for step in new if not set(step.literals).isdisjoint(wanted)
            ]
            short = [chain for chain in found if len(chain) <= _MOST_STEPS]
            if short:
                return min(short, key=_effort)
        fresh = [step for step in steps if step.level <= _MEDIUM]
        for step in fresh:
            for literal in step.literals:
                seen.setdefault(literal, step)
        if not fresh:
            break
        walk.learn(literal for step in fresh for literal in step.literals)
    return ()


def _looked(walk: Explainer, level: int, *, up_to: bool) -> Iterator[Step]:
    """What the techniques of a level see, or of all levels up to it; nothing is learned."""
    for technique in walk.techniques:
        if technique.level == level or (up_to and technique.level < level):
            yield from _seen_by(walk, technique)


def _seen_by(walk: Explainer, technique: Technique) -> Iterator[Step]:
    for deduction in technique.find(walk.notes):
        walk.watch.check()
        new = tuple(one for one in deduction.literals if one not in walk.known)
        if new:
            yield Step.of(technique, new, deduction)


def _chain(last: Step, seen: dict[Literal, Step]) -> tuple[Step, ...]:
    """A step and those before it that it rests on, in the order in which they were seen."""
    needed, left = [last], [last]
    while left:
        for literal in left.pop().given:
            step = seen.get(literal)
            if step is not None and step not in needed:
                needed.append(step)
                left.append(step)
    order = list(dict.fromkeys(seen.values()))
    return (*(step for step in order if step in needed), last)


def _effort(chain: tuple[Step, ...]) -> tuple[int, int, int]:
    return len(chain), max(step.level for step in chain), sum(step.size for step in chain)
