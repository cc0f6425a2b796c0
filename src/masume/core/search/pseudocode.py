"""Pseudocode: an algorithm in a few lines, each tagged with the events that execute it.

It is declared with the algorithm, next to its code. A line ends with its events, such as `#take` or
`#seen`. Events and fates recorded during a search have the same names, so a film can highlight the
line that was executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent

from masume.core.search.journal import FATES

EVENTS = ("start", "take", "round", "solved", "exhausted", "stuck", *FATES)
"""All tags: start, take a node from the frontier, start a round, the outcomes; and the fates."""


@dataclass(frozen=True)
class CodeLine:
    """A line: its text, its indentation level, and the events that execute it."""

    text: str
    indent: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class Pseudocode:
    """The lines of an algorithm, and descriptions of its data structures by name."""

    lines: tuple[CodeLine, ...]
    structures: Mapping[str, str]

    def to_json(self) -> dict[str, object]:
        """Return the JSON form used by pages and films."""
        lines = [[line.text, line.indent, list(line.events)] for line in self.lines]
        return {"lines": lines, "structures": dict(self.structures)}


def pseudocode(text: str, structures: Mapping[str, str]) -> Pseudocode:
    """Parse pseudocode; raise ValueError for an unknown tag.

    >>> code = pseudocode("while frontier:\\n    node ← its first  #take", {"frontier": "a queue"})
    >>> code.lines[1]
    CodeLine(text='node ← its first', indent=1, events=('take',))
    """
    lines = []
    for line in dedent(text).strip().splitlines():
        code, _, tags = line.partition("  #")
        events = tuple(tags.split())
        if unknown := [event for event in events if event not in EVENTS]:
            raise ValueError(f"pseudocode: unknown event {unknown[0]}")
        lines.append(CodeLine(code.strip(), (len(code) - len(code.lstrip())) // 4, events))
    return Pseudocode(tuple(lines), dict(structures))
