"""Pseudocode: an algorithm in a few lines, each with what of a search it stands for.

It is declared with the algorithm, beside its code. A line ends with the events during which it is
executed, such as `#take` or `#seen`; what a search tells and writes into its journal has the same
names, so the line that is shown as executed is the one that was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent

from masume.core.search.journal import FATES

EVENTS = ("start", "take", "round", "solved", "exhausted", "stuck", *FATES)
"""All that can happen in a search: it begins, takes a node up, begins anew, ends; and the fates."""


@dataclass(frozen=True)
class CodeLine:
    """A line: its text, how deep it is indented, and when it is executed."""

    text: str
    indent: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class Pseudocode:
    """The lines, and the data structures that they speak of, by name."""

    lines: tuple[CodeLine, ...]
    structures: Mapping[str, str]

    def to_json(self) -> dict[str, object]:
        """For pages and films."""
        lines = [[line.text, line.indent, list(line.events)] for line in self.lines]
        return {"lines": lines, "structures": dict(self.structures)}


def pseudocode(text: str, structures: Mapping[str, str]) -> Pseudocode:
    """Read what is declared.

    >>> code = pseudocode("while frontier:\\n    node ← its first  #take", {"frontier": "a queue"})
    >>> code.lines[1]
    CodeLine(text='node ← its first', indent=1, events=('take',))
    """
    lines = []
    for line in dedent(text).strip().splitlines():
        code, _, tags = line.partition("  #")
        events = tuple(tags.split())
        if unknown := [event for event in events if event not in EVENTS]:
            raise ValueError(f"pseudocode: nothing in a search is called {unknown[0]}")
        lines.append(CodeLine(code.strip(), (len(code) - len(code.lstrip())) // 4, events))
    return Pseudocode(tuple(lines), dict(structures))
