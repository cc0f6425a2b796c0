"""Steps of a walk through a board, and the stages of their arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from masume.core.drawing.show import short_repr
from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import (
    Deduction,
    Key,
    Rule,
    Technique,
    Wall,
    join_sentences,
)
from masume.core.puzzle.words import BoardWords, Phrase
from masume.logic.folded_text import folded_text

STEPS_PER_LEVEL = 4  # steps of a level that take as long as one of the next level


@dataclass(frozen=True)
class Stage:
    """A sentence of an argument, and what is supposed or concluded before it."""

    says: Phrase
    words: BoardWords = field(compare=False, repr=False)
    noted: tuple[Literal, ...] = ()  # supposed or concluded by earlier sentences
    literals: tuple[Literal, ...] = ()  # supposed or concluded by this sentence
    given: tuple[Literal, ...] = ()
    because: tuple[Key, ...] = ()
    part: tuple[Cell, ...] = ()
    walls: tuple[Wall, ...] = ()
    broken: tuple[Cell, ...] = ()  # where a rule is broken
    number: int = 0  # by which later sentences refer to it; 0: none

    @property
    def text(self) -> str:
        """The sentence, with its number if it has one, and then without numbers of its own."""
        text = self.words.text(self.says)
        if not self.number:
            return text
        return f"({self.number}) {re.sub(r'(?<=, )[(][0-9]+[)] ', '', text)}"

    def __repr__(self) -> str:
        return short_repr(self, self.text)


@dataclass(frozen=True)
class Step:
    """A step of a walk: the new literals, the technique, and the proof."""

    technique: str
    title: str
    level: int  # an index of LEVELS
    literals: tuple[Literal, ...]  # the new ones
    given: tuple[Literal, ...]
    because: tuple[Key, ...]
    says: Phrase  # the explanation as data, unless it is in `stages` or in `folded`
    obvious: bool = False  # not worth explaining
    part: tuple[Cell, ...] = ()  # the part that would be cut off, for the picture
    folded: tuple[Step, ...] = ()  # the steps that are combined in this one, if any
    walls: tuple[Wall, ...] = ()
    chain: tuple[tuple[Literal, ...], ...] = ()  # the consequences of the opposite in turn
    stages: tuple[Stage, ...] = ()  # the sentences of its argument, if there are several
    words: BoardWords | None = field(default=None, compare=False, repr=False)  # of a phrase

    @classmethod
    def of(
        cls,
        technique: Technique | Rule,
        new: tuple[Literal, ...],
        deduction: Deduction,
        words: BoardWords,
    ) -> Step:
        """Create a step from a deduction, of whose literals only `new` were unknown."""
        name, title, level = technique.name, technique.title, technique.level
        why = deduction.proof
        grounds = why.given, why.because, why.says
        more = technique.obvious, why.part
        walls, chain = why.walls, why.chain
        return cls(name, title, level, new, *grounds, *more, walls=walls, chain=chain, words=words)

    def __repr__(self) -> str:
        return short_repr(self, self.technique, self.text if self.words else self.title)

    @cached_property
    def text(self) -> str:
        """The explanation in words."""
        if self.stages:
            return join_sentences([stage.text for stage in self.stages])
        assert self.words is not None
        if self.folded:
            return folded_text(self.folded, self.words)
        return self.words.text(self.says)

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The explanation as data, sentence by sentence."""
        if self.stages:
            return tuple(stage.says for stage in self.stages)
        return tuple(phrase for step in self.folded for phrase in step.phrases) or (self.says,)

    @property
    def single_steps(self) -> tuple[Step, ...]:
        """The steps that are combined in this one, each by one technique."""
        return self.folded or (self,)

    @property
    def cost(self) -> int:
        """The effort of following it: its sentences, each level four times the one below."""
        sentences = len(self.phrases) + max(0, len(self.chain) - 1)
        weight: int = STEPS_PER_LEVEL**self.level
        return sentences * weight

    @property
    def size(self) -> int:
        """The number of clues, rules and known literals that it rests on."""
        return len(self.given) + len(self.because)


def step_numbers(steps: Sequence[Step]) -> list[int]:
    """Return the number of each step in an argument; 0 if it is obvious or the only one."""
    listed_steps = [step for step in steps if not step.obvious]
    if len(listed_steps) < 2:
        return [0] * len(steps)
    place = {id(step): number for number, step in enumerate(listed_steps, start=1)}
    return [place.get(id(step), 0) for step in steps]


def argument_stages(steps: Sequence[Step]) -> list[Stage]:
    """Return the sentences of steps with their numbers; obvious ones only if all are obvious."""
    sentences: list[Stage] = []
    noted: list[Literal] = []
    all_obvious = all(step.obvious for step in steps)
    for number, step in zip(step_numbers(steps), steps, strict=True):
        if not step.obvious or (all_obvious and step is steps[-1]):
            assert step.words is not None
            proof = step.literals, step.given, step.because
            seen = step.part, step.walls
            before = tuple(noted)
            stage = Stage(step.says, step.words, before, *proof, *seen, number=number)
            sentences.append(stage)
        noted += step.literals
    return sentences
