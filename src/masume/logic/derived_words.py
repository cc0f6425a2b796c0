"""Templates of the sentences for the techniques derived from a model.

A part of a clue has a text such as "the 1 at r3c1", a part of a rule a sentence such as "no lamp
lights another". A rule about some cells may be a sentence about them, "r3c4 is lit", or a number of
things, "row 3 has 2 stars". Most parts also say what would happen otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from masume.core.model.statement import CellIs, LinkIs, Statement
from masume.core.model.wording import (
    IS_OR_ARE,
    WOULD_BE,
    denial,
    number_word,
    places,
    plural,
    sentences,
)
from masume.core.puzzle.words import HasGrid, Words, join_words, sentence

MOST = 6  # things of the same sort that a sentence lists

_TEMPLATES = {
    "fact": "{so:^some}.",
    "facts": "{given:^some}, so {so:some}.",
    "law": "{reason:^}.",
    "by-clue": "Because of {reason}, {so:some}.",
    "by-rule": "{reason:^}, so {so:some}.",
    "by-law": "{before:^}{so:some}.",
    "given-law": "{given:^some}; {before}{so:some}.",
    "by-together": "{before:^}{inside:cells}{after}.",
    "given-together": "{given:^some}; {before}{inside:cells}{after}.",
    "given-clue": "{given:^some}; because of {reason}, {so:some}.",
    "given-rule": "{given:^some}, so {so:some}, as {reason}.",
    "unless": "If {against:were}, {otherwise}. So {so:some}.",
    "needs": "{only:only}, so {so:it is}.",
    "no-room": "{so:places} cannot be {so:values}: {otherwise}.",
    "sum": "{reason:^}. {so:^some}.",
    "sum-given": "{reason:^}, and {given:some}; so {so:some}.",
    "none-allowed": "{subject:^} allows no {thing}, so {so:some}.",
    "has-it": "{subject:^} already has its {thing} at {at:places}, so {so:some}.",
    "has-all": "{subject:^} already has its {total:number} {thing}, {at:places}, so {so:some}.",
    "only-value": "{so:must}: no other {thing} is possible there.",
    "only-place": "{so:must}: no other cell of {subject} can hold {what}.",
    "left": "{subject:^} needs {n:number} {thing}, and only {so:places} {n:is|are} left, so "
    "{so:it is}.",
    "left-more": "{subject:^} needs {n:number} more {thing}, and only {so:places} {n:is|are} "
    "left, so {so:it is}.",
    "refuted": "If {supposed:were}, {end}. So {so:some}.",
    "refuted-by": "If {supposed:were}, {steps:numbered}, and {end}. So {so:some}.",
    "refuted-in-steps": "{sentences:argument}",
    "then": "{holds:^some}.",
    "then-clue": "{holds:^some}, because of {reason}.",
    "then-rule": "{holds:^some}, as {reason}.",
    "would": "{holds:would be}",
    "would-clue": "{holds:would be} because of {reason}",
    "would-rule": "{holds:would be}, as {reason}",
    "but-then": "But then {end}. So {so:some}.",
    "otherwise": "{text}",
    "unmet": "{reason} could no longer be met",
    "impossible": "it could not be that {reason}",
    "too-many": "{subject} would have more than {total:number} {thing}",
    "too-few": "{subject} could not have {total:number} {thing}",
    "none-left": "{subject} could have no {thing}",
    "no-value": "no {thing} would be left for {at:places}",
    "no-place": "no cell of {subject} could hold {what}",
    "same": "{at:places} would both be {what}",
    "two-values": "{at:places} would have two {thing}",
    "rules-broken": "the rules would be broken",
}


def _some(
    board: HasGrid,
    statements: Sequence[Statement],
    verbs: tuple[str, str] = IS_OR_ARE,
    last: str = "and",
) -> str:
    return join_words(sentences(statements, board.grid.name, MOST, verbs, last), last)


def _places(board: HasGrid, statements: Sequence[Statement]) -> str:
    return join_words(places(statements, board.grid.name))


def _must(board: HasGrid, statement: Statement) -> str:
    return denial(statement, board.grid.name)


def what_of(statement: Statement) -> str:
    """Return the property that a statement is about: "a lamp"; empty if there is none."""
    return statement.what if isinstance(statement, CellIs | LinkIs) else ""


def _values(_: HasGrid, statements: Sequence[Statement]) -> str:
    return join_words(list(dict.fromkeys(map(what_of, statements))), "or")


def _it_is(board: HasGrid, statements: Sequence[Statement]) -> str:
    """Write what the things just named are: "it is a lamp"."""
    is_one = len(statements) == 1
    what = what_of(statements[0])
    return f"it is {what}" if is_one else f"they are {plural(what)}"


def _only(board: HasGrid, item: tuple[str, Sequence[Statement], Sequence[Statement]]) -> str:
    """Write what something needs, from its text, its cause and its only remedy."""
    text, cause, remedy = item
    what, to = what_of(cause[0]) if cause else "", _places(board, remedy)
    what += "s" * (len(cause) > 1)
    itself = " itself" if text.endswith(to) else ""
    return sentence(text.format(at=_places(board, cause), what=what, to=to + itself))


WORDS = Words(
    _TEMPLATES,
    {
        "some": _some,
        "were": partial(_some, verbs=("were", "were"), last="or"),
        "would be": partial(_some, verbs=WOULD_BE),
        "places": _places,
        "must": _must,
        "values": _values,
        "it is": _it_is,
        "only": _only,
        "number": lambda _, number: number_word(number),
    },
)
