"""Templates of sentences: literal words, and parts that are read as cells, numbers or colours.

    "The {clue:clue} at {at:cell} sees {n:number} cells?\\."

Outside of its parts a template is a regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

Cell = tuple[int, int]  # row and column, from 1

CELL = r"r\d+c\d+"
CELLS = rf"{CELL}(?:, {CELL})*(?: and {CELL})?"
OPTIONS = CELLS.replace("and", "or")
CHAIN = rf"{CELL}(?:–{CELL})*"


class Fault(Exception):
    """What is wrong with a sentence."""


def need(holds: object, what: str) -> None:
    """A claim of the sentence, which must be true."""
    if not holds:
        raise Fault(what)


def cell(text: str) -> Cell:
    row, col = text[1:].split("c")
    return int(row), int(col)


def cells(text: str) -> list[Cell]:
    """All cells that a text names, in order."""
    return [cell(one) for one in re.findall(CELL, text)]


def name(at: Cell) -> str:
    return f"r{at[0]}c{at[1]}"


def numbers(text: str) -> set[int]:
    """Numbers in words: "0, 2 or 4 to 6"."""
    found: set[int] = set()
    for part in re.split(r", | or ", text):
        low, _, high = part.partition(" to ")
        found.update(range(int(low), int(high or low) + 1))
    return found


COUNTS = r"\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*(?: or \d+(?: to \d+)?)?"
PARTS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "cell": (CELL, cell),
    "cells": (CELLS, cells),
    "chain": (CHAIN, cells),
    "options": (OPTIONS, cells),
    "number": (r"\d+", int),
    "numbers": (COUNTS, numbers),
    "clue": (r"\d+|\?", str),
    "text": (r".+?", str),
    "colour": ("black|white", str),
    "cut": (
        rf"{CELL} would be locked in|it would cut the board in two|"
        rf"the ring {CHAIN} would lock in white cells|"
        rf"the wall {CHAIN} would run from border to border",
        str,
    ),
}


@lru_cache
def pattern(template: str) -> re.Pattern[str]:
    """A template as a regular expression with a named group for each part."""
    return re.compile(
        re.sub(r"\{(\w+):(\w+)\}", lambda m: f"(?P<{m[1]}>{PARTS[m[2]][0]})", template)
    )


def read(template: str, text: str) -> dict[str, Any] | None:
    """The parts of a text that goes exactly like the template."""
    found = pattern(template).fullmatch(text)
    if found is None:
        return None
    kinds = dict(re.findall(r"\{(\w+):(\w+)\}", template))
    return found.groupdict() | {
        part: None if found[part] is None else PARTS[kind][1](found[part])
        for part, kind in kinds.items()
    }


@dataclass
class Grammar:
    """Sentences of one puzzle, each with what must be true if it is said."""

    rules: list[tuple[str, Callable[..., None]]] = field(default_factory=list)

    def rule(self, template: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Declare what a sentence of this form claims."""

        def declare(claims: Callable[..., None]) -> Callable[..., None]:
            self.rules.append((template, claims))
            return claims

        return declare

    def reads(self, text: str) -> bool:
        """Whether there is a rule for it."""
        return any(pattern(template).fullmatch(text) for template, _ in self.rules)

    def check(self, view: Any, text: str) -> bool:
        """Whether a rule reads the text; then its claims are compared with the view."""
        for template, claims in self.rules:
            parts = read(template, text)
            if parts is not None:
                view.name(cells(text))
                claims(view, **parts)
                return True
        return False
