"""Escape text for Markdown."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[\\`*\[\]|~$#]|(?<![^\W_])_|_(?![^\W_])")
_FIRST = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=])(?=[\s=-]|$)")


def escape(text: str) -> str:
    """Escape one line of text for Markdown.

    >>> escape("astar + black_needed, <b>*no*</b> _|_")
    'astar + black_needed, &lt;b&gt;\\\\*no\\\\*&lt;/b&gt; \\\\_\\\\|\\\\_'
    >>> escape("3. not a list"), escape("- nor this"), escape("0.5 is a number")
    ('3\\\\. not a list', '\\\\- nor this', '0.5 is a number')
    """
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    marked = _SIGNS.sub(r"\\\g<0>", plain)
    return _FIRST.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", marked)


def fence(text: str) -> str:
    """Return preformatted text between fences that are longer than any in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}text\n{text.rstrip()}\n{marks}"
