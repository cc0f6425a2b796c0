"""Sentence templates: literal words with parts that are parsed as cells, numbers or colours.

    "The {clue:clue} at {at:cell} sees {n:number} cells?\\."

Outside its parts a template is a regular expression.
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
    """A fault in a sentence."""


def need(holds: object, fault: str) -> None:
    """Raise Fault unless a claim of the sentence holds."""
    if not holds:
        raise Fault(fault)


def cell(text: str) -> Cell:
    row, col = text[1:].split("c")
    return int(row), int(col)


def cells(text: str) -> list[Cell]:
    """Return all cells that a text names, in order."""
    return [cell(match) for match in re.findall(CELL, text)]


def name(at: Cell) -> str:
    return f"r{at[0]}c{at[1]}"


def numbers(text: str) -> set[int]:
    """Parse a set of numbers such as "0, 2 or 4 to 6"."""
    result: set[int] = set()
    for part in re.split(r", | or ", text):
        low, _, high = part.partition(" to ")
        result.update(range(int(low), int(high or low) + 1))
    return result


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
    """Return a template as a regular expression with a named group for each part."""
    return re.compile(
        re.sub(r"\{(\w+):(\w+)\}", lambda m: f"(?P<{m[1]}>{PARTS[m[2]][0]})", template)
    )


def read(template: str, text: str) -> dict[str, Any] | None:
    """Return the parsed parts of a text that matches a template; None if it does not match."""
    match = pattern(template).fullmatch(text)
    if match is None:
        return None
    kinds = dict(re.findall(r"\{(\w+):(\w+)\}", template))
    return match.groupdict() | {
        part: None if match[part] is None else PARTS[kind][1](match[part])
        for part, kind in kinds.items()
    }


@dataclass
class Grammar:
    """The sentence templates of one puzzle, each with a function that checks its claims."""

    rules: list[tuple[str, Callable[..., None]]] = field(default_factory=list)

    def rule(self, template: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register a function that checks the claims of sentences of this form."""

        def declare(claims: Callable[..., None]) -> Callable[..., None]:
            self.rules.append((template, claims))
            return claims

        return declare

    def reads(self, text: str) -> bool:
        """Return whether a rule matches the text."""
        return any(pattern(template).fullmatch(text) for template, _ in self.rules)

    def check(self, view: Any, text: str) -> bool:
        """Check the claims of a text against the view; return whether a rule matches it."""
        for template, claims in self.rules:
            parts = read(template, text)
            if parts is not None:
                view.mention(cells(text))
                claims(view, **parts)
                return True
        return False
