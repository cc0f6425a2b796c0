"""Sentences for the techniques derived from a model, from what its parts and literals mean.

A part of a clue has a text such as "the 1 at r3c1", a part of a rule a sentence such as "no lamp
lights another". A rule about some cells may be a sentence about them, "r3c4 is lit", or a number of
things, "row 3 has 2 stars". Most parts also say what would happen otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from masume.core.model.model import Clause, Literal, Reason, Sum
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
from masume.core.puzzle.words import HasGrid, Phrase, Words, join_words, say, sentence
from masume.logic.model_notes import ModelNotes, RefutedSupposition, Unit

_COMMON = "{so}"  # what all that a clue still allows has in common, at the end of its law
_MOST = 6  # things of the same sort that a sentence lists
_FEW = 2  # known literals that a sentence names as its grounds
_ONE_BREATH = 3  # consequences in one sentence

_TEMPLATES = {
    "fact": "{so:^some}.",
    "facts": "{given:^some}, so {so:some}.",
    "law": "{reason:^}.",
    "by-clue": "Because of {reason}, {so:some}.",
    "by-rule": "{reason:^}, so {so:some}.",
    "by-law": "{before:^}{so:some}.",
    "given-law": "{given:^some}; {before}{so:some}.",
    "together": "{before:^}{inside:cells}{after}.",
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
    return join_words(sentences(statements, board.grid.name, _MOST, verbs, last), last)


def _places(board: HasGrid, statements: Sequence[Statement]) -> str:
    return join_words(places(statements, board.grid.name))


def _must(board: HasGrid, statement: Statement) -> str:
    return denial(statement, board.grid.name)


def _what(statement: Statement) -> str:
    return statement.what if isinstance(statement, CellIs | LinkIs) else ""


def _values(_: HasGrid, statements: Sequence[Statement]) -> str:
    return join_words(list(dict.fromkeys(map(_what, statements))), "or")


def _it_is(board: HasGrid, statements: Sequence[Statement]) -> str:
    """Write what the things just named are: "it is a lamp"."""
    is_one = len(statements) == 1
    what = _what(statements[0])
    return f"it is {what}" if is_one else f"they are {plural(what)}"


def _only(board: HasGrid, item: tuple[str, Sequence[Statement], Sequence[Statement]]) -> str:
    """Write what something needs, from its text, its cause and its only remedy."""
    text, cause, remedy = item
    what, to = _what(cause[0]) if cause else "", _places(board, remedy)
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


def _statements(
    notes: ModelNotes, literals: Sequence[Literal], reason: Reason | None = None
) -> tuple[Statement, ...]:
    """Return the statements of literals, named from the only cell of a reason."""
    words = notes.tables.model.vocabulary
    if reason is not None and len(reason.cells) == 1:
        (cell,) = reason.cells
        return tuple(dict.fromkeys(words.statement_beside(n, cell) for n in literals))
    return tuple(dict.fromkeys(map(words.statement, literals)))


def say_unit(notes: ModelNotes, unit: Unit) -> Phrase:
    """Return the phrase for what one part implies."""
    reason = unit.part.reason
    so = _statements(notes, unit.literals, reason)
    own = set(reason.cells) if reason is not None and reason.law else set()
    cells = notes.tables.model.vocabulary.cells  # a law needs no mention of its clue's colour
    seen = [literal for literal in unit.given if not own.issuperset(cells(abs(literal)))]
    given = _statements(notes, seen, reason)
    if reason is None:
        return say("facts" if given else "fact", so=so, given=given)
    slots: dict[str, object] = {"so": so, "given": given, "reason": _law(reason)}
    if unit.total is not None and (counted := _say_counted(notes, unit, reason, slots)):
        return counted
    if not given and not reason.clues and len(so) > _MOST:
        return say("law", **slots)
    if "{cells}" in reason.needs and len(so) > _MOST and min(unit.literals) < 0:
        return _say_together(notes, unit, reason, slots)
    if _COMMON in reason.law:
        before = reason.law.removesuffix(_COMMON)
        return say("given-law" if given else "by-law", **slots, before=before)
    causes = [literal for literal in unit.given if literal > 0]
    several = _FEW if unit.is_lazy and notes.tables.model.vocabulary.groups() else 1
    is_seen = len(causes) <= several and (causes or not unit.is_lazy)
    if reason.needs and min(unit.literals) > 0 and is_seen:
        return say("needs", only=(reason.needs, _statements(notes, causes), so), so=so)
    if reason.otherwise and not _is_plain(notes, unit):
        if notes.tables.model.vocabulary.groups() and max(unit.literals) < 0:
            return say("no-room", so=so, otherwise=reason.otherwise)
        against = _statements(notes, [-literal for literal in unit.literals])
        otherwise = reason.otherwise
        if len(so) == 1 and not unit.is_lazy and max((*unit.given, *unit.literals)) < 0:
            otherwise = otherwise.replace(f"a {_what(against[0])} cell", "it", 1)
        return say("unless", so=so, against=against, otherwise=otherwise)
    if unit.total is not None:
        return say("sum-given" if given else "sum", **slots)
    if not given:
        return say("by-clue" if reason.clues and not reason.law else "by-rule", **slots)
    return say("given-clue" if reason.clues and not reason.law else "given-rule", **slots)


def _say_together(
    notes: ModelNotes, unit: Unit, reason: Reason, slots: dict[str, object]
) -> Phrase:
    """Return the phrase for many sides: the cells on both sides of open ones, the rest marked."""
    before, _, after = reason.needs.partition("{cells}")
    after, _, border = after.partition("|")
    inside = notes.tables.model.vocabulary.cells_of(n for n in unit.literals if n < 0)
    slots |= {"inside": tuple(inside), "before": before}
    key = "given-together" if unit.given else "together"
    return say(key, **slots, after=after + border * (max(unit.literals) > 0))


def _law(reason: Reason) -> str:
    """Return what a clue or rule says as a sentence; the clue, if it has none."""
    return reason.text if _COMMON in reason.law else reason.law or reason.text


def _is_plain(notes: ModelNotes, unit: Unit) -> bool:
    """Return whether a few marks rule out others at a glance, such as a lamp other lamps."""
    if unit.is_lazy or len(unit.given) > _FEW:
        return False
    if not unit.given:
        return min(unit.literals) < 0
    is_seen = min(unit.given) > 0 > max(unit.literals)
    return is_seen or notes.tables.model.vocabulary.two_valued


def _say_counted(
    notes: ModelNotes, unit: Unit, reason: Reason, slots: dict[str, object]
) -> Phrase | None:
    """Return the phrase for a sum that has all it needs, or needs all that is left, or None."""
    assert unit.total is not None
    words, total = notes.tables.model.vocabulary, unit.total.total
    numbers = unit.total.numbers
    one, many = words.things
    signs = {literal > 0 for literal in unit.literals}
    if not _is_count(notes, unit.total) or len(signs) > 1:
        return None
    slots["subject"] = _subject(reason)
    if total == 1 and signs == {True} and words.groups():
        return _say_only(notes, unit, one, slots)
    if signs == {False}:
        held = _statements(notes, [literal for literal in unit.given if literal > 0], reason)
        key = "has-all" if total > 1 else "has-it" if total else "none-allowed"
        return say(key, **slots, at=held, total=total, thing=many if total > 1 else one)
    key = "left-more" if sum(notes.known[levels[0]] for levels in numbers) else "left"
    need = len(unit.literals)
    return say(key, **slots, n=need, thing=one if need == 1 else many)


def _is_count(notes: ModelNotes, total: Sum) -> bool:
    """Return whether a sum counts things on the board."""
    is_plain = all(len(levels) == 1 and levels[0] > 0 for levels in total.numbers)
    is_shown = all(levels[0] <= notes.shown for levels in total.numbers)
    return bool(notes.tables.model.vocabulary.things[0]) and is_plain and is_shown


def _subject(reason: Reason) -> str:
    return reason.text if reason.clues else reason.text.partition(" has ")[0]


def _say_only(notes: ModelNotes, unit: Unit, thing: str, slots: dict[str, object]) -> Phrase:
    """Return the phrase for the only value of a cell, or the only cell of a value."""
    assert unit.total is not None
    words, (literal,) = notes.tables.model.vocabulary, unit.literals
    opposite, statement = words.statement(-literal), words.statement(literal)
    key = "only-value" if _is_of_one_cell(notes, unit.total) else "only-place"
    return say(key, **{**slots, "so": opposite, "thing": thing, "what": _what(statement)})


def _is_of_one_cell(notes: ModelNotes, total: Sum) -> bool:
    words = notes.tables.model.vocabulary
    return len(words.cells_of(levels[0] for levels in total.numbers)) == 1


def say_refutation(notes: ModelNotes, refutation: RefutedSupposition) -> Phrase:
    """Return the argument that a supposition leads to a contradiction."""
    supposed = _statements(notes, [refutation.supposed])
    so, end = _statements(notes, [-refutation.supposed]), _say_end(notes, refutation)
    groups = refutation.groups
    if not groups:
        return say("refuted", supposed=supposed, end=end, so=so)
    in_steps = len(groups) > _ONE_BREATH
    steps = tuple(_say_consequence(notes, *group, "then" if in_steps else "would")
                  for group in groups)  # fmt: skip
    if in_steps:
        begin, last = say("suppose-that", supposed=supposed), say("but-then", end=end, so=so)
        return say("refuted-in-steps", sentences=(begin, *steps, last))
    return say("refuted-by", supposed=supposed, steps=steps, end=end, so=so)


def _say_consequence(
    notes: ModelNotes, literals: Sequence[Literal], reason: Reason | None, key: str
) -> Phrase:
    """Return what follows in a chain, with its reason if there is any."""
    holds = _statements(notes, literals, reason)
    if reason is None:
        return say(key, holds=holds)
    is_clue = reason.clues and _law(reason) == reason.text
    return say(f"{key}-{'clue' if is_clue else 'rule'}", holds=holds,
               reason=_law(reason))  # fmt: skip


def _say_end(notes: ModelNotes, refutation: RefutedSupposition) -> Phrase:
    """Return the violation at the end of a chain, as a clause."""
    reason, total = refutation.end.reason, refutation.total
    if reason is None:
        return say("rules-broken")
    if total is not None and _is_count(notes, total):
        return _say_miscount(notes, reason, total, refutation.conflict)
    if reason.otherwise:
        return say("otherwise", text=reason.otherwise)
    return say("unmet" if reason.clues and _law(reason) == reason.text else "impossible",
               reason=_law(reason))  # fmt: skip


def _say_miscount(notes: ModelNotes, reason: Reason, total: Sum, conflict: Clause) -> Phrase:
    """Return that a sum is exceeded or cannot be reached."""
    words, subject = notes.tables.model.vocabulary, _subject(reason)
    thing, number = words.things[total.total != 1], total.total
    at = _statements(notes, [abs(literal) for literal in conflict])
    if not words.groups():
        too_few = "too-few" if number > 1 else "none-left"
        key = too_few if max(conflict) > 0 else "too-many"
        return say(key, subject=subject, total=number, thing=thing)
    of_cell = _is_of_one_cell(notes, total)
    if max(conflict) < 0:
        thing = words.things[1]
        return say("two-values" if of_cell else "same", at=at, what=_what(at[0]), thing=thing)
    key = "no-value" if of_cell else "no-place"
    return say(key, thing=thing, subject=subject, at=at, what=_what(at[0]))
