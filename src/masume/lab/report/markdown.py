"""Format a report as Markdown; its plots are files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from masume.errors import sanitise
from masume.lab.report.blocks import (
    Block,
    Figure,
    Heading,
    Items,
    Note,
    Table,
    Text,
    Value,
    Verbatim,
    lines,
)

_SIGNS = re.compile(r"[\\`*\[\]|~$#]|(?<![^\W_])_|_(?![^\W_])")
_FIRST = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=])(?=[\s=-]|$)")


def markdown(blocks: Sequence[Block], title: str, folder: str) -> str:
    """Return the text, which shows plots from a folder of this name."""
    parts = [f"# {_escape(title)}", *(part for block in blocks for part in _block(block, folder))]
    return "\n\n".join(parts) + "\n"


def _block(block: Block, folder: str) -> Iterator[str]:
    """Yield the paragraphs of a block."""
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {_escape(text)}"
        case Text(text):
            yield _escape(text)
        case Note(text, loud):
            yield f"> **{'Fault' if loud else 'Note'}:** {_escape(text)}"
        case Items(texts):
            yield "\n".join(f"- {_escape(text)}" for text in texts)
        case Table():
            yield _table(block)
        case Figure(name, title, _, caption):
            yield f"![{_escape(title)}](<{folder}/{name}.svg>)"
            yield f"*{_escape(caption)}*"
        case Verbatim(text):
            yield _fence(text)


def _table(table: Table) -> str:
    head = f"| {' | '.join(_escape(name) for name in table.head)} |"
    rule = "|".join("--:" if name in table.numbers else "---" for name in table.head)
    rows = (
        f"| {' | '.join(_escape(c.line if isinstance(c, Value) else c) for c in row)} |"
        for row in table.rows
    )
    return "\n".join([head, f"|{rule}|", *rows])


def _fence(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *lines(text.rstrip("\n")), fence])


def _escape(text: str) -> str:
    """Escape text for Markdown.

    >>> _escape("astar + black_needed, <b>*no*</b> _|_")
    'astar + black_needed, &lt;b&gt;\\\\*no\\\\*&lt;/b&gt; \\\\_\\\\|\\\\_'
    >>> _escape("3. not a list"), _escape("- nor this"), _escape("0.5 is a number")
    ('3\\\\. not a list', '\\\\- nor this', '0.5 is a number')
    """
    plain = sanitise(" ".join(text.split("\n")))
    plain = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    marked = _SIGNS.sub(r"\\\g<0>", plain)
    return _FIRST.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", marked)
