"""Rules about phrases: each checks the claims of a template, whose slots it gets as arguments.

    @SENTENCES.rule("equals")
    def _equals(view: View, clue: str, at: Cell, others: list[Cell]) -> None: ...

The annotation of an argument says how the value of its slot is read. A slot without an argument is
a fault: everything that is said must be checked.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

Cell = tuple[int, int]  # row and column, from 1


class Fault(Exception):
    """A fault in an explanation."""


def need(holds: object, fault: str) -> None:
    """Raise Fault unless a claim holds."""
    if not holds:
        raise Fault(fault)


def name(at: Cell) -> str:
    return f"r{at[0]}c{at[1]}"


def bits(value: int) -> set[int]:
    """Return the numbers that a mask stands for."""
    return {number for number in range(value.bit_length()) if value >> number & 1}


READERS: dict[str, Callable[[Any, Any], Any]] = {
    "Cell": lambda view, value: view.cell_at(value),
    "list[Cell]": lambda view, value: [view.cell_at(cell) for cell in value],
    "str": lambda view, value: getattr(value, "value", None) or str(value),
    "int": lambda view, value: int(value),
    "set[int]": lambda view, value: bits(value),
    "list[tuple[str, set[int]]]": lambda view, value: [
        (view.side(side), bits(lengths)) for side, lengths in value
    ],
    "list[tuple[int, Cell]]": lambda view, value: [(n, view.cell_at(cell)) for n, cell in value],
    "Side": lambda view, value: view.side(value),
    "Phrase": lambda view, value: value,
    "list[Phrase]": lambda view, value: list(value),
    "list[Any]": lambda view, value: list(value),
    "Any": lambda view, value: value,
}


class Grammar:
    """The rules for the templates of one puzzle."""

    def __init__(self, *others: Grammar) -> None:
        self.rules: dict[str, Callable[..., None]] = {}
        for other in others:
            self.rules |= other.rules

    def rule(self, *templates: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register a function that checks the claims of phrases with these templates."""

        def declare(claims: Callable[..., None]) -> Callable[..., None]:
            self.rules |= dict.fromkeys(templates, claims)
            return claims

        return declare

    def reads(self, phrase: Any) -> bool:
        """Return whether there is a rule about the phrase's template."""
        return phrase.template in self.rules

    def check(self, view: Any, phrase: Any) -> Any:
        """Check the claims of a phrase against the view; return what its rule returns."""
        need(self.reads(phrase), f"no rule about {phrase.template!r}")
        claims = self.rules[phrase.template]
        parameters = inspect.signature(claims).parameters
        arguments = {}
        for slot, value in phrase.slots.items():
            need(slot in parameters, f"{phrase.template!r}: nobody checks {slot!r}")
            arguments[slot] = READERS[parameters[slot].annotation.partition(" | ")[0]](view, value)
        if "template" in parameters:
            arguments["template"] = phrase.template
        return claims(view, **arguments)
