"""Step: one step of the way through a board, as it was taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from masume.core.model import Literal
from masume.core.technique import Deduction, Key, Technique


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

    @classmethod
    def of(cls, technique: Technique, new: tuple[Literal, ...], found: Deduction) -> Step:
        """What a technique has seen, of which this much is new."""
        name, title, level = technique.name, technique.title, technique.level
        grounds = found.given, found.because, found.text
        return cls(name, title, level, new, *grounds, technique.obvious)

    @property
    def size(self) -> int:
        """How much one has to keep in mind: clues, rules and known things."""
        return len(self.given) + len(self.because)


def paragraph(lines: Iterable[str]) -> str:
    """Sentences one after the other; each on a line of its own where steps are numbered."""
    told = [line for line in lines if line]
    return ("\n" if any(line.startswith("(") for line in told) else " ").join(told)


def numbered(steps: Sequence[Step]) -> list[str]:
    """The words of each step, with numbers if there are several; none for what is obvious."""
    told = [step for step in steps if not step.obvious] or steps[-1:]
    if len(told) < 2:
        return [step.text if step in told else "" for step in steps]
    numbers = {id(step): number for number, step in enumerate(told, start=1)}
    return [f"({numbers[id(step)]}) {step.text}" if id(step) in numbers else "" for step in steps]
