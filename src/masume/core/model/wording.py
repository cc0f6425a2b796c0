"""Turn statements into English; no other module does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from masume.core.model.model import Literal, Vocabulary
from masume.core.model.statement import Between, CellIs, Statement
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import is_or_are, join_words
from masume.core.puzzle.words import sentence as sentence

_Name: TypeAlias = Callable[[Cell], str]


def literal_sentence(vocabulary: Vocabulary, literal: Literal) -> str:
    """Return the meaning of a shown literal as a sentence."""
    return sentences([vocabulary.statement(literal)], vocabulary.grid.name)[0]


def denial(statement: Statement, name: _Name) -> str:
    """Return the sentence that a statement cannot be true."""
    if isinstance(statement, CellIs):
        return (
            f"{name(statement.cell)} {'cannot' if statement.holds else 'must'} be {statement.what}"
        )
    if isinstance(statement, Between):
        where = f"from {name(statement.a)} to {name(statement.b)}"
        if statement.at_least:
            number = (
                f"a {statement.thing}"
                if statement.number == 1
                else f"{statement.number} {statement.thing}s"
            )
            return f"there cannot be {number} {where}"
        number = (
            f"a {statement.thing}"
            if statement.number == 0
            else f"more than {statement.number} {statement.thing}{'s' * (statement.number > 1)}"
        )
        return f"there must be {number} {where}"
    verb, ends = (
        "cannot" if statement.holds else "must",
        f"{name(statement.a)} and {name(statement.b)}",
    )
    return f"{statement.line} {verb} join {ends}"


def label(statement: Statement, name: _Name) -> str:
    """Return a short form of a statement, for use next to the name of its first cell."""
    return statement.words if isinstance(statement, CellIs) else sentences([statement], name)[0]


def sentences(statements: Iterable[Statement], name: _Name, most: int = 100) -> list[str]:
    """Return statements as sentences; things with the same property share a sentence.

    A sentence lists up to `most` things and counts the others.

    >>> from masume.core.puzzle.grid import grid
    >>> sentences([CellIs(0, "black"), CellIs(2, "black")], grid(1, 3).name)
    ['r1c1 and r1c3 are black']
    >>> sentences([Between(0, 2, "bridge", 2, at_least=True)], grid(1, 3).name)
    ['there are at least 2 bridges from r1c1 to r1c3']
    """
    about: dict[tuple[str, str], list[str]] = {}  # things by the wording of their sentence
    for statement in statements:
        if isinstance(statement, CellIs):
            about.setdefault(("are", statement.words), []).append(name(statement.cell))
        elif isinstance(statement, Between):
            verb, several = _number(statement)
            where = f"from {name(statement.a)} to {name(statement.b)}"
            about.setdefault(("there", verb), []).append(f"{several} {where}")
        else:
            does = "joins" if statement.holds else "does not join"
            about[f"{statement.line} {does} {name(statement.a)} and {name(statement.b)}", ""] = []
    texts: list[str] = []
    for (begins, rest), things in about.items():
        if len(things) > most + 1:
            things = [*things[:most], f"{len(things) - most} more"]
        if begins == "are":
            texts.append(is_or_are(things, rest))
        else:
            texts.append(f"there {rest} {join_words(things)}" if things else begins)
    return texts


def _number(statement: Between) -> tuple[str, str]:
    """Return the verb and the number of things, such as ("are", "at most 2 bridges")."""
    several = f"{statement.number} {statement.thing}s"
    if statement.at_least:
        return (
            ("are", f"at least {several}")
            if statement.number > 1
            else ("is", f"a {statement.thing}")
        )
    if statement.number > 1:
        return "are", f"at most {several}"
    return "is", f"at most 1 {statement.thing}" if statement.number else f"no {statement.thing}"
