"""Step: one step of the way through a board, as it was taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Brief, Deduction, Key, Technique, Wall, paragraph


@dataclass(frozen=True)
class Stage:
    """A sentence of an argument, on a board on which all that was said before it is noted."""

    text: str
    noted: tuple[Literal, ...] = ()  # supposed or concluded before, and not known without that
    literals: tuple[Literal, ...] = ()  # what it supposes or concludes
    given: tuple[Literal, ...] = ()
    because: tuple[Key, ...] = ()
    part: tuple[Cell, ...] = ()
    walls: tuple[Wall, ...] = ()
    broken: tuple[Cell, ...] = ()  # where a rule breaks
    number: int = 0  # by which the text names it, if it has one


@dataclass(frozen=True)
class Step:
    """A step that was taken: what became known, by which technique, and why."""

    technique: str
    title: str
    level: int  # an index of LEVELS
    literals: tuple[Literal, ...]  # what was not known before
    given: tuple[Literal, ...]
    because: tuple[Key, ...]
    text: str
    obvious: bool = False  # nobody needs it told
    part: tuple[Cell, ...] = ()  # what would be cut off, if that is better seen than told
    briefly: Brief | None = None  # the same in a few words, after the step that it rests on
    folded: tuple[Step, ...] = ()  # the steps that are told as this one, if they are several
    walls: tuple[Wall, ...] = ()
    chain: tuple[tuple[Literal, ...], ...] = ()  # what would follow in turn from the opposite
    stages: tuple[Stage, ...] = ()  # the sentences of its argument, if they are several

    @classmethod
    def of(cls, technique: Technique, new: tuple[Literal, ...], deduction: Deduction) -> Step:
        """What a technique has seen, of which this much is new."""
        name, title, level = technique.name, technique.title, technique.level
        why = deduction.proof
        grounds = why.given, why.because, why.text
        more = technique.obvious, why.part, why.briefly
        return cls(name, title, level, new, *grounds, *more, walls=why.walls, chain=why.chain)

    @property
    def singly(self) -> tuple[Step, ...]:
        """The steps one by one, by one technique each."""
        return self.folded or (self,)

    @property
    def size(self) -> int:
        """How much one has to keep in mind: clues, rules and known things."""
        return len(self.given) + len(self.because)


def numbers(steps: Sequence[Step]) -> list[int]:
    """The number of each step in an argument; 0 for what is obvious, or where only one is told."""
    counted = [step for step in steps if not step.obvious]
    if len(counted) < 2:
        return [0] * len(steps)
    place = {id(step): number for number, step in enumerate(counted, start=1)}
    return [place.get(id(step), 0) for step in steps]


def stages(steps: Sequence[Step]) -> list[Stage]:
    """The sentences of some steps with their numbers; what is obvious only if all of it is."""
    sentences: list[Stage] = []
    noted: list[Literal] = []
    all_obvious = all(step.obvious for step in steps)
    for number, step in zip(numbers(steps), steps, strict=True):
        if not step.obvious or (all_obvious and step is steps[-1]):
            text = f"({number}) {step.text}" if number else step.text
            proof = step.literals, step.given, step.because
            seen = step.part, step.walls
            sentences.append(Stage(text, tuple(noted), *proof, *seen, number=number))
        noted += step.literals
    return sentences


def as_text(argument: Sequence[Stage]) -> str:
    """The sentences of an argument as one text."""
    return paragraph([stage.text for stage in argument])
