"""Sentences for the techniques derived from a model, from what its parts and literals mean.

A part of a clue has a text such as "the 1 at r3c1", a part of a rule a sentence such as "no lamp
lights another". A rule about some cells may be a sentence about them, "r3c4 is lit", or a number of
things, "row 3 has 2 stars".
"""

from __future__ import annotations

from collections.abc import Sequence

from masume.core.model.model import Literal, Reason
from masume.core.model.wording import sentence, sentences
from masume.core.puzzle.technique import join_words
from masume.logic.model_notes import ModelNotes, RefutedSupposition, Unit

_MOST = 6  # things of the same sort that a sentence lists


def statements(notes: ModelNotes, literals: Sequence[Literal]) -> str:
    """Return the meaning of some shown literals: "r1c1 and r1c2 are black"."""
    words = notes.tables.model.vocabulary
    said = dict.fromkeys(words.statement(literal) for literal in literals)
    return join_words(sentences(said, words.grid.name, _MOST))


def unit_text(notes: ModelNotes, unit: Unit) -> str:
    """Return the sentence for what one part implies."""
    reason = unit.part.reason
    so = statements(notes, unit.literals)
    if reason is None:
        given = f"{statements(notes, unit.given)}, so " if unit.given else ""
        return sentence(f"{given}{so}.")
    if unit.total is not None:
        return _counted(notes, unit, reason, so)
    if unit.is_lazy:
        return sentence(f"{so}, or {_can_no_longer(reason)}.")
    if not unit.given:
        as_clue = f"because of {reason.text}, {so}" if reason.clues else f"{reason.text}, so {so}"
        return sentence(f"{as_clue}.")
    given = statements(notes, unit.given)
    if reason.clues:
        return sentence(f"{given}; because of {reason.text}, {so}.")
    if reason.cells:
        return sentence(f"{reason.text}. {given}, so {so}.")
    return sentence(f"{given}, so {so}, as {reason.text}.")


def _can_no_longer(reason: Reason) -> str:
    if reason.clues:
        return f"{reason.text} could no longer be met"
    if reason.cells:
        return f"this would be impossible: {reason.text}"
    return f"it could no longer be that {reason.text}"


def _counted(notes: ModelNotes, unit: Unit, reason: Reason, so: str) -> str:
    """Return the sentence for a sum that has all it needs, or needs all that is left."""
    assert unit.total is not None
    words, total = notes.tables.model.vocabulary, unit.total.total
    numbers = unit.total.numbers
    one, many = words.things
    is_plain = all(len(levels) == 1 and levels[0] > 0 for levels in numbers)
    signs = {literal > 0 for literal in unit.literals}
    is_shown = all(levels[0] <= notes.shown for levels in numbers)
    if not one or not is_plain or len(signs) > 1 or not is_shown:
        given = f"{statements(notes, unit.given)}; so " if unit.given else ""
        return sentence(f"{reason.text}. {given}{so}.")
    subject = reason.text if reason.clues else reason.text.partition(" has ")[0]
    name = words.grid.name
    if signs == {False}:
        held = [name(cell) for cell in words.cells_of(lit for lit in unit.given if lit > 0)]
        if total == 0:
            return sentence(f"{subject} allows no {one}, so {so}.")
        has = f"its {one} at {held[0]}" if total == 1 else f"its {total} {many}, {join_words(held)}"
        return sentence(f"{subject} already has {has}; so {so}.")
    true = sum(notes.known[levels[0]] for levels in numbers)
    need = len(unit.literals)
    more = f"{need}{' more' if true else ''} {one if need == 1 else many}"
    left = [name(cell) for cell in words.cells_of(unit.literals)]
    only = f"only {join_words(left)} {'is' if need == 1 else 'are'} left"
    return sentence(f"{subject} needs {more}, and {only}; so {so}.")


def refutation_text(notes: ModelNotes, refutation: RefutedSupposition) -> str:
    """Return the argument that a supposition leads to a contradiction."""
    steps: list[tuple[str, list[Literal]]] = []
    for link in refutation.links:
        reason = link.part.reason
        why = "" if reason is None else f"because of {reason.text}" if reason.clues else reason.text
        if steps and steps[-1][0] == why:
            steps[-1][1].append(link.literal)
        else:
            steps.append((why, [link.literal]))
    told = [sentence(f"suppose {statements(notes, [refutation.supposed])}.")]
    for why, literals in steps:
        joined = "" if not why else f", {why}" if why.startswith("because") else f", as {why}"
        told.append(f"Then {statements(notes, literals)}{joined}.")
    end = refutation.end.reason
    broken = "the rules are broken" if end is None else _can_no_longer(end)
    so = statements(notes, [-refutation.supposed])
    return " ".join([*told, f"But then {broken}; so {so}."])
