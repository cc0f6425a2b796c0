"""Step: one step of the way through a board, as it was taken."""

from __future__ import annotations

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

    @classmethod
    def of(cls, technique: Technique, new: tuple[Literal, ...], found: Deduction) -> Step:
        """What a technique has seen, of which this much is new."""
        name, title, level = technique.name, technique.title, technique.level
        return cls(name, title, level, new, found.given, found.because, found.text)

    @property
    def size(self) -> int:
        """How much one has to keep in mind: clues, rules and known things."""
        return len(self.given) + len(self.because)
