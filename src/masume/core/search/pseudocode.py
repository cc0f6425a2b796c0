"""Pseudocode: an algorithm in a few lines, each tagged with the events that execute it.

It is declared with the algorithm, next to its code. A line ends with its events, such as `#take` or
`#seen`. Events and fates recorded during a search have the same names, so a film can highlight the
line that was executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent
from typing import NamedTuple

from masume.core.search.journal import FATES

EVENTS = ("start", "take", "round", "solved", "exhausted", "stuck", *FATES)
"""All tags: start, take a node from the frontier, start a round, the outcomes; and the fates."""


class Picks(NamedTuple):
    """How an algorithm picks the next node: the words with which a film narrates its steps.

    `{name}` stands for the value of an option.
    """

    rule: str  # completes "Expanding #7: f = 5, …"; of a local search "Step 7: h = 5, …"
    order: str = ""  # one of ORDERS; empty if the values of a node do not decide
    ties: str = ""  # which of several nodes of equal priority comes first
    priority: str = "f"  # the name of the priority


ORDERS = ("priority", "queue", "stack", "layers", "local")
"""Least priority first; first in, first out; last in, first out; layers by h; one state."""


@dataclass(frozen=True)
class CodeLine:
    """A line: its text, its indentation level, and the events that execute it."""

    text: str
    indent: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class Pseudocode:
    """The lines of an algorithm, descriptions of its data structures, and how it picks nodes."""

    lines: tuple[CodeLine, ...]
    structures: Mapping[str, str]
    picks: Picks

    def to_json(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return the JSON form used by pages and films, for a search with these options."""
        lines = [[line.text, line.indent, list(line.events)] for line in self.lines]
        picks = {name: text.format_map(options) for name, text in self.picks._asdict().items()}
        return {"lines": lines, "structures": dict(self.structures), "picks": picks}


def pseudocode(text: str, structures: Mapping[str, str], picks: Picks) -> Pseudocode:
    """Parse pseudocode; raise ValueError for an unknown tag.

    >>> picks = Picks("first in, first out", "queue")
    >>> code = pseudocode("while frontier:\\n    node ← its first  #take", {}, picks)
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
    return Pseudocode(tuple(lines), dict(structures), picks)
