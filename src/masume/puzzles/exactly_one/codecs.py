"""How a maze is written as an id: `eom/cols/rows/` and a label for each cell.

A label of one character stands for itself, one of two behind a `-`, a longer one in parentheses;
`.` is a free cell, and so is a `0`.
"""

from __future__ import annotations

from masume.core.codec import AddressCode, Code, Given, Taken, Token, Values, either, runs
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.exactly_one.text import parse_label


def _labels() -> Token:
    def read(text: str, at: int) -> Taken:
        if text[at] == "-":
            label, end = text[at + 1 : at + 3], at + 3
            if len(label) < 2:
                return None
        elif text[at] == "(":
            end = text.find(")", at) + 1
            label = text[at + 1 : end - 1]
        else:
            label, end = text[at], at + 1
        return ([label], end) if end > at and _is_label(label) else None

    def write(values: Values, at: int) -> Given:
        label = values[at]
        if not isinstance(label, str):
            return None
        text = {1: label, 2: f"-{label}"}.get(len(label), f"({label})")
        return text, at + 1

    return Token(read, write)


def _is_label(text: str) -> bool:
    try:
        return parse_label(text) is not None
    except ValueError:
        return False


_CELLS = either(runs(".", None), _labels(), runs("0", None))

CODECS: dict[str, Code[ExactlyOne, Trail]] = {"puzz.link": AddressCode(("eom",), _CELLS, bare=True)}
