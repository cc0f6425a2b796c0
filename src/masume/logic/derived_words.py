"""Sentences for the techniques derived from a model, from what its parts and literals mean.

A part of a clue has a text such as "the 1 at r3c1", a part of a rule a sentence such as "no lamp
lights another". A rule about some cells may be a sentence about them, "r3c4 is lit", or a number of
things, "row 3 has 2 stars".
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.model.model import Literal, Part, Reason, Worded
from masume.core.model.statement import CellIs, Statement
from masume.core.model.wording import denial, places, sentences
from masume.core.puzzle.words import HasGrid, Phrase, Words, join_words, say
from masume.logic.model_notes import ModelNotes, RefutedSupposition, Unit

_MOST = 6  # things of the same sort that a sentence lists

_TEMPLATES = {
    "fact": "{so:^some}.",
    "facts": "{given:^some}, so {so:some}.",
    "lazy": "{so:^some}, or {broken}.",
    "by-clue": "Because of {reason}, {so:some}.",
    "by-rule": "{reason:^}, so {so:some}.",
    "given-clue": "{given:^some}; because of {reason}, {so:some}.",
    "given-own-rule": "{reason:^}. {given:some}, so {so:some}.",
    "given-rule": "{given:^some}, so {so:some}, as {reason}.",
    "sum": "{reason:^}. {so:some}.",
    "sum-given": "{reason:^}. {given:some}; so {so:some}.",
    "none-allowed": "{subject:^} allows no {thing}, so {so:some}.",
    "has-it": "{subject:^} already has its {thing} at {at:places}; so {so:some}.",
    "has-all": "{subject:^} already has its {total} {thing}, {at:places}; so {so:some}.",
    "only-value": "{so:must}: no other {thing} is possible there.",
    "only-place": "{so:must}: no other cell of {subject} can hold {what}.",
    "needs": "{subject:^} needs {n} {thing}, and only {left:places} {n:is|are} left; so {so:some}.",
    "needs-more": "{subject:^} needs {n} more {thing}, and only {left:places} {n:is|are} left; so "
    "{so:some}.",
    "argument-of": "Suppose {supposed:some}. {steps:each / }{gap}But then {broken}; so {so:some}.",
    "then": "Then {holds:some}.",
    "then-clue": "Then {holds:some}, because of {reason}.",
    "then-rule": "Then {holds:some}, as {reason}.",
    "unmet": "{reason} could no longer be met",
    "impossible": "this would be impossible: {reason}",
    "no-longer": "it could no longer be that {reason}",
    "rules-broken": "the rules are broken",
}


def _some(board: HasGrid, statements: Sequence[Statement]) -> str:
    return join_words(sentences(statements, board.grid.name, _MOST))


def _places(board: HasGrid, statements: Sequence[Statement]) -> str:
    return join_words(places(statements, board.grid.name))


def _must(board: HasGrid, statement: Statement) -> str:
    return denial(statement, board.grid.name)


WORDS = Words(_TEMPLATES, {"some": _some, "places": _places, "must": _must})


def _statements(notes: ModelNotes, literals: Sequence[Literal]) -> tuple[Statement, ...]:
    words = notes.tables.model.vocabulary
    return tuple(dict.fromkeys(words.statement(literal) for literal in literals))


def say_unit(notes: ModelNotes, unit: Unit) -> Phrase:
    """Return the phrase for what one part implies."""
    reason = unit.part.reason
    given = _statements(notes, unit.given)
    slots: dict[str, object] = {"so": _statements(notes, unit.literals), "given": given}
    if reason is None:
        return say("facts" if given else "fact", **slots)
    slots_of_reason = {**slots, "reason": reason.text}
    if unit.total is not None:
        return _say_counted(notes, unit, reason, slots_of_reason)
    if unit.is_lazy:
        return say("lazy", **slots, broken=_otherwise(unit.part) or _can_no_longer(reason))
    if not given:
        return say("by-clue" if reason.clues else "by-rule", **slots_of_reason)
    by_rule = "given-own-rule" if reason.cells else "given-rule"
    return say("given-clue" if reason.clues else by_rule, **slots_of_reason)


def _otherwise(part: Part) -> str:
    """Return what would happen against a lazy constraint of a part, in its own words if any."""
    return next((c.otherwise for c in part.constraints if isinstance(c, Worded)), "")


def _can_no_longer(reason: Reason | None) -> Phrase:
    if reason is None:
        return say("rules-broken")
    key = "unmet" if reason.clues else "impossible" if reason.cells else "no-longer"
    return say(key, reason=reason.text)


def _broken(part: Part) -> str | Phrase:
    """Return that a part is violated."""
    is_lazy = not (part.clauses or part.sums)
    return (is_lazy and _otherwise(part)) or _can_no_longer(part.reason)


def _say_counted(notes: ModelNotes, unit: Unit, reason: Reason, slots: dict[str, object]) -> Phrase:
    """Return the phrase for a sum that has all it needs, or needs all that is left."""
    assert unit.total is not None
    words, total = notes.tables.model.vocabulary, unit.total.total
    numbers = unit.total.numbers
    one, many = words.things
    is_plain = all(len(levels) == 1 and levels[0] > 0 for levels in numbers)
    signs = {literal > 0 for literal in unit.literals}
    is_shown = all(levels[0] <= notes.shown for levels in numbers)
    if not one or not is_plain or len(signs) > 1 or not is_shown:
        return say("sum-given" if unit.given else "sum", **slots)
    slots["subject"] = reason.text if reason.clues else reason.text.partition(" has ")[0]
    if total == 1 and signs == {True} and words.groups():
        return _say_only(notes, unit, one, slots)
    if signs == {False}:
        held = _statements(notes, [literal for literal in unit.given if literal > 0])
        key = "has-all" if total > 1 else "has-it" if total else "none-allowed"
        return say(key, **slots, at=held, total=total, thing=many if total > 1 else one)
    key = "needs-more" if sum(notes.known[levels[0]] for levels in numbers) else "needs"
    need, left = len(unit.literals), _statements(notes, unit.literals)
    return say(key, **slots, n=need, left=left, thing=one if need == 1 else many)


def _say_only(notes: ModelNotes, unit: Unit, thing: str, slots: dict[str, object]) -> Phrase:
    """Return the phrase for the only value of a cell, or the only cell of a value."""
    assert unit.total is not None
    words, (literal,) = notes.tables.model.vocabulary, unit.literals
    opposite, statement = words.statement(-literal), words.statement(literal)
    of_one_cell = len(words.cells_of(levels[0] for levels in unit.total.numbers)) == 1
    what = statement.what if isinstance(statement, CellIs) else ""
    key = "only-value" if of_one_cell else "only-place"
    return say(key, **{**slots, "so": opposite, "thing": thing, "what": what})


def say_refutation(notes: ModelNotes, refutation: RefutedSupposition) -> Phrase:
    """Return the argument that a supposition leads to a contradiction."""
    steps: list[tuple[Reason | None, list[Literal]]] = []
    for link in refutation.links:
        reason = link.part.reason
        if steps and steps[-1][0] == reason:
            steps[-1][1].append(link.literal)
        else:
            steps.append((reason, [link.literal]))
    told = []
    for reason, literals in steps:
        slots = {"holds": _statements(notes, literals)}
        if reason is None or not reason.text:
            told.append(say("then", **slots))
        else:
            told.append(say("then-clue" if reason.clues else "then-rule", **slots,
                            reason=reason.text))  # fmt: skip
    return say(
        "argument-of",
        supposed=_statements(notes, [refutation.supposed]),
        steps=tuple(told),
        gap=" " if told else "",
        broken=_broken(refutation.end),
        so=_statements(notes, [-refutation.supposed]),
    )
