"""docs/techniques.md: every technique with a board on which it is used, before and after.

    python tools/techniques.py

A test holds the page against the techniques, so that it is written anew when one of them changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import masume
from masume.core.plugins.registry import built_in_kinds
from masume.core.puzzle.kind import Kind
from masume.draw.text import PLAIN, fitted
from masume.logic.examples import Example, examples

PAGE = Path(__file__).parents[1] / "docs" / "techniques.md"
HEAD = """# Techniques

How masume solves as a person does: the techniques of each puzzle, easiest first, each with a board
on which it is used, as it is before the step and after. `masume explain BOARD` tells which ones a
board takes, `masume hint` gives the next one, and `masume generate KIND --needs TECHNIQUE` makes
boards that need it. What the levels mean is in [difficulty.md](difficulty.md). This page is written
by `python tools/techniques.py`.
"""


def page(kinds: Iterable[Kind]) -> str:
    """The whole page."""
    lines = [HEAD]
    for kind in kinds:
        if kind.logic is not None:
            lines += ["", f"## {kind.title}", ""]
            lines += [line for one in examples(kind) for line in section(one)]
    return "\n".join(lines).rstrip() + "\n"


def section(example: Example) -> Iterator[str]:
    """A technique: what it is, its board before and after, and what is told of it."""
    technique, shown = example.technique, example.picture
    before, after = (_picture(example.puzzle, one) for one in (shown.before, shown.after))
    yield from (f"### {technique.name}", "", f"*{example.level}*: {technique.title}.", "")
    yield "```text"
    width = max(map(len, before))
    middle = len(before) // 2
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        yield f"{one:{width}}  {'→' if number == middle else ' '}  {other}".rstrip()
    yield from ("```", "", shown.text.replace("\n", "  \n"), "")


def _picture(puzzle: Any, position: Any) -> list[str]:
    return fitted(masume.kind_of(puzzle).picture(puzzle, position), PLAIN)


if __name__ == "__main__":
    PAGE.write_text(page(built_in_kinds().values()))
