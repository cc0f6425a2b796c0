"""Turn statements into English; no other module does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from masume.core.model.model import Literal, Vocabulary
from masume.core.model.statement import Between, CellIs, LinkIs, Statement
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import join_words
from masume.core.puzzle.words import sentence as sentence

_Name: TypeAlias = Callable[[Cell], str]


def literal_sentence(vocabulary: Vocabulary, literal: Literal) -> str:
    """Return the meaning of a shown literal as a sentence."""
    return sentences([vocabulary.statement(literal)], vocabulary.grid.name)[0]


def denial(statement: Statement, name: _Name) -> str:
    """Return the sentence that a statement cannot be true."""
    if isinstance(statement, CellIs | LinkIs):
        verb = "cannot" if statement.holds else "must"
        return f"{subject(statement, name)} {verb} be {statement.what}"
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


def subject(statement: CellIs | LinkIs, name: _Name) -> str:
    """Return the name of the cell, link or side that a statement is about."""
    if isinstance(statement, CellIs):
        return name(statement.cell)
    if statement.side:
        return _side_names({statement.a: [statement.side]}, name)[0]
    return f"{name(statement.a)}-{name(statement.b)}"


def places(statements: Iterable[Statement], name: _Name) -> list[str]:
    """Return the names of the cells, links or sides that some statements are about."""
    named: dict[str, None] = {}
    sides: dict[Cell, list[str]] = {}
    for statement in statements:
        if isinstance(statement, LinkIs) and statement.side:
            sides.setdefault(statement.a, []).append(statement.side)
        elif isinstance(statement, CellIs | LinkIs):
            named[subject(statement, name)] = None
        else:
            named[f"{name(statement.a)}-{name(statement.b)}"] = None
    return [*named, *_side_names(sides, name)]


def label(statement: Statement, name: _Name) -> str:
    """Return a short form of a statement, for use next to the name of its first cell."""
    if isinstance(statement, CellIs | LinkIs):
        return statement.words
    return sentences([statement], name)[0]


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
IS_OR_ARE = ("is", "are")
WOULD_BE = ("would be", "would be")


def sentences(
    statements: Iterable[Statement],
    name: _Name,
    most: int = 100,
    verbs: tuple[str, str] = IS_OR_ARE,
    last: str = "and",
) -> list[str]:
    """Return statements as sentences; things with the same property share a sentence.

    A sentence lists up to `most` things and counts the others, joined with `last`. The verbs, for
    one thing and for several, are those of sentences about cells and links.

    >>> from masume.core.puzzle.grid import grid
    >>> sentences([CellIs(0, "black"), CellIs(2, "black")], grid(1, 3).name)
    ['r1c1 and r1c3 are black']
    >>> sentences([CellIs(0, "a lamp"), CellIs(2, "a lamp")], grid(1, 3).name, verbs=WOULD_BE)
    ['r1c1 and r1c3 would be lamps']
    >>> sentences([Between(0, 2, "bridge", 2, at_least=True)], grid(1, 3).name)
    ['there are at least 2 bridges from r1c1 to r1c3']
    """
    about: dict[tuple[str, str], list[str]] = {}  # things by the wording of their sentence
    sides: dict[str, dict[Cell, list[str]]] = {}  # the sides of each cell, by that wording
    for statement in statements:
        if isinstance(statement, LinkIs) and statement.side:
            about.setdefault(("are", statement.words), [])
            of_cell = sides.setdefault(statement.words, {}).setdefault(statement.a, [])
            of_cell.append(statement.side)
        elif isinstance(statement, CellIs | LinkIs):
            about.setdefault(("are", statement.words), []).append(subject(statement, name))
        elif isinstance(statement, Between):
            verb, several = _number(statement)
            where = f"from {name(statement.a)} to {name(statement.b)}"
            about.setdefault(("there", verb), []).append(f"{several} {where}")
        else:
            does = "joins" if statement.holds else "does not join"
            about[f"{statement.line} {does} {name(statement.a)} and {name(statement.b)}", ""] = []
    texts: list[str] = []
    for (begins, rest), others in about.items():
        of_cells = sides.get(rest, {})
        things = [*_side_names(of_cells, name), *others]
        are = len(others) + sum(map(len, of_cells.values())) > 1
        if len(things) > most + 1:
            things = [*things[:most], f"{len(things) - most} more"]
        if begins == "are":
            does = f"{verbs[are]} {plural(rest) if are else rest}"
            does = does.replace("would be not", "would not be")
            texts.append(f"{join_words(things, last)} {does}")
        else:
            texts.append(f"there {rest} {join_words(things)}" if things else begins)
    return texts


def number_word(number: int) -> str:
    """Return a small number as a word, to tell it from the numbers on a board."""
    return _NUMBERS[number] if 0 < number < len(_NUMBERS) else str(number)


def plural(words: str) -> str:
    """Return a property of one thing for several: "lamps" for "a lamp"."""
    return re.sub(r"^(not )?an? (\w+)", r"\1\2s", words)


def _side_names(of_cells: Mapping[Cell, Sequence[str]], name: _Name) -> list[str]:
    """Return the names of sides: "the top and left sides of r1c1"; cells with the same share one.

    >>> _side_names({1: ["top"], 2: ["top", "left"], 3: ["top"]}, str)
    ['the top sides of 1 and 3', 'the top and left sides of 2']
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    for cell, sides in of_cells.items():
        alike.setdefault(tuple(sides), []).append(name(cell))
    return [
        f"the {join_words(sides)} side{'s' * (len(sides) * len(cells) > 1)} of {join_words(cells)}"
        for sides, cells in alike.items()
    ]


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
